"""How the orders of jamming, hacking, networks and EMP are carried out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gearlock.kernel.orders import Order
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.hex100.cyber import orders as o
from gearlock.systems.hex100.cyber.hacking import resolve_hack
from gearlock.systems.hex100.cyber.jamming import resolve_jam, resolve_mass_fortify, resolve_mass_jam
from gearlock.systems.hex100.cyber.link import resolve_switch
from gearlock.systems.hex100.cyber.recovery import resolve_recovery
from gearlock.systems.hex100.state import State

CYBER_SCRIPTS: dict[type[Order], Callable[[Ctx[State], Any], Script[None]]] = {
    o.Jam: resolve_jam,
    o.Hack: resolve_hack,
    o.MassJam: resolve_mass_jam,
    o.MassFortify: resolve_mass_fortify,
    o.SwitchLink: resolve_switch,
    o.Recover: resolve_recovery,
}
