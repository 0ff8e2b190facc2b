"""2 and 3: a path judged leg by leg: cost, Turns, other models, terrain, water, roads, walls and steps."""

from __future__ import annotations

from functools import partial

from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.figures import Mover, body_at, nobody, overlapped, ruled
from gearlock.mechanics.going.edges import Passage, Way, refuse_jutting, refuse_landing
from gearlock.mechanics.going.passage import fly_along, go_along, keeps_to_roads
from gearlock.mechanics.going.walls import Wall, walls_crossed
from gearlock.mechanics.ground.forms import depth_of, is_road
from gearlock.mechanics.ground.surfaces import surface_at, water_depth
from gearlock.systems.brigands.chain_of_command import TIGHT_MANEUVERS, is_ordered
from gearlock.systems.brigands.models import Model
from gearlock.systems.brigands.multi_component_vehicles import carry_parts, refuse_apart
from gearlock.systems.brigands.places import girth_of
from gearlock.systems.brigands.state import BRACED, COMBAT_SPEED, TOP_SPEED, WRECK, Activation, State, Unit
from gearlock.systems.brigands.transport import refuse_leaving
from gearlock.systems.brigands.vtols import altitude_at
from gearlock.table.bodies import Body
from gearlock.table.inches import footprint_inside
from gearlock.table.measure import INCH, RIGHT_ANGLE, inches_text
from gearlock.table.path import Leg, Walk
from gearlock.table.path import walk as walk_along
from gearlock.table.terrain import Ground, Piece


class Move(Order, frozen=True, tag="move"):
    """Go along legs with one movement type; `last` ends this Move, otherwise it may go on after an Action.

    `drop` lets the model fall where the ground ends under it, or let go of the face it hangs on.
    """

    unit: str
    gait: str
    legs: tuple[Leg, ...] = ()
    last: bool = True
    drop: bool = False


class Climb(Order, frozen=True, tag="climb"):
    """Climb a piece of vertical terrain, to a place at its face or on its top."""

    unit: str
    piece: str
    x: int = 0
    y: int = 0
    z: int = 0
    gait: str = "C"
    last: bool = True


class Jump(Order, frozen=True, tag="jump"):
    """A Jetpack Move: one Turn, then straight on over what is low enough (backward is negative)."""

    unit: str
    angle: int = 0
    length: int = 0


class Slide(Order, frozen=True, tag="slide"):
    """Shift sideways on Thrusters in the middle of a Move; left is positive."""

    unit: str
    length: int = 0


class ChangeFloor(Order, frozen=True, tag="change-floor"):
    """Go to another floor of the building one is in, counted from 0; the one above the last is the roof."""

    unit: str
    gait: str
    floor: int = 0


class EndMove(Order, frozen=True, tag="end-move"):
    """End a Move that was interrupted for an Action."""

    unit: str


class Turn(Order, frozen=True, tag="turn"):
    """Turn a Braced model once."""

    unit: str
    angle: int = 0


class Moved(Event, frozen=True, tag="moved"):
    """A model went along a path; the sums are those of this stretch."""

    unit: str
    gait: str
    x: int
    y: int
    z: int
    facing: int
    spent: int
    turns: int
    rough: int
    travelled: int
    stepped: int
    on_road: bool
    through: tuple[tuple[int, int], ...] = ()
    wet: int = 0
    hanging: str = ""
    fall: int = 0
    slid: bool = False
    inside: str = ""

    def change(self, state: State) -> None:
        unit, now = state.units[self.unit], state.activation
        unit.x, unit.y, unit.z, unit.facing = self.x, self.y, self.z, self.facing
        unit.hanging, unit.inside = self.hanging, self.inside
        carry_parts(state, unit)
        assert now is not None, "only the Active model moves"
        if not now.gait:
            now.moves -= 1
            now.gait = self.gait
        now.spent += self.spent
        now.turns += self.turns
        now.rough += self.rough
        now.travelled += self.travelled
        now.stepped += self.stepped
        now.on_road = now.on_road and self.on_road
        now.wet += self.wet
        now.slid = now.slid or self.slid


