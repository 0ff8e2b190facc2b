"""What an ask offers: only what the rules take as its answer, and never nothing while anything can be found.

A system that offers what it refuses has a fault. Conformance finds it; in a battle the option is left out and the
fault goes to the log of the program, so that neither a person nor a bot stumbles over it.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec

from gearlock.kernel.asks import OPEN_OPTIONS, Ask, Option, Pick, only_declines
from gearlock.kernel.errors import Unanswerable
from gearlock.kernel.orders import UNASKED, Decline, Finish, Keep, Order, Refusal
from gearlock.kernel.system import State, System

_log = logging.getLogger(__name__)
AnySystem = System[Any]


def misfit(system: AnySystem, state: State, ask: Ask, option: Option) -> Refusal | None:
    """Why an option is no answer to its ask; of an open one only its kind is looked at: a seat completes it."""
    refusal = system.refuse(state, ask, option.order)
    if refusal is None or (isinstance(option, OPEN_OPTIONS) and refusal.code != UNASKED):
        return None
    return refusal


def offered(system: AnySystem, state: State, ask: Ask) -> tuple[Option, ...]:
    """The options of an ask that are answers to it; where none is, whatever else the rules would take."""
    options = system.options(state, ask)
    fitting = [option for option in options if not _is_left_out(system, state, ask, option)]
    if fitting:
        return tuple(fitting)
    return tuple(Pick(_in_words(order), order, ask.rule) for order in last_resorts(system, state, ask))


def can_only_decline(options: tuple[Option, ...]) -> bool:
    """An offer that can only be turned down: nothing else is offered, or nothing at all."""
    return not options or only_declines(options)


def last_resorts(system: AnySystem, state: State, ask: Ask) -> Iterator[Order]:
    """Orders that need nothing but the unit of the ask, as far as the rules take them: decline, finish, pass."""
    kinds: list[type[Order]] = [Decline, *(kind for kind in system.orders if kind is not Decline)]
    for kind in sorted(kinds, key=_last):
        order = _plain_order(kind, ask.unit)
        if order is not None and system.refuse(state, ask, order) is None:
            yield order


def unanswerable(system: AnySystem, ask: Ask, decisions: int) -> Unanswerable:
    """The error that says which ask has no answer, where, and what to do about it."""
    about = f" of {ask.unit}" if ask.unit else ""
    rule = f", rule {ask.rule}" if ask.rule else ""
    asked = f"Nothing answers '{ask.kind}'{about}, put to {ask.seat} after {decisions} decisions of its own"
    where = f"{system.name}, edition {system.edition}{rule}"
    return Unanswerable(
        f"{asked} ({where}). This is a fault of Gearlock, not of the player. "
        f"Take a decision back to go on; to report the fault, send this line with the log of the battle."
    )


def _is_left_out(system: AnySystem, state: State, ask: Ask, option: Option) -> bool:
    refusal = misfit(system, state, ask, option)
    if refusal is not None:
        report(system.id, system.edition, ask.kind, option.label, refusal.text())
    return refusal is not None


@cache
def report(system: str, edition: str, asked: str, label: str, why: str) -> None:
    """Say once what was offered and is no answer."""
    _log.error("%s %s: '%s' offers '%s', which the rules refuse: %s", system, edition, asked, label, why)


def _last(kind: type[Order]) -> int:
    return next(at for at, wanted in enumerate((Decline, Finish, Keep, Order)) if issubclass(kind, wanted))


def _plain_order(kind: type[Order], unit: str) -> Order | None:
    """An order that says nothing but whose it is; None for one that has more to say."""
    needed = [each.name for each in msgspec.structs.fields(kind) if each.required]
    if set(needed) - {"unit"}:
        return None
    return kind(**dict.fromkeys(needed, unit))


def _in_words(order: Order) -> str:
    return str(order.__struct_config__.tag).replace("-", " ").capitalize()
