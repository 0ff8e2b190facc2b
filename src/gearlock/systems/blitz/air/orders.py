"""17: what aircraft do."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class Circle(Order, frozen=True, tag="circle"):
    """Go on around the table, so many mils, or reverse first."""

    unit: str
    mils: int = 0
    reverse: bool = False


class Strafe(Order, frozen=True, tag="strafe"):
    """Cross the table through its middle, low over the ground."""

    unit: str


class ResumeCircling(Order, frozen=True, tag="resume-circling"):
    """End a strafing pass at the opposite edge, and circle on with the table to the left or to the right."""

    unit: str
    leftward: bool = True


class Land(Order, frozen=True, tag="land"):
    """Come down on the line across the table, to rest so many mils along it."""

    unit: str
    at: int = 0


class TakeOff(Order, frozen=True, tag="take-off"):
    """Rise from the ground, straight ahead, to circle again."""

    unit: str
