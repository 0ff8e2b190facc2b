"""6.2 and 11: base contact: whom a model comes to touch by a step."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds
from gearlock.systems.blitz.movement.events import Forced, Jumped, Moved
from gearlock.systems.blitz.state import State, Unit
from gearlock.table.bodies import Body
from gearlock.table.inches import gap
from gearlock.table.measure import INCH

CONTACT = INCH // 50
"""Bases this near touch: a hand's tremble, and what rounding leaves between them."""


@heeds("blitz.6.2")
def touches(body: Body, other: Unit) -> bool:
    """Whether a base is in contact with another's."""
    return gap(body, other.body) <= CONTACT


@heeds("blitz.6.2")
def contacts_made(state: State, event: Moved | Jumped | Forced) -> list[str]:
    """The enemies a model is in base contact with after a step that is about to be made, and was not before."""
    unit = state.units[event.unit]
    after = Body(event.x, event.y, event.z, unit.line.radius, unit.height)
    foes = (other for other in state.units.values() if other.seat != unit.seat and other.is_fielded)
    return [other.id for other in foes if touches(after, other) and not touches(unit.body, other)]
