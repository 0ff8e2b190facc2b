"""6: Standby, Overwatch and Snap Fire, told."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.systems.brigands.reactions.events import Overwatched, StoodBy
from gearlock.systems.brigands.state import State


def stood_by(state: State, event: StoodBy, _seat: str | None) -> Line:
    return Line(f"{state.name_of(event.unit)} goes on Standby.", (event.unit,), "brigands.6.1")


def overwatched(state: State, event: Overwatched, _seat: str | None) -> Line:
    return Line(f"{state.name_of(event.unit)} goes on Overwatch.", (event.unit,), "brigands.6.2")
