"""Reach: the area a model can come to, for showing on a table, and sampled paths, for bots.

Both are guesses to choose from: the system checks every path exactly before anybody moves.
"""

from collections.abc import Callable, Iterator
from heapq import heappop, heappush
from typing import Protocol

from gearlock.table.measure import HALF_TURN, bearing, distance, turn_between
from gearlock.table.path import Leg, Path
from gearlock.table.polygon import Outline, Point

Cell = tuple[int, int]
StepCost = Callable[[int, int, int, int], int | None]

_MOVES = [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)]
_MOVES += [(2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)]


def reach_cells(x: int, y: int, budget: int, cell: int, cost: StepCost) -> dict[Cell, int]:
    """The squares whose middles can be reached within a budget, with the least cost found for each.

    Squares are counted from the start's own, (0, 0), whose middle is the start. `cost` prices a straight stretch
    between two points and gives None where it is barred (terrain, other models, the table's edge).
    """
    best: dict[Cell, int] = {(0, 0): 0}
    queue: list[tuple[int, Cell]] = [(0, (0, 0))]
    while queue:
        spent, here = heappop(queue)
        if spent > best[here]:
            continue
        from_x, from_y = x + here[0] * cell, y + here[1] * cell
        for right, up in _MOVES:
            price = cost(from_x, from_y, from_x + right * cell, from_y + up * cell)
            there = (here[0] + right, here[1] + up)
            if price is not None and spent + price <= budget and spent + price < best.get(there, budget + 1):
                best[there] = spent + price
                heappush(queue, (spent + price, there))
    return best


def cell_outlines(cells: set[Cell], x: int, y: int, cell: int) -> list[Outline]:
    """The borders of a set of squares as loops, (x, y) in the middle of (0, 0); outer ones run counter-clockwise."""
    ahead: dict[Cell, list[Cell]] = {}
    for column, row in cells:
        corners = ((column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1))
        beyond = ((column, row - 1), (column + 1, row), (column, row + 1), (column - 1, row))
        for number, other in enumerate(beyond):
            if other not in cells:
                ahead.setdefault(corners[number], []).append(corners[(number + 1) % 4])
    loops: list[Outline] = []
    for start in sorted(ahead):
        while ahead[start]:
            loops.append(_loop(ahead, start, x - cell // 2, y - cell // 2, cell))
    return loops


def _loop(ahead: dict[Cell, list[Cell]], start: Cell, x: int, y: int, cell: int) -> Outline:
    """Follow one border round, dropping corners on a straight run; where two squares touch, it keeps to its own."""
    corners: list[Cell] = [start]
    while len(corners) == 1 or corners[-1] != start:
        here, before = corners[-1], corners[-2] if len(corners) > 1 else None
        choices = ahead[here]
        pick = 0
        if before is not None and len(choices) > 1:
            left = (before[1] - here[1] + here[0], here[0] - before[0] + here[1])
            pick = choices.index(left) if left in choices else 0
        corners.append(choices.pop(pick))
    ring = corners[:-1]
    kept = [ring[i] for i in range(len(ring)) if not _is_straight(ring[i - 1], ring[i], ring[(i + 1) % len(ring)])]
    return tuple((x + column * cell, y + row * cell) for column, row in kept)


def _is_straight(a: Cell, b: Cell, c: Cell) -> bool:
    return (b[0] - a[0]) * (c[1] - b[1]) == (b[1] - a[1]) * (c[0] - b[0])


class Chooser(Protocol):
    """What picks: any seeded source, such as `random.Random`."""

    def randrange(self, stop: int, /) -> int:
        """A whole number from 0 up to, not including, stop."""


def sample_paths(
    x: int,
    y: int,
    facing: int,
    budget: int,
    chooser: Chooser,
    count: int,
    legs: int = 3,
    widest: int = HALF_TURN,
    goals: tuple[Point, ...] = (),
) -> Iterator[Path]:
    """Paths of up to `legs` legs that spend up to the budget forward, each turn up to `widest` tenths.

    Standing still comes first. Every other path heads for one of the goals, if there are any, as straight as its turns
    allow; some go backward by up to half the budget.
    """
    yield ()
    for number in range(count - 1):
        if number % 8 == 7:
            yield ((0, -(chooser.randrange(budget // 2) + 1)),) if budget > 1 else ()
        elif goals and number % 2 == 0:
            goal = goals[chooser.randrange(len(goals))]
            yield _toward(x, y, facing, budget, goal, chooser, widest)
        else:
            yield _wander(budget, chooser, 1 + chooser.randrange(legs), widest)


def _toward(x: int, y: int, facing: int, budget: int, goal: Point, chooser: Chooser, widest: int) -> Path:
    """A straight run at a goal, at times a little aside of it, all the way or part of it."""
    aim = bearing(x, y, *goal) + (chooser.randrange(601) - 300 if chooser.randrange(2) else 0)
    turn = max(-widest, min(widest, turn_between(facing, aim)))
    length = min(budget, distance(x, y, *goal))
    if chooser.randrange(3) == 0:
        length = chooser.randrange(length + 1)
    return ((turn, length),)


def _wander(budget: int, chooser: Chooser, legs: int, widest: int) -> Path:
    """Some legs of random turns that share part or all of the budget."""
    left = budget if chooser.randrange(2) else chooser.randrange(budget + 1)
    path: list[Leg] = []
    for number in range(legs):
        turn = chooser.randrange(2 * widest + 1) - widest
        length = left if number == legs - 1 else chooser.randrange(left + 1)
        path.append((turn, length))
        left -= length
    return tuple(path)
