"""2.3, 2.6 and 3.1: room to stand. No part of a model is in instance terrain, beside it, below it or above it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.ground.forms import reaches_into
from gearlock.mechanics.ground.surfaces import solids_under
from gearlock.systems.brigands.state import State, Unit
from gearlock.table.bodies import Body
from gearlock.table.inches import bodies_overlap
from gearlock.table.measure import INCH

if TYPE_CHECKING:
    pass


FIGURE = INCH // 5
"""Half the base of a single figure."""


@rule("brigands.9.1-basing")
def girth_of(unit: Unit) -> int:
    """How much room it needs between terrain: half its base; Infantry passes where one figure does."""
    return min(FIGURE, unit.line.radius) if unit.line.type == "Infantry" else unit.line.radius


@heeds("brigands.2.6", "brigands.3.1", "brigands.trait.low-profile")
def refuse_rising(state: State, unit: Unit) -> Refusal | None:
    """Why a Low Profile model cannot stand up where it is: a roof or another model is where its head would be.

    In a Fortification its Silhouette is the Fortification's, however it holds itself.
    """
    if unit.shell is not None:
        return None
    line = unit.line
    tall = Body(unit.x, unit.y, unit.z, line.radius, line.height)
    for piece in solids_under(state.ground, Body(unit.x, unit.y, unit.z, girth_of(unit))):
        if piece.id != unit.inside and piece.base >= unit.z + line.low and reaches_into(piece, tall):
            message = f"The {unit.name} cannot stand up under the {piece.name}: it stays low."
            facts: dict[str, str | int | float] = {"piece": piece.id, "clearance": piece.base - unit.z}
            return Refusal("headroom", "brigands.3.1", message, facts)
    for other in state.obstacles(unit):
        if bodies_overlap(tall, other.body):
            message = f"The {unit.name} cannot stand up under the {other.name}: it stays low."
            return Refusal("headroom", "brigands.2.6", message, {"unit": other.id})
    return None
