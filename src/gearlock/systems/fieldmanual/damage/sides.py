"""Which sides of a model an attack strikes, and what armor stands there."""

from __future__ import annotations

from typing import NamedTuple

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.fieldmanual.state import ARMOR_LOST, Unit
from gearlock.table.arcs import Arc, is_centre_in
from gearlock.table.bodies import Body
from gearlock.table.measure import HALF_TURN, INCH, RIGHT_ANGLE

FRONT, REAR, LEFT, RIGHT, UNDERSIDE = "Front", "Rear", "Left", "Right", "Underside"
HATCH = "hatch open"
"""A token: who fights with an open hatch is weak in front until the round ends."""
_ARCS = {
    FRONT: Arc(0, RIGHT_ANGLE), REAR: Arc(HALF_TURN, RIGHT_ANGLE), LEFT: Arc(RIGHT_ANGLE, RIGHT_ANGLE),
    RIGHT: Arc(-RIGHT_ANGLE, RIGHT_ANGLE),
}  # fmt: skip


class Origin(NamedTuple):
    """Where an attack comes from. A placed weapon strikes the Underside, wherever it lies."""

    x: int
    y: int
    z: int = 0
    placed: bool = False


@heeds("fieldmanual.flaw-weak-facing", "fieldmanual.combined-movement", "fieldmanual.arcs")
def sides_struck(unit: Unit, origin: Origin | None) -> frozenset[str]:
    """The sides an attack comes in by: two where the halves overlap. From more than 1 in below it is the Underside.

    Combined Models have no facing, and so no sides but that one.
    """
    if origin is None:
        return frozenset()
    if origin.placed or unit.z - origin.z > INCH:
        return frozenset((UNDERSIDE,))
    if unit.team:
        return frozenset()
    body = Body(origin.x, origin.y, origin.z, 0, 0)
    return frozenset(side for side, arc in _ARCS.items() if is_centre_in(arc, unit.x, unit.y, unit.facing, body))


@rule("fieldmanual.flaw-weak-facing")
@heeds("fieldmanual.flaw-sensor-dependent")
def is_weak(unit: Unit, sides: frozenset[str]) -> bool:
    """Whether an attack comes in where the model is weak."""
    if unit.token(HATCH) and FRONT in sides:
        return True
    return any(unit.perk(f"Weak Facing {side}") for side in sides)


@heeds("fieldmanual.wt-ac")
def armor_of(unit: Unit) -> int:
    """Its Armor less what was crushed, never below 1."""
    return max(1, unit.card.armor - unit.token(ARMOR_LOST))


@rule("fieldmanual.perk-reinforced-arc")
def armor_against(unit: Unit, sides: frozenset[str]) -> int:
    """Its Armor against an attack that comes in by these sides: the best reinforcement among them is added."""
    return armor_of(unit) + max((unit.perk(f"Reinforced {side}") for side in sides), default=0)
