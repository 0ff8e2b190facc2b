"""How the events of interceptors, smoke, mines and special armour change the state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gearlock.kernel.events import Event
from gearlock.systems.hex100.state import State, Unit
from gearlock.systems.hex100.underway import Hits, Shots
from gearlock.systems.hex100.warding import events as e

ROUNDS = ("smoke", "mines")
"""What a utility launcher fires."""


def restore_wards(unit: Unit) -> None:
    """When its side's phase begins: interceptors have all their shots again, guns leave their defensive modes.

    What artillery fire control had worked out is old, and a new turn is at its beginning.
    """
    unit.stopped, unit.warding = {}, []
    unit.plotted = unit.acted = False


def _guns_warding(state: State, event: e.GunsWarding) -> None:
    state.units[event.unit].warding += event.weapons


def _shots_announced(state: State, event: e.ShotsAnnounced) -> None:
    at = event.q, event.r
    state.shots = Shots(event.unit, event.weapon, event.mode, event.target, *at, event.shots)


def _shots_stopped(state: State, event: e.ShotsStopped) -> None:
    state.shots = None
    stopped = state.units[event.unit].stopped
    for source, shots in event.by:
        stopped[source] = stopped.get(source, 0) + shots


def _smoke_laid(state: State, event: e.SmokeLaid) -> None:
    unit = state.units[event.unit]
    laid = {(q, r, unit.seat) for q, r in event.hexes}
    state.smoke = sorted(laid.union(state.smoke))
    if event.launcher in unit.uses:
        unit.uses[event.launcher] -= 1
    state.rebuild_field()


def _smoke_cleared(state: State, event: e.SmokeCleared) -> None:
    state.smoke = [each for each in state.smoke if each[2] != event.seat]
    state.rebuild_field()


def _hits_counted(state: State, event: e.HitsCounted) -> None:
    state.hits = Hits(event.unit, event.hits, event.damage, event.lowered, event.critical)


def _charges_spent(state: State, event: e.ChargesSpent) -> None:
    state.hits = None
    state.units[event.unit].charges -= event.charges


def _siege_changed(state: State, event: e.SiegeEntered | e.SiegeLeft) -> None:
    state.units[event.unit].sieging = isinstance(event, e.SiegeEntered)


def _fire_plotted(state: State, event: e.FirePlotted) -> None:
    state.units[event.unit].plotted = True


def _rounds_switched(state: State, event: e.RoundsSwitched) -> None:
    state.units[event.unit].loaded[event.launcher] = ROUNDS.index(event.load)


def _mines_laid(state: State, event: e.MinesLaid) -> None:
    state.mines = sorted({*state.mines, *event.hexes})


def _mine_gone(state: State, event: e.MineGone) -> None:
    state.mines.remove((event.q, event.r))


WARDING_CHANGES: dict[type[Event], Callable[[State, Any], None]] = {
    e.GunsWarding: _guns_warding,
    e.ShotsAnnounced: _shots_announced,
    e.ShotsStopped: _shots_stopped,
    e.SmokeLaid: _smoke_laid,
    e.SmokeCleared: _smoke_cleared,
    e.HitsCounted: _hits_counted,
    e.ChargesSpent: _charges_spent,
    e.SiegeEntered: _siege_changed,
    e.SiegeLeft: _siege_changed,
    e.FirePlotted: _fire_plotted,
    e.RoundsSwitched: _rounds_switched,
    e.MinesLaid: _mines_laid,
    e.MineGone: _mine_gone,
}
