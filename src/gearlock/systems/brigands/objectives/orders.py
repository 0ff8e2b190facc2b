"""The orders of Objectives."""

from __future__ import annotations

from gearlock.kernel.orders import Order

OBJECTIVES_ORDERS: tuple[type[Order], ...] = ()
