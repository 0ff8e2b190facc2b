"""How the events of vehicles of several parts, recovery and VTOLs change the state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import rule
from gearlock.systems.brigands.machines.events import Flew, Landed, PatchedUp, Repaired, TookOff
from gearlock.systems.brigands.paying import pay
from gearlock.systems.brigands.state import State


def _rise(state: State, event: TookOff | Flew) -> None:
    unit = state.units[event.unit]
    unit.airborne, unit.z = True, event.z


def _land(state: State, event: Landed) -> None:
    unit = state.units[event.unit]
    unit.airborne, unit.x, unit.y, unit.z = False, event.x, event.y, event.z
    unit.aside = ""


@rule("brigands.9.6a")
def _repair(state: State, event: Repaired) -> None:
    """Haywire and Corrosion go with the damage; nobody repairs it again this Round."""
    unit = state.units[event.target]
    pay(state.units[event.unit], event.cost)
    unit.hull, unit.structure, unit.mended = event.hull, event.structure, True
    unit.haywire = unit.corroded = False


def _patch_up(state: State, event: PatchedUp) -> None:
    target = state.units[event.target]
    state.units[event.unit].tended = True
    target.hull, target.structure = event.hull, event.structure


MACHINES_CHANGES: dict[type[Event], Callable[[State, Any], None]] = {
    TookOff: _rise,
    Flew: _rise,
    Landed: _land,
    Repaired: _repair,
    PatchedUp: _patch_up,
}
