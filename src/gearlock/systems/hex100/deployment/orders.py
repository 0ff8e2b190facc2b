"""Where a unit begins."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class Deploy(Order, frozen=True, tag="deploy"):
    """Put a unit on the own edge of the map; a tank may say what is loaded, ``item:mode`` for each variable weapon."""

    unit: str
    q: int = 0
    r: int = 0
    facing: int = 0
    load: tuple[str, ...] = ()
