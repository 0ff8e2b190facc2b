"""Slow twins of the sight function: a ray marcher, and closed-form columns over shapely's crossings."""

from math import hypot

from shapely.geometry import LineString, Point, Polygon

from gearlock.table.bodies import Body
from gearlock.table.shadow import Solid

Eye = tuple[int, int, int]


def column_ends(eye: Eye, target: Body, columns: int) -> list[tuple[float, float]]:
    dx, dy = target.x - eye[0], target.y - eye[1]
    away = hypot(dx, dy)
    ends = []
    for column in range(columns):
        offset = target.radius * (2 * column + 1 - columns) / columns
        ends.append((target.x - dy / away * offset, target.y + dx / away * offset))
    return ends


def is_in_plan(solid: Solid, x: float, y: float) -> bool:
    if solid.radius:
        return hypot(x - solid.cx, y - solid.cy) < solid.radius
    odd = False
    x0, y0 = solid.xs[-1], solid.ys[-1]
    for x1, y1 in zip(solid.xs, solid.ys, strict=True):
        if (y0 > y) != (y1 > y) and x < x0 + (x1 - x0) * (y - y0) / (y1 - y0):
            odd = not odd
        x0, y0 = x1, y1
    return odd


def marched_share(eye: Eye, target: Body, solids: list[Solid], columns: int, rows: int = 40, steps: int = 400) -> float:
    """Walk rays step by step and count the target's cells that no ray reaches."""
    hidden = 0
    for end_x, end_y in column_ends(eye, target, columns):
        places = [(step + 0.5) / steps for step in range(steps)]
        inside = [
            [s for s in solids if is_in_plan(s, eye[0] + t * (end_x - eye[0]), eye[1] + t * (end_y - eye[1]))]
            for t in places
        ]
        for row in range(rows):
            goal = target.z + target.height * (row + 0.5) / rows
            heights = [eye[2] + t * (goal - eye[2]) for t in places]
            hidden += any(s.base <= z <= s.top for z, found in zip(heights, inside, strict=True) for s in found)
    return hidden / (columns * rows)


def plan_shape(solid: Solid) -> Polygon:
    if solid.radius:
        return Point(solid.cx, solid.cy).buffer(solid.radius, quad_segs=1024)
    return Polygon(list(zip(solid.xs, solid.ys, strict=True)))


def shapely_stretches(eye: Eye, end: tuple[float, float], shape: Polygon) -> list[tuple[float, float]]:
    """The (in, out) shares of the line that lie in the shape, by shapely."""
    line = LineString([eye[:2], end])
    cut = line.intersection(shape)
    parts = [part for part in getattr(cut, "geoms", [cut]) if part.geom_type == "LineString" and part.length > 0]
    stretches = []
    for part in parts:
        a, b = (hypot(x - eye[0], y - eye[1]) / line.length for x, y in (part.coords[0], part.coords[-1]))
        stretches.append((min(a, b), max(a, b)))
    return stretches


def shapely_share(eye: Eye, target: Body, solids: list[Solid], columns: int) -> float:
    """The hidden share in closed form per stretch, the stretches cut by shapely."""
    total = 0.0
    shapes = [plan_shape(solid) for solid in solids]
    for end in column_ends(eye, target, columns):
        bands = []
        for solid, shape in zip(solids, shapes, strict=True):
            stretches = shapely_stretches(eye, end, shape)
            length = sum(b - a for a, b in stretches) * hypot(end[0] - eye[0], end[1] - eye[1])
            if length + 1e-6 >= solid.least:
                bands += [shadow(eye[2], solid, max(a, 1e-15), b) for a, b in stretches]
        reached = float(target.z)
        for low, high in sorted(bands):
            low, high = max(low, reached), min(high, target.top)
            if high > low:
                total += high - low
                reached = high
    return total / (columns * target.height)


def shadow(eye_z: float, solid: Solid, into: float, out: float) -> tuple[float, float]:
    lows = [eye_z + (solid.base - eye_z) / t for t in (into, out)]
    highs = [eye_z + (solid.top - eye_z) / t for t in (into, out)]
    return min(lows), max(highs)
