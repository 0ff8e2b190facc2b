"""The ways left to Objectives of position, so that somebody goes there: the nearest that are needed, not everybody.

A way is a share of one that is as good as endless: 0 is there, 1 is hopeless. What nobody can go to counts as that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from gearlock.mechanics.figures import AnyFigure
from gearlock.table.measure import distance

Spot = tuple[int, int]
Way = Callable[[AnyFigure, Spot], float]
"""How far a figure is from where it counts for a spot."""


def way_to(figure: AnyFigure, spot: Spot, near: int, endless: int) -> float:
    """How far a figure's middle is from so near to a spot."""
    return min(1.0, max(0, distance(figure.x, figure.y, *spot) - near) / endless)


def left_to_take(
    figures: Iterable[AnyFigure], spots: Sequence[Spot], way: Way[AnyFigure], needed: int, called: set[str]
) -> float:
    """The nearest figures go to the nearest spots, one to each, as many as are still to be taken.

    Whoever is `called` goes elsewhere already; those who go here are added.
    """
    total, taken = 0.0, set[Spot]()
    for far, name, spot in sorted((way(figure, spot), figure.id, spot) for figure in figures for spot in spots):
        if needed and name not in called and spot not in taken:
            called.add(name)
            taken.add(spot)
            total, needed = total + far, needed - 1
    return total + needed


def left_to_hold(figures: Iterable[AnyFigure], spot: Spot, way: Way[AnyFigure], called: set[str]) -> float:
    """The nearest figure that is not there yet, and not called elsewhere, goes to a spot."""
    ways = ((way(figure, spot), figure.id) for figure in figures if figure.id not in called)
    far, name = min((found for found in ways if found[0]), default=(1.0, ""))
    called.add(name)
    return far


def left_to_any(figures: Sequence[AnyFigure], spots: Iterable[Spot], way: Way[AnyFigure]) -> float:
    """The shortest way of anybody to a spot where it is not yet."""
    ways = (way(figure, spot) for spot in spots for figure in figures)
    return min((far for far in ways if far), default=1.0)


def left_to_bring(ways: Iterable[tuple[float, int]], needed: int) -> float:
    """The ways of the foremost, each with the weight it brings, until as much is there as is needed."""
    total = 0.0
    for far, weight in sorted(ways):
        total += far * min(weight, needed)
        needed -= min(weight, needed)
    return total + needed
