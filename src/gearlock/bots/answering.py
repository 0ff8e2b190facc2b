"""An answer where none was found at a glance: a bot that is offered little, or nothing, still never ends a battle."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.bots.weighing import completed
from gearlock.kernel.asks import OPEN_OPTIONS, Amount, Option
from gearlock.kernel.orders import Order
from gearlock.kernel.seat import Seat
from gearlock.kernel.system import Aim, Chooser

TRIES = 40
"""How often an open option is completed by lot before it is given up."""
SPOTS = 12
"""Places on the table it is then aimed at."""


def any_answer(seat: Seat, chooser: Chooser) -> Order:
    """The first order the rules take: by every option, then by declining, ending or passing. Raises Unanswerable."""
    found = next(_answers(seat, chooser), None)
    if found is None:
        raise seat.unanswerable()
    return found


def _answers(seat: Seat, chooser: Chooser) -> Iterator[Order]:
    for option in seat.options():
        yield from (order for order in _orders(seat, option, chooser) if seat.refuse(order) is None)
    yield from seat.last_resorts()


def _orders(seat: Seat, option: Option, chooser: Chooser) -> Iterator[Order]:
    """What an option stands for; an open one completed by many lots, then towards many spots."""
    yield from completed(seat, option, TRIES, chooser)
    for spot in _spots(seat, option) if isinstance(option, OPEN_OPTIONS) else ():
        aimed = seat.aim(option, spot)
        if isinstance(aimed, Order):
            yield aimed


def _spots(seat: Seat, option: Option) -> Iterator[Aim]:
    """Every number up to a bound, or places all over the table: where pieces stand, then a grid."""
    if isinstance(option, Amount):
        yield from (Aim(number) for number in range(option.low, min(option.high, option.low + TRIES) + 1))
        return
    view = seat.view()
    yield from (Aim(piece.x, piece.y, piece.facing) for piece in view.pieces[:SPOTS])
    across, down = (max(1, size // SPOTS) for size in (view.table.width, view.table.height))
    yield from (Aim(x * across, y * down) for x in range(SPOTS) for y in range(SPOTS))
