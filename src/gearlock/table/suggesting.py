"""Good ways to complete an open option, each to a place that can be typed as it is written."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from itertools import product
from typing import NamedTuple, TypeAlias, TypeVar

from gearlock.kernel.asks import Facing, Option
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.seat import Seat
from gearlock.kernel.system import Aim, Chooser
from gearlock.kernel.view import Point, Preview
from gearlock.table.measure import turn_between

T = TypeVar("T")
Steps: TypeAlias = Generator[None, None, T]
"""Work for whoever asked that is done bit by bit, so that nobody else has to wait for all of it."""
GRAINS = (100, 10, 1)
"""How finely a place on a table of inches is written, in mils: as roughly as will do."""
CLOSE = 10
"""Mils by which a way may miss the place that was typed, since it goes along tenths of a degree."""
DEGREE = 10
TURN = 300
"""Tenths of a degree between two turns that are worth a choice."""
APART = {"inches": 1000, "hexes": 1}
"""How far apart two ends are at least to be worth a choice: mils, or hexes."""


class Way(NamedTuple):
    """An order that completes an open option, what it would mean, and the place to type for it."""

    order: Order
    preview: Preview
    place: Point | None
    """None for what has no place, or none that can be typed."""

    @property
    def regret(self) -> float:
        """The less of it the better."""
        return self.preview.risks / 2 - self.preview.gives


def suggestions(seat: Seat, option: Option, chooser: Chooser, tries: int, most: int) -> Steps[list[Way]]:
    """A few ways, the best first, no two to ends as near as one. Ways that cannot be typed are a last resort."""
    found: dict[object, Way] = {}
    for _ in range(tries):
        order = seat.sample(option, chooser)
        if order is not None:
            way = Way(order, seat.preview(order), None)
            end = way.preview.spot or way.preview.ends or order
            stands = end[:2] if isinstance(end, tuple) and not isinstance(option, Facing) else end
            if stands not in found or way.regret < found[stands].regret:
                found[stands] = way
        yield
    typed: list[Way] = []
    untyped: list[Way] = []
    apart, turns = APART[seat.view().table.kind], isinstance(option, Facing)
    for way in sorted(found.values(), key=lambda way: way.regret):
        if not _is_new(way, typed, apart, turns):
            continue
        said = typeable(seat, option, way)
        if said is not None or _is_new(way, untyped, apart, turns):
            (untyped if said is None else typed).append(said or way)
        if len(typed) == most:
            break
        yield
    return sorted(typed or untyped[:most], key=lambda way: way.regret)


def _is_new(way: Way, kept: list[Way], apart: int, turns: bool) -> bool:
    """Whether none that is kept ends as near by; turns are told apart by where they look."""
    end = way.preview.spot or way.preview.ends
    if end is None:
        return True
    ends = [other.preview.spot or other.preview.ends or end for other in kept]
    if turns:
        return all(abs(turn_between(other[2], end[2])) >= TURN for other in ends)
    return all(max(abs(other[0] - end[0]), abs(other[1] - end[1])) >= apart for other in ends)


def in_one_go(steps: Steps[T]) -> T:
    """What work done bit by bit comes to, for one who can wait for it."""
    while True:
        try:
            next(steps)
        except StopIteration as done:
            result: T = done.value
            return result


def typeable(seat: Seat, option: Option, way: Way) -> Way | None:
    """The same way to a place that can be written down; None if none near by is taken when it is typed."""
    end = way.preview.spot or way.preview.ends
    if end is None or isinstance(option, Facing):
        return way
    x, y, facing = end
    on_hexes = seat.view().table.kind == "hexes"
    for grain in (1,) if on_hexes else GRAINS:
        slack = 0 if on_hexes else max(CLOSE, grain // 2)
        for place in _near(x, y, grain):
            bare = seat.aim(option, Aim(*place))
            turned = seat.aim(option, Aim(*place, _whole_degrees(facing)))
            order = bare if isinstance(turned, Refusal) else turned
            if isinstance(bare, Refusal) or isinstance(order, Refusal):
                continue
            preview = seat.preview(order)
            ends = preview.spot or preview.ends
            if ends is not None and max(abs(ends[0] - place[0]), abs(ends[1] - place[1])) <= slack:
                return Way(order, preview, place)
    return None


def _near(x: int, y: int, grain: int) -> Iterator[Point]:
    """The places around a spot that are written so finely, the nearest first."""
    around = product({x // grain * grain, -(-x // grain) * grain}, {y // grain * grain, -(-y // grain) * grain})
    yield from sorted(around, key=lambda place: (abs(place[0] - x) + abs(place[1] - y), place))


def _whole_degrees(facing: int) -> int:
    return (facing + DEGREE // 2) // DEGREE * DEGREE
