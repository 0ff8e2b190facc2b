"""4.3.2: Pressure Point."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.tactical.ground_targets.events import PointFired
from gearlock.systems.tactical.scenarios.counting import BEGAN, is_driven_off, on_piece, took_the_field, working
from gearlock.systems.tactical.scenarios.printed import NORTH, SOUTH
from gearlock.systems.tactical.scenarios.verdicts import Verdict, by_forfeit, drawn, won_by
from gearlock.systems.tactical.state import SEATS, State
from gearlock.systems.tactical.support.events import CallAnswered
from gearlock.table.terrain import Piece

ACROSS: Final = "across:"
ROUNDS_ACROSS, FIRST_ROLL, ARRIVES_ON, WIN = 4, 4, 5, 4
FAR_BANK: Final = {SOUTH: "north-bank", NORTH: "south-bank"}


@heeds("tactical.4.3.2")
def arrives(face: int, now: int) -> bool:
    """Whether a die at the end of a round brings the late squadron: 5 or more, 1 more each round after the fourth."""
    return face + now - FIRST_ROLL >= ARRIVES_ON


@heeds("tactical.4.3.2")
def is_across(state: State, seat: str) -> bool:
    """Whether half of the units that a side began with, or more, work on the other side of the chasm."""
    own = (unit for unit in working(state, seat) if took_the_field(state, unit))
    over = sum(on_piece(state, unit, FAR_BANK[seat]) for unit in own)
    return 0 < state.points.get(BEGAN + seat, 0) <= 2 * over


@heeds("tactical.4.3.2")
def rounds_across(state: State) -> dict[str, int]:
    """For how many rounds in a row each side has been across, at the end of this one."""
    return {ACROSS + seat: state.points.get(ACROSS + seat, 0) + 1 if is_across(state, seat) else 0 for seat in SEATS}


def is_part_of_bridge(piece: Piece) -> bool:
    """Whether a piece is the bridge, or an inch of it, standing or fallen."""
    return piece.id.partition(":")[0] == "bridge"


def is_bridge(state: State, x: int, y: int) -> bool:
    """Whether a point is on the bridge, also where the shot has brought it down."""
    return any(is_part_of_bridge(piece) for piece in state.ground.pieces_at(x, y))


@heeds("tactical.4.3.2")
def who_fired_on_it(state: State, events: Sequence[Event]) -> str:
    """The side that has aimed at the bridge itself, also by a salvo that it called for.

    Fire that strays onto it, or meets who stands there, is none.
    """
    shots = (
        event for event in events if isinstance(event, PointFired) or (isinstance(event, CallAnswered) and event.heard)
    )
    return next((state.units[shot.unit].seat for shot in shots if is_bridge(state, shot.x, shot.y)), "")


@rule("tactical.4.3.2")
def judge_bridge(state: State) -> Verdict | None:
    """Half of one's force across for four rounds, or no enemy left; whoever fires on the bridge loses."""
    fired = by_forfeit(state, WIN, "the enemy has fired on the bridge")
    if fired is not None:
        return fired
    won = {}
    for seat, enemy in ((SOUTH, NORTH), (NORTH, SOUTH)):
        if state.points.get(ACROSS + seat, 0) >= ROUNDS_ACROSS:
            won[seat] = "half of its force has been across for 4 rounds"
        elif is_driven_off(state, enemy):
            won[seat] = "no enemy is left"
    if len(won) == 1:
        ((seat, why),) = won.items()
        return won_by(seat, WIN, why)
    return drawn("neither side has the bridge") if won or state.finished else None
