"""Short ways to lay a table out and to act on it, for tests of the system."""

from __future__ import annotations

from typing import Any, TypeVar

from gearlock.kernel.asks import Ask
from gearlock.kernel.battle import Battle
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.positions import Position
from gearlock.systems.tactical.book import BOOK
from gearlock.systems.tactical.state import Activation, State, Unit

T = TypeVar("T")


def duel(active: str = "red-1", apart: float = 4, **head: object) -> Position:
    """Two Hunters face each other from south and north, so many inches apart."""
    position = Position("tactical", **({"active": active} if active else {}), **head)
    position.model("red-1", "hunter", at=(20, 10), facing="north")
    return position.model("blue-1", "hunter", at=(20, 10 + apart), facing="south")


def refused(battle: Battle[State], order: Order, seat: str = "red", kind: str = "act") -> Refusal | None:
    """Why the rules do not take an order."""
    asks = [ask for ask in battle.pending if ask.seat == seat]
    ask = asks[0] if asks else Ask(seat, kind)
    return BOOK.refuse(battle.state, ask, order)


def code(battle: Battle[State], order: Order, seat: str = "red") -> str:
    """The code of the refusal, empty for a legal order."""
    found = refused(battle, order, seat)
    return "" if found is None else found.code


def give(battle: Battle[State], *orders: Order, seat: str = "red") -> Battle[State]:
    """Give orders in turn, each by the seat that is asked; offers of others in between are declined."""
    for order in orders:
        battle.answer(seat, order)
    return battle


def under_way(battle: Battle[Any]) -> Activation:
    """The activation under way."""
    found = battle.state.activation
    assert isinstance(found, Activation)
    return found


def unit(battle: Battle[Any], name: str = "red-1") -> Unit:
    """A unit as it is now."""
    found: Unit = battle.state.units[name]
    return found


def happened(battle: Battle[Any], kind: type[T]) -> list[T]:
    """The events of one kind so far, first to last."""
    return [event for entry in battle.entries for event in entry.events if isinstance(event, kind)]
