"""Winning: by an objective that decides, for want of an enemy, or by the score."""

from __future__ import annotations

from gearlock.kernel.events import Outcome
from gearlock.kernel.rulebook import rule
from gearlock.systems.hex100.objectives.objectives import acting_machines, describe, score_for, times_met
from gearlock.systems.hex100.objectives.wanted_places import goals_of
from gearlock.systems.hex100.state import SEATS, State, other


@rule("hex100.victory")
def outcome(state: State) -> Outcome | None:
    """An objective that wins does so at once, and a side that has nothing left but drones loses at once.

    Where the briefing leaves it to the score, and where the last units of a side have left the map, the other side goes
    on for what it can still score; then, as after the last turn, the score decides.
    """
    if state.phase in ("initiative", "deployment"):
        return None
    won = _won_by_objective(state)
    if won is not None:
        return won
    acting = {seat: acting_machines(state, seat) for seat in SEATS}
    if state.phase == "over":
        return _by_score(state, "")
    if all(acting.values()):
        return None
    beaten = [seat for seat in SEATS if not acting[seat]]
    if state.scene.plan.rout and not any(unit.left for unit in state.units.values() if unit.seat in beaten):
        winner = other(beaten[0]) if len(beaten) == 1 else ""
        reason = "the enemy has no unit left" if winner else "nobody is left"
        return Outcome(winner, reason, score_for(state, None))
    if any(goals_of(state, unit) for units in acting.values() for unit in units):
        return None
    return _by_score(state, "; neither side has anybody left" if len(beaten) > 1 else f"; {beaten[0]} has nobody left")


def _won_by_objective(state: State) -> Outcome | None:
    for number, objective in enumerate(state.scene.plan.objectives):
        for seat in SEATS:
            if objective.wins and times_met(state, number, seat) >= objective.count:
                return Outcome(seat, f"{seat} has done it: {describe(state, objective)}", score_for(state, None))
    return None


def _by_score(state: State, why: str) -> Outcome:
    found = score_for(state, None)
    lead = found["red"] - found["blue"]
    if abs(lead) < (state.scene.plan.margin or (state.scene.budget + 9) // 10):
        return Outcome("", f"after round {state.turn} neither side has a clear lead{why}", found)
    kinds = {objective.kind for objective in state.scene.plan.objectives}
    how = {frozenset({"hold"}): "more ground held", frozenset({"destroy"}): "more points destroyed"}
    reason = f"{how.get(frozenset(kinds), 'more points')} after round {state.turn}"
    return Outcome("red" if lead > 0 else "blue", reason + why, found)
