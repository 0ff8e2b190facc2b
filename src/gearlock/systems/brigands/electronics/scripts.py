"""How the orders of electronic warfare are carried out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gearlock.kernel.orders import Order
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.brigands.electronics import orders as o
from gearlock.systems.brigands.electronics.defending import resolve_disabling, resolve_raising
from gearlock.systems.brigands.electronics.scanning import resolve_scan
from gearlock.systems.brigands.electronics.scrambling import resolve_scramble, resolve_unscramble
from gearlock.systems.brigands.state import State

ELECTRONICS_SCRIPTS: dict[type[Order], Callable[[Ctx[State], Any], Script[None]]] = {
    o.DetailedScan: resolve_scan,
    o.Scramble: resolve_scramble,
    o.Unscramble: resolve_unscramble,
    o.RaiseDefense: resolve_raising,
    o.DisableDefense: resolve_disabling,
}
