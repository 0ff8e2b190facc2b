"""How the events of interceptors, smoke, mines and special armour change the state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gearlock.kernel.events import Event
from gearlock.systems.hex100.state import State

WARDING_CHANGES: dict[type[Event], Callable[[State, Any], None]] = {}
