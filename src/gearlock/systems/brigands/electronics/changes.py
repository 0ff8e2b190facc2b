"""How the events of electronic warfare change the state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gearlock.kernel.events import Event
from gearlock.odds.pools import pool_score
from gearlock.systems.brigands.electronics import events as e
from gearlock.systems.brigands.paying import pay
from gearlock.systems.brigands.state import Rolled, State


def _spend(state: State, event: e.ActiveEcmDeclared | e.CommsBoosted) -> None:
    pay(state.units[event.unit], event.cost)


def _contest(state: State, event: e.Contested) -> None:
    bonus = [
        result - pool_score(faces) if faces else 0
        for result, faces in ((event.attack, event.attack_faces), (event.defence, event.defence_faces))
    ]
    counts = len(event.attack_faces), len(event.defence_faces)
    state.rolled = Rolled(event.unit, event.action, event.target, event.attack, event.defence, *counts, *bonus)


ELECTRONICS_CHANGES: dict[type[Event], Callable[[State, Any], None]] = {
    e.ActiveEcmDeclared: _spend,
    e.CommsBoosted: _spend,
    e.Contested: _contest,
}
