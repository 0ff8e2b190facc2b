"""Step 3 of a round: reserves, airstrikes and artillery, in this order, one side after the other in each."""

from __future__ import annotations

from collections.abc import Callable

from gearlock.kernel.rulebook import rule
from gearlock.kernel.script import Ctx, Script
from gearlock.mechanics.turns import next_seat
from gearlock.systems.fieldmanual.state import SEATS, State, opponent
from gearlock.systems.fieldmanual.support.air_events import PassEnded
from gearlock.systems.fieldmanual.support.airstrikes import called, resolve_placing
from gearlock.systems.fieldmanual.support.events import STAGE, StageBegun, SupportEnded, SupportTurn
from gearlock.systems.fieldmanual.support.flying import aloft, flyer_of, resolve_flight, resolve_take_off, seats_aloft
from gearlock.systems.fieldmanual.support.reserves import callable_groups, resolve_reserves
from gearlock.systems.fieldmanual.support.strikes import (
    is_friendly_fire_due,
    resolve_friendly_fire,
    resolve_next_strike,
    seats_with_strikes,
)

RESERVES, PLACING, FLYING, ARTILLERY, DONE = STAGES = ("reserves", "placing", "flying", "artillery", "done")
Points = Callable[[State, str], int]
"""The Victory Points of a side if the battle ended now."""


@rule("fieldmanual.support-events")
def resolve_support(ctx: Ctx[State], points: Points) -> Script[bool]:
    """One step of Step 3; True when it is over, and Step 4 begins."""
    stage = ctx.state.switches.get(STAGE, "")
    if not stage:
        ctx.emit(StageBegun(RESERVES, ctx.state.first or "red"))
        return False
    if stage == DONE:
        ctx.emit(SupportEnded())
        return True
    flyer = flyer_of(ctx.state)
    if flyer is not None:
        yield from resolve_flight(ctx, flyer.id)
        return False
    if stage == ARTILLERY and is_friendly_fire_due(ctx.state):
        yield from resolve_friendly_fire(ctx, points)
        return False
    left = seats_left(ctx.state, stage)
    if not left:
        _next_stage(ctx, stage)
        return False
    seat = ctx.state.turn if ctx.state.turn in left else opponent(ctx.state.turn or "blue")
    if seat != ctx.state.turn:
        ctx.emit(SupportTurn(seat))
    yield from _WAYS[stage](ctx, seat)
    ctx.emit(SupportTurn(next_seat(seat, SEATS)))
    return False


def seats_left(state: State, stage: str) -> set[str]:
    """The sides that have something to do in a phase."""
    if stage == RESERVES:
        return {seat for seat in SEATS if callable_groups(state, seat)}
    if stage == PLACING:
        return {seat for seat in SEATS if called(state, seat)}
    return seats_aloft(state) if stage == FLYING else seats_with_strikes(state)


def _next_stage(ctx: Ctx[State], stage: str) -> None:
    """The next phase; but airstrikes fly on until all are gone."""
    if stage == FLYING and aloft(ctx.state):
        ctx.emit(PassEnded())
        return
    ctx.emit(StageBegun(STAGES[STAGES.index(stage) + 1], ctx.state.first or "red"))


_WAYS: dict[str, Callable[[Ctx[State], str], Script[None]]] = {
    RESERVES: resolve_reserves,
    PLACING: resolve_placing,
    FLYING: resolve_take_off,
    ARTILLERY: resolve_next_strike,
}
