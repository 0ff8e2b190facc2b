"""11.3 and 1.1: winning. The most Objectives decide, and Casualties if both have as many."""

from __future__ import annotations

from gearlock.kernel.events import Outcome
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.brigands.objectives.casualties import casualties_winner
from gearlock.systems.brigands.objectives.events import BattleEnded
from gearlock.systems.brigands.objectives.positions import capture_markers
from gearlock.systems.brigands.objectives.progress import note_progress, won_by
from gearlock.systems.brigands.objectives.who_is_left import has_somebody
from gearlock.systems.brigands.state import State, opponent


@heeds("brigands.11.3")
def is_deserted(state: State) -> bool:
    """Whether a side has nobody left, which ends the battle at once."""
    return state.full and state.round > 0 and not all(has_somebody(state, seat) for seat in ("red", "blue"))


@heeds("brigands.11.3", "brigands.11.3-capture")
def resolve_desertion(ctx: Ctx[State]) -> Script[None]:
    """This Round was the last, and it ends: markers are captured, and everything is counted as the table lies."""
    capture_markers(ctx)
    note_progress(ctx)
    ctx.emit(BattleEnded())
    yield from ()  # a script is a generator, even one that asks nothing


@heeds("brigands.1.1", "brigands.11.3", "brigands.11.3-casualties")
def full_outcome(state: State) -> Outcome | None:
    """Once the battle has ended: who won more Objectives, and by what; a tie goes to the winner of Casualties."""
    if not state.finished:
        return None
    won = {seat: won_by(state, seat) for seat in ("red", "blue")}
    score = {seat: len(names) for seat, names in won.items()}
    if score["red"] == score["blue"]:
        return _tied(state, score)
    winner = max(score, key=lambda seat: score[seat])
    most, fewest = score[winner], score[opponent(winner)]
    return Outcome(winner, f"{winner} won {objectives_text(most)} to {fewest}: {', '.join(won[winner])}", score)


def _tied(state: State, score: dict[str, int]) -> Outcome:
    winner, each = casualties_winner(state), objectives_text(score["red"])
    if winner:
        return Outcome(winner, f"{each} each, and {winner} won Casualties", score)
    return Outcome("", f"{each} each, and nobody won Casualties", score)


def objectives_text(count: int) -> str:
    """A number of Objectives in words."""
    return f"{count or 'no'} Objective{'' if count == 1 else 's'}"
