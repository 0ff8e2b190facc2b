"""How the events of drones change the state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gearlock.kernel.events import Event
from gearlock.systems.hex100.state import State

DRONES_CHANGES: dict[type[Event], Callable[[State, Any], None]] = {}
