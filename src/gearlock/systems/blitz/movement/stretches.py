"""6.1 to 6.6: turning, and one stretch of a move: what the base comes over, and what it cannot get past."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from itertools import accumulate
from typing import NamedTuple

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.figures import Mover, body_at, overlapped, ruled
from gearlock.mechanics.going.edges import Passage, Way, refuse_jutting, refuse_landing
from gearlock.mechanics.going.passage import go_along
from gearlock.mechanics.ground.forms import SOLID, is_area, is_incline, is_road
from gearlock.mechanics.ground.surfaces import slope_at, surface_at
from gearlock.systems.blitz.general_concepts.dice import is_works
from gearlock.systems.blitz.lock_and_cover.ground import built
from gearlock.systems.blitz.movement.terrain import (
    DIFFICULT,
    GAITS,
    HOVERING,
    IMPASSABLE,
    UNLIMITED,
    ExtraTurn,
    Going,
    Span,
    buys_turns,
    can_cross,
    clipped,
    going_of,
    is_high,
    is_instance,
    jets_of,
    merged,
    poised,
    rate_of,
    run_of,
    slope_is_hard,
    spans_of_base,
    spans_of_disc,
    spans_of_line,
    step_of,
    total,
    turns_freely,
    turns_of,
    without,
)
from gearlock.systems.blitz.paying import refuse_idle
from gearlock.systems.blitz.state import DROPPED, WRECK, Activation, State, Unit
from gearlock.table.bodies import Body
from gearlock.table.inches import footprint_inside
from gearlock.table.measure import INCH, RIGHT_ANGLE, inches_text
from gearlock.table.path import Path, Stride, Walk, walk
from gearlock.table.terrain import Ground, Piece

# --- 6.1: turning: up to 90 degrees at a time, as often and when the movement type allows


class Turns(NamedTuple):
    """The turns of a stretch: the movement type's own, the free one of urban models, and whether one ends the move."""

    own: int = 0
    free: int = 0
    closes: bool = False


@rule("blitz.6.1")
def refuse_angle(angle: int) -> Refusal | None:
    """A turn is a rotation of at most 90 degrees."""
    if abs(angle) <= RIGHT_ANGLE:
        return None
    message = "One turn is at most 90 degrees: make two of them, if the movement type has two."
    return Refusal("turn", "blitz.6.1", message, {"angle": angle})


@heeds("blitz.6.3-table", "blitz.6.1", "blitz.6.3d", "blitz.6.3e", "blitz.trait.urban", "blitz.6.6b")
def count_turns(state: State, unit: Unit, now: Activation, stretch: Stretch, legs: Path, last: bool) -> Turns | Refusal:
    """Which turns a path makes, or why one comes at the wrong time or once too often.

    A turn that keeps to the timing is the movement type's own; any other one takes the free turn of an urban model.
    """
    gait, found = stretch.gait, Turns()
    moved = now.advanced > 0
    for number, (angle, length) in enumerate(legs):
        ends = not any(step for _, step in legs[number:])
        if angle:
            own = now.turns + found.own < most_turns(unit, gait, stretch) and _is_timely(unit, stretch, moved, ends)
            spare = not now.free and not found.free and _is_urban(state, unit, gait, legs[:number])
            closing = (not turns_freely(unit, gait) and moved) or not GAITS[gait].first
            if spare and (not own or (ends and closing and not last)):
                found = found._replace(free=1)
            elif own:
                found = found._replace(
                    own=found.own + 1, closes=found.closes or (_closes(unit, stretch, moved) and ends)
                )
            else:
                return _refuse_turn(unit, gait, now.turns + found.own < turns_of(unit, gait))
        moved = moved or length != 0
    return found


@heeds("blitz.6.6b", "blitz.trait.lumbering")
def most_turns(unit: Unit, gait: str, stretch: Stretch) -> int:
    """Turns of this move but for bought and free ones; a cautious move has one, whoever makes it."""
    return 1 if stretch.cautious else turns_of(unit, gait)


