"""How the events of deployment change the state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gearlock.kernel.events import Event
from gearlock.systems.brigands.beginning.zones import opposite
from gearlock.systems.brigands.setting import events as e
from gearlock.systems.brigands.state import COMBAT_SPEED, Activation, State, opponent


def _take_side(state: State, event: e.SideTaken) -> None:
    state.zones = {event.seat: event.side, opponent(event.seat): opposite(event.side)}


def _open_phase(state: State, event: e.PhaseOpened) -> None:
    """Whoever won the roll-off of deployment decides about Special Deployments too; every other roll is forgotten."""
    state.phase, state.turn, state.group, state.squad = event.phase, "", 0, 0
    if event.phase != "special":
        state.winner = ""


def _give_turn(state: State, event: e.TurnGiven) -> None:
    state.turn, state.group, state.squad = event.seat, 0, 0


def _set_aside(state: State, event: e.GroupSetAside) -> None:
    state.group = event.group
    for unit in state.units.values():
        if unit.seat == event.seat and unit.group == event.group and not unit.controller:
            unit.aside = event.way


def _drop(state: State, event: e.AirdropRolled) -> None:
    """Who is late stays marked until it lands."""
    if event.lands:
        for unit in state.units.values():
            if unit.seat == event.seat and unit.group == event.group:
                unit.aside = ""


def _start_pathfinder(state: State, event: e.PathfinderStarted) -> None:
    unit = state.units[event.unit]
    unit.posture = COMBAT_SPEED
    state.squad = unit.squad
    state.activation = Activation(unit.id, unit.x, unit.y, unit.z, unit.facing, moves=1)


def _stay(state: State, event: e.PathfindersStayed) -> None:
    for unit_id in event.units:
        state.units[unit_id].activated = True


SETTING_CHANGES: dict[type[Event], Callable[[State, Any], None]] = {
    e.SideTaken: _take_side,
    e.PhaseOpened: _open_phase,
    e.TurnGiven: _give_turn,
    e.GroupSetAside: _set_aside,
    e.AirdropRolled: _drop,
    e.PathfinderStarted: _start_pathfinder,
    e.PathfindersStayed: _stay,
}
