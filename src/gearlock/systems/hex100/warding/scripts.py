"""How the orders of interceptors, smoke, mines and special armour are carried out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gearlock.kernel.orders import Order
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.hex100.state import State
from gearlock.systems.hex100.warding import orders as o
from gearlock.systems.hex100.warding.interceptors import ward
from gearlock.systems.hex100.warding.launcher import resolve_launch, switch_rounds
from gearlock.systems.hex100.warding.siege import enter_siege, leave_siege, plot_fire
from gearlock.systems.hex100.warding.smoke import resolve_smoke

WARDING_SCRIPTS: dict[type[Order], Callable[[Ctx[State], Any], Script[None]]] = {
    o.Ward: ward,
    o.LaySmoke: resolve_smoke,
    o.EnterSiege: enter_siege,
    o.LeaveSiege: leave_siege,
    o.PlotFire: plot_fire,
    o.Launch: resolve_launch,
    o.SwitchRounds: switch_rounds,
}
