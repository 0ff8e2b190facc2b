"""2.2 and 3.4a: tests made at the table: dice, action bonus, second throws."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple, TypeAlias

from gearlock.kernel.asks import Ask
from gearlock.kernel.dice import Faces, Roll
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask, throw
from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import dice
from gearlock.mechanics.pools.throwing import throw_pool
from gearlock.systems.blitz.chain_of_command import has_formation, is_in_formation, is_linked, leader_of, point_sources
from gearlock.systems.blitz.general_concepts.dice import (
    BASE_DICE,
    EW,
    GUN,
    NA,
    PILOT,
    dice_of,
    standard_modifiers,
    successes,
)
from gearlock.systems.blitz.paying import can_act, drop, pay
from gearlock.systems.blitz.state import (
    BRACED,
    CHARGE,
    COMMAND,
    COORDINATED,
    EMITTING,
    EXPOSED,
    HIDING,
    SANDED,
    SENSOR_JAMMING,
    SILENCE,
    SKILL,
    Rolled,
    State,
    Unit,
)


class AddDice(Order, frozen=True, tag="add-dice"):
    """Spend so many actions on a test, a die for each."""

    unit: str
    actions: int = 1


class Reroll(Order, frozen=True, tag="reroll"):
    """Roll all dice of a test again. `by` is what pays for it: a trait, a skill point, or a commander by id."""

    unit: str
    by: str = ""


class BoostComms(Order, frozen=True, tag="boost-comms"):
    """Help a friend's comms test with so many actions."""

    unit: str
    actions: int = 1


class JamSignal(Order, frozen=True, tag="jam-signal"):
    """Answer a comms event with comms jamming; `sensors` switches active sensors on for it."""

    unit: str
    sensors: bool = False


CALLING = 2
"""The count of an emitting token that lasts as long as a call."""


class DiceAdded(Event, frozen=True, tag="dice-added"):
    """A model spent actions on a test."""

    unit: str
    purpose: str
    actions: int
    dice: int

    @heeds("blitz.3.4a-action-bonus")
    def change(self, state: State) -> None:
        """Whoever has it is lent by the actions it has left."""
        pay(state.units[self.unit], self.actions)


class RollMade(Event, frozen=True, tag="roll-made"):
    """The dice of a Roll, and how many of them succeeded."""

    unit: str
    purpose: str
    faces: tuple[int, ...]
    skill: int
    successes: int
    lines: tuple[Modifier, ...] = ()
    rule: str = ""

    def change(self, state: State) -> None:
        state.rolled = Rolled(self.purpose, self.unit, dice=len(self.faces), skill=self.skill, result=self.successes)


class Rerolled(Event, frozen=True, tag="rerolled"):
    """A test is rolled again; what pays for it is gone."""

    unit: str
    purpose: str
    source: str
    target: str = ""

    def change(self, state: State) -> None:
        if self.source == SKILL:
            drop(state.units[self.unit], SKILL)
        elif self.source.startswith(COORDINATED):
            drop(state.units[self.target], self.source)
        elif self.source in state.units:
            drop(state.units[self.source], COMMAND)


class SandCaught(Event, frozen=True, tag="sand-caught"):
    """The marked die of a test showed a 1: there is white sand in the machine."""

    unit: str

    def change(self, state: State) -> None:
        state.units[self.unit].tokens[SANDED] = 1


class Failed(Event, frozen=True, tag="system-failed"):
    """A defective system gave out before a test."""

    unit: str
    system: str
    face: int
    works: bool


class Transmitted(Event, frozen=True, tag="transmitted"):
    """A model uses electronic warfare or its radio: everybody hears where it is until that is resolved.

    `actions` are paid for it, none if it is free. `sensors`: its active sensors are on. `call`: in the middle of
    something else, and over with the call.
    """

    unit: str
    what: str
    target: str = ""
    actions: int = 1
    sensors: bool = False
    call: bool = False

    @heeds("blitz.14.0", "blitz.7.7", "blitz.7.6-stealth", "blitz.15.5b", "blitz.3.4a", "blitz.18.1")
    def change(self, state: State) -> None:
        """It is paid for, and who hid is seen; stealth is lost for as long, and radio silence to active sensors."""
        unit = state.units[self.unit]
        pay(unit, self.actions)
        unit.tokens.pop(HIDING, None)
        unit.tokens[EMITTING] = CALLING if self.call and EMITTING not in unit.tokens else 1
        if not self.call:
            unit.tokens[EXPOSED] = 1
        if self.sensors:
            unit.tokens.pop(SILENCE, None)
            if unit.id not in state.sensing:
                state.sensing.append(unit.id)


