"""Orders that leave a figure where it is, weighed with the danger of that, so that all orders can be compared."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from gearlock.kernel.orders import Order
from gearlock.kernel.view import Preview

Shown = Callable[[Any, str, Any], Preview]


def with_danger(shown: Shown, danger: Callable[[Any, Any], float]) -> Shown:
    """What an order means, and the danger to the active figure where it stands."""

    def preview(state: Any, seat: str, order: Order) -> Preview:
        meant, active = shown(state, seat, order), state.active()
        if active is None or getattr(order, "unit", "") != active.id:
            return meant
        here, ends = danger(state, active), (active.x, active.y, active.facing)
        return msgspec.structs.replace(meant, risks=meant.risks + here, lasting=here, ends=ends)

    return preview
