"""2: dice: pools of D6, fumbles, thresholds and opposed tests."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import NamedTuple

from gearlock.kernel.chapters import Chapter
from gearlock.kernel.dice import Faces, Roll
from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, throw
from gearlock.kernel.view import Line, Modifier
from gearlock.mechanics.pools.lines import dice, result, sum_of
from gearlock.mechanics.silhouette.rolls import Result, Skill, dice_thrown, result_of
from gearlock.mechanics.silhouette.shown import came_to, faces_text, skill_throw
from gearlock.systems.fieldmanual.datacards import AIRCRAFT
from gearlock.systems.fieldmanual.state import STUN, Rolled, State, Unit

# --- Dice: the highest die of a pool, extra sixes, fumbles; tests against a Threshold and against another roll

SIX = 6

ATTACK, DEFENSE, EW, LEADERSHIP = "attack", "defense", "ew", "leadership"

HALF = 500


class Test(NamedTuple):
    """A test to be made: what for, by whom, with which lines; against a number or a rival, if that is known."""

    purpose: str
    unit: str
    lines: tuple[Modifier, ...]
    rule: str = "fieldmanual.dice-roll"
    against: int = 0
    target: str = ""
    weapon: str = ""
    seat: str = ""
    """Whose dice they are where no model rolls them."""
    pass_only: bool = False
    """Nothing but passing counts, and a better result is no better: nobody re-rolls a success."""
    means: Callable[[int], Hashable] | None = None
    """What each total leads to, where that is known: nobody is offered help that can lead to nothing else."""
    held: Callable[[Faces], bool] | None = None
    """Whether dice that several share are good enough for all of them."""


@rule("fieldmanual.dice-modifiers")
@heeds("fieldmanual.dice-unskilled")
def skill_of(lines: Iterable[Modifier]) -> Skill:
    """What lines come to: dice and a modifier to the result, all of them added up; below no dice there are no fewer."""
    count, modifier = sum_of(lines)
    return Skill(max(0, count), modifier)


@rule("fieldmanual.dice-roll", "fieldmanual.dice-fumble", "fieldmanual.dice-unskilled")
def read_dice(faces: Faces, lines: Iterable[Modifier]) -> Result:
    """What dice come to: highest face, 1 more for each further six; all ones, or any without a skill, are a Fumble."""
    return result_of(faces, skill_of(lines))


@rule("fieldmanual.threshold-test", "fieldmanual.opposed-test")
def succeeds(total: int, against: int) -> bool:
    """Only a higher total succeeds: against a Threshold, and against whoever defends."""
    return total > against


def best_total(test: Test) -> int:
    """The most that a test can come to: sixes all over."""
    skill = skill_of(test.lines)
    return max(0, SIX + max(0, skill.dice - 1) + skill.modifier)


def could_be_better(test: Test, total: int) -> bool:
    """Whether a total above this one would lead to anything else."""
    best = best_total(test)
    if test.pass_only:
        return succeeds(best, test.against) and not succeeds(total, test.against)
    if test.means is None:
        return total < best
    now = test.means(total)
    return any(test.means(better) != now for better in range(total + 1, best + 1))


@rule("fieldmanual.margins")
def margin(total: int, against: int) -> int:
    """The Margin of Success, 1 or more; 0 or less is a Margin of Failure, a tie one of 0."""
    return total - against


@rule("fieldmanual.rounding")
def rounded(thousandths: int) -> int:
    """Thousandths to the nearest whole number; a half goes up."""
    return (thousandths + HALF) // 1000


@heeds("fieldmanual.skills")
def skill_dice(unit: Unit, skill: str) -> Modifier:
    """The dice of one of the four skills as a line."""
    value: int = getattr(unit.card.skills, skill)
    label = "EW Skill" if skill == EW else f"{skill.capitalize()} Skill"
    return dice(value, label, "fieldmanual.skills")


@rule("fieldmanual.damage-heavy", "fieldmanual.damage-critical")
@heeds("fieldmanual.airstrike-damage")
def damage_lines(unit: Unit) -> list[Modifier]:
    """What damage takes off every Skill roll; off those of airstrikes 1 for every box that is not Sturdy."""
    if unit.card.kind == AIRCRAFT:
        boxes = sum(box != "S" for box in unit.card.boxes[: unit.boxes])
        return [result(-boxes, "Damage", "fieldmanual.airstrike-damage")] if boxes else []
    if unit.level == "H":
        return [result(-1, "Heavy damage", "fieldmanual.damage-heavy")]
    return [result(-2, "Critical damage", "fieldmanual.damage-critical")] if unit.level == "C" else []


@rule("fieldmanual.stun")
def stun_lines(unit: Unit, skill: str) -> list[Modifier]:
    """A Stun counter hinders every Skill roll, but not a Defense roll of who is no better off for moving."""
    if not unit.token(STUN) or (skill == DEFENSE and unit.defense_modifier <= 0):
        return []
    return [result(-1, "Stun counter", "fieldmanual.stun")]


def roll_for(test: Test, seat: str) -> Roll:
    """The dice of a test."""
    skill = skill_of(test.lines)
    step = SIX if skill.dice > 0 else None
    return Roll(test.purpose, dice_thrown(skill), SIX, 1, seat, test.unit, test.rule, step=step)


class SkillRolled(Event, frozen=True, tag="skill-rolled"):
    """The dice of a test, and what they came to with everything that was added."""

    purpose: str
    unit: str
    seat: str
    faces: tuple[int, ...]
    lines: tuple[Modifier, ...]
    total: int
    against: int = 0
    target: str = ""
    weapon: str = ""
    rule: str = ""

    def change(self, state: State) -> None:
        """The dice lie on the table until others do."""
        count, modifier = sum_of(self.lines)
        state.rolled = Rolled(
            self.purpose, self.unit, count, modifier, self.faces, self.total, self.against, self.target, self.weapon
        )


def rolled(state: State, event: SkillRolled, _seat: str | None) -> Line:
    """A test and what came of it."""
    unit = state.units.get(event.unit)
    who = unit.name if unit is not None else event.seat.title()
    text = f"{who}, {event.purpose}: {faces_text(event.faces)}, {came_to(event.faces, event.lines, event.total)}."
    units = tuple(name for name in (event.unit, event.target) if name in state.units)
    return Line(
        text, units, event.rule, (skill_throw(event.purpose, event.faces, event.lines, event.total, event.rule),)
    )


def throw_test(ctx: Ctx[State], test: Test) -> Script[Result]:
    """Throw the dice of a test once, and tell what they came to. `resolve_test` offers a re-roll as well."""
    seat = test.seat or ctx.state.units[test.unit].seat
    faces = yield from throw(roll_for(test, seat))
    found = read_dice(faces, test.lines)
    named = (test.against, test.target, test.weapon, test.rule)
    ctx.emit(SkillRolled(test.purpose, test.unit, seat, faces, test.lines, found.total, *named))
    return found


# --- The contents of the chapter

DICE_TESTS: Chapter[State] = Chapter("Core Concepts: Dice", events={SkillRolled: rolled})
