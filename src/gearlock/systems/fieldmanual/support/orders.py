"""Support: what is bought with Support Points, and what is done with it."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class Buy(Order, frozen=True, tag="buy-support"):
    """Buy a support option: for a Combat Group or a model where it is for one; guided, or infiltrating."""

    option: str
    group: int = 0
    unit: str = ""
    guided: bool = False
    infiltrates: bool = False
    round: int = 0
    """When a guaranteed reserve arrives."""


class EndAllocation(Order, frozen=True, tag="end-allocation"):
    """Buy nothing more in this allocation."""