class MoveEnded(Event, frozen=True, tag="move-ended"):
    """A Move is over."""

    unit: str
    travelled: int

    def change(self, state: State) -> None:
        now = state.activation
        assert now is not None, f"{self.unit} is not Active"
        now.gait, now.on_road = "", True
        now.spent = now.turns = now.rough = now.wet = now.travelled = now.stepped = 0
        now.slid = False


class Turned(Event, frozen=True, tag="turned"):
    """A Braced model turned."""

    unit: str
    facing: int

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.facing = self.facing
        carry_parts(state, unit)
        assert state.activation is not None, "only the Active model turns"
        state.activation.turns += 1


# --- 3.2b and 9.1: through the walls of a building. Infantry alone gets in, and pays for walls that have no door

WALL, DOORWAY = INCH, INCH // 2
"""What it takes to get through a wall, and how far from a named entry point it is still the door."""


@rule("brigands.9.1")
@heeds("brigands.3.2b")
def may_enter(unit: Unit, piece: Piece) -> bool:
    """Infantry walks into buildings from the ground; from the roof it takes the stairs, if there are any."""
    return unit.line.type == "Infantry" and (unit.inside == piece.id or piece.base <= unit.z < piece.top)


@rule("brigands.3.2b-crippled")
@heeds("brigands.3.2b", "brigands.9.1")
def price_of_wall(state: State, unit: Unit, wall: Wall) -> int | Refusal:
    """What it takes to go through a wall, or why there is no way: an inch each, nothing at doors.

    Walls that are closed but for their doors open when the building is Crippled.
    """
    piece = wall.piece
    entry = piece.props.get("entry", "walls")
    if unit.inside == piece.id and unit.z > piece.base:
        return Refusal("floor", "brigands.3.2b", f"There is no way out of the {piece.name} up here.")
    if entry == "open" or wall.has_door(DOORWAY):
        return 0
    if entry == "doors" and state.buildings.get(piece.id, (1, 1))[0] > 0:
        message = f"The walls of the {piece.name} are closed but for its entry points."
        return Refusal("wall", "brigands.3.2b", message, {"piece": piece.id})
    return WALL


# --- 2.3, 2.6 and 3: what a moving model meets: other models, instance and area terrain, water, roads

ROUGH_LIMIT = 2 * INCH
RULES = {
    "table": "brigands.2.2", "overlap": "brigands.2.6", "step": "brigands.2.3-walker-step", "edge": "brigands.2.5",
    "terrain": "brigands.3.1", "air": "brigands.2.4",
}  # fmt: skip
DROPPING = RULES | {"air": "brigands.2.5"}
STOPPING = {"edge": "brigands.2.3-walker-step"}
HOVERING = {"edge": "brigands.2.7b", "top": "brigands.2.7b"}


