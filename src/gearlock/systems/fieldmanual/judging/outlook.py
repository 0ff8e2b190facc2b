"""How well a model stands where it is: what it could do from there or from nearer, and what enemies could do to it."""

from __future__ import annotations

from gearlock.kernel.survey import Standing
from gearlock.mechanics.judging.danger import noted
from gearlock.mechanics.judging.outlook import Rival, here_or_nearer, stakes_by_price, standing_among, step_towards
from gearlock.systems.fieldmanual.judging.danger import best_worth
from gearlock.systems.fieldmanual.judging.reckoning import Gunner, Mark, best_strike, imagined, reckoning_of
from gearlock.systems.fieldmanual.judging.strikes import share_lost
from gearlock.systems.fieldmanual.state import SEATS, STATIONARY, State, Unit, opponent
from gearlock.table.measure import INCH

KEPT_FOR_LATER = 0.8
"""What an attack counts that a model might make in its activation: it may be hurt before, or its target gone."""
KEPT_FOR_AN_ANSWER = 0.4
"""What a saved Action counts of the attack it could make at once: the enemy may give it no occasion."""

PRESSED = 1.9
"""How many times its best direct attack a turn costs, fitted on 24 duels of bots; throws, blows and lobbed fire are
left out of that attack, and no part of the factor was measured by itself."""


def stakes(state: State, seat: str) -> dict[str, float]:  # noqa: ARG001 - both sides know the models on the table
    """What each model on the table counts, in shares of the average of its side: by its TV, a base by its part."""
    sides = []
    for side in SEATS:
        fielded = list(state.fielded(side))
        sides.append({unit.id: max(1, _price(state, unit)) for unit in fielded})
    return stakes_by_price(*sides)


def _price(state: State, unit: Unit) -> int:
    """The TV of a model; the bases of a Combined Model share it."""
    if not unit.team:
        return unit.tv
    parts = state.parts(unit)
    return sum(part.tv for part in parts) // len(parts)


def standing(state: State, seat: str, piece: str) -> Standing:
    """Enemies that may still act this round count as soon: not yet activated, or with an Action saved."""
    unit = state.units.get(piece)
    if unit is None or unit.seat != seat or not unit.is_fielded:
        return Standing(left=0.0)
    others, mark, counts = reckoning_of(state), Mark(state, unit), stakes(state, seat)
    rivals = []
    for enemy in state.fielded(opponent(seat)):
        harm = PRESSED * best_from_here_or_nearer(state, enemy, mark)
        strike = PRESSED * best_from_here_or_nearer(state, unit, others.mark(enemy))
        rivals.append(Rival(enemy.id, counts[enemy.id], harm, strike, enemy.used and not enemy.actions))
    return standing_among(rivals, counts[unit.id], 1 - share_lost(unit, unit.boxes))


def best_from_here_or_nearer(state: State, unit: Unit, mark: Mark) -> float:
    """The best attack of a model on another, turned to it: from where it stands, or after a move towards it."""
    here = best_strike(state, reckoning_of(state).gunner(unit), mark)
    nearer = _nearer(state, unit, mark.unit)
    if nearer is None:
        return here
    there = imagined(state, nearer)
    return here_or_nearer(here, (best_strike(there, Gunner(there, nearer), mark),))


def _nearer(state: State, unit: Unit, target: Unit) -> Unit | None:
    """A model after a move at Combat Speed towards another; None if it cannot, or there is nowhere to stand."""
    if unit.is_static or unit.carrier or not unit.card.rows:
        return None
    far = max(row.combat for row in unit.card.rows.values()) * INCH
    spot = step_towards(state.ground, unit, target, far, unit.card.radius + target.card.radius)
    if spot is None:
        return None
    there = unit.clone()
    there.x, there.y, there.z = spot
    there.band = "combat" if there.band == STATIONARY else there.band
    return there


def prospect(state: State, unit: Unit) -> float:
    """The best attack a model could make in an activation of its own, on any enemy; noted.

    From where it stands; if there is none, after a move towards the nearest.
    """
    others = reckoning_of(state)

    def best() -> float:
        enemies = list(state.fielded(opponent(unit.seat)))
        gunner = others.gunner(unit)
        here = others.prospect(enemies, lambda mark: best_strike(state, gunner, mark))
        if here or not enemies:
            return here
        nearest = min(enemies, key=lambda enemy: (enemy.x - unit.x) ** 2 + (enemy.y - unit.y) ** 2)
        return best_from_here_or_nearer(state, unit, others.mark(nearest))

    return noted(state.notes, (prospect, unit.id), best)


def kept_attack(state: State, unit: Unit) -> float:
    """What a model that spends an Action now could have done with it later this round."""
    if not unit.is_fielded or unit.actions != 1:
        return 0.0
    if state.is_active(unit):
        return best_worth(state, unit)
    if unit.used:
        return KEPT_FOR_AN_ANSWER * best_worth(state, unit)
    return KEPT_FOR_LATER * prospect(state, unit)
