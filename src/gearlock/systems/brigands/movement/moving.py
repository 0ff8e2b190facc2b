"""2.2 to 2.7: Moves carried out; climbing, jetpacks and thrusters, floors of buildings."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Amount, Ask, Facing, Option, Pick, Place
from gearlock.kernel.asks import Path as PathOption
from gearlock.kernel.chapters import Chapter, OrderRules, by_order, by_trace, checked
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.system import Aim, Chooser
from gearlock.kernel.view import Line
from gearlock.mechanics.figures import Mover, overlapped, ruled
from gearlock.mechanics.going import legs
from gearlock.mechanics.going.climbing import (
    Ascent,
    Climber,
    beside,
    climb_towards,
    faces_near,
    hangs_at,
    is_on_top,
    nearest_face,
    parts_of_climb,
    refuse_ends,
    refuse_parts,
    upon,
)
from gearlock.mechanics.going.leaping import barriers, refuse_leap
from gearlock.mechanics.going.legs import Pace, aside_of, turn_to_somebody
from gearlock.mechanics.going.resting import touchdown
from gearlock.mechanics.ground.forms import is_solid
from gearlock.mechanics.ground.surfaces import surface_at, water_depth
from gearlock.mechanics.structures import floors_of, height_of_floor, roof_at
from gearlock.systems.brigands.attacks.exchange import (
    END_OF_MOVE,
    LEAVING,
    holding,
    offer_snap_fire,
    resolve_exchange,
    watching,
)
from gearlock.systems.brigands.buildings import plan_of
from gearlock.systems.brigands.chain_of_command import TIGHT_MANEUVERS, is_ordered
from gearlock.systems.brigands.damage import resolve_fall
from gearlock.systems.brigands.drones import resolve_drones
from gearlock.systems.brigands.movement.paths import (
    GAITS,
    WAYS,
    ChangeFloor,
    Climb,
    EndMove,
    Jump,
    Move,
    Moved,
    MoveEnded,
    Slide,
    Stretch,
    Turn,
    Turned,
    budget_left,
    refuse_move,
    refuse_new_move,
    refuse_passage,
    refuse_turn,
    summed_up,
    turns_left,
)
from gearlock.systems.brigands.movement.paths import walk as walk_of_model
from gearlock.systems.brigands.multi_component_vehicles import parts_of
from gearlock.systems.brigands.objectives.winning import errand_spot
from gearlock.systems.brigands.recovery_and_medics import way_to_patient
from gearlock.systems.brigands.state import BRACED, Activation, State, Unit, opponent
from gearlock.systems.brigands.transport import offer_embark, way_to_transport
from gearlock.table.bodies import Body
from gearlock.table.inches import bodies_overlap
from gearlock.table.measure import FULL_TURN, HALF_TURN, INCH, RIGHT_ANGLE, bearing, distance, inches_text, turn_between
from gearlock.table.measure import turned as turned_by
from gearlock.table.path import Leg, Path, Stride, Walk, walk
from gearlock.table.terrain import Ground, Piece


def moved(state: State, event: Moved, _seat: str | None) -> Line:
    where = f"{inches_text(event.x)}, {inches_text(event.y)}"
    if event.hanging or event.gait == "C":
        text = f"{state.name_of(event.unit)} climbs to {inches_text(event.z)} in up at {where}."
        return Line(text, (event.unit,), "brigands.2.4")
    if event.inside:
        where = f"{state.ground.piece(event.inside).name}, floor {event.z // 1000}"
        return Line(f"{state.name_of(event.unit)} is in the {where}.", (event.unit,), "brigands.3.2b")
    if event.slid:
        return Line(f"{state.name_of(event.unit)} shifts sideways to {where}.", (event.unit,), "brigands.2.7b")
    went = f"moves {inches_text(event.travelled)} in as {WAYS[event.gait]} to {where}"
    text = f"{state.name_of(event.unit)} {went if event.travelled else 'turns on the spot'}."
    return Line(text, (event.unit,), "brigands.2.2")


def turned(state: State, event: Turned, _seat: str | None) -> Line:
    return Line(f"{state.name_of(event.unit)} turns in place.", (event.unit,), "brigands.2.1-braced")


# --- 2.4: climbing. Vertical terrain is gone up and down along its faces, and over the edge onto its top

CLIMBING = "C"
"""The gait of a Move that a model without the Climber trait spends on climbing."""

HANDHOLD = INCH // 10
"""A base this near to a face is at it."""

RULES = {
    **dict.fromkeys(("face", "path", "top", "edge", "height"), "brigands.2.4"),
    "table": "brigands.2.2", "terrain": "brigands.3.1", "overlap": "brigands.2.6",
}  # fmt: skip


@rule("brigands.trait.climber", "brigands.trait.arms")
@heeds("brigands.2.4")
def can_climb(unit: Unit) -> bool:
    """Climbers and models with Arms, if they walk."""
    return "W" in unit.line.move and bool(unit.trait("Climber") or unit.trait("Arms"))


@heeds("brigands.2.4", "brigands.trait.climber")
def climbing_gait(unit: Unit) -> str:
    """Climbers climb as they walk, in the same Move; to others climbing is a Move of its own."""
    return "W" if unit.trait("Climber") else CLIMBING


@rule("brigands.2.4")
def climb_left(state: State, unit: Unit, gait: str) -> int:
    """How far a model can still climb in this Move: as far as it walks, or its Height, or an inch for Infantry.

    A climb is not made on a road, whatever runs along the foot of the wall.
    """
    own = INCH if unit.line.type == "Infantry" else unit.line.height
    now = state.activation
    spent = now.spent if now is not None and now.gait == gait else 0
    return max(0, (unit.line.move["W"] if gait == "W" else own) - spent)


@heeds("brigands.2.4")
def climber(unit: Unit) -> Climber:
    """A model as it climbs."""
    return Climber(unit, HANDHOLD, bool(unit.hanging))


@heeds("brigands.2.4", "brigands.2.6")
def trace_climb(state: State, order: Climb) -> Moved | Refusal:
    """Follow a climb to its end, or say why the model cannot: others are in its way, but Infantry is not."""
    unit, ground = state.units[order.unit], state.ground
    piece = next((piece for piece in ground.pieces if piece.id == order.piece), None)
    if piece is None or not is_solid(piece):
        return Refusal("piece", "brigands.3.3", f"There is no vertical terrain '{order.piece}'.")
    climb = Ascent(piece, order.x, order.y, order.z)
    refusal = _refuse_climber(state, unit, order) or ruled(refuse_ends(ground, climber(unit), climb), RULES)
    if refusal is not None:
        return refusal
    parts, cost = parts_of_climb(unit, climb)
    left = climb_left(state, unit, order.gait)
    if cost > left:
        message = f"The {unit.name} can climb {inches_text(left)} in in this Move; this needs {inches_text(cost)} in."
        return Refusal("movement", "brigands.2.4", message, {"needs": cost, "has": left})
    mover = Mover(unit, unit.line.radius, passes=lambda other: other.line.type == "Infantry")
    others = (other for other in state.obstacles() if other is not unit)
    refusal = ruled(refuse_parts(ground, mover, climb, parts, others), RULES)
    return refusal or Moved(
        unit.id, order.gait, order.x, order.y, order.z, unit.facing, cost, 0, 0, cost, 0, False, ((order.x, order.y),),
        hanging=piece.id if hangs_at(ground, climb) else "",
    )  # fmt: skip


@heeds("brigands.2.4")
def _refuse_climber(state: State, unit: Unit, order: Climb) -> Refusal | None:
    """Why the model cannot climb at all now, or not as part of this kind of Move."""
    if not can_climb(unit):
        message = f"The {unit.name} cannot climb: it needs Walker movement and Climber or Arms."
        return Refusal("climber", "brigands.2.4", message)
    over_the_edge = unit.z == order.z > 0
    if order.gait != climbing_gait(unit) and not (over_the_edge and order.gait == "W"):
        return Refusal("gait", "brigands.2.4", f"The {unit.name} climbs in a Move that is for climbing alone.")
    return refuse_new_move(state, unit, order.gait)


def _candidates(state: State, unit: Unit, piece: Piece) -> Iterator[tuple[str, Climb]]:
    """Up, over the edge, off it, or down, as far as this Move goes."""
    gait, body = climbing_gait(unit), climber(unit)
    left, last = climb_left(state, unit, gait), gait != "W"
    if is_on_top(piece, unit.x, unit.y, unit.z):
        x, y = beside(body, piece, unit.x, unit.y)
        flat = distance(unit.x, unit.y, x, y)
        z = max(surface_at(state.ground, x, y, piece.top - 1), piece.top - max(0, left - flat))
        yield "Climb down", Climb(unit.id, piece.id, x, y, z, gait, last)
        yield "Let oneself over the edge of", Climb(unit.id, piece.id, x, y, piece.top, "W", last)
        return
    x, y = upon(body, piece, unit.x, unit.y)
    yield "Climb onto", Climb(unit.id, piece.id, x, y, piece.top, gait, last)
    if unit.z == piece.top and gait != "W":
        yield "Step onto", Climb(unit.id, piece.id, x, y, piece.top, "W", False)
    yield "Climb up", Climb(unit.id, piece.id, unit.x, unit.y, min(piece.top, unit.z + left), gait, last)
    low = max(surface_at(state.ground, unit.x, unit.y, unit.z), piece.base, unit.z - left)
    yield "Climb down", Climb(unit.id, piece.id, unit.x, unit.y, low, gait, last)


def legal_climbs(state: State, unit: Unit) -> Iterator[tuple[str, Climb]]:
    """The climbs a model can make from where it is, with what to call them."""
    if not can_climb(unit):
        return
    for piece in faces_near(state.ground, climber(unit)):
        for label, order in _candidates(state, unit, piece):
            if isinstance(trace_climb(state, order), Moved):
                yield f"{label} the {piece.name}", order


def pointed_climb(state: State, order: Climb, x: int, y: int) -> Climb:
    """A climb along the face or onto the top, to the place nearest to a spot."""
    unit = state.units[order.unit]
    piece, left = state.ground.piece(order.piece), climb_left(state, unit, order.gait)
    end = climb_towards(climber(unit), piece, x, y, left)
    return Climb(unit.id, piece.id, end.x, end.y, end.z, order.gait, order.last)


def approach(unit: Unit, piece: Piece) -> tuple[Leg, ...]:
    """The way straight up to the nearest side of a piece, so that it can be climbed from there."""
    x, y = beside(climber(unit), piece, unit.x, unit.y)
    turn = turn_between(unit.facing, bearing(unit.x, unit.y, x, y))
    length = distance(unit.x, unit.y, x, y)
    if abs(turn) <= RIGHT_ANGLE:
        return ((turn, length),)
    return ((turn // 2, 0), (turn - turn // 2, length))


# --- 2.7: special movement. Jetpacks leap over what is in the way, Thrusters shift a Hover model sideways

JETPACK = "J"

LANDING = {"table": "brigands.2.2", "terrain": "brigands.2.7a", "headroom": "brigands.2.7a", "overlap": "brigands.2.6"}


@rule("brigands.2.7a", "brigands.trait.jetpack")
@heeds("brigands.7.5d")
def trace_jump(state: State, order: Jump) -> Moved | Refusal:
    """Follow a Jetpack Move to where it lands, or say why it cannot be made. Backward costs nothing extra."""
    unit = state.units[order.unit]
    power = unit.trait("Jetpack") * INCH
    refusal = _refuse_jump(state, unit, order, power)
    if refusal is not None:
        return refusal
    path = walk(unit.x, unit.y, unit.facing, ((order.angle, order.length),))
    landing = ruled(touchdown(state.ground, unit, path.x, path.y), LANDING)
    if isinstance(landing, Refusal):
        return landing
    refusal = _refuse_landing(state, unit, landing, power)
    for stride in path.strides:
        refusal = refusal or _refuse_flight(state, unit, stride, landing, power)
    if refusal is not None:
        return refusal
    return Moved(
        unit.id, JETPACK, path.x, path.y, landing.z, path.facing, 0, len(path.turns), 0, path.length, 0, False,
        ((path.x, path.y),), fall=max(0, unit.z - landing.z - power),
    )  # fmt: skip


def _refuse_jump(state: State, unit: Unit, order: Jump, power: int) -> Refusal | None:
    """Why the model has no Jetpack Move, or not this far. It is a whole Move and follows no other."""
    if not power:
        return Refusal("jetpack", "brigands.trait.jetpack", f"The {unit.name} has no working Jetpack.")
    if unit.inside:
        return Refusal("building", "brigands.2.7a", f"The {unit.name} is in a building.")
    if unit.airborne:
        return Refusal("airborne", "brigands.9.7", f"The {unit.name} is in the air already.")
    turns = 1 + is_ordered(state, unit, TIGHT_MANEUVERS)
    if abs(order.angle) > turns * RIGHT_ANGLE:
        message = f"A Jetpack Move begins with a Turn of at most {turns * 90} degrees."
        return Refusal("turn", "brigands.2.7a", message, {"angle": order.angle})
    if not 0 < abs(order.length) <= power:
        far = f"{inches_text(abs(order.length))} in"
        message = f"The Jetpack of the {unit.name} carries it {inches_text(power)} in, not {far}."
        return Refusal("movement", "brigands.2.7a", message, {"needs": abs(order.length), "has": power})
    return refuse_new_move(state, unit, JETPACK)


@heeds("brigands.2.7a", "brigands.2.6", "brigands.3.2a")
def _refuse_landing(state: State, unit: Unit, landing: Body, power: int) -> Refusal | None:
    """Why the model cannot come down there: too high, too deep, or taken."""
    if landing.z - unit.z > power:
        message = f"That is {inches_text(landing.z - unit.z)} in up; the Jetpack rises {inches_text(power)} in."
        return Refusal("height", "brigands.2.7a", message, {"up": landing.z - unit.z, "has": power})
    deep = 2 * water_depth(state.ground, landing.x, landing.y) > unit.line.height and not landing.z
    if deep and not unit.trait("Amphib"):
        return Refusal("water", "brigands.3.2a", f"The water is too deep for the {unit.name}.")
    other = overlapped(landing, state.obstacles(unit))
    if other is not None:
        return Refusal("overlap", "brigands.2.6", f"The {unit.name} would land on the {other.name}.")
    return None


@heeds("brigands.2.7a")
def _refuse_flight(state: State, unit: Unit, stride: Stride, landing: Body, power: int) -> Refusal | None:
    """Why the model cannot get over something: it clears what is lower than its rating, or than where it starts."""
    for piece in barriers(state.ground, unit, stride, landing, max(unit.z, power - 1)):
        height = f"{inches_text(piece.top)} in"
        message = f"The {piece.name} is {height} tall: the Jetpack clears less than {inches_text(power)} in."
        return Refusal("terrain", "brigands.2.7a", message, {"height": piece.top, "has": power})

    def clears(other: Unit) -> bool:
        return other.line.type == "Infantry" or other.body.top - unit.z < power

    mover = Mover(unit, unit.line.radius, passes=clears)
    return ruled(refuse_leap(mover, stride, state.obstacles(unit)), LANDING)


@rule("brigands.2.7b", "brigands.trait.thrusters")
def trace_slide(state: State, order: Slide) -> Moved | Refusal:
    """Follow a sideways shift, which costs no movement, or say why it cannot be made: once in a Hover Move."""
    unit, now = state.units[order.unit], state.activation
    most = unit.trait("Thrusters") * INCH
    if not most or "H" not in unit.line.move or now is None:
        return Refusal("thrusters", "brigands.trait.thrusters", f"The {unit.name} has no working Thrusters.")
    refusal = refuse_new_move(state, unit, "H")
    if refusal is not None:
        return refusal
    if now.slid:
        return Refusal("slid", "brigands.2.7b", f"The {unit.name} has made its one shift of this Move.")
    if not 0 < abs(order.length) <= most:
        message = f"Thrusters shift the {unit.name} up to {inches_text(most)} in."
        return Refusal("movement", "brigands.2.7b", message, {"needs": abs(order.length), "has": most})
    aside = walk(unit.x, unit.y, turned_by(unit.facing, RIGHT_ANGLE), ((0, order.length),))
    path = Walk(aside.x, aside.y, unit.facing, aside.strides, (), abs(order.length), 0)
    stretch = Stretch(unit, "H", path, now)
    refusal = refuse_passage(state, stretch)
    if refusal is not None:
        return refusal
    moved = summed_up(stretch)
    return Moved(
        moved.unit, moved.gait, moved.x, moved.y, moved.z, moved.facing, 0, 0, moved.rough, moved.travelled,
        moved.stepped, moved.on_road, moved.through, moved.wet, slid=True,
    )  # fmt: skip


# --- 3.2b: buildings. How strong they are, where Infantry gets in, and how it goes from floor to floor

FLOOR = INCH
"""A building has a floor to each inch of its Height."""


def building_of(ground: Ground, unit: Unit) -> Piece | None:
    """The building a model is in, or on the roof of."""
    return ground.piece(unit.inside) if unit.inside else roof_at(ground, unit.x, unit.y, unit.z)


@heeds("brigands.3.2b", "brigands.9.1")
def trace_floors(state: State, order: ChangeFloor) -> Moved | Refusal:
    """Go up or down inside a building, an inch of movement for each floor; to the roof and back only with access."""
    unit = state.units[order.unit]
    piece = building_of(state.ground, unit)
    if piece is None or unit.line.type != "Infantry":
        return Refusal("building", "brigands.3.2b", f"The {unit.name} is in no building.")
    if order.gait not in unit.line.move:
        return Refusal("gait", "brigands.2.3", f"The {unit.name} does not move like that.")
    here, top = floor_of(piece, unit), floors_of(piece, FLOOR)
    if not 0 <= order.floor <= top or order.floor == here:
        return Refusal("floor", "brigands.3.2b", f"The {piece.name} has floors 0 to {top - 1}, and a roof.")
    if top in (order.floor, here) and not plan_of(piece).roof:
        return Refusal("roof", "brigands.3.2b", f"There is no way between the {piece.name} and its roof.")
    cost, left = abs(order.floor - here) * FLOOR, budget_left(state, unit, order.gait)
    refusal = refuse_new_move(state, unit, order.gait)
    if refusal is not None or cost <= left:
        return refusal or _moved(state, unit, piece, order, cost)
    message = f"The {unit.name} has {inches_text(left)} in of movement; these floors take {inches_text(cost)} in."
    return Refusal("movement", "brigands.3.2b", message, {"needs": cost, "has": left})


def floor_of(piece: Piece, unit: Unit) -> int:
    """The floor a model is on, counted from 0; the roof is the one above the last."""
    return unit.z // FLOOR if unit.inside else floors_of(piece, FLOOR)


def _moved(state: State, unit: Unit, piece: Piece, order: ChangeFloor, cost: int) -> Moved | Refusal:
    roof = order.floor == floors_of(piece, FLOOR)
    z = height_of_floor(piece, order.floor, FLOOR)
    end = Body(unit.x, unit.y, z, unit.line.radius, unit.height)
    for other in state.obstacles():
        if other is not unit and bodies_overlap(end, other.body):
            return Refusal("overlap", "brigands.2.6", f"The {other.name} is there.", {"unit": other.id})
    return Moved(
        unit.id, order.gait, unit.x, unit.y, z, unit.facing, cost, 0, 0, cost, 0, False,
        inside="" if roof else piece.id,
    )  # fmt: skip


# --- 2: a Move carried out, with those who may answer it on the way and at its end


@rule("brigands.2.2")
@heeds("brigands.5.3")
def resolve_move(ctx: Ctx[State], order: Move) -> Script[None]:
    """Go along a path. Enemies it is Engaged by may strike first; a model that only turns in place stays Engaged."""
    yield from resolve_stretch(ctx, walk_of_model(ctx.state, order), order.last)


@heeds("brigands.2.4")
def resolve_climb(ctx: Ctx[State], order: Climb) -> Script[None]:
    """Climb along a face, up to the top or down from it."""
    yield from resolve_stretch(ctx, checked(trace_climb(ctx.state, order)), order.last)


@heeds("brigands.2.7a")
def resolve_jump(ctx: Ctx[State], order: Jump) -> Script[None]:
    """A Jetpack Move, which nothing interrupts."""
    yield from resolve_stretch(ctx, checked(trace_jump(ctx.state, order)), last=True)


@heeds("brigands.2.7b")
def resolve_slide(ctx: Ctx[State], order: Slide) -> Script[None]:
    """A sideways shift; the Move goes on until it is ended."""
    yield from resolve_stretch(ctx, checked(trace_slide(ctx.state, order)), last=False)


@heeds("brigands.3.2b")
def resolve_floors(ctx: Ctx[State], order: ChangeFloor) -> Script[None]:
    """To another floor; the Move goes on until it is ended."""
    yield from resolve_stretch(ctx, checked(trace_floors(ctx.state, order)), last=False)


@heeds("brigands.5.3", "brigands.2.5")
def resolve_stretch(ctx: Ctx[State], stretch: Moved, last: bool) -> Script[None]:
    """Go along a stretch of a Move, and fall where it ends in the air. Who is brought down first must think again."""
    unit = ctx.state.units[stretch.unit]
    aloft = unit.airborne
    if stretch.travelled:
        answers = yield from offer_snap_fire(ctx, holding(ctx.state, unit), LEAVING)
        if answers:
            yield from resolve_exchange(ctx, answers)
    if ctx.state.activation is None or ctx.state.units[stretch.unit].airborne != aloft:
        return
    ctx.emit(stretch)
    if stretch.fall:
        for faller in [stretch.unit, *(part.id for part in parts_of(ctx.state, unit))]:
            yield from resolve_fall(ctx, faller, stretch.fall, stretch.z)
    if last and ctx.state.activation is not None:
        yield from end_move(ctx)


@heeds("brigands.6.3", "brigands.2.2", "brigands.9.2", "brigands.9.3")
def end_move(ctx: Ctx[State]) -> Script[None]:
    """A Move is over: if it went anywhere, whoever sees it on Overwatch may answer; then a transport is open to it."""
    active, now = ctx.state.active(), ctx.state.activation
    assert active is not None, "a Move has a mover"
    assert now is not None, "a Move belongs to an activation"
    travelled = now.travelled
    unit_id = active.id
    ctx.emit(MoveEnded(unit_id, travelled))
    yield from resolve_drones(ctx, unit_id)
    if travelled:
        answers = yield from offer_snap_fire(ctx, watching(ctx.state, ctx.state.units[unit_id]), END_OF_MOVE)
        if answers:
            yield from resolve_exchange(ctx, answers)
    if ctx.state.activation is not None:
        yield from offer_embark(ctx, unit_id)


def resolve_end_move(ctx: Ctx[State], _order: EndMove) -> Script[None]:
    """End a Move that an Action interrupted."""
    yield from end_move(ctx)


@heeds("brigands.2.1-braced", "brigands.2.2a")
def resolve_turn(ctx: Ctx[State], order: Turn) -> None:
    """The one Turn of a Braced model."""
    ctx.emit(Turned(order.unit, turned_by(ctx.state.units[order.unit].facing, order.angle)))


def settle_move(ctx: Ctx[State]) -> Script[None]:
    """End the Move under way, if there is one."""
    now = ctx.state.activation
    if now is not None and now.gait:
        yield from end_move(ctx)


# --- 2: moves made up at random, for bots and tests


def guess_move(state: State, _ask: Ask, order: Move, chooser: Chooser, attempt: int) -> Order:
    """A turn and an advance, sometimes backward; who may turn again may do so at the end. Later guesses are shorter.

    Now and then Recovery models go to a friend in need, Infantry to a transport, anybody to where an Objective is won.
    """
    unit = state.units[order.unit]
    budget = budget_left(state, unit, order.gait) >> attempt // 2
    if attempt == 0 and order.gait == "W" and not order.drop and can_climb(unit) and chooser.randrange(0, 4) == 0:
        wall = nearest_face(state.ground, unit, budget)
        if wall is not None:
            return Move(order.unit, order.gait, approach(unit, wall), order.last)
    if attempt == 0 and (unit.has("Recovery") or unit.has("Transportable")) and chooser.randrange(0, 2) == 0:
        way = way_to_patient(state, unit, budget) if unit.has("Recovery") else way_to_transport(state, unit, budget)
        if way is not None:
            return Move(order.unit, order.gait, way, order.last, order.drop)
    if attempt == 0 and state.pursuits and chooser.randrange(0, 3) == 0:
        spot = errand_spot(state, unit, chooser)
        if spot is not None:
            return Move(order.unit, order.gait, legs_to(state, unit, order.gait, Aim(*spot)), order.last, order.drop)
    angle = chooser.randrange(-RIGHT_ANGLE, RIGHT_ANGLE + 1)
    back = chooser.randrange(0, 8) == 0
    length = chooser.randrange(0, budget + 1)
    legs = [(angle, -(length // 2) if back else length)]
    turns = turns_left(state, unit, order.gait)
    if turns > 1 and chooser.randrange(0, 4):
        legs.append((_last_turn(state, unit, legs[0], chooser), 0))
    if turns <= 0:
        legs = [(0, legs[0][1])]
    return Move(order.unit, order.gait, tuple(legs), order.last, order.drop)


def _last_turn(state: State, unit: Unit, leg: Leg, chooser: Chooser) -> int:
    """Towards an enemy as a rule."""
    return turn_to_somebody(unit, leg, list(state.fielded(opponent(unit.seat))), RIGHT_ANGLE, chooser)


def guess_climb(state: State, _ask: Ask, order: Climb, chooser: Chooser, _attempt: int) -> Order:
    """Somewhere else at the face, or on the top."""
    if order.x or order.y:
        return order
    unit, reach = state.units[order.unit], 2 * INCH
    x, y = unit.x + chooser.randrange(-reach, reach), unit.y + chooser.randrange(-reach, reach)
    return pointed_climb(state, order, x, y)


def guess_jump(state: State, _ask: Ask, order: Jump, chooser: Chooser, _attempt: int) -> Order:
    power = state.units[order.unit].trait("Jetpack") * INCH
    length = chooser.randrange(1, power + 1)
    angle = chooser.randrange(-RIGHT_ANGLE, RIGHT_ANGLE + 1)
    return Jump(order.unit, angle, length if chooser.randrange(0, 8) else -length)


def guess_slide(state: State, _ask: Ask, order: Slide, chooser: Chooser, _attempt: int) -> Order:
    most = state.units[order.unit].trait("Thrusters") * INCH
    return Slide(order.unit, chooser.randrange(-most, most + 1))


def guess_turn(state: State, _ask: Ask, order: Turn, chooser: Chooser, _attempt: int) -> Order:
    return Turn(order.unit, _last_turn(state, state.units[order.unit], (0, 0), chooser))


# --- 2: moves completed towards a spot that somebody pointed at


@heeds("brigands.2.2", "brigands.2.2a")
def legs_to(state: State, unit: Unit, gait: str, spot: Aim) -> Path:
    """By the waypoints to the spot as far as movement lasts; backing up counts twice."""
    pace = Pace(budget_left(state, unit, gait), turns_left(state, unit, gait), RIGHT_ANGLE, 2)
    return legs.legs_to(unit, (*spot.via, (spot.x, spot.y)), spot.facing, pace)


def jump_to(unit: Unit, spot: Aim) -> Jump:
    """Straight for the spot as far as the Jetpack carries; backward to what lies behind."""
    power = unit.trait("Jetpack") * INCH
    length = min(power, distance(unit.x, unit.y, spot.x, spot.y))
    angle = turn_between(unit.facing, bearing(unit.x, unit.y, spot.x, spot.y)) if length else 0
    if abs(angle) <= RIGHT_ANGLE:
        return Jump(unit.id, angle, length)
    return Jump(unit.id, turn_between(HALF_TURN, angle % FULL_TURN), -length)


def aim_move(state: State, _ask: Ask, order: Move, spot: Aim) -> Order:
    """Towards the spot with this movement type."""
    path = legs_to(state, state.units[order.unit], order.gait, spot)
    return Move(order.unit, order.gait, path, order.last, order.drop)


def aim_climb(state: State, _ask: Ask, order: Climb, spot: Aim) -> Order:
    """Along the face, unless it is said already where to."""
    return order if order.x or order.y else pointed_climb(state, order, spot.x, spot.y)


def aim_jump(state: State, _ask: Ask, order: Jump, spot: Aim) -> Order:
    """Straight for the spot."""
    return jump_to(state.units[order.unit], spot)


def aim_slide(state: State, _ask: Ask, order: Slide, spot: Aim) -> Order:
    """As far aside as the spot lies, within what Thrusters shift."""
    unit = state.units[order.unit]
    most = unit.trait("Thrusters") * INCH
    return Slide(order.unit, max(-most, min(most, aside_of(unit, spot.x, spot.y))))


def aim_turn(state: State, _ask: Ask, order: Turn, spot: Aim) -> Order:
    """To face the spot, or the way that was asked for."""
    unit = state.units[order.unit]
    toward = bearing(unit.x, unit.y, spot.x, spot.y) if spot.facing is None else spot.facing
    return Turn(order.unit, turn_between(unit.facing, toward))


# --- What is offered


def offer_moves(state: State, ask: Ask) -> Iterator[Option]:
    """Everything the Active model could do with its Moves, or the one Turn of a Braced model."""
    unit, now = state.units[ask.unit], state.activation
    if now is None or unit.carrier or unit.core:
        return
    if unit.posture == BRACED:
        if not now.turns:
            yield Facing("Turn", Turn(unit.id), "brigands.2.1-braced", unit=unit.id, limit=RIGHT_ANGLE)
        return
    if now.gait:
        yield Pick("End the Move", EndMove(unit.id), "brigands.2.2")
    gaits = (now.gait,) if now.gait else tuple(unit.line.move) if now.moves else ()
    gaits = tuple(gait for gait in gaits if gait in unit.line.move)
    if unit.hanging:
        yield from _clinging_options(state, unit, gaits)
    else:
        yield from _path_options(state, unit, gaits)
    yield from _climb_options(state, unit, now)
    yield from _flight_options(unit, now)
    if unit.line.type == "Infantry":
        yield from _floor_options(state, unit, gaits)


def _path_options(state: State, unit: Unit, gaits: tuple[str, ...]) -> Iterator[Option]:
    for gait in gaits:
        budget = budget_left(state, unit, gait)
        yield PathOption(f"Move: {GAITS[gait]}", Move(unit.id, gait), "brigands.2.3", unit=unit.id, budget=budget)
        if unit.readiness or state.aboard(unit.id):
            label = f"Move part of the way: {GAITS[gait]}"
            template = Move(unit.id, gait, last=False)
            yield PathOption(label, template, "brigands.1.7a", unit=unit.id, budget=budget)
        if unit.z and not unit.airborne:
            label = f"Move and drop over the edge: {GAITS[gait]}"
            template = Move(unit.id, gait, drop=True)
            yield PathOption(label, template, "brigands.2.5", unit=unit.id, budget=budget)


def _clinging_options(state: State, unit: Unit, gaits: tuple[str, ...]) -> Iterator[Option]:
    """A model on a face may let go, or walk onto the top it has reached."""
    for gait in gaits[:1]:
        order = Move(unit.id, gait, drop=True)
        if refuse_move(state, order) is None:
            yield Pick("Let go and drop", order, "brigands.2.5")
    if "W" in gaits and unit.z == state.ground.piece(unit.hanging).top:
        budget = budget_left(state, unit, "W")
        yield PathOption("Walk onto the top", Move(unit.id, "W"), "brigands.2.4", unit=unit.id, budget=budget)


def _floor_options(state: State, unit: Unit, gaits: tuple[str, ...]) -> Iterator[Option]:
    """A floor up or down, or between the top floor and the roof."""
    piece = building_of(state.ground, unit)
    if piece is None:
        return
    here = floor_of(piece, unit)
    for gait in gaits[:1]:
        for label, floor in (("Go up a floor", here + 1), ("Go down a floor", here - 1)):
            order = ChangeFloor(unit.id, gait, floor)
            if isinstance(trace_floors(state, order), Moved):
                yield Pick(f"{label} in the {piece.name}", order, "brigands.3.2b")


def _climb_options(state: State, unit: Unit, now: Activation) -> Iterator[Option]:
    """Straight up, over the edge and down as ready answers; along a face as far as one points."""
    if not (now.moves or now.gait in ("W", CLIMBING)):
        return
    for label, order in legal_climbs(state, unit):
        yield Pick(label, order, "brigands.2.4")
    gait = climbing_gait(unit)
    if can_climb(unit) and now.gait in ("", gait):
        for piece in faces_near(state.ground, climber(unit)):
            template = Climb(unit.id, piece.id, gait=gait, last=gait != "W")
            yield Place(f"Climb along the {piece.name}", template, "brigands.2.4", unit=unit.id, zone="reach")


def _flight_options(unit: Unit, now: Activation) -> Iterator[Option]:
    power, shift = unit.trait("Jetpack") * INCH, unit.trait("Thrusters") * INCH
    if power and now.moves and not now.gait:
        yield PathOption("Jetpack Move", Jump(unit.id), "brigands.2.7a", unit=unit.id, budget=power)
    if shift and "H" in unit.line.move and not now.slid and (now.gait == "H" or (now.moves and not now.gait)):
        yield Amount("Shift sideways", Slide(unit.id), "brigands.2.7b", low=-shift, high=shift)


def refuse_end_move(state: State, ask: Ask, _order: EndMove) -> Refusal | None:
    """Only a Move that an Action interrupted is ended by itself."""
    now = state.activation
    if now is not None and now.gait:
        return None
    return Refusal("no-move", "brigands.2.2", f"{state.units[ask.unit].name} is in the middle of no Move.")


# --- The contents of the chapter

MOVEMENT: Chapter[State] = Chapter(
    "2 and 3: movement and terrain",
    orders=(
        OrderRules(Move, "act", by_order(refuse_move), resolve_move, guess_move, aim=aim_move),
        OrderRules(Climb, "act", by_trace(trace_climb), resolve_climb, guess_climb, aim=aim_climb),
        OrderRules(Jump, "act", by_trace(trace_jump), resolve_jump, guess_jump, aim=aim_jump),
        OrderRules(Slide, "act", by_trace(trace_slide), resolve_slide, guess_slide, aim=aim_slide),
        OrderRules(ChangeFloor, "act", by_trace(trace_floors), resolve_floors),
        OrderRules(EndMove, "act", refuse_end_move, resolve_end_move),
        OrderRules(Turn, "act", by_order(refuse_turn), resolve_turn, guess_turn, aim=aim_turn),
    ),
    events={
        Moved: moved,
        MoveEnded: None,
        Turned: turned,
    },
)
