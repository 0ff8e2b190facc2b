"""14 and 7.8: the electronic warfare a model may use: what is worth a thought, not all that is legal."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Option, Pick, Target
from gearlock.kernel.rulebook import heeds
from gearlock.systems.blitz.attacks.modifiers import GUIDED, INDIRECTLY
from gearlock.systems.blitz.dice_tests.comms_tests import jams_comms
from gearlock.systems.blitz.electronic_warfare import orders as o
from gearlock.systems.blitz.electronic_warfare.interference import (
    refuse_comms_jam,
    refuse_countering,
    refuse_interference,
    refuse_sensor_boost,
    refuse_sensor_jam,
    refuse_watching,
)
from gearlock.systems.blitz.electronic_warfare.observing import (
    firers_for,
    refuse_observation,
    refuse_satellite_observation,
    visible_from_above,
)
from gearlock.systems.blitz.electronic_warfare.scanning import refuse_scan
from gearlock.systems.blitz.jamming.sensor_jamming import jams_sensors
from gearlock.systems.blitz.paying import has_action
from gearlock.systems.blitz.state import INTERFERENCE, SENSOR_BOOST, State, Unit, opponent


def offer_electronic_warfare(state: State, unit: Unit) -> Iterator[Option]:
    """Observation for those who could fire, jamming and its counters, boosts, satellites."""
    for booster in state.fielded(unit.seat):
        if SENSOR_BOOST in booster.tokens:
            label = f"End the sensor boost of the {booster.name}"
            yield Pick(label, o.EndBoost(unit.id, booster.id), "blitz.14.5a")
    if not has_action(unit):
        return
    yield from _observations(state, unit)
    yield from _jamming(state, unit)
    yield from _of_its_own(state, unit)
    yield from _scans(state, unit)


@heeds("blitz.14.2a", "blitz.14.2b", "blitz.14.7c")
def _observations(state: State, unit: Unit) -> Iterator[Option]:
    """Targets that somebody could fire at; with active sensors only what needs them."""
    for target in state.fielded(opponent(unit.seat)):
        for guided, what in ((False, "Observe"), (True, "Guide fire onto")):
            if guided and not unit.has("TD"):
                continue
            firers = [each.id for each in firers_for(state, unit.seat, target, GUIDED if guided else INDIRECTLY)]
            if not firers or (firers == [unit.id] and unit.readiness < 2):
                continue
            for sensors in (False, True):
                order = o.Observe(unit.id, target.id, guided, sensors)
                if refuse_observation(state, order) is None:
                    label = f"{what} the {target.name}{', active sensors' if sensors else ''}"
                    yield Target(label, order, "blitz.14.2b" if guided else "blitz.14.2a", target.id)
                    break
    above = o.ObserveFromAbove(unit.id)
    if refuse_satellite_observation(state, above) is None:
        found = visible_from_above(state, unit.seat)
        if any(any(firers_for(state, unit.seat, target, INDIRECTLY)) for target in found):
            yield Pick("Observe by satellite", above, "blitz.14.7c")


@heeds("blitz.14.5b", "blitz.14.5c")
def _jamming(state: State, unit: Unit) -> Iterator[Option]:
    """Enemies to be jammed, and interference to be countered; with active sensors only what needs them."""
    jams, counters = jams_sensors(unit), unit.has("ECCM")
    for target in state.fielded(opponent(unit.seat)) if jams or counters else ():
        for sensors in (False, True) if jams else ():
            order = o.JamSensors(unit.id, target.id, sensors)
            if refuse_sensor_jam(state, order) is None:
                label = f"Jam the sensors of the {target.name}{', active sensors' if sensors else ''}"
                yield Target(label, order, "blitz.14.5b", target.id)
                break
        for sensors in (False, True) if counters and INTERFERENCE in target.tokens else ():
            counter = o.CounterInterference(unit.id, target.id, sensors)
            if refuse_countering(state, counter) is None:
                label = f"Work against the interference of the {target.name}{', active sensors' if sensors else ''}"
                yield Target(label, counter, "blitz.14.5c", target.id)
                break


@heeds("blitz.14.5a", "blitz.14.5c", "blitz.14.6b", "blitz.14.7d")
def _of_its_own(state: State, unit: Unit) -> Iterator[Option]:
    """What names nobody."""
    for sensors in (False, True):
        boost = o.BoostSensors(unit.id, sensors)
        if refuse_sensor_boost(state, boost) is None:
            label = f"Sensor boost{' with active sensors' if sensors else ''}"
            yield Pick(label, boost, "blitz.14.5a")
    if refuse_interference(state, o.Interfere(unit.id)) is None:
        yield Pick("Sensor interference", o.Interfere(unit.id), "blitz.14.5c")
    if jams_comms(unit) and refuse_comms_jam(state, o.JamComms(unit.id)) is None:
        yield Pick("Comms jamming", o.JamComms(unit.id), "blitz.14.6b")
    if refuse_watching(state, o.WatchBatteries(unit.id)) is None:
        yield Pick("Watch for indirect fire by satellite", o.WatchBatteries(unit.id), "blitz.14.7d")


@heeds("blitz.7.8")
def _scans(state: State, unit: Unit) -> Iterator[Option]:
    """Markers within reach, and enemies where there are objectives to be had."""
    enemies = [other.id for other in state.fielded(opponent(unit.seat))] if state.facts else []
    for target in (*state.markers, *enemies):
        order = o.Scan(unit.id, target)
        if refuse_scan(state, order) is None:
            name = state.units[target].name if target in state.units else target
            yield Pick(f"Scan the {name}", order, "blitz.7.8")
