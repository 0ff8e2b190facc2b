"""How well a model stands where it is: what it could do from there, and what enemies could do to it.

Everybody may Brace where it stands, or come nearer before it strikes, straight to the other, as far as one Move goes.
"""

from __future__ import annotations

from gearlock.kernel.survey import Standing
from gearlock.mechanics.ground.forms import is_solid
from gearlock.mechanics.ground.surfaces import surface_at
from gearlock.systems.brigands.judging.danger import once_passive
from gearlock.systems.brigands.judging.reckoning import Gunner, Mark, best_strike, reckoning_of
from gearlock.systems.brigands.lock_and_cover.cover import Crowd
from gearlock.systems.brigands.state import BRACED, COMBAT_SPEED, State, Unit, opponent
from gearlock.table.measure import distance

SHARED = 1.0
"""What a blow counts that a model takes because a friend stands near, of one that is meant for it."""
SPENT = 0.5
"""What a Crippled model counts of a whole one: its TV is among the Casualties already."""
AFTER_A_MOVE = 0.7
"""What an attack counts that takes a Move first: something may be in its way."""


def standing(state: State, seat: str, piece: str) -> Standing:
    """Enemies that may still act this Round count as soon: not yet activated, and with an Action or a token left."""
    unit = state.units.get(piece)
    if unit is None or unit.seat != seat or not unit.is_fielded:
        return Standing(left=0.0)
    after, there = once_passive(state, unit)
    others, mark, counts = reckoning_of(state), Mark(after, there), stakes(after, seat)
    strikes = 0.0
    soon: dict[str, float] = {}
    late: dict[str, float] = {}
    friends = [distance(there.x, there.y, other.x, other.y) for other in after.fielded(seat) if other.id != piece]
    for enemy in after.fielded(opponent(seat)):
        harm = _best(after, enemy, mark, others.crowd)
        if harm:
            harm *= 1 + SHARED * _shared(enemy, there, friends)
            spent = enemy.activated or not enemy.readiness
            (late if spent else soon)[enemy.id] = harm
        strikes = max(strikes, counts[enemy.id] * _best(after, there, others.mark(enemy), others.crowd))
    return Standing(strikes, soon, late, counts[unit.id], (unit.hull + unit.structure) / unit.line.bulk)


def stakes(state: State, seat: str) -> dict[str, float]:  # noqa: ARG001 - both sides know all models in play
    """What each model in play counts for Casualties, in shares of the average of its side: by its TV."""
    found: dict[str, float] = {}
    for side in (list(state.fielded(each)) for each in ("red", "blue")):
        total = sum(max(1, unit.tv) for unit in side)
        for unit in side:
            found[unit.id] = max(1, unit.tv) * len(side) / total * (SPENT if unit.is_crippled else 1)
    return found


def _shared(enemy: Unit, unit: Unit, friends: list[int]) -> float:
    """How likely an area of effect meant for a friend of a model beside it reaches the model too."""
    away = distance(enemy.x, enemy.y, unit.x, unit.y) - max(enemy.line.move.values(), default=0)
    area = max((weapon.area for weapon in enemy.line.weapons.values() if weapon.most >= away), default=0)
    near = sum(far <= area + unit.line.radius for far in friends) if area else 0
    return near / (near + 1)


def _best(state: State, unit: Unit, mark: Mark, crowd: Crowd) -> float:
    """The best attack of a model on another, from where it stands or from nearer."""
    here = unit.clone()
    here.posture = BRACED
    best = _best_from(state, here, mark, crowd)
    there = _nearer(state, unit, mark.unit)
    return best if there is None else max(best, AFTER_A_MOVE * _best_from(state, there, mark, crowd))


def _best_from(state: State, unit: Unit, mark: Mark, crowd: Crowd) -> float:
    there = state.with_unit(unit)
    return best_strike(there, Gunner(there, unit), mark, crowd)


def _nearer(state: State, unit: Unit, target: Unit) -> Unit | None:
    """A model after one Move towards another; None if there is nowhere to stand."""
    way = distance(unit.x, unit.y, target.x, target.y)
    length = min(max(unit.line.move.values(), default=0), way - unit.line.radius - target.line.radius)
    if length <= 0 or unit.airborne or unit.carrier or unit.inside:
        return None
    x = unit.x + (target.x - unit.x) * length // way
    y = unit.y + (target.y - unit.y) * length // way
    if any(is_solid(piece) and piece.top > unit.z for piece in state.ground.pieces_at(x, y)):
        return None
    there = unit.clone()
    there.posture = COMBAT_SPEED
    there.x, there.y, there.z = x, y, surface_at(state.ground, x, y, unit.z)
    return there
