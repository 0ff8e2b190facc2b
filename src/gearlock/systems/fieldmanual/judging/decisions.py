"""What small decisions would mean: strikes, rams, locks, observation, taking cover, points and offers."""

from __future__ import annotations

from gearlock.kernel.orders import Order
from gearlock.kernel.view import Preview
from gearlock.systems.fieldmanual.state import State

WORTH_OF_A_TRY = 0.02


def preview_nothing(_state: State, _seat: str, _order: Order) -> Preview:
    """An order that changes nothing at once."""
    return Preview()


def preview_try(_state: State, _seat: str, _order: Order) -> Preview:
    """A little for doing something that may help others."""
    return Preview(gives=WORTH_OF_A_TRY)
