"""How well a unit stands where it is: what it could do from there or from nearer, and what enemies could do to it."""

from __future__ import annotations

from gearlock.kernel.survey import Standing
from gearlock.mechanics.judging.danger import noted
from gearlock.mechanics.judging.outlook import Rival, here_or_nearer, stakes_by_price, standing_among, step_towards
from gearlock.systems.tactical.judging.odds import share_gone
from gearlock.systems.tactical.judging.reckoning import (
    Gunner,
    Mark,
    best_strike,
    best_worth,
    imagined,
    reckoning_of,
)
from gearlock.systems.tactical.speed import MP, allowance
from gearlock.systems.tactical.state import COMBAT, SEATS, State, Unit, opponent
from gearlock.table.measure import INCH

PRESSED = 0.3
"""How much of its best attack a turn costs, fitted on duels of bots: who closes in moves, and aims worse for it."""
KEPT_FOR_LATER = 0.8
"""What an attack counts that a unit might make in its activation: it may be hurt before, or its target gone."""


def stakes(state: State, seat: str) -> dict[str, float]:  # noqa: ARG001 - both sides know the units on the table
    """What each unit on the table counts, in shares of the average of its side, by its TV."""
    return stakes_by_price(*({unit.id: max(1, unit.tv) for unit in state.fielded(side)} for side in SEATS))


def standing(state: State, seat: str, piece: str) -> Standing:
    """Enemies that have not been activated count as soon."""
    found = [unit for unit in state.fielded(seat) if unit.id == piece]
    if not found:
        return Standing(left=0.0)
    unit, counts = found[0], stakes(state, seat)
    own, others = Mark(state, unit), reckoning_of(state)
    rivals = [
        Rival(
            enemy.id,
            counts[enemy.id],
            PRESSED * from_here_or_nearer(state, enemy, own),
            PRESSED * from_here_or_nearer(state, unit, others.mark(enemy)),
            enemy.done,
        )
        for enemy in state.fielded(opponent(seat))
    ]
    return standing_among(rivals, counts[unit.id], 1 - share_gone(unit))


def from_here_or_nearer(state: State, unit: Unit, mark: Mark) -> float:
    """The best attack of a unit on another, turned to it: from where it stands, or after a move towards it."""
    here = best_strike(state, reckoning_of(state).gunner(unit), mark)
    far = allowance(unit, COMBAT) * INCH // MP
    clear = unit.card.radius + mark.unit.card.radius
    spot = step_towards(state.ground, unit, mark.unit, far, clear) if far and not unit.carrier else None
    if spot is None:
        return here
    there = unit.clone()
    there.x, there.y, there.z = spot
    after = imagined(state, there)
    return here_or_nearer(here, (best_strike(after, Gunner(after, there), mark),))


def prospect(state: State, unit: Unit) -> float:
    """The best attack a unit could make in an activation of its own, on the enemy it could hurt most; noted."""

    def best() -> float:
        others, enemies = reckoning_of(state), list(state.fielded(opponent(unit.seat)))
        gunner = others.gunner(unit)
        return others.prospect(enemies, lambda mark: best_strike(state, gunner, mark))

    return noted(state.notes, (prospect, unit.id), best)


def kept_attack(state: State, unit: Unit) -> float:
    """What a unit that spends its last Action now could have done with it in its activation."""
    if not unit.is_fielded or unit.actions != 1:
        return 0.0
    now = state.activation
    if now is not None and now.unit == unit.id:
        return best_worth(state, unit)
    return 0.0 if unit.done else KEPT_FOR_LATER * prospect(state, unit)
