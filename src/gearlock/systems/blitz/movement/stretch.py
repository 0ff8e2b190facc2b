"""6.2 to 6.6: one stretch of a move: what the base comes over, what that costs, and where it has to be tested."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate
from typing import NamedTuple

from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.going.edges import Passage
from gearlock.mechanics.ground.forms import SOLID, is_area, is_incline, is_road
from gearlock.systems.blitz.movement.gaits import GAITS
from gearlock.systems.blitz.movement.sweeping import (
    Span,
    clipped,
    merged,
    spans_of_base,
    spans_of_disc,
    spans_of_line,
    total,
    without,
)
from gearlock.systems.blitz.movement.terrain import (
    DIFFICULT,
    IMPASSABLE,
    Going,
    going_of,
    is_high,
    is_instance,
    rate_of,
    run_of,
    slope_is_hard,
    step_of,
)
from gearlock.systems.blitz.state import WRECK, Activation, State, Unit
from gearlock.table.measure import INCH
from gearlock.table.path import Stride, Walk
from gearlock.table.terrain import Piece

TESTED = -1
"""How far it has gone in a danger it has already tested for."""


class Halt(NamedTuple):
    """A place on the way, so many mils from its beginning, where a dangerous terrain test is made."""

    at: int
    piece: str
    is_area: bool


class Met(NamedTuple):
    """Something the base comes over, what it is to the model, and where along the way."""

    id: str
    name: str
    going: Going
    is_area: bool
    spans: list[Span]
    is_wreck: bool = False


class Stretch:
    """One stretch of a move: where it leads, and what it adds up to. The model is taken as it is on this gait."""

    __slots__ = (
        "afloat",
        "cautious",
        "drop",
        "end",
        "gait",
        "length",
        "marks",
        "met",
        "now",
        "on_road",
        "path",
        "rate",
        "roads",
        "unit",
        "uphill",
    )  # fmt: skip

    def __init__(self, state: State, unit: Unit, gait: str, path: Walk, now: Activation) -> None:
        self.unit, self.gait, self.path, self.now = unit, gait, path, now
        self.cautious = self.drop = False
        self.end = Passage(unit.z)
        self.rate = rate_of(unit, gait)
        self.marks = list(accumulate((abs(stride.length) for stride in path.strides), initial=0))
        self.length = self.marks[-1]
        pieces = self._near(state)
        self.roads = self._lines(piece for piece in pieces if self._is_road(piece))
        self.afloat = self._lines(piece for piece in pieces if piece.kind == "water")
        self.on_road = not without([(0, self.length)], self.roads) if path.strides else self._stands_on_road(pieces)
        self.met = [*self._ground(pieces), *self._wrecks(state)]
        self.uphill = self._climbs(pieces)

    def _near(self, state: State) -> list[Piece]:
        """All pieces the base could come over."""
        unit, reach = self.unit, self.unit.line.radius
        xs = [unit.x, *(stride.x1 for stride in self.path.strides)]
        ys = [unit.y, *(stride.y1 for stride in self.path.strides)]
        box = (min(xs) - reach, min(ys) - reach, max(xs) + reach, max(ys) + reach)
        return list(state.ground.pieces_near(*box))

    def _is_road(self, piece: Piece) -> bool:
        return is_road(piece) or (piece.kind == "water" and going_of(piece, self.unit, self.gait).road)

    @heeds("blitz.6.5d", "blitz.6.5g")
    def _lines(self, pieces: Iterable[Piece]) -> list[Span]:
        """Where the middle of the base is on one of some pieces: roads, or water that is as good as one."""
        outlines = [piece.outline for piece in pieces]
        strides = zip(self.marks, self.path.strides, strict=False)
        spans = (span for mark, stride in strides for span in shifted(spans_of_line(stride, outlines), mark))
        return merged(_closed(spans, self.length))

    def _stands_on_road(self, pieces: list[Piece]) -> bool:
        return any(self._is_road(piece) and piece.contains(self.unit.x, self.unit.y) for piece in pieces)

    def _floor(self, pieces: list[Piece]) -> int:
        """The surface where the way ends, as far as the model could step up there."""
        x, y, most = self.path.x, self.path.y, self.unit.z + step_of(self.unit, self.gait)
        tops = (p.top for p in pieces if p.kind in SOLID and (p.top <= most or is_incline(p)) and p.contains(x, y))
        return max(tops, default=0)

    def _standing(self) -> tuple[Stride, ...]:
        """The strides, or for who stays where it is the place itself: a mil of it."""
        unit = self.unit
        return self.path.strides or (Stride(unit.x, unit.y, unit.x + 1, unit.y, 1),)

    @heeds("blitz.6.5b", "blitz.6.5c", "blitz.6.5d")
    def _ground(self, pieces: list[Piece]) -> list[Met]:
        """The areas and the instance terrain under the base, as long as any part of it is there; a road leads through.

        What lies below the model, or above its head, it does not meet.
        """
        unit, met = self.unit, list[Met]()
        low, high = sorted((unit.z, self._floor(pieces)))
        for piece in pieces:
            if not (is_area(piece) or is_instance(piece)) or max(piece.top, piece.base + 1) <= low or piece.base > high:
                continue
            spans = [
                span
                for mark, stride in zip(self.marks, self._standing(), strict=False)
                for span in shifted(spans_of_base(stride, unit.line.radius, piece.outline), mark)
            ]
            spans = without(merged(spans), self.roads)
            if spans and not (not self.path.strides and self.on_road):
                going = going_of(piece, unit, self.gait)
                met.append(Met(piece.id, piece.name, going, is_area(piece), spans))
        return met

    @heeds("blitz.9.3", "blitz.6.5c", "blitz.6.6")
    def _wrecks(self, state: State) -> list[Met]:
        """Wrecks are instance terrain, and difficult."""
        unit, met = self.unit, list[Met]()
        for other in state.standing():
            if other.status != WRECK or other.id == unit.id or not other.z <= unit.z < other.body.top:
                continue
            reach = unit.line.radius + other.line.radius
            spans = [
                span
                for mark, stride in zip(self.marks, self.path.strides, strict=False)
                for span in shifted(spans_of_disc(stride, reach, other.x, other.y), mark)
            ]
            if spans:
                going = Going(DIFFICULT, is_high(other.body.top, unit))
                met.append(Met(other.id, f"wreck of the {other.name}", going, False, merged(spans), True))
        return met

    @heeds("blitz.6.5e")
    def _climbs(self, pieces: list[Piece]) -> list[tuple[int, int]]:
        """Where it comes up an incline that is difficult to it: at which mark, and how long the slope is in plan."""
        slopes, found = [piece for piece in pieces if is_incline(piece)], list[tuple[int, int]]()
        for mark, stride in zip(self.marks, self.path.strides, strict=False):
            for piece in slopes:
                level = _level(slopes, stride.x0, stride.y0)
                for into, _ in spans_of_line(stride, [piece.outline]):
                    came = level if not into else _level([p for p in slopes if p.top < piece.top], *_at(stride, into))
                    if piece.top > came and slope_is_hard(piece, self.unit):
                        found.append((mark + into, run_of(piece, piece.top - came)))
        return found

    @property
    def is_open(self) -> bool:
        """Whether it kept to open terrain."""
        return not self.uphill and all(met.going.type not in (DIFFICULT, IMPASSABLE) for met in self.met)

    @rule("blitz.6.0")
    @heeds("blitz.6.5b", "blitz.6.3-table", "blitz.trait.offroad")
    def cost(self, until: int | None = None) -> int:
        """MR spent: as far as it goes, twice that backward; more on the part that is difficult."""
        last = self.length if until is None else until
        slow = merged(span for met in self.met if met.going.type == DIFFICULT for span in met.spans)
        spent = 0
        for mark, stride in zip(self.marks, self.path.strides, strict=False):
            end = min(last, mark + abs(stride.length))
            weight = 1 if stride.length > 0 else 2
            runs = sum(run for at, run in self.uphill if mark <= at < end)
            hard = total(clipped(slow, mark, end)) + runs
            spent += weight * (max(0, end - mark) + (self.rate - 1) * hard)
        return spent

    @rule("blitz.6.6")
    @heeds("blitz.6.6a", "blitz.6.6b", "blitz.6.3f")
    def halts(self) -> list[Halt]:
        """Where it tests: at contact with instance terrain, an inch into an area, or where it leaves that sooner."""
        if self.cautious:
            return []
        found: list[Halt] = []
        for met in self.met:
            if not met.going.dangerous or met.going.aloft:
                continue
            for into, out in met.spans if self.path.strides else ():
                gone = self._gone(met.id, into) if met.is_area else 0
                at = into + max(0, INCH - gone) if met.is_area else into
                if gone != TESTED and (at <= out or out < self.length):
                    found.append(Halt(min(at, out), met.id, met.is_area))
        return sorted(found)

    def _gone(self, piece: str, into: int) -> int:
        """How far it has gone in an area before, if it has not come out of it since."""
        return self.now.risked.get(piece, 0) if not into and self.now.gait else 0

    def risked(self) -> dict[str, int]:
        """The dangerous areas it is in at the end, and how far it has gone in each."""
        found: dict[str, int] = {}
        for met in self.met:
            into, out = met.spans[-1]
            if not (met.is_area and met.going.dangerous) or self.cautious or out < self.length:
                continue
            if not self.path.strides:
                found.update({met.id: self._gone(met.id, 0)} if self._gone(met.id, 0) else {})
                continue
            gone = self._gone(met.id, into)
            far = TESTED if gone == TESTED else gone + out - into
            found[met.id] = TESTED if far >= INCH and not met.going.aloft else far
        return found


def shifted(spans: list[Span], by: int) -> list[Span]:
    """Stretches counted from an earlier mark."""
    return [(into + by, out + by) for into, out in spans]


def _closed(spans: Iterable[Span], length: int) -> list[Span]:
    """Stretches that end a mil short of the next, or of the end, reach it: that is rounding."""
    return merged((max(0, into - 1), min(length, out + 1)) for into, out in merged(spans))


def _level(slopes: list[Piece], x: int, y: int) -> int:
    return max((piece.top for piece in slopes if piece.contains(x, y)), default=0)


def _at(stride: Stride, mark: int) -> tuple[int, int]:
    length = abs(stride.length)
    return (
        stride.x0 + round((stride.x1 - stride.x0) * mark / length),
        stride.y0 + round((stride.y1 - stride.y0) * mark / length),
    )


@heeds("blitz.6.3-table")
def name_of(gait: str) -> str:
    """A movement type in words."""
    return GAITS[gait].name if gait in GAITS else gait
