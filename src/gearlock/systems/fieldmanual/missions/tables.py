"""Steps 2, 3 and 4: what a die means on the tables of the scenario generator."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.fieldmanual.deployment.zones import DIAGONAL, NARROW, SURROUNDED, WIDE
from gearlock.systems.fieldmanual.table_effects.effects import (
    BLIZZARD,
    DAWN,
    DUSK,
    EM_STORM,
    EXTREME_TEMPERATURES,
    FOG,
    FRIENDLY_FIRE,
    NAMES,
    NIGHT,
    STORM,
    TWILIGHT,
    VARIABLE_TIME,
    WHITE_SAND,
)

EVENTS: Final = (VARIABLE_TIME, VARIABLE_TIME, EM_STORM, WHITE_SAND, EXTREME_TEMPERATURES, FRIENDLY_FIRE)
STANDARD, DEFENSE, OFFENSE = "standard", "defense", "offense"
MISSIONS: Final = (STANDARD, DEFENSE, OFFENSE)
_TYPES: Final = {1: "SSSDDO", 2: "SSDDOO", 3: "SDDOOO", 4: "SDOOOO"}
OP_BASE, OP_STEP = 2, 750


def effect_rolls(face: int) -> int:
    """How many Table Effects are rolled for: none up to 3, one on a 4, two on a 5; a 6 is none and an Unusual Event.

    Behind an Unusual Event the same die is thrown again, and a 6 is just none.
    """
    return {4: 1, 5: 2}.get(face, 0)


def effect_of(face: int) -> str:
    """A Table Effect: Night on 1 and 2, Dawn or Dusk on 3, Fog or Smoke on 4, a storm on 5 and 6."""
    return (NIGHT, NIGHT, TWILIGHT, FOG, STORM, STORM)[face - 1]


def stacks(effect: str) -> bool:
    """Whether an effect means something when it is rolled twice; Night and Fog do not, and are rolled again."""
    return effect in (TWILIGHT, STORM)


@heeds("fieldmanual.effect-dawn-dusk", "fieldmanual.effect-storm", "fieldmanual.step2-table")
def effects_together(rolled: Iterable[str], night_face: int = 0) -> tuple[str, ...]:
    """What effects make of each other: Dawn or Dusk twice brings Fog, a storm twice is a blizzard.

    Dawn or Dusk with Night is by a die Dusk and then Night, or Dawn and then daylight.
    """
    found = list(rolled)
    made = {effect for effect in found if effect in (NIGHT, FOG)}
    if STORM in found:
        made.add(BLIZZARD if found.count(STORM) > 1 else STORM)
    if TWILIGHT in found:
        made.add(TWILIGHT)
        if found.count(TWILIGHT) > 1:
            made.add(FOG)
        if NIGHT in found:
            made = (made - {NIGHT, TWILIGHT}) | {DUSK if night_face <= 3 else DAWN}
    return named(made)


def named(effects: Iterable[str]) -> tuple[str, ...]:
    """Effects in the order they are named."""
    return tuple(sorted(set(effects), key=NAMES.index))


def event_of(face: int) -> str:
    """An Unusual Event: 1 and 2 Variable Time Limit, then one for each face."""
    return EVENTS[face - 1]


@heeds("fieldmanual.step3-zones")
def zones_of(face: int, second: int = 0) -> str:
    """The kind of deployment zones: 1 and 2 narrow, 3 and 4 wide, 5 diagonal; a 6 surrounds one by a second roll."""
    kinds = (NARROW, NARROW, WIDE, WIDE, DIAGONAL)
    return kinds[face - 1] if face < 6 else f"{SURROUNDED} {kinds[second - 1]}"


@rule("fieldmanual.step4-mission")
def mission_of(level: int, face: int) -> str:
    """The type of a mission by Priority Level and die."""
    return {"S": STANDARD, "D": DEFENSE, "O": OFFENSE}[_TYPES[level][face - 1]]


@heeds("fieldmanual.objective-points")
def objective_points(tv: int) -> int:
    """2 Objective Points, and 2 for every 750 TV or part of it."""
    return OP_BASE + 2 * -(-tv // OP_STEP)


@rule("fieldmanual.step8-length")
def rounds_for(limit: int) -> int:
    """Four rounds, and one for every full 1000 TV of the limit."""
    return 4 + limit // 1000
