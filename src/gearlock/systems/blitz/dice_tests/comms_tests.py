"""2.6, 14.1a, 14.4 and 14.6b: comms tests: friends boost them, jammers and the weather reduce them; rerolls."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from gearlock.kernel.asks import Ask, Option, Pick, decline
from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.kernel.dice import Roll
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.view import Line, Modifier, Throw
from gearlock.mechanics.pools.lines import dice
from gearlock.mechanics.pools.throwing import throw_pool
from gearlock.systems.blitz.chain_of_command import chain_of, is_in_formation, may_spend_on
from gearlock.systems.blitz.dice_tests.tests import (
    CALL,
    AddDice,
    Again,
    BoostComms,
    CallEnded,
    DiceAdded,
    DiceTest,
    Failed,
    JammingReduced,
    JamSignal,
    Made,
    Reroll,
    Rerolled,
    RollMade,
    SandCaught,
    SignalJammed,
    Transmitted,
    ask_for_reroll,
    modifiers_of,
    reroll_at_hand,
    reroll_sources,
    roll_test,
)
from gearlock.systems.blitz.general_concepts.dice import BASE_DICE, EW, NA, SATUP, skill_of, successes
from gearlock.systems.blitz.general_concepts.measuring import distance_between
from gearlock.systems.blitz.lock_and_cover.cover import can_find, has_lock, is_detected, may_use_sensors, with_sensors
from gearlock.systems.blitz.paying import can_act, has_action
from gearlock.systems.blitz.state import (
    COMMAND,
    COMMS_JAMMING,
    COORDINATED,
    JAMMED_NOW,
    NEAR,
    SENSOR_JAMMING,
    SILENCE,
    SKILL,
    State,
    Unit,
    opponent,
)

BASE = dice(BASE_DICE, "Base dice", "blitz.2.2")


def skill_text(skill: int) -> str:
    """A skill as stat lines print it."""
    return "NA" if skill >= NA else f"{skill}+"


@heeds("blitz.2.1")
def faces_text(faces: tuple[int, ...]) -> str:
    """Dice in square brackets."""
    return f"[{', '.join(map(str, faces))}]" if faces else "no dice"


def success_throw(label: str, faces: tuple[int, ...], skill: int, lines: tuple[Modifier, ...], rule: str) -> Throw:
    """The dice of a Roll, those that succeeded marked."""
    counts = tuple(face >= skill for face in faces)
    total = f"{sum(counts)} of {len(faces)} at {skill_text(skill)}"
    return Throw(label, faces, 6, counts, lines, total, rule)


def added(state: State, event: DiceAdded, _seat: str | None) -> Line:
    """Actions spent on a test."""
    name = state.units[event.unit].name
    text = f"{name} spends {event.actions} action{'s' * (event.actions > 1)} on its {event.purpose}: +{event.dice}D6."
    return Line(text, (event.unit,), "blitz.3.4a-action-bonus")


def rolled(state: State, event: RollMade, _seat: str | None) -> Line:
    """A Roll and what came of it."""
    name, count = state.units[event.unit].name, event.successes
    came = "no success" if not count else f"{count} success{'es' * (count > 1)}"
    text = f"{name}, {event.purpose} at {skill_text(event.skill)}: {faces_text(event.faces)}, {came}."
    throw = success_throw(event.purpose, event.faces, event.skill, event.lines, event.rule)
    return Line(text, (event.unit,), event.rule, (throw,))


def rerolled(state: State, event: Rerolled, _seat: str | None) -> Line:
    """A test again, and what paid for it."""
    giver = state.units.get(event.source)
    paid = event.source if giver is None else f"a command point of {giver.name}"
    paid = "a skill point" if event.source == SKILL else paid.partition(":")[0]
    text = f"{state.units[event.unit].name} re-rolls its {event.purpose} ({paid})."
    return Line(text, (event.unit,), "blitz.2.6")


def failed(state: State, event: Failed, _seat: str | None) -> Line:
    """A defective system, and whether it held."""
    held = "holds" if event.works else "gives out"
    text = f"{state.units[event.unit].name}: its defective {event.system.lower()} {held} [{event.face}]."
    return Line(text, (event.unit,), "blitz.trait.defective")


def transmitted(state: State, event: Transmitted, _seat: str | None) -> Line:
    """Electronic warfare begins."""
    names = tuple(name for name in (event.unit, event.target) if name in state.units)
    at = f" on {state.units[event.target].name}" if event.target in state.units else ""
    eyes = ", active sensors on" if event.sensors else ""
    return Line(f"{state.units[event.unit].name} uses {event.what}{at}{eyes}.", names, "blitz.14.0")


def signal_jammed(state: State, event: SignalJammed, _seat: str | None) -> Line:
    """A comms test that loses successes."""
    by = state.units[event.by].name if event.by in state.units else f"The {event.by} {faces_text(event.faces)}"
    text = f"{by} takes {event.successes} off the comms test of {state.units[event.unit].name}."
    return Line(text, (event.unit,), "blitz.14.6b")


def jamming_reduced(state: State, event: JammingReduced, _seat: str | None) -> Line:
    """Jamming thrown off, or a part of it."""
    left = f"intensity {event.intensity} is left" if event.intensity else "it is gone"
    text = f"{state.units[event.unit].name} works against the jamming of its sensors: {left}."
    return Line(text, (event.unit,), "blitz.14.5b")


def call_ended(state: State, event: CallEnded, _seat: str | None) -> Line:
    """A commander far away."""
    came = "gets through to" if event.reached else "does not reach"
    text = f"{state.units[event.unit].name} {came} {state.units[event.target].name}."
    return Line(text, (event.unit, event.target), "blitz.15.6")


# --- 14.5b: what jammed sensors do to a model: it works against them for nothing, and what is left costs it dice

ECCM = "ECCM"


@heeds("blitz.14.5b")
def jamming_on(unit: Unit) -> tuple[str, int]:
    """Who jams its sensors and how intensely; nobody if no token lies on it."""
    for name, intensity in unit.tokens.items():
        kind, _, jammer = name.partition(":")
        if kind == SENSOR_JAMMING:
            return jammer, intensity
    return "", 0


@rule("blitz.trait.eccm")
@heeds("blitz.14.5b", "blitz.14.6b")
def free_recovery(unit: Unit) -> tuple[str, ...]:
    """ECCM re-rolls for nothing what works against jamming, unless it was jammed in answer to this very action."""
    return (ECCM,) if unit.has("ECCM") and JAMMED_NOW not in unit.tokens else ()


@rule("blitz.14.5b")
@heeds("blitz.trait.eccm")
def throw_off(ctx: Ctx[State], unit_id: str) -> Script[list[Modifier]]:
    """Before an action that needs Lock: a free EW roll, each success lowers the token; the rest is taken in dice."""
    unit = ctx.state.units[unit_id]
    jammer, intensity = jamming_on(unit)
    if not intensity:
        return []
    lines = tuple(modifiers_of(ctx.state, unit, EW))
    test = DiceTest("sensor recovery", unit_id, EW, skill_of(unit, EW), lines, rule="blitz.14.5b", enough=intensity)
    test = test._replace(
        free=free_recovery(unit), stake=f"each success saves one of the {intensity} dice it would lose"
    )
    made = yield from roll_test(ctx, test, reroll_at_hand)
    left = max(0, intensity - made.successes)
    if made.successes:
        ctx.emit(JammingReduced(unit_id, jammer, left))
    return [dice(-left, "Sensor jamming", "blitz.14.5b")] if left else []


# --- 14.1a, 14.4 and 14.6b: comms tests: friends boost them, and jammers, the weather too, take successes off them

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


# --- 2.6 and 15.6: re-rolls. All dice of a test again, once; the second result stands

POINT = "command point"


@rule("blitz.2.6")
@heeds("blitz.15.6")
def offer_reroll(
    ctx: Ctx[State], unit_id: str, what: str, shown: str, free: list[str], target: str = ""
) -> Script[bool]:
    """Ask whether a test is rolled again; a commander who has to be called may not get through."""
    calls = far_commanders(ctx.state, ctx.state.units[unit_id])
    while True:
        source = yield from ask_for_reroll(ctx, unit_id, what, shown, [*free, *(CALL + name for name in calls)])
        if not source:
            return False
        name = source.removeprefix(CALL)
        if source == name or (yield from _call(ctx, name, unit_id)):
            ctx.emit(Rerolled(unit_id, what, name, target))
            return True
        calls.remove(name)


@heeds("blitz.2.6")
def may_reroll(state: State, unit: Unit, free: Iterable[str]) -> bool:
    """Whether anybody could pay for a re-roll of this model."""
    return bool(reroll_sources(state, unit, free) or far_commanders(state, unit))


@heeds("blitz.15.6", "blitz.14.1a")
def far_commanders(state: State, unit: Unit) -> list[str]:
    """Commanders with a point and an action for a model they are not in formation with, by id."""
    return [
        commander.id
        for commander in chain_of(state, unit.seat)
        if has_action(commander) and may_spend_on(commander, unit) and not is_in_formation(state, unit, commander)
    ]


@heeds("blitz.15.6", "blitz.14.1a")
def _call(ctx: Ctx[State], commander: str, unit_id: str) -> Script[bool]:
    """An action of the commander and a comms test: one success is enough, if the point was not spent on the call."""
    ctx.emit(Transmitted(commander, POINT, unit_id, call=True))
    test = CommsTest(
        commander, "comms test for a command point", "blitz.15.6", call=True, enough=1, stake="a success gets through"
    )
    signal = yield from roll_comms(ctx, test)
    ctx.emit(CallEnded(commander, unit_id, signal.net > 0))
    return signal.net > 0 and ctx.state.units[commander].token(COMMAND) > 0


# --- 2.2a and 3.4a: an unopposed test from its dice to its successes, with action bonus and re-roll


@heeds("blitz.2.2a", "blitz.2.6", "blitz.3.4a-action-bonus", "blitz.16.0-2c-sand")
def make_roll(ctx: Ctx[State], test: DiceTest) -> Script[Made]:
    """Spend actions on it, throw, and re-roll once if its owner wants to, whoever pays for that."""
    return roll_test(ctx, test, offer_reroll)


# --- What is offered


@heeds("blitz.3.4a-action-bonus")
def refuse_bonus(state: State, ask: Ask, order: AddDice) -> Refusal | None:
    """One action at least, and no more than it has."""
    has = state.units[ask.unit].readiness
    if 1 <= order.actions <= has:
        return None
    message = f"The {state.units[ask.unit].name} has {has} actions and standby tokens to spend, not {order.actions}."
    return Refusal("actions", "blitz.3.4a-action-bonus", message, {"actions": order.actions, "has": has})


def offer_bonuses(state: State, ask: Ask) -> Iterator[Option]:
    """So many dice, or none."""
    has = state.units[ask.unit].readiness
    for count in range(1, has + 1):
        label = f"Spend {count} action{'s' * (count > 1)} on it"
        yield Pick(label, AddDice(ask.unit, count), "blitz.3.4a-action-bonus")
    yield decline("Spend nothing", ask.rule)


@heeds("blitz.2.6")
def refuse_reroll(state: State, ask: Ask, order: Reroll) -> Refusal | None:
    """Somebody or something has to pay for it."""
    sources = reroll_sources(state, state.units[ask.unit], ask.about[1:])
    if (order.by or sources[0]) in sources:
        return None
    known = ", ".join(_source_name(state, source) for source in sources)
    return Refusal("source", "blitz.15.6", f"'{order.by}' cannot pay for this re-roll; there are: {known}.")


def offer_rerolls(state: State, ask: Ask) -> Iterator[Option]:
    """Everything that can pay for it."""
    for source in reroll_sources(state, state.units[ask.unit], ask.about[1:]):
        yield Pick(f"Re-roll: {_source_name(state, source)}", Reroll(ask.unit, source), ask.rule)
    yield decline("Let it stand", ask.rule)


def _source_name(state: State, source: str) -> str:
    if source == SKILL:
        return "a skill point"
    if source.startswith(COORDINATED):
        return "coordinated fire"
    if source.startswith(CALL):
        return f"a command point of the {state.units[source.removeprefix(CALL)].name}, by an action and a comms test"
    giver = state.units.get(source)
    return source if giver is None else f"a command point of the {giver.name}"


@heeds("blitz.14.4")
def refuse_boost(state: State, ask: Ask, order: BoostComms) -> Refusal | None:
    """One action at least, and no more than it has."""
    unit = state.units[ask.unit]
    if 1 <= order.actions <= unit.readiness:
        return None
    message = f"The {unit.name} has {unit.readiness} actions and standby tokens to boost with, not {order.actions}."
    return Refusal("actions", "blitz.14.4", message, {"actions": order.actions, "has": unit.readiness})


def offer_boosts(state: State, ask: Ask) -> Iterator[Option]:
    """So many actions, or none."""
    unit = state.units[ask.unit]
    for count in range(1, unit.readiness + 1):
        label = f"Boost with {count} action{'s' * (count > 1)}: +{boost_dice(unit, count)}D6"
        yield Pick(label, BoostComms(ask.unit, count), "blitz.14.4")
    yield decline("Do not boost", ask.rule)


@heeds("blitz.14.6b", "blitz.7.7", "blitz.15.5d")
def refuse_jam_signal(state: State, ask: Ask, order: JamSignal) -> Refusal | None:
    """The origin must be in detection range and Lock."""
    unit, origin = state.units[ask.unit], state.units[ask.about[0]]
    if can_jam_signal(state, unit, origin, order.sensors):
        return None
    message = f"The {unit.name} cannot jam the {origin.name}: that takes comms jamming, an action, Lock and detection "
    return Refusal("jam", "blitz.14.6b", message + "range; active sensors double the range, if it may use them.")


def offer_signal_jams(state: State, ask: Ask) -> Iterator[Option]:
    """Jam it as it is, with active sensors if that is the only way, or let it pass."""
    for sensors in (False, True):
        order = JamSignal(ask.unit, sensors)
        if refuse_jam_signal(state, ask, order) is None:
            yield Pick(f"Jam it{', active sensors on' if sensors else ''}", order, "blitz.14.6b")
            break
    yield decline("Let it pass", ask.rule)


# --- The contents of the chapter

DICE_TESTS: Chapter[State] = Chapter(
    "2.2: dice tests",
    orders=(
        OrderRules(AddDice, "bonus", refuse_bonus),
        OrderRules(Reroll, "reroll", refuse_reroll),
        OrderRules(BoostComms, "boost", refuse_boost),
        OrderRules(JamSignal, "jam signal", refuse_jam_signal),
    ),
    events={
        DiceAdded: added,
        RollMade: rolled,
        Rerolled: rerolled,
        Failed: failed,
        SandCaught: None,
        Transmitted: transmitted,
        SignalJammed: signal_jammed,
        JammingReduced: jamming_reduced,
        CallEnded: call_ended,
    },
)
