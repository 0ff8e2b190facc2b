"""What orders are paid with, in words."""

from __future__ import annotations

from typing import Any

from gearlock.systems.fieldmanual.attacks.aiming import cost_of, terms_of
from gearlock.systems.fieldmanual.attacks.orders import Attack
from gearlock.systems.fieldmanual.command.pool import points_left
from gearlock.systems.fieldmanual.state import State


def action_cost(state: State, _seat: str, order: Any) -> str:
    """So many Actions of those left."""
    unit = state.units.get(order.unit)
    if unit is None or not unit.actions:
        return ""
    count = 1
    if isinstance(order, Attack):
        count = cost_of(state, order, terms_of(state, unit)) if state.is_active(unit) else 1 + order.extra
        if state.is_active(unit) and state.activation is not None and state.activation.extra:
            return "the Action of a Command Point"
    return f"{count} Action{'s' * (count != 1)} of {unit.actions}" if count else "a free Action"


def penalty_cost(state: State, _seat: str, order: Any) -> str:
    """As many Actions as the order says."""
    unit = state.units.get(order.unit)
    return "" if unit is None else f"{order.actions} Action{'s' * (order.actions != 1)} of {unit.actions}"


def point_cost(state: State, seat: str, _order: Any) -> str:
    """A Command Point of those left."""
    return f"1 Command Point of {points_left(state, seat)}"
