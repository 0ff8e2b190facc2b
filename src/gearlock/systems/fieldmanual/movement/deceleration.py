"""Rapid Deceleration and Quick Turns: a Stun counter for a sudden turn."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx
from gearlock.systems.fieldmanual.movement.bands import LOWER
from gearlock.systems.fieldmanual.movement.events import QuicklyTurned
from gearlock.systems.fieldmanual.movement.orders import Decelerate, QuickTurn
from gearlock.systems.fieldmanual.movement.reach import refuse_hanging, refuse_unmoving
from gearlock.systems.fieldmanual.movement.turning import TURN
from gearlock.systems.fieldmanual.state import AUTOPILOT, STATIONARY, STUN, State, Unit
from gearlock.table.measure import turned

RULE = "fieldmanual.rapid-deceleration"


@rule("fieldmanual.rapid-deceleration")
@heeds("fieldmanual.perk-autopilot")
def refuse_quick(state: State, order: Decelerate | QuickTurn) -> Refusal | None:
    """Why a model cannot take a Stun counter for a sudden turn: it has one, its autopilot drives, or it is too far."""
    unit, slows = state.units[order.unit], isinstance(order, Decelerate)
    refusal = refuse_unmoving(state, unit) or refuse_hanging(unit)
    if refusal is not None:
        return refusal
    if unit.team and not slows:
        return Refusal("facing", RULE, f"The {unit.name} has no facing: it needs no quick turns.")
    if unit.token(STUN):
        return Refusal("stunned", RULE, f"The {unit.name} has a Stun counter already: shake it off first.")
    if unit.token(AUTOPILOT):
        message = f"The autopilot of the {unit.name} takes no Stun counters."
        return Refusal("autopilot", "fieldmanual.perk-autopilot", message)
    if slows and unit.band == STATIONARY:
        return Refusal("speed", RULE, f"The {unit.name} is Stationary: there is no lower Speed Band.")
    most = TURN if slows else 2 * TURN
    if abs(order.angle) > most or not (order.angle or slows):
        message = f"This turns the {unit.name} by {most // 10} degrees at most, and not by nothing."
        return Refusal("turns", RULE, message, {"most": most, "angle": order.angle})
    return None


@heeds("fieldmanual.rapid-deceleration")
def band_after(unit: Unit, order: Decelerate | QuickTurn) -> str:
    """The speed a sudden turn leaves a model with: the lower one holds at once."""
    return LOWER[unit.band] if isinstance(order, Decelerate) else unit.band


@heeds("fieldmanual.rapid-deceleration")
def resolve_quick(ctx: Ctx[State], order: Decelerate | QuickTurn) -> None:
    """A Stun counter, a turn, and perhaps one Speed Band less."""
    unit = ctx.state.units[order.unit]
    ctx.emit(QuicklyTurned(order.unit, turned(unit.facing, order.angle), band_after(unit, order)))
