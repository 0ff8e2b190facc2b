"""Answers for Combined Models."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class DefendNext(Order, frozen=True, tag="defend-next"):
    """Of several bases with equal Cover, this one uses the best dice that are left."""

    base: str
