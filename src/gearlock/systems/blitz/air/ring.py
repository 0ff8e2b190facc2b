"""17.1: the ring around the table on which aircraft circle, and the line across it."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds
from gearlock.table.measure import HALF_TURN, RIGHT_ANGLE, turn_between
from gearlock.table.terrain import Ground

Pose = tuple[int, int, int]


def inset(ground: Ground, x: int, y: int) -> int:
    """How far a place is from the nearest table edge."""
    return min(x, y, ground.width - x, ground.height - y)


@heeds("blitz.17.1")
def facing_along(ground: Ground, x: int, y: int, facing: int) -> int:
    """The direction along the nearest edge that is nearest to a facing."""
    upright = inset(ground, x, y) in (x, ground.width - x)
    ways = (RIGHT_ANGLE, 3 * RIGHT_ANGLE) if upright else (0, HALF_TURN)
    return min(ways, key=lambda way: abs(turn_between(facing, way)))


@heeds("blitz.17.1")
def along(ground: Ground, pose: Pose, mils: int) -> list[Pose]:
    """The way so far around the ring, at the same distance from the edges: the start, the end of every straight."""
    x, y, facing = pose
    way = [pose]
    edge = inset(ground, x, y)
    low_x, low_y, high_x, high_y = edge, edge, ground.width - edge, ground.height - edge
    left = is_leftward(ground, pose)
    while mils > 0:
        goal_x = {0: high_x, HALF_TURN: low_x}.get(facing, x)
        goal_y = {RIGHT_ANGLE: high_y, 3 * RIGHT_ANGLE: low_y}.get(facing, y)
        ahead = abs(goal_x - x) + abs(goal_y - y)
        step = min(ahead, mils)
        x += step if facing == 0 else -step if facing == HALF_TURN else 0
        y += step if facing == RIGHT_ANGLE else -step if facing == 3 * RIGHT_ANGLE else 0
        mils -= step
        way.append((x, y, facing))
        if mils > 0:
            facing = (facing + (RIGHT_ANGLE if left else -RIGHT_ANGLE)) % (4 * RIGHT_ANGLE)
    return way


def is_leftward(ground: Ground, pose: Pose) -> bool:
    """Whether the table is to the left: the ring is gone around counter-clockwise."""
    x, y, facing = pose
    edge = inset(ground, x, y)
    inward = {x: 0, ground.width - x: HALF_TURN, y: RIGHT_ANGLE, ground.height - y: 3 * RIGHT_ANGLE}[edge]
    return turn_between(facing, inward) > 0


@heeds("blitz.17.2")
def across(ground: Ground, x: int, y: int) -> tuple[int, int]:
    """The place opposite, straight through the middle of the table."""
    return ground.width - x, ground.height - y
