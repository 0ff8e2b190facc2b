"""4.2.2: what a seat may spend in a battle."""

from __future__ import annotations

from typing import Final

from gearlock.kernel.rulebook import heeds
from gearlock.systems.tactical.state import State
from gearlock.systems.tactical.victory_points.events import SPENT

RULE: Final = "tactical.4.2.2-spending"
POOL, EARNED = "pool:", "VP:"
"""What a seat brought from its campaign; what it has earned in this battle."""


@heeds("tactical.4.2.2")
def points_to_spend(state: State, seat: str) -> int:
    """What a seat may spend now: its pool, and what it has earned so far. There are pools in campaigns only.

    What a scenario takes off is settled when the battle is over.
    """
    if POOL + seat not in state.points:
        return 0
    earned = max(0, state.points.get(EARNED + seat, 0))
    return state.points[POOL + seat] + earned - state.points.get(SPENT + seat, 0)
