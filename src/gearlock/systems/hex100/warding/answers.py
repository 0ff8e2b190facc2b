"""Interceptors, smoke, mines and special armour: what may be answered, and what is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from gearlock.kernel.asks import Ask, Option
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.system import Aim, Chooser
from gearlock.kernel.view import Preview
from gearlock.systems.hex100.state import State, Unit


def warding_options(_state: State, _unit: Unit) -> Iterator[Option]:
    """What the acting unit may do here."""
    yield from ()


WARDING_ACTS: dict[type[Order], Callable[[State, Unit, Any], Refusal | None]] = {}
"""Why the acting unit may not."""

WARDING_OPTIONS: dict[str, Callable[[State, Ask], Iterator[Option]]] = {}
"""The answers to questions of its own."""

WARDING_ANSWERS: dict[tuple[str, type[Order]], Callable[[State, Ask, Any], Refusal | None]] = {}
"""Why those are refused."""

WARDING_GUESSES: dict[type[Order], Callable[[State, Ask, Any, Chooser], Order]] = {}

WARDING_AIMS: dict[type[Order], Callable[[State, Ask, Any, Aim], Order]] = {}

WARDING_PREVIEWS: dict[type[Order], Callable[[State, Unit, Any], Preview]] = {}
