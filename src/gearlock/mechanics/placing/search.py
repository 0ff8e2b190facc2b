"""Search: the places that are tried for somebody who is to be put somewhere, and whether there is room for many."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

from gearlock.kernel.bounds import MOST_SPOTS
from gearlock.table.bodies import Body
from gearlock.table.inches import footprint_inside
from gearlock.table.measure import INCH
from gearlock.table.polygon import Outline, bounds

GRID = INCH // 2
"""Spacing of the spots that are searched when somebody claims there is no room left."""
ROOMY = 2
"""Bases that have so many places each, side by side, also find one when they are put down anyhow."""
STRIDE = 7919
"""A prime, so that steps of it through a list meet every entry far from the one before."""

Spot = tuple[int, int]
Box = tuple[int, int, int, int]
Near = tuple[int, int, int]
"""A place, and how far from it somebody may be along the table's edges."""


def grid(box: Box, radius: int, near: Sequence[Near] = ()) -> Iterator[Spot]:
    """Every half inch where a base lies in a box, none that is too far from all of some places."""
    x0, y0, x1, y1 = box
    for y in range(y0 + radius, y1 - radius + 1, GRID):
        level = [place for place in near if abs(y - place[1]) <= place[2]]
        if near and not level:
            continue
        for x in range(x0 + radius, x1 - radius + 1, GRID):
            if not near or any(abs(x - place[0]) <= place[2] for place in level):
                yield x, y


def scattered(spots: Iterable[Spot], pick: Callable[[int, int], int]) -> Iterator[Spot]:
    """All spots, each far from the one before; `pick` chooses the first of them, a number within two bounds."""
    found = list(spots)
    start = pick(0, len(found)) if found else 0
    stride = STRIDE if len(found) % STRIDE else 1
    return (found[(start + number * stride) % len(found)] for number in range(len(found)))


def has_room(parts: Sequence[Outline], radii: Sequence[int], is_free: Callable[[Body], bool]) -> bool:
    """Whether the parts of a zone hold as many bases as there are radii, side by side on free ground.

    There must be room for twice as many, for nobody stands as close as that. A zone of which thousands of places are
    taken is not searched to its end.
    """
    radius, wanted = max(radii), ROOMY * len(radii)
    tried = (spot for part in parts for spot in _side_by_side(part, radius) if footprint_inside(spot, part))
    return sum(1 for _ in islice(filter(is_free, islice(tried, MOST_SPOTS)), wanted)) == wanted


def _side_by_side(part: Outline, radius: int) -> Iterator[Body]:
    x0, y0, x1, y1 = bounds(part)
    for y in range(y0 + radius, y1 - radius + 1, 2 * radius):
        for x in range(x0 + radius, x1 - radius + 1, 2 * radius):
            yield Body(x, y, 0, radius, INCH)
