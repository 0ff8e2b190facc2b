"""Games of guessing: what all decide at once, unseen, and where no answer is better than another before it is known.

Whoever answered such a question by what it imagines of the others could be seen through; only chance cannot.
"""

from __future__ import annotations

from gearlock.bots.weighing import UNWEIGHED
from gearlock.kernel.asks import OPEN_OPTIONS
from gearlock.kernel.orders import Decline, Order
from gearlock.kernel.seat import Seat
from gearlock.kernel.system import Chooser


def by_lot(seat: Seat, chooser: Chooser) -> Order | None:
    """An answer drawn by lot, where answers are sealed and all are told to be worth the same; None elsewhere."""
    if not seat.is_sealed or seat.ask is None:
        return None
    options = seat.options()
    if len(options) < 2 or any(isinstance(each, OPEN_OPTIONS) or type(each.order) is Decline for each in options):
        return None
    first, *others = (seat.preview(option.order) for option in options)
    if first == UNWEIGHED or any(shown != first for shown in others):
        return None
    return options[chooser.randrange(0, len(options))].order
