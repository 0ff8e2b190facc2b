"""How the events of jamming, hacking, networks and EMP change the state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gearlock.kernel.events import Event
from gearlock.systems.hex100.cyber import events as e
from gearlock.systems.hex100.state import State, Unit, other


def _trace(state: State, unit: Unit) -> None:
    """Who did it knows what he did, as long as he holds the contact."""
    unit.traced = unit.id in state.known[other(unit.seat)]


def _jammed(state: State, event: e.Jammed) -> None:
    unit = state.units[event.unit]
    unit.jammed = True
    _trace(state, unit)


def _hacked(state: State, event: e.Hacked) -> None:
    unit = state.units[event.unit]
    unit.hacked = True
    _trace(state, unit)


def _shocked(state: State, event: e.Shocked) -> None:
    unit = state.units[event.unit]
    unit.shocked = True
    _trace(state, unit)


def _pool_cut(state: State, event: e.PoolCut) -> None:
    state.units[event.unit].pool = dict(event.pool)


def _recovered(state: State, event: e.Recovered) -> None:
    unit = state.units[event.unit]
    unit.shocked = unit.hacked = False
    unit.traced = unit.traced and unit.jammed


def _link_switched(state: State, event: e.LinkSwitched) -> None:
    state.units[event.unit].unlinked = not event.on


def _fortified(state: State, event: e.Fortified) -> None:
    state.units[event.unit].fortified = True


def begin_phase_of(unit: Unit, seat: str) -> None:
    """What ends when a side's phase begins: its own fortification, and the jamming it did to the others."""
    if unit.seat == seat:
        unit.fortified = False
    else:
        unit.jammed = False
        unit.traced = unit.traced and (unit.hacked or unit.shocked)


def _nothing(state: State, event: Event) -> None:
    """The story goes on; the state is changed by the events around this one."""


CYBER_CHANGES: dict[type[Event], Callable[[State, Any], None]] = {
    e.Jammed: _jammed,
    e.JamResisted: _nothing,
    e.Hacked: _hacked,
    e.HackRolled: _nothing,
    e.Shocked: _shocked,
    e.Crashed: _nothing,
    e.PoolCut: _pool_cut,
    e.Recovered: _recovered,
    e.LinkSwitched: _link_switched,
    e.Fortified: _fortified,
}
