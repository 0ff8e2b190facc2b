"""6.2 to 6.6: one stretch of a move: what the base comes over, what that costs, and where it has to be tested."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import accumulate
from typing import NamedTuple

from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.going.edges import Passage
from gearlock.mechanics.ground.forms import SOLID, is_area, is_incline, is_road
from gearlock.systems.blitz.general_concepts.works import is_works
from gearlock.systems.blitz.lock_and_cover.built import built
from gearlock.systems.blitz.movement.gaits import GAITS, jets_of
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
        "afloat", "cautious", "drop", "end", "gait", "length", "marks", "met", "now", "on_road", "path", "paved",
        "rate", "unit", "uphill",
    )  # fmt: skip

    def __init__(self, state: State, unit: Unit, gait: str, path: Walk, now: Activation) -> None:
        self.unit, self.gait, self.path, self.now = unit, gait, path, now
        self.cautious = self.drop = False
        self.end = Passage(unit.z)
        self.rate = rate_of(unit, gait)
        self.marks = list(accumulate((abs(stride.length) for stride in path.strides), initial=0))
        self.length = self.marks[-1]
        pieces = self._near(state)
        self.paved = self._lines(piece for piece in pieces if is_road(piece))
        self.afloat = self._lines(piece for piece in pieces if piece.kind == "water")
        self.met = [*self._ground(pieces), *self._wrecks(state)]
        self.uphill = self._climbs(pieces)
        self.on_road = self.is_open and self._keeps_to_roads(pieces)

    def _near(self, state: State) -> list[Piece]:
        """All pieces the base could come over."""
        unit, reach = self.unit, self.unit.line.radius
        xs = [unit.x, *(stride.x1 for stride in self.path.strides)]
        ys = [unit.y, *(stride.y1 for stride in self.path.strides)]
        box = (min(xs) - reach, min(ys) - reach, max(xs) + reach, max(ys) + reach)
        return list(built(state).pieces_near(*box))

    @heeds("blitz.6.5d", "blitz.6.5g", "blitz.6.3g")
    def _keeps_to_roads(self, pieces: list[Piece]) -> bool:
        """Whether all of it lies on roads, or on water that is as good as one."""
        unit, gait = self.unit, self.gait
        roads = [p for p in pieces if p.kind in ("road", "water") and going_of(p, unit, gait).road]
        if not self.path.strides:
            return any(piece.contains(unit.x, unit.y) for piece in roads)
        return not without([(0, self.length)], self._lines(roads))

    def _lines(self, pieces: Iterable[Piece]) -> list[Span]:
        """Where the middle of the base is on one of some pieces."""
        outlines = [piece.outline for piece in pieces]
        spans = self._along(lambda stride: spans_of_line(stride, outlines)) if outlines else []
        return merged((into - 1, out + 1) for into, out in spans)

    def _along(self, find: Callable[[Stride], list[Span]]) -> list[Span]:
        """What is found on each stride, from the beginning of the stretch; who stays where it is looks at one mil."""
        unit = self.unit
        strides = self.path.strides or (Stride(unit.x, unit.y, unit.x + 1, unit.y, 1),)
        return merged(
            (into + mark, out + mark)
            for mark, stride in zip(self.marks, strides, strict=False)
            for into, out in find(stride)
        )

    def spans_around(self, x: int, y: int, reach: int) -> list[Span]:
        """Where the middle of the base is nearer to a place than that."""
        return self._along(lambda stride: spans_of_disc(stride, reach, x, y))

    def _floor(self, pieces: list[Piece]) -> int:
        """The surface where the way ends, as far as the model could step up there."""
        x, y, most = self.path.x, self.path.y, self.unit.z + step_of(self.unit, self.gait)
        tops = (p.top for p in pieces if p.kind in SOLID and (p.top <= most or is_incline(p)) and p.contains(x, y))
        return max(tops, default=0)

    @heeds("blitz.6.5b", "blitz.6.5c", "blitz.6.5d")
    def _ground(self, pieces: list[Piece]) -> list[Met]:
        """The areas and the instance terrain under the base, as long as any part of it is there; a road leads through.

        What lies below the model, or above its head, it does not meet.
        """
        unit, met = self.unit, list[Met]()
        low, high = sorted((unit.z, self._floor(pieces)))
        for piece in pieces:
            stands_on = is_instance(piece) and piece.top <= unit.z
            if stands_on or max(piece.top, piece.base + 1) <= low or piece.base > high:
                continue
            if is_area(piece) or is_instance(piece):
                spans = without(self._under_base(piece), self.paved if is_area(piece) else ())
                if spans:
                    going = going_of(piece, unit, self.gait)
                    met.append(Met(piece.id, piece.name, going, is_area(piece), spans))
        return met

    def _under_base(self, piece: Piece) -> list[Span]:
        radius = self.unit.line.radius
        return self._along(lambda stride: spans_of_base(stride, radius, piece.outline))

    @heeds("blitz.9.3", "blitz.6.5c", "blitz.6.6", "blitz.trait.jumpjets")
    def _wrecks(self, state: State) -> list[Met]:
        """Wrecks are instance terrain, and difficult; jump jets clear those that are low enough."""
        unit, met = self.unit, list[Met]()
        for other in state.standing():
            if (
                other.status != WRECK
                or other.id == unit.id
                or is_works(other)
                or not other.z <= unit.z < other.body.top
            ):
                continue
            spans = self.spans_around(other.x, other.y, unit.line.radius + other.line.radius)
            if spans:
                cleared = other.body.top - unit.z <= jets_of(unit, self.gait)
                going = Going(aloft=True) if cleared else Going(DIFFICULT, is_high(other.body.top, unit))
                met.append(Met(other.id, f"wreck of the {other.name}", going, False, spans, True))
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

    def mils_met(self, low: int, high: int) -> tuple[tuple[str, int], ...]:
        """How far it goes over each piece between two marks."""
        found = ((met.id, total(clipped(met.spans, low, high))) for met in self.met)
        return tuple((name, mils) for name, mils in found if mils)

    @rule("blitz.6.6")
    @heeds("blitz.6.6a", "blitz.6.6b", "blitz.6.3f")
    def halts(self) -> list[int]:
        """Where it tests: at contact with instance terrain, an inch into an area, or where it leaves that sooner."""
        if self.cautious:
            return []
        found: list[int] = []
        for met in self.met:
            if not met.going.dangerous or met.going.aloft:
                continue
            for into, out in met.spans if self.path.strides else ():
                gone = self._gone(met.id, into) if met.is_area else 0
                at = into + max(0, INCH - gone) if met.is_area else into
                if gone != TESTED and (at <= out or out < self.length):
                    found.append(min(at, out))
        return found

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
