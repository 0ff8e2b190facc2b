"""Orders of sensors."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class ActiveLock(Order, frozen=True, tag="active-lock"):
    """Spend an Action to gain Active Lock on a target; `drone`: from where the Recon Drone is."""

    unit: str
    target: str
    drone: bool = False


class ForwardObserve(Order, frozen=True, tag="forward-observe"):
    """Forward Observe a target under Active Lock for indirect fire of friends; `drone`: by the Recon Drone."""

    unit: str
    target: str
    drone: bool = False
