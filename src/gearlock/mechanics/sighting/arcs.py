"""Arcs by the names a book gives them, for models with a front and for those without. This file compiles with mypyc."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from gearlock.table.arcs import Arc, is_partly_in
from gearlock.table.bodies import Body
from gearlock.table.measure import HALF_TURN, bearing, turn_between

ALL_ROUND = Arc(0, HALF_TURN)


class Facing(Protocol):
    """Whatever stands somewhere and faces some way."""

    @property
    def x(self) -> int:
        """Mils from the western edge."""

    @property
    def y(self) -> int:
        """Mils from the southern edge."""

    @property
    def facing(self) -> int:
        """Tenths of a degree, counter-clockwise from east."""


class ArcTable:
    """A book's arcs by name, and the names of those that a model without a front has all round; it has no others."""

    __slots__ = ("arcs", "faceless")

    def __init__(self, arcs: dict[str, Arc], faceless: Collection[str] = ()) -> None:
        self.arcs, self.faceless = arcs, frozenset(faceless)

    def arc(self, name: str, faceless: bool = False) -> Arc | None:
        """The wedge that an arc is to such a model, or None if it has no such arc."""
        if faceless:
            return ALL_ROUND if name in self.faceless else None
        return self.arcs.get(name)


def is_in_arc(arc: Arc | None, figure: Facing, body: Body) -> bool:
    """Whether any part of a body lies in an arc of a model; nothing lies in an arc that it has not."""
    return arc is not None and is_partly_in(arc, figure.x, figure.y, figure.facing, body)


def turn_to_bear(arc: Arc | None, figure: Facing, body: Body) -> int:
    """The least turn, left positive, that brings a body into an arc, in tenths of a degree; 0 where none does or need.

    Found by halving between no turn and one that puts the body in the middle of the arc.
    """
    if arc is None or is_in_arc(arc, figure, body):
        return 0
    x, y, facing = figure.x, figure.y, figure.facing
    wide, short = turn_between(facing + arc.middle, bearing(x, y, body.x, body.y)), 0
    while abs(wide - short) > 1:
        middle = (wide + short) // 2
        short, wide = (short, middle) if is_partly_in(arc, x, y, facing + middle, body) else (middle, wide)
    return wide
