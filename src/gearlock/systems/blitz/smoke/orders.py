"""Smoke."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class LaySmoke(Order, frozen=True, tag="lay-smoke"):
    """Put up a cloud of smoke around oneself."""

    unit: str
