"""5: attacks."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class Attack(Order, frozen=True, tag="attack"):
    """Attack with one weapon: one target, several for Split, none for an area around a bare point or oneself.

    `aim` is the Target Point (x, y, z) of an area weapon; without one it is the middle of the target's Silhouette.
    `sharer` is the friend whose Sensor Lock it takes.
    """

    unit: str
    weapon: str
    category: str
    targets: tuple[str, ...] = ()
    aim: tuple[int, int, int] | None = None
    sharer: str = ""


class Demolish(Order, frozen=True, tag="demolish"):
    """Attack a building with one weapon."""

    unit: str
    weapon: str
    category: str
    building: str = ""


class SnapFire(Order, frozen=True, tag="snap-fire"):
    """Answer the Active model with an attack on it, or on the model that helps it where `target` names one."""

    unit: str
    weapon: str
    category: str
    tall: bool = False
    target: str = ""