class Stretch:
    """One stretch of a Move: where it leads, and what it adds up to once it has been judged."""

    __slots__ = ("cost", "drop", "end", "gait", "inside", "now", "on_road", "path", "rough", "unit", "wet")

    def __init__(self, unit: Unit, gait: str, path: Walk, now: Activation, drop: bool = False) -> None:
        self.unit, self.gait, self.path, self.now, self.drop = unit, gait, path, now, drop
        self.cost = path.forward + 2 * path.backward
        self.end = Passage(unit.z)
        self.rough = self.wet = 0
        self.on_road = True
        self.inside = unit.inside

    @property
    def origin(self) -> int:
        """The elevation this Move began at, but for inclines."""
        return self.unit.z - self.now.stepped

    @property
    @rule("brigands.2.3-walker-step")
    @heeds("brigands.2.7b")
    def step(self) -> int:
        """How much elevation it may change: half its Height in a Walker Move, what Thrusters lift a Hover model."""
        if self.gait == "H":
            return self.lift
        return self.unit.line.height // 2 if self.gait == "W" else 0

    @property
    @heeds("brigands.2.7b", "brigands.trait.thrusters")
    def lift(self) -> int:
        """How far Thrusters raise a Hover model from the surface it is on."""
        return self.unit.trait("Thrusters") * INCH if self.gait == "H" else 0

    @rule("brigands.2.6")
    @heeds("brigands.5.6d", "brigands.9.2", "brigands.9.7")
    def passes(self, other: Unit) -> bool:
        """Whether its Silhouette may go through another's: through Infantry, and Walkers step over low wrecks.

        An Airborne model passes over all that are not in the air.
        """
        if other.line.type == "Infantry":
            return True
        if self.unit.airborne:
            return not other.airborne
        return other.status == WRECK and other.body.top - self.origin <= self.step

    @rule("brigands.3.2", "brigands.trait.amphib")
    @heeds("brigands.2.3", "brigands.3.2a", "brigands.2.7b", "brigands.9.1")
    def meet(self, piece: Piece, length: int) -> Refusal | None:
        """2 in of area terrain are in Ground and Hover Moves; Hover minds neither water nor what it passes."""
        unit = self.unit
        if piece.kind == "water":
            if self.gait == "H" or unit.trait("Amphib"):
                return None
            if 2 * depth_of(piece) > unit.line.height:
                return Refusal("water", "brigands.3.2a", f"The {piece.name} is too deep for the {unit.name}.")
        if self.gait == "W" or unit.line.type == "Infantry" or (self.gait == "H" and piece.top <= self.lift):
            return None
        self.rough += length
        self.wet += length if piece.kind == "water" else 0
        return self._refuse_rough(piece)

    @rule("brigands.trait.offroad")
    @heeds("brigands.2.3")
    def _refuse_rough(self, piece: Piece) -> Refusal | None:
        """Why a Move has too much area terrain in it. Offroad models have more of it, but not in water."""
        rough, wet = self.now.rough + self.rough, self.now.wet + self.wet > ROUGH_LIMIT
        most = ROUGH_LIMIT + self.unit.trait("Offroad") * INCH
        if not wet and rough <= most:
            return None
        limit = f"{(ROUGH_LIMIT if wet else most) // INCH} in"
        message = f"Only {limit} of this Move may lie in {'water' if wet else 'area terrain'} such as the {piece.name}."
        return Refusal("area", "brigands.2.3", message, {"rough": rough, "most": most})

    def mover(self, ground: Ground) -> Mover:
        """The model with the numbers of this Move."""
        unit, stops = self.unit, partial(refuse_stop, ground, self.unit) if self.gait == "H" else None
        enters = partial(may_enter, unit) if unit.line.type == "Infantry" else nobody
        return Mover(unit, girth_of(unit), self.step, self.lift, enters, self.passes, stops)


@rule("brigands.3.1", "brigands.3.3")
@heeds("brigands.2.6", "brigands.2.5", "brigands.2.4", "brigands.2.3-walker-step", "brigands.2.7b", "brigands.9.7")
def refuse_passage(state: State, stretch: Stretch) -> Refusal | None:
    """Why the model cannot get along the stretch. Fills in elevation, rough ground and whether it kept to roads.

    Far above all terrain only others in the air, and the table's edge, are in the way; no road helps there.
    """
    unit, path, ground, others = stretch.unit, stretch.path, state.ground, state.obstacles(stretch.unit)
    mover = stretch.mover(ground)
    if unit.airborne:
        stretch.on_road = False
        return _ended(stretch, fly_along(ground, mover, path, altitude_at(ground, path.x, path.y), others))
    if not path.strides:
        stretch.on_road = any(is_road(piece) for piece in ground.pieces_at(unit.x, unit.y))
        return None
    refusal = _refuse_walls(state, stretch, mover)
    way = Way(path, stretch.origin, stretch.drop, unit.inside, stretch.inside)
    refusal = refusal or _ended(stretch, go_along(ground, mover, way, others, stretch.meet))
    if refusal is not None:
        return refusal
    stretch.on_road = keeps_to_roads(ground, path.strides)
    if stretch.inside:
        return None
    jutting = refuse_jutting(ground, mover, path.x, path.y, stretch.end.z)
    return ruled(jutting, HOVERING if stretch.lift else STOPPING)


