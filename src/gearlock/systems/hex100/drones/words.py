"""The events of drones as lines of the story, as far as a seat knows of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gearlock.kernel.events import Event
from gearlock.kernel.view import Line
from gearlock.systems.hex100.state import State

DRONES_WORDS: dict[type[Event], Callable[[State, Any, str | None], Line | None]] = {}
