"""How the orders of drones, transports and fortifications are carried out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gearlock.kernel.orders import Order
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.brigands.companions.orders import Disembark
from gearlock.systems.brigands.companions.transport import resolve_disembark
from gearlock.systems.brigands.state import State

COMPANIONS_SCRIPTS: dict[type[Order], Callable[[Ctx[State], Any], Script[None]]] = {Disembark: resolve_disembark}
