"""How the orders against terror drones are carried out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gearlock.kernel.orders import Order
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.hex100.drones.terror import orders as o
from gearlock.systems.hex100.drones.terror.removal import resolve_pull, resolve_shake
from gearlock.systems.hex100.drones.terror.shooting import resolve_shoot
from gearlock.systems.hex100.state import State

TERROR_SCRIPTS: dict[type[Order], Callable[[Ctx[State], Any], Script[None]]] = {
    o.ShakeOff: resolve_shake,
    o.PullOff: resolve_pull,
    o.ShootOff: resolve_shoot,
}
