"""Orders for smoke, light and open hatches."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class LaunchSmoke(Order, frozen=True, tag="launch-smoke"):
    """Put up a cloud of smoke around a point within 6 in."""

    unit: str
    x: int | None = None
    y: int | None = None


class Illuminate(Order, frozen=True, tag="illuminate"):
    """Turn a searchlight on a model."""

    unit: str
    target: str


class PopHatch(Order, frozen=True, tag="pop-hatch"):
    """Open the hatch to see what is near, which makes the front weak."""

    unit: str
