"""Recovery: the end of EMP shock and of hacking."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.hex100.actions.events import ActionsSpent
from gearlock.systems.hex100.damage.emp import SPECIAL
from gearlock.systems.hex100.detection.locks import look_again
from gearlock.systems.hex100.detection.stealth_lost import finish_turn
from gearlock.systems.hex100.electronic_warfare.events import Recovered
from gearlock.systems.hex100.electronic_warfare.orders import Recover
from gearlock.systems.hex100.state import State, Unit


@heeds("hex100.recovery")
def refuse_recovery(state: State, unit: Unit, order: Recover) -> Refusal | None:  # noqa: ARG001 - one of the orders
    """Why a unit cannot recover: nothing ails it, or it has no action of any kind left."""
    if not (unit.shocked or unit.hacked):
        message = "The unit is neither hacked nor in EMP shock; jamming passes by itself."
        return Refusal("nothing-to-recover", "hex100.recovery", message)
    if not any(unit.pool.values()):
        return Refusal("no-action-left", "hex100.recovery", "Recovery needs an action of any kind; none is left.")
    return None


@rule("hex100.recovery")
@heeds("hex100.hacking-recovery")
def resolve_recovery(ctx: Ctx[State], order: Recover) -> Script[None]:
    """Any action, the special one first, ends EMP shock and hacking, and with it the unit's turn."""
    unit = ctx.state.units[order.unit]
    left = [action for action, count in sorted(unit.pool.items(), key=lambda each: each[0] not in SPECIAL) if count]
    ctx.emit(ActionsSpent(order.unit, (left[0],)))
    ctx.emit(Recovered(order.unit, unit.traced))
    look_again(ctx)
    finish_turn(ctx, order.unit)
    yield from ()


@rule("hex100.hacking-recovery")
def free_drones(ctx: Ctx[State], seat: str) -> None:
    """When a side's phase begins, the drones it hacked a turn ago know friend from foe again; their mode stays."""
    for unit in [ctx.state.units[drone] for drone in sorted(ctx.state.scene.drones)]:
        if unit.hacked and unit.seat != seat and not unit.destroyed:
            ctx.emit(Recovered(unit.id, unit.traced))
