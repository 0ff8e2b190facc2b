"""Smoke Launchers, Searchlight, Sensor Dependent: the contents."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Option
from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.systems.fieldmanual.smoke_and_light import events as e
from gearlock.systems.fieldmanual.smoke_and_light import words as w
from gearlock.systems.fieldmanual.smoke_and_light.orders import Illuminate, LaunchSmoke, PopHatch
from gearlock.systems.fieldmanual.smoke_and_light.searchlight import (
    offer_lights,
    refuse_hatch,
    refuse_light,
    resolve_hatch,
    resolve_light,
)
from gearlock.systems.fieldmanual.smoke_and_light.smoke import (
    aim_smoke,
    guess_smoke,
    offer_smoke,
    refuse_smoke,
    resolve_smoke,
)
from gearlock.systems.fieldmanual.state import State, Unit

SMOKE_AND_LIGHT: Chapter[State] = Chapter(
    "Smoke Launchers, Searchlight, Sensor Dependent",
    orders=(
        OrderRules(LaunchSmoke, "act", by_order(refuse_smoke), resolve_smoke, guess_smoke, aim=aim_smoke),
        OrderRules(Illuminate, "act", by_order(refuse_light), resolve_light),
        OrderRules(PopHatch, "act", by_order(refuse_hatch), resolve_hatch),
    ),
    events={e.SmokeLaunched: w.smoke, e.Illuminated: w.light, e.HatchPopped: w.hatch},
)


def offer_smoke_and_light(state: State, unit: Unit) -> Iterator[Option]:
    """What these perks let a model do."""
    yield from offer_smoke(state, unit)
    yield from offer_lights(state, unit)
