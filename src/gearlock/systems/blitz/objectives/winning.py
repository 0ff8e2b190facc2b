"""4.0, 4.0a and 16.0: who has won, and the last round that somebody declares."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from gearlock.kernel.asks import Ask, Option, Pick, decline
from gearlock.kernel.events import Outcome
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.mechanics.turns import SEATS, higher
from gearlock.systems.blitz.objectives.events import LAST, LastDeclared
from gearlock.systems.blitz.objectives.markers import controller_of
from gearlock.systems.blitz.objectives.orders import DeclareLast
from gearlock.systems.blitz.objectives.progress import casualties_winner, tv_left, victory_points
from gearlock.systems.blitz.objectives.slots import HELD
from gearlock.systems.blitz.objectives.targets import ON_TABLE
from gearlock.systems.blitz.state import State

MEETING, BATTLE = "meeting", "battle"
ENOUGH: Final = 3
"""Tokens that win a meeting engagement at once, from this round on."""
FROM_ROUND: Final = 2
MAY_END: Final = 4
"""The first round that can be declared the last."""
DECLARED: Final = "declared"


@heeds("blitz.4.0a")
def tokens_held(state: State, seat: str) -> int:
    """How many tokens a side controls as the table lies."""
    return sum(controller_of(state, marker) == seat for marker in state.markers)


@heeds("blitz.4.0a")
def tokens_checked(state: State, seat: str) -> int:
    """How many it controlled in the last Cleanup phase."""
    return sum(bool(state.points.get(f"{HELD}:{marker}:{seat}")) for marker in state.markers)


@heeds("blitz.4.0a")
def actions_left(state: State, seat: str) -> int:
    """The printed actions of a side's models on the table."""
    mine = (unit for unit in state.units.values() if unit.seat == seat and unit.status in ON_TABLE)
    return sum(unit.line.actions for unit in mine)


@heeds("blitz.4.0a", "blitz.16.0-2b-alt", "blitz.3.0c")
def is_last(state: State) -> bool:
    """Whether the round that is being cleaned up is the last: three tokens, a declaration, or no rounds left."""
    early = state.scenario == MEETING and state.round >= FROM_ROUND
    if early and any(tokens_checked(state, seat) >= ENOUGH for seat in SEATS):
        return True
    return LAST in state.switches or state.round >= state.rounds


def winner_of_meeting(state: State) -> Outcome:
    """Most tokens; then most actions left on the table."""
    score = {seat: tokens_checked(state, seat) for seat in SEATS}
    held = f"{score['red']} tokens to {score['blue']}"
    winner = higher(score["red"], score["blue"])
    if winner:
        return Outcome(winner, held, score)
    left = {seat: actions_left(state, seat) for seat in SEATS}
    return Outcome(higher(left["red"], left["blue"]), f"{held}, {left['red']} actions left to {left['blue']}", score)


@rule("blitz.16.0-2b-alt")
@heeds("blitz.4.0", "blitz.16.0-obj-casualties")
def winner_of_battle(state: State) -> Outcome:
    """Most victory points. A tie goes to who won Casualties; in a round declared the last, to who declared it."""
    score = {seat: victory_points(state, seat) for seat in SEATS}
    reason = f"{score['red']} victory points to {score['blue']}"
    winner, declared = higher(score["red"], score["blue"]), state.switches.get(LAST, "")
    if winner:
        return Outcome(winner, reason, score)
    if declared:
        return Outcome(declared, f"{reason}, and {declared} declared the last round", score)
    tie = f"{reason}, casualties {tv_left(state, 'red')} TV to {tv_left(state, 'blue')} left"
    return Outcome(casualties_winner(state), tie, score)


@heeds("blitz.16.0-2b-alt")
def resolve_last_round(ctx: Ctx[State]) -> Script[None]:
    """From the fourth round on the winner of initiative may declare this one the last, before anybody activates."""
    state = ctx.state
    if state.switches.get("rounds") != DECLARED or state.round < MAY_END or not state.winner:
        return
    prompt = "Do you declare this round the last? If you have as many points as the enemy at its end, you win."
    order = yield from ask(Ask(state.winner, "last", "", (), "blitz.16.0-2b-alt", prompt, True))
    if isinstance(order, DeclareLast):
        ctx.emit(LastDeclared(ctx.state.winner))


def offer_last(_state: State, ask: Ask) -> Iterator[Option]:
    """To declare it, or to fight on."""
    yield Pick("This is the last round", DeclareLast(), ask.rule)
    yield decline("Fight on", ask.rule)
