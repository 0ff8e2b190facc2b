"""4.2.2: what a seat may spend in a battle."""

from __future__ import annotations

from typing import Final

from gearlock.kernel.rulebook import heeds
from gearlock.systems.tactical.state import State
from gearlock.systems.tactical.victory_points.events import SPENT

RULE: Final = "tactical.4.2.2-spending"
POOL, EARNED = "pool:", "VP:"
"""What a seat brought from its campaign; what it has earned in this battle."""
SETTLED, FOR_A_MISSION = "settled:", 5
"""Above 0 once a seat's mission is fulfilled for good; what a mission is worth."""


@heeds("tactical.4.2.2")
def points_to_spend(state: State, seat: str) -> int:
    """What a seat may spend now: its pool, and what it has earned so far, a mission that is fulfilled for good with it.

    There are pools in campaigns only. What a scenario takes off is settled when the battle is over.
    """
    if POOL + seat not in state.points:
        return 0
    earned = max(0, state.points.get(EARNED + seat, 0))
    earned += FOR_A_MISSION if state.points.get(SETTLED + seat, 0) > 0 else 0
    return state.points[POOL + seat] + earned - state.points.get(SPENT + seat, 0)
