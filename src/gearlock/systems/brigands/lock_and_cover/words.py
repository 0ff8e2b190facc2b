"""Smoke, told."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.systems.brigands.lock_and_cover.events import SmokeFired
from gearlock.systems.brigands.state import State


def smoke(state: State, event: SmokeFired, _seat: str | None) -> Line:
    return Line(f"{state.name_of(event.unit)} disappears in Smoke.", (event.unit,), "brigands.trait.smoke")
