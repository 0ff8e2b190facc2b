"""Command Points: the pool of a side."""

from __future__ import annotations

from gearlock.kernel.rulebook import rule
from gearlock.systems.fieldmanual.leaders.events import POOL
from gearlock.systems.fieldmanual.state import State

TV_STEP = 500
START = "CP start:"
"""Before a seat: the Command Points it began the battle with, in `State.points`."""


@rule("fieldmanual.cp-pool")
def starting_points(leadership: int, tv_limit: int, own_groups: int, other_groups: int) -> int:
    """The Command Points a side begins with: Leadership of the commander, 1 for every 500 TV or part thereof.

    The TV is the agreed limit. The side with fewer Combat Groups gets the difference as well.
    """
    return leadership + -(-tv_limit // TV_STEP) + max(0, other_groups - own_groups)


def points_left(state: State, seat: str) -> int:
    """The Command Points a side has left."""
    return state.points.get(POOL + seat, 0)


def most_points(state: State, seat: str) -> int:
    """The Command Points a side began the battle with: an uplink brings no more."""
    return state.points.get(START + seat, 0)


def fill_pool(state: State, seat: str, points: int) -> None:
    """Lay out a pool, bought points included. For the `change` of events, and for whoever lays a state out."""
    state.points[POOL + seat] = state.points[START + seat] = points
