"""Get it off! How a ridden unit and the mecha beside it are rid of terror drones, one machine at a time."""

from __future__ import annotations

from gearlock.kernel.dice import Roll
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import rule
from gearlock.kernel.script import Ctx, Script, throw
from gearlock.systems.hex100.actions.pool import refuse_payment, spend
from gearlock.systems.hex100.damage.swarm import cut
from gearlock.systems.hex100.detection.locks import look_again
from gearlock.systems.hex100.drones.terror.events import ShakeTried
from gearlock.systems.hex100.drones.terror.orders import PullOff, ShakeOff
from gearlock.systems.hex100.state import State, Unit
from gearlock.table.hexes import distance

RULE = "hex100.drone-terror-removal"
SHAKE = 50
"""The number a ridden unit rolls under to shake a machine off."""
PAYS = ("utility", "attack")


def refuse_friend(state: State, unit: Unit, friend_id: str) -> Refusal | None:
    """Why nothing can be got off this unit: it is not another one of the own side, or nothing rides it."""
    friend = state.units.get(friend_id)
    if friend is None or friend.seat != unit.seat or not friend.standing or friend_id == unit.id:
        message = f"'{friend_id}' is no other unit of your side on the map; what rides a unit itself it shakes off."
        return Refusal("no-such-unit", RULE, message)
    if not state.riders(friend_id):
        return Refusal("not-ridden", RULE, f"Nothing rides the {state.machine(friend_id).name}.")
    return None


@rule("hex100.drone-terror-removal")
def refuse_shake(state: State, unit: Unit, order: ShakeOff) -> Refusal | None:
    """Why a unit cannot try to shake a machine off."""
    if not state.riders(unit.id):
        return Refusal("not-ridden", RULE, f"Nothing rides the {state.machine(unit.id).name}.")
    if order.pay not in PAYS:
        return Refusal("no-such-action", RULE, "Shaking drones off takes a utility or an attack action.")
    return refuse_payment(unit, order.pay)


@rule("hex100.drone-terror-removal")
def resolve_shake(ctx: Ctx[State], order: ShakeOff) -> Script[None]:
    """An attack or a utility action: one machine is off and destroyed if the roll stays under fifty."""
    spend(ctx, order.unit, order.pay)
    drone, seat = ctx.state.riders(order.unit)[0].id, ctx.state.units[order.unit].seat
    (face,) = yield from throw(Roll("shake off", 1, 100, 0, seat, order.unit, RULE, (SHAKE,)))
    ctx.emit(ShakeTried(order.unit, drone, SHAKE, face))
    if face < SHAKE:
        remove(ctx, order.unit, 1, "shaken", order.unit)


@rule("hex100.drone-terror-removal")
def refuse_pull(state: State, unit: Unit, order: PullOff) -> Refusal | None:
    """Why a unit cannot pull a machine off a friend: mecha do that, in the next hex."""
    if state.machine(unit.id).unit.kind != "mech":
        return Refusal("no-mech", RULE, "Only mecha have hands to pull drones off a friend.")
    refusal = refuse_friend(state, unit, order.friend)
    if refusal is not None:
        return refusal
    friend = state.units[order.friend]
    away = distance(unit.hex, friend.hex)
    if away != 1:
        message = f"The {state.machine(friend.id).name} must be in an adjacent hex; it is {away} away."
        return Refusal("not-adjacent", RULE, message, {"distance": away})
    return refuse_payment(unit, "attack")


@rule("hex100.drone-terror-removal")
def resolve_pull(ctx: Ctx[State], order: PullOff) -> Script[None]:
    """An attack action, without a roll: one machine is off the friend and destroyed."""
    spend(ctx, order.unit, "attack")
    remove(ctx, order.friend, 1, "pulled", order.unit)
    yield from ()


@rule("hex100.drone-terror-removal")
def remove(ctx: Ctx[State], victim: str, machines: int, how: str, by: str) -> None:
    """Destroy so many of the machines on a unit; where several swarms ride it, the first one's go first."""
    for drone in ctx.state.riders(victim):
        off = min(machines, len(drone.swarm))
        if off:
            cut(ctx, drone.id, tuple(drone.swarm[off:]), how, by)
            machines -= off
    look_again(ctx)
