"""5.4: whose turn it is in a shared activation."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class HandOver(Order, frozen=True, tag="hand-over"):
    """Let another model of the shared activation go on."""

    unit: str
    to: str
