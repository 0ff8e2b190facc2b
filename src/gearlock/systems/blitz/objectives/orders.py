"""16.0: what is decided about a scenario and its objectives."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class ChooseObjectives(Order, frozen=True, tag="choose-objectives"):
    """Choose all of one's objectives in secret."""

    names: tuple[str, ...]


class ChoosePrimary(Order, frozen=True, tag="choose-primary"):
    """Choose in secret which of one's objectives counts double, by its number."""

    number: int


class PlaceMarker(Order, frozen=True, tag="place-marker"):
    """Place an objective marker."""

    x: int = 0
    y: int = 0


class ChooseMarker(Order, frozen=True, tag="choose-marker"):
    """Choose in secret which of two markers is the real one."""

    marker: str


class DeclareLast(Order, frozen=True, tag="declare-last"):
    """Declare this round the last."""
