"""Step 6 and the Straight Up Brawl: who chooses a deployment zone or a table edge, and places first."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick
from gearlock.kernel.dice import Roll
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask, throw
from gearlock.mechanics.placing.zones import MARKED, marked_for
from gearlock.mechanics.turns import SEATS, higher
from gearlock.systems.fieldmanual.deployment.events import ChoiceGiven, ChoiceOffered, EdgeRolled, SideTaken
from gearlock.systems.fieldmanual.deployment.orders import ChooseSide
from gearlock.systems.fieldmanual.deployment.zones import EDGE, across, kind_of, side_words, sides_of
from gearlock.systems.fieldmanual.dice_tests.tests import LEADERSHIP, Test, skill_dice, throw_test
from gearlock.systems.fieldmanual.state import NO_GROUP, State, opponent

STEP_6, BRAWL = "fieldmanual.step6-deployment", "fieldmanual.straight-up-brawl"
CHOOSER, WINNER = "chooser", "winner"


def group_count(state: State, seat: str) -> int:
    """How many Combat Groups a side has."""
    return len({unit.group for unit in state.in_play(seat) if unit.group != NO_GROUP})


@rule("fieldmanual.straight-up-brawl")
def resolve_brawl_sides(ctx: Ctx[State]) -> Script[None]:
    """Who has more Combat Groups takes a long edge and places first; as many on both sides: dice, ties again.

    Where the map marks the zones there is nothing to take.
    """
    seat = higher(group_count(ctx.state, "red"), group_count(ctx.state, "blue"))
    while not seat:
        red, blue = yield from throw(Roll("edge", 2, 6, rule=BRAWL, ordered=True))
        ctx.emit(EdgeRolled(red, blue))
        seat = higher(red, blue)
    ctx.emit(ChoiceOffered(seat))
    if kind_of(ctx.state) == MARKED:
        _take(ctx, seat, ChooseSide(marked_for(seat)))
        return
    prompt = "Which table edge is your home edge?"
    order = yield from ask(Ask(seat, "side", about=(EDGE, CHOOSER), rule=BRAWL, prompt=prompt))
    _take(ctx, seat, order)


@heeds("fieldmanual.step6-deployment")
def resolve_sides(ctx: Ctx[State]) -> Script[None]:
    """The better Leadership roll chooses a zone or leaves that to the opponent; who chose places first."""
    kind = kind_of(ctx.state)
    if kind == EDGE or (kind == MARKED and "effects" not in ctx.state.switches):
        yield from resolve_brawl_sides(ctx)
        return
    seat = yield from resolve_leadership(ctx)
    ctx.emit(ChoiceOffered(seat))
    prompt = f"{kind.capitalize()}: take a deployment zone and deploy first, or leave that to the enemy?"
    order = yield from ask(Ask(seat, "side", about=(kind, WINNER), rule=STEP_6, prompt=prompt))
    assert isinstance(order, ChooseSide), f"{order} names no side"
    if not order.side:
        ctx.emit(ChoiceGiven(seat))
        seat = opponent(seat)
        prompt = f"{kind.capitalize()}: which deployment zone do you take?"
        order = yield from ask(Ask(seat, "side", about=(kind, CHOOSER), rule=STEP_6, prompt=prompt))
    _take(ctx, seat, order)


@heeds("fieldmanual.step6-deployment", "fieldmanual.leaders")
def resolve_leadership(ctx: Ctx[State]) -> Script[str]:
    """Both Army Commanders roll Leadership, again after a tie: the seat of the better."""
    while True:
        totals: dict[str, int] = {}
        for seat in SEATS:
            commander = ctx.state.commander(seat)
            lines = () if commander is None else (skill_dice(commander, LEADERSHIP),)
            unit = "" if commander is None else commander.id
            totals[seat] = (yield from throw_test(ctx, Test("deployment", unit, lines, STEP_6, seat=seat))).total
        winner = higher(totals["red"], totals["blue"])
        if winner:
            return winner


def _take(ctx: Ctx[State], seat: str, order: object) -> None:
    assert isinstance(order, ChooseSide), f"{order} names no side"
    ctx.emit(SideTaken(seat, order.side, across(ctx.state.ground, kind_of(ctx.state), order.side)))


def offer_sides(state: State, ask: Ask) -> Iterator[Option]:
    """Every zone there is, and for the winner of the roll to leave the choice."""
    for side in _sides_for(state, ask):
        yield Pick(f"Deploy in {side_words(side)}", ChooseSide(side), ask.rule)
    if ask.about[1] == WINNER:
        yield Pick("Leave it to the enemy", ChooseSide(""), ask.rule)


def refuse_side(state: State, ask: Ask, order: ChooseSide) -> Refusal | None:
    """The zones of this battle leave only some sides."""
    sides = _sides_for(state, ask)
    if order.side in sides or (not order.side and ask.about[1] == WINNER):
        return None
    words = " or ".join(map(side_words, sides))
    return Refusal("side", ask.rule, f"Deployment is in {words}, not in {order.side or 'nothing'}.")


def _sides_for(state: State, ask: Ask) -> tuple[str, ...]:
    """The zones a seat may choose between; of those that a map marks its own."""
    return (marked_for(ask.seat),) if ask.about[0] == MARKED else sides_of(state.ground, ask.about[0])
