"""How well a model stands where it is: what it could do from there, and what enemies could do to it.

Everybody may brace where it stands, or come nearer before it strikes, straight to the other, as far as one move goes.
"""

from __future__ import annotations

from gearlock.kernel.survey import Standing
from gearlock.mechanics.judging.danger import noted, once_passive
from gearlock.mechanics.judging.outlook import Rival, braced_or_nearer, stakes_by_price, standing_among, step_towards
from gearlock.systems.blitz.judging.danger import best_worth
from gearlock.systems.blitz.judging.reckoning import Gunner, Mark, best_strike, reckoning_of
from gearlock.systems.blitz.lock_and_cover.cover import Crowd
from gearlock.systems.blitz.state import BRACED, COMBAT, IMMOBILISED, State, Unit, opponent

KEPT_FOR_LATER = 0.8
"""What an attack counts that a model might make in its activation: it may be hurt before, or its target gone."""
KEPT_FOR_AN_ANSWER = 0.25
"""What a standby token counts of the attack it could make at once: the enemy may give it no occasion."""
SECOND = 0.5
"""What a further attack counts of the best one: its weapon has fired, and another takes its place."""
SPENT = 0.5
"""What a crippled model counts of a whole one: its TV is among the casualties already."""


def standing(state: State, seat: str, piece: str) -> Standing:
    """Enemies that may still act this round count as soon: not yet activated, and with an action or a token left."""
    unit = state.units.get(piece)
    if unit is None or unit.seat != seat or not unit.is_fielded:
        return Standing(left=0.0)
    after, there = once_passive(state, unit)
    others, mark, counts = reckoning_of(state), Mark(after, there), stakes(after, seat)
    rivals = []
    for enemy in after.fielded(opponent(seat)):
        harm = _best(after, enemy, mark, others.crowd)
        strike = _best(after, there, others.mark(enemy), others.crowd)
        rivals.append(Rival(enemy.id, counts[enemy.id], harm, strike, enemy.used or not enemy.readiness))
    return standing_among(rivals, counts[unit.id], (unit.hull + unit.structure) / max(1, unit.line.bulk))


def stakes(state: State, seat: str) -> dict[str, float]:  # noqa: ARG001 - both sides know all models in play
    """What each model in play counts for casualties, in shares of the average of its side: by its TV."""
    sides = [{unit.id: max(1, unit.tv) for unit in state.fielded(side)} for side in ("red", "blue")]
    found = stakes_by_price(*sides)
    return {name: counts * SPENT if state.units[name].is_crippled else counts for name, counts in found.items()}


def prospect(state: State, unit: Unit) -> float:
    """The best attack a model could make in an activation of its own, on any enemy; noted."""
    others = reckoning_of(state)

    def best() -> float:
        enemies = state.fielded(opponent(unit.seat))
        return others.prospect(enemies, lambda mark: _best(state, unit, mark, others.crowd))

    return noted(state.notes, (prospect, unit.id), best)


def kept_attack(state: State, unit: Unit, spent: int = 1) -> float:
    """What a model that spends so many actions now could have done with them later this round."""
    if not unit.is_fielded:
        return 0.0
    if state.is_active(unit):
        worth = best_worth(state, unit)
    elif unit.used:
        worth = KEPT_FOR_AN_ANSWER * best_worth(state, unit)
    else:
        worth = KEPT_FOR_LATER * prospect(state, unit)
    return worth if spent >= unit.readiness else SECOND * worth


def _best(state: State, unit: Unit, mark: Mark, crowd: Crowd) -> float:
    """The best attack of a model on another, from where it stands or from nearer."""
    nearer = _nearer(state, unit, mark.unit)
    return braced_or_nearer(unit, BRACED, nearer, lambda there: _best_from(state, there, mark, crowd))


def _best_from(state: State, unit: Unit, mark: Mark, crowd: Crowd) -> float:
    there = state.with_unit(unit)
    return best_strike(there, Gunner(there, unit), mark, crowd)


def _nearer(state: State, unit: Unit, target: Unit) -> Unit | None:
    """A model after one move towards another; None if it cannot move, or there is nowhere to stand."""
    if unit.place or unit.carrier or IMMOBILISED in unit.tokens:
        return None
    clear = unit.line.radius + target.line.radius
    spot = step_towards(state.ground, unit, target, unit.line.move, clear)
    if spot is None:
        return None
    there = unit.clone()
    there.posture = COMBAT
    there.x, there.y, there.z = spot
    return there
