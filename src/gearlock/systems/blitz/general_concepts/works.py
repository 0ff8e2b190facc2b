"""18.3a: fortifications as they lie on the table: rectangles across their facing."""

from __future__ import annotations

from functools import lru_cache

from gearlock.systems.blitz.models import Works, fortifications
from gearlock.systems.blitz.state import Unit
from gearlock.table.measure import RIGHT_ANGLE, advance
from gearlock.table.polygon import Outline

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
