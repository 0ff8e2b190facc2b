"""2.3, 2.6 and 3: what a moving model meets: other models, instance and area terrain, water, roads."""

from __future__ import annotations

from functools import partial

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.figures import Mover, body_at, overlapped, ruled
from gearlock.mechanics.going.edges import Passage, Way, refuse_jutting, refuse_landing
from gearlock.mechanics.going.passage import Met, fly_along, go_along, keeps_to_roads, met
from gearlock.mechanics.going.walls import walls_crossed
from gearlock.mechanics.ground.forms import depth_of, is_road
from gearlock.mechanics.ground.surfaces import surface_at, water_depth
from gearlock.systems.brigands.flying.airborne import altitude_at
from gearlock.systems.brigands.movement.walls import may_enter, price_of_wall
from gearlock.systems.brigands.standing_room import girth_of
from gearlock.systems.brigands.state import WRECK, Activation, State, Unit
from gearlock.table.bodies import Body
from gearlock.table.inches import footprint_inside
from gearlock.table.measure import INCH
from gearlock.table.path import Walk
from gearlock.table.terrain import Ground, Piece

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
        return Mover(unit, girth_of(unit), self.step, self.lift, partial(may_enter, unit), self.passes, stops)


@rule("brigands.3.1", "brigands.3.3")
@heeds("brigands.2.6", "brigands.2.5", "brigands.2.4", "brigands.2.3-walker-step", "brigands.2.7b", "brigands.9.7")
def refuse_passage(state: State, stretch: Stretch) -> Refusal | None:
    """Why the model cannot get along the stretch. Fills in elevation, rough ground and whether it kept to roads.

    Far above all terrain only others in the air, and the table's edge, are in the way; no road helps there.
    """
    unit, path, ground, others = stretch.unit, stretch.path, state.ground, _others(state, stretch.unit)
    mover, way = stretch.mover(ground), Way(path, stretch.origin, stretch.drop, unit.inside)
    if unit.airborne:
        stretch.on_road = False
        return _ended(stretch, fly_along(ground, mover, way, altitude_at(ground, path.x, path.y), others))
    if not path.strides:
        stretch.on_road = any(is_road(piece) for piece in ground.pieces_at(unit.x, unit.y))
        return None
    refusal = _refuse_walls(state, stretch, mover)
    way = way._replace(ends=stretch.inside)
    refusal = refusal or _ended(stretch, go_along(ground, mover, way, others, stretch.meet))
    if refusal is not None:
        return refusal
    stretch.on_road = keeps_to_roads(ground, path.strides)
    if stretch.inside:
        return None
    jutting = refuse_jutting(ground, mover, path.x, path.y, stretch.end.z)
    return ruled(jutting, HOVERING if stretch.lift else STOPPING)


def _others(state: State, unit: Unit) -> list[Met]:
    """Whose space a model may not share, noted: many ways are tried from one position."""
    key = (_others, unit.vehicle)
    known: list[Met] | None = state.notes.get(key)
    if known is None:
        known = state.notes[key] = met(state.obstacles(unit))
    return known


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
