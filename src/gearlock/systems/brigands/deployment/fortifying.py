"""11.4d: Fortifications are deployed before objectives and before everybody else, model by model in turn."""

from __future__ import annotations

from gearlock.kernel.rulebook import rule
from gearlock.kernel.script import Ctx, Script
from gearlock.mechanics.turns import next_seat
from gearlock.systems.brigands.deployment.events import PhaseOpened, TurnGiven
from gearlock.systems.brigands.deployment.groups import place_one
from gearlock.systems.brigands.deployment.places import waiting
from gearlock.systems.brigands.deployment.roll_off import first_of
from gearlock.systems.brigands.state import State


@rule("brigands.11.4d")
def resolve_fortifications(ctx: Ctx[State]) -> Script[None]:
    """Place the next one; if both sides have some, the winner of a roll-off says who begins."""
    having = _having(ctx.state)
    if not having:
        ctx.emit(PhaseOpened("objectives"))
        return
    if not ctx.state.turn:
        seat = yield from first_of(ctx, having, "Fortifications", "places Fortifications", "brigands.11.4d")
        ctx.emit(TurnGiven(seat))
        return
    seat = ctx.state.turn
    if seat in having:
        yield from place_one(ctx, seat, "brigands.11.4d")
    ctx.emit(TurnGiven(next_seat(seat, _having(ctx.state)) or seat))


def _having(state: State) -> set[str]:
    return {seat for seat in ("red", "blue") if waiting(state, seat)}
