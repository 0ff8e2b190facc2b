"""Which sides of a model an attack strikes, and what armor stands there."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.fieldmanual.lock_and_cover.arcs import is_on_side
from gearlock.systems.fieldmanual.lock_and_cover.locks import HATCH
from gearlock.systems.fieldmanual.state import ARMOR_LOST, Unit
from gearlock.table.measure import INCH

FRONT, REAR, LEFT, RIGHT, UNDERSIDE = "Front", "Rear", "Left", "Right", "Underside"
AROUND = (FRONT, REAR, LEFT, RIGHT)
_CODES = {"F": FRONT, "Rr": REAR, "L": LEFT, "R": RIGHT}
"""Cards may name a side by the code of its arc."""


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
    return frozenset() if unit.team else _sides(unit.facing, origin.x - unit.x, origin.y - unit.y)


@lru_cache(maxsize=1 << 12)
def _sides(facing: int, x: int, y: int) -> frozenset[str]:
    """The sides of a model with such a facing on which a point lies."""
    return frozenset(side for side in AROUND if is_on_side(facing, side, x, y))


@rule("fieldmanual.flaw-weak-facing")
@heeds("fieldmanual.flaw-sensor-dependent")
def is_weak(unit: Unit, sides: frozenset[str]) -> bool:
    """Whether an attack comes in where the model is weak."""
    if unit.token(HATCH) and FRONT in sides:
        return True
    named = unit.card.details.get("Weak Facing", "").split(", ") if unit.perk("Weak Facing") else []
    return any(_CODES.get(side, side) in sides for side in named)


@heeds("fieldmanual.wt-ac")
def armor_of(unit: Unit) -> int:
    """Its Armor less what was crushed, never below 1."""
    return max(1, unit.card.armor - unit.token(ARMOR_LOST))


@rule("fieldmanual.perk-reinforced-arc")
def armor_against(unit: Unit, sides: frozenset[str]) -> int:
    """Its Armor against an attack that comes in by these sides: the best reinforcement among them is added."""
    return armor_of(unit) + max((unit.perk(f"Reinforced {side}") for side in sides), default=0)