class SignalJammed(Event, frozen=True, tag="signal-jammed"):
    """Something takes successes off a comms test: a jammer by id, or the weather."""

    unit: str
    by: str
    successes: int
    faces: tuple[int, ...] = ()


class JammingReduced(Event, frozen=True, tag="jamming-reduced"):
    """A model with jammed sensors works against it: so much is left."""

    unit: str
    jammer: str
    intensity: int

    @heeds("blitz.14.5b")
    def change(self, state: State) -> None:
        """Nothing left, no token."""
        tokens, name = state.units[self.unit].tokens, f"{SENSOR_JAMMING}:{self.jammer}"
        if self.intensity > 0:
            tokens[name] = self.intensity
        else:
            tokens.pop(name, None)


class CallEnded(Event, frozen=True, tag="call-ended"):
    """A commander tried to reach a model far away in the middle of something else."""

    unit: str
    target: str
    reached: bool

    def change(self, state: State) -> None:
        """Those who sent for it are silent again."""
        for unit in state.units.values():
            if unit.token(EMITTING) == CALLING:
                del unit.tokens[EMITTING]
                state.sensing = [name for name in state.sensing if name != unit.id]


# --- 2.2: the dice that every test of a model has or lacks, whatever it is made for


@heeds("blitz.2.2-standard-modifiers", "blitz.3.2a-table")
def modifiers_of(state: State, unit: Unit, skill: str, defending: bool = False) -> list[Modifier]:
    """Damage, posture, orders and the habits of its army."""
    lines = standard_modifiers(unit, skill, defending)
    return lines + habit_lines(state, unit, skill, defending)


@heeds("blitz.15.5c", "blitz.force.south.milicia", "blitz.force.utopia-special", "blitz.A.2.3-ew")
def habit_lines(state: State, unit: Unit, skill: str, defending: bool) -> list[Modifier]:
    """What orders and armies add to tests: a charge, conscripts out of formation, N-KIDU without a mind near them."""
    lines: list[Modifier] = []
    if skill == PILOT and CHARGE in unit.tokens:
        lines.append(dice(1, "Charge", "blitz.15.5c"))
    traits = unit.line.traits
    if "Conscript" in traits and not defending and not has_formation(state, unit):
        lines.append(dice(-1, "Conscripts out of formation", "blitz.force.south.milicia"))
    if "N-KIDU" in traits and not is_organized(state, unit):
        lines.append(dice(-1, "Disorganized", "blitz.force.utopia-special"))
    if skill == EW and "EW Specialist" in traits:
        lines.append(dice(2, "EW specialist", "blitz.A.2.3-ew"))
    return lines


@rule("blitz.trait.ncm")
@heeds("blitz.force.utopia-special")
def is_organized(state: State, unit: Unit) -> bool:
    """An N-KIDU in formation with its commander, or near enough to an Armiger or a command matrix of its unit."""
    leader = leader_of(state, unit)
    if leader is not None and is_in_formation(state, unit, leader):
        return True
    minds = (other for other in state.comrades(unit) if other.has("NCM") or "Armiger" in other.line.traits)
    return any(is_linked(state, other, unit) for other in minds)


# --- 2.6: whether a second throw can better what lies there: nobody is asked about one that cannot


@heeds("blitz.2.6", "blitz.2.9")
def can_gain(faces: Faces, number: int, enough: int | None = None, lost: int = 0, avoids_ones: bool = False) -> bool:
    """Whether other dice of a Roll could come to more.

    `enough`: more successes than this are worth nothing. `lost`: so many of them are taken off. `avoids_ones`: nothing
    but ones is worse than to fail.
    """
    if not faces:
        return False
    if avoids_ones and set(faces) == {1}:
        return True
    if number >= NA or (enough is not None and len(faces) <= lost):
        return False
    most = len(faces) if enough is None else min(len(faces), enough + lost)
    return successes(faces, number) < most


