"""Clouds of smoke: round pieces of terrain that come and go, for looking across only."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from gearlock.table.measure import FULL_TURN, advance
from gearlock.table.terrain import Ground, Piece

CORNERS = 24
"""A cloud is round; on the ground it is a polygon of so many corners."""

Cloud = tuple[int, int, int, int]
"""The foot of its middle (x, y, z) and its radius."""


class CloudKind(NamedTuple):
    """A book's kind of cloud: what it is called, how high it rises from its foot, and the rating it hides with."""

    name: str
    height: int
    rating: str


@lru_cache(maxsize=64)
def cloud_piece(kind: CloudKind, number: int, cloud: Cloud) -> Piece:
    """A cloud as a piece of area terrain, numbered among its kind."""
    x, y, z, radius = cloud
    outline = tuple(advance(x, y, corner * FULL_TURN // CORNERS, radius) for corner in range(CORNERS))
    return Piece(f"{kind.name.lower()}-{number}", kind.name, "area", outline, z + kind.height, z, kind.rating)


@lru_cache(maxsize=64)
def clouded(ground: Ground, kind: CloudKind, clouds: tuple[Cloud, ...]) -> Ground:
    """A ground with these clouds on it, numbered from 1."""
    return ground.changed(*(cloud_piece(kind, number, cloud) for number, cloud in enumerate(clouds, 1)))
