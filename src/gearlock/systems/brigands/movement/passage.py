"""2.3, 2.6 and 3: what a moving model meets: other models, instance and area terrain, water, roads."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.ground.forms import depth_of, is_area, is_building, is_road, is_solid
from gearlock.mechanics.ground.surfaces import surface_at
from gearlock.systems.brigands.movement.aerial import refuse_flight
from gearlock.systems.brigands.movement.edges import is_within_step, refuse_descent, refuse_landing, step_to
from gearlock.systems.brigands.movement.walls import may_enter, refuse_jutting, refuse_walls
from gearlock.systems.brigands.standing_room import girth_of
from gearlock.systems.brigands.state import WRECK, Activation, State, Unit
from gearlock.table.bodies import Body
from gearlock.table.inches import bodies_overlap, footprint_inside
from gearlock.table.measure import INCH, distance
from gearlock.table.path import Stride, Walk, is_walk_on_table, sweeps_body, sweeps_outline
from gearlock.table.polygon import crossing_length, spans_inside
from gearlock.table.terrain import Ground, Piece

ROUGH_LIMIT = 2 * INCH


class Stretch:
    """One stretch of a Move: where it leads, and what it adds up to once it has been judged."""

    __slots__ = (
        "cost", "drop", "fall", "gait", "inside", "on_road", "origin_z", "path", "rough", "stepped", "unit", "wet", "z",
    )  # fmt: skip

    def __init__(self, unit: Unit, gait: str, path: Walk, now: Activation, drop: bool = False) -> None:
        self.unit, self.gait, self.z = unit, gait, unit.z
        self.path = path
        self.cost = path.forward + 2 * path.backward
        self.origin_z = unit.z - now.stepped
        self.rough, self.wet = now.rough, now.wet
        self.on_road = True
        self.drop = drop
        self.stepped = self.fall = 0
        self.inside = unit.inside

    @property
    def girth(self) -> int:
        """How much room the model needs between terrain."""
        return girth_of(self.unit)

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


def refuse_passage(state: State, stretch: Stretch) -> Refusal | None:
    """Why the model cannot get along the stretch. Fills in elevation, rough ground and whether it kept to roads."""
    if stretch.unit.airborne:
        return refuse_flight(state, stretch)
    if not stretch.path.strides:
        stretch.rough = stretch.wet = 0
        stretch.on_road = _is_on_road(state.ground, stretch.unit.x, stretch.unit.y)
        return None
    rough, wet = stretch.rough, stretch.wet
    refusal = refuse_walls(state, stretch) or _refuse_end(state, stretch) or refuse_descent(state, stretch)
    others = list(state.obstacles(stretch.unit))
    for stride in stretch.path.strides:
        if refusal is not None:
            return refusal
        refusal = _refuse_models(stretch, others, stride) or _refuse_ground(state, stretch, stride)
    stretch.rough -= rough
    stretch.wet -= wet
    return refusal or refuse_jutting(state, stretch)


def _refuse_end(state: State, stretch: Stretch) -> Refusal | None:
    """Why the model cannot stop where the stretch ends; finds the elevation it stands on there."""
    unit = stretch.unit
    if not is_walk_on_table(stretch.path.strides, unit.line.radius, state.ground.width, state.ground.height):
        return Refusal("table", "brigands.2.2", f"The {unit.name} would leave the table.")
    refusal = _refuse_rise(state, stretch)
    if refusal is not None:
        return refusal
    end = Body(stretch.path.x, stretch.path.y, stretch.z, unit.line.radius, unit.height + stretch.fall)
    for other in state.obstacles(unit):
        reach = end.radius + other.line.radius
        if abs(other.x - end.x) < reach and abs(other.y - end.y) < reach and bodies_overlap(end, other.body):
            return Refusal("overlap", "brigands.2.6", f"The {unit.name} would end on the {other.name}.")
    return _refuse_water(state, stretch)


@rule("brigands.3.3")
@heeds("brigands.2.3-walker-step", "brigands.2.5", "brigands.2.7b")
def _refuse_rise(state: State, stretch: Stretch) -> Refusal | None:
    """Find the elevation where the stretch ends. Inclines are free, steps are limited, and below them one drops."""
    unit, ground, path = stretch.unit, state.ground, stretch.path
    if stretch.inside:
        stretch.z = unit.z if unit.inside == stretch.inside else ground.piece(stretch.inside).base
        return None
    stretch.z, stretch.stepped = step_to(ground, stretch, path.x, path.y)
    rise = stretch.z - unit.z
    if is_within_step(stretch, stretch.stepped):
        stretch.stepped = 0 if stretch.lift else stretch.stepped
        return None
    if not stretch.drop:
        message = f"The {unit.name} cannot step down that far: it climbs down or drops."
        return Refusal("step", "brigands.2.3-walker-step", message, {"down": -rise, "step": stretch.step})
    stretch.stepped, stretch.fall = 0, -rise - stretch.lift
    return refuse_landing(state, stretch)


@heeds("brigands.2.4", "brigands.2.5")
def refuse_clinging(state: State, stretch: Stretch) -> Refusal | None:
    """Why a model on a face cannot move so: it lets go and drops, or walks from the edge wholly onto the top."""
    unit = stretch.unit
    piece = state.ground.piece(unit.hanging)
    if not stretch.path.strides and stretch.drop:
        stretch.z = surface_at(state.ground, unit.x, unit.y, unit.z)
        stretch.fall = unit.z - stretch.z
        way = Body(unit.x, unit.y, stretch.z, unit.line.radius, stretch.fall + unit.height)
        below = next((it for it in state.obstacles(unit) if bodies_overlap(way, it.body)), None)
        if below is not None:
            return Refusal("overlap", "brigands.2.6", f"The {unit.name} would fall on the {below.name}.")
        return refuse_landing(state, stretch)
    end = Body(stretch.path.x, stretch.path.y, piece.top, unit.line.radius)
    if stretch.gait != "W" or unit.z != piece.top or not piece.footing or not footprint_inside(end, piece.outline):
        message = f"The {unit.name} hangs on the {piece.name}: it climbs, lets go, or walks wholly onto the top."
        return Refusal("hanging", "brigands.2.4", message)
    return None


@rule("brigands.3.2a")
def _refuse_water(state: State, stretch: Stretch) -> Refusal | None:
    """A Hover model may cross any water but stops only where it is shallower than half its Height, or is Amphib."""
    if stretch.gait == "H" and not stretch.unit.trait("Amphib"):
        for piece in state.ground.pieces_at(stretch.path.x, stretch.path.y):
            if depth_of(piece) and 2 * depth_of(piece) >= stretch.unit.line.height:
                return Refusal(
                    "water", "brigands.3.2a", f"The water is too deep for the {stretch.unit.name} to stop in."
                )
    return None


@rule("brigands.2.6")
@heeds("brigands.5.6d", "brigands.9.2")
def _refuse_models(stretch: Stretch, others: list[Unit], stride: Stride) -> Refusal | None:
    """No Silhouette passes through another, but for Infantry and drones. Walkers step over low wrecks."""
    unit = stretch.unit
    low = unit.z if stretch.fall else min(stretch.z, unit.z)
    high = max(stretch.z, unit.z) + unit.height
    left, right = min(stride.x0, stride.x1) - unit.line.radius, max(stride.x0, stride.x1) + unit.line.radius
    near, far = min(stride.y0, stride.y1) - unit.line.radius, max(stride.y0, stride.y1) + unit.line.radius
    for other in others:
        around = other.line.radius
        if not (left - around < other.x < right + around and near - around < other.y < far + around):
            continue
        body = other.body
        low_wreck = other.status == WRECK and body.top - stretch.origin_z <= stretch.step
        if low_wreck or other.line.type == "Infantry":
            continue
        if body.z < high and low < body.top and sweeps_body(stride, unit.line.radius, body):
            return Refusal("overlap", "brigands.2.6", f"The {other.name} is in the way.", {"unit": other.id})
    return None


def _refuse_ground(state: State, stretch: Stretch, stride: Stride) -> Refusal | None:
    """What one leg meets on the ground; adds its rough ground, and notes when it leaves the road."""
    x0, y0, x1, y1 = stride.x0, stride.y0, stride.x1, stride.y1
    reach = stretch.girth
    near = state.ground.pieces_near(min(x0, x1) - reach, min(y0, y1) - reach, max(x0, x1) + reach, max(y0, y1) + reach)
    for piece in near:
        if is_building(piece) and may_enter(stretch, piece):
            continue
        if is_solid(piece):
            if _bars(stretch, piece) and sweeps_outline(stride, reach, piece.outline):
                return Refusal("terrain", "brigands.3.1", f"The {piece.name} cannot be crossed.", {"piece": piece.id})
            continue
        length = crossing_length(piece.outline, x0, y0, x1, y1) if is_area(piece) else 0
        if length:
            refusal = _refuse_area(stretch, piece, length)
            if refusal is not None:
                return refusal
    stretch.on_road = stretch.on_road and _keeps_to_roads(state.ground, stride)
    return None


@rule("brigands.3.1")
@heeds("brigands.2.3-walker-step")
def _bars(stretch: Stretch, piece: Piece) -> bool:
    """Whether a piece is in the way: not under its feet, not above its head, and too tall to step on."""
    unit = stretch.unit
    if piece.top <= unit.z or piece.base >= unit.z + unit.height:
        return False
    return piece.top - stretch.origin_z > stretch.step


@rule("brigands.3.2", "brigands.trait.amphib")
@heeds("brigands.2.3", "brigands.3.2a", "brigands.2.7b", "brigands.9.1")
def _refuse_area(stretch: Stretch, piece: Piece, length: int) -> Refusal | None:
    """Ground and Hover Moves have 2 in of area terrain in them; Hover minds neither water nor what it flies over."""
    unit = stretch.unit
    if piece.kind == "water":
        if stretch.gait == "H" or unit.trait("Amphib"):
            return None
        if 2 * depth_of(piece) > unit.line.height:
            return Refusal("water", "brigands.3.2a", f"The {piece.name} is too deep for the {unit.name}.")
    if stretch.gait == "W" or unit.line.type == "Infantry" or (stretch.gait == "H" and piece.top <= stretch.lift):
        return None
    stretch.rough += length
    stretch.wet += length if piece.kind == "water" else 0
    return _refuse_rough(stretch, piece)


@rule("brigands.trait.offroad")
@heeds("brigands.2.3")
def _refuse_rough(stretch: Stretch, piece: Piece) -> Refusal | None:
    """Why a Move has too much area terrain in it. Offroad models have more of it, but not in water."""
    most = ROUGH_LIMIT + stretch.unit.trait("Offroad") * INCH
    if stretch.wet > ROUGH_LIMIT or stretch.rough > most:
        wet = stretch.wet > ROUGH_LIMIT
        limit = f"{(ROUGH_LIMIT if wet else most) // INCH} in"
        message = f"Only {limit} of this Move may lie in {'water' if wet else 'area terrain'} such as the {piece.name}."
        return Refusal("area", "brigands.2.3", message, {"rough": stretch.rough, "most": most})
    return None


@heeds("brigands.3.1a")
def _keeps_to_roads(ground: Ground, stride: Stride) -> bool:
    """Whether a leg lies on roads from end to end; where two roads cross, the ground they share counts once."""
    x0, y0, x1, y1 = stride.x0, stride.y0, stride.x1, stride.y1
    roads = [piece.outline for piece in ground.pieces_near(x0, y0, x1, y1) if is_road(piece)]
    share = 1.0
    for right in (False, True):
        reached = on_road = 0.0
        for into, out in sorted(span for road in roads for span in spans_inside(road, x0, y0, x1, y1, right)):
            on_road += max(0.0, out - max(into, reached))
            reached = max(reached, out)
        share = min(share, on_road)
    return (1.0 - share) * distance(x0, y0, x1, y1) <= 1.0


@heeds("brigands.3.1a")
def _is_on_road(ground: Ground, x: int, y: int) -> bool:
    return any(is_road(piece) for piece in ground.pieces_at(x, y))
