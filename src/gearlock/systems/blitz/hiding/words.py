"""18.1 and 18.2 in words."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.systems.blitz.hiding.events import TookCover
from gearlock.systems.blitz.state import HIDING, State


def took_cover(state: State, event: TookCover, _seat: str | None) -> Line:
    what, rule = ("hides", "blitz.18.1") if event.token == HIDING else ("is hull down", "blitz.18.2")
    return Line(f"{state.units[event.unit].name} {what}.", (event.unit,), rule)
