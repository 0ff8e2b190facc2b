"""What the pieces of a map are: areas, solids, inclines, roads, water and buildings, in the words of the map."""

from __future__ import annotations

from gearlock.table.bodies import Body
from gearlock.table.measure import mils
from gearlock.table.terrain import Piece

SOLID = ("instance", "building", "hill")
STEEPEST, VERTICAL = 45, 90
"""Degrees: an incline that can still be walked, and a wall."""


def is_area(piece: Piece) -> bool:
    """Whether it may be entered and hinders whoever does; water is an area with a depth."""
    return piece.kind in ("area", "water")


def is_solid(piece: Piece) -> bool:
    """Whether it has its true shape, which nobody moves through."""
    return piece.kind in SOLID and not is_incline(piece)


def is_incline(piece: Piece) -> bool:
    """Whether it is a slope that is walked like any ground; what is steeper, or has no slope noted, is vertical."""
    slope = piece.props.get("slope", VERTICAL)
    return piece.kind in SOLID and isinstance(slope, int) and slope <= STEEPEST


def is_building(piece: Piece) -> bool:
    """Whether it is a solid that some may enter."""
    return piece.kind == "building"


def doors_of(piece: Piece) -> list[tuple[int, int]]:
    """The named entry points of a building, noted in inches: `doors = "13,14 20.5,14"`."""
    doors: list[tuple[int, int]] = []
    for text in str(piece.props.get("doors", "")).split():
        x, _, y = text.partition(",")
        try:
            doors.append((mils(x), mils(y)))
        except ValueError:
            continue
    return doors


def is_road(piece: Piece) -> bool:
    """Whether it is open ground that is quick to move on."""
    return piece.kind == "road"


def depth_of(piece: Piece) -> int:
    """How deep a piece of water is in mils; dry ground has no depth."""
    return int(piece.props.get("depth", 0)) if piece.kind == "water" else 0


def reaches_into(piece: Piece, body: Body) -> bool:
    """Whether a piece takes up some of the heights a body does; standing on it or just below it is allowed."""
    return piece.top > body.z and piece.base < body.top
