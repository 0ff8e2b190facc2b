"""4.3.1: King of the Ridge."""

from __future__ import annotations

from typing import Final

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.tactical.scenarios.counting import force_of, is_driven_off, is_stopped, on_piece, working
from gearlock.systems.tactical.scenarios.printed import NORTH, SOUTH
from gearlock.systems.tactical.scenarios.verdicts import Verdict, drawn, won_by
from gearlock.systems.tactical.state import RESERVE, WAITING, State

ALONE: Final = "alone on the ridge"
ROUNDS_ALONE, FIRST_ROLL, ARRIVES_ON = 3, 6, 4
WIN, FOR_THE_MAMMOTH = 4, 2
ROLLING, CAME = "mammoth called", "mammoth came"
"""Counted in `State.points`: dice are rolled for the Mammoth from round 6 on; it has come."""


def has_ridge(state: State, seat: str) -> bool:
    """Whether a side has a working unit on the ridge."""
    return any(on_piece(state, unit, "ridge") for unit in working(state, seat))


@heeds("tactical.4.3.1")
def is_called(state: State) -> bool:
    """Whether a die is rolled for the Mammoth in this round: from round 6 on, if the North was on the ridge then."""
    if state.points.get(CAME) or state.round < FIRST_ROLL:
        return False
    return bool(state.points.get(ROLLING)) or (state.round == FIRST_ROLL and has_ridge(state, NORTH))


@heeds("tactical.4.3.1")
def arrives(face: int, now: int) -> bool:
    """Whether a die brings the Mammoth: 4 or more, and 1 more on the die for each round after the sixth."""
    return face + now - FIRST_ROLL >= ARRIVES_ON


@heeds("tactical.4.3.1")
def rounds_alone(state: State) -> int:
    """For how many rounds the South has been alone on the ridge, at the end of this one."""
    alone = has_ridge(state, SOUTH) and not has_ridge(state, NORTH)
    return state.points.get(ALONE, 0) + 1 if alone else 0


@heeds("tactical.4.3.1")
def are_all_stopped(state: State) -> bool:
    """Whether no Northern vehicle that has come is left that could move."""
    return all(is_stopped(unit) for unit in force_of(state, NORTH) if unit.status not in (RESERVE, WAITING))


@rule("tactical.4.3.1")
def judge_ridge(state: State) -> Verdict | None:
    """The South takes the ridge or the Northern force; the North drives it off, or is there after the last round."""
    taken = state.points.get(ALONE, 0) >= ROUNDS_ALONE
    broken, beaten = are_all_stopped(state), is_driven_off(state, SOUTH)
    if (taken or broken) and beaten:
        return drawn("nobody is left to hold the ridge")
    if taken or broken:
        points = WIN + (FOR_THE_MAMMOTH if state.points.get(CAME) else 0)
        why = "the South has held the ridge alone for 3 rounds" if taken else "no Northern vehicle is left that moves"
        return won_by(SOUTH, points, why)
    if beaten:
        return won_by(NORTH, WIN, "the South has been driven off")
    if not state.finished:
        return None
    if has_ridge(state, NORTH):
        return won_by(NORTH, WIN, "the North is still on the ridge")
    return drawn("the North has lost the ridge, and the South has not held it for 3 rounds")
