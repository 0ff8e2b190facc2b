"""The orders of ramming, blades and jumps."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class TakeGait(Order, frozen=True, tag="take-gait"):
    """Say at the beginning of the turn how a mech goes: on ``skate``, as a ``skimmer``, or on its feet."""

    unit: str
    gait: str = ""
