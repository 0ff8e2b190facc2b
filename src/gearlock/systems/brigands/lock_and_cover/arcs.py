"""1.5b: arcs. Each is half the table on one side of a model; a Turret covers both halves."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.sighting import arcs
from gearlock.mechanics.sighting.arcs import ArcTable
from gearlock.systems.brigands.state import State, Unit
from gearlock.table.arcs import Arc, is_partly_in, is_wholly_in
from gearlock.table.bodies import Body
from gearlock.table.measure import HALF_TURN, RIGHT_ANGLE

ARC_NAMES = {"F": "Front Arc", "L": "Left Arc", "B": "Back Arc", "R": "Right Arc", "T": "Turret arc"}


ARCS = ArcTable(
    {
        "F": Arc(0, RIGHT_ANGLE),
        "L": Arc(RIGHT_ANGLE, RIGHT_ANGLE),
        "B": Arc(HALF_TURN, RIGHT_ANGLE),
        "R": Arc(-RIGHT_ANGLE, RIGHT_ANGLE),
        "T": Arc(0, HALF_TURN),
    },
    faceless="FLRT",
)
"""Infantry is all Front: it has no Back Arc."""
BACK = ARCS.arcs["B"]


def arc_of(unit: Unit, arc: str) -> Arc | None:
    """An arc as a model has it."""
    return ARCS.arc(arc, unit.line.type == "Infantry")


@rule("brigands.1.5b", "brigands.9.1-attack")
def is_in_arc(unit: Unit, arc: str, body: Body) -> bool:
    """Whether any part of a body lies in an arc of a model: that is enough to shoot at it."""
    return arcs.is_in_arc(ARCS.arc(arc, unit.line.type == "Infantry"), unit, body)


@heeds("brigands.1.5b", "brigands.5.5b")
def is_wholly_behind(body: Body, target: Unit) -> bool:
    """Whether all of a body lies in a model's Back Arc."""
    return is_wholly_in(BACK, target.x, target.y, target.facing, body)


def start_body(state: State, active: Unit) -> Body:
    """A model's Silhouette where it was when the activation under way began."""
    now = state.activation
    if now is None or now.unit != active.id:
        return active.body
    return Body(now.x, now.y, now.z, active.line.radius, active.height)


@heeds("brigands.5.5c")
def was_behind(state: State, attacker: Unit, target: Unit) -> bool:
    """Whether any part of the attacker is in the target's Back Arc, and was when the Active model began.

    It may be the target that has moved since: then its Back Arc as it was counts.
    """
    if not is_in_arc(target, "B", attacker.body):
        return False
    now = state.activation
    if now is not None and target.id == now.unit:
        return is_partly_in(BACK, now.x, now.y, now.facing, attacker.body)
    return is_in_arc(target, "B", start_body(state, attacker))
