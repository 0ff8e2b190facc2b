"""11.4b: the Airdrop. One die for a Combat Group says whether it lands at once or in the Setup Phase of Round 2."""

from __future__ import annotations

from gearlock.kernel.dice import Roll
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script, throw
from gearlock.systems.brigands.chain_of_command.formation import leader_of
from gearlock.systems.brigands.deployment.events import AirdropRolled
from gearlock.systems.brigands.drones.drones import resolve_drones
from gearlock.systems.brigands.drones.events import DroneRecalled
from gearlock.systems.brigands.flying.airborne import altitude_at
from gearlock.systems.brigands.flying.events import TookOff
from gearlock.systems.brigands.flying.landing import landed
from gearlock.systems.brigands.state import State

LANDS = 3
LATE = 2
"""The Round in whose Setup Phase late comers land."""


@heeds("brigands.11.4b-airdrop", "brigands.trait.init")
def drop_bonus(state: State, seat: str, group: int) -> int:
    """What the Combat Group Leader adds to the die."""
    leader = leader_of(state, seat, group)
    return 0 if leader is None else leader.trait("Init")


@heeds("brigands.11.4b-airdrop", "brigands.1.2k")
def resolve_airdrop(ctx: Ctx[State], seat: str, group: int) -> Script[None]:
    """Roll for a Combat Group that has been placed; if it is late all of it hangs in the air, 12 in up."""
    (face,) = yield from throw(Roll("Airdrop", 1, 6, seat=seat, rule="brigands.11.4b-airdrop"))
    total = face + drop_bonus(ctx.state, seat, group)
    ctx.emit(AirdropRolled(seat, group, face, total, total >= LANDS))
    if total >= LANDS:
        return
    for unit_id in [unit.id for unit in ctx.state.fielded(seat) if unit.group == group and unit.aside]:
        unit = ctx.state.units[unit_id]
        ctx.emit(TookOff(unit_id, altitude_at(ctx.state.ground, unit.x, unit.y)))
        for drone_id in [drone.id for drone in ctx.state.drones(unit_id) if drone.is_fielded]:
            ctx.emit(DroneRecalled(drone_id))


@heeds("brigands.11.4b-airdrop", "brigands.1.8-setup")
def land_late_comers(ctx: Ctx[State]) -> Script[None]:
    """In the Setup Phase of Round 2 everybody lands who is still in the air; where somebody stands, beside it.

    Their drones come down with them.
    """
    if ctx.state.round < LATE:
        return
    late = [unit.id for unit in ctx.state.units.values() if unit.is_fielded and unit.is_dropping]
    for unit_id in late:
        ctx.emit(landed(ctx.state, ctx.state.units[unit_id]))
    for unit_id in late:
        yield from resolve_drones(ctx, unit_id)
