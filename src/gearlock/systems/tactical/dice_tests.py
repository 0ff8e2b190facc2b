"""2.3: rolls, skills, tests and margins; rolling again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

import msgspec

from gearlock.kernel.asks import Ask, Option, Pick, decline
from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.kernel.dice import Faces, Roll
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask, throw
from gearlock.kernel.view import Line, Modifier, Throw
from gearlock.mechanics.pools.lines import dice, result, sum_of
from gearlock.mechanics.silhouette.rolls import Result, Skill, dice_thrown, result_of
from gearlock.mechanics.silhouette.shown import came_to, faces_text, skill_throw
from gearlock.systems.tactical.infantry_cards import burden_of, leader_fell
from gearlock.systems.tactical.state import COMMANDER, SECOND, Rolled, State, Unit
from gearlock.systems.tactical.support_assets import keep_stock, stock_of
from gearlock.systems.tactical.switches import HERO_TOKEN, REROLLED

# --- 7.2: systems with a tendency to fail

ACTIVE_SENSORS, FIRE_CONTROL = "Active Sensors", "Fire Control"

DEFECTIVE: Final = "Defective"

RULE: Final = "tactical.7.2-defective"


def defect_of(unit: Unit, system: str) -> int:
    """The rating of a defect of a system: "Defective (Active Sensors)" behind the flaw, or in its name; 0 without."""
    flaws, details = unit.card.flaws, unit.card.details
    named = flaws.get(f"{DEFECTIVE} {system}", 0) or flaws.get(f"{DEFECTIVE} ({system})", 0)
    said = details.get(DEFECTIVE, system).lower()
    return named or (flaws.get(DEFECTIVE, 0) if system.lower() in said else 0)


@rule("tactical.7.2-defective")
def throw_defect(ctx: Ctx[State], unit_id: str, system: str) -> Script[tuple[Modifier, ...]]:
    """Before a test with a defective system: a die up to the Rating takes the Rating off the test."""
    rating = defect_of(ctx.state.units[unit_id], system)
    if not rating:
        return ()
    face = yield from throw_die(ctx, f"defective {system}", unit_id, RULE)
    return (result(-rating, f"defective {system}", RULE),) if face <= rating else ()


# --- 2.3.1 to 2.3.3: the highest die of a skill, extra sixes, fumbles; tests against a Threshold and against a roll

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


class SkillTested(Event, frozen=True, tag="skill-tested"):
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


def tested(state: State, event: SkillTested, _seat: str | None) -> Line:
    unit = state.units.get(event.unit)
    who = event.seat.title() if unit is None else unit.name
    shown = skill_throw(event.purpose, event.faces, event.lines, event.total, event.rule)
    against = f" against {event.against}" if event.against else ""
    text = f"{who}, {event.purpose}{against}: {faces_text(event.faces)}, "
    units = tuple(name for name in (event.unit, event.target) if name in state.units)
    return Line(text + came_to(event.faces, event.lines, event.total) + ".", units, event.rule, (shown,))


def _thrown(ctx: Ctx[State], test: Test) -> Script[Result]:
    seat = test.seat or ctx.state.units[test.unit].seat
    faces = yield from throw(roll_for(test, seat))
    found = read_dice(faces, test.lines)
    named = (test.against, test.target, test.weapon, test.rule)
    ctx.emit(SkillTested(test.purpose, test.unit, seat, faces, test.lines, found.total, *named))
    return found


class DieRolled(Event, frozen=True, tag="die-rolled"):
    """A die, or several, that a table is read with."""

    purpose: str
    faces: tuple[int, ...]
    unit: str = ""
    rule: str = ""


def die(state: State, event: DieRolled, _seat: str | None) -> Line:
    unit = state.units.get(event.unit)
    who = f"{unit.name}, " if unit is not None else ""
    rolled = Throw(event.purpose, event.faces, 6, (True,) * len(event.faces), (), str(sum(event.faces)), event.rule)
    units = () if unit is None else (unit.id,)
    return Line(f"{who}{event.purpose}: {faces_text(event.faces)}.", units, event.rule, (rolled,))


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


# --- 4.1.4: rolling again: a hero may, once a round; the second result stands

REROLL: Final = "reroll"

RULE_AGAIN: Final = "tactical.4.1.4-hero"


class RollAgain(Order, frozen=True, tag="roll-again"):
    """Roll the dice that lie there again."""

    unit: str


class RolledAgain(Event, frozen=True, tag="rolled-again"):
    """A hero rolls again, and not once more this round."""

    unit: str

    @heeds("tactical.4.1.4-hero")
    def change(self, state: State) -> None:
        """That was its second roll of the round."""
        state.units[self.unit].tokens[REROLLED] = 1


@rule("tactical.4.1.4-hero")
def may_roll_again(state: State, unit_id: str) -> bool:
    """A hero who has not done so this round."""
    unit = state.units.get(unit_id)
    return unit is not None and bool(unit.token(HERO_TOKEN)) and not unit.token(REROLLED)


def question_about(state: State, unit_id: str, purpose: str, total: int) -> Ask:
    """Whether a hero wants other dice."""
    unit = state.units[unit_id]
    prompt = f"{purpose}: {total}. Does the {unit.name} roll again?"
    return Ask(unit.seat, REROLL, unit_id, rule=RULE_AGAIN, prompt=prompt, optional=True)


def refuse_again(state: State, ask: Ask, order: RollAgain) -> Refusal | None:
    """The hero who is asked, once a round."""
    if order.unit != ask.unit or not may_roll_again(state, order.unit):
        return Refusal("unit", RULE_AGAIN, f"{order.unit or 'Nobody'} cannot roll again now.")
    return None


def offer_again(_state: State, ask: Ask) -> Iterator[Option]:
    """Other dice."""
    yield Pick("Roll again", RollAgain(ask.unit), RULE_AGAIN)


def rolled_again(state: State, event: RolledAgain, _seat: str | None) -> Line:
    """The hero's second try."""
    return Line(f"The {state.units[event.unit].name} rolls again.", (event.unit,), RULE_AGAIN)


