"""What a unit flattens, pushes aside or cuts down as it enters a hex."""

from __future__ import annotations

from gearlock.kernel.rulebook import rule
from gearlock.kernel.script import Ctx
from gearlock.systems.hex100.equipment import equipment_effect
from gearlock.systems.hex100.movement.events import GroundCleared
from gearlock.systems.hex100.state import State, Unit
from gearlock.table.hexes import Hex

DEBRIS = "rubble"
OPEN = "open"


@rule("hex100.heavy-tank", "hex100.bushwhack", "hex100.dozer-blade", "hex100.urban-warfare")
def left_of(state: State, unit: Unit, hex_: Hex, way: str) -> str:
    """What the terrain of a hex is when this unit has entered it in this way.

    Heavy tanks and cleared paths leave what destruction leaves, a chain blade does so with vegetation, a dozer blade
    makes open ground of rubble.
    """
    here = state.land.kinds[state.land.ground.terrain_at(hex_)]
    if here.becomes and (way == "level" or equipment_effect(state, unit, "heavy_tank")):
        return here.becomes
    if here.vegetation and here.becomes and way == "bushwhack":
        return here.becomes
    return OPEN if here.name == DEBRIS and way == "doze" else here.name


@rule("hex100.heavy-tank", "hex100.bushwhack", "hex100.dozer-blade", "hex100.urban-warfare")
def clear_ground(ctx: Ctx[State], unit_id: str, hex_: Hex, way: str) -> None:
    """Change a hex as a unit enters it; a dozer blade removes wrecks as well."""
    state = ctx.state
    left = left_of(state, state.units[unit_id], hex_, way)
    wreck = way == "doze" and hex_ in state.land.wrecks
    if wreck or left != state.land.ground.terrain_at(hex_):
        ctx.emit(GroundCleared(unit_id, *hex_, left, wreck, way))
