"""A bot that takes what looks best right now: exact expected damage given, less what it risks, never a step ahead."""

from __future__ import annotations

import random
from collections.abc import Iterator

from gearlock.bots.answering import any_answer
from gearlock.bots.blunders import Sense
from gearlock.bots.thoughts import Thought
from gearlock.bots.turning import Turned, turned_on_the_spot
from gearlock.bots.weighing import CAUTION, SPARING, UNWEIGHED, completed, enemies_known, nearest_enemy
from gearlock.kernel.orders import Decline, Order
from gearlock.kernel.seat import Seat
from gearlock.kernel.view import Preview, View

TRIES = 8
"""Sampled ways to complete an open option."""
KILL = 0.3
"""The chance to destroy what is attacked, besides the damage."""
CLOSING = 0.02
"""The pull towards the nearest known enemy, over the length of the table: only breaks ties between empty moves."""


class GreedyBot:
    """Scores every answer by its preview and gives the best; equal answers are drawn by lot."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._weighed: tuple[Thought, ...] = ()
        self.memory = Turned()

    def decide(self, seat: Seat) -> Order:
        """The best-looking order."""
        self._weighed = ()
        candidates = list(self._candidates(seat)) or [(any_answer(seat, self._random), "")]
        if len(candidates) == 1:
            return candidates[0][0]
        view = seat.view()
        sense, scored = Sense(view, seat.name), []
        for order, label in candidates:
            shown = UNWEIGHED if isinstance(order, Decline) else seat.preview(order)
            thought = self._weigh(seat, order, label, view, shown)
            turned = turned_on_the_spot(order, shown.ends, view)
            sensible = not sense.folly(order, shown) and not self.memory.is_enough(turned)
            scored.append((sensible, thought.worth, self._random.random(), order, thought))
        scored.sort(key=lambda entry: entry[:3], reverse=True)
        self._weighed = tuple(entry[-1] for entry in scored if entry[0] == scored[0][0])
        chosen = scored[0][4]
        self.memory = self.memory.after(turned_on_the_spot(chosen.order, chosen.ends, view))
        return scored[0][3]

    def thoughts(self) -> tuple[Thought, ...]:
        """The orders it weighed at its last decision."""
        return self._weighed

    def _candidates(self, seat: Seat) -> Iterator[tuple[Order, str]]:
        for option in seat.options():
            for order in completed(seat, option, TRIES, self._random):
                yield order, option.label

    def _weigh(self, seat: Seat, order: Order, label: str, view: View, preview: Preview) -> Thought:
        if isinstance(order, Decline):
            return Thought((label,), 0.0, order=order)
        if preview == UNWEIGHED:
            return Thought((label,), -SPARING, {"gives": -SPARING}, order)
        closing = 0.0
        if preview.ends is not None:
            closing = CLOSING * nearest_enemy(view, enemies_known(view, seat.name), *preview.ends[:2])
        terms = {"gives": preview.gives, "kills": _kills(preview, seat.name, view), "risks": -CAUTION * preview.risks}
        terms["closing"] = -closing
        return Thought((label,), sum(terms.values()), terms, order, preview.ends)


def _kills(preview: Preview, name: str, view: View) -> float:
    """The chance to destroy an enemy, or to keep one's own from it, besides the damage."""
    if preview.odds is None:
        return 0.0
    before = preview.without.p_destroyed if preview.without is not None else 0.0
    own = any(piece.id == preview.target and piece.side == name for piece in view.pieces)
    return KILL * (before - preview.odds.p_destroyed if own else preview.odds.p_destroyed - before)
