"""18.6: what becomes of components whose core is destroyed: they stay where they are, and fight on."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.blitz.movement.events import Immobilised
from gearlock.systems.blitz.state import FIELDED, IMMOBILISED, State, Unit


@heeds("blitz.18.6", "blitz.trait.attached")
def stranded_component(state: State) -> Unit | None:
    """A component whose core is gone, and that is not held fast yet."""
    for unit in state.units.values():
        if not unit.parent or unit.line.type == "Drone" or unit.status != FIELDED or IMMOBILISED in unit.tokens:
            continue
        if state.units[unit.parent].is_destroyed:
            return unit
    return None


@heeds("blitz.18.6", "blitz.trait.attached")
def resolve_stranded_components(ctx: Ctx[State]) -> Script[None] | None:
    """The core is destroyed: all other components are immobilised, not destroyed."""
    found = stranded_component(ctx.state)
    while found is not None:
        ctx.emit(Immobilised(found.id))
        found = stranded_component(ctx.state)
    return None
