"""Beacons: units that give themselves away, and canisterates that make them of others."""

from __future__ import annotations

from gearlock.kernel.rulebook import rule
from gearlock.kernel.script import Ctx
from gearlock.systems.hex100.hiding.events import Marked
from gearlock.systems.hex100.mustering.units import Weapon
from gearlock.systems.hex100.state import State, Unit
from gearlock.table.hexes import Hex, distance


@rule("hex100.attr-beacon", "hex100.canisterate")
def is_beacon(unit: Unit) -> bool:
    """Whether any sensors find a unit: until its next phase after a jump and the like, for good once it is marked."""
    return unit.beacon or unit.marked


@rule("hex100.canisterate")
def mark_all(ctx: Ctx[State], attacker: str, weapon: Weapon, centre: Hex) -> None:
    """Make a beacon of everybody in the blast, friend or foe, the unit aimed at and those behind blast plating too."""
    for unit in list(ctx.state.units.values()):
        if unit.standing and not unit.marked and distance(centre, unit.hex) <= weapon.radius:
            ctx.emit(Marked(unit.id, attacker))
