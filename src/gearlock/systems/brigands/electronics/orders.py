"""The orders of electronic warfare."""

from __future__ import annotations

from gearlock.kernel.orders import Order

ELECTRONICS_ORDERS: tuple[type[Order], ...] = ()