def _is_timely(unit: Unit, stretch: Stretch, moved: bool, ends: bool) -> bool:
    """Whether this is the time to turn: any for who turns freely, else first or last thing, as the type has it."""
    if turns_freely(unit, stretch.gait) or stretch.cautious:
        return True
    return ends or (not moved and GAITS[stretch.gait].first)


def _closes(unit: Unit, stretch: Stretch, moved: bool) -> bool:
    """Whether a turn made here can only be the last thing of the move."""
    if turns_freely(unit, stretch.gait) or stretch.cautious:
        return False
    return moved or not GAITS[stretch.gait].first


def _refuse_turn(unit: Unit, gait: str, has_one: bool) -> Refusal:
    when = "at the beginning or the end" if GAITS[gait].first else "at the end"
    bought = " Spend an action for one more." if buys_turns(unit, gait) else ""
    if has_one:
        message = f"On {name_of(gait)} movement the {unit.name} turns {when} of a move, not in the middle.{bought}"
        return Refusal("turns", "blitz.6.3-table", message)
    most = turns_of(unit, gait)
    rule_id = "blitz.trait.lumbering" if poised(unit, gait).has("Lumbering") else "blitz.6.3-table"
    message = f"A {name_of(gait)} move of the {unit.name} has {most} turn.{bought}"
    return Refusal("turns", rule_id, message, {"most": most})


@rule("blitz.trait.urban")
def _is_urban(state: State, unit: Unit, gait: str, legs: Path) -> bool:
    """Whether the model may turn once more where these legs lead: it is urban friendly, in the open or on a road."""
    if not unit.has("Urban") or turns_of(unit, gait) == UNLIMITED:
        return False
    spot, there = walk(unit.x, unit.y, unit.facing, legs), unit.clone()
    there.x, there.y = spot.x, spot.y
    assert state.activation is not None, "only the active model turns"
    ground = Stretch(state, there, gait, walk(spot.x, spot.y, spot.facing, ()), state.activation)
    return ground.on_road or ground.is_open


@rule("blitz.6.1a")
@heeds("blitz.trait.lumbering", "blitz.3.4a", "blitz.6.1")
def refuse_extra_turn(state: State, order: ExtraTurn) -> Refusal | None:
    """Why a model cannot buy a turn: its movement type needs none, it is Lumbering, or it has no action."""
    unit, gait = state.units[order.unit], order.gait
    if not buys_turns(unit, gait):
        lumbers = poised(unit, gait).has("Lumbering")
        message = f"The {unit.name} cannot buy a turn: " + (
            "it is Lumbering." if lumbers else f"on {name_of(gait)} movement it turns without."
        )
        return Refusal("turns", "blitz.trait.lumbering" if lumbers else "blitz.6.1a", message)
    if idle := refuse_idle(unit, "blitz.6.1a"):
        return idle
    if not order.angle:
        return Refusal("turn", "blitz.6.1", "A turn turns: say by how much.")
    return refuse_angle(order.angle)


# --- 6.2 to 6.6: one stretch of a move: what the base comes over, what that costs, and where it has to be tested

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


# --- 6.2 and 6.5: what a moving model cannot get past: other models, walls, deep water, edges, the end of the table

FIGURE = INCH // 5
"""Half the base of a single figure."""
CRUSHED = "crushed"
"""The mark of an activation in which this model was crushed."""
RULES = {
    "table": "blitz.6.0", "overlap": "blitz.6.2", "step": "blitz.13.1", "edge": "blitz.6.5e", "terrain": "blitz.6.5e",
    "air": "blitz.13.1", "top": "blitz.trait.jumpjets",
}  # fmt: skip


@heeds("blitz.2.14")
def girth_of(unit: Unit) -> int:
    """How much room it needs between terrain: half its base; infantry passes where one figure does."""
    return min(FIGURE, unit.line.radius) if unit.is_infantry else unit.line.radius