# --- 4.1.3: rerolls that intelligence has paid for: any roll of a side's own, at any time, and the second one stands

REROLLS: Final = "intelligence"

RULE_INTELLIGENCE: Final = "tactical.4.1.3-intelligence"

ASIDE: Final = "aside"
"""Counted in points while a side is asked for a reroll: nobody else is to know that it has any."""


class UseIntelligence(Order, frozen=True, tag="use-intelligence"):
    """Pay with a reroll and throw these dice again."""


class RerollOffered(Event, frozen=True, tag="reroll-offered"):
    """A side thinks about its dice."""

    def change(self, state: State) -> None:
        """Nobody else hears of it."""
        state.points[ASIDE] = 1


class RerollSettled(Event, frozen=True, tag="reroll-settled"):
    """A side has used a reroll, or keeps its dice."""

    seat: str
    purpose: str
    used: bool

    @heeds("tactical.4.1.3-intelligence")
    def change(self, state: State) -> None:
        """One reroll fewer."""
        state.points.pop(ASIDE, None)
        if self.used:
            stock = stock_of(state, self.seat)
            keep_stock(state, self.seat, msgspec.structs.replace(stock, rerolls=stock.rerolls - 1))


@heeds("tactical.4.1.3-intelligence")
def offer_reroll(ctx: Ctx[State], seat: str, unit_id: str, purpose: str, shown: str) -> Script[bool]:
    """Whether a side pays for other dice than those it has just thrown."""
    left = stock_of(ctx.state, seat).rerolls
    if not left:
        return False
    ctx.emit(RerollOffered())
    prompt = f"{purpose.capitalize()}: {shown}. Use one of your {left} rerolls? The second result stands."
    order = yield from ask(Ask(seat, REROLLS, unit_id, (purpose, shown), RULE_INTELLIGENCE, prompt, optional=True))
    used = isinstance(order, UseIntelligence)
    ctx.emit(RerollSettled(seat, purpose, used))
    return used


def refuse_reroll(state: State, question: Ask, _order: UseIntelligence) -> Refusal | None:
    """Only while there are any."""
    if stock_of(state, question.seat).rerolls > 0:
        return None
    return Refusal("rerolls", RULE_INTELLIGENCE, "Your side has no rerolls left.")


def offer_rerolls(_state: State, question: Ask) -> Iterator[Option]:
    """Other dice, or these."""
    yield Pick(f"Roll again ({question.about[0]} was {question.about[1]})", UseIntelligence(), RULE_INTELLIGENCE)
    yield decline("Keep it", RULE_INTELLIGENCE)


def settled(_state: State, event: RerollSettled, _seat: str | None) -> Line | None:
    """Told where it was used."""
    if not event.used:
        return None
    return Line(f"{event.seat.title()}'s intelligence pays for another roll: {event.purpose}.", (), RULE_INTELLIGENCE)


# --- The contents of the chapter

DICE_TESTS: Chapter[State] = Chapter(
    "2.3: Rolls and Skills",
    orders=(OrderRules(RollAgain, REROLL, refuse_again), OrderRules(UseIntelligence, REROLLS, refuse_reroll)),
    events={
        SkillTested: tested,
        DieRolled: die,
        RolledAgain: rolled_again,
        RerollOffered: None,
        RerollSettled: settled,
    },
)
