"""What an order is paid with, in words: an Action, a token, a point, a round of ammunition."""

from __future__ import annotations

from typing import Any

from gearlock.systems.brigands.attacking.attack import price
from gearlock.systems.brigands.attacking.orders import Attack, Demolish, SnapFire
from gearlock.systems.brigands.attacking.rerolls import FREE_REROLLS
from gearlock.systems.brigands.command.command_points import is_distant
from gearlock.systems.brigands.command.events import SKILL_POINT
from gearlock.systems.brigands.command.orders import GiveOrder, Reroll
from gearlock.systems.brigands.forward_observation.orders import ChainAttack
from gearlock.systems.brigands.paying import ACTION, FREE, OVERWATCH_TOKEN, STANDBY_TOKEN, payment
from gearlock.systems.brigands.state import State, Unit


def action_cost(state: State, _seat: str, order: Any) -> str:
    """An Action, or a token that was kept."""
    unit = state.units.get(order.unit)
    return "" if unit is None else _paid_with(unit, payment(unit))


def command_cost(state: State, _seat: str, order: GiveOrder) -> str:
    """A Command Point of whoever gives the Order."""
    unit = state.units.get(order.unit)
    return "" if unit is None else _one_of(unit.command, "Command Point")


def reroll_cost(state: State, _seat: str, order: Reroll) -> str:
    """Nothing, a Skill Point, or a Command Point of a Commander."""
    unit = state.units.get(order.unit)
    return "" if unit is None else _cost_of_reroll(state, unit, order.by)


def attack_cost(state: State, _seat: str, order: Attack | SnapFire | Demolish | ChainAttack) -> str:
    """An Action or a token, and a shot of Limited Ammo."""
    unit = state.units.get(order.unit)
    return "" if unit is None else _cost_of_attack(unit, order.weapon)


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
