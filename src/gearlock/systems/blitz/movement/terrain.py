"""6.1 to 6.6: movement types, turning, and what the ground is to a model."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from math import hypot, sqrt
from typing import NamedTuple

from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order
from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.ground.forms import depth_of, is_area, is_incline, is_road, is_solid
from gearlock.systems.blitz.models import Model
from gearlock.systems.blitz.paying import pay
from gearlock.systems.blitz.state import (
    BRACED,
    COMBAT,
    FIELDED,
    HANGING,
    HIDING,
    HULL_DOWN,
    IMMOBILISED,
    TOP_SPEED,
    WRECK,
    Activation,
    State,
    Unit,
)
from gearlock.table.measure import COS, INCH, SIN
from gearlock.table.path import Leg, Stride
from gearlock.table.polygon import Outline, spans_inside
from gearlock.table.terrain import Ground, Piece


class Move(Order, frozen=True, tag="move"):
    """Go along legs with one movement type. A move may be made in pieces; `last` ends it.

    `cautious` spends all movement on 2 inches without a test; `drop` lets the model fall where the ground ends under
    it, or let go of the wall it hangs on.
    """

    unit: str
    gait: str
    legs: tuple[Leg, ...] = ()
    last: bool = False
    cautious: bool = False
    drop: bool = False


class ExtraTurn(Order, frozen=True, tag="extra-turn"):
    """Spend an action on one more turn in a move; before its first leg this begins the move."""

    unit: str
    gait: str = ""
    angle: int = 0


class Climb(Order, frozen=True, tag="climb"):
    """Climb a piece of vertical terrain, to a place at its face or on its top."""

    unit: str
    gait: str
    piece: str
    x: int = 0
    y: int = 0
    z: int = 0
    last: bool = False


class Jump(Order, frozen=True, tag="jump"):
    """A powered jump: straight ahead, or back if negative, over what is low enough."""

    unit: str
    length: int = 0


class ComeFree(Order, frozen=True, tag="come-free"):
    """Try to get an immobilised model moving again."""

    unit: str


class EndMove(Order, frozen=True, tag="end-move"):
    """End the move under way."""

    unit: str


OVER = "over"
"""The mark of an activation that something on the way has ended."""
JUMPED, TRIED = "powered jump", "came free"


def begin_move(unit: Unit, now: Activation, gait: str) -> None:
    """The first thing in a move counts it; its movement type stays with the model."""
    if now.gait:
        return
    now.moves -= 1
    now.gait = unit.gait = gait
    now.begun.append(gait)


def leave_cover(unit: Unit) -> None:
    """Who moves is neither hidden nor hull down any more."""
    unit.tokens.pop(HIDING, None)
    unit.tokens.pop(HULL_DOWN, None)


@heeds("blitz.18.2")
def has_turned_twice(now: Activation) -> bool:
    """Whether it has turned more than once in its activation: a move before this one that went nowhere was a turn."""
    return now.turns + now.free + now.paid + len(now.begun) > 2


@rule("blitz.trait.attached")
@heeds("blitz.18.6", "blitz.trait.mcv")
def carry_along(state: State, unit: Unit) -> None:
    """The components of a vehicle are wherever its core is, and who rides in it as well."""
    for other in state.units.values():
        aboard = other.carrier == unit.id
        if aboard or (other.parent == unit.id and other.line.type != "Drone" and other.status in (FIELDED, WRECK)):
            other.x, other.y, other.z = unit.x, unit.y, unit.z
            other.facing = other.facing if aboard else unit.facing


class Moved(Event, frozen=True, tag="moved"):
    """A model went along a path. `met` are the mils it went over each piece of terrain, `risked` its dangers now."""

    unit: str
    gait: str
    x: int
    y: int
    z: int
    facing: int
    spent: int
    advanced: int
    straight: int
    turns: int = 0
    free: int = 0
    is_open: bool = True
    on_road: bool = False
    closed: bool = False
    through: tuple[tuple[int, int], ...] = ()
    met: tuple[tuple[str, int], ...] = ()
    risked: tuple[tuple[str, int], ...] = ()
    place: str = ""
    fall: int = 0
    cautious: bool = False

    @heeds("blitz.6.3a", "blitz.18.1", "blitz.18.2", "blitz.6.5f")
    def change(self, state: State) -> None:
        """It is there, and its move has so much less in it."""
        unit, now = state.units[self.unit], state.activation
        assert now is not None, "only the active model moves"
        begin_move(unit, now, self.gait)
        unit.x, unit.y, unit.z, unit.facing, unit.place = self.x, self.y, self.z, self.facing, self.place
        carry_along(state, unit)
        if self.place:
            unit.tokens[HANGING] = 1
        else:
            unit.tokens.pop(HANGING, None)
        now.spent += self.spent
        now.advanced += self.advanced
        now.straight = self.straight
        now.turns += self.turns
        now.free += self.free
        now.is_open = now.is_open and self.is_open
        now.on_road = now.on_road and self.on_road
        now.closed = now.closed or self.closed
        now.risked = dict(self.risked)
        if not self.cautious and (self.advanced or has_turned_twice(now)):
            leave_cover(unit)


class MoveEnded(Event, frozen=True, tag="move-ended"):
    """A move is over."""

    unit: str
    advanced: int

    def change(self, state: State) -> None:
        now = state.activation
        assert now is not None, f"{self.unit} is not active"
        now.gait, now.is_open, now.on_road, now.closed = "", True, True, False
        now.spent = now.advanced = now.turns = now.paid = now.free = 0
        now.risked = {}


class TurnBought(Event, frozen=True, tag="turn-bought"):
    """A model spent an action on one more turn."""

    unit: str
    gait: str
    facing: int

    @heeds("blitz.6.1a", "blitz.18.2")
    def change(self, state: State) -> None:
        unit, now = state.units[self.unit], state.activation
        assert now is not None, "only the active model turns"
        begin_move(unit, now, self.gait)
        unit.facing = self.facing
        carry_along(state, unit)
        pay(unit)
        now.paid += 1
        now.straight = 0
        if has_turned_twice(now):
            leave_cover(unit)


class Jumped(Event, frozen=True, tag="jumped"):
    """A powered jump, and how far the model falls at its end."""

    unit: str
    x: int
    y: int
    z: int
    length: int
    fall: int = 0

    @heeds("blitz.trait.jetpack")
    def change(self, state: State) -> None:
        unit, now = state.units[self.unit], state.activation
        assert now is not None, "only the active model jumps"
        unit.x, unit.y, unit.z, unit.place = self.x, self.y, self.z, ""
        carry_along(state, unit)
        unit.tokens.pop(HANGING, None)
        now.marks.append(JUMPED)
        leave_cover(unit)


class Immobilised(Event, frozen=True, tag="immobilised"):
    """A model is stuck. That changes its posture, so its activation is over."""

    unit: str

    @heeds("blitz.6.6a", "blitz.3.2a-table")
    def change(self, state: State) -> None:
        state.units[self.unit].tokens[IMMOBILISED] = 1
        if state.activation is not None and state.activation.unit == self.unit:
            state.activation.moves = 0
            state.activation.marks.append(OVER)


class FreeingTried(Event, frozen=True, tag="freeing-tried"):
    """An immobilised model tried to come free."""

    unit: str
    free: bool

    @heeds("blitz.6.6a")
    def change(self, state: State) -> None:
        """Free again, it has the one move of combat posture left."""
        unit, now = state.units[self.unit], state.activation
        assert now is not None, "only the active model comes free"
        now.marks.append(TRIED)
        if self.free:
            unit.tokens.pop(IMMOBILISED, None)
            unit.posture, now.moves = COMBAT, 1


class Forced(Event, frozen=True, tag="forced"):
    """A model was pushed straight; `left` is what of the distance it could not be moved, `against` what stopped it."""

    unit: str
    x: int
    y: int
    z: int
    moved: int
    left: int = 0
    against: str = ""
    fall: int = 0

    @heeds("blitz.6.4a", "blitz.18.1", "blitz.18.2")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        if (unit.x, unit.y) != (self.x, self.y):
            leave_cover(unit)
        unit.x, unit.y, unit.z, unit.place = self.x, self.y, self.z, ""
        carry_along(state, unit)
        unit.tokens.pop(HANGING, None)


# --- 6.4 to 6.5: what ground is to a model
# A map says it of a piece in its property `going`: words out of open, difficult, dangerous, impassable, lava, rapids.
# Where a piece says nothing, areas and instance terrain are difficult, water goes by its depth, all else is open.
# `dangerous_to` names the types of models a danger is for, `bars` the movement types that cannot pass.

OPEN, DIFFICULT, IMPASSABLE = "open", "difficult", "impassable"
RUN = 6 * INCH
"""The way over which an incline is judged."""


class Going(NamedTuple):
    """What a piece is to a model on one movement type. `aloft`: it passes above, as long as it does not stop there."""

    type: str = OPEN
    dangerous: bool = False
    road: bool = False
    aloft: bool = False


@rule("blitz.6.4", "blitz.6.5")
def words_of(piece: Piece) -> tuple[str, ...]:
    """What both sides agreed a piece is, before anybody deployed."""
    said = str(piece.props.get("going", "")).split()
    return tuple(said) or ((DIFFICULT,) if piece.kind in ("area", "instance") else ())


@rule("blitz.6.5a")
def is_instance(piece: Piece) -> bool:
    """Whether it is used exactly as it looks, and low enough to be crossed as it stands; areas are abstract."""
    return piece.kind == "instance" and is_solid(piece)


@rule("blitz.17.7c")
def flies_over(gait: str) -> bool:
    """Whether no ground is dangerous to a movement type: VTOLs cross everything, and stay over it."""
    return gait == "V"


@rule("blitz.6.5b", "blitz.6.5b-table")
@heeds("blitz.6.3e", "blitz.6.3f", "blitz.6.5d", "blitz.6.5c", "blitz.18.3a-obstacles")
def going_of(piece: Piece, unit: Unit, gait: str) -> Going:
    """What a piece is to a model that comes to it on a movement type."""
    words = words_of(piece)
    if gait in str(piece.props.get("bars", "")).split():
        return Going(IMPASSABLE)
    if is_road(piece):
        return Going(road=True)
    if piece.kind == "water":
        return _water(piece, words, unit, gait)
    danger = "dangerous" in words and _is_meant(piece, unit) and not flies_over(gait)
    hovers = gait in HOVERING
    if is_cleared(piece, unit, gait):
        return Going(OPEN, is_area(piece) and (danger or ("lava" in words and not flies_over(gait))), aloft=True)
    if "lava" in words:
        return Going(OPEN, not flies_over(gait)) if hovers else Going(IMPASSABLE)
    if IMPASSABLE in words:
        return Going(IMPASSABLE)
    if OPEN in words or not words or (hovers and not piece.top):
        return Going(OPEN, danger)
    return Going(DIFFICULT, danger or (is_instance(piece) and is_high(piece.top, unit)))


@rule("blitz.6.3f")
@heeds("blitz.trait.jumpjets")
def is_cleared(piece: Piece, unit: Unit, gait: str) -> bool:
    """Whether jump jets carry a model over a piece without effect: no higher than their rating; areas only on hover."""
    crossed = is_instance(piece) or (gait in HOVERING and is_area(piece))
    return crossed and 0 < piece.top - unit.z <= jets_of(unit, gait)


@heeds("blitz.6.6")
def _is_meant(piece: Piece, unit: Unit) -> bool:
    """Whether a danger is one to this type of model."""
    types = str(piece.props.get("dangerous_to", "")).split()
    return not types or unit.line.type in types


@rule("blitz.6.5g", "blitz.6.3g", "blitz.2.13-watercraft", "blitz.trait.amphib")
@heeds("blitz.6.3e")
def _water(piece: Piece, words: tuple[str, ...], unit: Unit, gait: str) -> Going:
    """Water: road to hover and water movement where it is even, and not dangerous; to others by its depth.

    Less than half the model's height is shallow and difficult, more is deep and impassable; to amphibious models
    shallow water is open and deep water shallow.
    """
    danger = "dangerous" in words and _is_meant(piece, unit) and not flies_over(gait)
    if gait in HOVERING:
        return Going(OPEN, danger, road="rapids" not in words and not danger)
    if gait == "H2O" or unit.line.subtype == "Watercraft":
        return Going(OPEN, danger, road=gait == "H2O" and not danger)
    deep = 2 * depth_of(piece) >= unit.line.height
    if unit.has("Amphib"):
        return Going(DIFFICULT if deep else OPEN, danger)
    return Going(IMPASSABLE if deep else DIFFICULT, danger)


@rule("blitz.6.5c")
def is_high(top: int, unit: Unit) -> bool:
    """Whether instance terrain is at least half as high as a model's silhouette: then crossing it is dangerous."""
    return 2 * (top - unit.z) >= unit.height


