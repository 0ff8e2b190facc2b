"""The orders of drones, transports and fortifications."""

from __future__ import annotations

from gearlock.kernel.orders import Order

COMPANIONS_ORDERS: tuple[type[Order], ...] = ()
