"""3.2b: the sizes of buildings and their floors."""

from __future__ import annotations

from typing import NamedTuple

from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.ground.changed import ruined
from gearlock.table.measure import INCH
from gearlock.table.terrain import Ground, Piece

SIZES = {"small": 8, "medium": 10, "large": 12}
"""Hull and Structure alike."""
ARMORS = {"civilian": 7, "outpost": 10, "bunker": 12}
SMALL, MEDIUM = 16 * INCH * INCH, 36 * INCH * INCH
"""Ground covered up to which a building that notes no size is small, or medium."""
RUBBLE = INCH


class Plan(NamedTuple):
    """What was agreed about a building: strength, armor, and whether one gets from the top floor to the roof."""

    strength: int
    armor: int
    roof: bool


@rule("brigands.3.2b")
def plan_of(piece: Piece) -> Plan:
    """What a map notes about a building; else its size goes by the ground it covers, and it is an ordinary house."""
    by_area = "small" if piece.area <= SMALL else "medium" if piece.area <= MEDIUM else "large"
    size, armor = str(piece.props.get("size", by_area)), str(piece.props.get("armor", "civilian"))
    strength = SIZES.get(size, SIZES[by_area])
    return Plan(strength, ARMORS.get(armor, ARMORS["civilian"]), piece.props.get("roof") == "access")


@heeds("brigands.3.2b-destroyed")
def collapsed(ground: Ground, building: str) -> Ground:
    """The ground after a building has fallen: it is Heavy area terrain, an inch high."""
    return ruined(ground, building, RUBBLE, "heavy")