@heeds("blitz.6.5c", "blitz.6.5e")
def step_of(unit: Unit, gait: str) -> int:
    """What a model steps up without climbing: less than half its silhouette, or as high as its jump jets lift it."""
    return max((unit.height - 1) // 2, jets_of(unit, gait))


@heeds("blitz.6.5c", "blitz.6.5e", "blitz.6.3f")
def can_cross(top: int, unit: Unit, gait: str) -> bool:
    """Whether a model gets over instance terrain of that elevation at all: if it is not taller than itself.

    Jump jets help it up. What is taller is a wall, to be climbed.
    """
    return top - unit.z <= unit.height + jets_of(unit, gait)


@rule("blitz.6.5e")
def slope_is_hard(piece: Piece, unit: Unit) -> bool:
    """Whether an incline is difficult on the way up: more than half the model's height in 6 inches."""
    slope = piece.props.get("slope", 0)
    if not is_incline(piece) or not isinstance(slope, int):
        return False
    return 2 * RUN * SIN[10 * slope] > unit.height * COS[10 * slope]


@heeds("blitz.6.5e")
def run_of(piece: Piece, rise: int) -> int:
    """How long a slope is in plan that rises so far."""
    slope = int(piece.props.get("slope", 0))
    return rise * COS[10 * slope] // SIN[10 * slope] if slope else 0


@rule("blitz.trait.offroad")
@heeds("blitz.6.3-table", "blitz.6.5b-table")
def rate_of(unit: Unit, gait: str) -> int:
    """MR for an inch of difficult terrain; Offroad models and walkers pay nothing extra."""
    return 1 if unit.has("Offroad") else GAITS[gait].difficult


@rule("blitz.7.0b")
def is_well_set(ground: Ground) -> bool:
    """Whether at least half of a table is under terrain that is not open."""
    covered = sum(p.area for p in ground.pieces if p.kind not in ("open", "road") and OPEN not in words_of(p))
    return 2 * covered >= ground.width * ground.height


# --- 6.1 and 6.3: movement types: how often and when they turn, what helps and what slows them, and how many moves

UNLIMITED = 1_000
"""More turns, or higher jets, than anybody ever needs."""


class Gait(NamedTuple):
    """A row of the movement table: turns in a move and when, bonuses in inches, MR for an inch of difficult terrain."""

    name: str
    turns: int
    first: bool = True
    """May turn first thing in a move; the last thing everybody may."""
    open: int = 0
    road: int = 0
    difficult: int = 1
    buys_turns: bool = False

    @property
    def is_free(self) -> bool:
        """Turns whenever it likes."""
        return self.turns == UNLIMITED


GAITS = {
    "W": Gait("Walker", UNLIMITED),
    "I": Gait("Infantry", UNLIMITED),
    "G": Gait("Ground", 1, True, 1, 2, 2, True),
    "H": Gait("Hover", 1, False, 1, 2, 3, True),
    "H2O": Gait("Water", 1, True, 0, 2, 2, True),
    "V": Gait("VTOL", 1, False, 1, 2, 3, True),
}
HOVERING = ("H", "V")


@rule("blitz.6.3")
@heeds("blitz.6.3a", "blitz.trait.sms")
def gaits_of(line: Model) -> tuple[str, ...]:
    """The movement types a model may use, its own first; a flyer has none on the table."""
    own = dict.fromkeys((line.gait, *line.sms))
    return tuple(gait for gait in own if gait in GAITS and line.move)


@rule("blitz.6.3a", "blitz.trait.sms")
def poised(unit: Unit, gait: str) -> Unit:
    """The model as it is with one of its movement types: with the traits that go with that, and without those it loses.

    The type it used last stays with it, traits and all, until it uses another.
    """
    if unit.gait == gait:
        return unit
    other = unit.clone()
    other.gait = gait
    return other


@rule("blitz.trait.fast")
@heeds("blitz.3.2a-table", "blitz.6.0", "blitz.6.3a")
def moves_of(unit: Unit, posture: str) -> int:
    """How many moves a posture allows; a Fast model has one more at top speed, by whichever system makes it fast."""
    moves = {BRACED: 0, COMBAT: 1, TOP_SPEED: 2}[posture]
    fast = any(is_fast(unit, gait) for gait in gaits_of(unit.line)) or (unit.line.gait == "F" and unit.has("Fast"))
    return moves + (posture == TOP_SPEED and fast)


@heeds("blitz.trait.fast", "blitz.trait.sms")
def is_fast(unit: Unit, gait: str) -> bool:
    """Whether it is Fast on this movement type."""
    return poised(unit, gait).has("Fast")


@rule("blitz.6.3b", "blitz.6.3d", "blitz.6.3e", "blitz.6.3-table")
@heeds("blitz.2.14-atv", "blitz.2.14-orv", "blitz.trait.lumbering", "blitz.6.3g", "blitz.6.3c")
def turns_of(unit: Unit, gait: str) -> int:
    """Turns in one move: walkers and infantry any number, others one.

    ATVs always, and ORVs at combat posture, turn as they like. Lumbering models turn once, whatever they are.
    """
    if poised(unit, gait).has("Lumbering"):
        return 1
    return UNLIMITED if turns_freely(unit, gait) else GAITS[gait].turns


@rule("blitz.2.14-atv", "blitz.2.14-orv")
@heeds("blitz.18.4")
def turns_freely(unit: Unit, gait: str) -> bool:
    """Whether it may turn at any point of a move; drones move like ATVs."""
    line = unit.line
    if GAITS[gait].is_free or line.subtype == "ATV" or line.type == "Drone":
        return True
    return line.subtype == "ORV" and unit.posture == COMBAT


@rule("blitz.trait.lumbering")
@heeds("blitz.6.1a")
def buys_turns(unit: Unit, gait: str) -> bool:
    """Whether actions buy it further turns: on ground or hover movement, unless it is Lumbering."""
    return GAITS[gait].buys_turns and not poised(unit, gait).has("Lumbering")


@rule("blitz.trait.jumpjets")
@heeds("blitz.17.7c", "blitz.6.3f")
def jets_of(unit: Unit, gait: str) -> int:
    """How high, in mils, jump jets lift a model straight up and down; VTOLs rise as high as they like."""
    return UNLIMITED * INCH if gait == "V" else poised(unit, gait).trait("Jump Jets") * INCH


@rule("blitz.6.5d")
@heeds("blitz.6.0", "blitz.6.3d", "blitz.6.3e", "blitz.6.3g")
def bonus_of(gait: str, is_open: bool, on_road: bool) -> int:
    """What a move kept to roads, or to open terrain, adds to the rating."""
    row = GAITS[gait]
    return (row.road if on_road else row.open if is_open else 0) * INCH


# --- Sweeping: where along a stride a base is over an outline or a disc, in mils from the stride's beginning

Span = tuple[int, int]
TOUCH = 0.01
"""Mils by which a base is taken as smaller, so that leaning against a side is not in it."""


def spans_of_base(stride: Stride, radius: int, outline: Outline) -> list[Span]:
    """Where any part of a base is in a polygon; leaning against its side is not in it."""
    x0, y0, x1, y1 = stride.x0, stride.y0, stride.x1, stride.y1
    shares = list(spans_inside(outline, x0, y0, x1, y1, True))
    for (ax, ay), (bx, by) in pairwise((*outline, outline[0])):
        found = _beside(stride, radius - TOUCH, ax, ay, bx, by)
        if found is not None:
            shares.append(found)
    return _in_mils(stride, shares)


def spans_of_disc(stride: Stride, reach: int, x: int, y: int) -> list[Span]:
    """Where the middle of a base is nearer to a point than the reach."""
    found = _around(stride, reach - TOUCH, x, y)
    return _in_mils(stride, [] if found is None else [found])


def spans_of_line(stride: Stride, outlines: Iterable[Outline]) -> list[Span]:
    """Where the middle of a base is on one of some polygons, their sides among them."""
    x0, y0, x1, y1 = stride.x0, stride.y0, stride.x1, stride.y1
    shares = [
        span for outline in outlines for right in (True, False) for span in spans_inside(outline, x0, y0, x1, y1, right)
    ]
    return _in_mils(stride, shares)


def _in_mils(stride: Stride, shares: Iterable[tuple[float, float]]) -> list[Span]:
    length = abs(stride.length)
    return merged((round(into * length), round(out * length)) for into, out in shares)


def merged(spans: Iterable[Span]) -> list[Span]:
    """The same stretches in order, none empty, those that meet made one."""
    found: list[Span] = []
    for into, out in sorted(span for span in spans if span[0] < span[1]):
        if found and into <= found[-1][1]:
            found[-1] = (found[-1][0], max(out, found[-1][1]))
        else:
            found.append((into, out))
    return found


def without(spans: Iterable[Span], holes: Iterable[Span]) -> list[Span]:
    """What is left of stretches when others are cut out of them; the holes are in order and apart."""
    left = list(spans)
    for low, high in holes:
        left = [
            part for into, out in left for part in ((into, min(out, low)), (max(into, high), out)) if part[0] < part[1]
        ]
    return merged(left)


def total(spans: Iterable[Span]) -> int:
    """Mils in all."""
    return sum(out - into for into, out in spans)


def clipped(spans: Iterable[Span], low: int, high: int) -> list[Span]:
    """What of the stretches lies between two marks."""
    cut = ((max(into, low), min(out, high)) for into, out in spans)
    return [span for span in cut if span[0] < span[1]]


def _around(stride: Stride, reach: float, x: float, y: float) -> tuple[float, float] | None:
    """The shares of a stride between which it is nearer to a point than the reach."""
    dx, dy = stride.x1 - stride.x0, stride.y1 - stride.y0
    px, py = x - stride.x0, y - stride.y0
    square = dx * dx + dy * dy
    if not square:
        return None
    along, aside = (px * dx + py * dy) / square, (px * dy - py * dx) / sqrt(square)
    if abs(aside) >= reach:
        return None
    half = sqrt((reach * reach - aside * aside) / square)
    return _within(along - half, along + half)


def _beside(stride: Stride, reach: float, ax: int, ay: int, bx: int, by: int) -> tuple[float, float] | None:
    """The shares of a stride between which it is nearer to a side of an outline than the reach.

    What lies so near to a side is convex: one stretch, from the first to the last of those at its ends and along it.
    """
    found = [_around(stride, reach, ax, ay), _around(stride, reach, bx, by), _along(stride, reach, ax, ay, bx, by)]
    shares = [span for span in found if span is not None]
    if not shares:
        return None
    return min(into for into, _ in shares), max(out for _, out in shares)


def _along(stride: Stride, reach: float, ax: int, ay: int, bx: int, by: int) -> tuple[float, float] | None:
    """The shares of a stride between which it is beside a side and nearer to it than the reach."""
    side = hypot(bx - ax, by - ay)
    ux, uy = (bx - ax) / side, (by - ay) / side
    dx, dy = stride.x1 - stride.x0, stride.y1 - stride.y0
    px, py = stride.x0 - ax, stride.y0 - ay
    down = _between(px * ux + py * uy, dx * ux + dy * uy, 0.0, side)
    across = _between(px * uy - py * ux, dx * uy - dy * ux, -reach, reach)
    if down is None or across is None:
        return None
    return _within(max(down[0], across[0]), min(down[1], across[1]))


def _between(start: float, change: float, low: float, high: float) -> tuple[float, float] | None:
    """The shares between which a value that changes evenly is between two bounds."""
    if abs(change) < 1e-9:
        return (0.0, 1.0) if low < start < high else None
    into, out = sorted(((low - start) / change, (high - start) / change))
    return into, out


def _within(into: float, out: float) -> tuple[float, float] | None:
    """Shares cut to the stride itself."""
    into, out = max(0.0, into), min(1.0, out)
    return (into, out) if into < out else None
