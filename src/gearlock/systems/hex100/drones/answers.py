"""Drones: what may be answered, and what is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from gearlock.kernel.asks import Ask, Option
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.system import Aim, Chooser
from gearlock.kernel.view import Preview
from gearlock.systems.hex100.state import State, Unit


def drones_options(_state: State, _unit: Unit) -> Iterator[Option]:
    """What the acting unit may do here."""
    yield from ()


DRONES_ACTS: dict[type[Order], Callable[[State, Unit, Any], Refusal | None]] = {}
"""Why the acting unit may not."""

DRONES_OPTIONS: dict[str, Callable[[State, Ask], Iterator[Option]]] = {}
"""The answers to questions of its own."""

DRONES_ANSWERS: dict[tuple[str, type[Order]], Callable[[State, Ask, Any], Refusal | None]] = {}
"""Why those are refused."""

DRONES_GUESSES: dict[type[Order], Callable[[State, Ask, Any, Chooser], Order]] = {}

DRONES_AIMS: dict[type[Order], Callable[[State, Ask, Any, Aim], Order]] = {}

DRONES_PREVIEWS: dict[type[Order], Callable[[State, Unit, Any], Preview]] = {}
