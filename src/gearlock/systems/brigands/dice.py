"""1.2: dice. Pools, results, and the modifiers every Opposed Roll has."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import dice, sum_of
from gearlock.odds.pools import pool_score
from gearlock.systems.brigands.state import BRACED, TOP_SPEED, WRECK, State, Unit

BASE_DICE = 2
STEP = 4
"""A further die adds to the result from this face on."""


@rule("brigands.1.2d")
@heeds("brigands.1.2e")
def pool_of(modifiers: Iterable[Modifier], least: int = 0) -> int:
    """How many dice are rolled: two and what the Dice Modifiers add or take, never fewer than `least`."""
    return max(least, BASE_DICE + sum_of(modifiers)[0])


@rule("brigands.1.2e")
def bonus_of(modifiers: Iterable[Modifier]) -> int:
    """What the Result Modifiers add to the roll."""
    return sum_of(modifiers)[1]


@rule("brigands.1.2a", "brigands.1.2h")
@heeds("brigands.1.2b")
def score(faces: Sequence[int], bonus: int = 0, step: int = STEP) -> int:
    """The highest die, one more for each other die of `step` or better, and the bonus; without dice 1, bonus or not."""
    return pool_score(faces, step) + bonus if faces else 1


@rule("brigands.A6")
@heeds("brigands.A6.1")
def step_of(state: State, skill: int) -> int:
    """From which face on a further die of a roll with this skill adds: 4, whoever rolls.

    Under the Augment option the skill is a target number: 6+ for a skill of 1 down to 2+ for 5. Beyond the table a
    skill of 0 never adds and one of 6 always does.
    """
    return 7 - skill if state.augment else STEP


@rule("brigands.1.2j")
def margin_of_success(attack: int, defence: int) -> int:
    """Attacker's result less the defender's; 0 or more succeeds."""
    return attack - defence


@rule("brigands.1.2f")
@heeds("brigands.2.1", "brigands.2.1-braced", "brigands.2.1-top-speed", "brigands.5.6c")
def standard_modifiers(unit: Unit, attacking: bool) -> list[Modifier]:
    """What posture and damage do to any Opposed Roll of this model. A wreck has neither."""
    lines: list[Modifier] = []
    if unit.status == WRECK:
        return lines
    if unit.handicap:
        causes = [cause for cause, is_so in (("Crippled", unit.hull == 0), ("Haywire", unit.haywire)) if is_so]
        lines.append(dice(-unit.handicap, " and ".join(causes), "brigands.5.6c"))
    stance = unit.stance
    if stance == BRACED:
        lines.append(dice(1 if attacking else -1, "Braced", "brigands.2.1-braced"))
    elif stance == TOP_SPEED:
        lines.append(dice(-1 if attacking else 1, "Top Speed", "brigands.2.1-top-speed"))
    return lines


@rule("brigands.1.2g", "brigands.A6.1")
def skill_dice(state: State, own: int, other: int) -> int:
    """One die for the better skill, however much better it is; none under the Augment option."""
    return 1 if own > other and not state.augment else 0
