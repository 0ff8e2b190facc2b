"""Bodies on an inch table: upright cylinders, how far apart they are, and whether they overlap.

Distances are edge to edge and rounded up to the mil, so that comparing one with a whole reach is exact: a body at
6 inches and half a mil is not within 6 inches. Bodies that touch are 0 apart and do not overlap.
"""

from math import isqrt

from gearlock.table import polygon
from gearlock.table.bodies import Body
from gearlock.table.measure import root_up
from gearlock.table.polygon import Outline

_FINE = 20  # bits below the mil kept while a slanted distance is worked out


def plan_gap(a: Body, b: Body) -> int:
    """Mils between two footprints seen from above, whatever their elevations."""
    return max(0, root_up((a.x - b.x) ** 2 + (a.y - b.y) ** 2) - a.radius - b.radius)


def height_gap(a: Body, b: Body) -> int:
    """Mils between the top of the lower body and the foot of the higher; 0 when their heights overlap."""
    return max(0, a.z - b.top, b.z - a.top)


def gap(a: Body, b: Body) -> int:
    """Mils between two bodies edge to edge in space; 0 when they touch or overlap."""
    rise = max(a.z - b.z - b.height, b.z - a.z - a.height)
    reach = a.radius + b.radius
    square = (a.x - b.x) ** 2 + (a.y - b.y) ** 2
    if square <= reach * reach:
        return max(0, rise)
    if rise <= 0:
        return isqrt(square - 1) + 1 - reach
    flat = isqrt(square << 2 * _FINE) - (reach << _FINE)
    fine = root_up(flat * flat + (rise << _FINE) ** 2)
    return -(-fine >> _FINE)


def is_within(a: Body, b: Body, reach: int) -> bool:
    """Whether any part of one body is within reach of the other, measured in space."""
    return gap(a, b) <= reach


def is_wholly_within(a: Body, x: int, y: int, reach: int) -> bool:
    """Whether the whole footprint lies within reach of a point, in plan."""
    return reach >= a.radius and (a.x - x) ** 2 + (a.y - y) ** 2 <= (reach - a.radius) ** 2


def footprints_overlap(a: Body, b: Body) -> bool:
    """Whether two footprints share ground, whatever their elevations; touching is allowed."""
    return (a.x - b.x) ** 2 + (a.y - b.y) ** 2 < (a.radius + b.radius) ** 2


def heights_overlap(a: Body, b: Body) -> bool:
    """Whether two bodies share a range of elevation; standing exactly on top of each other is allowed."""
    return a.z < b.top and b.z < a.top


def bodies_overlap(a: Body, b: Body) -> bool:
    """Whether two bodies take the same space."""
    return heights_overlap(a, b) and footprints_overlap(a, b)


def is_on_table(a: Body, width: int, height: int) -> bool:
    """Whether the whole footprint lies on the table; its very edge is allowed."""
    return a.radius <= a.x <= width - a.radius and a.radius <= a.y <= height - a.radius


def footprint_overlaps(a: Body, outline: Outline) -> bool:
    """Whether any part of the footprint lies in the polygon; leaning against its side is not in it."""
    if a.radius == 0:
        return polygon.is_inside(outline, a.x, a.y) and polygon.border_compared(outline, a.x, a.y, 0) > 0
    return polygon.is_inside(outline, a.x, a.y) or polygon.border_compared(outline, a.x, a.y, a.radius) < 0


def footprint_touches(a: Body, outline: Outline) -> bool:
    """Whether the footprint overlaps the polygon or just touches its side."""
    return polygon.is_inside(outline, a.x, a.y) or polygon.border_compared(outline, a.x, a.y, a.radius) <= 0


def footprint_inside(a: Body, outline: Outline) -> bool:
    """Whether the whole footprint lies in the polygon; it may touch the side from within."""
    return polygon.is_inside(outline, a.x, a.y) and polygon.border_compared(outline, a.x, a.y, a.radius) >= 0
