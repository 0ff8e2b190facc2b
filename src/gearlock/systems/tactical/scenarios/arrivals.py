"""4.3: who comes later: dice for reinforcements, and how they are placed."""

from __future__ import annotations

from gearlock.kernel.dice import Roll
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script, throw
from gearlock.systems.tactical.deployment.places import deployable, resolve_placing, waiting
from gearlock.systems.tactical.scenarios import bridge, ridge
from gearlock.systems.tactical.scenarios.convoy import is_let_loose
from gearlock.systems.tactical.scenarios.events import (
    LATE,
    ConvoyLetLoose,
    PreparationsOver,
    ReinforcementRolled,
)
from gearlock.systems.tactical.scenarios.printed import BRIDGEHEAD, CONVOY, NORTH, RIDGE, is_played, printed_of
from gearlock.systems.tactical.state import NO_GROUP, RESERVE, SEATS, State
from gearlock.systems.tactical.victory_points.events import ARRIVES

ARRIVALS = "arrivals"


def to_come(state: State, seat: str) -> tuple[str, ...]:
    """The units of a side that a scenario still has to bring; those that were bought know their round."""
    units = [unit for unit in state.in_play(seat) if unit.status == RESERVE and unit.group != NO_GROUP]
    return tuple(unit.id for unit in units if not unit.token(ARRIVES))


@heeds("tactical.4.3.1", "tactical.4.3.2", "tactical.4.3.5")
def resolve_round_begins(ctx: Ctx[State]) -> Script[None]:
    """At the beginning of a round: the die for the Mammoth, trucks let loose, and whoever has arrived is placed."""
    if printed_of(ctx.state) is None:
        return
    if is_played(ctx.state, RIDGE) and ridge.is_called(ctx.state) and to_come(ctx.state, NORTH):
        yield from resolve_mammoth(ctx)
    if is_played(ctx.state, CONVOY) and is_let_loose(ctx.state):
        ctx.emit(ConvoyLetLoose())
    arrived = next((seat for seat in SEATS if waiting(ctx.state, seat)), "")
    if arrived:
        ctx.emit(PreparationsOver(ARRIVALS, arrived))


@heeds("tactical.4.3.1")
def resolve_mammoth(ctx: Ctx[State]) -> Script[None]:
    """One die: 4 or more, 1 more for each round after the sixth, and the Mammoth comes by the Northern edge."""
    now = ctx.state.round
    (face,) = yield from throw(Roll("does the Mammoth come", 1, 6, seat=NORTH, rule="tactical.4.3.1"))
    comes = ridge.arrives(face, now)
    marks = {ridge.ROLLING: 1} | ({ridge.CAME: now} if comes else {})
    units = to_come(ctx.state, NORTH) if comes else ()
    ctx.emit(ReinforcementRolled(NORTH, face, now - ridge.FIRST_ROLL, units, marks))


@heeds("tactical.4.3.2")
def resolve_late_squadron(ctx: Ctx[State]) -> Script[None]:
    """At the end of round 4 and of each later one a die: 5 or more, 1 more each round, and it comes next round."""
    now = ctx.state.round
    late = to_come(ctx.state, NORTH)
    if not is_played(ctx.state, BRIDGEHEAD) or not late or now < bridge.FIRST_ROLL or LATE not in ctx.state.points:
        return
    (face,) = yield from throw(Roll("does the late squadron come", 1, 6, seat=NORTH, rule="tactical.4.3.2"))
    units = late if bridge.arrives(face, now) else ()
    ctx.emit(ReinforcementRolled(NORTH, face, now - bridge.FIRST_ROLL, units))


def resolve_arrivals(ctx: Ctx[State]) -> Script[None]:
    """One unit that has arrived is placed; then the round goes on."""
    seat = ctx.state.turn
    if deployable(ctx.state, seat):
        yield from resolve_placing(ctx, seat)
    else:
        ctx.emit(PreparationsOver("declaration"))
