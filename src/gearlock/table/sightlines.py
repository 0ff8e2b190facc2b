"""Plain lines of sight between two bodies, and the points of a body one may look from.

`can_see` asks whether any line joins any point of one body with any part of the other. It tries the same family of
lines from either end, so it is symmetric by construction. `open_cells` finds all such lines; whoever looks from either
end finds the same.
"""

import math
from collections.abc import Collection, Iterator, Sequence
from math import isqrt
from typing import Final

from gearlock.table.bodies import Body
from gearlock.table.lookout import Lookout
from gearlock.table.openings import Cell, Vista
from gearlock.table.shadow import Solid
from gearlock.table.sight import Scene, covers

ACROSS: Final = 5
PLACES: Final = (0, -2, 2, -4, 4)  # fifths of the radius to the left, the middle first: where five columns have theirs
CLOSE: Final = 5.0  # times the width of both: nearer than that slanting lines past the ends of a flat matter
SLANTS: Final = (0.5, 0.85)
FLATS: Final = (0.8, 0.98)  # of the radius: flats before and behind the middle, for looks up and down

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


def sight_points(body: Body, toward_x: int, toward_y: int, heights: Sequence[int] = (1000,)) -> list[Eye]:
    """Points a body may look from toward a place: middle, left and right edge, at thousandths of its height.

    Its highest points see most; lower ones can see more only under something that hangs in the air.
    """
    spots = [(body.x, body.y)]
    if body.radius:
        spots.append(sideways(body.x, body.y, toward_x, toward_y, body.radius))
        spots.append(sideways(body.x, body.y, toward_x, toward_y, -body.radius))
    return [(x, y, body.z + body.height * share // 1000) for share in heights for x, y in spots]


def front_point(body: Body, toward_x: int, toward_y: int, aside: float, height: int) -> Eye:
    """The point of a body's rim toward a place, so many mils to the left of its middle; cut to whole mils inward."""
    dx, dy = float(toward_x - body.x), float(toward_y - body.y)
    length = math.sqrt(dx * dx + dy * dy)
    reach = float(body.radius)
    if length == 0.0:
        return body.x, body.y, height
    aside = min(max(aside, -reach), reach)
    ahead = math.sqrt(reach * reach - aside * aside)
    x, y = (dx * ahead - dy * aside) / length, (dy * ahead + dx * aside) / length
    return body.x + int(x), body.y + int(y), height


def open_cells(start: Body, end: Body, solids: list[Solid]) -> list[Cell]:
    """Lines from one body to another that no solid breaks, as seen from the first; none if there is no such line.

    These are all lines between their highest points; only if all of those are broken, slanting lines past the ends of
    round bodies, lines from their front to their back and, under an overhang, lower ones are tried.
    """
    turned = _order_of(start) > _order_of(end)
    found = _open_cells(end, start, solids) if turned else _open_cells(start, end, solids)
    return [[(-there, -here) for here, there in cell] for cell in found] if turned and found else found


def _open_cells(a: Body, b: Body, solids: list[Solid]) -> list[Cell]:
    """What is tall enough to break lines at any height settles most looks, and is asked first."""
    vista = Vista(a, b)
    ground, high = min(a.z, b.z), float(max(a.top, b.top, a.z + 1, b.z + 1))
    walls = [solid for solid in solids if solid.top >= high and solid.base <= ground]
    lower = [solid for solid in solids if solid.top < high or solid.base > ground]
    past_walls = vista.left_open([vista.all_lines()], walls, high, high)
    heights = _line_heights(a, b, solids) if lower else [(high, high)]
    for z_a, z_b in heights if past_walls else ():
        found = vista.left_open(past_walls, lower, z_a, z_b)
        if found:
            return found
    for other, lines, z_a, z_b in _other_families(a, b, vista, heights, lower if past_walls else []):
        found = other.left_open(lines, solids, z_a, z_b)
        if found:
            return found
    return []


def are_parted(a: Body, b: Body, solids: Sequence[Solid]) -> bool:
    """Whether a floor lies between two bodies of which one stands above the other."""
    low, high = min(a.top, b.top), max(a.z, b.z)
    return any(s.base < high and s.top > low and covers(s, a.x, a.y) and covers(s, b.x, b.y) for s in solids)


def is_above(a: Body, b: Body) -> bool:
    """Whether two bodies share so much ground that there is hardly a way between them to look along."""
    return (a.x - b.x) ** 2 + (a.y - b.y) ** 2 < max(a.radius, b.radius, 1) ** 2


def _other_families(
    a: Body, b: Body, vista: Vista, heights: list[tuple[float, float]], lower: list[Solid]
) -> Iterator[tuple[Vista, list[Cell], float, float]]:
    """Lines that are worth trying where all from middle to middle are broken, and the heights they run from and to."""
    close = vista.length < CLOSE * (vista.near + vista.far)
    for z_a, z_b in heights:
        for slant in SLANTS if close else ():
            yield vista, vista.slanting(slant), z_a, z_b
        if any(min(z_a, z_b) <= solid.top < max(z_a, z_b) for solid in lower):
            for flat in FLATS:  # one looks down best from the front of a base, at the back of the other
                moved = flat if z_a > z_b else -flat
                other = Vista(a, b, moved, moved)
                yield other, [other.all_lines()], z_a, z_b


def _line_heights(a: Body, b: Body, solids: list[Solid]) -> list[tuple[float, float]]:
    """The heights of lines: from top to top, which sees most, and lower ones if anything hangs in the air."""
    top_a, top_b = a.z + max(a.height, 1.0), b.z + max(b.height, 1.0)
    found = [(top_a, top_b)]
    if not any(solid.base > min(a.z, b.z) for solid in solids):
        return found
    found += [(a.z + a.height / 2.0, b.z + b.height / 2.0), (a.z + 1.0, b.z + 1.0), (top_a, b.z + 1.0)]
    found.append((a.z + 1.0, top_b))
    low, high = max(a.z, b.z), min(top_a, top_b)
    for solid in solids:  # level lines right over and right under everything
        found += [(level, level) for level in (solid.top + 0.5, solid.base - 0.5) if low < level < high]
    return found


def can_see(scene: Scene, a: Body, b: Body, extras: Sequence[Solid] = (), without: Collection[str] = ()) -> bool:
    """Whether an unbroken line joins any part of one body with any part of the other. Class 0 never breaks it."""
    if _order_of(a) > _order_of(b):
        a, b = b, a
    between = [solid for solid in _boxed(a, b, [*scene.solids, *extras]) if solid.klass and solid.id not in without]
    if not between:
        return True
    if is_above(a, b):
        return not are_parted(a, b, between)
    heights = [(a.top, b.top)]
    if any(solid.base > min(a.z, b.z) for solid in between):  # under an overhang a lower line may pass
        heights += [(a.z + a.height // 2, b.z + b.height // 2), (a.z, b.z), (a.top, b.z), (a.z, b.top)]
    return any(_sees_across(a, z_a, b, z_b, between) for z_a, z_b in heights)


def _order_of(body: Body) -> tuple[int, int, int, int, int]:
    return body.x, body.y, body.z, body.radius, body.height


def _boxed(a: Body, b: Body, solids: list[Solid]) -> list[Solid]:
    """The solids whose box meets or touches the box round both bodies."""
    low_x, high_x = min(a.x - a.radius, b.x - b.radius), max(a.x + a.radius, b.x + b.radius)
    low_y, high_y = min(a.y - a.radius, b.y - b.radius), max(a.y + a.radius, b.y + b.radius)
    return [s for s in solids if s.min_x <= high_x and s.max_x >= low_x and s.min_y <= high_y and s.max_y >= low_y]


def _sees_across(a: Body, z_a: int, b: Body, z_b: int, between: list[Solid]) -> bool:
    """Whether any line of the family is open: five points across one body, each to five across the other."""
    lookout = Lookout(ACROSS if b.radius else 1)
    dx, dy = b.x - a.x, b.y - a.y
    away = math.sqrt(dx * dx + dy * dy)
    for place in PLACES if a.radius else (0,):
        aside = a.radius * place / ACROSS
        left_x, left_y = -dy / away * aside, dx / away * aside
        # Eye and aim move aside together, so all looks run parallel and the far body stays where it is.
        eye, end = (a.x + left_x, a.y + left_y, float(z_a)), (b.x + left_x, b.y + left_y, z_b - 1.0)
        lookout.face(eye, end, float(b.radius), 1.0, aside)
        near = lookout.in_way(between)
        if _is_open(lookout, near, False) or (lookout.grazed and _is_open(lookout, near, True)):
            return True
    return False


def _is_open(lookout: Lookout, solids: list[Solid], left: bool) -> bool:
    """One pass: whether the very end of some line stays out of every shadow."""
    lookout.begin(left)
    for solid in solids:
        lookout.cast(solid)
    return any(column.top < 1.0 and not any(band.high >= 1.0 for band in column.bands) for column in lookout.columns)
