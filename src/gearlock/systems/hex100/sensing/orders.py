"""Locks and resistance."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class LockOn(Order, frozen=True, tag="lock-on"):
    """Lock on to an enemy; a lock on another is given up first."""

    unit: str
    target: str = ""


class Resist(Order, frozen=True, tag="resist"):
    """Oppose jams, hacks and locks with the e-war rating until the next own phase."""

    unit: str
