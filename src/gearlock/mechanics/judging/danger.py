"""What could be done to a figure where it stands, and by it: a book brings its best attack of one on another."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, MutableMapping
from typing import Any, Generic, TypeVar

from gearlock.mechanics.turns import SEATS

A = TypeVar("A")
T = TypeVar("T")


class Reckoned(Generic[A, T]):
    """Everybody of a position as attackers and as targets, worked out as far as somebody asks.

    It serves copies of the position in which one figure stands elsewhere, as long as nobody asks it about that one.
    """

    __slots__ = ("_as_gunner", "_as_mark", "_gunners", "_marks")

    def __init__(self, as_gunner: Callable[[Any], A], as_mark: Callable[[Any], T]) -> None:
        self._as_gunner, self._as_mark = as_gunner, as_mark
        self._gunners: dict[str, A] = {}
        self._marks: dict[str, T] = {}

    def gunner(self, figure: Any) -> A:
        """A figure as an attacker."""
        known = self._gunners.get(figure.id)
        if known is None:
            known = self._gunners[figure.id] = self._as_gunner(figure)
        return known

    def mark(self, figure: Any) -> T:
        """A figure as a target."""
        known = self._marks.get(figure.id)
        if known is None:
            known = self._marks[figure.id] = self._as_mark(figure)
        return known

    def danger(self, enemies: Iterable[Any], best: Callable[[A], float]) -> float:
        """The worth of the best attacks of all enemies on one."""
        total = 0.0
        for enemy in enemies:
            total += best(self.gunner(enemy))
        return total

    def prospect(self, enemies: Iterable[Any], best: Callable[[T], float]) -> float:
        """The worth of the best attack of one on any of the enemies."""
        found = 0.0
        for enemy in enemies:
            found = max(found, best(self.mark(enemy)))
        return found


def noted(notes: MutableMapping[Any, Any], key: Hashable, reckon: Callable[[], float]) -> float:
    """What was reckoned about a position already: whoever weighs orders asks the same for each of them."""
    known: float | None = notes.get(key)
    if known is None:
        known = notes[key] = reckon()
    return known


def once_passive(state: Any, figure: Any) -> tuple[Any, Any]:
    """The same position and a figure in it once its activation is over."""
    there = figure.clone()
    there.posture = ""
    after = state.with_unit(there)
    after.activation = None
    return after, there


def danger_to(state: Any, figure: Any, others: Any, as_mark: Callable[..., T], best: Callable[..., float]) -> float:
    """The worth of all enemies' best attacks on a figure once it is passive, if they stayed and only turned to it."""
    passive, target = once_passive(state, figure)
    mark, crowd = as_mark(passive, target), others.crowd
    enemies = (enemy for seat in SEATS if seat != figure.seat for enemy in passive.fielded(seat))
    total: float = others.danger(enemies, lambda gunner: best(passive, gunner, mark, crowd))
    return total
