"""What every order would mean before it is given, and what it is paid with: one table of each."""

from __future__ import annotations

from gearlock.kernel.chapters import Previews
from gearlock.kernel.orders import Order
from gearlock.kernel.view import Preview
from gearlock.systems.tactical.book import BOOK
from gearlock.systems.tactical.state import State


def preview_nothing(_state: State, _seat: str, _order: Order) -> Preview:
    """An order that says all by itself."""
    return Preview()


PREVIEWS: Previews[State] = Previews(dict.fromkeys(BOOK.orders, preview_nothing), {})
