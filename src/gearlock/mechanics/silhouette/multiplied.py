"""Damage as a multiple of the margin, against armor in steps: as play and as odds, of the same rule.

An attack does its multiplier times its margin of success. Each whole armor of that is a step: a box of a track, or the
next of a few grades of damage.
"""

from __future__ import annotations

from typing import NamedTuple

from gearlock.odds.pools import Spread


class Blow(NamedTuple):
    """An attack against a target: damage multiplier, armor, the last step there is, and the least margin that hits."""

    multiplier: int
    armor: int
    most: int
    least: int = 1


def damage_of(blow: Blow, margin: int) -> int:
    """What a margin does; nothing if it does not hit, and no multiplier is below 0."""
    return max(0, blow.multiplier) * max(0, margin) if margin >= blow.least else 0


def steps_of(blow: Blow, damage: int) -> int:
    """How many times damage holds the armor, up to the last step there is. Armor below 1 counts as 1."""
    return min(blow.most, damage // max(1, blow.armor))


def steps_at(blow: Blow, margin: int) -> int:
    """The steps that a margin comes to."""
    return steps_of(blow, damage_of(blow, margin))


def steps_odds(blow: Blow, margins: Spread) -> Spread:
    """How often each number of steps comes up, a miss counted as none."""
    weights = [0] * (blow.most + 1)
    for margin, ways in margins.items():
        weights[steps_at(blow, margin)] += ways
    return Spread(0, tuple(weights), margins.total)


def hit_odds(blow: Blow, margins: Spread) -> tuple[int, int]:
    """How many of all rolls hit, and how many there are."""
    return margins.at_least(blow.least), margins.total
