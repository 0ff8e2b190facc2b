"""What happens in between in an imagined battle: offers and reactions, answered at a glance."""

from __future__ import annotations

from typing import Any

from gearlock.bots.answering import any_answer
from gearlock.bots.guessing import by_lot
from gearlock.bots.weighing import CAUTION, SPARING, completed
from gearlock.kernel.battle import Battle
from gearlock.kernel.errors import Unanswerable
from gearlock.kernel.orders import Decline, Order
from gearlock.kernel.seat import Seat
from gearlock.kernel.system import Chooser


def settle(battle: Battle[Any], name: str, chooser: Chooser) -> float:
    """Play on to the next decision that matters to a seat; what the other side's answers cost it on the way.

    Where nothing answers what is asked on the way, it ends there.
    """
    lost = 0.0
    while not battle.over and not battle.fresh:
        seat = Seat(battle, battle.waiting_for()[0])
        lot = by_lot(seat, chooser)
        if lot is not None:
            battle.answer(seat.name, lot)
            continue
        if seat.name == name and seat.ask is not None and not seat.ask.optional:
            break
        try:
            order, gain = at_a_glance(seat, chooser)
        except Unanswerable:
            break
        if seat.name != name:
            lost += max(0.0, gain)
        battle.answer(seat.name, order)
    return lost


def at_a_glance(seat: Seat, chooser: Chooser) -> tuple[Order, float]:
    """The answer that looks best, and what it is worth; an open option is tried once. Raises Unanswerable."""
    best: Order | None = None
    most = 0.0
    for option in seat.options():
        for order in completed(seat, option, 1, chooser):
            gain = glance(seat, order)
            if best is None or gain > most:
                best, most = order, gain
    return (any_answer(seat, chooser), 0.0) if best is None else (best, most)


def glance(seat: Seat, order: Order) -> float:
    """What an order is worth by itself."""
    if isinstance(order, Decline):
        return 0.0
    shown = seat.preview(order)
    return shown.gives - CAUTION * shown.risks - SPARING
