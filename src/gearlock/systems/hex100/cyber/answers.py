"""Jamming, hacking, networks and EMP: what may be answered, and what is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from gearlock.kernel.asks import Ask, Option
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.system import Aim, Chooser
from gearlock.kernel.view import Preview
from gearlock.systems.hex100.state import State, Unit


def cyber_options(_state: State, _unit: Unit) -> Iterator[Option]:
    """What the acting unit may do here."""
    yield from ()


CYBER_ACTS: dict[type[Order], Callable[[State, Unit, Any], Refusal | None]] = {}
"""Why the acting unit may not."""

CYBER_OPTIONS: dict[str, Callable[[State, Ask], Iterator[Option]]] = {}
"""The answers to questions of its own."""

CYBER_ANSWERS: dict[tuple[str, type[Order]], Callable[[State, Ask, Any], Refusal | None]] = {}
"""Why those are refused."""

CYBER_GUESSES: dict[type[Order], Callable[[State, Ask, Any, Chooser], Order]] = {}

CYBER_AIMS: dict[type[Order], Callable[[State, Ask, Any, Aim], Order]] = {}

CYBER_PREVIEWS: dict[type[Order], Callable[[State, Unit, Any], Preview]] = {}
