"""How the events of vehicles of several parts, recovery and VTOLs change the state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gearlock.kernel.events import Event
from gearlock.systems.brigands.state import State

MACHINES_CHANGES: dict[type[Event], Callable[[State, Any], None]] = {}
