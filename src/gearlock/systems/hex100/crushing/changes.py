"""How the events of ramming, blades and jumps change the state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gearlock.kernel.events import Event
from gearlock.systems.hex100.state import State

CRUSHING_CHANGES: dict[type[Event], Callable[[State, Any], None]] = {}