@rule("blitz.6.2")
@heeds("blitz.6.3f", "blitz.9.3", "blitz.18.4", "blitz.16.1b")
def passes(stretch: Stretch, other: Unit) -> bool:
    """Whether it may go through another: infantry and drones, a wreck it can cross, whoever its hover jets clear.

    Who has just been dropped is not there yet.
    """
    unit, gait = stretch.unit, stretch.gait
    if other.is_infantry or other.line.type == "Drone" or DROPPED in other.tokens:
        return True
    if other.status == WRECK:
        return can_cross(other.body.top, unit, gait)
    return gait in HOVERING and other.body.top - unit.z <= jets_of(unit, gait)


def obstacles(state: State, unit: Unit) -> list[Unit]:
    """Everything on the table that its base must not be on."""
    others = (other for other in state.standing() if other.id != unit.id and not is_works(other))
    others = (other for other in others if not other.carrier)
    return [other for other in others if not yields(state, unit, other)]


@heeds("blitz.18.6")
def is_part(unit: Unit, other: Unit) -> bool:
    """Whether two models are parts of one vehicle."""
    drone = "Drone" in (unit.line.type, other.line.type)
    return not drone and (other.parent == unit.id or unit.parent == other.id)


@heeds("blitz.12.3", "blitz.18.4")
def yields(state: State, unit: Unit, other: Unit) -> bool:
    """Whether another makes room for a model: drones for all, infantry for who crushed it just now, parts for parts."""
    if other.line.type == "Drone":
        return unit.line.type != "Drone"
    if is_part(unit, other):
        return True
    now = state.activation
    return now is not None and now.unit == unit.id and f"{CRUSHED} {other.id}" in now.marks


@heeds("blitz.6.2", "blitz.6.5b", "blitz.6.5c", "blitz.6.5e", "blitz.6.3g", "blitz.13.1", "blitz.2.13-watercraft")
def refuse_passage(state: State, stretch: Stretch) -> Refusal | None:
    """Why the model cannot get along the stretch. Fills in the elevation it ends at, and how far it falls there."""
    unit, path = stretch.unit, stretch.path
    if not path.strides:
        return None
    refusal = _refuse_ground(stretch)
    if refusal is not None:
        return refusal
    ground, step = _crossed(built(state), stretch), step_of(unit, stretch.gait)
    jets = jets_of(unit, stretch.gait)
    if stretch.drop and not jets:
        step = min(step, INCH - 1)
    stops = partial(_refuse_stop, built(state), stretch)
    mover = Mover(unit, girth_of(unit), step, jets, passes=partial(passes, stretch), stops=stops)
    way = Way(path, unit.z, stretch.drop)
    end = ruled(go_along(ground, mover, way, obstacles(state, unit), lambda _piece, _mils: None), RULES)
    if isinstance(end, Refusal):
        return end
    stretch.end = end
    return _refuse_edge(built(state), stretch, jets) or ruled(
        refuse_jutting(ground, mover, path.x, path.y, end.z), RULES
    )


@heeds("blitz.6.5b", "blitz.6.5g", "blitz.6.3g")
def _refuse_ground(stretch: Stretch) -> Refusal | None:
    """Why the ground bears no such move: impassable terrain, deep water, or none for a model that swims."""
    unit = stretch.unit
    for met in stretch.met:
        if met.going.type == IMPASSABLE:
            message = f"The {met.name} is impassable to the {unit.name} on {name_of(stretch.gait)} movement: go around."
            return Refusal("impassable", "blitz.6.5b", message, {"piece": met.id})
    afloat = stretch.gait == "H2O" or unit.line.subtype == "Watercraft"
    if afloat and without([(0, stretch.length)], stretch.afloat):
        return Refusal("water", "blitz.6.3g", f"On water movement the {unit.name} stays in the water.")
    return None


