"""How the events of vehicles of several parts, recovery and VTOLs change the state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gearlock.kernel.events import Event
from gearlock.systems.brigands.machines.events import Flew, Landed, TookOff
from gearlock.systems.brigands.state import State


def _rise(state: State, event: TookOff | Flew) -> None:
    unit = state.units[event.unit]
    unit.airborne, unit.z = True, event.z


def _land(state: State, event: Landed) -> None:
    unit = state.units[event.unit]
    unit.airborne, unit.x, unit.y, unit.z = False, event.x, event.y, event.z


MACHINES_CHANGES: dict[type[Event], Callable[[State, Any], None]] = {TookOff: _rise, Flew: _rise, Landed: _land}
