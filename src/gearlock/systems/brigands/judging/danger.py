"""What a model could do from a place and what could be done to it there: what moves and postures are weighed by."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds
from gearlock.mechanics.judging.danger import danger_to, noted
from gearlock.systems.brigands.judging.reckoning import Gunner, Mark, Reckoning, arms_in_hand, best_strike, reckoning_of
from gearlock.systems.brigands.state import State, Unit, opponent


def best_worth(state: State, unit: Unit, others: Reckoning | None = None) -> float:
    """The worth of a model's best attack on one enemy, if it can still make one; who asks often brings the `others`."""
    if not unit.readiness:
        return 0.0
    others = reckoning_of(state) if others is None else others
    gunner, arms, crowd = Gunner(state, unit), arms_in_hand(unit), others.crowd
    return others.prospect(
        state.fielded(opponent(unit.seat)), lambda mark: best_strike(state, gunner, mark, crowd, arms)
    )


def danger_here(state: State, unit: Unit) -> float:
    """The danger to a model that stays where it is, noted: whoever weighs its orders asks for each of them."""
    return noted(state.notes, ("danger", unit.id), lambda: danger(state, unit))


@heeds("brigands.7.5")
def danger(state: State, unit: Unit, others: Reckoning | None = None) -> float:
    """The worth of all enemies' best attacks on a model once it is Passive, if they stayed and only turned to it.

    Orders have lapsed by then, which last as long as the Combat Group acts, and it stands tall no more.
    """
    if not unit.is_fielded:
        return 0.0
    if state.orders or unit.steady or unit.tall:
        unit = unit.clone()
        unit.steady = unit.tall = False
        state = state.with_unit(unit)
        state.orders = {}
    return danger_to(state, unit, others or reckoning_of(state), Mark, best_strike)
