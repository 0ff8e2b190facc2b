"""9.3: what becomes of the passengers when their transport is destroyed."""

from __future__ import annotations

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.mechanics.placing.spots import Stand
from gearlock.systems.brigands.command.command_points import fill_vacancies
from gearlock.systems.brigands.damage.damage import harmed
from gearlock.systems.brigands.damage.events import Damaged
from gearlock.systems.brigands.damage.marginal_hits import resolve_marginal_hits
from gearlock.systems.brigands.drones.drones import resolve_drones
from gearlock.systems.brigands.state import State, Unit
from gearlock.systems.brigands.transport.events import Disembarked
from gearlock.systems.brigands.transport.orders import BailOut
from gearlock.systems.brigands.transport.transport import REACH, space_of, spots_beside, stand_beside
from gearlock.table.measure import FULL_TURN, INCH

BAILING_OUT = "bailing out"
FARTHEST = 6 * INCH
"""Who finds no room this near to the transport is lost with it."""


@heeds("brigands.9.3")
def stranded(state: State) -> Unit | None:
    """The next passenger of a transport that is destroyed, wreck or not."""
    for unit in state.units.values():
        if unit.carrier and not unit.controller and not unit.is_destroyed and state.units[unit.carrier].is_destroyed:
            return unit
    return None


@heeds("brigands.9.3")
def way_out(state: State, passenger: Unit) -> int:
    """Within how much of the transport there is room: an inch, or more where that is taken; 0 if nowhere near."""
    carrier = state.units[passenger.carrier]
    for reach in range(REACH, FARTHEST + 1, INCH):
        if next(spots_beside(state, passenger, carrier, reach), None) is not None:
            return reach
    return 0


def refuse_bail_out(state: State, order: BailOut) -> Refusal | None:
    """Why a passenger cannot get out there."""
    passenger = state.units[order.unit]
    if not 0 <= order.facing < FULL_TURN:
        return Refusal("facing", "brigands.9.3", "A facing is 0 to 3599 tenths of a degree.", {"facing": order.facing})
    carrier = state.units[passenger.carrier]
    stand = stand_beside(state, passenger, carrier, order.x, order.y)
    if isinstance(stand, Refusal) and stand.code == "far":
        stand = stand_beside(state, passenger, carrier, order.x, order.y, way_out(state, passenger))
    return stand if isinstance(stand, Refusal) else None


@heeds("brigands.9.3")
def resolve_bail_out(ctx: Ctx[State], unit_id: str) -> Script[None]:
    """A passenger is set down beside what was its transport and takes Marginal Hits for the room it took."""
    unit = ctx.state.units[unit_id]
    carrier = ctx.state.units[unit.carrier]
    if not way_out(ctx.state, unit):
        ctx.emit(Damaged(unit_id, unit_id, BAILING_OUT, unit.hull + unit.structure, 0, 0, True, overkill=True))
        return
    prompt = f"The {carrier.name} is destroyed. Where does the {unit.name} get out?"
    order = yield from ask(Ask(unit.seat, "bail-out", unit_id, (carrier.id,), "brigands.9.3", prompt))
    assert isinstance(order, BailOut), f"{order} saves nobody"
    unit = ctx.state.units[unit_id]
    carrier = ctx.state.units[unit.carrier]
    stand = stand_beside(ctx.state, unit, carrier, order.x, order.y, FARTHEST)
    assert isinstance(stand, Stand), f"{order} was not checked: {stand}"
    place = (order.x, order.y, stand.body.z, order.facing, stand.inside)
    ctx.emit(Disembarked(unit_id, carrier.id, *place, hits=space_of(unit)))
    yield from resolve_jolt(ctx, unit_id)
    yield from resolve_drones(ctx, unit_id)
    for drone_id in [drone.id for drone in ctx.state.drones(unit_id) if drone.is_fielded]:
        yield from resolve_jolt(ctx, drone_id)


@heeds("brigands.9.3", "brigands.5.6a")
def resolve_jolt(ctx: Ctx[State], unit_id: str) -> Script[None]:
    """The Marginal Hits of one who bails out. They are no attack, so they never overkill."""
    hits = space_of(ctx.state.units[unit_id])
    damage = yield from resolve_marginal_hits(ctx, unit_id, unit_id, hits, BAILING_OUT)
    if damage:
        ctx.emit(harmed(ctx.state.units[unit_id], damage, unit_id, BAILING_OUT, attack=False))
        fill_vacancies(ctx)
