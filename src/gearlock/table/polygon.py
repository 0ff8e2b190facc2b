"""Polygons in plan: corners as whole mils, in order, the last joined to the first.

Everything asked as yes or no is exact. A line that only runs along a side of a polygon, or only touches a corner, does
not enter it.
"""

from math import hypot

from gearlock.table.measure import root_up

Point = tuple[int, int]
Outline = tuple[Point, ...]


def doubled_area(outline: Outline) -> int:
    """Twice the area; positive when the corners run counter-clockwise."""
    total = 0
    x0, y0 = outline[-1]
    for x1, y1 in outline:
        total += x0 * y1 - x1 * y0
        x0, y0 = x1, y1
    return total


def counter_clockwise(outline: Outline) -> Outline:
    """The same polygon with its corners in counter-clockwise order."""
    return outline if doubled_area(outline) >= 0 else outline[::-1]


def is_convex(outline: Outline) -> bool:
    """Whether no corner turns inward, whichever way round the corners run. Only for outlines that are simple."""
    turns: set[bool] = set()
    for number in range(len(outline)):
        (ax, ay), (bx, by), (cx, cy) = outline[number - 2], outline[number - 1], outline[number]
        turn = (bx - ax) * (cy - by) - (by - ay) * (cx - bx)
        if turn != 0:
            turns.add(turn > 0)
    return len(turns) == 1


def rectangle(x0: int, y0: int, x1: int, y1: int) -> Outline:
    """A rectangle along the table's edges, from any two opposite corners."""
    left, right, low, high = min(x0, x1), max(x0, x1), min(y0, y1), max(y0, y1)
    return ((left, low), (right, low), (right, high), (left, high))


def bounds(outline: Outline) -> tuple[int, int, int, int]:
    """Least x, least y, greatest x, greatest y."""
    xs = [x for x, _ in outline]
    ys = [y for _, y in outline]
    return min(xs), min(ys), max(xs), max(ys)


def is_inside(outline: Outline, x: int, y: int) -> bool:
    """Whether the point lies in the polygon; on its border counts as inside."""
    odd = False
    x0, y0 = outline[-1]
    for x1, y1 in outline:
        side = (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0)
        if side == 0 and min(x0, x1) <= x <= max(x0, x1) and min(y0, y1) <= y <= max(y0, y1):
            return True
        if (y0 > y) != (y1 > y) and (side > 0) == (y1 > y0):
            odd = not odd
        x0, y0 = x1, y1
    return odd


def compare_to_segment(x: int, y: int, x0: int, y0: int, x1: int, y1: int, reach: int) -> int:
    """-1, 0 or 1 as the point lies nearer to the segment than the reach, exactly at it, or farther; exact."""
    dx, dy, px, py = x1 - x0, y1 - y0, x - x0, y - y0
    length2 = dx * dx + dy * dy
    along = px * dx + py * dy
    if along <= 0 or length2 == 0:
        left, right = px * px + py * py, reach * reach
    elif along >= length2:
        left, right = (x - x1) ** 2 + (y - y1) ** 2, reach * reach
    else:
        left, right = (dx * py - dy * px) ** 2, reach * reach * length2
    return (left > right) - (left < right)


def border_compared(outline: Outline, x: int, y: int, reach: int) -> int:
    """-1, 0 or 1 as the border comes nearer to the point than the reach, just reaches it, or stays farther off."""
    nearest = 1
    x0, y0 = outline[-1]
    for x1, y1 in outline:
        nearest = min(nearest, compare_to_segment(x, y, x0, y0, x1, y1, reach))
        if nearest < 0:
            break
        x0, y0 = x1, y1
    return nearest


def distance_to(outline: Outline, x: int, y: int) -> int:
    """Mils from the point to the polygon, rounded up; 0 inside it or on its border."""
    if is_inside(outline, x, y):
        return 0
    best = -1
    x0, y0 = outline[-1]
    for x1, y1 in outline:
        found = _segment_distance(x, y, x0, y0, x1, y1)
        best = found if best < 0 else min(best, found)
        x0, y0 = x1, y1
    return best


