"""11.3: progress. Every chosen Objective as the table lies, and the moments when one is achieved or lost."""

from __future__ import annotations

from collections.abc import Callable

from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx
from gearlock.mechanics.objectives.progress import GroundWorth, Progress
from gearlock.systems.brigands import pursuit as p
from gearlock.systems.brigands.objectives.casualties import casualties_winner
from gearlock.systems.brigands.objectives.destruction import assassination, demolition, example, wiping_out
from gearlock.systems.brigands.objectives.events import ObjectiveAchieved, ObjectiveLost
from gearlock.systems.brigands.objectives.positions import breaking_the_line, capturing, holding_ground
from gearlock.systems.brigands.objectives.scans import scanning
from gearlock.systems.brigands.pursuit import Pursuit
from gearlock.systems.brigands.state import State

_STANDINGS: dict[str, Callable[[State, Pursuit], Progress]] = {
    p.ASSASSINATE: assassination,
    p.SCAN: scanning,
    p.BREAK_THE_LINE: breaking_the_line,
    p.HOLD: holding_ground,
    p.CAPTURE: capturing,
    p.WIPE_THEM_OUT: wiping_out,
    p.DEMOLITIONS: demolition,
    p.LEAD_BY_EXAMPLE: example,
}

FLEETING = (p.BREAK_THE_LINE, p.HOLD)
"""What counts only when the battle ends, and may be lost again until then."""
GROUND = (p.BREAK_THE_LINE, p.HOLD, p.CAPTURE)
"""What is won by standing somewhere."""
WORTH = GroundWorth(whole=1.5, on_the_way=0.6)


def standing_of(state: State, pursuit: Pursuit) -> Progress:
    """How a chosen Objective stands as the table lies."""
    return _STANDINGS[pursuit.name](state, pursuit)


@heeds("brigands.11.3")
def won_by(state: State, seat: str) -> list[str]:
    """The Objectives that a seat wins as the table lies, Casualties the last of them."""
    mine = (pursuit for pursuit in state.pursuits if pursuit.seat == seat)
    won = [pursuit.name for pursuit in mine if standing_of(state, pursuit).achieved]
    return [*won, p.CASUALTIES] if casualties_winner(state) == seat else won


def ground_worth(state: State, seat: str) -> float:
    """What the ground a seat holds is worth to it, less the enemy's, in shares of a model.

    What may be lost again counts by how near the end of the battle is; half an Objective is less than half of it.
    """
    total = 0.0
    for pursuit in state.pursuits:
        if pursuit.name not in GROUND:
            continue
        held = WORTH.of(standing_of(state, pursuit))
        lasts = state.round / state.rounds if pursuit.name in FLEETING else 1.0
        total += held * lasts if pursuit.seat == seat else -held * lasts
    return total


def note_progress(ctx: Ctx[State]) -> None:
    """Say what has been achieved or lost since somebody last looked; what is won for good is not looked at again."""
    for pursuit in list(ctx.state.pursuits):
        if pursuit.achieved and pursuit.name not in FLEETING:
            continue
        achieved = standing_of(ctx.state, pursuit).achieved
        if achieved and not pursuit.achieved:
            ctx.emit(ObjectiveAchieved(pursuit.seat, pursuit.name))
        elif pursuit.achieved and not achieved:
            ctx.emit(ObjectiveLost(pursuit.seat, pursuit.name))
