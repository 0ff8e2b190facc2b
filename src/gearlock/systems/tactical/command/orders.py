"""What is decided about Command Points."""

from __future__ import annotations

from gearlock.kernel.orders import Order

EXTRA_ACTION, ACTIVATE, ABOUT_FACE, PAY_DEBT = "extra action", "activate", "about-face", "pay debt"
USES = (EXTRA_ACTION, ACTIVATE, ABOUT_FACE, PAY_DEBT)


class SpendPoint(Order, frozen=True, tag="spend-point"):
    """Spend a Command Point on a unit; an about-face turns by this angle."""

    unit: str
    use: str
    angle: int = 0


class Warn(Order, frozen=True, tag="warn"):
    """Spend a Command Point for +2 to the Defense roll that is due."""

    unit: str
