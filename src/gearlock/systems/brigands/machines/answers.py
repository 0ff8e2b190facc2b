"""Vehicles of several parts, recovery and VTOLs: what may be answered, and what is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from gearlock.kernel.asks import Ask, Option
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.system import Aim, Chooser
from gearlock.kernel.view import Preview
from gearlock.systems.brigands.state import State, Unit


def machines_options(_state: State, _unit: Unit) -> Iterator[Option]:
    """What the Active model may do by this chapter."""
    yield from ()


MACHINES_OPTIONS: dict[str, Callable[[State, Ask], Iterator[Option]]] = {}
"""The answers to this chapter's own questions."""

MACHINES_CHECKS: dict[tuple[str, type[Order]], Callable[[State, Ask, Any], Refusal | None]] = {}

MACHINES_GUESSES: dict[type[Order], Callable[[State, Any, Chooser, int], Order | None]] = {}

MACHINES_AIMS: dict[type[Order], Callable[[State, Ask, Any, Aim], Order]] = {}

MACHINES_PREVIEWS: dict[type[Order], Callable[[State, Any], Preview]] = {}
