"""Step 1: the player order roll."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from gearlock.kernel.asks import Ask, Option, Pick
from gearlock.kernel.dice import Faces, Roll
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.mechanics.turns import higher
from gearlock.systems.fieldmanual.command.tests import resolve_contest
from gearlock.systems.fieldmanual.rounds.events import FirstChosen, OrderRolled, OrderThrown
from gearlock.systems.fieldmanual.rounds.orders import ChooseFirst
from gearlock.systems.fieldmanual.rounds.sub_squads import resolve_sub_squads
from gearlock.systems.fieldmanual.state import FIELDED, NO_GROUP, SEATS, State, opponent

RULE = "fieldmanual.player-order"


@heeds("fieldmanual.player-order", "fieldmanual.defensive-assets")
def groups_on_table(state: State, seat: str) -> int:
    """The Combat Groups of a side that have a model on the table; defensive assets are none."""
    there = (unit for unit in state.units.values() if unit.seat == seat and unit.status == FIELDED)
    return len({unit.squad for unit in there if unit.group != NO_GROUP and not unit.is_static})


def order_bonus(state: State, seat: str) -> int:
    """1 for the commander with the higher Leadership, 1 for the fewest Combat Groups on the table; none for a tie."""
    mine, theirs = (state.commander(each) for each in (seat, opponent(seat)))
    leads = mine is not None and mine.card.skills.leadership > (
        theirs.card.skills.leadership if theirs is not None else 0
    )
    fewer = groups_on_table(state, seat) < groups_on_table(state, opponent(seat))
    return int(leads) + int(fewer)


def _tell(ctx: Ctx[State], roll: Roll, faces: Faces) -> None:
    ctx.emit(OrderThrown(roll.seat, faces[0]))


def _totals(state: State, found: tuple[Faces, ...]) -> dict[str, int]:
    return {seat: faces[0] + order_bonus(state, seat) for seat, faces in zip(SEATS, found, strict=True)}


def _is_behind(state: State, found: tuple[Faces, ...], seat: str) -> bool:
    """Whether a side has the lower total, and so something to gain by another throw; a tie is thrown again anyway."""
    totals = _totals(state, found)
    return totals[seat] < totals[opponent(seat)]


@rule("fieldmanual.player-order")
@heeds("fieldmanual.cp-reroll-other")
def resolve_order(ctx: Ctx[State]) -> Script[None]:
    """Both roll a die, and again after a tie; the higher total says who goes first."""
    yield from resolve_sub_squads(ctx)
    while not ctx.state.winner:
        rolls = tuple(Roll("player order", 1, 6, 1, seat, rule=RULE) for seat in SEATS)
        red, blue = yield from resolve_contest(ctx, rolls, partial(_is_behind, ctx.state), partial(_tell, ctx))
        totals = _totals(ctx.state, (red, blue))
        winner = higher(totals["red"], totals["blue"])
        ctx.emit(OrderRolled(red[0], blue[0], totals["red"], totals["blue"], winner))
    prompt = "You won the player order roll. Who goes first?"
    order = yield from ask(Ask(ctx.state.winner, "first", rule=RULE, prompt=prompt))
    assert isinstance(order, ChooseFirst), f"{order} does not say who goes first"
    ctx.emit(FirstChosen(order.seat))


def refuse_first(_state: State, ask: Ask, order: ChooseFirst) -> Refusal | None:
    """There are two seats."""
    if order.seat in SEATS:
        return None
    return Refusal("seat", ask.rule, f"There is no seat {order.seat}: choose red or blue.")


def offer_first(_state: State, ask: Ask) -> Iterator[Option]:
    """Oneself or the other side."""
    for seat in SEATS:
        yield Pick("I go first" if seat == ask.seat else "They go first", ChooseFirst(seat), ask.rule)
