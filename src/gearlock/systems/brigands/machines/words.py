"""The events of vehicles of several parts, recovery and VTOLs as lines of the story."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gearlock.kernel.events import Event
from gearlock.kernel.view import Line
from gearlock.systems.brigands.machines.events import Landed, TookOff
from gearlock.systems.brigands.state import State
from gearlock.table.measure import inches_text


def _took_off(state: State, event: TookOff) -> Line:
    return Line(f"{state.units[event.unit].name} takes off and is Airborne.", (event.unit,), "brigands.9.7")


def _landed(state: State, event: Landed) -> Line:
    unit = state.units[event.unit]
    where = f"{inches_text(event.x)}, {inches_text(event.y)}"
    how = "lands" if unit.is_fielded and not unit.is_crippled else "comes down"
    return Line(f"{unit.name} {how} at {where}.", (event.unit,), "brigands.9.7")


MACHINES_WORDS: dict[type[Event], Callable[[State, Any], Line]] = {TookOff: _took_off, Landed: _landed}
