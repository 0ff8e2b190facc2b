"""The events of electronic warfare as lines of the story."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gearlock.kernel.events import Event
from gearlock.kernel.view import Line
from gearlock.systems.brigands.state import State

ELECTRONICS_WORDS: dict[type[Event], Callable[[State, Any], Line]] = {}
