"""Forward Observation and Sensor Sharing: what may be answered, what is refused, how open answers are completed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from gearlock.kernel.asks import Ask, Option
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.system import Aim, Chooser
from gearlock.kernel.view import Preview
from gearlock.systems.brigands.state import State, Unit


def observation_options(_state: State, _unit: Unit) -> Iterator[Option]:
    """What the Active model may do by this chapter."""
    yield from ()


OBSERVATION_OPTIONS: dict[str, Callable[[State, Ask], Iterator[Option]]] = {}
"""The answers to this chapter's own questions."""

OBSERVATION_CHECKS: dict[tuple[str, type[Order]], Callable[[State, Ask, Any], Refusal | None]] = {}

OBSERVATION_GUESSES: dict[type[Order], Callable[[State, Any, Chooser, int], Order | None]] = {}

OBSERVATION_AIMS: dict[type[Order], Callable[[State, Ask, Any, Aim], Order]] = {}

OBSERVATION_PREVIEWS: dict[type[Order], Callable[[State, Any], Preview]] = {}