def best_check(count: int, skill: int) -> int:
    """The most that a Check with so many dice comes to."""
    return 1 if count <= 0 else 6 if skill >= NA else 5 + count


# --- 2.6: what could pay for a second throw, and the question about it

ACROBATIC = "Acrobatic"
CALL = "call:"
"""Before the id of a commander who has to be called first."""


@rule("blitz.trait.acrobat")
def free_rerolls(unit: Unit, skill: str) -> list[str]:
    """What a model may re-roll for nothing: any PILOT test, if it is Acrobatic and not braced."""
    return [ACROBATIC] if skill == PILOT and unit.has("Acrobatic") and unit.stance != BRACED else []


@heeds("blitz.2.6", "blitz.15.6", "blitz.15.7")
def reroll_sources(state: State, unit: Unit, named: Iterable[str]) -> list[str]:
    """What could pay: what the test has for nothing, a skill point, commanders by id, those to be called last."""
    free = [source for source in named if not source.startswith(CALL)]
    calls = [source for source in named if source.startswith(CALL)]
    return [*free, *point_sources(state, unit), *calls]


@heeds("blitz.2.6")
def ask_for_reroll(ctx: Ctx[State], unit_id: str, what: str, shown: str, named: list[str]) -> Script[str]:
    """What pays for a second throw, if its owner wants one; empty if not."""
    unit = ctx.state.units[unit_id]
    if not reroll_sources(ctx.state, unit, named):
        return ""
    prompt = f"{shown}. Re-roll the {what} of the {unit.name}?"
    order = yield from ask(Ask(unit.seat, "reroll", unit_id, (what, *named), "blitz.2.6", prompt, optional=True))
    if not isinstance(order, Reroll):
        return ""
    return order.by or reroll_sources(ctx.state, ctx.state.units[unit_id], named)[0]


@heeds("blitz.2.6", "blitz.15.6")
def reroll_at_hand(ctx: Ctx[State], unit_id: str, what: str, shown: str, free: list[str]) -> Script[bool]:
    """Ask whether a test is rolled again with what is at hand: nobody is called for it."""
    source = yield from ask_for_reroll(ctx, unit_id, what, shown, free)
    if source:
        ctx.emit(Rerolled(unit_id, what, source))
    return bool(source)


# --- 16.0, 2c: white sand: one die of every test but defence is marked, and a 1 on it means sand in the machine

SAND: Final = "sand"
WEATHER: Final = "weather"


@heeds("blitz.16.0-2c-sand")
def is_sandy(state: State, faces: Faces) -> bool:
    """Whether the marked die, the first, lets white sand in if it stands."""
    return bool(faces) and faces[0] == 1 and state.switches.get(WEATHER) == SAND


@heeds("blitz.16.0-2c-sand")
def watch_sand(ctx: Ctx[State], unit_id: str, faces: Faces) -> None:
    """Look at the marked die, the first, of dice that stand."""
    if is_sandy(ctx.state, faces):
        ctx.emit(SandCaught(unit_id))


# --- 2.2a and 3.4a: an unopposed test: actions spent on it, dice, and whatever comes between them and a second throw


class DiceTest(NamedTuple):
    """A Roll to be made: who makes it, what for, with which skill at which number, and what changes its dice."""

    purpose: str
    unit: str
    skill: str
    number: int
    lines: tuple[Modifier, ...] = ()
    base: int = BASE_DICE
    rule: str = "blitz.2.2a"
    free: tuple[str, ...] = ()
    """Re-rolls this test has for nothing."""
    enough: int | None = None
    """More successes than this are worth nothing; None if each counts."""
    stake: str = ""
    """What the dice decide, in words: what a success brings, or what happens without one."""
    avoids_ones: bool = False
    """Nothing but ones is worse than to fail."""


class Made(NamedTuple):
    """A test that was made: its dice and how many of them succeeded."""

    faces: Faces
    successes: int


