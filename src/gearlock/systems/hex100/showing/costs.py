"""What an order is paid with, in words: an action of the pool, ammunition, charges, what was held back."""

from __future__ import annotations

from gearlock.kernel.orders import Order
from gearlock.systems.hex100 import orders as o
from gearlock.systems.hex100.actions import payment
from gearlock.systems.hex100.crushing.turrets import AUX
from gearlock.systems.hex100.fighting.targeting import named_weapons
from gearlock.systems.hex100.state import State, Unit
from gearlock.systems.hex100.warding.interceptors import interceptors
from gearlock.systems.hex100.warding.orders import Intercept, SpendCharges

UTILITY = (o.LockOn, o.Resist, o.ChangeAmmo)
COMMANDER = (o.LookAround, o.HandsOn)


def cost_of(state: State, unit: Unit, order: Order) -> str:
    """What a unit pays for an order; nothing for what costs nothing, or is not told here."""
    if isinstance(order, o.Attack):
        return _cost_of_fire(state, unit, order.weapons, order.pay)
    if isinstance(order, o.Bombard):
        return _cost_of_fire(state, unit, (order.weapon,), order.pay)
    if isinstance(order, UTILITY):
        return _action(unit, "utility")
    if isinstance(order, COMMANDER):
        return _action(unit, "commander")
    if isinstance(order, o.FireReserve):
        return "the attack that was held back"
    if isinstance(order, o.Move):
        return "the move that was held back" if unit.held == "move" and state.active != unit.seat else ""
    if isinstance(order, SpendCharges):
        return f"{order.charges} of {unit.charges} charges"
    if isinstance(order, Intercept):
        left = sum(each.shots for each in interceptors(state, unit))
        return f"{order.shots} of {left} shots that its interceptors can still stop"
    return ""


def _cost_of_fire(state: State, unit: Unit, tokens: tuple[str, ...], pay: str) -> str:
    """The action, and a use of every weapon that has so many."""
    paid = ["nothing: the aux turret fires by itself" if pay == AUX else _action(unit, pay)]
    for mount, weapon in named_weapons(state, unit, tokens) or ():
        if mount.id in unit.uses:
            paid.append(f"1 of {unit.uses[mount.id]} uses of the {weapon.name}")
    return ", ".join(each for each in paid if each)


def _action(unit: Unit, kind: str) -> str:
    """The action that the pool pays with, out of how many of its kind."""
    found = payment(unit, kind)
    if found is None:
        return ""
    (action,) = found
    count = unit.pool[action]
    return f"1 of {count} {action} actions" if count > 1 else f"the {action} action"
