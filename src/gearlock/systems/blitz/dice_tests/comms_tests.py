"""14.1a, 14.4 and 14.6b: comms tests: friends boost them, and jammers, the weather too, take successes off them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from gearlock.kernel.asks import Ask
from gearlock.kernel.dice import Roll
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import dice
from gearlock.mechanics.pools.throwing import throw_pool
from gearlock.systems.blitz.dice_tests.events import SignalJammed, Transmitted
from gearlock.systems.blitz.dice_tests.jammed import ECCM, throw_off
from gearlock.systems.blitz.dice_tests.modifiers import modifiers_of
from gearlock.systems.blitz.dice_tests.orders import BoostComms, JamSignal
from gearlock.systems.blitz.dice_tests.second_throws import reroll_at_hand
from gearlock.systems.blitz.dice_tests.throws import Again, DiceTest, Made, roll_test
from gearlock.systems.blitz.general_concepts.dice import EW, NA, SATUP, skill_of, successes
from gearlock.systems.blitz.general_concepts.measuring import distance_between
from gearlock.systems.blitz.lock_and_cover.sensing import (
    can_find,
    has_lock,
    is_detected,
    may_use_sensors,
    with_sensors,
)
from gearlock.systems.blitz.paying import can_act, has_action
from gearlock.systems.blitz.state import COMMS_JAMMING, NEAR, SILENCE, State, Unit, opponent

STORM = "em storm"
STORM_DICE, STORM_SKILL = 2, 5
BOOST, JAM = "comms boost", "comms jamming"


class CommsTest(NamedTuple):
    """A comms test to be made: its origin, what for, what else changes its dice; by satellite, or in a call."""

    unit: str
    purpose: str
    rule: str
    lines: tuple[Modifier, ...] = ()
    satellite: bool = False
    call: bool = False
    enough: int | None = None
    """More successes than this are worth nothing; None if each counts."""
    stake: str = ""


class Signal(NamedTuple):
    """Successes of a comms test as rolled, which count in auto comms, and what jamming leaves of them."""

    clear: int
    net: int


@rule("blitz.14.1a", "blitz.trait.comms")
@heeds("blitz.14.7a", "blitz.trait.satup")
def comms_dice(state: State, test: CommsTest) -> DiceTest:
    """The dice of a comms test before boosts: EW with standard modifiers and the Comms trait; SatUp by satellite."""
    unit = state.units[test.unit]
    lines = [*modifiers_of(state, unit, EW), *test.lines]
    if unit.trait("Comms"):
        lines.append(dice(unit.trait("Comms"), "Comms", "blitz.trait.comms"))
    skill, number = (SATUP, unit.trait(SATUP)) if test.satellite else (EW, skill_of(unit, EW))
    made = DiceTest(test.purpose, test.unit, skill, number, tuple(lines), rule=test.rule)
    return made._replace(enough=test.enough, stake=test.stake)


@heeds("blitz.14.1a", "blitz.14.4", "blitz.14.6b", "blitz.trait.eccm", "blitz.2.6")
def roll_comms(ctx: Ctx[State], test: CommsTest, again: Again = reroll_at_hand) -> Script[Signal]:
    """Boosts, dice, jamming, and only then a re-roll; what was jammed stays jammed."""
    lost = 0

    def jam(ctx: Ctx[State], _made: Made) -> Script[tuple[list[str], int]]:
        nonlocal lost
        lost, answered = yield from _resolve_jamming(ctx, test, again)
        return [ECCM] if ctx.state.units[test.unit].has("ECCM") and not answered else [], lost

    boosts = yield from _offer_boosts(ctx, test)
    whole = comms_dice(ctx.state, test)
    made = yield from roll_test(ctx, whole._replace(lines=(*whole.lines, *boosts)), again, jam)
    return Signal(made.successes, max(0, made.successes - lost))


@rule("blitz.14.4")
@heeds("blitz.15.5b", "blitz.10.3", "blitz.14.0")
def may_boost(state: State, unit: Unit, origin: Unit) -> bool:
    """A friend of the active model within 6 in and Lock who can pay, has an EW skill and keeps no radio silence."""
    if unit.seat != origin.seat or unit.id == origin.id or not unit.is_fielded or not can_act(unit):
        return False
    if not state.is_active(origin):
        return False
    if SILENCE in unit.tokens or unit.line.ew >= NA:
        return False
    return distance_between(state, unit, origin) <= NEAR and has_lock(state, unit, origin)


@heeds("blitz.14.4", "blitz.trait.comms")
def boost_dice(unit: Unit, actions: int) -> int:
    """A die for each action, and once the booster's Comms rating."""
    return actions + max(0, unit.trait("Comms"))


@heeds("blitz.14.4")
def _offer_boosts(ctx: Ctx[State], test: CommsTest) -> Script[list[Modifier]]:
    """Ask every friend near enough."""
    origin_id = test.unit
    origin, lines = ctx.state.units[origin_id], []
    helpers = [unit.id for unit in ctx.state.fielded(origin.seat) if may_boost(ctx.state, unit, origin)]
    for name in helpers:
        unit = ctx.state.units[name]
        prompt = f"Boost the comms test of the {ctx.state.units[origin_id].name} with actions of the {unit.name}?"
        order = yield from ask(Ask(unit.seat, "boost", name, (origin_id,), "blitz.14.4", prompt, True))
        if isinstance(order, BoostComms):
            ctx.emit(Transmitted(name, BOOST, origin_id, order.actions, call=test.call))
            count = boost_dice(ctx.state.units[name], order.actions)
            lines.append(dice(count, f"Comms boost of the {unit.name}", "blitz.14.4"))
    return lines


