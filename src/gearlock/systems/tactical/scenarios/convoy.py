"""4.3.5: Come Out, Come Out, Wherever You Are."""

from __future__ import annotations

from typing import Final

from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.turns import higher
from gearlock.systems.tactical.damage.condition import is_immobile
from gearlock.systems.tactical.missions.condition import ESCAPED
from gearlock.systems.tactical.scenarios.counting import BEGAN, is_driven_off, lost, lost_of
from gearlock.systems.tactical.scenarios.printed import NORTH, SOUTH
from gearlock.systems.tactical.scenarios.verdicts import Verdict
from gearlock.systems.tactical.state import KEPT_SLOW, NO_EVASION, State, Unit
from gearlock.systems.tactical.victory_points.pools import EARNED

HALF_THE_ESCORT, ALL_OF_IT = 2, 3
FIRST_LOSS: Final = "first truck lost"
"""Counted in `State.points`: the round in which the first truck was lost."""


def trucks(state: State) -> list[Unit]:
    """All trucks, wherever they are."""
    return [unit for unit in state.units.values() if unit.token(NO_EVASION)]


@heeds("tactical.4.3.5")
def trucks_through(state: State) -> int:
    """Trucks that have left by the south edge; once no enemy is left all that still drive get there."""
    through = sum(bool(unit.token(ESCAPED)) for unit in trucks(state))
    if not is_driven_off(state, SOUTH):
        return through
    return through + sum(unit.is_fielded and not is_immobile(unit) for unit in trucks(state))


@heeds("tactical.4.3.5")
def points_for_escorts(state: State) -> int:
    """2 points when half of the escorts are destroyed, 3 in their place when all are."""
    began, gone = state.points.get(BEGAN + NORTH, 0), lost_of(state, NORTH)
    if not began or 2 * gone < began:
        return 0
    return ALL_OF_IT if gone >= began else HALF_THE_ESCORT


@heeds("tactical.4.3.5", "tactical.4.2.2")
def earned_so_far(state: State) -> dict[str, int]:
    """Points that are earned by now and may be spent in a campaign: for trucks that are out or lost, for escorts."""
    south = lost(trucks(state)) + points_for_escorts(state)
    return {EARNED + SOUTH: south, EARNED + NORTH: sum(bool(unit.token(ESCAPED)) for unit in trucks(state))}


@heeds("tactical.4.3.5")
def is_let_loose(state: State) -> bool:
    """Whether the trucks may go to Top Speed from this round on: at the end of an earlier one one of them was lost."""
    return bool(state.points.get(FIRST_LOSS)) and any(unit.token(KEPT_SLOW) for unit in trucks(state))


@rule("tactical.4.3.5")
def judge_convoy(state: State) -> Verdict | None:
    """Points for trucks through and trucks destroyed, once none is left on the table or nobody to stop them."""
    on_the_way = any(unit.is_fielded and not is_immobile(unit) for unit in trucks(state))
    if on_the_way and not state.finished and not is_driven_off(state, SOUTH):
        return None
    through, gone = trucks_through(state), lost(trucks(state))
    south = gone + points_for_escorts(state)
    why = f"{through} trucks got through, {gone} are destroyed"
    return Verdict(higher(south, through), south, through, why)