Again: TypeAlias = Callable[[Ctx[State], str, str, str, list[str]], Script[bool]]
"""Ask the owner of a test whether it is thrown again: by whom, what, what lies there, what it has for nothing."""
Between: TypeAlias = Callable[[Ctx[State], Made], Script[tuple[list[str], int]]]
"""What others do about a test that lies there: re-rolls it has for nothing after that, and the successes it loses."""


@heeds("blitz.2.2a", "blitz.2.6", "blitz.3.4a-action-bonus", "blitz.16.0-2c-sand")
def roll_test(ctx: Ctx[State], test: DiceTest, again: Again, between: Between | None = None) -> Script[Made]:
    """Spend actions on it, throw, and re-roll once if its owner wants to and may gain by it. The last throw stands."""
    works = yield from has_working(ctx, test.unit, test.skill)
    lines = list(test.lines)
    if test.number < NA or test.avoids_ones:
        lines += yield from offer_bonus(ctx, test.unit, test.purpose)
    count = dice_of(lines, test.base) if works else 0
    seat = ctx.state.units[test.unit].seat
    roll = Roll(test.purpose, count, 6, 1, seat, test.unit, test.rule, marks=(test.number,))
    free = [*test.free, *free_rerolls(ctx.state.units[test.unit], test.skill)]
    faces = yield from throw_pool(roll)
    made, lost = _report(ctx, test, faces, lines), 0
    if between is not None:
        more, lost = yield from between(ctx, made)
        free += more
    shown = f"{test.purpose.capitalize()}: {made.successes} of {count} dice succeeded"
    shown += f"; {test.stake}" if test.stake else ""
    gains = can_gain(faces, test.number, test.enough, lost, test.avoids_ones)
    if (gains or is_sandy(ctx.state, faces)) and (yield from again(ctx, test.unit, test.purpose, shown, free)):
        made = _report(ctx, test, (yield from throw_pool(roll)), lines)
    watch_sand(ctx, test.unit, made.faces)
    return made


def _report(ctx: Ctx[State], test: DiceTest, faces: Faces, lines: list[Modifier]) -> Made:
    made = Made(faces, successes(faces, test.number))
    ctx.emit(RollMade(test.unit, test.purpose, faces, test.number, made.successes, tuple(lines), test.rule))
    return made


@rule("blitz.3.4a-action-bonus")
@heeds("blitz.A.2.3-focus")
def bonus_dice(unit: Unit, actions: int) -> int:
    """A die for every action spent on a test, two for who has Combat Focus."""
    return actions * (2 if "Combat Focus" in unit.line.traits else 1)


@heeds("blitz.3.4a-action-bonus", "blitz.10.3")
def offer_bonus(ctx: Ctx[State], unit_id: str, purpose: str) -> Script[list[Modifier]]:
    """Ask how many actions a model spends on its test, if it has any; it may be active or passive."""
    unit = ctx.state.units[unit_id]
    if not can_act(unit, purpose):
        return []
    prompt = f"Spend actions of the {unit.name} on its {purpose}, a die for each?"
    order = yield from ask(Ask(unit.seat, "bonus", unit_id, (purpose,), "blitz.3.4a-action-bonus", prompt, True))
    if not isinstance(order, AddDice):
        return []
    count = bonus_dice(ctx.state.units[unit_id], order.actions)
    ctx.emit(DiceAdded(unit_id, purpose, order.actions, count))
    return [dice(count, "Action bonus", "blitz.3.4a-action-bonus")]


SIGHT = "SENSORS"
"""In place of a skill: sensors that look for somebody in concealment."""
_DEFECTS = {GUN: "Fire Control", PILOT: "Move", EW: "Electronics", SIGHT: "Sensors"}
WORKS = 4


@rule("blitz.trait.defective")
def has_working(ctx: Ctx[State], unit_id: str, skill: str) -> Script[bool]:
    """A die before each test with a defective system: below 4 it gives out, and the test has no dice."""
    unit, system = ctx.state.units[unit_id], _DEFECTS.get(skill, "")
    if not unit.is_defective(system):
        return True
    roll = Roll("defect", 1, 6, 1, unit.seat, unit_id, "blitz.trait.defective", marks=(WORKS,))
    (face,) = yield from throw(roll)
    ctx.emit(Failed(unit_id, system, face, face >= WORKS))
    return face >= WORKS
