"""The modes of every kind of drone.

To add a kind of drone, write its modes in a file of its own (a dict of `Mode` by id, as in ``recon``) and enter it here
under the id of its unit card; commands, options, refusals, hacking and the story need nothing else. What its modes are
worth to a side is entered in ``judging.drone_modes``.
"""

from __future__ import annotations

from gearlock.kernel.script import Ctx, Script
from gearlock.systems.hex100.drones.behaviour import Mode
from gearlock.systems.hex100.drones.point_defence import POINT_DEFENCE_MODES
from gearlock.systems.hex100.drones.recon import RECON_MODES
from gearlock.systems.hex100.drones.repair import REPAIR_MODES
from gearlock.systems.hex100.drones.terror.terror_modes import TERROR_MODES
from gearlock.systems.hex100.state import State, Unit

MODES: dict[str, dict[str, Mode]] = {
    "recon-drone": RECON_MODES,
    "point-defence-drone": POINT_DEFENCE_MODES,
    "repair-drone": REPAIR_MODES,
    "terror-drones": TERROR_MODES,
}


def modes_of(state: State, drone: Unit) -> dict[str, Mode]:
    """The modes of a drone by id."""
    return MODES.get(state.machine(drone.id).unit.id, {})


def resolve_drone_turn(ctx: Ctx[State], drone_id: str) -> Script[None]:
    """Let a drone use its actions as its mode says."""
    drone = ctx.state.units[drone_id]
    mode = modes_of(ctx.state, drone).get(drone.mode)
    if mode is not None and drone.standing and not drone.shocked:
        yield from mode.act(ctx, drone_id)
