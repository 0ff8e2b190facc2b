"""How well a model stands where it is: what it could do from there, and what enemies could do to it.

Everybody may Brace where it stands, or come nearer before it strikes, straight to the other, as far as one Move goes.
"""

from __future__ import annotations

from gearlock.kernel.survey import Standing
from gearlock.mechanics.judging.danger import once_passive
from gearlock.mechanics.judging.outlook import Rival, braced_or_nearer, stakes_by_price, standing_among, step_towards
from gearlock.systems.brigands.judging.reckoning import Gunner, Mark, best_strike, reckoning_of
from gearlock.systems.brigands.lock_and_cover.cover import Crowd
from gearlock.systems.brigands.state import BRACED, COMBAT_SPEED, State, Unit, opponent
from gearlock.table.measure import distance

SHARED = 1.0
"""What a blow counts that a model takes because a friend stands near, of one that is meant for it."""
SPENT = 0.5
"""What a Crippled model counts of a whole one: its TV is among the Casualties already."""


def standing(state: State, seat: str, piece: str) -> Standing:
    """Enemies that may still act this Round count as soon: not yet activated, and with an Action or a token left."""
    unit = state.units.get(piece)
    if unit is None or unit.seat != seat or not unit.is_fielded:
        return Standing(left=0.0)
    after, there = once_passive(state, unit)
    others, mark, counts = reckoning_of(state), Mark(after, there), stakes(after, seat)
    friends = [distance(there.x, there.y, other.x, other.y) for other in after.fielded(seat) if other.id != piece]
    rivals = []
    for enemy in after.fielded(opponent(seat)):
        harm = _best(after, enemy, mark, others.crowd)
        harm *= 1 + SHARED * _shared(enemy, there, friends) if harm else 1
        strike = _best(after, there, others.mark(enemy), others.crowd)
        rivals.append(Rival(enemy.id, counts[enemy.id], harm, strike, enemy.activated or not enemy.readiness))
    return standing_among(rivals, counts[unit.id], (unit.hull + unit.structure) / unit.line.bulk)


def stakes(state: State, seat: str) -> dict[str, float]:  # noqa: ARG001 - both sides know all models in play
    """What each model in play counts for Casualties, in shares of the average of its side: by its TV."""
    sides = [{unit.id: max(1, unit.tv) for unit in state.fielded(side)} for side in ("red", "blue")]
    found = stakes_by_price(*sides)
    return {name: counts * SPENT if state.units[name].is_crippled else counts for name, counts in found.items()}


def _shared(enemy: Unit, unit: Unit, friends: list[int]) -> float:
    """How likely an area of effect meant for a friend of a model beside it reaches the model too."""
    away = distance(enemy.x, enemy.y, unit.x, unit.y) - max(enemy.line.move.values(), default=0)
    area = max((weapon.area for weapon in enemy.line.weapons.values() if weapon.most >= away), default=0)
    near = sum(far <= area + unit.line.radius for far in friends) if area else 0
    return near / (near + 1)


def _best(state: State, unit: Unit, mark: Mark, crowd: Crowd) -> float:
    """The best attack of a model on another, from where it stands or from nearer."""
    nearer = _nearer(state, unit, mark.unit)
    return braced_or_nearer(unit, BRACED, nearer, lambda there: _best_from(state, there, mark, crowd))


def _best_from(state: State, unit: Unit, mark: Mark, crowd: Crowd) -> float:
    there = state.with_unit(unit)
    return best_strike(there, Gunner(there, unit), mark, crowd)


def _nearer(state: State, unit: Unit, target: Unit) -> Unit | None:
    """A model after one Move towards another; None if there is nowhere to stand."""
    if unit.airborne or unit.carrier or unit.inside:
        return None
    clear = unit.line.radius + target.line.radius
    spot = step_towards(state.ground, unit, target, max(unit.line.move.values(), default=0), clear)
    if spot is None:
        return None
    there = unit.clone()
    there.posture = COMBAT_SPEED
    there.x, there.y, there.z = spot
    return there
