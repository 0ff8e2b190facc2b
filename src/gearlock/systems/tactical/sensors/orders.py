"""Orders of sensors, jammers, smoke launchers and searchlights."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class Sweep(Order, frozen=True, tag="sweep"):
    """Search for an enemy with Active Sensors: an Action."""

    unit: str
    target: str


class Emit(Order, frozen=True, tag="emit"):
    """Switch ECM or ECCM on, or roll its Threshold anew: an Action; it works from the next round on."""

    unit: str
    system: str


class CutOff(Order, frozen=True, tag="cut-off"):
    """Switch ECM or ECCM off."""

    unit: str
    system: str


class LaunchSmoke(Order, frozen=True, tag="launch-smoke"):
    """Put up a cloud of smoke around a point within an inch."""

    unit: str
    x: int | None = None
    y: int | None = None


class SwitchLight(Order, frozen=True, tag="switch-light"):
    """Turn a searchlight on or off."""

    unit: str
    on: bool
