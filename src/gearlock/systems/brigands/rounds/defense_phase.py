"""1.8 and 8.3e: the ECM Defense Phase. Before anybody acts, both sides in turn may raise ECM Defense."""

from __future__ import annotations

from gearlock.kernel.asks import Ask
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.systems.brigands.electronic_warfare.defending import ECM_DEFENSE, RULE, able_defenders
from gearlock.systems.brigands.electronic_warfare.events import (
    DefenseFirstChosen,
    DefensePassed,
    DefensePhaseOpened,
    DefenseRaised,
    EwDeclared,
)
from gearlock.systems.brigands.electronic_warfare.orders import RaiseDefense
from gearlock.systems.brigands.paying import payment
from gearlock.systems.brigands.rounds.orders import ChooseFirst
from gearlock.systems.brigands.state import State, opponent


@heeds("brigands.1.8", "brigands.1.8-ecm")
def open_defense_phase(ctx: Ctx[State]) -> None:
    """Between Setup and Action, if anybody has ECM to raise."""
    if any(able_defenders(ctx.state, seat) for seat in ("red", "blue")):
        ctx.emit(DefensePhaseOpened())


@rule("brigands.8.3e", "brigands.1.8-ecm")
def resolve_defense_phase(ctx: Ctx[State]) -> Script[None]:
    """One seat raises ECM Defense with one model, or passes; two passes in a row end the phase.

    The Initiative winner says who begins, where that matters. Who has nothing to raise passes unasked.
    """
    if not ctx.state.turn:
        yield from resolve_first(ctx)
        return
    seat = ctx.state.turn
    if able_defenders(ctx.state, seat):
        prompt = "Raise ECM Defense with one of your models before the Action Phase?"
        order = yield from ask(Ask(seat, "defense", rule=RULE, prompt=prompt, optional=True))
        if isinstance(order, RaiseDefense):
            ctx.emit(EwDeclared(order.unit, ECM_DEFENSE, "", payment(ctx.state.units[order.unit])))
            ctx.emit(DefenseRaised(order.unit, opponent(seat)))
            return
    ctx.emit(DefensePassed(seat, "" if ctx.state.passes else opponent(seat)))


@heeds("brigands.8.3e", "brigands.1.8-ecm")
def resolve_first(ctx: Ctx[State]) -> Script[None]:
    """The Initiative winner goes first or second; with one side able there is nothing to choose."""
    winner = ctx.state.winner
    able = [seat for seat in (winner, opponent(winner)) if able_defenders(ctx.state, seat)]
    first = able[0] if able else winner
    if len(able) == 2:
        prompt = "You won Initiative. Who may raise ECM Defense first?"
        order = yield from ask(Ask(winner, "first", rule=RULE, prompt=prompt))
        assert isinstance(order, ChooseFirst), f"{order} does not say who goes first"
        first = order.seat
    ctx.emit(DefenseFirstChosen(first))
