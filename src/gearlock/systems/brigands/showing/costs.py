"""What an order is paid with, in words: an Action, a token, a point, a round of ammunition."""

from __future__ import annotations

from gearlock.kernel.orders import Order
from gearlock.systems.brigands import orders as o
from gearlock.systems.brigands.attacking.attack import price
from gearlock.systems.brigands.attacking.rerolls import FREE_REROLLS
from gearlock.systems.brigands.commanding.command import is_distant
from gearlock.systems.brigands.electronics.orders import ELECTRONICS_ORDERS
from gearlock.systems.brigands.events import ACTION, FREE, OVERWATCH_TOKEN, SKILL_POINT, STANDBY_TOKEN
from gearlock.systems.brigands.machines.orders import Repair
from gearlock.systems.brigands.observation.orders import ChainAttack, Observe
from gearlock.systems.brigands.paying import payment
from gearlock.systems.brigands.state import State, Unit

PAID: tuple[type[Order], ...] = (*ELECTRONICS_ORDERS, o.FireSmoke, Observe, Repair)
"""Orders that take an Action or a token and nothing else."""


def cost_of(state: State, order: Order) -> str:
    """What is paid for an order, out of how much there is; nothing for what costs nothing."""
    unit = state.units.get(getattr(order, "unit", ""))
    if unit is None:
        return ""
    if isinstance(order, o.Reroll):
        return _cost_of_reroll(state, unit, order.by)
    if isinstance(order, o.GiveOrder):
        return _one_of(unit.command, "Command Point")
    if isinstance(order, o.Attack | o.SnapFire | o.Demolish | ChainAttack):
        return _cost_of_attack(unit, order.weapon)
    return _paid_with(unit, payment(unit)) if isinstance(order, PAID) else ""


def _cost_of_reroll(state: State, unit: Unit, source: str) -> str:
    if source in FREE_REROLLS:
        return f"nothing: {source} gives it"
    if source == SKILL_POINT:
        return _one_of(unit.skill, SKILL_POINT)
    giver = state.units.get(source)
    if giver is None:
        return ""
    sent = ", sent by Authorize" if is_distant(state, unit.id, source) else ""
    return f"{_one_of(giver.command, 'Command Point')} of the {giver.name}{sent}"


def _cost_of_attack(unit: Unit, weapon_id: str) -> str:
    weapon = unit.line.weapons.get(weapon_id)
    if weapon is None:
        return ""
    paid = _paid_with(unit, price(unit, weapon))
    if "LA" not in weapon.traits:
        return paid
    return f"{paid}, {_one_of(weapon.traits['LA'] - unit.expended.count(weapon.id), 'shot')}"


def _paid_with(unit: Unit, paid: str) -> str:
    if paid == FREE:
        return "nothing: it is an Auto weapon"
    counts = {
        ACTION: (unit.actions, "Action"),
        STANDBY_TOKEN: (unit.standby, "Standby token"),
        OVERWATCH_TOKEN: (unit.overwatch, "Overwatch token"),
    }
    return _one_of(*counts[paid]) if paid in counts else ""


def _one_of(count: int, what: str) -> str:
    """1 of 2 Actions; the last one is called so."""
    return f"the last {what}" if count == 1 else f"1 of {count} {what}s"
