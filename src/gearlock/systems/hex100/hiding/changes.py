"""How the events of stealth and the sensors against it change the state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gearlock.kernel.events import Event
from gearlock.systems.hex100.hiding import events as e
from gearlock.systems.hex100.state import State, Unit


def _marked(state: State, event: e.Marked) -> None:
    state.units[event.unit].marked = True


def _stealth_lost(state: State, event: e.StealthLost) -> None:
    state.units[event.unit].exposed = True


def _searched(state: State, event: e.Searched) -> None:
    state.units[event.unit].searching.append(event.device)


def _hex_locked(state: State, event: e.HexLocked) -> None:
    state.units[event.unit].lock, state.units[event.unit].lock_at = "", (event.q, event.r)


def _hex_lock_lost(state: State, event: e.HexLockLost) -> None:
    state.units[event.unit].lock_at = None


def _nothing(state: State, event: Event) -> None:
    """The story goes on; the state is changed by the events around this one."""


def hide_again(unit: Unit) -> None:
    """When a unit's side begins its phase its optical stealth is back, and what it put to work has run its time."""
    unit.exposed, unit.searching = False, []


HIDING_CHANGES: dict[type[Event], Callable[[State, Any], None]] = {
    e.Marked: _marked,
    e.StealthLost: _stealth_lost,
    e.Searched: _searched,
    e.MarkerMissed: _nothing,
    e.HexLocked: _hex_locked,
    e.HexLockLost: _hex_lock_lost,
}
