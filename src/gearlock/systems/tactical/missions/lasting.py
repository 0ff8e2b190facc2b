"""4.1.2: how long a generated battle lasts, and what its missions have come to at the end of each round."""

from __future__ import annotations

from typing import Final

from gearlock.kernel.dice import Roll
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, throw
from gearlock.mechanics.secrets import is_known
from gearlock.systems.tactical.generator import tables as t
from gearlock.systems.tactical.missions.aims import LIMIT, ROUNDS_HELD, key, mission_of
from gearlock.systems.tactical.missions.condition import is_for_good, is_so, needs_rounds
from gearlock.systems.tactical.missions.events import LimitRolled, LimitsTold, MissionDone, MissionsJudged
from gearlock.systems.tactical.state import SEATS, State

FIRST_ROUNDS: Final = 5
"""Rounds that every battle with a time limit lasts."""
DICED: Final = (t.RANDOM, t.INCREASING)


@rule("tactical.4.1.2-time-random")
def ends_random(face: int) -> int:
    """The last round: five, and as many as the die shows."""
    return FIRST_ROUNDS + face


@rule("tactical.4.1.2-time-increasing")
def ends_increasing(now: int, face: int) -> int:
    """The last round, 0 while that is open: after round five the Threshold is 1, and 1 more each round.

    A die that does not exceed it leaves one more round.
    """
    return now + 1 if face <= now - FIRST_ROUNDS + 1 else 0


def resolve_judgement(ctx: Ctx[State]) -> Script[bool]:
    """At the end of a round: what is held, what is settled, dice about the end. Whether the battle is over."""
    if mission_of(ctx.state, "red") is None:
        return False
    judge(ctx)
    yield from resolve_limits(ctx)
    return is_over(ctx.state)


@heeds("tactical.4.1.2-capture", "tactical.4.1.2-time-objective")
def judge(ctx: Ctx[State]) -> None:
    """Rounds held in a row, missions that are settled, and who says that his is done."""
    state = ctx.state
    held: dict[str, int] = {}
    settled: dict[str, bool] = {}
    for seat in SEATS:
        mission = mission_of(state, seat)
        assert mission is not None, "both sides have a mission"
        so = is_so(state, seat, mission)
        held[seat] = state.points.get(f"held:{seat}", 0) + 1 if so else 0
        if state.points.get(f"settled:{seat}"):
            continue
        if is_for_good(state, seat, mission):
            settled[seat] = True
        elif mission.limit in DICED:
            if state.points.get(f"ends:{seat}") == state.round:
                settled[seat] = so
        elif held[seat] >= ROUNDS_HELD or (so and not needs_rounds(mission) and mission.limit == t.BY_OBJECTIVE):
            settled[seat] = True
    ctx.emit(MissionsJudged(held, settled))
    for seat, done in settled.items():
        limit = state.facts[key(LIMIT, seat)].value
        if done and limit == t.BY_OBJECTIVE:
            ctx.emit(MissionDone(seat, state.round + 1))


@heeds("tactical.4.1")
def resolve_limits(ctx: Ctx[State]) -> Script[None]:
    """From the end of round five on: the dice of those whose limit is a matter of dice; any other stays a secret."""
    state = ctx.state
    if state.round < FIRST_ROUNDS:
        return
    diced = {seat: limit for seat in SEATS if (limit := state.facts[key(LIMIT, seat)].value) in DICED}
    untold = tuple(
        about for about in diced if not all(is_known(state.facts[key(LIMIT, about)], seat) for seat in SEATS)
    )
    if untold:
        ctx.emit(LimitsTold(untold))
    for seat, limit in diced.items():
        if state.points.get(f"ends:{seat}"):
            continue
        rule_id = f"tactical.4.1.2-time-{'random' if limit == t.RANDOM else 'increasing'}"
        (face,) = yield from throw(Roll(f"time limit: {seat}", 1, 6, seat=seat, rule=rule_id))
        now = ctx.state.round
        ends = ends_random(face) if limit == t.RANDOM else ends_increasing(now, face)
        ctx.emit(LimitRolled(seat, face, 0 if limit == t.RANDOM else now - FIRST_ROUNDS + 1, ends))


@rule("tactical.4.1.2-time-none", "tactical.4.1.2-time-objective")
def is_over(state: State) -> bool:
    """Whether this was the last round: one after somebody's objective was reached, or when the later limit runs out.

    A side without a limit has time as long as the players have.
    """
    last = state.points.get("last round")
    if last is not None and state.round >= last:
        return True
    ends = [state.points.get(f"ends:{seat}", 0) for seat in SEATS]
    return all(ends) and state.round >= max(ends)
