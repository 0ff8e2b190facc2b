"""Smoke."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class FireSmoke(Order, frozen=True, tag="fire-smoke"):
    """Spend an Action on a cloud of Smoke around oneself."""

    unit: str
