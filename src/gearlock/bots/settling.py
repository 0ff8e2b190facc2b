"""What happens in between in an imagined battle: offers and reactions, answered at a glance."""

from __future__ import annotations

from typing import Any

from gearlock.kernel.asks import OPEN_OPTIONS, Option
from gearlock.kernel.battle import Battle
from gearlock.kernel.orders import Decline, Order
from gearlock.kernel.system import Chooser

CAUTION = 0.5
"""How much a risk counts against a gain of the same number, at a glance."""
SPARING = 0.0001
"""What nobody can weigh is done only when nothing else is left: points are not spent on a whim."""


def settle(battle: Battle[Any], name: str, chooser: Chooser) -> float:
    """Play on to the next decision that matters to a seat; what the other side's answers cost it on the way."""
    lost = 0.0
    while not battle.over and not battle.fresh:
        seat = battle.waiting_for()[0]
        ask = battle.ask_for(seat)
        if seat == name and ask is not None and not ask.optional:
            break
        order, gain = at_a_glance(battle, seat, chooser)
        if seat != name:
            lost += max(0.0, gain)
        battle.answer(seat, order)
    return lost


def at_a_glance(battle: Battle[Any], seat: str, chooser: Chooser) -> tuple[Order, float]:
    """The answer that looks best, and what it is worth; an open option is tried once."""
    best: Order | None = None
    most = 0.0
    for option in battle.options(seat):
        order = _completed(battle, seat, option, chooser)
        if order is None:
            continue
        gain = glance(battle, seat, order)
        if best is None or gain > most:
            best, most = order, gain
    assert best is not None, f"no option of {battle.ask_for(seat)} could be completed"
    return best, most


def glance(battle: Battle[Any], seat: str, order: Order) -> float:
    """What an order is worth by itself."""
    if isinstance(order, Decline):
        return 0.0
    shown = battle.preview(seat, order)
    return shown.gives - CAUTION * shown.risks - SPARING


def _completed(battle: Battle[Any], seat: str, option: Option, chooser: Chooser) -> Order | None:
    return battle.sample(seat, option, chooser) if isinstance(option, OPEN_OPTIONS) else option.order
