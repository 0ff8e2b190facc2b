"""Arcs of attack, measured from the middle of a model."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.sighting.arcs import ALL_ROUND, ArcTable, is_in_arc
from gearlock.systems.fieldmanual.cards import Mount
from gearlock.systems.fieldmanual.state import Unit
from gearlock.table.arcs import Arc, is_centre_in
from gearlock.table.bodies import Body, point
from gearlock.table.measure import HALF_TURN, RIGHT_ANGLE

WIDE, FIXED = RIGHT_ANGLE, RIGHT_ANGLE // 2
"""Half the width of an arc of 180 degrees, and of a fixed one of 90."""
ARCS: Final = ArcTable(
    {
        "F": Arc(0, WIDE), "L": Arc(RIGHT_ANGLE, WIDE), "Rr": Arc(HALF_TURN, WIDE), "R": Arc(-RIGHT_ANGLE, WIDE),
        "FF": Arc(0, FIXED), "FL": Arc(RIGHT_ANGLE, FIXED), "FRr": Arc(HALF_TURN, FIXED),
        "FRt": Arc(-RIGHT_ANGLE, FIXED),
        "T": ALL_ROUND, "": ALL_ROUND,
    },
)  # fmt: skip
"""By the codes of cards; a weapon whose card shows no arc strikes all round."""
SIDES: Final = {"Front": "F", "Rear": "Rr", "Left": "L", "Right": "R"}


@rule("fieldmanual.arcs")
@heeds("fieldmanual.combined-movement")
def bears(unit: Unit, mount: Mount, body: Body) -> bool:
    """Whether any part of a body lies in a weapon's arc. A Combined Model has no facing: it fires all round."""
    return is_in_arc(ALL_ROUND if unit.team else ARCS.arc(mount.arc), unit, body)


@heeds("fieldmanual.arcs")
def is_from(defender: Unit, side: str, x: int, y: int) -> bool:
    """Whether a point lies on a side of a model: Front, Rear, Left or Right, 180 degrees each.

    The line between Front and Rear is Front. Whoever has no facing has no sides.
    """
    return not defender.team and is_on_side(defender.facing, side, x - defender.x, y - defender.y)


@lru_cache(maxsize=1 << 12)
def is_on_side(facing: int, side: str, x: int, y: int) -> bool:
    """Whether a point, seen from the middle of a base with such a facing, lies on one of its sides."""
    spot = point(x, y)
    if side == "Rear":
        return not is_centre_in(ARCS.arcs["F"], 0, 0, facing, spot)
    return is_centre_in(ARCS.arcs[SIDES[side]], 0, 0, facing, spot)


@heeds("fieldmanual.arcs", "fieldmanual.combined-movement")
def is_behind(defender: Unit, x: int, y: int) -> bool:
    """Whether a point lies in the rear half of what a model sees."""
    return is_from(defender, "Rear", x, y)
