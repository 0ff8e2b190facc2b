"""3.3: what is declared of it."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Option
from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.systems.tactical.sensors import events as e
from gearlock.systems.tactical.sensors import words as w
from gearlock.systems.tactical.sensors.active_sensors import offer_sweeps, refuse_sweep, resolve_sweep
from gearlock.systems.tactical.sensors.jamming import (
    offer_emissions,
    refuse_cut,
    refuse_emit,
    resolve_cut,
    resolve_emit,
)
from gearlock.systems.tactical.sensors.orders import CutOff, Emit, LaunchSmoke, Sweep, SwitchLight
from gearlock.systems.tactical.sensors.searchlight import LIGHTS, refuse_light
from gearlock.systems.tactical.sensors.smoke import aim_smoke, guess_smoke, offer_smoke, refuse_smoke, resolve_smoke
from gearlock.systems.tactical.state import State, Unit

SENSORS: Chapter[State] = Chapter(
    "3.3: Advanced Detection",
    orders=(
        OrderRules(Sweep, "act", by_order(refuse_sweep), resolve_sweep),
        OrderRules(Emit, "act", by_order(refuse_emit), resolve_emit),
        OrderRules(CutOff, "act", by_order(refuse_cut), resolve_cut),
        OrderRules(LaunchSmoke, "act", by_order(refuse_smoke), resolve_smoke, guess_smoke, aim=aim_smoke),
        OrderRules(SwitchLight, LIGHTS, refuse_light),
    ),
    events={
        e.SweepBegun: w.sweep,
        e.Swept: w.swept,
        e.EmissionBegun: w.emission,
        e.EmissionRolled: w.emission_rolled,
        e.EmissionCut: w.emission_cut,
        e.JammingCompared: w.compared,
        e.Communicated: w.communicated,
        e.SmokeLaunched: w.smoke,
        e.SmokeRose: w.fire_smoke,
        e.SmokeCleared: w.cleared,
        e.LightSwitched: w.light,
        e.LampBroken: w.lamp,
    },
)


def offer_sensors(state: State, unit: Unit) -> Iterator[Option]:
    """What sensors, jammers and launchers let a unit do in its activation."""
    yield from offer_sweeps(state, unit)
    yield from offer_emissions(state, unit)
    yield from offer_smoke(state, unit)
