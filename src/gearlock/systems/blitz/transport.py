"""18.5: transport and buildings: getting in, getting out, and being thrown out."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick, Place
from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.system import Aim, Chooser
from gearlock.kernel.view import Line
from gearlock.mechanics.figures import Mover, overlapped, ruled
from gearlock.mechanics.going.resting import resting_place
from gearlock.mechanics.ground.forms import is_building
from gearlock.mechanics.placing.spots import spots_around, stand_at
from gearlock.mechanics.structures import floors_of, height_of_floor
from gearlock.systems.blitz.damage import Damaged
from gearlock.systems.blitz.general_concepts.measuring import CONTACT, distance_between
from gearlock.systems.blitz.lock_and_cover.ground import built
from gearlock.systems.blitz.movement.moves_made import make_room, roll_danger, settle_move
from gearlock.systems.blitz.movement.stretches import girth_of, obstacles
from gearlock.systems.blitz.movement.terrain import IMPASSABLE, going_of, leave_cover
from gearlock.systems.blitz.paying import pay
from gearlock.systems.blitz.rounds import ActivationEnded
from gearlock.systems.blitz.shared_activation import hold_leash
from gearlock.systems.blitz.state import (
    ALOFT,
    BRACED,
    FIELDED,
    GONE,
    HANGING,
    RIDING,
    SET_DOWN,
    STANDBY,
    THROWN_OUT,
    TOP_SPEED,
    State,
    Unit,
)
from gearlock.table.bodies import Body
from gearlock.table.inches import footprint_overlaps, plan_gap
from gearlock.table.measure import FULL_TURN, INCH, inches_text
from gearlock.table.polygon import bounds, distance_to
from gearlock.table.terrain import Piece

UNLOADED = "unloaded at"
"""The mark of an activation in which passengers were set down, with the place of the transport."""

GOT_OUT = "got out"
"""The mark of an activation in which a model left a fortification by itself."""


# --- The traits APC, HGC and Transport: what each carries, and how much room is left

APC, HGC = "APC", "HGC"


@rule("blitz.trait.apc")
def space_of(unit: Unit) -> int:
    """The room infantry takes in an APC, in halves of a point: a team one, a squad two."""
    return 1 if unit.line.subtype == "Team" else 2


def aboard(state: State, carrier: Unit) -> list[Unit]:
    """Who is in a transport; drones ride with their controllers and take no room."""
    return [unit for unit in state.units.values() if unit.carrier == carrier.id and unit.line.type != "Drone"]


@rule("blitz.trait.hgc", "blitz.trait.transport")
@heeds("blitz.trait.apc", "blitz.trait.aux", "blitz.18.3a-outpost", "blitz.18.3a-trench", "blitz.18.3a-bunker")
def room_for(state: State, carrier: Unit, unit: Unit) -> bool:
    """Whether a transport still takes a model: infantry by the space in an APC, Gears or others by their number.

    Where two traits stand side by side, one of them is used at a time.
    """
    riders, kind = aboard(state, carrier), unit.line.type
    if carrier.trait(APC) and kind == "Infantry":
        return sum(map(space_of, riders)) + space_of(unit) <= 2 * carrier.trait(APC)
    most = carrier.trait(HGC) if kind == "Gear" else carrier.trait(f"Transport: {kind}")
    return len(riders) < most and all(rider.line.type == kind for rider in riders)


@heeds("blitz.trait.apc", "blitz.trait.hgc", "blitz.trait.transport")
def carries(carrier: Unit, unit: Unit) -> bool:
    """Whether a transport is made for such a model at all."""
    kind = unit.line.type
    if kind == "Gear":
        return carrier.trait(HGC) > 0
    return (kind == "Infantry" and carrier.trait(APC) > 0) or carrier.trait(f"Transport: {kind}") > 0


# --- 18.5: where passengers are set down: their base within an inch of what they leave, on ground that holds them

REACH = INCH
"""How near to its door, which is anywhere on its edge, one gets into a transport and out of it."""

RULES = dict.fromkeys(("table", "terrain", "overlap", "impassable", "far", "facing"), "blitz.18.5")

Home = Unit | Piece
"""What somebody leaves: a transport, a fortification or a building."""


def apart(home: Home, body: Body) -> int:
    """How far from what it left a model would stand."""
    if isinstance(home, Piece):
        return max(0, distance_to(home.outline, body.x, body.y) - body.radius)
    return plan_gap(body, home.body)


@heeds("blitz.18.5", "blitz.6.2", "blitz.6.5b")
def stand_outside(state: State, unit: Unit, home: Home, x: int, y: int, reach: int = REACH) -> Body | Refusal:
    """A model put down outside, or why it cannot be there."""
    outside = unit.clone()
    outside.carrier = outside.place = ""
    level = 0 if isinstance(home, Piece) else home.z
    found = ruled(stand_at(built(state), Mover(outside, girth_of(outside)), x, y, level), RULES)
    if isinstance(found, Refusal):
        return found
    body = found.body
    away = apart(home, body)
    if away > reach:
        message = f"That is {inches_text(away)} in from the {home.name}; one gets out within {inches_text(reach)} in."
        return Refusal("far", "blitz.18.5", message, {"distance": away, "most": reach})
    there = overlapped(body, [other for other in obstacles(state, outside) if other.id != unit.id])
    if there is not None:
        return Refusal("overlap", "blitz.6.2", f"The {there.name} stands there.")
    return _refuse_ground(state, outside, body) or body


def _refuse_ground(state: State, unit: Unit, body: Body) -> Refusal | None:
    reach = body.radius
    for piece in built(state).pieces_near(body.x - reach, body.y - reach, body.x + reach, body.y + reach):
        under = footprint_overlaps(Body(body.x, body.y, 0, reach), piece.outline)
        if under and going_of(piece, unit, unit.gait or unit.line.gait).type == IMPASSABLE and piece.top >= body.z:
            return Refusal("impassable", "blitz.18.5", f"The {piece.name} is impassable: nobody gets out there.")
    return None


def spots_outside(state: State, unit: Unit, home: Home, reach: int = REACH) -> Iterator[tuple[int, int]]:
    """Places of a grid where a model may be put down, the nearest first."""
    spots = spots_around(_middle(home), reach + 2 * unit.line.radius)
    return (spot for spot in spots if isinstance(stand_outside(state, unit, home, *spot, reach), Body))


def _middle(home: Home) -> Body:
    if not isinstance(home, Piece):
        return home.body
    x0, y0, x1, y1 = bounds(home.outline)
    return Body((x0 + x1) // 2, (y0 + y1) // 2, 0, max(x1 - x0, y1 - y0) * 3 // 4)


def refuse_facing(facing: int) -> Refusal | None:
    """A facing is a direction."""
    if 0 <= facing < FULL_TURN:
        return None
    return Refusal("facing", "blitz.18.5", "A facing is 0 to 3599 tenths of a degree.", {"facing": facing})


# --- 18.5a and 18.3: infantry in buildings, models in fortifications: going in and coming out by oneself

STOREY = INCH
"""A floor is as high as infantry."""


@rule("blitz.18.5a")
def floors(piece: Piece) -> int:
    """How many infantry models a building holds, one a floor: as many as were agreed on, else a floor an inch."""
    agreed = piece.props.get("floors", 0)
    return agreed if isinstance(agreed, int) and agreed > 0 else floors_of(piece, STOREY)


def occupants(state: State, piece: Piece) -> list[Unit]:
    """Who is in a building."""
    return [unit for unit in state.units.values() if unit.is_inside and unit.place == piece.id and unit.is_fielded]


class EnterBuilding(Order, frozen=True, tag="enter-building"):
    """Infantry goes into a building it touches."""

    unit: str
    piece: str


@heeds("blitz.18.5a", "blitz.2.14")
def refuse_enter(state: State, order: EnterBuilding) -> Refusal | None:
    """Why infantry cannot go into a building."""
    unit, now = state.units[order.unit], state.activation
    piece = next((piece for piece in state.ground.pieces if piece.id == order.piece and is_building(piece)), None)
    if piece is None:
        return Refusal("building", "blitz.18.5a", f"'{order.piece}' is no building on this table.")
    if not unit.is_infantry or unit.place or unit.carrier:
        return Refusal("infantry", "blitz.18.5a", f"Only infantry outside goes into buildings, not the {unit.name}.")
    if now is None or unit.stance == BRACED or now.stopped or not (now.begun or now.moves):
        return Refusal("no-move", "blitz.18.5a", f"The {unit.name} goes into the {piece.name} by moving there.")
    if distance_to(piece.outline, unit.x, unit.y) - unit.line.radius > CONTACT or unit.z >= piece.top:
        return Refusal("contact", "blitz.18.5a", f"The {unit.name} does not touch the {piece.name}.")
    held = occupants(state, piece)
    if any(other.seat != unit.seat for other in held):
        return Refusal("enemy", "blitz.18.5a", f"Enemies hold the {piece.name}.")
    if len(held) >= floors(piece):
        message = f"The {piece.name} holds {floors(piece)} infantry models, one on each floor, and is full."
        return Refusal("room", "blitz.18.5a", message, {"most": floors(piece)})
    return None


class BuildingEntered(Event, frozen=True, tag="building-entered"):
    """Infantry is in a building, at a height."""

    unit: str
    piece: str
    x: int
    y: int
    z: int

    @heeds("blitz.18.5a")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.place, unit.x, unit.y, unit.z = self.piece, self.x, self.y, self.z
        leave_cover(unit)
        if state.activation is not None and state.activation.unit == self.unit:
            state.activation.moves, state.activation.stopped = 0, True


def building_entered(state: State, event: BuildingEntered, _seat: str | None) -> Line:
    text = f"{state.units[event.unit].name} goes into the {state.ground.piece(event.piece).name}."
    return Line(text, (event.unit,), "blitz.18.5a")


@heeds("blitz.18.5a")
def resolve_enter(ctx: Ctx[State], order: EnterBuilding) -> Script[None]:
    """The move ends in the building, on the lowest floor that is free."""
    yield from settle_move(ctx)
    if not ctx.state.is_acting(order.unit):
        return
    piece = ctx.state.ground.piece(order.piece)
    taken = {unit.z for unit in occupants(ctx.state, piece)}
    levels = [height_of_floor(piece, floor, STOREY) for floor in range(floors(piece))]
    z = next((level for level in levels if level not in taken), 0)
    x0, y0, x1, y1 = bounds(piece.outline)
    ctx.emit(BuildingEntered(order.unit, piece.id, (x0 + x1) // 2, (y0 + y1) // 2, z))


class GetOut(Order, frozen=True, tag="get-out"):
    """Leave the fortification or building one is in; also the way out of a transport that is destroyed."""

    unit: str
    x: int = 0
    y: int = 0
    facing: int = 0


@heeds("blitz.18.5a", "blitz.18.3", "blitz.18.5")
def refuse_get_out(state: State, order: GetOut) -> Refusal | None:
    """Why a model cannot come out by itself: only of buildings and fortifications, before it moves, and not braced."""
    unit, now = state.units[order.unit], state.activation
    home = home_of(state, unit)
    if home is None or (isinstance(home, Unit) and home.line.type != "Fortification"):
        return Refusal("inside", "blitz.18.5a", f"The {unit.name} is in no building or fortification.")
    if now is None or unit.stance == BRACED or now.stopped or now.begun or not now.moves:
        message = f"The {unit.name} comes out before its first move, at combat posture or top speed."
        return Refusal("no-move", "blitz.18.5a", message)
    found = stand_outside(state, unit, home, order.x, order.y)
    return refuse_facing(order.facing) or (found if isinstance(found, Refusal) else None)


class Disembarked(Event, frozen=True, tag="disembarked"):
    """A model left what carried it. `paid` actions it cost; `halted`: it moves no more this round; `lost`: the rest."""

    unit: str
    carrier: str
    x: int
    y: int
    z: int
    facing: int
    paid: int = 0
    halted: bool = False
    lost: bool = False

    @heeds("blitz.18.5", "blitz.18.5b")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        pay(unit, self.paid)
        unit.status, unit.carrier, unit.place = FIELDED, "", ""
        unit.x, unit.y, unit.z, unit.facing = self.x, self.y, self.z, self.facing
        unit.tokens.pop(ALOFT, None)
        leave_cover(unit)
        if self.halted:
            unit.tokens[SET_DOWN] = 1
        if self.lost:
            unit.actions = 0
            unit.tokens.pop(STANDBY, None)
            unit.tokens[THROWN_OUT] = 1
        carrier, now = state.units.get(self.carrier), state.activation
        if carrier is not None and now is not None and now.unit == self.carrier:
            now.marks.append(f"{UNLOADED} {carrier.x},{carrier.y}")
        if carrier is not None and now is not None and now.unit == self.unit:
            now.marks.append(GOT_OUT)


def disembarked(state: State, event: Disembarked, _seat: str | None) -> Line:
    home = state.units.get(event.carrier)
    where = home.name if home is not None else state.ground.piece(event.carrier).name
    more = " and has lost its actions" if event.lost else ""
    spot = f"{inches_text(event.x)}, {inches_text(event.y)}"
    text = f"{state.units[event.unit].name} gets out of the {where} at {spot}{more}."
    return Line(text, (event.unit,), "blitz.18.5")


@heeds("blitz.18.5a", "blitz.18.3")
def resolve_get_out(ctx: Ctx[State], order: GetOut) -> None:
    """It stands outside and moves on as usual."""
    unit = ctx.state.units[order.unit]
    home = home_of(ctx.state, unit)
    assert home is not None, "it is in something"
    body = stand_outside(ctx.state, unit, home, order.x, order.y)
    assert isinstance(body, Body), f"this was not checked: {body}"
    ctx.emit(Disembarked(unit.id, home.id, order.x, order.y, body.z, order.facing))
    make_room(ctx, unit.id)
    bring_drones(ctx, unit.id)


# --- 18.5: getting into a transport at the end of a move, and out of it when it is active


def is_fort(unit: Unit) -> bool:
    """Whether who is in it fights on."""
    return unit.line.type == "Fortification"


class Embark(Order, frozen=True, tag="embark"):
    """Get into a transport or a fortification at the end of a move."""

    unit: str
    carrier: str


@rule("blitz.18.5")
@heeds("blitz.trait.apc", "blitz.trait.hgc", "blitz.trait.transport", "blitz.17.7b", "blitz.18.3")
def refuse_embark(state: State, order: Embark) -> Refusal | None:
    """Why a model cannot get in: it has not moved there, is too far, or there is no room for such as it."""
    unit, carrier, now = state.units[order.unit], state.units.get(order.carrier), state.activation
    if carrier is None or carrier is unit or carrier.seat != unit.seat or not carrier.is_fielded or unit.carrier:
        return Refusal("transport", "blitz.18.5", f"{order.carrier or 'Nobody'} is no transport of yours to get into.")
    if not carries(carrier, unit):
        return Refusal("kind", "blitz.18.5", f"The {carrier.name} does not carry models like the {unit.name}.")
    if ALOFT in carrier.tokens:
        return Refusal("aloft", "blitz.17.7b", f"The {carrier.name} is in the air.")
    if now is None or unit.stance == BRACED or not now.begun or unit.place:
        message = f"The {unit.name} gets in by completing a move at combat or top speed beside the {carrier.name}."
        return Refusal("no-move", "blitz.18.5", message)
    if GOT_OUT in now.marks:
        return Refusal("got-out", "blitz.18.5", f"The {unit.name} has got out in this activation, and gets in nowhere.")
    away = distance_between(state, unit, carrier)
    if away > REACH:
        message = f"The {carrier.name} is {inches_text(away)} in away; one gets in within 1 in."
        return Refusal("far", "blitz.18.5", message, {"distance": away, "most": REACH})
    if not room_for(state, carrier, unit):
        return Refusal("room", "blitz.18.5", f"The {carrier.name} has no room left for the {unit.name}.")
    return None


class Embarked(Event, frozen=True, tag="embarked"):
    """Models are aboard: of a vehicle they are off the table, in a fortification they fight on."""

    units: tuple[str, ...]
    carrier: str
    fights: bool = False

    @heeds("blitz.18.5", "blitz.18.3")
    def change(self, state: State) -> None:
        carrier = state.units[self.carrier]
        for name in self.units:
            unit = state.units[name]
            unit.status = FIELDED if self.fights else RIDING
            unit.carrier, unit.place = carrier.id, ""
            unit.x, unit.y, unit.z = carrier.x, carrier.y, carrier.z
            unit.tokens.pop(HANGING, None)
            leave_cover(unit)
            if not self.fights:
                unit.tokens.pop(STANDBY, None)
            if ALOFT in carrier.tokens:
                unit.tokens[ALOFT] = 1
        if state.activation is not None and state.activation.unit in self.units:
            state.activation.moves, state.activation.stopped = 0, True


def embarked(state: State, event: Embarked, _seat: str | None) -> Line:
    names = " and ".join(state.units[name].name for name in event.units)
    text = f"{names} gets into the {state.units[event.carrier].name}."
    return Line(text, (*event.units, event.carrier), "blitz.18.5")


@heeds("blitz.18.5", "blitz.18.3", "blitz.18.4")
def resolve_embark(ctx: Ctx[State], order: Embark) -> Script[None]:
    """The move ends, and the model is aboard with its drones; in a vehicle its activation is over."""
    yield from settle_move(ctx)
    if not ctx.state.is_acting(order.unit) or refuse_embark(ctx.state, order) is not None:
        return
    unit = ctx.state.units[order.unit]
    fights = is_fort(ctx.state.units[order.carrier])
    drones = tuple(drone.id for drone in ctx.state.led_by(unit) if drone.line.type == "Drone")
    ctx.emit(Embarked((unit.id, *drones), order.carrier, fights))
    if not fights:
        for name in (*drones, unit.id):
            if ctx.state.is_active(ctx.state.units[name]):
                ctx.emit(ActivationEnded(name))
        hold_leash(ctx, unit.id)


@heeds("blitz.18.5", "blitz.17.7b")
def refuse_unloading(state: State, carrier: Unit) -> Refusal | None:
    """Why nobody gets out now: up in the air, or at top speed away from where the first got out."""
    now = state.activation
    if ALOFT in carrier.tokens:
        return Refusal("aloft", "blitz.17.7b", f"Nobody gets out of the {carrier.name} in the air.")
    marks = [mark for mark in now.marks if mark.startswith(UNLOADED)] if now is not None else []
    if carrier.stance == TOP_SPEED and marks and marks[0] != f"{UNLOADED} {carrier.x},{carrier.y}":
        message = f"At top speed all passengers of the {carrier.name} get out at the same point."
        return Refusal("point", "blitz.18.5", message)
    return None


@heeds("blitz.18.5")
def refuse_passenger(state: State, carrier: Unit, name: str) -> Refusal | None:
    """Why somebody is not set down: not aboard, or without the action it takes from a transport that is not braced."""
    rider = state.units.get(name)
    if rider is None or rider.carrier != carrier.id or rider.line.type == "Drone":
        return Refusal("passenger", "blitz.18.5", f"{name or 'Nobody'} is not aboard the {carrier.name}.")
    if carrier.stance != BRACED and not rider.actions:
        message = f"The {rider.name} has no action left, and it takes one unless the {carrier.name} is braced."
        return Refusal("no-action", "blitz.18.5", message)
    return None


class Disembark(Order, frozen=True, tag="disembark"):
    """Set a passenger of the active transport down."""

    unit: str
    passenger: str
    x: int = 0
    y: int = 0
    facing: int = 0


@heeds("blitz.18.5")
def refuse_disembark(state: State, order: Disembark) -> Refusal | None:
    """Why this passenger cannot be set down there now."""
    carrier = state.units[order.unit]
    refusal = refuse_passenger(state, carrier, order.passenger) or refuse_unloading(state, carrier)
    refusal = refusal or refuse_facing(order.facing)
    if refusal is not None:
        return refusal
    found = stand_outside(state, state.units[order.passenger], carrier, order.x, order.y)
    return found if isinstance(found, Refusal) else None


@heeds("blitz.18.5")
def resolve_disembark(ctx: Ctx[State], order: Disembark) -> None:
    """From a braced transport for nothing, and free to move; else an action, and no further movement this round."""
    carrier = ctx.state.units[order.unit]
    moving = carrier.stance != BRACED
    set_down(ctx, order.passenger, carrier, (order.x, order.y, order.facing), int(moving), moving)


def set_down(
    ctx: Ctx[State], name: str, carrier: Unit, pose: tuple[int, int, int], paid: int = 0, halted: bool = False
) -> None:
    """Put a passenger outside, and its drones beside it."""
    x, y, facing = pose
    found = stand_outside(ctx.state, ctx.state.units[name], carrier, x, y)
    assert isinstance(found, Body), f"this was not checked: {found}"
    ctx.emit(Disembarked(name, carrier.id, x, y, found.z, facing, paid, halted))
    make_room(ctx, name)
    bring_drones(ctx, name)


@heeds("blitz.18.4", "blitz.18.5")
def bring_drones(ctx: Ctx[State], name: str) -> None:
    """The drones that rode with a controller come out beside it."""
    unit = ctx.state.units[name]
    for drone_id in [drone.id for drone in ctx.state.led_by(unit) if drone.carrier]:
        drone = ctx.state.units[drone_id].clone()
        drone.x, drone.y, drone.z, drone.carrier = unit.x, unit.y, unit.z, ""
        others = [*obstacles(ctx.state, drone), *(other for other in ctx.state.led_by(unit) if not other.carrier)]
        x, y = resting_place(built(ctx.state), drone, unit.z, girth_of(drone), others)
        ctx.emit(Disembarked(drone_id, ctx.state.units[drone_id].carrier, x, y, unit.z, unit.facing))


# --- 18.5 and 18.5b: what becomes of those in a transport, a fortification or a building that is destroyed

FARTHEST = 6 * INCH
"""Who finds no room this near is lost."""


def home_of(state: State, unit: Unit) -> Home | None:
    """What a model is in: a transport, a fortification or a building."""
    if unit.carrier:
        return state.units[unit.carrier]
    return state.ground.piece(unit.place) if unit.is_inside else None


@heeds("blitz.18.5", "blitz.18.5b")
def stranded(state: State) -> Unit | None:
    """The next model in something that is destroyed."""
    for unit in state.units.values():
        if unit.is_destroyed or unit.line.type == "Drone":
            continue
        home = home_of(state, unit)
        if isinstance(home, Unit) and home.is_destroyed:
            return unit
        if home is not None and not isinstance(home, Unit) and not is_building(home) and unit.status == FIELDED:
            return unit
    return None


@heeds("blitz.18.5", "blitz.18.5b", "blitz.17.7b")
def resolve_stranded(ctx: Ctx[State]) -> Script[None] | None:
    """Whoever is in something destroyed must get out, before anything else happens."""
    unit = stranded(ctx.state)
    return None if unit is None else _throw_out(ctx, unit.id)


@heeds("blitz.18.5", "blitz.6.6a", "blitz.9.4", "blitz.17.7b")
def _throw_out(ctx: Ctx[State], unit_id: str) -> Script[None]:
    """From an overkilled transport only with a test; out of the air not at all. Who gets out has lost its actions."""
    unit = ctx.state.units[unit_id]
    home = home_of(ctx.state, unit)
    assert home is not None, "it is in something"
    by = home.slayer if isinstance(home, Unit) else ""
    saved = ALOFT not in unit.tokens and way_out(ctx.state, unit) > 0
    if saved and isinstance(home, Unit) and home.status == GONE:
        made = yield from roll_danger(ctx, unit_id, unit.gait or unit.line.gait)
        saved = made.successes > 0
    if not saved:
        ctx.emit(Damaged(unit_id, by, f"lost with the {home.name}", unit.line.bulk, 0, 0, True, True))
        return
    prompt = f"The {home.name} is destroyed. Where does the {unit.name} get out?"
    order = yield from ask(Ask(unit.seat, "get-out", unit_id, (home.id,), "blitz.18.5", prompt))
    assert isinstance(order, GetOut), f"{order} saves nobody"
    body = stand_outside(ctx.state, ctx.state.units[unit_id], home, order.x, order.y, FARTHEST)
    assert isinstance(body, Body), f"this was not checked: {body}"
    ctx.emit(Disembarked(unit_id, home.id, order.x, order.y, body.z, order.facing, lost=True))
    make_room(ctx, unit_id)
    if isinstance(home, Unit) and home.status == GONE:
        _lose_drones(ctx, unit_id, home)
    bring_drones(ctx, unit_id)


@heeds("blitz.18.4", "blitz.18.5", "blitz.6.6a")
def _lose_drones(ctx: Ctx[State], unit_id: str, home: Unit) -> None:
    """Drones fail the test that getting out of an overkilled transport takes."""
    for drone in [drone for drone in ctx.state.led_by(ctx.state.units[unit_id]) if drone.carrier]:
        ctx.emit(Damaged(drone.id, home.slayer, f"lost with the {home.name}", drone.line.bulk, 0, 0, True, True))


def way_out(state: State, unit: Unit) -> int:
    """Within how much of what it is in there is room for a model: an inch, more where that is taken, 0 for nowhere."""
    home = home_of(state, unit)
    for reach in range(REACH, FARTHEST + 1, INCH) if home is not None else ():
        if home is not None and next(spots_outside(state, unit, home, reach), None) is not None:
            return reach
    return 0


@heeds("blitz.18.5", "blitz.18.5b")
def refuse_thrown_out(state: State, asked: Ask, order: GetOut) -> Refusal | None:
    """Why a model cannot get out of what was destroyed there."""
    unit = state.units[asked.unit]
    home = home_of(state, unit)
    assert home is not None, "it is in something"
    found = stand_outside(state, unit, home, order.x, order.y)
    if isinstance(found, Refusal) and found.code == "far":
        found = stand_outside(state, unit, home, order.x, order.y, way_out(state, unit))
    return refuse_facing(order.facing) or (found if isinstance(found, Refusal) else None)


# --- What is offered

SPOTS = 24
"""Places among which a guess is made."""


def offer_transport(state: State, unit: Unit) -> Iterator[Option]:
    """Transports beside the model, its own passengers, buildings it touches, the way out of where it is."""
    for carrier in state.fielded(unit.seat):
        if carrier is not unit and refuse_embark(state, Embark(unit.id, carrier.id)) is None:
            yield Pick(f"Get into the {carrier.name}", Embark(unit.id, carrier.id), "blitz.18.5")
    if refuse_unloading(state, unit) is None:
        for rider in aboard(state, unit):
            free = next(spots_outside(state, rider, unit), None) is not None
            if free and refuse_passenger(state, unit, rider.id) is None:
                template = Disembark(unit.id, rider.id)
                yield Place(f"Set the {rider.name} down", template, "blitz.18.5", unit=rider.id, zone="reach")
    yield from _building_options(state, unit)


def _building_options(state: State, unit: Unit) -> Iterator[Option]:
    for piece in state.ground.pieces if unit.is_infantry else ():
        if is_building(piece) and refuse_enter(state, EnterBuilding(unit.id, piece.id)) is None:
            yield Pick(f"Go into the {piece.name}", EnterBuilding(unit.id, piece.id), "blitz.18.5a")
    home, now = home_of(state, unit), state.activation
    fixed = home is not None and (not isinstance(home, Unit) or home.line.type == "Fortification")
    if home is None or not fixed or now is None or unit.stance == BRACED or now.stopped or now.begun or not now.moves:
        return
    if next(spots_outside(state, unit, home), None) is not None:
        yield Place(f"Come out of the {home.name}", GetOut(unit.id), "blitz.18.5a", unit=unit.id, zone="reach")


def offer_ways_out(state: State, ask: Ask) -> Iterator[Option]:
    unit = state.units[ask.unit]
    yield Place(f"The {unit.name} gets out", GetOut(unit.id), ask.rule, unit=unit.id, zone="reach")


def guess_disembark(state: State, _ask: Ask, order: Disembark, chooser: Chooser, _attempt: int) -> Order | None:
    carrier, rider = state.units[order.unit], state.units[order.passenger]
    spots = [spot for spot, _ in zip(spots_outside(state, rider, carrier), range(SPOTS), strict=False)]
    if not spots:
        return None
    return Disembark(carrier.id, rider.id, *chooser.choice(spots), chooser.randrange(0, FULL_TURN))


def guess_get_out(state: State, _ask: Ask, order: GetOut, chooser: Chooser, _attempt: int) -> Order | None:
    unit = state.units[order.unit]
    home = home_of(state, unit)
    if home is None:
        return None
    reach = way_out(state, unit) or REACH
    spots = [spot for spot, _ in zip(spots_outside(state, unit, home, reach), range(SPOTS), strict=False)]
    return GetOut(unit.id, *chooser.choice(spots), chooser.randrange(0, FULL_TURN)) if spots else None


def aim_disembark(state: State, _ask: Ask, order: Disembark, spot: Aim) -> Order:
    facing = state.units[order.unit].facing if spot.facing is None else spot.facing
    return Disembark(order.unit, order.passenger, spot.x, spot.y, facing % FULL_TURN)


def aim_get_out(state: State, _ask: Ask, order: GetOut, spot: Aim) -> Order:
    facing = state.units[order.unit].facing if spot.facing is None else spot.facing
    return GetOut(order.unit, spot.x, spot.y, facing % FULL_TURN)


# --- The contents of the chapter

TRANSPORT: Chapter[State] = Chapter(
    "18.5: transport and buildings",
    orders=(
        OrderRules(Embark, "act", by_order(refuse_embark), resolve_embark),
        OrderRules(Disembark, "act", by_order(refuse_disembark), resolve_disembark, guess_disembark, aim=aim_disembark),
        OrderRules(EnterBuilding, "act", by_order(refuse_enter), resolve_enter),
        OrderRules(GetOut, "act", by_order(refuse_get_out), resolve_get_out, guess_get_out, aim=aim_get_out),
        OrderRules(GetOut, "get-out", refuse_thrown_out),
    ),
    events={
        Embarked: embarked,
        Disembarked: disembarked,
        BuildingEntered: building_entered,
    },
)
