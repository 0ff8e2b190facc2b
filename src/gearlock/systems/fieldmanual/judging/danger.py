"""What a model could do from a place and what could be done to it there: what moves and speeds are weighed by."""

from __future__ import annotations

from gearlock.mechanics.judging.danger import noted
from gearlock.systems.fieldmanual.judging.reckoning import Mark, best_of, best_strike, guns_in_hand, reckoning_of
from gearlock.systems.fieldmanual.state import State, Unit, opponent

IN_HAND = 0.5
"""What an enemy without an Action left counts of one that has any: it acts again only in the next round."""


def best_worth(state: State, unit: Unit) -> float:
    """The worth of a model's best attack on one enemy as it stands, if it can still make one."""
    if unit.actions < 1 or not unit.is_fielded:
        return 0.0
    guns = guns_in_hand(state, unit)
    return best_of(state, unit, state.fielded(opponent(unit.seat)), guns) if guns else 0.0


def danger(state: State, unit: Unit) -> float:
    """The worth of all enemies' best attacks on a model, if they stayed and only turned to it."""
    if not unit.is_fielded:
        return 0.0
    others, mark = reckoning_of(state), Mark(state, unit)
    total = 0.0
    for enemy in state.fielded(opponent(unit.seat)):
        worth = best_strike(state, others.gunner(enemy), mark)
        total += worth if enemy.actions or not enemy.used else worth * IN_HAND
        if total >= 1.0:
            return 1.0
    return total


def danger_here(state: State, unit: Unit) -> float:
    """The danger to a model that stays where it is, noted: whoever weighs its orders asks for each of them."""
    return noted(state.notes, ("danger", unit.id), lambda: danger(state, unit))
