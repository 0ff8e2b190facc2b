"""Ways gone in part: their beginning, as far as they can be gone, and nearest to a place."""

from __future__ import annotations

from collections.abc import Callable

from gearlock.kernel.orders import Refusal
from gearlock.mechanics.figures import Figure
from gearlock.table.measure import HALF_TURN, advance, bearing, distance, turn_between, turned
from gearlock.table.path import Path

TRIES = 12


def begun(path: Path, length: int) -> Path:
    """The beginning of a path, so many mils of it."""
    found: list[tuple[int, int]] = []
    for angle, far in path:
        step = min(abs(far), length)
        if far and not step:
            break
        found.append((angle, step if far > 0 else -step))
        length -= step
    return tuple(found)


def as_far(path: Path, refuse: Callable[[Path], Refusal | None], least: int, tries: int = TRIES) -> Path | Refusal:
    """A path as far as it can be gone; the refusal where not even the least of it can be. A try halves what is left."""
    refusal = refuse(path)
    if refusal is None:
        return path
    low, high = 0, sum(abs(length) for _, length in path)
    for _ in range(tries):
        middle = (low + high) // 2
        low, high = (middle, high) if refuse(begun(path, middle)) is None else (low, middle)
    if low < least and refuse(begun(path, least)) is None:
        low = least
    return begun(path, low) if low >= least else refusal


def along(angle: int, far: int) -> int:
    """How far a place so far away, and so far off to the side, lies ahead."""
    return advance(0, 0, angle % 3600, far)[0]


def nearest_part(figure: Figure, path: Path, x: int, y: int) -> Path:
    """The beginning of a path up to where it comes nearest to a place."""
    at_x, at_y, ahead, gone = figure.x, figure.y, figure.facing, 0
    best = (distance(at_x, at_y, x, y), 0)
    for angle, length in path:
        ahead = turned(ahead, angle)
        heading = ahead if length >= 0 else turned(ahead, HALF_TURN)
        off = turn_between(heading, bearing(at_x, at_y, x, y))
        far = max(0, min(abs(length), along(off, distance(at_x, at_y, x, y))))
        near = advance(at_x, at_y, heading, far)
        best = min(best, (distance(*near, x, y), gone + far))
        at_x, at_y = advance(at_x, at_y, ahead, length)
        gone += abs(length)
    return begun(path, best[1])
