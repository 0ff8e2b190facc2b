"""Surveying the table before deciding: where one could go, what one would see, what bears, and who could strike back.

Everything is judged from what a seat knows, and from where a unit stands or from where it might go.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

import msgspec

from gearlock.kernel.asks import Ask, Option
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.view import OddsCard, Point

if TYPE_CHECKING:
    from gearlock.kernel.system import Aim

S = TypeVar("S")
ALL_ROUND = 1800
"""Half the width of a field that has no blind side, in tenths of a degree."""


class Band(msgspec.Struct, frozen=True):
    """Ground that can be come to by what the label says: hexes, or outlines on a table of inches."""

    label: str
    hexes: tuple[Point, ...] = ()
    outlines: tuple[tuple[Point, ...], ...] = ()


class Screen(msgspec.Struct, frozen=True):
    """Something that hides part of a body, as the look counted it: a prism over an outline, or round about one point.

    A veil is ground cover that is looked through: it hides all of the body up to its top, wherever it lies between.
    """

    id: str
    outline: tuple[Point, ...]
    base: int
    top: int
    radius: int = 0
    veil: bool = False


class Gaze(msgspec.Struct, frozen=True):
    """A look as the looker would see it: the eye, the body looked at, and what hides some of that, the nearest first.

    The body is x, y, z, radius and height, and counts as upright and as wide as its base.
    """

    eye: tuple[int, int, int]
    body: tuple[int, int, int, int, int]
    screens: tuple[Screen, ...] = ()


class Sightline(msgspec.Struct, frozen=True):
    """A look from one place at another: how it ends, how much is hidden and by what."""

    start: Point
    end: Point
    distance: str
    verdict: str
    sees: bool
    hidden: int | None = None
    """Per cent of the target that are hidden, where that is measured."""
    rule: str = ""
    in_the_way: tuple[str, ...] = ()
    """Ids of shapes and pieces."""
    hexes: tuple[Point, ...] = ()
    """Hexes that block, on a map of hexes."""
    gaze: Gaze | None = None
    """The look as it would be seen, on a table of inches."""


class Field(msgspec.Struct, frozen=True):
    """Where a weapon bears: its arc around a middle direction, and how far, band by band (mils, or hexes)."""

    weapon: str
    bands: tuple[tuple[str, int], ...]
    middle: int = 0
    half: int = ALL_ROUND
    nearest: int = 0


class Menace(msgspec.Struct, frozen=True):
    """What one enemy could do to a unit at best, as far as is known."""

    piece: str
    weapon: str
    odds: OddsCard


class Objection(msgspec.Struct, frozen=True):
    """What cannot be done at a piece now, in a few words, and why not."""

    attempt: str
    code: str
    message: str
    rule: str = ""


@dataclass(frozen=True)
class Attempt:
    """An order that somebody who points at a piece may have in mind, and what it is called."""

    name: str
    order: Order


class Standing(msgspec.Struct, frozen=True):
    """How well a unit stands where it is, as far as its side knows.

    The unit of account is the whole unit as it was fielded: a share of it, times its stake. Enemies go by the names
    that the side's view gives them.
    """

    strikes: float = 0.0
    """What its best attack would cost an enemy on average, once it may act again, times that enemy's stake."""
    soon: dict[str, float] = {}
    """What each enemy that is still to act before it does would cost it on average, if it went for this unit."""
    late: dict[str, float] = {}
    """The same of those that have acted already."""
    stake: float = 1.0
    """What the unit itself counts, in shares of the average of its side."""
    left: float = 1.0
    """How much of it is left."""


@dataclass(frozen=True)
class Survey(Generic[S]):
    """How a system surveys its table. A place to look from is the unit's own unless an Aim names another."""

    reach: Callable[[S, Ask, Option], tuple[Band, ...]]
    """Where an open option could lead; nothing for options that lead nowhere."""
    sight: Callable[[S, str, str, Aim | None, str], Sightline | Refusal]
    """Seat, its piece, from where, the piece looked at."""
    fields: Callable[[S, str, str, Aim | None], tuple[Field, ...] | Refusal]
    """Seat, its piece, from where."""
    menaces: Callable[[S, str, str, Aim | None], tuple[Menace, ...] | Refusal]
    """Seat, its piece, where it would stand: the worst first."""
    attempts: Callable[[S, Ask, str], Iterator[Attempt]]
    """What might be meant by pointing at a piece, legal or not; several ways to one end share a name."""
    standing: Callable[[S, str, str], Standing]
    """Seat, its piece."""
    ground: Callable[[S, str], float]
    """What the ground a seat holds is worth for the aims of the battle, less the enemy's, in shares of a unit."""
    stakes: Callable[[S, str], dict[str, float]] = lambda state, seat: {}  # noqa: ARG005
    """What each unit that a seat knows counts, in shares of the average of its side; what is not named counts 1."""


FOCUS = 2
"""How much rather an enemy goes for what it can hurt more: by the square of what it would cost the other side."""


def folded(losses: Iterable[float], left: float) -> float:
    """Several losses of one unit together, each as it would be by itself: nobody loses more than is left of it."""
    kept = 1.0
    for loss in losses:
        kept *= 1 - min(loss, left) / left if left > 0 else 1.0
    return left * (1 - kept)


def pulls(here: Standing) -> dict[str, float]:
    """How much a unit draws each enemy on itself."""
    threats = {**here.soon, **here.late}
    return {enemy: (here.stake * min(harm, here.left)) ** FOCUS for enemy, harm in threats.items()}


def losses_to_expect(here: Standing, others: Mapping[str, float]) -> tuple[float, float]:
    """What a unit loses on average before it acts again, by enemies that come soon and by all of them.

    An enemy goes for one unit at a time: `others` is how much the rest of the side draws each of them. In shares of the
    whole unit, its stake left out.
    """
    own = pulls(here)

    def meant(threats: dict[str, float]) -> list[float]:
        drawn = ((enemy, harm, own[enemy]) for enemy, harm in threats.items() if own[enemy])
        return [harm * pull / (pull + others.get(enemy, 0.0)) for enemy, harm, pull in drawn]

    soon = meant(here.soon)
    return folded(soon, here.left), folded([*soon, *meant(here.late)], here.left)


def objections(attempts: Iterable[Attempt], refuse: Callable[[Order], Refusal | None]) -> tuple[Objection, ...]:
    """What is refused of what might be meant; what one reason forbids stands together.

    Where one of several ways to the same end will do, nothing is in the way.
    """
    found: dict[str, Refusal | None] = {}
    for attempt in attempts:
        if attempt.name not in found:
            found[attempt.name] = refuse(attempt.order)
        elif found[attempt.name] is not None and refuse(attempt.order) is None:
            found[attempt.name] = None
    names: dict[tuple[str, str, str], list[str]] = {}
    for name, no in found.items():
        if no is not None:
            names.setdefault((no.code, no.message, no.rule), []).append(name)
    return tuple(Objection(", ".join(alike), *why) for why, alike in names.items())


def no_such_piece(piece: str) -> Refusal:
    """The answer to a question about something the seat does not have or know."""
    return Refusal("no-such-piece", "", f"There is nothing called '{piece}' on the table that you know of.")
