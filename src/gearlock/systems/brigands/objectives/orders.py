"""The orders of Objectives."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class ChooseObjective(Order, frozen=True, tag="choose-objective"):
    """Choose an Objective by name; to wipe them out, say which of several equally dear enemy Combat Groups."""

    name: str
    group: int = 0


class PlaceMarker(Order, frozen=True, tag="place-marker"):
    """Put a marker of an Objective on the table."""

    x: int = 0
    y: int = 0
