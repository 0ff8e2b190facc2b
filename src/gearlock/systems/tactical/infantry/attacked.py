"""3.6.5: attacks on infantry: the cover that men find, and where a hit goes in a squad."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import result
from gearlock.systems.tactical.state import Unit
from gearlock.systems.tactical.weapons import AE, AI, Weapon

HARD_TO_HIT = -2
DOWN, UP = 1, -1
LOCATIONS = {1: (1, DOWN), 2: (3, DOWN), 3: (5, DOWN), 4: (6, UP), 5: (8, UP), 6: (10, UP)}
"""By the die: the number of the trooper who is hit first, and which way the rest goes along the list."""


@rule("tactical.3.6.5", "tactical.7.2.2-anti-infantry")
@heeds("tactical.2.6.7-infantry-defense")
def cover_lines(attacker: Unit | None, target: Unit, weapon: Weapon | None) -> tuple[Modifier, ...]:
    """Men find cover: -2 for everybody but infantry who attacks them without an Anti-Infantry weapon, and only once."""
    if not target.is_infantry or (attacker is not None and attacker.is_infantry):
        return ()
    if weapon is not None and weapon.has(AI):
        return ()
    return (result(HARD_TO_HIT, "infantry in cover", "tactical.3.6.5"),)


class Felled(NamedTuple):
    """What damage makes of a squad: the points each trooper has left, and damage that found nobody."""

    troopers: tuple[int, ...]
    spare: int


@rule("tactical.3.6.5-damage")
def pass_on(troopers: Sequence[int], die: int, damage: int) -> Felled:
    """Point by point from the trooper the die finds: what one cannot take goes to the next, round the list if need be.

    Who is down already takes nothing. Where a squad has fewer numbers than the table, its last trooper is meant.
    """
    left = list(troopers)
    first, step = LOCATIONS[die]
    at = min(first, len(left)) - 1
    for _ in left:
        taken = min(left[at], damage)
        left[at] -= taken
        damage -= taken
        at = (at + step) % len(left)
    return Felled(tuple(left), damage)


@rule("tactical.3.6.5-area")
def strikes_each(weapon: Weapon | None) -> bool:
    """Whether a weapon does its whole damage to every trooper: it must be Anti-Infantry and have an Area Effect."""
    return weapon is not None and weapon.has(AI) and weapon.has(AE)


@heeds("tactical.3.6.5-area")
def spread_over(troopers: Sequence[int], damage: int) -> Felled:
    """The same damage to every trooper."""
    return Felled(tuple(max(0, points - damage) for points in troopers), 0)
