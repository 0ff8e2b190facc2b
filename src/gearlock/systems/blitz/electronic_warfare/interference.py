"""14.5a, 14.5b, 14.5c, 14.6b and 14.7d: boosts, jamming, interference and what works against it."""

from __future__ import annotations

from functools import partial

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.blitz.attacks.exchange import resolve_exchange
from gearlock.systems.blitz.dice_tests.comms_tests import JAM, ecm_lines, jam_test
from gearlock.systems.blitz.dice_tests.modifiers import modifiers_of
from gearlock.systems.blitz.dice_tests.rolls import DiceTest
from gearlock.systems.blitz.electronic_warfare import orders as o
from gearlock.systems.blitz.electronic_warfare.acting import begin_action, refuse_acting, refuse_finding, roll_action
from gearlock.systems.blitz.electronic_warfare.events import BoostEnded, EwTokenGained, InterferenceReduced
from gearlock.systems.blitz.electronic_warfare.observing import refuse_satellite
from gearlock.systems.blitz.general_concepts.dice import EW, skill_of
from gearlock.systems.blitz.jamming.events import SensorsJammed
from gearlock.systems.blitz.jamming.sensor_jamming import SENSOR_JAM, sensor_jam_test
from gearlock.systems.blitz.lock_and_cover.sensing import SENSORS, may_use_sensors
from gearlock.systems.blitz.models import DETECTION
from gearlock.systems.blitz.paying import refuse_idle
from gearlock.systems.blitz.state import (
    BRACED,
    COMMS_JAMMING,
    COUNTER_BATTERY,
    INTERFERENCE,
    SENSOR_BOOST,
    SWEEPING,
    State,
    Unit,
)
from gearlock.table.measure import INCH

BOOSTING = 18 * INCH
COUNTERING = "work against interference"


@heeds("blitz.14.5a", "blitz.trait.sensors", "blitz.trait.aux")
def sensor_rating(unit: Unit) -> int:
    """The rating of its Sensors trait in mils, or what everybody has."""
    return DETECTION if SENSORS in unit.line.auxiliary and unit.is_crippled else unit.line.sensors


@heeds("blitz.14.5a", "blitz.7.7", "blitz.15.5d")
def refuse_sensor_boost(state: State, order: o.BoostSensors) -> Refusal | None:
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
def resolve_sensor_boost(ctx: Ctx[State], order: o.BoostSensors) -> Script[None]:
    """A token, with active sensors for as long as it lies there if wanted."""
    answers, _ = yield from begin_action(ctx, order.unit, SENSOR_BOOST, sensors=order.sensors)
    ctx.emit(EwTokenGained(order.unit, SENSOR_BOOST, SWEEPING if order.sensors else 1))
    yield from resolve_exchange(ctx, answers)


def refuse_ending(state: State, order: o.EndBoost) -> Refusal | None:
    """A friend, or oneself, who boosts."""
    booster = state.units.get(order.booster)
    if booster is not None and booster.seat == state.units[order.unit].seat and SENSOR_BOOST in booster.tokens:
        return None
    return Refusal("boost", "blitz.14.5a", f"{order.booster or 'Nobody'} is no model of yours that boosts sensors.")


def resolve_ending(ctx: Ctx[State], order: o.EndBoost) -> None:
    """The token goes."""
    ctx.emit(BoostEnded(order.booster))


@heeds("blitz.14.5b", "blitz.trait.sj")
def refuse_sensor_jam(state: State, order: o.JamSensors) -> Refusal | None:
    """ECM with SJ, and an enemy in detection range and Lock."""
    unit = state.units[order.unit]
    refusal = refuse_acting(unit, SENSOR_JAM, "blitz.14.5b", "ECM SJ", order.sensors)
    return refusal or refuse_finding(state, unit, order.target, "blitz.14.5b", order.sensors)


@heeds("blitz.14.5b", "blitz.10.4")
def resolve_sensor_jam(ctx: Ctx[State], order: o.JamSensors) -> Script[None]:
    """Its roll comes before the answers of its target, which it may spoil."""
    unit, target = order.unit, order.target
    gain = partial(SensorsJammed, unit, target)
    yield from roll_action(ctx, unit, SENSOR_JAM, sensor_jam_test, gain, target, order.sensors)


@heeds("blitz.14.5c", "blitz.trait.ecm")
def refuse_interference(state: State, order: o.Interfere) -> Refusal | None:
    """Any ECM will do."""
    return refuse_acting(state.units[order.unit], INTERFERENCE, "blitz.14.5c", "ECM")


@rule("blitz.14.5c")
@heeds("blitz.trait.ecm")
def resolve_interference(ctx: Ctx[State], order: o.Interfere) -> Script[None]:
    """An EW roll with the dice of the suite: its successes are the intensity of the token."""
    gain = partial(EwTokenGained, order.unit, INTERFERENCE)
    yield from roll_action(ctx, order.unit, INTERFERENCE, interference_test, gain)


def interference_test(state: State, unit: Unit) -> DiceTest:
    """The roll of sensor interference."""
    lines = tuple(ecm_lines(state, unit))
    stake = "each success is a point of interference"
    return DiceTest(INTERFERENCE, unit.id, EW, skill_of(unit, EW), lines, rule="blitz.14.5c", stake=stake)


@heeds("blitz.14.5c", "blitz.trait.eccm")
def refuse_countering(state: State, order: o.CounterInterference) -> Refusal | None:
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
def resolve_countering(ctx: Ctx[State], order: o.CounterInterference) -> Script[None]:
    """Each success lowers the token."""
    unit, target = order.unit, order.target
    gain, most = partial(InterferenceReduced, unit, target), ctx.state.units[target].token(INTERFERENCE)
    yield from roll_action(ctx, unit, COUNTERING, countering_test, gain, target, order.sensors, most)


@heeds("blitz.14.6b", "blitz.trait.cj")
def refuse_comms_jam(state: State, order: o.JamComms) -> Refusal | None:
    """ECM with CJ."""
    return refuse_acting(state.units[order.unit], JAM, "blitz.14.6b", "ECM CJ")


@rule("blitz.14.6b")
def resolve_comms_jam(ctx: Ctx[State], order: o.JamComms) -> Script[None]:
    """An EW roll with the dice of the suite: its successes are the intensity of the token."""
    yield from roll_action(ctx, order.unit, JAM, jam_test, partial(EwTokenGained, order.unit, COMMS_JAMMING))


@rule("blitz.14.7d")
@heeds("blitz.14.7a")
def refuse_watching(state: State, order: o.WatchBatteries) -> Refusal | None:
    """A braced model with an uplink."""
    unit = state.units[order.unit]
    if unit.stance != BRACED:
        return Refusal("posture", "blitz.14.7d", f"The {unit.name} is not braced, as this surveillance has to be.")
    return refuse_satellite(state, unit, "counter-battery surveillance", "blitz.14.7d")


@heeds("blitz.14.7d")
def resolve_watching(ctx: Ctx[State], order: o.WatchBatteries) -> Script[None]:
    """A token that keeps it braced."""
    answers, _ = yield from begin_action(ctx, order.unit, "counter-battery surveillance")
    ctx.emit(EwTokenGained(order.unit, COUNTER_BATTERY, 1))
    yield from resolve_exchange(ctx, answers)
