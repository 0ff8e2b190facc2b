"""Figures: what shared parts know of a model, and how a book lends its rules to what they refuse."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, Protocol, TypeVar

from gearlock.kernel.orders import Refusal
from gearlock.table.bodies import Body
from gearlock.table.inches import bodies_overlap
from gearlock.table.terrain import Piece


class Figure(Protocol):
    """A model on an inch table: whose it is, where it stands and what space it takes."""

    @property
    def id(self) -> str:
        """What it is known by."""

    @property
    def seat(self) -> str:
        """Whose it is."""

    @property
    def name(self) -> str:
        """What it is called."""

    @property
    def x(self) -> int:
        """Mils from the western edge."""

    @property
    def y(self) -> int:
        """Mils from the southern edge."""

    @property
    def z(self) -> int:
        """The elevation of its foot."""

    @property
    def facing(self) -> int:
        """Tenths of a degree, counter-clockwise from east."""

    @property
    def body(self) -> Body:
        """The space it takes."""


Found = TypeVar("Found")
AnyFigure = TypeVar("AnyFigure", bound=Figure)


def nobody(_one: Any) -> bool:
    """The answer of a book in which nobody does that."""
    return False


class Mover(NamedTuple):
    """Who goes or is put somewhere, with the numbers of its book.

    `girth` is the room it needs between solids, half a base as a rule; `step` the elevation it changes by stepping, up
    or down, counted from where its move began; `lift` how far it floats above what carries it. `enters` says which
    buildings are open to it, `passes` through whom it goes, `stops` why it cannot end at a place.
    """

    figure: Figure
    girth: int
    step: int = 0
    lift: int = 0
    enters: Callable[[Piece], bool] = nobody
    passes: Callable[[Any], bool] = nobody
    stops: Callable[[int, int], Refusal | None] | None = None


def ruled(found: Found | Refusal, rules: Mapping[str, str]) -> Found | Refusal:
    """What a shared part found; a refusal gets the rule that the book has for its code, unless it names one."""
    if not isinstance(found, Refusal) or found.rule:
        return found
    return Refusal(found.code, rules[found.code], found.message, found.facts)


def body_at(figure: Figure, x: int, y: int, z: int) -> Body:
    """The space a figure would take elsewhere."""
    body = figure.body
    return Body(x, y, z, body.radius, body.height)


def overlapped(body: Body, others: Iterable[AnyFigure]) -> AnyFigure | None:
    """The first of some figures that takes part of the same space."""
    return next((other for other in others if bodies_overlap(body, other.body)), None)
