"""What one seat asks of the other: to take something back, to call the battle a draw; and how long it stands.

Where nothing is hidden, whoever plays on has answered. In a battle with secrets nobody may see from an offer that the
other decided, or was asked, unseen: it stands until it is answered or taken back, or until a turn of the other that
everybody was told of is over.
"""

from __future__ import annotations

from typing import Any

from gearlock.kernel.battle import Battle
from gearlock.kernel.errors import NotAsked, UndoRefused


class Offer:
    """Something one seat asks of the other."""

    __slots__ = ("decided", "other_had_turn", "seat")

    def __init__(self, battle: Battle[Any], seat: str) -> None:
        self.seat = seat
        self.decided = {other: battle.decisions_of(other) for other in battle.system.seats if other != seat}
        """How often the others had decided by then."""
        self.other_had_turn = turn_as_told(battle) in self.decided


class Offers:
    """The wish to take something back and the draw on offer at a table."""

    def __init__(self, battle: Battle[Any]) -> None:
        self._battle = battle
        self._wish: Offer | None = None
        self._draw: Offer | None = None
        self._back_to = 0
        self._offered: dict[str, int] = {}

    @property
    def wish(self) -> str:
        """The seat that wants to take something back."""
        return "" if self._wish is None else self._wish.seat

    @property
    def draw(self) -> str:
        """The seat that offers a draw."""
        return "" if self._draw is None else self._draw.seat

    def wish_back(self, seat: str) -> None:
        """Ask to take the last decision back. Raises UndoRefused if there is none."""
        at = self._battle.last_decision(seat)
        if at is None:
            raise UndoRefused("You have decided nothing yet.")
        self._wish, self._back_to = Offer(self._battle, seat), at

    def answer_wish(self) -> int:
        """The wish is answered; the number of the entry it goes back to."""
        self._wish = None
        return self._back_to

    def offer_draw(self, seat: str) -> None:
        """Offer a draw: once between two decisions of one's own. Raises NotAsked."""
        decided = self._battle.decisions_of(seat)
        if self._offered.get(seat) == decided:
            raise NotAsked("You offered a draw already. Offer again after your next decision.")
        self._offered[seat], self._draw = decided, Offer(self._battle, seat)

    def answer_draw(self) -> None:
        """The draw is agreed, turned down or taken back."""
        self._draw = None

    def move_on(self) -> None:
        """The battle is another: what stands no longer is dropped."""
        battle = self._battle
        if battle.over:
            self._wish = self._draw = None
        elif not battle.has_secrets:
            self._wish = None
            if self._draw is not None and self._plays_on(self._draw):
                self._draw = None
        else:
            if self._wish is not None and (len(battle.entries) <= self._back_to or self._has_passed(self._wish)):
                self._wish = None
            if self._draw is not None and self._has_passed(self._draw):
                self._draw = None

    def _plays_on(self, offer: Offer) -> bool:
        return any(self._battle.decisions_of(other) > then for other, then in offer.decided.items())

    def _has_passed(self, offer: Offer) -> bool:
        """Whether a turn of the other, as everybody was told of it, has come and gone since."""
        turn = turn_as_told(self._battle)
        if turn is None:
            return False
        is_on = turn in offer.decided
        offer.other_had_turn |= is_on
        return offer.other_had_turn and not is_on


def turn_as_told(battle: Battle[Any]) -> str | None:
    """Whose turn it is, as every seat was told; None while they were not told the same."""
    if not battle.has_secrets:
        return battle.view(None).active
    told = {battle.as_told(seat).view(seat).active for seat in battle.system.seats}
    return told.pop() if len(told) == 1 else None
