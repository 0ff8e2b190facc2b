"""Rolls of Silhouette dice: as play, from faces, and as odds, of the same rule.

A skill is a number of dice: the highest face counts, each 6 beyond the first adds 1, and all ones are a fumble. Without
a skill two dice are thrown and the lower counts, a fumble on any 1. A modifier comes to the result, which never falls
below 0; nothing changes a fumble, which is 0.
"""

from __future__ import annotations

from typing import NamedTuple

from gearlock.kernel.dice import Faces
from gearlock.odds.pools import Spread, margin_of, silhouette_result, silhouette_score

SIDES = 6
UNSKILLED = 2
LEAST_FACE = 2
"""The lowest face that counts: whoever has nothing better than a 1 has fumbled."""


class Skill(NamedTuple):
    """What is rolled with: dice, after whatever adds or takes some, and the sum of modifiers to the result."""

    dice: int
    modifier: int = 0


class Result(NamedTuple):
    """What a roll came to: the bare dice, the total with modifiers, and whether it is a fumble."""

    bare: int
    total: int
    fumbled: bool


def dice_thrown(skill: Skill) -> int:
    """How many dice are on the table: two for who has none."""
    return skill.dice if skill.dice > 0 else UNSKILLED


def result_of(faces: Faces, skill: Skill) -> Result:
    """Read a roll of as many dice as this skill throws; any other number of them is a ValueError."""
    if len(faces) != dice_thrown(skill):
        raise ValueError(f"{len(faces)} dice were rolled; this skill throws {dice_thrown(skill)}")
    bare = silhouette_score(faces) if skill.dice > 0 else silhouette_score((min(faces),))
    return Result(bare, max(0, bare + skill.modifier) if bare else 0, bare == 0)


def least_total(skill: Skill) -> int:
    """The least that a roll comes to which is no fumble: no die counts that shows a 1."""
    return max(0, LEAST_FACE + skill.modifier)


def margin_over(result: Result, against: int) -> int:
    """By how much a total passes a threshold or another total: the margin of success, or below 0 that of failure.

    Whether a margin of 0 is good enough is for the book to say.
    """
    return result.total - against


def total_odds(skill: Skill) -> Spread:
    """How often each total comes up."""
    return silhouette_result(skill.dice, skill.modifier, SIDES)


def margin_odds(skill: Skill, against: int | Skill) -> Spread:
    """How often each margin comes up, against a threshold or against another roll."""
    if isinstance(against, Skill):
        return margin_of(total_odds(skill), total_odds(against))
    found = total_odds(skill)
    return Spread(found.low - against, found.weights, found.total)


def fumble_odds(skill: Skill) -> tuple[int, int]:
    """How many of all rolls are fumbles, and how many there are."""
    total: int = SIDES ** dice_thrown(skill)
    return (1 if skill.dice > 0 else total - (SIDES - 1) ** UNSKILLED), total
