"""14.5 to 14.7 and 7.8: boosts, jamming, interference, detailed scans."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from gearlock.kernel.asks import Option, Pick, Target
from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.view import Line
from gearlock.systems.blitz.attacks.exchange import resolve_exchange
from gearlock.systems.blitz.attacks.modifiers import GUIDED, INDIRECTLY
from gearlock.systems.blitz.dice_tests.comms_tests import JAM, ecm_lines, jam_test, jams_comms, make_roll
from gearlock.systems.blitz.dice_tests.tests import DiceTest, modifiers_of
from gearlock.systems.blitz.electronic_warfare.observing import (
    BoostEnded,
    BoostSensors,
    CounterInterference,
    EndBoost,
    EwTokenGained,
    Interfere,
    InterferenceReduced,
    JamComms,
    JamSensors,
    Nominate,
    Observe,
    ObserveFromAbove,
    Scan,
    Scanned,
    WatchBatteries,
    begin_action,
    firers_for,
    refuse_acting,
    refuse_finding,
    refuse_nomination,
    refuse_observation,
    refuse_satellite,
    refuse_satellite_observation,
    resolve_observation,
    resolve_satellite_observation,
    roll_action,
    visible_from_above,
)
from gearlock.systems.blitz.general_concepts.dice import EW, skill_of
from gearlock.systems.blitz.general_concepts.measuring import distance, distance_between
from gearlock.systems.blitz.lock_and_cover.cover import SENSORS, can_lock, may_use_sensors, scan_reach, with_sensors
from gearlock.systems.blitz.models import DETECTION
from gearlock.systems.blitz.paying import has_action, refuse_idle
from gearlock.systems.blitz.sensor_jamming import SENSOR_JAM, SensorsJammed, jams_sensors, sensor_jam_test
from gearlock.systems.blitz.state import (
    BRACED,
    COMMS_JAMMING,
    COUNTER_BATTERY,
    FIELDED,
    INTERFERENCE,
    SENSOR_BOOST,
    SWEEPING,
    WRECK,
    State,
    Unit,
    opponent,
)
from gearlock.table.bodies import Body
from gearlock.table.measure import INCH, inches
from gearlock.table.polygon import distance_to

_RULES = {
    SENSOR_BOOST: "blitz.14.5a", INTERFERENCE: "blitz.14.5c", COMMS_JAMMING: "blitz.14.6b",
    COUNTER_BATTERY: "blitz.14.7d",
}  # fmt: skip


def gained(state: State, event: EwTokenGained, _seat: str | None) -> Line:
    """A token until the next activation."""
    more = f" of intensity {event.intensity}" if event.token in (INTERFERENCE, COMMS_JAMMING) else ""
    more = " with active sensors" if event.token == SENSOR_BOOST and event.intensity == SWEEPING else more
    text = f"{state.units[event.unit].name} has {event.token}{more} until its next activation."
    return Line(text, (event.unit,), _RULES.get(event.token, "blitz.14.0"))


def boost_ended(state: State, event: BoostEnded, _seat: str | None) -> Line:
    """No boost any more."""
    return Line(f"{state.units[event.unit].name} ends its sensor boost.", (event.unit,), "blitz.14.5a")


def reduced(state: State, event: InterferenceReduced, _seat: str | None) -> Line:
    """Interference countered."""
    text = f"The interference of {state.units[event.target].name} falls by {event.by}."
    return Line(text, (event.unit, event.target), "blitz.14.5c")


def scanned(state: State, event: Scanned, _seat: str | None) -> Line:
    """A scan, and whether it found anything."""
    name = state.units[event.target].name if event.target in state.units else event.target
    came = "has scanned" if event.passed else "learns nothing about"
    return Line(f"{state.units[event.unit].name} {came} {name}.", (event.unit,), "blitz.7.8")


# --- 14.5a, 14.5b, 14.5c, 14.6b and 14.7d: boosts, jamming, interference and what works against it

BOOSTING = 18 * INCH

COUNTERING = "work against interference"


@heeds("blitz.14.5a", "blitz.trait.sensors", "blitz.trait.aux")
def sensor_rating(unit: Unit) -> int:
    """The rating of its Sensors trait in mils, or what everybody has."""
    return DETECTION if SENSORS in unit.line.auxiliary and unit.is_crippled else unit.line.sensors


@heeds("blitz.14.5a", "blitz.7.7", "blitz.15.5d")
def refuse_sensor_boost(state: State, order: BoostSensors) -> Refusal | None:
    """Sensors of 18 in or more, and once in an activation."""
    unit, now = state.units[order.unit], state.activation
    if idle := refuse_idle(unit):
        return idle
    if sensor_rating(unit) < BOOSTING:
        message = f"A sensor boost takes Sensors of 18 in or more that work, which the {unit.name} has not."
        return Refusal("trait", "blitz.14.5a", message)
    if now is not None and SENSOR_BOOST in now.marks:
        return Refusal("again", "blitz.14.5a", f"The {unit.name} has boosted in this activation, and may once.")
    if order.sensors and not may_use_sensors(unit):
        message = f"The {unit.name} may not use active sensors: it is ordered full speed ahead."
        return Refusal("sensors", "blitz.15.5d", message)
    return None


@heeds("blitz.14.5a")
def resolve_sensor_boost(ctx: Ctx[State], order: BoostSensors) -> Script[None]:
    """A token, with active sensors for as long as it lies there if wanted."""
    answers, _ = yield from begin_action(ctx, order.unit, SENSOR_BOOST, sensors=order.sensors)
    ctx.emit(EwTokenGained(order.unit, SENSOR_BOOST, SWEEPING if order.sensors else 1))
    yield from resolve_exchange(ctx, answers)


def refuse_ending(state: State, order: EndBoost) -> Refusal | None:
    """A friend, or oneself, who boosts."""
    booster = state.units.get(order.booster)
    if booster is not None and booster.seat == state.units[order.unit].seat and SENSOR_BOOST in booster.tokens:
        return None
    return Refusal("boost", "blitz.14.5a", f"{order.booster or 'Nobody'} is no model of yours that boosts sensors.")


def resolve_ending(ctx: Ctx[State], order: EndBoost) -> None:
    """The token goes."""
    ctx.emit(BoostEnded(order.booster))


@heeds("blitz.14.5b", "blitz.trait.sj")
def refuse_sensor_jam(state: State, order: JamSensors) -> Refusal | None:
    """ECM with SJ, and an enemy in detection range and Lock."""
    unit = state.units[order.unit]
    refusal = refuse_acting(unit, SENSOR_JAM, "blitz.14.5b", "ECM SJ", order.sensors)
    return refusal or refuse_finding(state, unit, order.target, "blitz.14.5b", order.sensors)


@heeds("blitz.14.5b", "blitz.10.4")
def resolve_sensor_jam(ctx: Ctx[State], order: JamSensors) -> Script[None]:
    """Its roll comes before the answers of its target, which it may spoil."""
    unit, target = order.unit, order.target
    gain = partial(SensorsJammed, unit, target)
    yield from roll_action(ctx, unit, SENSOR_JAM, sensor_jam_test, gain, target, order.sensors)


@heeds("blitz.14.5c", "blitz.trait.ecm")
def refuse_interference(state: State, order: Interfere) -> Refusal | None:
    """Any ECM will do."""
    return refuse_acting(state.units[order.unit], INTERFERENCE, "blitz.14.5c", "ECM")


@rule("blitz.14.5c")
@heeds("blitz.trait.ecm")
def resolve_interference(ctx: Ctx[State], order: Interfere) -> Script[None]:
    """An EW roll with the dice of the suite: its successes are the intensity of the token."""
    gain = partial(EwTokenGained, order.unit, INTERFERENCE)
    yield from roll_action(ctx, order.unit, INTERFERENCE, interference_test, gain)


def interference_test(state: State, unit: Unit) -> DiceTest:
    """The roll of sensor interference."""
    lines = tuple(ecm_lines(state, unit))
    stake = "each success is a point of interference"
    return DiceTest(INTERFERENCE, unit.id, EW, skill_of(unit, EW), lines, rule="blitz.14.5c", stake=stake)


@heeds("blitz.14.5c", "blitz.trait.eccm")
def refuse_countering(state: State, order: CounterInterference) -> Refusal | None:
    """ECCM, and an enemy with a token in detection range and Lock."""
    unit = state.units[order.unit]
    refusal = refuse_acting(unit, COUNTERING, "blitz.14.5c", "ECCM", order.sensors)
    refusal = refusal or refuse_finding(state, unit, order.target, "blitz.14.5c", order.sensors)
    if refusal is None and INTERFERENCE not in state.units[order.target].tokens:
        message = f"The {state.units[order.target].name} spreads no interference."
        return Refusal("token", "blitz.14.5c", message)
    return refusal


def countering_test(state: State, unit: Unit) -> DiceTest:
    """An EW roll; ECCM does not re-roll it."""
    lines = tuple(modifiers_of(state, unit, EW))
    stake = "each success takes off a point of interference"
    return DiceTest(COUNTERING, unit.id, EW, skill_of(unit, EW), lines, rule="blitz.14.5c", stake=stake)


@heeds("blitz.14.5c", "blitz.trait.eccm")
def resolve_countering(ctx: Ctx[State], order: CounterInterference) -> Script[None]:
    """Each success lowers the token."""
    unit, target = order.unit, order.target
    gain, most = partial(InterferenceReduced, unit, target), ctx.state.units[target].token(INTERFERENCE)
    yield from roll_action(ctx, unit, COUNTERING, countering_test, gain, target, order.sensors, most)


@heeds("blitz.14.6b", "blitz.trait.cj")
def refuse_comms_jam(state: State, order: JamComms) -> Refusal | None:
    """ECM with CJ."""
    return refuse_acting(state.units[order.unit], JAM, "blitz.14.6b", "ECM CJ")


@rule("blitz.14.6b")
def resolve_comms_jam(ctx: Ctx[State], order: JamComms) -> Script[None]:
    """An EW roll with the dice of the suite: its successes are the intensity of the token."""
    yield from roll_action(ctx, order.unit, JAM, jam_test, partial(EwTokenGained, order.unit, COMMS_JAMMING))


@rule("blitz.14.7d")
@heeds("blitz.14.7a")
def refuse_watching(state: State, order: WatchBatteries) -> Refusal | None:
    """A braced model with an uplink."""
    unit = state.units[order.unit]
    if unit.stance != BRACED:
        return Refusal("posture", "blitz.14.7d", f"The {unit.name} is not braced, as this surveillance has to be.")
    return refuse_satellite(state, unit, "counter-battery surveillance", "blitz.14.7d")


@heeds("blitz.14.7d")
def resolve_watching(ctx: Ctx[State], order: WatchBatteries) -> Script[None]:
    """A token that keeps it braced."""
    answers, _ = yield from begin_action(ctx, order.unit, "counter-battery surveillance")
    ctx.emit(EwTokenGained(order.unit, COUNTER_BATTERY, 1))
    yield from resolve_exchange(ctx, answers)


# --- 7.8: detailed scans

DETAILED = "detailed scan"


@heeds("blitz.7.8", "blitz.2.7")
def scan_distance(state: State, unit: Unit, target: str) -> int | None:
    """Mils to a model, a marker or a piece of terrain; None if there is no such thing on the table."""
    if target in state.units:
        other = state.units[target]
        return distance_between(state, unit, other) if other.status in (FIELDED, WRECK) else None
    if target in state.markers:
        x, y = state.markers[target]
        return distance(unit.body, Body(x, y, unit.z, 0))
    piece = next((piece for piece in state.ground.pieces if piece.id == target), None)
    return None if piece is None else max(0, distance_to(piece.outline, unit.x, unit.y) - unit.line.radius)


@heeds("blitz.7.8", "blitz.7.1", "blitz.15.5d")
def refuse_scan(state: State, order: Scan) -> Refusal | None:
    """Within half the detection range, which nothing doubles; a model also in Lock."""
    unit = state.units[order.unit]
    refusal = refuse_acting(unit, DETAILED, "blitz.7.8", sensors=True)
    if refusal is not None:
        return refusal
    away, reach = scan_distance(state, unit, order.target), scan_reach(state, unit)
    if away is None or order.target == unit.id:
        return Refusal("target", "blitz.7.8", f"There is no {order.target or 'target'} on the table to be scanned.")
    if away > reach:
        message = f"It is {inches(away)} in away, and the {unit.name} scans within {inches(reach)} in."
        return Refusal("range", "blitz.7.8", message, {"distance": away, "range": reach})
    target = state.units.get(order.target)
    if target is not None and not can_lock(with_sensors(state, unit), unit, target):
        return Refusal("lock", "blitz.7.8", f"The {unit.name} has no lock on the {target.name}.")
    return None


def scan_test(state: State, unit: Unit) -> DiceTest:
    """An EW roll; one success is enough."""
    lines = tuple(modifiers_of(state, unit, EW))
    return DiceTest(
        DETAILED, unit.id, EW, skill_of(unit, EW), lines, rule="blitz.7.8", enough=1, stake="one success is enough"
    )


@heeds("blitz.7.8", "blitz.7.7", "blitz.10.4")
def resolve_scan(ctx: Ctx[State], order: Scan) -> Script[None]:
    """With active sensors on, so that whoever detects the scanner may answer; if it dies of that the scan fails."""
    is_model = order.target in ctx.state.units
    answers, blurred = yield from begin_action(ctx, order.unit, DETAILED, order.target, True, lock=is_model)
    test = scan_test(ctx.state, ctx.state.units[order.unit])
    made = yield from make_roll(ctx, test._replace(lines=(*test.lines, *blurred)))
    yield from resolve_exchange(ctx, answers)
    ctx.emit(Scanned(order.unit, order.target, made.successes > 0 and ctx.state.units[order.unit].is_fielded))


# --- What is offered


def offer_electronic_warfare(state: State, unit: Unit) -> Iterator[Option]:
    """Observation for those who could fire, jamming and its counters, boosts, satellites."""
    for booster in state.fielded(unit.seat):
        if SENSOR_BOOST in booster.tokens:
            label = f"End the sensor boost of the {booster.name}"
            yield Pick(label, EndBoost(unit.id, booster.id), "blitz.14.5a")
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
                order = Observe(unit.id, target.id, guided, sensors)
                if refuse_observation(state, order) is None:
                    label = f"{what} the {target.name}{', active sensors' if sensors else ''}"
                    yield Target(label, order, "blitz.14.2b" if guided else "blitz.14.2a", target.id)
                    break
    above = ObserveFromAbove(unit.id)
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
            order = JamSensors(unit.id, target.id, sensors)
            if refuse_sensor_jam(state, order) is None:
                label = f"Jam the sensors of the {target.name}{', active sensors' if sensors else ''}"
                yield Target(label, order, "blitz.14.5b", target.id)
                break
        for sensors in (False, True) if counters and INTERFERENCE in target.tokens else ():
            counter = CounterInterference(unit.id, target.id, sensors)
            if refuse_countering(state, counter) is None:
                label = f"Work against the interference of the {target.name}{', active sensors' if sensors else ''}"
                yield Target(label, counter, "blitz.14.5c", target.id)
                break


@heeds("blitz.14.5a", "blitz.14.5c", "blitz.14.6b", "blitz.14.7d")
def _of_its_own(state: State, unit: Unit) -> Iterator[Option]:
    """What names nobody."""
    for sensors in (False, True):
        boost = BoostSensors(unit.id, sensors)
        if refuse_sensor_boost(state, boost) is None:
            label = f"Sensor boost{' with active sensors' if sensors else ''}"
            yield Pick(label, boost, "blitz.14.5a")
    if refuse_interference(state, Interfere(unit.id)) is None:
        yield Pick("Sensor interference", Interfere(unit.id), "blitz.14.5c")
    if jams_comms(unit) and refuse_comms_jam(state, JamComms(unit.id)) is None:
        yield Pick("Comms jamming", JamComms(unit.id), "blitz.14.6b")
    if refuse_watching(state, WatchBatteries(unit.id)) is None:
        yield Pick("Watch for indirect fire by satellite", WatchBatteries(unit.id), "blitz.14.7d")


@heeds("blitz.7.8")
def _scans(state: State, unit: Unit) -> Iterator[Option]:
    """Markers within reach, and enemies where there are objectives to be had."""
    enemies = [other.id for other in state.fielded(opponent(unit.seat))] if state.facts else []
    for target in (*state.markers, *enemies):
        order = Scan(unit.id, target)
        if refuse_scan(state, order) is None:
            name = state.units[target].name if target in state.units else target
            yield Pick(f"Scan the {name}", order, "blitz.7.8")


# --- The contents of the chapter

ELECTRONIC_WARFARE: Chapter[State] = Chapter(
    "14: electronic warfare",
    orders=(
        OrderRules(Observe, "act", by_order(refuse_observation), resolve_observation),
        OrderRules(ObserveFromAbove, "act", by_order(refuse_satellite_observation), resolve_satellite_observation),
        OrderRules(Nominate, "nominate", refuse_nomination),
        OrderRules(BoostSensors, "act", by_order(refuse_sensor_boost), resolve_sensor_boost),
        OrderRules(EndBoost, "act", by_order(refuse_ending), resolve_ending),
        OrderRules(JamSensors, "act", by_order(refuse_sensor_jam), resolve_sensor_jam),
        OrderRules(Interfere, "act", by_order(refuse_interference), resolve_interference),
        OrderRules(CounterInterference, "act", by_order(refuse_countering), resolve_countering),
        OrderRules(JamComms, "act", by_order(refuse_comms_jam), resolve_comms_jam),
        OrderRules(WatchBatteries, "act", by_order(refuse_watching), resolve_watching),
        OrderRules(Scan, "act", by_order(refuse_scan), resolve_scan),
    ),
    events={
        EwTokenGained: gained,
        BoostEnded: boost_ended,
        InterferenceReduced: reduced,
        Scanned: scanned,
    },
)
