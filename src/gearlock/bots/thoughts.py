"""What a bot thought: the ways it weighed, the best first, and what counted for and against each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, runtime_checkable

import msgspec

from gearlock.kernel.orders import Order
from gearlock.kernel.view import View

MEANINGS = {
    "damage": "damage to expect of its attacks",
    "kills": "the chance to destroy or cripple what it attacks",
    "progress": "what else it brings: ground gained, electronic warfare, repairs",
    "suffered": "what is lost on the way: reactions, falls, harm to friends",
    "forgone": "what it gives up for it: a better attack later",
    "danger": "what enemies could do where it ends, against where it stands",
    "prospect": "the attack it would have from there next time, against the one it has here",
    "ground": "ground held or neared for the aims of the battle, and kept from the enemy",
    "closing": "how near it comes to the nearest enemy",
    "formation": "how far from its nearest friend it strays",
    "facing": "whether it turns towards the nearest enemy or away",
    "hopes": "an attack it did not think through to the end",
    "risks": "what enemies could do, and harm to friends",
    "gives": "what it brings or could bring",
}
"""What each term means, in a player's words. Everything is in shares of a whole unit."""
LEAST = 0.005
"""What counts less is not worth telling."""
AS_PLANNED = "as planned"
"""All there is to tell of an order that was thought of before."""


class Thought(msgspec.Struct, frozen=True):
    """A way to go on, order by order, and what it comes to."""

    steps: tuple[str, ...]
    worth: float
    terms: dict[str, float] = {}
    order: Order | None = None
    """The order it begins with."""
    ends: tuple[int, int, int] | None = None
    """Where it leads the unit, and which way it faces there."""

    def leads_to(self, view: View) -> tuple[int, int, int] | None:
        """Where it leads the unit; nowhere if that is where it stands."""
        stays = any((piece.x, piece.y, piece.facing) == self.ends for piece in view.pieces)
        return None if stays else self.ends

    def because(self) -> str:
        """What counts most, in a line: damage +0.28, danger -0.12."""
        told = sorted(self.terms.items(), key=lambda term: -abs(term[1]))
        return ", ".join(f"{name} {value:+.2f}" for name, value in told if abs(value) >= LEAST)


def are_weighed(thoughts: Iterable[Thought]) -> bool:
    """Whether anything speaks for one of these ways rather than another: if not, to show one first is no advice."""
    ways = tuple(thoughts)
    worths = [way.worth for way in ways]
    apart = max(worths, default=0.0) - min(worths, default=0.0)
    return apart >= LEAST or any(abs(term) >= LEAST for way in ways for term in way.terms.values())


def keeps_to_a_plan(thoughts: Iterable[Thought]) -> bool:
    """Nothing was weighed here: the order is one of a plan made before."""
    return any(way.steps == (AS_PLANNED,) for way in thoughts)


def told_apart(thoughts: Iterable[Thought]) -> tuple[Thought, ...]:
    """The same without those that read like one before: the same words, the same end, worth the same."""
    kept: dict[object, Thought] = {}
    for way in thoughts:
        kept.setdefault((way.steps, way.ends, round(way.worth, 2)), way)
    return tuple(kept.values())


@runtime_checkable
class Thinking(Protocol):
    """A bot that can be asked what it thought of at its last decision."""

    def thoughts(self) -> tuple[Thought, ...]:
        """The ways it weighed, the best first; none where there was nothing to weigh."""
        ...
