"""Beacons: units that give themselves away, and canisterates that make them of others."""

from __future__ import annotations

from gearlock.kernel.rulebook import rule
from gearlock.kernel.script import Ctx
from gearlock.systems.hex100.hiding.events import Marked
from gearlock.systems.hex100.state import State


@rule("hex100.canisterate")
def mark_all(ctx: Ctx[State], attacker: str, caught: list[str]) -> None:
    """Make a beacon of everybody in the blast, friend or foe, the unit aimed at and those behind blast plating too."""
    for unit_id in caught:
        if not ctx.state.units[unit_id].marked:
            ctx.emit(Marked(unit_id, attacker))