@rule("blitz.trait.cj")
@heeds("blitz.14.6b", "blitz.trait.ecm")
def jams_comms(unit: Unit) -> bool:
    """Whether it carries comms jamming that works: ECM with CJ, and an EW skill."""
    return unit.has("ECM") and unit.has("CJ") and unit.line.ew < NA


@heeds("blitz.14.6b")
def jam_tokens(state: State, origin: Unit) -> Iterator[tuple[str, int]]:
    """The comms jamming a model is under, friend's or foe's: jammers that have it in detection range and Lock."""
    for unit in state.units.values():
        if COMMS_JAMMING not in unit.tokens or not unit.is_fielded or unit.id == origin.id:
            continue
        if is_detected(state, unit, origin) and has_lock(state, unit, origin):
            yield unit.id, unit.token(COMMS_JAMMING)


@heeds("blitz.14.6b", "blitz.7.7")
def can_jam_signal(state: State, unit: Unit, origin: Unit, sensors: bool = False) -> bool:
    """Whether a ready passive enemy may answer a comms event with jamming: detection range and Lock to its origin."""
    if unit.seat == origin.seat or not unit.is_fielded or state.is_active(unit):
        return False
    if not has_action(unit) or not jams_comms(unit):
        return False
    if sensors and not may_use_sensors(unit):
        return False
    return can_find(with_sensors(state, unit) if sensors else state, unit, origin)


@heeds("blitz.14.6b", "blitz.14.7a", "blitz.16.0-2c-em")
def _resolve_jamming(ctx: Ctx[State], test: CommsTest, again: Again) -> Script[tuple[int, bool]]:
    """The successes a test loses, and whether somebody jammed it in answer. Satellites are jammed by tokens alone."""
    lost, answered = 0, False
    for name, intensity in list(jam_tokens(ctx.state, ctx.state.units[test.unit])):
        ctx.emit(SignalJammed(test.unit, name, intensity))
        lost += intensity
    contested = lost > 0
    for name in [] if test.satellite else [unit.id for unit in ctx.state.fielded(opponent(_seat_of(ctx, test)))]:
        unit, origin = ctx.state.units[name], ctx.state.units[test.unit]
        if not can_jam_signal(ctx.state, unit, origin) and not can_jam_signal(ctx.state, unit, origin, True):
            continue
        prompt = f"The {origin.name} sends: does the {unit.name} jam it?"
        order = yield from ask(Ask(unit.seat, "jam signal", name, (test.unit,), "blitz.14.6b", prompt, True))
        if isinstance(order, JamSignal):
            answered = contested = True
            lost += yield from _answer_signal(ctx, order, test, again)
    if not contested and ctx.state.switches.get("weather") == STORM:
        lost += yield from _contest_by_storm(ctx, test.unit)
    return lost, answered


def _seat_of(ctx: Ctx[State], test: CommsTest) -> str:
    return ctx.state.units[test.unit].seat


@heeds("blitz.14.6b", "blitz.14.5b", "blitz.trait.ecm")
def _answer_signal(ctx: Ctx[State], order: JamSignal, test: CommsTest, again: Again) -> Script[int]:
    """The EW roll of a jammer against one comms test; who is jammed itself works against that first."""
    ctx.emit(Transmitted(order.unit, JAM, test.unit, sensors=order.sensors, call=test.call))
    blurred = yield from throw_off(ctx, order.unit)
    made = yield from roll_test(ctx, jam_test(ctx.state, ctx.state.units[order.unit], blurred), again)
    if made.successes:
        ctx.emit(SignalJammed(test.unit, order.unit, made.successes))
    return made.successes


@rule("blitz.trait.ecm")
@heeds("blitz.14.6b", "blitz.14.5c")
def ecm_lines(state: State, unit: Unit) -> list[Modifier]:
    """Standard modifiers, and the dice of the suite for interference and comms jamming."""
    lines = modifiers_of(state, unit, EW)
    return [*lines, dice(unit.trait("ECM"), "ECM", "blitz.trait.ecm")] if unit.trait("ECM") else lines


def jam_test(state: State, unit: Unit, blurred: Iterable[Modifier] = ()) -> DiceTest:
    """The roll of comms jamming."""
    lines = (*ecm_lines(state, unit), *blurred)
    stake = "each success takes one off comms tests"
    return DiceTest(JAM, unit.id, EW, skill_of(unit, EW), lines, rule="blitz.14.6b", stake=stake)


@rule("blitz.16.0-2c-em")
def _contest_by_storm(ctx: Ctx[State], origin: str) -> Script[int]:
    """An electromagnetic storm jams whatever no jammer does: two dice at 5+."""
    seat = opponent(ctx.state.units[origin].seat)
    roll = Roll("em storm", STORM_DICE, 6, 1, seat, "", "blitz.16.0-2c-em", marks=(STORM_SKILL,))
    faces = yield from throw_pool(roll)
    found = successes(faces, STORM_SKILL)
    ctx.emit(SignalJammed(origin, STORM, found, faces))
    return found
