"""Markers: where they may lie, away from the table's edges and from each other, and whether there is room for all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from gearlock.kernel.bounds import MOST_MARKER_SPOTS
from gearlock.kernel.orders import Refusal
from gearlock.mechanics.ground.surfaces import slope_at, solids_under
from gearlock.table.bodies import Body
from gearlock.table.measure import INCH, distance, inches_text
from gearlock.table.terrain import Ground

GRID = INCH
"""How fine the spots are that are searched for room; coarser where a table is larger than any that is drawn."""

Spot = tuple[int, int]


class Spacing(NamedTuple):
    """A book's numbers for a kind of marker: half its base, and what must lie between it and an edge, or its like."""

    radius: int
    edge: int
    apart: int


def refuse_level(ground: Ground, spacing: Spacing, x: int, y: int) -> Refusal | None:
    """Why the ground takes no marker: too near to an edge, on a slope or under a solid."""
    away = min(x, y, ground.width - x, ground.height - y) - spacing.radius
    if away <= spacing.edge:
        least = f"more than {inches_text(spacing.edge)} in away"
        message = f"This is {inches_text(max(0, away))} in from a table edge; a marker must lie {least}."
        return Refusal("edge", "", message, {"distance": away})
    if slope_at(ground, x, y) or solids_under(ground, Body(x, y, 0, spacing.radius)):
        return Refusal("level", "", "A marker must lie at ground level, clear of solid terrain.")
    return None


def refuse_near(spacing: Spacing, placed: Iterable[Spot], x: int, y: int) -> Refusal | None:
    """Why a marker cannot lie with others of its kind on the table."""
    near = min((distance(x, y, *other) for other in placed), default=spacing.apart + 1)
    if near > spacing.apart:
        return None
    least = f"more than {inches_text(spacing.apart)} in apart"
    message = f"Another marker is {inches_text(near)} in away; they must lie {least}."
    return Refusal("apart", "", message, {"distance": near})


def level_spots(ground: Ground, spacing: Spacing) -> Iterator[Spot]:
    """The spots of a grid where the ground takes a marker, whoever places it."""
    first = spacing.edge + spacing.radius + 1
    wide, high = max(0, ground.width - 2 * first), max(0, ground.height - 2 * first)
    step = GRID
    while (wide // step) * (high // step) > MOST_MARKER_SPOTS:
        step += GRID
    xs = sorted({*range(first, ground.width - first, step), ground.width - first})
    ys = sorted({*range(first, ground.height - first, step), ground.height - first})
    return ((x, y) for y in ys for x in xs if refuse_level(ground, spacing, x, y) is None)


def apart_from(spots: Iterable[Spot], spot: Spot, apart: int) -> list[Spot]:
    """The spots that lie farther than that from one of them."""
    x, y = spot
    return [(ax, ay) for ax, ay in spots if (ax - x) * (ax - x) + (ay - y) * (ay - y) > apart * apart]


def roomy_spots(spots: Sequence[Spot], count: int, apart: int) -> Iterator[Spot]:
    """The spots where the next of so many markers may lie and leaves room for the others."""
    return (spot for spot in spots if count == 1 or _fit(apart_from(spots, spot, apart), count - 1, apart))


def _fit(spots: list[Spot], count: int, apart: int) -> bool:
    """Whether so many markers can lie on these spots, apart from each other."""
    if count == 1:
        return bool(spots)
    return any(_fit(apart_from(spots, spot, apart), count - 1, apart) for spot in spots)
