"""18.5 and 18.5b: what becomes of those in a transport, a fortification or a building that is destroyed."""

from __future__ import annotations

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.mechanics.ground.forms import is_building
from gearlock.systems.blitz.damage.events import Damaged
from gearlock.systems.blitz.movement.danger import roll_danger
from gearlock.systems.blitz.movement.giving_way import make_room
from gearlock.systems.blitz.state import ALOFT, FIELDED, GONE, State, Unit
from gearlock.systems.blitz.transport.events import Disembarked
from gearlock.systems.blitz.transport.orders import GetOut
from gearlock.systems.blitz.transport.places import REACH, Home, refuse_facing, spots_outside, stand_outside
from gearlock.systems.blitz.transport.transport import bring_drones
from gearlock.table.bodies import Body
from gearlock.table.measure import INCH

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