def _segment_distance(x: int, y: int, x0: int, y0: int, x1: int, y1: int) -> int:
    """Mils from the point to the segment, rounded up."""
    dx, dy, px, py = x1 - x0, y1 - y0, x - x0, y - y0
    length2 = dx * dx + dy * dy
    along = px * dx + py * dy
    if along <= 0 or length2 == 0:
        return root_up(px * px + py * py)
    if along >= length2:
        return root_up((x - x1) ** 2 + (y - y1) ** 2)
    square = (dx * py - dy * px) ** 2
    return root_up(-(-square // length2))


def spans_inside(outline: Outline, x0: int, y0: int, x1: int, y1: int, right: bool) -> list[tuple[float, float]]:
    """The stretches of a segment that lie in the polygon, as (in, out) shares of its length, in order.

    A corner or side exactly on the line is taken as a little to its right, or else a little to its left.
    """
    dx, dy = x1 - x0, y1 - y0
    places: list[float] = []
    ax, ay = outline[-1]
    before = dx * (ay - y0) - dy * (ax - x0)
    for bx, by in outline:
        after = dx * (by - y0) - dy * (bx - x0)
        if (before > 0 or (before == 0 and not right)) != (after > 0 or (after == 0 and not right)):
            place = ((ax - x0) * (by - ay) - (ay - y0) * (bx - ax)) / (after - before)
            places.append(min(max(place, 0.0), 1.0))
        ax, ay, before = bx, by, after
    places.sort()
    return [(places[i], places[i + 1]) for i in range(0, len(places), 2) if places[i] < places[i + 1]]


def crossing_length(outline: Outline, x0: int, y0: int, x1: int, y1: int) -> int:
    """Mils of a segment that lie inside the polygon, to the nearest mil; along its border is not inside.

    Only if a corner lies exactly on the line do its right and left side differ; then the shorter stretch counts.
    """
    dx, dy = x1 - x0, y1 - y0
    places: list[float] = []
    on_corner = False
    ax, ay = outline[-1]
    before = dx * (ay - y0) - dy * (ax - x0)
    for bx, by in outline:
        after = dx * (by - y0) - dy * (bx - x0)
        on_corner = on_corner or after == 0
        if (before >= 0) != (after >= 0):
            place = ((ax - x0) * (by - ay) - (ay - y0) * (bx - ax)) / (after - before)
            places.append(min(max(place, 0.0), 1.0))
        ax, ay, before = bx, by, after
    places.sort()
    share = 0.0
    for i in range(0, len(places), 2):
        share += places[i + 1] - places[i]
    if share > 0.0 and on_corner:
        share = min(share, sum([out - into for into, out in spans_inside(outline, x0, y0, x1, y1, True)], 0.0))
    return round(share * hypot(dx, dy)) if share > 0.0 else 0


def is_simple(outline: Outline) -> bool:
    """Whether no two sides cross or touch but at the corner they share."""
    count = len(outline)
    sides = [(outline[i], outline[(i + 1) % count]) for i in range(count)]
    for i in range(count):
        for j in range(i + 1, count):
            if j == i + 1 or (i == 0 and j == count - 1):
                first, second = (sides[i], sides[j]) if j == i + 1 else (sides[j], sides[i])
                if _folds_back(first[0], first[1], second[1]):
                    return False
            elif do_segments_meet(*sides[i], *sides[j]):
                return False
    return True


def _folds_back(a: Point, b: Point, c: Point) -> bool:
    """Whether the way from b to c runs back over the way from a to b, or either is nothing."""
    (ax, ay), (bx, by), (cx, cy) = a, b, c
    straight = (bx - ax) * (cy - by) == (by - ay) * (cx - bx)
    return straight and (bx - ax) * (cx - bx) + (by - ay) * (cy - by) <= 0


def do_segments_meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two segments share any point; exact."""
    turns = [_turn(a, b, c), _turn(a, b, d), _turn(c, d, a), _turn(c, d, b)]
    if turns[0] * turns[1] < 0 and turns[2] * turns[3] < 0:
        return True
    ends = ((a, b, c), (a, b, d), (c, d, a), (c, d, b))
    return any(turn == 0 and _is_between(*end) for turn, end in zip(turns, ends, strict=True))


def _turn(a: Point, b: Point, c: Point) -> int:
    """1 if c lies left of the line from a to b, -1 if right, 0 on it."""
    side = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return (side > 0) - (side < 0)


def _is_between(a: Point, b: Point, c: Point) -> bool:
    """Whether a point on the line through a and b lies in the box between them."""
    return min(a[0], b[0]) <= c[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= c[1] <= max(a[1], b[1])
