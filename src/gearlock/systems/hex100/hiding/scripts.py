"""How the orders of stealth and the sensors against it are carried out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gearlock.kernel.orders import Order
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.hex100.hiding.locking import resolve_active_lock
from gearlock.systems.hex100.hiding.looking import resolve_search
from gearlock.systems.hex100.hiding.marker import resolve_marking
from gearlock.systems.hex100.hiding.orders import ActiveLock, MarkHex, MarkTarget, Search
from gearlock.systems.hex100.state import State

HIDING_SCRIPTS: dict[type[Order], Callable[[Ctx[State], Any], Script[None]]] = {
    Search: resolve_search,
    MarkTarget: resolve_marking,
    MarkHex: resolve_marking,
    ActiveLock: resolve_active_lock,
}
