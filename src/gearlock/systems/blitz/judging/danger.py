"""What a model could do from a place and what could be done to it there: what moves and postures are weighed by."""

from __future__ import annotations

from collections.abc import Iterable

from gearlock.mechanics.judging.danger import danger_to, noted
from gearlock.systems.blitz.judging.errands import prize_of
from gearlock.systems.blitz.judging.reckoning import Gunner, Mark, Reckoning, arms_in_hand, best_strike, reckoning_of
from gearlock.systems.blitz.rounds.events import come_to_rest
from gearlock.systems.blitz.state import CHARGE, HIDING, State, Unit, opponent
from gearlock.table.measure import INCH

UNLIMITED = 1_000 * INCH
"""Farther than any weapon reaches."""


def best_worth(state: State, unit: Unit, others: Reckoning | None = None) -> float:
    """The worth of a model's best attack on one enemy, if it can still make one; who asks often brings the `others`."""
    return attack_at_hand(state, unit, state.fielded(opponent(unit.seat)), others=others)


def attack_at_hand(
    state: State, unit: Unit, enemies: Iterable[Unit], most: int = UNLIMITED, others: Reckoning | None = None
) -> float:
    """The worth of a model's best attack on one of these enemies as it stands, with weapons that reach no farther."""
    if not unit.readiness or not unit.is_fielded:
        return 0.0
    others = reckoning_of(state) if others is None else others
    gunner, crowd = Gunner(state, unit), others.crowd
    arms = [arm for arm in arms_in_hand(state, unit) if arm.weapon.most <= most]
    if not arms:
        return 0.0

    def worth(mark: Mark) -> float:
        """What its own side wants of it counts more; what the other side wants is that side's secret."""
        best = best_strike(state, gunner, mark, crowd, arms)
        return best * (1 + prize_of(state, unit, mark.unit)) if best and state.facts else best

    return others.prospect(enemies, worth)


def best_against(state: State, unit: Unit, target: Unit) -> float:
    """The worth of the best attack of a model on another, as if it were fresh and turned to it."""
    others = reckoning_of(state)
    return best_strike(state, others.gunner(unit), others.mark(target), others.crowd)


def danger_here(state: State, unit: Unit) -> float:
    """The danger to a model that stays where it is, noted: whoever weighs its orders asks for each of them."""
    return noted(state.notes, ("danger", unit.id), lambda: danger(state, unit))


def danger_seen(state: State, unit: Unit) -> float:
    """The danger to a model that hides, and has given itself away where it is; noted."""

    def reckon() -> float:
        seen = unit.clone()
        seen.tokens.pop(HIDING)
        return danger(state.with_unit(seen), seen, reckoning_of(state))

    return noted(state.notes, ("danger seen", unit.id), reckon)


def danger(state: State, unit: Unit, others: Reckoning | None = None) -> float:
    """The worth of all enemies' best attacks on a model once it is passive, if they stayed and only turned to it.

    A model in its activation has come to rest by then, and with its combat group a charge is over.
    """
    if not unit.is_fielded:
        return 0.0
    if state.is_active(unit) or (unit.used and CHARGE in unit.tokens):
        unit = unit.clone()
        come_to_rest(unit)
        unit.tokens.pop(CHARGE, None)
    return danger_to(state, unit, others or reckoning_of(state), Mark, best_strike)
