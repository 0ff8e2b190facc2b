"""Areas of effect: who is within a radius of a point. How a book measures, it says with one of the first three."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from gearlock.mechanics.figures import AnyFigure
from gearlock.table.bodies import Body
from gearlock.table.inches import gap

Measure = Callable[[Body, int, Body], bool]
"""Whether a body counts as within so many mils of a point."""


def partly(point: Body, radius: int, body: Body) -> bool:
    """Any part of the body is within the radius."""
    return gap(point, body) <= radius


def by_centre(point: Body, radius: int, body: Body) -> bool:
    """The middle of its base is within the radius, at any height that the body reaches."""
    return gap(point, Body(body.x, body.y, body.z, 0, body.height)) <= radius


def wholly(point: Body, radius: int, body: Body) -> bool:
    """Every part of the body is within the radius: it is as far away as the farthest point of its foot or its top.

    With the distance d of the middles in plan, that is (d + r)² + h² <= R²; the term with d is squared once more, so
    that no root is rounded.
    """
    square = (body.x - point.x) ** 2 + (body.y - point.y) ** 2
    rise = max(abs(body.z - point.z), abs(body.top - point.z))
    left = radius**2 - rise**2 - square - body.radius**2
    return left >= 0 and 4 * body.radius**2 * square <= left**2


def caught(point: Body, radius: int, figures: Iterable[AnyFigure], measure: Measure = partly) -> Iterator[AnyFigure]:
    """Those of some figures that are in the area, in their order."""
    for figure in figures:
        body = figure.body
        reach = radius + body.radius
        near = abs(body.x - point.x) <= reach and abs(body.y - point.y) <= reach
        if near and measure(point, radius, body):
            yield figure
