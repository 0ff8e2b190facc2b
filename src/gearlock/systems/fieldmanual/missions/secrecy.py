"""Secrets of a battle: what a seat does not know of objectives and support, drawn anew from what it might be."""

from __future__ import annotations

from gearlock.kernel.system import Chooser
from gearlock.mechanics.secrets import Sealed, is_known
from gearlock.systems.fieldmanual.missions.choosing import chosen_by, completes
from gearlock.systems.fieldmanual.missions.slots import (
    OBJECTIVE,
    Slot,
    objectives,
    points_taken,
    points_wanted,
    slots_of,
)
from gearlock.systems.fieldmanual.state import State, opponent
from gearlock.systems.fieldmanual.support.secrecy import suppose_support


def suppose(state: State, seat: str, chooser: Chooser) -> State:
    """A copy in which all that a seat does not know is drawn anew from what it might be."""
    twin, enemy = state.clone(), opponent(seat)
    _draw_objectives(twin, seat, enemy, chooser)
    suppose_support(twin, seat, enemy, chooser)
    return twin


def _draw_objectives(state: State, seat: str, enemy: str, chooser: Chooser) -> None:
    """Before they are shown: a full set for who has finished, none yet for who is choosing."""
    hidden = [slot for slot in slots_of(state, enemy) if not is_known(state.facts[slot.key(OBJECTIVE)], seat)]
    if not hidden:
        return
    finished = state.turn != enemy
    for slot in hidden:
        del state.facts[slot.key(OBJECTIVE)]
    while finished and points_taken(state, enemy) < points_wanted(state):
        chosen = chosen_by(state, enemy)
        possible = [name for name in objectives() if completes(state, enemy, [*chosen, name])]
        slot = Slot(enemy, len(chosen) + 1)
        state.facts[slot.key(OBJECTIVE)] = Sealed(chooser.choice(possible), (enemy,))
