r"""Hexes: where they lie, which way they face, how far apart they are.

A hex is an axial pair ``(q, r)`` of integers. Hexes stand point up, so they lie in straight rows; ``q`` grows to the
east, ``r`` to the south (a map is drawn from the top row down). The third cube coordinate is ``-q - r``.

Directions, hexsides and facings are the same six numbers, counter-clockwise from east::

          2  1
           \/
        3 -  - 0        0 east, 1 north-east, 2 north-west, 3 west, 4 south-west, 5 south-east
           /\
          4  5

On a rectangular map a hex also has an offset pair ``(column, row)``: odd rows are pushed half a hex to the east.
"""

from collections.abc import Iterator

Hex = tuple[int, int]

DIRECTIONS: tuple[Hex, ...] = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))

# Half a hex width to the east, half a side to the south: multiply by the drawing's own scale.
CORNERS: tuple[tuple[int, int], ...] = ((1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1), (0, 2))


def distance(a: Hex, b: Hex) -> int:
    """Steps from hex to hex on the shortest way, terrain aside."""
    dq = a[0] - b[0]
    dr = a[1] - b[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def step(hex_: Hex, direction: int, steps: int = 1) -> Hex:
    """The hex reached by going straight in one direction; any integer is taken round the six."""
    dq, dr = DIRECTIONS[direction % 6]
    return hex_[0] + dq * steps, hex_[1] + dr * steps


def neighbours(hex_: Hex) -> tuple[Hex, ...]:
    """The six adjacent hexes in direction order, whether or not a map has them."""
    q, r = hex_
    return (q + 1, r), (q + 1, r - 1), (q, r - 1), (q - 1, r), (q - 1, r + 1), (q, r + 1)


def ring(centre: Hex, radius: int) -> Iterator[Hex]:
    """The hexes at exactly this distance, counter-clockwise from the eastern one; radius 0 is the centre."""
    if radius == 0:
        yield centre
        return
    at = step(centre, 0, radius)
    for side in range(6):
        for _ in range(radius):
            yield at
            at = step(at, side + 2)


def disc(centre: Hex, radius: int) -> Iterator[Hex]:
    """The centre and every hex within the radius, ring by ring outward."""
    for at in range(radius + 1):
        yield from ring(centre, at)


def sides_toward(origin: Hex, goal: Hex) -> tuple[int, ...]:
    """The hexside of `origin` by which the straight line to `goal` leaves: the sextant that `goal` lies in.

    A line through a corner belongs to two sextants and gives both, counter-clockwise (the last pair is ``(5, 0)``), so
    that a game can take the better. A hex has no side toward itself.
    """
    dq = goal[0] - origin[0]
    dr = goal[1] - origin[1]
    # Projections on the three axes east, north-east, north-west; the middle one is always the sum of the others.
    east = 2 * dq + dr
    north_west = -dq - 2 * dr
    north_east = east + north_west
    longest = max(abs(east), abs(north_east), abs(north_west))
    if not longest:
        return ()
    axes = enumerate((east, north_east, north_west))
    sides = sorted(axis if along > 0 else axis + 3 for axis, along in axes if abs(along) == longest)
    return (5, 0) if sides == [0, 5] else tuple(sides)


def relative_sides(origin: Hex, facing: int, goal: Hex) -> tuple[int, ...]:
    """`sides_toward` counted from the facing: 0 ahead, 1 and 5 front flanks, 2 and 4 rear flanks, 3 the rear."""
    return tuple((side - facing) % 6 for side in sides_toward(origin, goal))


def is_in_front(origin: Hex, facing: int, goal: Hex) -> bool:
    """Whether a hex lies in the three forward sextants; one on the very edge of them does, the own hex does not."""
    return any(side in (0, 1, 5) for side in relative_sides(origin, facing, goal))


def cone(origin: Hex, facing: int, radius: int) -> Iterator[Hex]:
    """The front arc out to a radius, without the own hex: at radius 1 the three hexes ahead."""
    for hex_ in disc(origin, radius):
        if is_in_front(origin, facing, hex_):
            yield hex_


def rotate(hex_: Hex, sixths: int, about: Hex = (0, 0)) -> Hex:
    """Turn a hex about another counter-clockwise by sixths of a circle."""
    q = hex_[0] - about[0]
    r = hex_[1] - about[1]
    for _ in range(sixths % 6):
        q, r = q + r, -q
    return q + about[0], r + about[1]


def mirror(hex_: Hex, about: Hex = (0, 0)) -> Hex:
    """Swap north and south across the row of `about`; direction d becomes -d."""
    q = hex_[0] - about[0]
    r = hex_[1] - about[1]
    return q + r + about[0], about[1] - r


def to_offset(hex_: Hex) -> tuple[int, int]:
    """Axial to (column, row)."""
    q, r = hex_
    return q + (r >> 1), r


def from_offset(column: int, row: int) -> Hex:
    """(column, row) to axial."""
    return column - (row >> 1), row


def centre_point(hex_: Hex) -> tuple[int, int]:
    """The middle of a hex in drawing units: x in half hex widths to the east, y in half hex sides to the south."""
    q, r = hex_
    return 2 * q + r, 3 * r


def corner_points(hex_: Hex) -> tuple[tuple[int, int], ...]:
    """The six corners in drawing units; corners i and i + 1 bound hexside i.

    The unit of x is sqrt(3) times the unit of y when the hexes are regular.
    """
    x, y = centre_point(hex_)
    return tuple((x + dx, y + dy) for dx, dy in CORNERS)
