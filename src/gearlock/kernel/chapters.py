"""A rulebook as a program: chapters that declare their orders, events and words once, and the book they make.

A chapter is a table of contents of its own folder. What is not declared in a chapter is not played; nothing registers
itself by being imported.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Generic, TypeAlias, TypeVar

import msgspec

from gearlock.kernel.asks import OPEN_OPTIONS, Ask, Option
from gearlock.kernel.events import Event
from gearlock.kernel.orders import UNASKED, Decline, Order, Refusal
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.system import Aim, Chooser
from gearlock.kernel.view import Line, Preview

S = TypeVar("S")
T = TypeVar("T")

Refuse: TypeAlias = Callable[[S, Ask, Any], Refusal | None]
"""Why the rules do not take this order as an answer to this question; None if they do."""
Resolve: TypeAlias = Callable[[Ctx[S], Any], Script[None] | None]
"""Carry an order out: a script, or a plain function if it asks nobody and rolls nothing."""
Guess: TypeAlias = Callable[[S, Ask, Any, Chooser, int], Order | None]
"""Complete an open order at random, at the given try; None to give up."""
Point: TypeAlias = Callable[[S, Ask, Any, Aim], "Order | Refusal"]
"""Complete an open order towards a spot that somebody pointed at."""
Show: TypeAlias = Callable[[S, str, Any], Preview]
"""What an order would mean to a seat."""
Cost: TypeAlias = Callable[[S, str, Any], str]
"""What an order is paid with, in words, as far as the seat may know."""
Words: TypeAlias = Callable[[S, Any, "str | None"], "Line | None"]
"""An event as a seat may read it; None if it must not or need not know."""
Offer: TypeAlias = Callable[[S, Ask], Iterable[Option]]
"""Some of the ways to answer a question."""


def by_order(refuse: Callable[[S, Any], Refusal | None]) -> Refuse[S]:
    """A rule that is the same whatever the question was: it judges the order alone."""
    return lambda state, _ask, order: refuse(state, order)


def by_trace(trace: Callable[[S, Any], T | Refusal]) -> Refuse[S]:
    """A rule that works out what an order comes to: it is refused where nothing comes of it."""

    def refuse(state: S, _ask: Ask, order: Order) -> Refusal | None:
        found = trace(state, order)
        return found if isinstance(found, Refusal) else None

    return refuse


def checked(found: T | Refusal) -> T:
    """What an order comes to that has been found legal before."""
    assert not isinstance(found, Refusal), f"this was not checked: {found}"
    return found


def accept(_state: object, _ask: Ask, _order: Order) -> Refusal | None:
    """An order that is legal whenever it is asked for."""
    return None


TRIES = 6
"""How often an open order is guessed at before it is given up."""


@dataclass(frozen=True)
class OrderRules(Generic[S]):
    """Everything about one order as an answer to one question, or to several that are answered alike."""

    order: type[Order]
    question: str | tuple[str, ...]
    refuse: Refuse[S]
    resolve: Resolve[S] | None = None
    """None where the script that asked goes on with the answer itself."""
    guess: Guess[S] | None = None
    tries: int = TRIES
    aim: Point[S] | None = None

    @property
    def questions(self) -> tuple[str, ...]:
        """The kinds of ask it answers."""
        return (self.question,) if isinstance(self.question, str) else self.question


@dataclass(frozen=True)
class Chapter(Generic[S]):
    """One chapter: its orders with their rules, and its events with how they are told, None for what is not told."""

    title: str
    orders: tuple[OrderRules[S], ...] = ()
    events: Mapping[type[Event], Words[S] | None] = field(default_factory=dict)


class Book(Generic[S]):
    """All chapters, composed: what the battle asks of a system goes through here.

    `offers` are the ways to answer each question, in the order in which players see them. `admit` says what holds for
    every order but a declined one before its own rules are asked. `changed` is called after every event that changed
    the state.
    """

    def __init__(
        self,
        chapters: Iterable[Chapter[S]],
        offers: Mapping[str, tuple[Offer[S], ...]],
        admit: Refuse[S] | None = None,
        changed: Callable[[S], None] | None = None,
    ) -> None:
        self.chapters = tuple(chapters)
        self.offers = dict(offers)
        self._admit = admit
        self._changed = changed
        self._checks: dict[tuple[str, type[Order]], OrderRules[S]] = {}
        self._orders: dict[type[Order], OrderRules[S]] = {}
        self._words: dict[type[Event], Words[S] | None] = {}
        events: list[type[Event]] = []
        for chapter in self.chapters:
            for rules in chapter.orders:
                self._enter(rules)
            events += chapter.events
            self._words.update(chapter.events)
        self.events = tuple(events)
        self.orders: tuple[type[Order], ...] = (*self._orders, Decline)
        self._silent = frozenset(kind for kind in events if kind.change is Event.change)
        self._proof_read(events)

    def _enter(self, rules: OrderRules[S]) -> None:
        """Several questions may take one order; how it is carried out and completed is said once."""
        for question in rules.questions:
            key = (question, rules.order)
            assert key not in self._checks, f"{rules.order.__name__} answers '{question}' twice"
            self._checks[key] = rules
        known = self._orders.setdefault(rules.order, rules)
        if known is not rules:
            said = (rules.resolve, rules.guess, rules.aim)
            assert not any(said), f"{rules.order.__name__} has its rules already; a further question only refuses"

    def _proof_read(self, events: list[type[Event]]) -> None:
        assert len(set(events)) == len(events), "an event stands in two chapters"
        unasked = {question for question, _ in self._checks} - set(self.offers)
        assert not unasked, f"answers to questions that nothing is offered for: {unasked}"

    def answers(self) -> dict[str, list[type[Order]]]:
        """The orders that answer each kind of question, in the order of the chapters."""
        found: dict[str, list[type[Order]]] = {kind: [] for kind in self.offers}
        for kind, order in self._checks:
            found[kind].append(order)
        return found

    def refuse(self, state: S, ask: Ask, order: Order) -> Refusal | None:
        """Why the rules do not take this answer to this question; None if they do."""
        if type(order) is Decline:
            return None if ask.optional else Refusal(UNASKED, ask.rule, "This question cannot be declined.")
        rules = self._checks.get((ask.kind, type(order)))
        if rules is None:
            return Refusal(UNASKED, ask.rule, f"This is no answer to the question: {ask.prompt}")
        if self._admit is not None:
            refusal = self._admit(state, ask, order)
            if refusal is not None:
                return refusal
        return rules.refuse(state, ask, order)

    def options(self, state: S, ask: Ask) -> tuple[Option, ...]:
        """All ways to answer, open ones as templates."""
        return tuple(chain.from_iterable(offer(state, ask) for offer in self.offers[ask.kind]))

    def apply(self, state: S, event: Event) -> None:
        """Let one event change the state."""
        event.change(state)
        if self._changed is not None and type(event) not in self._silent:
            self._changed(state)

    def tell(self, state: S, event: Event, seat: str | None) -> Line | None:
        """An event that was just applied, as a seat may read it; None for what it must not or need not know."""
        words = self._words.get(type(event))
        return None if words is None else words(state, event, seat)

    def resolve(self, ctx: Ctx[S], order: Order) -> Script[None]:
        """The script that carries an order out."""
        resolve = self._orders[type(order)].resolve
        assert resolve is not None, f"{type(order).__name__} is carried out by whoever asked for it"
        script = resolve(ctx, order)
        return _at_once() if script is None else script

    def sample(self, state: S, ask: Ask, option: Option, chooser: Chooser) -> Order | None:
        """Complete an open option at random to a legal order; None if no try was legal."""
        rules = self._orders.get(type(option.order))
        if rules is None or rules.guess is None or not isinstance(option, OPEN_OPTIONS):
            return option.order
        for attempt in range(rules.tries):
            order = rules.guess(state, ask, option.order, chooser, attempt)
            if order is None:
                return None
            if self.refuse(state, ask, order) is None:
                return order
        return None

    def aim(self, state: S, ask: Ask, option: Option, spot: Aim) -> Order | Refusal:
        """The legal order that comes nearest to a spot somebody pointed at, or why there is none."""
        rules = self._orders.get(type(option.order))
        point = None if rules is None else rules.aim
        order = option.order if point is None else point(state, ask, option.order, spot)
        if isinstance(order, Refusal):
            return order
        return self.refuse(state, ask, order) or order


class Previews(Generic[S]):
    """What every order would mean, and what it is paid with.

    Previews stand above the chapters, because what one order is worth is reckoned from what all the others could do.
    """

    def __init__(self, shows: Mapping[type[Order], Show[S]], costs: Mapping[type[Order], Cost[S]]) -> None:
        self._shows = dict(shows)
        self._costs = dict(costs)

    def preview(self, state: S, seat: str, order: Order) -> Preview:
        """What an order would mean, from what the seat knows, and what it is paid with."""
        show, cost = self._shows.get(type(order)), self._costs.get(type(order))
        shown = Preview() if show is None else show(state, seat, order)
        price = "" if cost is None else cost(state, seat, order)
        return msgspec.structs.replace(shown, cost=price) if price else shown


def _at_once() -> Script[None]:
    """The rest of an order that asked nobody anything: nothing."""
    yield from ()
