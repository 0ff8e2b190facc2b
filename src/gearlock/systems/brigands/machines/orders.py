"""The orders of vehicles of several parts, recovery and VTOLs."""

from __future__ import annotations

from gearlock.kernel.orders import Order

MACHINES_ORDERS: tuple[type[Order], ...] = ()
