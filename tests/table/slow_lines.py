"""A slow twin of the search for open lines: many points of both bodies, every line between them, one by one."""

from math import cos, pi, sin

from gearlock.table.bodies import Body
from gearlock.table.shadow import Solid

Point = tuple[float, float]


def points_of(body: Body, rings: int, around: int) -> list[Point]:
    """Points of a base: its middle, and so many around it on each of some rings, the rim among them."""
    found = [(float(body.x), float(body.y))]
    for ring in range(1, rings + 1):
        reach = body.radius * ring / rings
        found += [
            (body.x + reach * cos(2 * pi * n / around), body.y + reach * sin(2 * pi * n / around))
            for n in range(around)
        ]
    return found


def is_broken(p: Point, z_p: float, q: Point, z_q: float, solid: Solid) -> bool:
    """Whether a solid on the ground breaks a line: whether a piece of the line within it is not above it."""
    for stretch in _stretches(p, q, solid):
        heights = [z_p + (z_q - z_p) * t for t in stretch]
        if min(heights) < solid.top or max(heights) == solid.top:
            return True
    return False


def is_open(p: Point, z_p: float, q: Point, z_q: float, solids: list[Solid]) -> bool:
    return not any(is_broken(p, z_p, q, z_q, solid) for solid in solids)


def scanned(a: Body, b: Body, solids: list[Solid], rings: int = 3, around: int = 24) -> bool:
    """Whether any line from the top of one body to the top of the other is open."""
    here, there = points_of(a, rings, around), points_of(b, rings, around)
    return any(is_open(p, a.top, q, b.top, solids) for p in here for q in there)


def _stretches(p: Point, q: Point, solid: Solid) -> list[tuple[float, float]]:
    """The shares of a segment that lie within a solid in plan."""
    (x, y), dx, dy = p, q[0] - p[0], q[1] - p[1]
    if solid.radius:
        square, half = dx * dx + dy * dy, (solid.cx - x) * dx + (solid.cy - y) * dy
        inner = half * half - square * ((solid.cx - x) ** 2 + (solid.cy - y) ** 2 - solid.radius**2)
        places = [(half - inner**0.5) / square, (half + inner**0.5) / square] if inner > 0 else []
    else:
        places = []
        x0, y0 = solid.xs[-1], solid.ys[-1]
        for x1, y1 in zip(solid.xs, solid.ys, strict=True):
            before, after = dx * (y0 - y) - dy * (x0 - x), dx * (y1 - y) - dy * (x1 - x)
            if (before > 0) != (after > 0):
                places.append(((x0 - x) * (y1 - y0) - (y0 - y) * (x1 - x0)) / (after - before))
            x0, y0 = x1, y1
    places.sort()
    cut = [(max(into, 0.0), min(out, 1.0)) for into, out in zip(places[::2], places[1::2], strict=True)]
    return [(into, out) for into, out in cut if out > into]
