"""2.6.2, Step Two: Initiative."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import result
from gearlock.mechanics.silhouette.rolls import Result
from gearlock.mechanics.turns import higher
from gearlock.systems.tactical.command.leading import leader_lines
from gearlock.systems.tactical.damage.condition import maneuver_now
from gearlock.systems.tactical.dice_tests.tests import PILOTING, Test, skill_lines, throw_test
from gearlock.systems.tactical.rounds.events import FirstChosen, InitiativeRolled
from gearlock.systems.tactical.rounds.orders import ChooseFirst
from gearlock.systems.tactical.sensors.jamming import compare_jamming
from gearlock.systems.tactical.state import HIDDEN, NO_GROUP, SEATS, State, opponent

RULE = "tactical.2.6.2-step2"
FIRST = "first"


def groups_left(state: State, seat: str) -> int:
    """The combat groups of a side that have anybody on the table, hidden or not."""
    there = (unit for unit in state.in_play(seat) if unit.is_fielded or unit.status == HIDDEN)
    return len({unit.group for unit in there if unit.group != NO_GROUP})


@heeds("tactical.2.6.2-step2", "tactical.2.3.4-maneuver")
def initiative_lines(state: State, seat: str) -> tuple[Modifier, ...]:
    """The Leadership of the Commander; Piloting with Maneuver where exactly one vehicle faces one."""
    mine, theirs = list(state.in_play(seat)), list(state.in_play(opponent(seat)))
    if len(mine) == len(theirs) == 1 and not mine[0].is_infantry and not theirs[0].is_infantry:
        maneuver = maneuver_now(mine[0])
        more = (result(maneuver, "Maneuver", "tactical.2.3.4-maneuver"),) if maneuver else ()
        return skill_lines(mine[0], PILOTING) + more
    return leader_lines(state, seat)


@rule("tactical.2.6.2-step2")
@heeds("tactical.ref-fumble-effects", "tactical.4.1.3-scouting")
def resolve_initiative(ctx: Ctx[State]) -> Script[None]:
    """Both sides roll, draws again; the winner has its margin as Command Points, fewer groups choose who begins.

    A fumble is 0 and loses; two fumbles are a draw. Who lies in ambush wins whatever it rolled, but has Command Points
    only for a roll that won.
    """
    compare_jamming(ctx)
    rolled: dict[str, Result] = {}
    for seat in SEATS:
        test = Test("Initiative", "", initiative_lines(ctx.state, seat), RULE, seat=seat)
        rolled[seat] = yield from throw_test(ctx, test)
    winner = winner_of(rolled["red"], rolled["blue"])
    points = abs(rolled["red"].total - rolled["blue"].total) if winner else 0
    ambusher = next((seat for seat in SEATS if ctx.state.points.get(f"ambush:{seat}") == ctx.state.round), "")
    if ambusher:
        winner, points = ambusher, points if winner == ambusher else 0
    ctx.emit(InitiativeRolled(rolled["red"].total, rolled["blue"].total, winner, points))
    if not winner:
        return
    chooser = chooses_first(ctx.state)
    order = yield from ask(Ask(chooser, FIRST, rule=RULE, prompt="Who activates a combat group first?"))
    assert isinstance(order, ChooseFirst), f"{order} does not say who goes first"
    ctx.emit(FirstChosen(order.seat))


@rule("tactical.ref-fumble-effects")
def winner_of(red: Result, blue: Result) -> str:
    """The side with the higher total; whoever alone fumbles loses outright, even against a total of 0."""
    if red.fumbled != blue.fumbled:
        return "blue" if red.fumbled else "red"
    return higher(red.total, blue.total)


@heeds("tactical.2.6.2-step2")
def chooses_first(state: State) -> str:
    """The side with fewer combat groups, else the winner of Initiative."""
    return higher(-groups_left(state, "red"), -groups_left(state, "blue")) or state.winner


def refuse_first(_state: State, ask: Ask, order: ChooseFirst) -> Refusal | None:
    """One of the two sides begins."""
    known = order.seat in SEATS
    return None if known else Refusal("seat", ask.rule, f"'{order.seat}' is no side: say red or blue.")


def offer_first(_state: State, ask: Ask) -> Iterator[Option]:
    """Oneself or the other side."""
    yield Pick("We activate first", ChooseFirst(ask.seat), RULE)
    yield Pick("The enemy activates first", ChooseFirst(opponent(ask.seat)), RULE)
