"""Leagueless: old machines are looked over before the game, and some of them are found wanting."""

from __future__ import annotations

from typing import Final

from gearlock.kernel.dice import Roll
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script, throw
from gearlock.systems.blitz.deployment.events import DefectFound, InspectionEnded
from gearlock.systems.blitz.state import State, Unit

INSPECTION: Final = "inspection"
WORN: Final = "Worn"
DEFECTS: Final = {
    1: "Electronics", 2: "Electronics", 3: "Sensors", 4: "Sensors", 5: "Move", 6: "Fire Control",
}  # fmt: skip
"""What the second die finds."""


@heeds("blitz.force.leagueless")
def is_inspected(unit: Unit) -> bool:
    """Every model of such a force but its commanders."""
    return WORN in unit.line.traits and not unit.rank


@heeds("blitz.force.leagueless")
def resolve_inspection(ctx: Ctx[State]) -> Script[None]:
    """A die for each: on a 1 another one says what does not work."""
    for unit in [unit for unit in ctx.state.units.values() if is_inspected(unit)]:
        (face,) = yield from throw(Roll("inspection", 1, 6, 1, unit.seat, unit.id, "blitz.force.leagueless"))
        if face == 1:
            (kind,) = yield from throw(Roll("what is defective", 1, 6, 1, unit.seat, unit.id, "blitz.force.leagueless"))
            ctx.emit(DefectFound(unit.id, kind, DEFECTS[kind]))
    ctx.emit(InspectionEnded("scenario" if ctx.state.scenario == "battle" else "sides"))
