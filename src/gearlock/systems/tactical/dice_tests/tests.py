"""2.3.1 to 2.3.3: the highest die of a skill, extra sixes, fumbles; tests against a Threshold and against a roll."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from gearlock.kernel.dice import Faces, Roll
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask, throw
from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import dice, result, sum_of
from gearlock.mechanics.silhouette.rolls import Result, Skill, dice_thrown, result_of
from gearlock.systems.tactical.dice_tests.again import RollAgain, RolledAgain, may_roll_again, question_about
from gearlock.systems.tactical.dice_tests.events import DieRolled, SkillTested
from gearlock.systems.tactical.dice_tests.intelligence import offer_reroll
from gearlock.systems.tactical.squads import burden_of, leader_fell
from gearlock.systems.tactical.state import COMMANDER, SECOND, State, Unit

SIX = 6
PILOTING, GUNNERY, EW, LEADERSHIP, TACTICS = "Piloting", "Gunnery", "Electronic Warfare", "Leadership", "Tactics"
SKILLS = (PILOTING, GUNNERY, EW, LEADERSHIP, TACTICS)
LEVELS: dict[int, dict[str, tuple[int, int]]] = {
    1: {PILOTING: (1, 0), GUNNERY: (1, 1), EW: (0, 0), LEADERSHIP: (0, 0), TACTICS: (0, 0)},
    2: {PILOTING: (2, 0), GUNNERY: (2, 1), EW: (1, 0), LEADERSHIP: (1, 0), TACTICS: (1, 0)},
    3: {PILOTING: (3, 1), GUNNERY: (3, 1), EW: (2, 0), LEADERSHIP: (2, 0), TACTICS: (2, 0)},
    4: {PILOTING: (4, 1), GUNNERY: (4, 2), EW: (3, 1), LEADERSHIP: (3, 0), TACTICS: (3, 1)},
}
"""Dice and attribute of each Skill by crew level. Infantry of level 5 has none of these: it goes by one Skill."""


DEFENSE: Final = "defense"
"""The purpose of a Defense roll: it meets the total of an attack."""


class Test(NamedTuple):
    """A test to be made: what for, by whom, with which lines; against a number or a rival, if that is known."""

    purpose: str
    unit: str
    lines: tuple[Modifier, ...]
    rule: str = "tactical.2.3.1"
    against: int = 0
    target: str = ""
    weapon: str = ""
    seat: str = ""
    """Whose dice they are where no unit rolls them."""


@heeds("tactical.3.6.1-quality", "tactical.3.6.1-track")
def skill_of(unit: Unit, skill: str) -> tuple[int, int]:
    """Dice and attribute a unit has in a Skill, before rank and damage; a squad has one Skill for everything.

    A squad that has lost its leader has 1 in Leadership.
    """
    if unit.is_infantry:
        return (1 if skill == LEADERSHIP and leader_fell(unit) else unit.level), 0
    return LEVELS[unit.level][skill]


@rule("tactical.2.3.2")
@heeds("tactical.2.6.2-step0-commander", "tactical.3.6.1-quality", "tactical.3.6.1-armor", "tactical.3.6.1-track")
def skill_lines(unit: Unit, skill: str) -> tuple[Modifier, ...]:
    """A Skill as lines: its dice, one more for the rank of a Commander or Second, and the attribute of the crew."""
    count, attribute = skill_of(unit, skill)
    label = "Infantry Skill" if unit.is_infantry else skill
    lines = [dice(count, label, "tactical.2.3.2")]
    ranks = {LEADERSHIP: (COMMANDER, SECOND), TACTICS: (COMMANDER,)}.get(skill, ())
    if unit.rank in ranks:
        lines.append(dice(1, unit.rank.capitalize(), "tactical.2.6.2-step0-commander"))
    if attribute:
        lines.append(result(attribute, f"{skill} attribute", "tactical.2.3.2"))
    if burden_of(unit):
        lines.append(result(-burden_of(unit), "Encumbrance of the armor", "tactical.3.6.1-armor"))
    return tuple(lines)


@rule("tactical.2.3.1-modifiers")
def rolled_with(lines: Iterable[Modifier]) -> Skill:
    """What lines come to: dice and the sum of what is added to the result."""
    count, modifier = sum_of(lines)
    return Skill(max(0, count), modifier)


@rule("tactical.2.3.1")
@heeds("tactical.2.3.1-modifiers")
def read_dice(faces: Faces, lines: Iterable[Modifier]) -> Result:
    """Highest face, 1 more for each further six; all ones are a Fumble; without a skill the lower of two dice."""
    return result_of(faces, rolled_with(lines))


@rule("tactical.2.3.3")
def margin(total: int, against: int) -> int:
    """The Margin of Success; below 0 that of Failure, and 0 for a tie.

    A tie is good enough where a mishap is avoided and not enough where something is gained.
    """
    return total - against


def roll_for(test: Test, seat: str) -> Roll:
    """The dice of a test."""
    skill = rolled_with(test.lines)
    step = SIX if skill.dice > 0 else None
    return Roll(test.purpose, dice_thrown(skill), SIX, 1, seat, test.unit, test.rule, step=step)


@heeds("tactical.4.1.4-hero", "tactical.4.1.3-intelligence")
def throw_test(ctx: Ctx[State], test: Test) -> Script[Result]:
    """Throw the dice of a test, and tell what they came to; a hero, or a reroll, throws them again; then they stand."""
    found = yield from _thrown(ctx, test)
    if has_held(test, found):
        return found
    if may_roll_again(ctx.state, test.unit):
        order = yield from ask(question_about(ctx.state, test.unit, test.purpose, found.total))
        if isinstance(order, RollAgain):
            ctx.emit(RolledAgain(test.unit))
            return (yield from _thrown(ctx, test))
    seat = test.seat or ctx.state.units[test.unit].seat
    if (yield from offer_reroll(ctx, seat, test.unit, test.purpose, str(found.total))):
        found = yield from _thrown(ctx, test)
    return found


def has_held(test: Test, found: Result) -> bool:
    """Whether a Defense roll has done all it could: nothing hits, so that nobody is asked for other dice."""
    return test.purpose == DEFENSE and not found.fumbled and found.total >= test.against


def _thrown(ctx: Ctx[State], test: Test) -> Script[Result]:
    seat = test.seat or ctx.state.units[test.unit].seat
    faces = yield from throw(roll_for(test, seat))
    found = read_dice(faces, test.lines)
    named = (test.against, test.target, test.weapon, test.rule)
    ctx.emit(SkillTested(test.purpose, test.unit, seat, faces, test.lines, found.total, *named))
    return found


def throw_dice(ctx: Ctx[State], purpose: str, count: int, seat: str, unit: str, rule_id: str) -> Script[Faces]:
    """Dice that are read as they lie: a table's, a direction."""
    roll = Roll(purpose, count, SIX, 1, seat, unit, rule_id)
    faces = yield from throw(roll)
    ctx.emit(DieRolled(purpose, faces, unit, rule_id))
    if (yield from offer_reroll(ctx, seat, unit, purpose, " ".join(map(str, faces)))):
        faces = yield from throw(roll)
        ctx.emit(DieRolled(purpose, faces, unit, rule_id))
    return faces


def throw_die(ctx: Ctx[State], purpose: str, unit_id: str, rule_id: str) -> Script[int]:
    """One die of a unit's owner, read as it lies."""
    (face,) = yield from throw_dice(ctx, purpose, 1, ctx.state.units[unit_id].seat, unit_id, rule_id)
    return face
