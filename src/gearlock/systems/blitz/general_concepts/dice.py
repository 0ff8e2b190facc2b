"""2.2 and 2.9: dice. Rolls count successes, Checks take the highest die; skills are target numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import dice, sum_of
from gearlock.mechanics.pools.marginal import bites_in
from gearlock.odds.pools import pool_score
from gearlock.systems.blitz.models import Works, fortifications
from gearlock.systems.blitz.state import BRACED, HANGING, NEURAL, TOP_SPEED, WRECK, Unit
from gearlock.table.measure import RIGHT_ANGLE, advance
from gearlock.table.polygon import Outline

# --- 2.2 and 2.9: dice. Rolls count successes, Checks take the highest die; skills are target numbers

BASE_DICE = 2
BEST, WORST, NA = 2, 6, 7
"""Skills run from 2+ to 6+; 7 stands for NA, which no die reaches."""

GUN, PILOT, EW, CMD, SATUP = "GUN", "PILOT", "EW", "CMD", "SatUp"


@rule("blitz.2.2")
def dice_of(modifiers: Iterable[Modifier], base: int = BASE_DICE, least: int = 0) -> int:
    """How many dice a test has: the base dice and what modifiers add or take, never fewer than `least`."""
    return max(least, base + sum_of(modifiers)[0])


@rule("blitz.2.2a")
@heeds("blitz.2.9")
def successes(faces: Iterable[int], skill: int) -> int:
    """A Roll: every die that reaches the target number is a success. Without dice there is none."""
    return bites_in(faces, skill)


@rule("blitz.2.2b")
@heeds("blitz.2.9")
def check_total(faces: Sequence[int], skill: int) -> int:
    """A Check: the highest die as it is, one more for every other die that reaches the skill; without dice 1."""
    return pool_score(faces, skill)


@heeds("blitz.2.2b")
def margin_of_success(active: int, passive: int) -> int:
    """The active total less the passive one: 0 or more succeeds."""
    return active - passive


@rule("blitz.2.9")
def changed(skill: int, worse: int) -> int:
    """A skill made worse by so much, or better if that is negative: never better than 2+, beyond 6+ it is NA.

    All changes of one test are added up first. A skill that is NA as printed stays so.
    """
    if skill >= NA:
        return NA
    return min(NA, max(BEST, skill + worse))


@rule("blitz.2.4")
def halved(number: int) -> int:
    """Half of it, rounded up."""
    return -(-number // 2)


@rule("blitz.trait.ann")
@heeds("blitz.9.6c", "blitz.6.5f", "blitz.2.9")
def skill_of(unit: Unit, skill: str, worse: int = 0) -> int:
    """One of the skills a model tests with now, made worse by so much (better, if negative).

    A neural net improves the one it chose. Clinging to a wall everything is done at 6+, and so is piloting with more
    haywire than it can take.
    """
    line = unit.line
    printed = {GUN: line.gun, PILOT: line.pilot, EW: line.ew}[skill]
    if f"{NEURAL}:{skill}" in unit.tokens:
        worse -= 1
    if HANGING in unit.tokens and not unit.has("Climber"):
        printed = max(printed, WORST)
    if skill == PILOT and unit.is_shorted:
        printed = max(printed, WORST)
    return changed(printed, worse)


@rule("blitz.2.2-standard-modifiers")
@heeds("blitz.3.2a", "blitz.9.2", "blitz.9.3")
def standard_modifiers(unit: Unit, skill: str, defending: bool = False) -> list[Modifier]:
    """What damage and posture do to any test of a model. A wreck has neither. Speed helps in defence alone."""
    if unit.status == WRECK:
        return []
    lines = crippled_modifiers(unit, skill)
    stance = unit.stance
    if stance in (BRACED, TOP_SPEED):
        helps = (stance == BRACED) != defending
        label = "Braced" if stance == BRACED else "Top Speed"
        lines.append(dice(1 if helps else -1, label, "blitz.2.2-standard-modifiers"))
    return lines


_SYSTEMS = {GUN: "Weapons", PILOT: "Move", EW: "Electronics"}


@rule("blitz.trait.rugged", "blitz.trait.fragile")
@heeds("blitz.9.2")
def crippled_modifiers(unit: Unit, skill: str, striking: bool = False) -> list[Modifier]:
    """A die less for a crippled model; none where that system is rugged, two where it is fragile.

    `striking`: PILOT is used to attack, which fragile weapons spoil as well.
    """
    if not unit.is_crippled:
        return []
    system = _SYSTEMS.get(skill, "")
    fragile = [system, "Weapons"] if striking else [system]
    for name in fragile:
        if f"Fragile: {name}" in unit.line.traits:
            return [dice(-2, f"Crippled, fragile {name.lower()}", "blitz.trait.fragile")]
    if f"Rugged: {system}" in unit.line.traits:
        return []
    return [dice(-1, "Crippled", "blitz.9.2")]


# --- 18.3a: fortifications as they lie on the table: rectangles across their facing

MINEFIELD, TRENCHES, OBSTACLES = "minefield", "trenches", "obstacles"
FORTIFICATION = "Fortification"


def is_works(unit: Unit) -> bool:
    """Whether a model is a fortification."""
    return unit.line.type == FORTIFICATION


def works_id(unit: Unit) -> str:
    """Which of the support purchases it is, whatever was changed on its stat line."""
    return unit.line.card.line.partition("/")[0]


def size_of(unit: Unit) -> Works:
    """Its size on the table."""
    return fortifications()[works_id(unit)]


def outline_of(unit: Unit) -> Outline:
    """The ground a fortification covers."""
    size = size_of(unit)
    return rectangle_across(unit.x, unit.y, unit.facing, size.length, size.width)


@lru_cache(maxsize=256)
def rectangle_across(x: int, y: int, facing: int, length: int, width: int) -> Outline:
    """A rectangle whose length runs across a facing."""
    corners = [(1, 1), (-1, 1), (-1, -1), (1, -1)]
    ends = [advance(x, y, facing, ahead * width // 2) for ahead, _ in corners]
    sides = zip(ends, corners, strict=True)
    return tuple(advance(*end, facing + RIGHT_ANGLE, side * length // 2) for end, (_, side) in sides)
