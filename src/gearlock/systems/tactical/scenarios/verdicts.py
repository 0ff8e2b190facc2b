"""What a scenario comes to: who has won, and the Victory Points of both sides."""

from __future__ import annotations

from typing import NamedTuple

from gearlock.systems.tactical.scenarios.printed import NORTH, SOUTH
from gearlock.systems.tactical.state import State, opponent

FORFEIT = "forfeit:"
"""Counted in `State.points`: the side has done what loses the game by itself."""


class Verdict(NamedTuple):
    """The winner, nobody after a draw, with the points of the South and the North, and why."""

    winner: str
    south: int
    north: int
    why: str

    @property
    def points(self) -> dict[str, int]:
        """By seat."""
        return {SOUTH: self.south, NORTH: self.north}


def won_by(seat: str, points: int, why: str, other: int = 0) -> Verdict:
    """One side has won with so many points; the other has these."""
    south, north = (points, other) if seat == SOUTH else (other, points)
    return Verdict(seat, south, north, why)


def drawn(why: str) -> Verdict:
    """Nobody has done what it had to."""
    return Verdict("", 0, 0, why)


def forfeiter(state: State) -> str:
    """The side that has lost by a forbidden deed; empty for neither."""
    return next((seat for seat in (SOUTH, NORTH) if state.points.get(FORFEIT + seat)), "")


def by_forfeit(state: State, points: int, why: str) -> Verdict | None:
    """The other side has won, if somebody did what loses the game."""
    loser = forfeiter(state)
    return won_by(opponent(loser), points, why) if loser else None
