"""Deployment: what may be answered, what is refused, how open answers are completed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from gearlock.kernel.asks import Ask, Option
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.system import Aim, Chooser
from gearlock.kernel.view import Preview
from gearlock.systems.brigands.state import State

SETTING_OPTIONS: dict[str, Callable[[State, Ask], Iterator[Option]]] = {}
"""The answers to this chapter's own questions."""

SETTING_CHECKS: dict[tuple[str, type[Order]], Callable[[State, Ask, Any], Refusal | None]] = {}

SETTING_GUESSES: dict[type[Order], Callable[[State, Any, Chooser, int], Order | None]] = {}

SETTING_AIMS: dict[type[Order], Callable[[State, Ask, Any, Aim], Order]] = {}

SETTING_PREVIEWS: dict[type[Order], Callable[[State, Any], Preview]] = {}
