"""2.6.4, 3.3.1: a Command Point reaches its unit by itself, unless jamming lies over commander or receiver."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.tactical.command.leading import leader
from gearlock.systems.tactical.sensors import communication
from gearlock.systems.tactical.state import State


@heeds("tactical.3.3.1-command-points")
def resolve_passing(ctx: Ctx[State], unit_id: str) -> Script[bool]:
    """Whether a Command Point reaches a unit: the commanding unit tests its Communications where it must."""
    commander = leader(ctx.state, ctx.state.units[unit_id].seat)
    if commander is None:
        return True
    return (yield from communication.resolve_passing(ctx, commander.id, unit_id))
