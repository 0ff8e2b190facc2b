"""The orders of Forward Observation and Sensor Sharing."""

from __future__ import annotations

from gearlock.kernel.orders import Order

OBSERVATION_ORDERS: tuple[type[Order], ...] = ()
