"""2.6.6, 2.6.7, 3.3.2, 3.8.2: Obscurement on a line, and what Stealth and Camo Netting make of it."""

from __future__ import annotations

from typing import Final, NamedTuple

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import result
from gearlock.systems.tactical import switches as s
from gearlock.systems.tactical.cards import HOVER, NAVAL, SUBMARINE, WALKER
from gearlock.systems.tactical.line_of_sight.conditions import (
    fog_obscurement,
    rain_obscurement,
    storm_lines,
    weather,
)
from gearlock.systems.tactical.line_of_sight.crossing import Line, lay_of
from gearlock.systems.tactical.line_of_sight.fittings import AMPHIBIOUS, AQUATIC, PROFILE, perk
from gearlock.systems.tactical.line_of_sight.smoke import smoke_inches
from gearlock.systems.tactical.line_of_sight.standing import terrain_under
from gearlock.systems.tactical.line_of_sight.terrain import JUNGLE, OBSCUREMENT, WATERS, WOODLAND
from gearlock.systems.tactical.state import SKIRMISH_SCALE, STATIONARY, State, Unit, pace_of

STEALTH, NETTING = "Stealth", "Camo Netting"
RULE: Final = "tactical.2.6.7-obscurement"


class Cover(NamedTuple):
    """What lies between two units: points of Obscurement, and where they come from."""

    hard: int
    """Obscurement of terrain, smoke and storms, which is in the way of fire as well."""
    soft: int
    """Obscurement of rain and fog, for detection only."""
    lines: tuple[Modifier, ...]
    """The hard points, as lines of an attack."""


@rule("tactical.2.6.6-concealment")
def terrain_points(scale: str, kind: str, inches: int) -> int:
    """Obscurement of so many whole inches of a type of terrain: its value for each, at the scale of 50 m an inch."""
    if scale == SKIRMISH_SCALE:
        return skirmish_points(kind, inches)
    return OBSCUREMENT[scale].get(kind, 0) * inches


@rule("tactical.3.8.2")
def skirmish_points(kind: str, inches: int) -> int:
    """At 10 m an inch: 1 for every type that is crossed at all, and 1 more for every full step of inches."""
    step = OBSCUREMENT[SKIRMISH_SCALE].get(kind, 0)
    return 1 + inches // step if step else 0


@heeds("tactical.2.6.5-water", "tactical.3.8.1-terrain")
def water_hides(state: State, looker: Unit, target: Unit | None) -> bool:
    """Whether water obscures a target: one that stands in it, no hover or naval craft, and not for Aquatic Sensors.

    At skirmish scale it has to be one that can submerge as well.
    """
    if target is None or target.mode in (HOVER, NAVAL) or perk(looker, AQUATIC):
        return False
    if terrain_under(state, target) not in WATERS:
        return False
    if state.scale == SKIRMISH_SCALE:
        return can_submerge(target)
    return not (state.switch(s.AMPHIBIOUS_IN_SIGHT) and target.card.has(AMPHIBIOUS))


def can_submerge(unit: Unit) -> bool:
    """Whether a unit can go below the surface: submarines, and Amphibious walkers, which walk on the bottom."""
    return SUBMARINE in unit.card.modes or (unit.mode == WALKER and unit.card.has(AMPHIBIOUS))


@heeds("tactical.3.7-rain", "tactical.4.1.2-condition-fog")
def soft_points(state: State, square: int, active: bool = False) -> int:
    """Obscurement for detection alone: rain and fog; an active sweep sees better through rain."""
    kinds = weather(state)
    return rain_obscurement(kinds, square, active) + fog_obscurement(kinds, square)


@heeds(
    "tactical.2.6.7-obscurement",
    "tactical.2.6.6-concealment",
    "tactical.3.8.2",
    "tactical.3.4.4-smoke",
    "tactical.7.2-smoke",
)
def cover_between(state: State, looker: Unit, target: Unit | None, line: Line) -> Cover:
    """All Obscurement on a line: terrain by whole inches, smoke, storms; beside it rain and fog."""
    lines: list[Modifier] = []
    crossed = lay_of(state.ground).crossed(line)
    if crossed:
        wet = any(kind in WATERS for kind, _ in crossed) and water_hides(state, looker, target)
        for kind, inches in crossed:
            points = terrain_points(state.scale, kind, inches) if wet or kind not in WATERS else 0
            if points:
                lines.append(result(-points, f"{inches} in of {kind}", RULE))
    if state.patches:
        for value, inches in smoke_inches(state, line).items():
            lines.append(result(-value * inches, f"{inches} in of smoke", RULE))
    kinds = weather(state)
    if kinds:
        lines += storm_lines(kinds, line.square)
    soft = soft_points(state, line.square) if kinds else 0
    return Cover(-sum([line.value for line in lines]), soft, tuple(lines))


@rule("tactical.3.3.2", "tactical.7.2-stealth")
def stealth_counts(state: State, target: Unit, obscurement: int, dark: bool) -> int:
    """The Stealth that adds to Concealment: by day only behind some Obscurement, in the dark always."""
    if not state.switch(s.STEALTH) or not (dark or obscurement):
        return 0
    return perk(target, STEALTH)


@rule("tactical.7.2-camo-netting")
def netting_counts(state: State, target: Unit) -> int:
    """What Camo Netting adds to Concealment: 1 in Woodland or Jungle, for a vehicle that did and does not move."""
    if not perk(target, NETTING) or pace_of(state, target) != STATIONARY:
        return 0
    return 1 if terrain_under(state, target) in (WOODLAND, JUNGLE) else 0


@heeds("tactical.7.2-card-only-perks")
def profile_of(target: Unit) -> int:
    """What a Large Sensor Profile takes off Concealment, for detection."""
    return perk(target, PROFILE)