@lru_cache(maxsize=256)
def _opened(ground: Ground, without: tuple[str, ...]) -> Ground:
    return ground.changed(without=without)


@heeds("blitz.6.5c", "blitz.6.6")
def _crossed(ground: Ground, stretch: Stretch) -> Ground:
    """The ground without the instance terrain that the model crosses, with a test, instead of stepping on it."""
    unit = stretch.unit
    names = tuple(
        met.id
        for met in stretch.met
        if not met.is_area and met.going.dangerous and not met.is_wreck
        and can_cross(ground.piece(met.id).top, unit, stretch.gait)
    )  # fmt: skip
    return _opened(ground, names) if names else ground


@heeds("blitz.6.5b", "blitz.6.5c", "blitz.trait.jumpjets")
def _refuse_stop(ground: Ground, stretch: Stretch, _x: int, _y: int) -> Refusal | None:
    """Why the model cannot stop at the end: on what it only crosses, or above what it cannot be in."""
    for met in stretch.met if stretch.gait != "V" else ():
        if met.spans[-1][1] < stretch.length or met.is_wreck:
            continue
        facts: dict[str, str | int | float] = {"piece": met.id}
        if not met.is_area and met.going.dangerous:
            message = f"The {stretch.unit.name} crosses the {met.name}: it cannot stop on it."
            return Refusal("edge", "blitz.6.6", message, facts)
        if met.is_area and met.going.aloft and _is_deadly(stretch, ground.piece(met.id)):
            message = f"The {met.name} is impassable: the {stretch.unit.name} cannot stop there."
            return Refusal("impassable", "blitz.6.5b", message, facts)
    return None


def _is_deadly(stretch: Stretch, piece: Piece) -> bool:
    """Whether a model that passes above an area could not be in it."""
    low = stretch.unit.clone()
    low.z = piece.top
    return going_of(piece, low, stretch.gait).type == IMPASSABLE


@heeds("blitz.13.1")
def _refuse_edge(ground: Ground, stretch: Stretch, jets: int) -> Refusal | None:
    """Why a model cannot just step down there: from a full inch on that is a fall, unless it wants one or has jets."""
    unit, end = stretch.unit, stretch.end
    slopes = slope_at(ground, unit.x, unit.y) - slope_at(ground, stretch.path.x, stretch.path.y)
    down = unit.z - end.z - max(0, slopes)
    if jets or stretch.drop or down < INCH:
        return None
    message = f"The {unit.name} would fall {inches_text(down)} in there: it climbs down, or drops."
    return Refusal("step", "blitz.13.1", message, {"down": down})


@heeds("blitz.6.5f", "blitz.13.1", "blitz.6.2")
def refuse_clinging(state: State, stretch: Stretch) -> Refusal | None:
    """Why a model on a wall cannot move so: it lets go and drops, or goes from the edge wholly onto the top."""
    unit, path, ground = stretch.unit, stretch.path, built(state)
    piece = ground.piece(unit.place)
    if not path.strides and stretch.drop:
        z = surface_at(ground, unit.x, unit.y, unit.z)
        stretch.end = Passage(z, fall=max(0, unit.z - z - jets_of(unit, stretch.gait)))
        way = Body(unit.x, unit.y, z, unit.line.radius, unit.z - z + unit.height)
        below = overlapped(way, obstacles(state, unit))
        if below is not None:
            return Refusal("overlap", "blitz.6.2", f"The {unit.name} would fall on the {below.name}.")
        mover = Mover(unit, girth_of(unit))
        return ruled(refuse_landing(ground, mover, unit.x, unit.y, z), RULES)
    end = body_at(unit, path.x, path.y, piece.top)
    if unit.z != piece.top or not piece.footing or not footprint_inside(end, piece.outline):
        message = f"The {unit.name} hangs on the {piece.name}: it climbs, lets go, or moves wholly onto the top."
        return Refusal("hanging", "blitz.6.5f", message)
    return None
