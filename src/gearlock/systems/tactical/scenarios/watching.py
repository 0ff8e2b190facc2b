"""4.3: what a scenario keeps an eye on: fire at the bridge, chits that are seen, the end of each round."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from gearlock.kernel.events import Outcome
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.tactical.deployment.places import standing
from gearlock.systems.tactical.scenarios import bridge, chits, convoy, last_stand, printed, ridge, village
from gearlock.systems.tactical.scenarios.arrivals import resolve_late_squadron
from gearlock.systems.tactical.scenarios.events import (
    ChitIdentified,
    CommandPointBrought,
    Forfeited,
    RoundJudged,
)
from gearlock.systems.tactical.scenarios.verdicts import Verdict, forfeiter
from gearlock.systems.tactical.state import State, Unit
from gearlock.systems.tactical.victory_points.pools import POOL
from gearlock.table.measure import FULL_TURN, INCH, advance

JUDGES: Final[dict[str, Callable[[State], Verdict | None]]] = {
    printed.RIDGE: ridge.judge_ridge,
    printed.BRIDGEHEAD: bridge.judge_bridge,
    printed.VILLAGE: village.judge_village,
    printed.LAST_STAND: last_stand.judge_last_stand,
    printed.CONVOY: convoy.judge_convoy,
    printed.CHITS: chits.judge_chits,
}
RINGS, STEPS = 12, 12


def outcome_by_scenario(state: State) -> Outcome | None:
    """Who has won a printed scenario, and the Victory Points; None while it goes on."""
    if not state.round or state.phase == "arrivals":
        return None
    verdict = JUDGES[state.scenario](state)
    if verdict is None:
        return None
    words = f"{verdict.why}; Victory Points: red {verdict.south}, blue {verdict.north}"
    return Outcome(verdict.winner, words[0].upper() + words[1:], verdict.points)


def watch(ctx: Ctx[State]) -> None:
    """After each step: what must not be done and was, and chits that somebody sees now."""
    state = ctx.state
    if printed.is_played(state, printed.BRIDGEHEAD) and not forfeiter(state):
        guilty = bridge.who_fired_on_it(state, ctx.in_step)
        if guilty:
            ctx.emit(Forfeited(guilty, "has fired on the bridge"))
    elif printed.is_played(state, printed.CHITS) and state.round:
        _watch_chits(ctx)
    elif printed.is_played(state, printed.CONVOY) and POOL + printed.SOUTH in state.points:
        _watch_convoy(ctx)


@heeds("tactical.4.3.5", "tactical.4.2.2")
def _watch_convoy(ctx: Ctx[State]) -> None:
    """In a campaign what is earned goes into the pools at once."""
    earned = convoy.earned_so_far(ctx.state)
    if any(ctx.state.points.get(name, 0) != points for name, points in earned.items()):
        ctx.emit(RoundJudged(earned))


@heeds("tactical.4.3.6")
def _watch_chits(ctx: Ctx[State]) -> None:
    """The vehicle must not be destroyed; chits are looked at by who moves, and by everybody when a round begins."""
    target = chits.vehicle(ctx.state)
    if target is not None and target.is_lost and not forfeiter(ctx.state):
        slayer = ctx.state.units.get(target.slayer)
        ctx.emit(Forfeited(printed.NORTH if slayer is None else slayer.seat, "has destroyed the C3 vehicle"))
    active = ctx.state.active()
    lookers = [active] if active is not None else list(ctx.state.fielded(printed.NORTH))
    if ctx.state.phase not in ("activation", "declaration"):
        lookers = []
    for looker in [unit.id for unit in lookers]:
        for chit in chits.identified_from(ctx.state, ctx.state.units[looker]):
            if chit in ctx.state.markers:
                identify(ctx, chit, looker)


@heeds("tactical.4.3.6")
def identify(ctx: Ctx[State], chit: str, by: str) -> None:
    """A chit is turned over: a decoy is taken away, the vehicle is put there."""
    if ctx.state.facts[chits.TRUTH].value != chit:
        ctx.emit(ChitIdentified(chit, by, False))
        return
    unit = chits.vehicle(ctx.state)
    assert unit is not None, "there is a vehicle"
    ctx.emit(ChitIdentified(chit, by, True, *_room(ctx.state, unit, ctx.state.markers[chit])))


def _room(state: State, unit: Unit, at: tuple[int, int]) -> tuple[int, int, int]:
    """Where the vehicle is put: in the place of its chit, or beside whoever stands there."""
    spots = [
        at,
        *(
            advance(*at, step * FULL_TURN // STEPS, ring * INCH // 2)
            for ring in range(1, RINGS)
            for step in range(STEPS)
        ),
    ]
    for x, y in spots:
        found = standing(state, unit, x, y)
        if not isinstance(found, Refusal):
            return x, y, found.body.z
    return *at, state.ground.elevation(*at)


@heeds("tactical.4.3.1", "tactical.4.3.2", "tactical.4.3.5", "tactical.4.3.6")
def resolve_round_ends(ctx: Ctx[State]) -> Script[bool]:
    """At the end of a round: what is held and for how long, the die for who is late. Whether the battle is over."""
    state = ctx.state
    if printed.printed_of(state) is None:
        return False
    points: dict[str, int] = {}
    uploads: dict[str, int] = {}
    if printed.is_played(state, printed.RIDGE):
        points = {ridge.ALONE: ridge.rounds_alone(state)}
    elif printed.is_played(state, printed.BRIDGEHEAD):
        points = bridge.rounds_across(state)
    elif printed.is_played(state, printed.CONVOY) and not state.points.get(convoy.FIRST_LOSS):
        points = {convoy.FIRST_LOSS: state.round} if any(unit.is_lost for unit in convoy.trucks(state)) else {}
    elif printed.is_played(state, printed.CHITS):
        uploads = chits.uploaded(state)
        points = {chits.PLANTED: state.round} if chits.FULL_ROUNDS in uploads.values() else {}
    if points or uploads:
        ctx.emit(RoundJudged(points, uploads))
    yield from resolve_late_squadron(ctx)
    return JUDGES[ctx.state.scenario](ctx.state) is not None


@heeds("tactical.4.3.4", "tactical.2.6.4")
def bring_command_point(ctx: Ctx[State]) -> None:
    """After Initiative: Stevens brings the North a point, on top of what it might have."""
    unit = last_stand.stevens(ctx.state)
    if printed.is_played(ctx.state, printed.LAST_STAND) and unit is not None and last_stand.gives_orders(ctx.state):
        ctx.emit(CommandPointBrought(unit.id, printed.NORTH))
