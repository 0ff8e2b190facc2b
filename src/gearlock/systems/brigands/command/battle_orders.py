"""7.5: Orders. What an Active leader's Command Point does for its Combat Group besides a Reroll."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.brigands.chain_of_command.lineup import is_leading
from gearlock.systems.brigands.chain_of_command.orders_in_force import (
    CHARGE,
    EMERGENCY_MEASURES,
    REPOSITION,
    TIGHT_MANEUVERS,
    heeds_orders,
)
from gearlock.systems.brigands.command.events import OrderGiven
from gearlock.systems.brigands.command.orders import GiveOrder
from gearlock.systems.brigands.lock_and_cover.sharing import is_tracked_by
from gearlock.systems.brigands.state import COORDINATED_ATTACK, EVADE, FIELDED, RIDING, State, Unit

RULES = {
    COORDINATED_ATTACK: "brigands.7.5a",
    EVADE: "brigands.7.5b",
    CHARGE: "brigands.7.5c",
    TIGHT_MANEUVERS: "brigands.7.5d",
    EMERGENCY_MEASURES: "brigands.7.5e",
    REPOSITION: "brigands.7.5f",
}


@rule("brigands.7.5")
@heeds("brigands.7.4", "brigands.A4")
def refuse_give_order(state: State, order: GiveOrder) -> Refusal | None:
    """Why an Order cannot be given. The Active leader needs a Command Point for it, but no Action."""
    unit = state.units[order.unit]
    if state.introductory:
        return Refusal("introductory", "brigands.A4", "The introductory game is played without Orders.")
    if not is_leading(unit.rank):
        return Refusal("rank", "brigands.7.5", f"The {unit.name} leads no Combat Group.")
    if unit.command <= 0:
        return Refusal("no-point", "brigands.7.4", f"The {unit.name} has no Command Point left.")
    if order.name not in RULES:
        return Refusal("order", "brigands.7.5", f"There is no Order called {order.name or 'nothing'}.")
    if order.name == COORDINATED_ATTACK:
        return _refuse_mark(state, unit, order.target)
    if order.target:
        return Refusal("target", RULES[order.name], f"{order.name} is aimed at nobody.")
    if order.name in state.orders or order.name in unit.marks:
        return Refusal("in-force", RULES[order.name], f"{order.name} is in force already.")
    return None


@heeds("brigands.7.5a", "brigands.4.3b")
def _refuse_mark(state: State, unit: Unit, target_id: str) -> Refusal | None:
    """The token goes on an enemy in play to whom the leader has Sensor Lock, and who has none."""
    target = state.units.get(target_id)
    if target is None or not target.is_fielded or target.seat == unit.seat:
        return Refusal("target", "brigands.7.5a", f"{target_id or 'Nobody'} is no enemy in play.")
    if not is_tracked_by(state, unit, target):
        return Refusal("lock", "brigands.7.5a", f"The {unit.name} has no Sensor Lock on the {target.name}.")
    if COORDINATED_ATTACK in target.marks:
        return Refusal("in-force", "brigands.7.5a", f"The {target.name} has a Coordinated Attack token already.")
    return None


@rule("brigands.7.5e")
@heeds("brigands.7.5")
def resolve_give_order(ctx: Ctx[State], order: GiveOrder) -> Script[None]:
    """Lay the token, or let the Order be in force until the Combat Group is done."""
    unit = ctx.state.units[order.unit]
    steadied: tuple[str, ...] = ()
    if order.name == EMERGENCY_MEASURES:
        group = (it for it in ctx.state.units.values() if it.seat == unit.seat and it.group == unit.group)
        steadied = tuple(it.id for it in group if it.status in (FIELDED, RIDING) and heeds_orders(it))
    ctx.emit(OrderGiven(unit.id, order.name, order.target, steadied))
    yield from ()  # a script is a generator, even one that asks nothing
