"""The orders of deployment."""

from __future__ import annotations

from gearlock.kernel.orders import Order

SETTING_ORDERS: tuple[type[Order], ...] = ()