def _ended(stretch: Stretch, found: Passage | Refusal) -> Refusal | None:
    """Note where a stretch ends, or say which rule is against it."""
    if isinstance(found, Refusal):
        return ruled(found, DROPPING if stretch.drop else RULES)
    stretch.end = found
    return None


@heeds("brigands.3.2b", "brigands.9.1")
def _refuse_walls(state: State, stretch: Stretch, mover: Mover) -> Refusal | None:
    """Why Infantry cannot get through the walls it meets; finds what they cost and the building it ends in."""
    unit = stretch.unit
    stretch.inside = ""
    if unit.line.type != "Infantry":
        return None
    walls, inside = walls_crossed(state.ground, mover, stretch.path, unit.inside)
    for wall in walls:
        price = price_of_wall(state, unit, wall)
        if isinstance(price, Refusal):
            return price
        stretch.cost += price
    stretch.inside = inside
    return None


@heeds("brigands.2.4", "brigands.2.5")
def refuse_clinging(state: State, stretch: Stretch) -> Refusal | None:
    """Why a model on a face cannot move so: it lets go and drops, or walks from the edge wholly onto the top."""
    unit, path = stretch.unit, stretch.path
    piece = state.ground.piece(unit.hanging)
    if not path.strides and stretch.drop:
        z = surface_at(state.ground, unit.x, unit.y, unit.z)
        stretch.end = Passage(z, fall=unit.z - z)
        way = Body(unit.x, unit.y, z, unit.line.radius, unit.z - z + unit.height)
        below = overlapped(way, state.obstacles(unit))
        if below is not None:
            return Refusal("overlap", "brigands.2.6", f"The {unit.name} would fall on the {below.name}.")
        return ruled(refuse_landing(state.ground, stretch.mover(state.ground), unit.x, unit.y, z), DROPPING)
    end = body_at(unit, path.x, path.y, piece.top)
    if stretch.gait != "W" or unit.z != piece.top or not piece.footing or not footprint_inside(end, piece.outline):
        message = f"The {unit.name} hangs on the {piece.name}: it climbs, lets go, or walks wholly onto the top."
        return Refusal("hanging", "brigands.2.4", message)
    return None


@rule("brigands.3.2a")
def refuse_stop(ground: Ground, unit: Unit, x: int, y: int) -> Refusal | None:
    """A Hover model may cross any water but stops only where it is shallower than half its Height, or is Amphib."""
    depth = water_depth(ground, x, y)
    if depth and 2 * depth >= unit.line.height and not unit.trait("Amphib"):
        return Refusal("water", "brigands.3.2a", f"The water is too deep for the {unit.name} to stop in.")
    return None


# --- 2: posture and movement. A path is judged leg by leg: cost, Turns, other models, terrain, water, roads and steps

GAITS = {"W": "Walker", "G": "Ground", "H": "Hover"}
WAYS = {**GAITS, "C": "Climbing", "J": "Jetpack"}
ROAD_BONUS = {"W": 1 * INCH, "G": 2 * INCH, "H": 2 * INCH}
MOST_LEGS = 32
UNLIMITED = 1_000
"""More Turns than anybody makes in one Move."""


@rule("brigands.2.1", "brigands.2.1-combat-speed", "brigands.2.1-top-speed")
@heeds("brigands.2.1-braced")
def moves_of(posture: str) -> int:
    """How many Moves a posture allows."""
    return {BRACED: 0, COMBAT_SPEED: 1, TOP_SPEED: 2}[posture]


@rule("brigands.2.3", "brigands.1.3", "brigands.trait.lumbering")
@heeds("brigands.7.5d", "brigands.9.1")
def turns_of(line: Model, gait: str, extra: bool = False) -> int:
    """Turns in one Move: a Walker and Infantry any number, others one.

    Lumbering, being more special, holds a Walker to one too. `extra` is the one more that Tight Maneuvers give.
    """
    free = gait == "W" or line.type == "Infantry"
    return UNLIMITED if free and "Lumbering" not in line.traits else 1 + extra


