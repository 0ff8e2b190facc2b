"""Tables for tests of subplots: two Hunters of red against two of blue, and questions about them."""

from __future__ import annotations

from typing import Any

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Order
from gearlock.systems.tactical.book import BOOK
from gearlock.systems.tactical.state import Activation, State
from systems.tactical.tables import put, table


def field(*subplots: str, **switches: str) -> State:
    """Red in the south, blue in the north; subplots as "red:Coward"."""
    state = table()
    state.switches |= {name.replace("_", " "): word for name, word in switches.items()}
    put(state, "red-1", "hunter", 20, 10)
    put(state, "red-2", "hunter", 24, 10)
    put(state, "blue-1", "hunter", 20, 16, 270)
    put(state, "blue-2", "hunter", 24, 16, 270)
    state.points |= {f"subplot:{name}": 1 for name in subplots}
    return state


def active(state: State, name: str, pace: str = "combat") -> Ask:
    """Activate a unit; the question it is asked."""
    state.activation = Activation(name, pace, state.units[name].mode)
    state.group = state.units[name].group
    return Ask(state.units[name].seat, "act", name)


def code(state: State, question: Ask, order: Order) -> str:
    """The code of the refusal, empty for a legal order."""
    state.notes = {}
    found = BOOK.refuse(state, question, order)
    return "" if found is None else found.code


def offered(state: State, question: Ask, kind: type[Any]) -> list[Any]:
    """The orders of one kind that are offered."""
    state.notes = {}
    return [option.order for option in BOOK.options(state, question) if isinstance(option.order, kind)]


def told(*orders: Order) -> Any:
    """Answers in turn."""
    left = list(orders)
    return lambda _state, _ask: left.pop(0)
