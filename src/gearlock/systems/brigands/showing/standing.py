"""How well a model stands where it is: what it could do from there, and what enemies could do to it."""

from __future__ import annotations

from gearlock.kernel.survey import Standing
from gearlock.systems.brigands.showing.worth import strikes_at, worth
from gearlock.systems.brigands.sighting.cover import Crowd
from gearlock.systems.brigands.state import State, Unit, opponent


def standing(state: State, seat: str, piece: str) -> Standing:
    """Enemies that have not been activated this Round count as soon; all of them stay and only turn."""
    unit = state.units.get(piece)
    if unit is None or unit.seat != seat or not unit.is_fielded:
        return Standing(left=0.0)
    after, there = _passive(state, unit)
    crowd = Crowd(after)
    strikes = 0.0
    soon: dict[str, float] = {}
    late: dict[str, float] = {}
    for enemy in after.fielded(opponent(seat)):
        harm = _best(after, enemy, there, crowd)
        if harm:
            (late if enemy.activated else soon)[enemy.id] = harm
        strikes = max(strikes, _best(after, there, enemy, crowd))
    side = [other.line.bulk for other in state.fielded(seat)]
    stake = unit.line.bulk * len(side) / sum(side)
    return Standing(strikes, soon, late, stake, (unit.hull + unit.structure) / unit.line.bulk)


def _passive(state: State, unit: Unit) -> tuple[State, Unit]:
    """The model once its activation is over."""
    there = unit.clone()
    there.posture = ""
    after = state.with_unit(there)
    after.activation = None
    return after, there


def _best(state: State, unit: Unit, target: Unit, crowd: Crowd) -> float:
    return max((worth(state, strike) for strike in strikes_at(state, unit, target, True, crowd)), default=0.0)