@rule("brigands.7.5d")
@heeds("brigands.2.3")
def turns_left(state: State, unit: Unit, gait: str) -> int:
    """Turns left in the Move under way, or in a new one."""
    now = state.activation
    made = now.turns if now is not None and now.gait else 0
    return turns_of(unit.line, gait, is_ordered(state, unit, TIGHT_MANEUVERS)) - made


@heeds("brigands.2.2")
def cost_of(legs: tuple[Leg, ...]) -> int:
    """Movement spent on a path in mils: forward as far as it goes, backward twice that. Turns are free."""
    return sum(length if length >= 0 else -2 * length for _, length in legs)


@rule("brigands.3.1a")
@heeds("brigands.2.3", "brigands.9.7")
def budget_left(state: State, unit: Unit, gait: str) -> int:
    """Movement left for this Move, with the road bonus as long as the Move has kept to the road."""
    now = state.activation
    spent, on_road = (now.spent, now.on_road) if now is not None and now.gait else (0, True)
    bonus = 0
    if on_road and not unit.airborne and any(is_road(piece) for piece in state.ground.pieces_at(unit.x, unit.y)):
        bonus = ROAD_BONUS[gait]
    return max(0, unit.line.move[gait] + bonus - spent)


def refuse_move(state: State, order: Move) -> Refusal | None:
    """Why a model cannot go along this path."""
    found = trace(state, order)
    return found if isinstance(found, Refusal) else None


def walk(state: State, order: Move) -> Moved:
    """What a legal path comes to."""
    found = trace(state, order)
    assert isinstance(found, Moved), f"{order} was not checked: {found}"
    return found


def trace(state: State, order: Move) -> Moved | Refusal:
    """Follow a path to its end, or say why the model cannot. Offering, weighing, checking and walking are one work."""
    found: Moved | Refusal | None = state.notes.get(order)
    if found is None:
        assert state.activation is not None, "only the Active model moves"
        found = state.notes[order] = follow(state, state.units[order.unit], state.activation, order)
    return found


@heeds("brigands.2.2", "brigands.2.3")
def follow(state: State, unit: Unit, now: Activation, order: Move) -> Moved | Refusal:
    """Judge a path leg by leg and add up what it comes to."""
    refusal = _refuse_gait(state, unit, order) or _refuse_legs(state, unit, now, order)
    if refusal is not None:
        return refusal
    stretch = Stretch(unit, order.gait, walk_along(unit.x, unit.y, unit.facing, order.legs), now, order.drop)
    if unit.hanging:
        refusal = refuse_clinging(state, stretch)
    refusal = refusal or refuse_passage(state, stretch) or _refuse_budget(unit, now, stretch)
    return refusal or summed_up(stretch)


def summed_up(stretch: Stretch) -> Moved:
    """What a stretch that was judged comes to."""
    path, end = stretch.path, stretch.end
    through = tuple((stride.x1, stride.y1) for stride in path.strides)
    return Moved(
        stretch.unit.id, stretch.gait, path.x, path.y, end.z, path.facing, stretch.cost, len(path.turns),
        stretch.rough, path.length, end.stepped, stretch.on_road, through, stretch.wet, fall=end.fall,
        inside=stretch.inside,
    )  # fmt: skip


def _refuse_gait(state: State, unit: Unit, order: Move) -> Refusal | None:
    """Why the model cannot make such a Move at all now."""
    refusal = refuse_new_move(state, unit, order.gait)
    if refusal is None and order.gait not in unit.line.move:
        ways = " or ".join(GAITS[gait] for gait in unit.line.move) or "nothing: it stays where it is"
        return Refusal("gait", "brigands.2.3", f"The {unit.name} moves as {ways}.")
    return refusal


