"""The orders of Forward Observation and Sensor Sharing."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class Observe(Order, frozen=True, tag="observe"):
    """A Forward Observation of an enemy model, or of a point (x, y, z) of the table.

    The Active model observes, or a Recon Drone of it; `sharer` is a friend who lends its Sensor Lock.
    """

    unit: str
    target: str = ""
    aim: tuple[int, int, int] | None = None
    sharer: str = ""


class Designate(Order, frozen=True, tag="designate"):
    """Name the friend that a Forward Observation is sent to."""

    receiver: str


class ChainAttack(Order, frozen=True, tag="chain-attack"):
    """An Indirect Attack of a Receiver on what is observed; `aim` is a Target Point in the Silhouette of that model."""

    unit: str
    weapon: str
    aim: tuple[int, int, int] | None = None
