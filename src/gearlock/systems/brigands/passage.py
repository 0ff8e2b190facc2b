"""2.3, 2.6 and 3: what a moving model meets: other models, instance and area terrain, water, roads."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import rule
from gearlock.systems.brigands.orders import Leg
from gearlock.systems.brigands.state import WRECK, Activation, State, Unit
from gearlock.systems.brigands.terrain import depth_of, is_area, is_instance, is_road
from gearlock.table.inches import Body, bodies_overlap
from gearlock.table.measure import INCH, distance
from gearlock.table.path import Stride, is_walk_on_table, sweeps_body, sweeps_outline, walk
from gearlock.table.polygon import crossing_length, spans_inside
from gearlock.table.terrain import Ground, Piece

ROUGH_LIMIT = 2 * INCH


class Stretch:
    """One stretch of a Move: where it leads, and what it adds up to once it has been judged."""

    __slots__ = ("cost", "gait", "on_road", "origin_z", "path", "rough", "unit", "z")

    def __init__(self, unit: Unit, gait: str, legs: tuple[Leg, ...], now: Activation) -> None:
        self.unit, self.gait, self.z = unit, gait, unit.z
        self.path = walk(unit.x, unit.y, unit.facing, legs)
        self.cost = self.path.forward + 2 * self.path.backward
        self.origin_z = unit.z - now.stepped
        self.rough = now.rough
        self.on_road = True

    @property
    @rule("brigands.2.3-walker-step")
    def step(self) -> int:
        """How much elevation it may change in a Move: half its Height when walking, else none."""
        return self.unit.line.height // 2 if self.gait == "W" else 0


def refuse_passage(state: State, stretch: Stretch) -> Refusal | None:
    """Why the model cannot get along the stretch. Fills in elevation, rough ground and whether it kept to roads."""
    if not stretch.path.strides:
        stretch.rough, stretch.on_road = 0, _is_on_road(state.ground, stretch.unit.x, stretch.unit.y)
        return None
    already = stretch.rough
    refusal = _refuse_end(state, stretch)
    others = [unit for unit in state.standing() if unit is not stretch.unit]
    for stride in stretch.path.strides:
        if refusal is not None:
            return refusal
        refusal = _refuse_models(stretch, others, stride) or _refuse_ground(state, stretch, stride)
    stretch.rough -= already
    return refusal


def _refuse_end(state: State, stretch: Stretch) -> Refusal | None:
    """Why the model cannot stop where the stretch ends; finds the elevation it stands on there."""
    unit = stretch.unit
    if not is_walk_on_table(stretch.path.strides, unit.line.radius, state.ground.width, state.ground.height):
        return Refusal("table", "brigands.2.2", f"The {unit.name} would leave the table.")
    under = [piece for piece in state.ground.pieces_at(stretch.path.x, stretch.path.y) if is_instance(piece)]
    tops = [piece.top for piece in under if piece.top - stretch.origin_z <= stretch.step]
    stretch.z = max(tops, default=0)
    if abs(stretch.z - stretch.origin_z) > stretch.step:
        return Refusal("step", "brigands.2.3-walker-step", f"The {unit.name} cannot step down that far.")
    end = Body(stretch.path.x, stretch.path.y, stretch.z, unit.line.radius, unit.height)
    for other in state.standing():
        if other is not unit and bodies_overlap(end, other.body):
            return Refusal("overlap", "brigands.2.6", f"The {unit.name} would end on the {other.name}.")
    return _refuse_water(state, stretch)


@rule("brigands.3.2a")
def _refuse_water(state: State, stretch: Stretch) -> Refusal | None:
    """A Hover model may cross any water but stops only where it is shallower than half its Height."""
    if stretch.gait == "H":
        for piece in state.ground.pieces_at(stretch.path.x, stretch.path.y):
            if depth_of(piece) and 2 * depth_of(piece) >= stretch.unit.line.height:
                return Refusal(
                    "water", "brigands.3.2a", f"The water is too deep for the {stretch.unit.name} to stop in."
                )
    return None


@rule("brigands.2.6", "brigands.5.6d")
def _refuse_models(stretch: Stretch, others: list[Unit], stride: Stride) -> Refusal | None:
    """No Silhouette passes through another, but for Infantry. Walkers step over wrecks that are low enough."""
    unit = stretch.unit
    low, high = min(stretch.z, unit.z), max(stretch.z, unit.z) + unit.height
    for other in others:
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
    reach = stretch.unit.line.radius
    near = state.ground.pieces_near(min(x0, x1) - reach, min(y0, y1) - reach, max(x0, x1) + reach, max(y0, y1) + reach)
    for piece in near:
        if is_instance(piece):
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


@rule("brigands.2.3-walker-step", "brigands.3.1")
def _bars(stretch: Stretch, piece: Piece) -> bool:
    """Whether a piece is in the way: not under its feet, not above its head, and too tall to step on."""
    unit = stretch.unit
    if piece.top <= unit.z or piece.base >= unit.z + unit.height:
        return False
    return piece.top - stretch.origin_z > stretch.step


@rule("brigands.2.3", "brigands.3.2", "brigands.3.2a")
def _refuse_area(stretch: Stretch, piece: Piece, length: int) -> Refusal | None:
    """Ground and Hover Moves have 2 in of area terrain in them; Hover minds neither water nor flat areas."""
    unit = stretch.unit
    if piece.kind == "water":
        if stretch.gait == "H" or "Amphib" in unit.line.traits:
            return None
        if 2 * depth_of(piece) > unit.line.height:
            return Refusal("water", "brigands.3.2a", f"The {piece.name} is too deep for the {unit.name}.")
    if stretch.gait == "W" or (stretch.gait == "H" and piece.top <= 0):
        return None
    stretch.rough += length
    if stretch.rough <= ROUGH_LIMIT:
        return None
    message = f"Only 2 in of this Move may lie in area terrain such as the {piece.name}."
    return Refusal("area", "brigands.2.3", message, {"rough": stretch.rough})


@rule("brigands.3.1a")
def _keeps_to_roads(ground: Ground, stride: Stride) -> bool:
    """Whether a leg begins on a road and stays on one; where two roads cross, the ground they share counts once."""
    x0, y0, x1, y1 = stride.x0, stride.y0, stride.x1, stride.y1
    if not _is_on_road(ground, x0, y0):
        return False
    roads = [piece.outline for piece in ground.pieces_near(x0, y0, x1, y1) if is_road(piece)]
    share = 1.0
    for right in (False, True):
        reached = on_road = 0.0
        for into, out in sorted(span for road in roads for span in spans_inside(road, x0, y0, x1, y1, right)):
            on_road += max(0.0, out - max(into, reached))
            reached = max(reached, out)
        share = min(share, on_road)
    return (1.0 - share) * distance(x0, y0, x1, y1) <= 1.0


@rule("brigands.3.1a")
def _is_on_road(ground: Ground, x: int, y: int) -> bool:
    return any(is_road(piece) for piece in ground.pieces_at(x, y))
