"""How the events of briefings change the state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gearlock.kernel.events import Event
from gearlock.systems.hex100.briefings import events as e
from gearlock.systems.hex100.drones.terror.changes import shed_riders
from gearlock.systems.hex100.state import SEATS, State


def _objective_scored(state: State, event: e.ObjectiveScored) -> None:
    state.scored.append((event.objective, event.item, event.seat, event.points))


def _left_map(state: State, event: e.LeftMap) -> None:
    unit = state.units[event.unit]
    for drone, tie in state.scene.ties.items():
        if tie.carrier == unit.id and state.units[drone].docked:
            state.units[drone].left = event.zone
    shed_riders(state, unit)
    unit.placed, unit.left, unit.done, unit.pool = False, event.zone, True, {}
    unit.lock, unit.lock_at, unit.held, unit.held_weapons, unit.trigger = "", None, "", [], ""
    for seat in SEATS:
        state.known[seat].pop(unit.id, None)
        state.contacts[seat].pop(unit.id, None)
    if state.acting == unit.id:
        state.acting = ""


def _site_visited(state: State, event: e.SiteVisited) -> None:
    state.sites.append((event.q, event.r, state.units[event.unit].seat, event.how))


def _nothing(state: State, event: Event) -> None:
    """The story goes on; the state is changed by the events around this one."""


BRIEFING_CHANGES: dict[type[Event], Callable[[State, Any], None]] = {
    e.ObjectiveScored: _objective_scored,
    e.LeftMap: _left_map,
    e.SiteVisited: _site_visited,
    e.SiteHackRolled: _nothing,
}
