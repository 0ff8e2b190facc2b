"""How the events of deployment change the state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gearlock.kernel.events import Event
from gearlock.systems.brigands.state import State

SETTING_CHANGES: dict[type[Event], Callable[[State, Any], None]] = {}
