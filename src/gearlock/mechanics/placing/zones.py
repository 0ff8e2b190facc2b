"""Zones: parts of the table named by the side they lie on: strips along an edge, ninths, and corners of ninths."""

from __future__ import annotations

from gearlock.table.measure import FULL_TURN
from gearlock.table.polygon import Outline, rectangle
from gearlock.table.terrain import Ground

SIDES = ("south", "southeast", "east", "northeast", "north", "northwest", "west", "southwest")
"""Counter-clockwise, so that opposite sides are four apart."""
EDGES, CORNERS = SIDES[::2], SIDES[1::2]
AHEAD = {side: (900 + 450 * number) % FULL_TURN for number, side in enumerate(SIDES)}
"""The facing across the table from each side."""


def opposite(side: str) -> str:
    """The side across the table."""
    return SIDES[(SIDES.index(side) + 4) % 8]


def strip(ground: Ground, side: str, depth: int) -> Outline:
    """A strip along an edge, so many mils deep."""
    wide, high = ground.width, ground.height
    return {
        "south": rectangle(0, 0, wide, depth),
        "north": rectangle(0, high - depth, wide, high),
        "west": rectangle(0, 0, depth, high),
        "east": rectangle(wide - depth, 0, wide, high),
    }[side]


def ninth(ground: Ground, column: int, row: int) -> Outline:
    """One of the nine parts of a table, counted from the southwest; what does not divide is the middle's."""
    xs = (0, ground.width // 3, ground.width - ground.width // 3, ground.width)
    ys = (0, ground.height // 3, ground.height - ground.height // 3, ground.height)
    return rectangle(xs[column], ys[row], xs[column + 1], ys[row + 1])


def corner(ground: Ground, side: str) -> Outline:
    """A corner ninth of the table and the two ninths that share an edge with it."""
    third, row = ground.width // 3, ground.height // 3
    corners = ((0, 0), (2 * third, 0), (2 * third, row), (third, row), (third, 2 * row), (0, 2 * row))
    eastern, northern = side.endswith("east"), side.startswith("north")
    turned = tuple((ground.width - x if eastern else x, ground.height - y if northern else y) for x, y in corners)
    return turned if eastern == northern else turned[::-1]
