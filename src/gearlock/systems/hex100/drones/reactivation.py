"""Drones that EMP has shut down, and the allies that start them again."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Option, Pick
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.hex100.actions.pool import refuse_payment, spend
from gearlock.systems.hex100.detection.locks import look_again
from gearlock.systems.hex100.drones.events import Reactivated
from gearlock.systems.hex100.drones.network import is_shut_down
from gearlock.systems.hex100.drones.orders import Reactivate
from gearlock.systems.hex100.state import State, Unit
from gearlock.table.hexes import distance


@heeds("hex100.drone-emp", "hex100.emp-shock")
def refuse_reactivation(state: State, unit: Unit, order: Reactivate) -> Refusal | None:
    """Why a unit cannot start a drone again: it must be one of its side, shut down, in an adjacent hex."""
    drone = state.units.get(order.drone)
    if drone is None or drone.seat != unit.seat or not drone.standing or not is_shut_down(state, drone):
        message = "There is no drone of your side by that name that EMP has shut down."
        return Refusal("no-such-drone", "hex100.drone-emp", message)
    away = distance(unit.hex, drone.hex)
    if away != 1:
        message = f"The {state.machine(drone.id).name} must be in an adjacent hex; it is {away} away."
        return Refusal("not-adjacent", "hex100.drone-emp", message, {"distance": away})
    return refuse_payment(unit, "utility")


@heeds("hex100.drone-emp", "hex100.emp-shock", "hex100.utility-action")
def resolve_reactivation(ctx: Ctx[State], order: Reactivate) -> Script[None]:
    """A utility action: the drone runs again and goes on in its mode, in this phase if it has not had its turn."""
    spend(ctx, order.unit, "utility")
    ctx.emit(Reactivated(order.drone, order.unit, ctx.state.units[order.drone].traced))
    look_again(ctx)
    yield from ()


def reactivation_options(state: State, unit: Unit) -> Iterator[Option]:
    """The drones beside the unit that it can start again."""
    for drone in state.standing(unit.seat):
        order = Reactivate(unit.id, drone.id)
        if drone.shocked and refuse_reactivation(state, unit, order) is None:
            yield Pick(f"Reactivate the {state.machine(drone.id).name}", order, "hex100.drone-emp")
