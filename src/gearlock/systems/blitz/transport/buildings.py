"""18.5a and 18.3: infantry in buildings, models in fortifications: going in and coming out by oneself."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.mechanics.ground.forms import is_building
from gearlock.mechanics.structures import floors_of, height_of_floor
from gearlock.systems.blitz.general_concepts.measuring import CONTACT
from gearlock.systems.blitz.movement.giving_way import make_room
from gearlock.systems.blitz.movement.moves_made import settle_move
from gearlock.systems.blitz.state import BRACED, State, Unit
from gearlock.systems.blitz.transport.events import BuildingEntered, Disembarked
from gearlock.systems.blitz.transport.orders import EnterBuilding, GetOut
from gearlock.systems.blitz.transport.places import refuse_facing, stand_outside
from gearlock.systems.blitz.transport.thrown_out import home_of
from gearlock.systems.blitz.transport.transport import bring_drones
from gearlock.table.bodies import Body
from gearlock.table.measure import INCH
from gearlock.table.polygon import bounds, distance_to
from gearlock.table.terrain import Piece

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
