"""3.9.3: Block and Run: Runners cross the field, Blockers in its middle keep them from it."""

from __future__ import annotations

from typing import Final

from gearlock.kernel.events import Outcome
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx
from gearlock.systems.tactical.state import DESTROYED, LEFT, State, Unit, opponent
from gearlock.systems.tactical.toy.events import GotAcross
from gearlock.systems.tactical.toy.toys import length_of

RULE: Final = "tactical.3.9.3"
RUNNERS: Final = "runners"
"""The switch that says which team runs; there is none in a plain toy battle."""


def runners_of(state: State) -> str:
    """The team that runs; empty in a plain toy battle."""
    return state.switches.get(RUNNERS, "")


def goal_box(state: State) -> tuple[int, int, int, int]:
    """The far end that Runners want to reach: the last length of the field."""
    wide, high = state.ground.width, state.ground.height
    deep = length_of(state)
    return (0, high - deep, wide, high) if state.homes[runners_of(state)] == "south" else (0, 0, wide, deep)


@heeds("tactical.3.9.3")
def is_across(state: State, unit: Unit) -> bool:
    """Whether a Runner has reached the opposite end: the middle of its base is there."""
    if unit.seat != runners_of(state):
        return False
    _, low, _, high = goal_box(state)
    return low <= unit.y <= high


def reach_goal(ctx: Ctx[State], unit_id: str) -> None:
    """A Runner at the far end is across at once."""
    if is_across(ctx.state, ctx.state.units[unit_id]):
        ctx.emit(GotAcross(unit_id))


@heeds("tactical.3.9.3")
def refuse_runner(state: State, unit: Unit) -> Refusal | None:
    """Why a toy of the Runners may not attack at all."""
    if unit.seat != runners_of(state):
        return None
    return Refusal("runner", RULE, f"The {unit.name} is a Runner: Runners do not attack, they get across.")


def count(state: State, status: str) -> int:
    """The Runners that have come to this."""
    return sum(unit.seat == runners_of(state) and unit.status == status for unit in state.units.values())


@rule("tactical.3.9.3")
def outcome_of_running(state: State) -> Outcome | None:
    """More Runners disabled than across: the Blockers win; else, as many too, the Runners.

    Where time runs out those still on the way have been stopped.
    """
    runners = runners_of(state)
    across, disabled = count(state, LEFT), count(state, DESTROYED)
    on_the_way = sum(1 for _ in state.in_play(runners))
    if on_the_way and not state.finished:
        return None
    stopped = disabled + on_the_way
    late = f", {on_the_way} still on the way when time ran out" if on_the_way else ""
    reason = f"{across} Runner{'s' * (across != 1)} got across, {disabled} disabled{late}"
    winner = opponent(runners) if stopped > across else runners
    return Outcome(winner, reason, {runners: across, opponent(runners): stopped})
