"""Sealed facts: a secret objective, what waits in reserve, a mission. A value, and the seats that know it.

A view shows what `shown` gives and nothing else. For `disguise` and `suppose` a book draws what a seat does not know
anew, from all that it might be for all that seat knows; what is drawn never depends on what it is.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Generic, TypeVar

import msgspec

from gearlock.kernel.system import Chooser

T = TypeVar("T")
H = TypeVar("H", bound=Hashable)


class Sealed(msgspec.Struct, Generic[T], frozen=True):
    """A fact that some seats know. Written out by mistake, in a line or an error, it gives nothing away."""

    value: T
    knows: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"Sealed(knows={self.knows})"


def is_known(fact: Sealed[T], seat: str | None) -> bool:
    """Whether a seat knows it; None stands for whoever may see everything."""
    return seat is None or seat in fact.knows


def shown(fact: Sealed[T], seat: str | None) -> T | None:
    """What a seat may be shown of it: the value, or None if it does not know it."""
    return fact.value if is_known(fact, seat) else None


def told(fact: Sealed[T], seats: Iterable[str]) -> Sealed[T]:
    """The same fact, which these seats know from now on as well; nobody forgets."""
    return Sealed(fact.value, tuple(dict.fromkeys((*fact.knows, *seats))))


def drawn_anew(fact: Sealed[T], seat: str, might_be: Sequence[T], chooser: Chooser) -> Sealed[T]:
    """The fact as a seat may suppose it: as it is if the seat knows it, else one of those it might be.

    Whoever lists these must not look at the value, or the list gives it away.
    """
    return fact if is_known(fact, seat) else Sealed(chooser.choice(might_be), fact.knows)


def dealt_anew(facts: Mapping[str, Sealed[H]], seat: str, deck: Sequence[H], chooser: Chooser) -> dict[str, Sealed[H]]:
    """Facts that were dealt from one deck: those a seat does not know get other cards, none that it knows is dealt.

    As many copies of a card may be dealt as the deck holds.
    """
    left = list(deck)
    for fact in facts.values():
        if is_known(fact, seat):
            left.remove(fact.value)
    anew: dict[str, Sealed[H]] = {}
    for name, fact in facts.items():
        known = is_known(fact, seat)
        anew[name] = fact if known else Sealed(left.pop(chooser.randrange(0, len(left))), fact.knows)
    return anew
