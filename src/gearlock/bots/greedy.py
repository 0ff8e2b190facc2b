"""A bot that takes what looks best right now: exact expected damage given, less what it risks, never a step ahead."""

from __future__ import annotations

import random
from collections.abc import Iterator

from gearlock.bots.thoughts import Thought
from gearlock.kernel.asks import OPEN_OPTIONS, Option
from gearlock.kernel.orders import Decline, Order
from gearlock.kernel.seat import Seat
from gearlock.kernel.view import Piece, Preview, View

TRIES = 8
"""Sampled ways to complete an open option."""
CAUTION = 0.5
"""How much expected damage suffered counts against expected damage given."""
CLOSING = 0.02
"""The pull towards the nearest known enemy, over the length of the table: only breaks ties between empty moves."""


SPARING = 0.0001
"""What nobody can weigh is done only when nothing else is left: points are not spent on a whim."""
UNWEIGHED = Preview()


class GreedyBot:
    """Scores every answer by its preview and gives the best; equal answers are drawn by lot."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._weighed: tuple[Thought, ...] = ()

    def decide(self, seat: Seat) -> Order:
        """The best-looking order."""
        self._weighed = ()
        candidates = list(self._candidates(seat))
        if len(candidates) == 1:
            return candidates[0][0]
        view = seat.view()
        scored = []
        for order, label in candidates:
            thought = self._weigh(seat, order, label, view)
            scored.append((thought.worth, self._random.random(), order, thought))
        scored.sort(key=lambda entry: entry[:2], reverse=True)
        self._weighed = tuple(entry[-1] for entry in scored)
        return scored[0][2]

    def thoughts(self) -> tuple[Thought, ...]:
        """The orders it weighed at its last decision."""
        return self._weighed

    def _candidates(self, seat: Seat) -> Iterator[tuple[Order, str]]:
        found = False
        for option in seat.options():
            for order in self._orders(seat, option):
                found = True
                yield order, option.label
        assert found, f"no option of {seat.ask} could be completed"

    def _orders(self, seat: Seat, option: Option) -> Iterator[Order]:
        if not isinstance(option, OPEN_OPTIONS):
            yield option.order
            return
        for _ in range(TRIES):
            order = seat.sample(option, self._random)
            if order is not None:
                yield order

    def _weigh(self, seat: Seat, order: Order, label: str, view: View) -> Thought:
        if isinstance(order, Decline):
            return Thought((label,), 0.0, order=order)
        preview = seat.preview(order)
        if preview == UNWEIGHED:
            return Thought((label,), -SPARING, {"gives": -SPARING}, order)
        closing = CLOSING * _distance_to_enemy(preview, view, seat.name)
        terms = {"gives": preview.gives, "risks": -CAUTION * preview.risks, "closing": -closing}
        return Thought((label,), sum(terms.values()), terms, order, preview.ends)


def _distance_to_enemy(preview: Preview, view: View, side: str) -> float:
    """How far the ordered unit would stand from the nearest known enemy, as a share of the table."""
    enemies = [piece for piece in view.pieces if piece.side != side and piece.status != "destroyed"]
    if preview.ends is None or not enemies:
        return 0.0
    x, y, _ = preview.ends
    span = max(view.table.width, view.table.height)
    return min(_apart(view, x, y, piece) for piece in enemies) / span


def _apart(view: View, x: int, y: int, piece: Piece) -> float:
    dx, dy = x - piece.x, y - piece.y
    if view.table.kind == "hexes":
        return float((abs(dx) + abs(dy) + abs(dx + dy)) // 2)
    return float(abs(dx) + abs(dy))
