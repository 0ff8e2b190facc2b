"""Plain lines of sight between two bodies, and the points of a body one may look from.

`can_see` asks whether any line joins any point of one body with any part of the other. It tries the same family of
lines from either end, so it is symmetric by construction.
"""

from collections.abc import Collection, Iterator, Sequence
from math import isqrt
from typing import Final

from gearlock.table.inches import Body
from gearlock.table.lookout import Lookout
from gearlock.table.shadow import Solid
from gearlock.table.sight import Scene, covers

OFFSETS: Final = (0, -2, 2, -4, 4)  # fifths of the radius to the left, the middle first

Eye = tuple[int, int, int]


def sideways(x: int, y: int, toward_x: int, toward_y: int, offset: int) -> tuple[int, int]:
    """The point `offset` mils to the left of one point as it looks toward another, cut to whole mils inward."""
    dx, dy = toward_x - x, toward_y - y
    square = dx * dx + dy * dy
    if square == 0:
        return x, y
    left = isqrt((offset * dy) ** 2 // square)
    ahead = isqrt((offset * dx) ** 2 // square)
    return (x - left if offset * dy > 0 else x + left), (y + ahead if offset * dx > 0 else y - ahead)


def sight_points(body: Body, toward_x: int, toward_y: int, heights: Sequence[int] = (1000, 500)) -> list[Eye]:
    """Points a body may look from toward a place: middle, left and right edge, at thousandths of its height."""
    spots = [(body.x, body.y)]
    if body.radius:
        spots.append(sideways(body.x, body.y, toward_x, toward_y, body.radius))
        spots.append(sideways(body.x, body.y, toward_x, toward_y, -body.radius))
    return [(x, y, body.z + body.height * share // 1000) for share in heights for x, y in spots]


def can_see(scene: Scene, a: Body, b: Body, extras: Sequence[Solid] = (), without: Collection[str] = ()) -> bool:
    """Whether an unbroken line joins any part of one body with any part of the other. Class 0 never breaks it."""
    low_x, high_x = min(a.x - a.radius, b.x - b.radius), max(a.x + a.radius, b.x + b.radius)
    low_y, high_y = min(a.y - a.radius, b.y - b.radius), max(a.y + a.radius, b.y + b.radius)
    between = [
        solid
        for solid in (*scene.solids, *extras)
        if solid.klass and solid.min_x < high_x and solid.max_x > low_x and solid.min_y < high_y and solid.max_y > low_y
        and solid.id not in without
    ]  # fmt: skip
    if not between:
        return True
    if (a.x - b.x) ** 2 + (a.y - b.y) ** 2 < max(a.radius, b.radius, 1) ** 2:
        low, high = (a.top, b.z) if a.z < b.z else (b.top, a.z)
        return not any(s.base < high and s.top > low and covers(s, a.x, a.y) and covers(s, b.x, b.y) for s in between)
    lookout = Lookout(1)
    return any(not is_broken(lookout, start, end, between) for start, end in _lines(a, b, between))


def _lines(a: Body, b: Body, between: list[Solid]) -> Iterator[tuple[Eye, Eye]]:
    """The family of lines tried: five points across each body, top to top, and lower where something hangs over."""
    heights = [(a.top, b.top)]
    if any(solid.base > min(a.z, b.z) for solid in between):
        middle_a, middle_b = a.z + a.height // 2, b.z + b.height // 2
        heights += [(middle_a, middle_b), (a.z, b.z), (a.top, b.z), (a.z, b.top)]
    spots_a = [
        sideways(a.x, a.y, b.x, b.y, a.radius * fifths // 5 if fifths > 0 else -(a.radius * -fifths // 5))
        for fifths in OFFSETS
    ]
    spots_b = [
        sideways(b.x, b.y, a.x, a.y, b.radius * fifths // 5 if fifths > 0 else -(b.radius * -fifths // 5))
        for fifths in OFFSETS
    ]
    for z_a, z_b in heights:
        for x_a, y_a in spots_a if a.radius else spots_a[:1]:
            for x_b, y_b in spots_b if b.radius else spots_b[:1]:
                yield (x_a, y_a, z_a), (x_b, y_b, z_b)


def is_broken(lookout: Lookout, start: Eye, end: Eye, solids: list[Solid]) -> bool:
    """Whether solids stop the line between two points; one that only runs along a side is not stopped."""
    if start > end:
        start, end = end, start
    (x0, y0, z0), (x1, y1, z1) = start, end
    if (x0, y0) == (x1, y1):
        return False
    lookout.face(float(x0), float(y0), float(z0), float(x1), float(y1), z1 - 1.0, 1.0, 1.0)
    near = lookout.in_way(solids)
    if not _is_stopped(lookout, near, False):
        return False
    return not lookout.grazed or _is_stopped(lookout, near, True)


def _is_stopped(lookout: Lookout, solids: list[Solid], left: bool) -> bool:
    """One pass: whether any shadow reaches the very end of the line."""
    lookout.begin(left)
    for solid in solids:
        lookout.cast(solid)
        column = lookout.columns[0]
        if column.top >= 1.0 or any(band.high >= 1.0 for band in column.bands):
            return True
    return False
