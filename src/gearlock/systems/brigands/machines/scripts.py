"""How the orders of vehicles of several parts, recovery and VTOLs are carried out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gearlock.kernel.orders import Order
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.brigands.machines.mending import resolve_patch_up, resolve_repair
from gearlock.systems.brigands.machines.orders import PatchUp, Repair
from gearlock.systems.brigands.state import State

MACHINES_SCRIPTS: dict[type[Order], Callable[[Ctx[State], Any], Script[None]]] = {
    Repair: resolve_repair,
    PatchUp: resolve_patch_up,
}
