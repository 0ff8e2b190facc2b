"""How the orders of Forward Observation and Sensor Sharing are carried out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gearlock.kernel.orders import Order
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.brigands.observation.observing import resolve_observation
from gearlock.systems.brigands.observation.orders import Observe
from gearlock.systems.brigands.state import State

OBSERVATION_SCRIPTS: dict[type[Order], Callable[[Ctx[State], Any], Script[None]]] = {Observe: resolve_observation}
