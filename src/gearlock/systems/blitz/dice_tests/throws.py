"""2.2a and 3.4a: an unopposed test: actions spent on it, dice, and whatever comes between them and a second throw."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from gearlock.kernel.asks import Ask
from gearlock.kernel.dice import Faces, Roll
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask, throw
from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import dice
from gearlock.mechanics.pools.throwing import throw_pool
from gearlock.systems.blitz.dice_tests.events import DiceAdded, Failed, RollMade
from gearlock.systems.blitz.dice_tests.gaining import can_gain
from gearlock.systems.blitz.dice_tests.orders import AddDice
from gearlock.systems.blitz.dice_tests.sand import is_sandy, watch_sand
from gearlock.systems.blitz.dice_tests.second_throws import free_rerolls
from gearlock.systems.blitz.general_concepts.dice import BASE_DICE, EW, GUN, NA, PILOT, dice_of, successes
from gearlock.systems.blitz.paying import can_act
from gearlock.systems.blitz.state import State, Unit


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
