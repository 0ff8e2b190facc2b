"""Orders that a player would laugh at, told from what the preview of an order says of it.

What a target is, a blow is worth and a way is long are the system's to say; what is senseless is the same in all games.
"""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.bots.weighing import CAUTION
from gearlock.kernel.asks import OPEN_OPTIONS
from gearlock.kernel.orders import Decline, Finish, Keep, Order
from gearlock.kernel.seat import Seat
from gearlock.kernel.view import Piece, Preview, View

WASTED = "wasted"
CREEPING = "creeping"
OWN_SIDE = "own side"
UNSPENT = "unspent"
UNUSED = "unused"
MEANINGS = {
    WASTED: "attacks on wrecks or scenery, a living enemy at hand",
    CREEPING: "moves of less than a tenth of an inch",
    OWN_SIDE: "attacks that can only hurt the own side",
    UNSPENT: "activations ended, an attack of worth unspent",
    UNUSED: "reserves that ended unused",
}
"""What is counted, in words."""
LAUGHABLE = (WASTED, CREEPING, OWN_SIDE)
"""What a bot that weighs anything never does."""
LEAST_WAY = 100
"""Mils below which nobody calls it a move."""
LEAST_TURN = 10
"""Tenths of a degree below which nobody calls it a turn."""
SOME_EFFECT = 0.005
"""What an attack is worth that could be made to some effect, in shares of a whole unit."""
OF_WORTH = 0.05
"""What an attack is worth that is missed if it is not made."""


def effect(shown: Preview) -> float:
    """What an order itself does to the other side, whatever may come of it later."""
    return shown.gives - shown.hoped


def is_attack(shown: Preview) -> bool:
    """Whether an order is an attack of one's own; offers to roll again or to ward off are not."""
    return shown.odds is not None and bool(shown.odds.damage) and shown.without is None


class Sense:
    """What makes sense at one decision of a seat, as it sees the table."""

    def __init__(self, view: View, name: str) -> None:
        self._pieces = {piece.id: piece for piece in view.pieces}
        self._name, self._least = name, LEAST_WAY if view.table.kind == "inches" else 1

    def folly(self, order: Order, shown: Preview) -> str:
        """What is senseless about an order by itself: WASTED if the attack can do nothing, CREEPING or OWN_SIDE."""
        if is_attack(shown):
            return self._misdirected(shown)
        return CREEPING if self._creeps(order, shown) else ""

    def _misdirected(self, shown: Preview) -> str:
        if effect(shown) > 0 or any(self._is_foe(part.target) for part in (shown, *shown.also)):
            return ""
        return OWN_SIDE if shown.risks > shown.lasting else WASTED

    def _is_foe(self, target: str) -> bool:
        piece = self._pieces.get(target)
        return piece is not None and piece.side != self._name and piece.status != "destroyed"

    def _creeps(self, order: Order, shown: Preview) -> bool:
        """A turn on the spot is no creeping; a shift so small that nobody would measure it is, turn or no turn."""
        piece, route = self._pieces.get(getattr(order, "unit", "")), shown.route
        if piece is None or route is None or shown.ends is None or route.length >= self._least:
            return False
        return route.length > 0 or not _turned(piece, shown.ends[2])


def _turned(piece: Piece, facing: int) -> bool:
    return LEAST_TURN <= (facing - piece.facing) % 3600 <= 3600 - LEAST_TURN


class Watch:
    """Counts the blunders of one seat, decision by decision."""

    def __init__(self) -> None:
        self.counts: dict[str, int] = {}
        self._kept: set[str] = set()

    def see(self, seat: Seat, order: Order) -> str:
        """Judge an order that is about to be given; what kind of blunder it is, or nothing."""
        self._reserves(seat, order)
        found = "" if isinstance(order, Decline) else self._judged(seat, order)
        if found:
            self._count(found)
        return found

    def end(self) -> None:
        """The battle is over: what is still held back was held back for nothing."""
        for _ in self._kept:
            self._count(UNUSED)
        self._kept.clear()

    def _count(self, kind: str) -> None:
        self.counts[kind] = self.counts.get(kind, 0) + 1

    def _judged(self, seat: Seat, order: Order) -> str:
        if isinstance(order, Finish):
            return UNSPENT if any(_worth(shown) >= OF_WORTH for shown in _attacks(seat)) else ""
        folly = Sense(seat.view(), seat.name).folly(order, seat.preview(order))
        if folly == WASTED and not any(effect(shown) >= SOME_EFFECT for shown in _attacks(seat)):
            return ""
        return folly

    def _reserves(self, seat: Seat, order: Order) -> None:
        """Something held back is used in an answer to an offer, and lost when its unit comes to act again."""
        ask, unit = seat.ask, getattr(order, "unit", "")
        if ask is None:
            return
        if ask.optional:
            if not isinstance(order, Decline | Keep):
                self._kept.discard(unit)
        elif unit in self._kept:
            self._kept.discard(unit)
            self._count(UNUSED)
        if isinstance(order, Keep):
            self._kept.add(unit)


def _attacks(seat: Seat) -> Iterator[Preview]:
    """The attacks that are offered as they stand."""
    for option in seat.options():
        if not isinstance(option, OPEN_OPTIONS):
            shown = seat.preview(option.order)
            if is_attack(shown):
                yield shown


def _worth(shown: Preview) -> float:
    return effect(shown) - CAUTION * (shown.risks - shown.lasting)