@heeds("brigands.2.1", "brigands.2.1-braced", "brigands.2.3")
def refuse_new_move(state: State, unit: Unit, gait: str) -> Refusal | None:
    """Why the model has no Move for going this way now: Braced, in another kind of Move, or out of them."""
    now, refusal = state.activation, refuse_leaving(state, unit) or refuse_apart(state, unit)
    if refusal is not None:
        return refusal
    if now is None or unit.posture == BRACED:
        return Refusal("braced", "brigands.2.1-braced", f"The {unit.name} is Braced: it may Turn once, but not Move.")
    if now.gait and now.gait != gait:
        return Refusal("gait", "brigands.2.3", f"The {unit.name} began this Move as {WAYS[now.gait]}.")
    if not now.gait and now.moves <= 0:
        return Refusal("no-move", "brigands.2.1", f"The {unit.name} has no Move left in this activation.")
    return None


@rule("brigands.2.2a")
@heeds("brigands.2.3")
def _refuse_legs(state: State, unit: Unit, now: Activation, order: Move) -> Refusal | None:
    """Why the path is none: too many legs, a Turn beyond 90 degrees or one too many, more inches than there are."""
    if len(order.legs) > MOST_LEGS or any(abs(length) > 100 * INCH for _, length in order.legs):
        return Refusal("path", "brigands.2.2", f"A path has at most {MOST_LEGS} legs and stays on the table.")
    if any(abs(angle) > RIGHT_ANGLE for angle, _ in order.legs):
        return Refusal("turn", "brigands.2.2a", "One Turn is at most 90 degrees.")
    if not order.last and not any(length for _, length in order.legs):
        return Refusal("path", "brigands.1.7a", "A part of a Move goes somewhere.")
    made = (now.turns if now.gait else 0) + sum(1 for angle, _ in order.legs if angle)
    most = turns_of(unit.line, order.gait, is_ordered(state, unit, TIGHT_MANEUVERS))
    if made > most:
        message = f"A {GAITS[order.gait]} Move of the {unit.name} has {most} Turn; this path makes {made}."
        return Refusal("turns", "brigands.2.3", message, {"turns": made, "most": most})
    spent, rating = cost_of(order.legs) + now.spent, unit.line.move[order.gait]
    most = rating + ROAD_BONUS[order.gait]
    return _too_far(unit, spent, rating, f" ({inches_text(most)} in on a road)") if spent > most else None


@heeds("brigands.2.2", "brigands.3.1a")
def _refuse_budget(unit: Unit, now: Activation, stretch: Stretch) -> Refusal | None:
    """Why the path costs too much; what lies beyond the rating must have been on the road all the way."""
    spent, rating = stretch.cost + now.spent, unit.line.move[stretch.gait]
    if stretch.on_road and now.on_road:
        rating += ROAD_BONUS[stretch.gait]
    return _too_far(unit, spent, rating) if spent > rating else None


def _too_far(unit: Unit, spent: int, rating: int, more: str = "") -> Refusal:
    has = f"{inches_text(rating)} in of movement{more}"
    message = f"The {unit.name} has {has}; this path needs {inches_text(spent)} in."
    return Refusal("movement", "brigands.2.2", message, {"needs": spent, "has": rating})


@rule("brigands.2.1-braced")
@heeds("brigands.2.2a")
def refuse_turn(state: State, order: Turn) -> Refusal | None:
    """Why a model cannot turn in place: only a Braced one does, once, by 90 degrees at most."""
    unit, now = state.units[order.unit], state.activation
    refusal = refuse_apart(state, unit)
    if refusal is not None:
        return refusal
    if unit.posture != BRACED or now is None:
        return Refusal("posture", "brigands.2.1-braced", "Only a Braced model turns without a Move; others turn in it.")
    if now.turns:
        return Refusal("turns", "brigands.2.1-braced", f"The {unit.name} has made its one Turn.")
    if abs(order.angle) > RIGHT_ANGLE:
        return Refusal("turn", "brigands.2.2a", "One Turn is at most 90 degrees.", {"angle": order.angle})
    return None
