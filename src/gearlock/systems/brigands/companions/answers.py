"""Drones, transports and fortifications: what may be answered, what is refused, how open answers are completed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from gearlock.kernel.asks import Ask, Option
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.system import Aim, Chooser
from gearlock.kernel.view import Preview
from gearlock.systems.brigands.state import State, Unit


def companions_options(_state: State, _unit: Unit) -> Iterator[Option]:
    """What the Active model may do by this chapter."""
    yield from ()


COMPANIONS_OPTIONS: dict[str, Callable[[State, Ask], Iterator[Option]]] = {}
"""The answers to this chapter's own questions."""

COMPANIONS_CHECKS: dict[tuple[str, type[Order]], Callable[[State, Ask, Any], Refusal | None]] = {}

COMPANIONS_GUESSES: dict[type[Order], Callable[[State, Any, Chooser, int], Order | None]] = {}

COMPANIONS_AIMS: dict[type[Order], Callable[[State, Ask, Any, Aim], Order]] = {}

COMPANIONS_PREVIEWS: dict[type[Order], Callable[[State, Any], Preview]] = {}
