"""18.3: the ground as one looks across it: with fortifications and smoke on it."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.sighting.clouds import Cloud, CloudKind, cloud_piece
from gearlock.systems.blitz.general_concepts.dice import (
    MINEFIELD,
    OBSTACLES,
    TRENCHES,
    is_works,
    rectangle_across,
    works_id,
)
from gearlock.systems.blitz.lock_and_cover.looks import MODEL_PIECE
from gearlock.systems.blitz.models import fortifications
from gearlock.systems.blitz.state import WRECK, State, Unit
from gearlock.table.measure import INCH, RIGHT_ANGLE, advance
from gearlock.table.terrain import Ground, Piece

# --- 18.3 and 18.3a: the ground as one moves over it and looks across it: with fortifications on it

CUBES = 5
"""Obstacles come as five cubes of an inch, an inch apart."""
BARRED = "G H V H2O"
"""The movement types that obstacles stop."""


def built(state: State) -> Ground:
    """The ground with everything on it that was built."""
    ground: Ground | None = state.notes.get("built")
    if ground is None:
        works = tuple(_place_of(unit) for unit in state.standing() if is_works(unit))
        ground = state.notes["built"] = _furnished(state.ground, works) if works else state.ground
    return ground


Placed = tuple[str, str, str, int, int, int, bool]
"""A fortification: id, name, which it is, place, facing, whether it lies in ruins."""


def _place_of(unit: Unit) -> Placed:
    return unit.id, unit.name, works_id(unit), unit.x, unit.y, unit.facing, unit.status == WRECK


@lru_cache(maxsize=64)
def _furnished(ground: Ground, works: tuple[Placed, ...]) -> Ground:
    return ground.changed(*(piece for placed in works for piece in pieces_of(placed)))


@rule("blitz.18.3a-turret", "blitz.18.3a-outpost", "blitz.18.3a-bunker", "blitz.18.3a-trench", "blitz.18.3a-obstacles")
@heeds("blitz.18.3", "blitz.18.3b", "blitz.18.3a-table")
def pieces_of(placed: Placed) -> list[Piece]:
    """What stands in the way for a fortification: walls of heavy cover, in ruins half as high and medium.

    Mines and trenches are level with the ground. Of obstacles that are destroyed only difficult ground is left.
    """
    id, name, kind, x, y, facing, ruined = placed
    if kind in (MINEFIELD, TRENCHES):
        return []
    if kind == OBSTACLES:
        return [_cube(placed, number) for number in range(CUBES)]
    size = fortifications()[kind]
    outline = rectangle_across(x, y, facing, size.length, size.width)
    rating, height = ("medium", size.height // 2) if ruined else ("heavy", size.height)
    return [Piece(id, name, "instance", outline, height, 0, rating, props={"going": "difficult", MODEL_PIECE: id})]


def _cube(placed: Placed, number: int) -> Piece:
    id, name, _, x, y, facing, ruined = placed
    x, y = advance(x, y, facing + RIGHT_ANGLE, (2 * number - CUBES + 1) * INCH)
    outline = rectangle_across(x, y, facing, INCH, INCH)
    if ruined:
        return Piece(f"{id}:{number + 1}", name, "area", outline, 0, 0, "", props={"going": "difficult"})
    props: dict[str, int | str] = {"going": "difficult", "bars": BARRED, MODEL_PIECE: id}
    return Piece(f"{id}:{number + 1}", name, "instance", outline, INCH, 0, "heavy", props=props)


# --- What is laid on the ground for looking across it: clouds of smoke, on top of what was built

SMOKE: Final = "Smoke"
SMOKE_RADIUS: Final = 3 * INCH


@heeds("blitz.trait.smoke", "blitz.18.3", "blitz.7.0")
def seen_ground(state: State) -> Ground:
    """The ground as one looks across it: with clouds of smoke and fortifications on it."""
    return _clouded(built(state), tuple(state.smoke)) if state.smoke else built(state)


@heeds("blitz.trait.smoke")
def cloud_of(unit: Unit) -> Cloud:
    """The cloud a model would put up: the foot of its middle, and how high it is, an inch above its silhouette."""
    return unit.x, unit.y, unit.z, unit.height + INCH


@lru_cache(maxsize=64)
def _clouded(ground: Ground, clouds: tuple[Cloud, ...]) -> Ground:
    pieces = [
        cloud_piece(CloudKind(SMOKE, height, "light"), number, (x, y, z, SMOKE_RADIUS))
        for number, (x, y, z, height) in enumerate(clouds, 1)
    ]
    return ground.changed(*pieces)
