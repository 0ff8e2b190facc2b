"""3.4.4: burning zones: squares of an inch, how hot they are, what can burn, and where fire spreads to."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.tactical.line_of_sight.smoke import FIRE
from gearlock.systems.tactical.line_of_sight.standing import ground_type
from gearlock.systems.tactical.line_of_sight.terrain import CLEAR, JUNGLE, ROUGH, SAND, SWAMP, WATER, WOODLAND
from gearlock.systems.tactical.state import State, Unit
from gearlock.systems.tactical.under_way import Patch
from gearlock.systems.tactical.weapons import SLOW_BURN, Weapon
from gearlock.table.measure import FULL_TURN, INCH, bearing, turn_between

FUEL = "incendiaries"
"""A patch: Intensity that was fired into a square that does not burn yet."""
HALF_INCH = INCH // 2
ENOUGH, FIRST, HOTTEST = 100, 10, 20
GRASS, OIL = "grass burns", "oil burns"
"""Switches: Rough and Clear ground are grassland and scrub; a scenario has poured oil on sand, swamp and water."""
WIND = "wind"
"""In `State.points`: the die that told where the wind blows, 1 to 6; without it fire spreads every way."""
DOWNWIND = 450
STEPS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
Square = tuple[int, int]


def square_at(x: int, y: int) -> Square:
    """The middle of the square inch that a point lies in."""
    return x // INCH * INCH + HALF_INCH, y // INCH * INCH + HALF_INCH


def fire_at(state: State, x: int, y: int) -> Patch | None:
    """The fire at a point."""
    found = square_at(x, y)
    return next((patch for patch in state.patches if patch.kind == FIRE and (patch.x, patch.y) == found), None)


def fuel_at(state: State, x: int, y: int) -> int:
    """The Intensity that has been fired into a square so far."""
    found = square_at(x, y)
    return sum(patch.points for patch in state.patches if patch.kind == FUEL and (patch.x, patch.y) == found)


@rule("tactical.3.4.4-flammable")
def can_burn(state: State, x: int, y: int) -> bool:
    """Whether the ground can be set alight: Woodland and Jungle, grass and scrub where that was agreed, oil."""
    kind = ground_type(state, *square_at(x, y))
    if kind in (WOODLAND, JUNGLE):
        return True
    if kind in (ROUGH, CLEAR):
        return state.switch(GRASS)
    return kind in (SAND, SWAMP, WATER) and state.switch(OIL)


@heeds("tactical.3.4.4-flammable")
def refuse_kindling(state: State, x: int, y: int) -> Refusal | None:
    """Why a square cannot be set alight."""
    if not (0 <= x < state.ground.width and 0 <= y < state.ground.height):
        return Refusal("place", "tactical.3.4.4-firestarting", "That point is not on the table.")
    if fire_at(state, x, y) is not None:
        return Refusal("burning", "tactical.3.4.4-firestarting", "It burns there already.")
    if can_burn(state, x, y):
        return None
    kind = ground_type(state, *square_at(x, y))
    words = f"There is {kind} ground, and it does not burn: only Woodland and Jungle do here."
    return Refusal("fireproof", "tactical.3.4.4-flammable", words, {"type": kind})


@heeds("tactical.3.4.4-firestarting")
def kindling(weapon: Weapon, intensity: int) -> int:
    """What one attack adds to a square: its Intensity, twice that if it burns slowly."""
    return 2 * intensity if weapon.has(SLOW_BURN) else intensity


def wind_facing(state: State) -> int | None:
    """Where the wind blows to; None without one. A 1 is east, each higher number a sixth of a turn clockwise."""
    die = state.points.get(WIND, 0)
    return -(die - 1) * FULL_TURN // 6 % FULL_TURN if die else None


@heeds("tactical.3.4.4-firestarting", "tactical.3.4.4-flammable")
def spread_from(state: State, fire: Patch) -> Iterator[Square]:
    """The squares that a fire spreads to: all around it, or downwind, where the ground burns and no fire is yet."""
    wind = wind_facing(state)
    for column, row in STEPS:
        x, y = fire.x + column * INCH, fire.y + row * INCH
        if wind is not None and abs(turn_between(wind, bearing(0, 0, column, row))) > DOWNWIND:
            continue
        if refuse_kindling(state, x, y) is None:
            yield x, y


def in_fire(state: State, unit: Unit) -> Patch | None:
    """The fire that a unit is in: that under the middle of its base."""
    return fire_at(state, unit.x, unit.y)
