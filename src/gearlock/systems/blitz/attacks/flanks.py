"""10.4b and 11.1: where models were when the activation under way began."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds
from gearlock.systems.blitz.general_concepts.arcs import BACK, is_behind
from gearlock.systems.blitz.state import State, Unit
from gearlock.table.arcs import is_wholly_in
from gearlock.table.bodies import Body


@heeds("blitz.10.4b", "blitz.11.1")
def start_body(state: State, unit: Unit) -> Body:
    """A model's silhouette where it was when the activation under way began."""
    now = state.activation
    if now is None or now.unit != unit.id:
        return unit.body
    return Body(now.x, now.y, now.z, unit.line.radius, unit.height)


@heeds("blitz.11.1")
def was_behind(state: State, attacker: Unit, target: Unit) -> bool:
    """Whether the attacker was wholly in the target's back arc when the activation began; either may have moved."""
    now = state.activation
    if now is not None and now.unit == target.id:
        return not target.is_infantry and is_wholly_in(BACK, now.x, now.y, now.facing, attacker.body)
    return is_behind(start_body(state, attacker), target)
