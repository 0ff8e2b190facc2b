"""What is certain to come of an order: the position it leads to, before any die is thrown or anybody is asked."""

from __future__ import annotations

from gearlock.kernel.asks import Ask
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order
from gearlock.kernel.script import Ctx
from gearlock.systems.blitz.book import BOOK
from gearlock.systems.blitz.state import State


def played(state: State, order: Order) -> State:
    """The position in which an order of the active model first throws a die or asks somebody, or is done.

    Nothing comes of an order that would be refused.
    """
    active = state.active()
    if active is None or BOOK.refuse(state, Ask(active.seat, "act", active.id), order) is not None:
        return state
    ctx = Ctx(state.clone(), BOOK.apply)
    next(BOOK.resolve(ctx, order), None)
    return ctx.state


def moved(state: State, unit_id: str, event: Event) -> State:
    """The position after an event that concerns one model and those it carries along; all the rest is shared."""
    after = state.with_unit(state.units[unit_id].clone())
    for name, other in state.units.items():
        if unit_id in (other.carrier, other.parent):
            after.units[name] = other.clone()
    after.activation = None if state.activation is None else state.activation.clone()
    event.change(after)
    return after
