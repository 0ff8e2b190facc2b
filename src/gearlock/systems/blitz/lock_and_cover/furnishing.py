"""What is laid on the ground for looking across it: clouds of smoke and fortifications, as pieces of terrain."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from gearlock.kernel.rulebook import heeds
from gearlock.mechanics.sighting.clouds import Cloud, CloudKind, cloud_piece
from gearlock.systems.blitz.general_concepts.works import OBSTACLES, rectangle_across, size_of, works_id
from gearlock.systems.blitz.lock_and_cover.looks import HEAVY, MEDIUM, MODEL_PIECE
from gearlock.systems.blitz.state import WRECK, State, Unit
from gearlock.table.measure import INCH
from gearlock.table.terrain import Ground, Piece

SMOKE: Final = "Smoke"
SMOKE_RADIUS: Final = 3 * INCH
Works = tuple[str, int, int, int, int, int, int, int]
"""A fortification: id, class, place, facing, length, width and height."""


@heeds("blitz.trait.smoke", "blitz.18.3", "blitz.7.0")
def seen_ground(state: State) -> Ground:
    """The ground as one looks across it: with clouds of smoke and fortifications on it."""
    works = tuple(_works_of(unit) for unit in state.standing() if unit.line.type == "Fortification")
    return _furnished(state.ground, tuple(state.smoke), works) if works or state.smoke else state.ground


@heeds("blitz.trait.smoke")
def cloud_of(unit: Unit) -> Cloud:
    """The cloud a model would put up: the foot of its middle, and how high it is, an inch above its silhouette."""
    return unit.x, unit.y, unit.z, unit.height + INCH


@heeds("blitz.18.3", "blitz.18.3a-obstacles", "blitz.18.3b")
def _works_of(unit: Unit) -> Works:
    """A fortification as heavy cover; destroyed it is half as high and medium, obstacles nothing at all."""
    size = size_of(unit)
    klass, height = (MEDIUM, size.height // 2) if unit.status == WRECK else (HEAVY, size.height)
    if unit.status == WRECK and works_id(unit) == OBSTACLES:
        height = 0
    return unit.id, klass, unit.x, unit.y, unit.facing, size.length, size.width, height


@lru_cache(maxsize=64)
def _furnished(ground: Ground, clouds: tuple[Cloud, ...], works: tuple[Works, ...]) -> Ground:
    """A ground with these clouds and fortifications on it; the length of a fortification runs across its facing."""
    pieces: list[Piece] = []
    for number, (x, y, z, height) in enumerate(clouds, 1):
        pieces.append(cloud_piece(CloudKind(SMOKE, height, "light"), number, (x, y, z, SMOKE_RADIUS)))
    for name, klass, x, y, facing, length, width, height in works:
        outline = rectangle_across(x, y, facing, length, width)
        rating = "heavy" if klass == HEAVY else "medium"
        pieces.append(Piece(name, name, "instance", outline, height, 0, rating, props={MODEL_PIECE: name}))
    return ground.changed(*pieces)
