"""How the events of electronic warfare change the state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import rule
from gearlock.odds.pools import pool_score
from gearlock.systems.brigands.electronics import events as e
from gearlock.systems.brigands.paying import pay
from gearlock.systems.brigands.state import State
from gearlock.systems.brigands.underway import Rolled


def _spend(state: State, event: e.ActiveEcmDeclared | e.CommsBoosted | e.EwDeclared) -> None:
    pay(state.units[event.unit], event.cost)


def _contest(state: State, event: e.Contested) -> None:
    sides = (event.attack, event.attack_faces), (event.defence, event.defence_faces)
    attack, defence = (result - pool_score(faces) if faces else 0 for result, faces in sides)
    counts = len(event.attack_faces), len(event.defence_faces)
    state.bites = None
    state.rolled = Rolled(event.unit, event.action, event.target, event.attack, event.defence, *counts, attack, defence)


@rule("brigands.8.2f", "brigands.11.3-scan")
def _scan(state: State, event: e.Scanned) -> None:
    """What a Scan has found out is known for the rest of the battle."""
    unit = state.units[event.target]
    unit.scanned = unit.scanned or event.success


@rule("brigands.8.3c")
def _scramble(state: State, event: e.Scrambled) -> None:
    """A Haywire token, of which one is all there is, and no Command Points until the next Setup Phase."""
    unit = state.units[event.unit]
    unit.haywire, unit.command = True, 0


@rule("brigands.8.4c")
def _unscramble(state: State, event: e.Unscrambled) -> None:
    """The token goes; Command Points do not come back with it."""
    state.units[event.unit].haywire = False


def _raise(state: State, event: e.DefenseRaised) -> None:
    state.units[event.unit].jamming = True
    if event.next:
        state.turn, state.passes = event.next, 0


def _lose(state: State, event: e.DefenseLost) -> None:
    state.units[event.unit].jamming = False


def _open_phase(state: State, _event: e.DefensePhaseOpened) -> None:
    state.phase, state.turn, state.passes = "ecm", "", 0


def _choose_first(state: State, event: e.DefenseFirstChosen) -> None:
    state.turn = event.seat


def _pass(state: State, event: e.DefensePassed) -> None:
    state.turn = event.next
    state.passes += 1
    if not event.next:
        state.phase, state.passes = "action", 0


ELECTRONICS_CHANGES: dict[type[Event], Callable[[State, Any], None]] = {
    e.ActiveEcmDeclared: _spend,
    e.CommsBoosted: _spend,
    e.EwDeclared: _spend,
    e.Contested: _contest,
    e.Scanned: _scan,
    e.Scrambled: _scramble,
    e.Unscrambled: _unscramble,
    e.DefenseRaised: _raise,
    e.DefenseLost: _lose,
    e.DefensePhaseOpened: _open_phase,
    e.DefenseFirstChosen: _choose_first,
    e.DefensePassed: _pass,
}
