"""How well a model stands where it is: what it could do from there, and what enemies could do to it."""

from __future__ import annotations

from gearlock.kernel.survey import Standing
from gearlock.systems.brigands.showing.danger import once_passive
from gearlock.systems.brigands.showing.reckoning import Gunner, Mark, best_strike, reckoning_of
from gearlock.systems.brigands.state import State, opponent


def standing(state: State, seat: str, piece: str) -> Standing:
    """Enemies that have not been activated this Round count as soon; all of them stay and only turn."""
    unit = state.units.get(piece)
    if unit is None or unit.seat != seat or not unit.is_fielded:
        return Standing(left=0.0)
    after, there = once_passive(state, unit)
    others, gunner, mark = reckoning_of(state), Gunner(after, there), Mark(after, there)
    strikes = 0.0
    soon: dict[str, float] = {}
    late: dict[str, float] = {}
    for enemy in after.fielded(opponent(seat)):
        harm = best_strike(after, others.gunner(enemy), mark, others.crowd)
        if harm:
            (late if enemy.activated else soon)[enemy.id] = harm
        strikes = max(strikes, best_strike(after, gunner, others.mark(enemy), others.crowd))
    side = [other.line.bulk for other in state.fielded(seat)]
    stake = unit.line.bulk * len(side) / sum(side)
    return Standing(strikes, soon, late, stake, (unit.hull + unit.structure) / unit.line.bulk)
