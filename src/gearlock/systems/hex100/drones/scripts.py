"""How the orders of drones are carried out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gearlock.kernel.orders import Order
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.hex100.drones import orders as o
from gearlock.systems.hex100.drones.commanding import resolve_set_mode, resolve_undock
from gearlock.systems.hex100.drones.restarting import resolve_reactivation
from gearlock.systems.hex100.drones.terror.scripts import TERROR_SCRIPTS
from gearlock.systems.hex100.state import State

DRONE_SCRIPTS: dict[type[Order], Callable[[Ctx[State], Any], Script[None]]] = {
    o.SetMode: resolve_set_mode,
    o.Undock: resolve_undock,
    o.Reactivate: resolve_reactivation,
    **TERROR_SCRIPTS,
}
