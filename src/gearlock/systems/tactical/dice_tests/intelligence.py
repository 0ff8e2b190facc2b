"""4.1.3: rerolls that intelligence has paid for: any roll of a side's own, at any time, and the second one stands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from gearlock.kernel.asks import Ask, Option, Pick, decline
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.view import Line
from gearlock.systems.tactical.assets import keep_stock, stock_of
from gearlock.systems.tactical.state import State

REROLLS: Final = "intelligence"
RULE: Final = "tactical.4.1.3-intelligence"
ASIDE: Final = "aside"
"""Counted in points while a side is asked for a reroll: nobody else is to know that it has any."""


class UseIntelligence(Order, frozen=True, tag="use-intelligence"):
    """Pay with a reroll and throw these dice again."""


class RerollOffered(Event, frozen=True, tag="reroll-offered"):
    """A side thinks about its dice."""

    def change(self, state: State) -> None:
        """Nobody else hears of it."""
        state.points[ASIDE] = 1


class RerollSettled(Event, frozen=True, tag="reroll-settled"):
    """A side has used a reroll, or keeps its dice."""

    seat: str
    purpose: str
    used: bool

    @heeds("tactical.4.1.3-intelligence")
    def change(self, state: State) -> None:
        """One reroll fewer."""
        state.points.pop(ASIDE, None)
        if self.used:
            stock = stock_of(state, self.seat)
            keep_stock(state, self.seat, msgspec.structs.replace(stock, rerolls=stock.rerolls - 1))


@heeds("tactical.4.1.3-intelligence")
def offer_reroll(ctx: Ctx[State], seat: str, unit_id: str, purpose: str, shown: str) -> Script[bool]:
    """Whether a side pays for other dice than those it has just thrown."""
    left = stock_of(ctx.state, seat).rerolls
    if not left:
        return False
    ctx.emit(RerollOffered())
    prompt = f"{purpose.capitalize()}: {shown}. Use one of your {left} rerolls? The second result stands."
    order = yield from ask(Ask(seat, REROLLS, unit_id, (purpose, shown), RULE, prompt, optional=True))
    used = isinstance(order, UseIntelligence)
    ctx.emit(RerollSettled(seat, purpose, used))
    return used


def refuse_reroll(state: State, question: Ask, _order: UseIntelligence) -> Refusal | None:
    """Only while there are any."""
    if stock_of(state, question.seat).rerolls > 0:
        return None
    return Refusal("rerolls", RULE, "Your side has no rerolls left.")


def offer_rerolls(_state: State, question: Ask) -> Iterator[Option]:
    """Other dice, or these."""
    yield Pick(f"Roll again ({question.about[0]} was {question.about[1]})", UseIntelligence(), RULE)
    yield decline("Keep it", RULE)


def settled(_state: State, event: RerollSettled, _seat: str | None) -> Line | None:
    """Told where it was used."""
    if not event.used:
        return None
    return Line(f"{event.seat.title()}'s intelligence pays for another roll: {event.purpose}.", (), RULE)
