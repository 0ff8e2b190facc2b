"""18.3b: attacks on terrain."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class Demolish(Order, frozen=True, tag="demolish"):
    """Attack a piece of terrain with a weapon."""

    unit: str
    weapon: str
    piece: str
    load: str = ""
