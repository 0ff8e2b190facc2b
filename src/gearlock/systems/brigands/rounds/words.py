"""1: the turn sequence, told."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.mechanics.pools.shown import single_throw
from gearlock.systems.brigands.rounds.events import Activated, FirstChosen, InitiativeRolled, OverwatchKept, RoundBegun
from gearlock.systems.brigands.state import BRACED, State


def round_begun(_state: State, event: RoundBegun, _seat: str | None) -> Line:
    return Line(f"Round {event.round}.", (), "brigands.1.8")


def kept(state: State, event: OverwatchKept, _seat: str | None) -> Line:
    return Line(f"{state.name_of(event.unit)} stays on Overwatch.", (event.unit,), "brigands.6.2")


def first(_state: State, event: FirstChosen, _seat: str | None) -> Line:
    return Line(f"{event.seat} activates first.", (), "brigands.1.8-action")


def activated(state: State, event: Activated, _seat: str | None) -> Line:
    tall = ", standing up" if event.tall else ""
    posture = "Braced" if event.posture == BRACED else f"at {event.posture}"
    return Line(f"{state.name_of(event.unit)} activates {posture}{tall}.", (event.unit,), "brigands.2.1")


def initiative(_state: State, event: InitiativeRolled, _seat: str | None) -> Line:
    result = f"{event.winner} wins" if event.winner else "again"
    sums = f"red {event.red} (rolled {event.red_die}), blue {event.blue} (rolled {event.blue_die})"
    rule_id, source = "brigands.1.8-initiative", "rank and Init of the Commander"
    rolls = (
        single_throw("red", event.red_die, event.red, rule_id, source),
        single_throw("blue", event.blue_die, event.blue, rule_id, source),
    )
    return Line(f"Initiative: {sums}: {result}.", (), rule_id, rolls)
