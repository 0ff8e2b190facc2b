"""What orders are paid with, in words."""

from __future__ import annotations

from typing import Any

from gearlock.systems.blitz.paying import ACTION, payment
from gearlock.systems.blitz.state import STANDBY, State


def action_cost(state: State, _seat: str, order: Any) -> str:
    """An action of those left, or a standby token."""
    unit = state.units.get(order.unit)
    if unit is None or not payment(unit):
        return ""
    if payment(unit) == ACTION:
        return f"1 action of {unit.actions}"
    return f"1 standby token of {unit.token(STANDBY)}"
