"""What holds for every order of the unit that is acting."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from gearlock.kernel.asks import Ask, Option
from gearlock.kernel.chapters import Offer, Refuse
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.hex100.state import State, Unit
from gearlock.table.hexes import Hex

TRIES = 12
"""How often a hex or a path is guessed at."""
React = Callable[[Ctx[State], str, Hex | None], Script[None]]
"""What may interrupt a step, or an attack: the mover's id and the hex it came from, if it moved."""


def acting(refuse: Callable[[State, Unit, Any], Refusal | None]) -> Refuse[State]:
    """A rule of the unit that acts."""
    return lambda state, ask, order: refuse(state, state.units[ask.unit], order)


def of_acting(offer: Callable[[State, Unit], Iterable[Option]]) -> Offer[State]:
    """What the unit that acts may do."""
    return lambda state, ask: offer(state, state.units[ask.unit])


def refuse_another(_state: State, ask: Ask, order: Order) -> Refusal | None:
    """One unit acts at a time."""
    if ask.kind != "act" or getattr(order, "unit", "") == ask.unit:
        return None
    return Refusal("not-acting", "hex100.turn-structure", "Another unit is acting; it finishes its turn first.")
