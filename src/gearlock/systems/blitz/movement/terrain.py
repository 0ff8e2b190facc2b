"""6.4 to 6.5: what ground is to a model: open, difficult or impassable, dangerous or not, road, water, slope or wall.

A map says it of a piece in its property `going`: words out of open, difficult, dangerous, impassable, lava, rapids.
Where a piece says nothing, areas and instance terrain are difficult, water goes by its depth, all else is open.
`dangerous_to` names the types of models a danger is for, `bars` the movement types that cannot pass.
"""

from __future__ import annotations

from typing import NamedTuple

from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.ground.forms import depth_of, is_area, is_incline, is_road, is_solid
from gearlock.systems.blitz.movement.gaits import GAITS, HOVERING, jets_of
from gearlock.systems.blitz.state import Unit
from gearlock.table.measure import COS, INCH, SIN
from gearlock.table.terrain import Ground, Piece

OPEN, DIFFICULT, IMPASSABLE = "open", "difficult", "impassable"
RUN = 6 * INCH
"""The way over which an incline is judged."""


class Going(NamedTuple):
    """What a piece is to a model on one movement type. `aloft`: it passes above, as long as it does not stop there."""

    type: str = OPEN
    dangerous: bool = False
    road: bool = False
    aloft: bool = False


@rule("blitz.6.4", "blitz.6.5")
def words_of(piece: Piece) -> tuple[str, ...]:
    """What both sides agreed a piece is, before anybody deployed."""
    said = str(piece.props.get("going", "")).split()
    return tuple(said) or ((DIFFICULT,) if piece.kind in ("area", "instance") else ())


@rule("blitz.6.5a")
def is_instance(piece: Piece) -> bool:
    """Whether it is used exactly as it looks, and low enough to be crossed as it stands; areas are abstract."""
    return piece.kind == "instance" and is_solid(piece)


@rule("blitz.17.7c")
def flies_over(gait: str) -> bool:
    """Whether no ground is dangerous to a movement type: VTOLs cross everything, and stay over it."""
    return gait == "V"


@rule("blitz.6.5b", "blitz.6.5b-table")
@heeds("blitz.6.3e", "blitz.6.3f", "blitz.6.5d", "blitz.6.5c", "blitz.18.3a-obstacles")
def going_of(piece: Piece, unit: Unit, gait: str) -> Going:
    """What a piece is to a model that comes to it on a movement type."""
    words = words_of(piece)
    if gait in str(piece.props.get("bars", "")).split():
        return Going(IMPASSABLE)
    if is_road(piece):
        return Going(road=True)
    if piece.kind == "water":
        return _water(piece, words, unit, gait)
    danger = "dangerous" in words and _is_meant(piece, unit) and not flies_over(gait)
    hovers = gait in HOVERING
    if is_cleared(piece, unit, gait):
        return Going(OPEN, is_area(piece) and (danger or ("lava" in words and not flies_over(gait))), aloft=True)
    if "lava" in words:
        return Going(OPEN, not flies_over(gait)) if hovers else Going(IMPASSABLE)
    if IMPASSABLE in words:
        return Going(IMPASSABLE)
    if OPEN in words or not words or (hovers and not piece.top):
        return Going(OPEN, danger)
    return Going(DIFFICULT, danger or (is_instance(piece) and is_high(piece.top, unit)))


@rule("blitz.6.3f")
@heeds("blitz.trait.jumpjets")
def is_cleared(piece: Piece, unit: Unit, gait: str) -> bool:
    """Whether jump jets carry a model over a piece without effect: no higher than their rating; areas only on hover."""
    crossed = is_instance(piece) or (gait in HOVERING and is_area(piece))
    return crossed and 0 < piece.top - unit.z <= jets_of(unit, gait)


@heeds("blitz.6.6")
def _is_meant(piece: Piece, unit: Unit) -> bool:
    """Whether a danger is one to this type of model."""
    types = str(piece.props.get("dangerous_to", "")).split()
    return not types or unit.line.type in types


@rule("blitz.6.5g", "blitz.6.3g", "blitz.2.13-watercraft", "blitz.trait.amphib")
@heeds("blitz.6.3e")
def _water(piece: Piece, words: tuple[str, ...], unit: Unit, gait: str) -> Going:
    """Water: road to hover and water movement where it is even, and not dangerous; to others by its depth.

    Less than half the model's height is shallow and difficult, more is deep and impassable; to amphibious models
    shallow water is open and deep water shallow.
    """
    danger = "dangerous" in words and _is_meant(piece, unit) and not flies_over(gait)
    if gait in HOVERING:
        return Going(OPEN, danger, road="rapids" not in words and not danger)
    if gait == "H2O" or unit.line.subtype == "Watercraft":
        return Going(OPEN, danger, road=gait == "H2O" and not danger)
    deep = 2 * depth_of(piece) >= unit.line.height
    if unit.has("Amphib"):
        return Going(DIFFICULT if deep else OPEN, danger)
    return Going(IMPASSABLE if deep else DIFFICULT, danger)


@rule("blitz.6.5c")
def is_high(top: int, unit: Unit) -> bool:
    """Whether instance terrain is at least half as high as a model's silhouette: then crossing it is dangerous."""
    return 2 * (top - unit.z) >= unit.height


@heeds("blitz.6.5c", "blitz.6.5e")
def step_of(unit: Unit, gait: str) -> int:
    """What a model steps up without climbing: less than half its silhouette, or as high as its jump jets lift it."""
    return max((unit.height - 1) // 2, jets_of(unit, gait))


@heeds("blitz.6.5c", "blitz.6.5e", "blitz.6.3f")
def can_cross(top: int, unit: Unit, gait: str) -> bool:
    """Whether a model gets over instance terrain of that elevation at all: if it is not taller than itself.

    Jump jets help it up. What is taller is a wall, to be climbed.
    """
    return top - unit.z <= unit.height + jets_of(unit, gait)


@rule("blitz.6.5e")
def slope_is_hard(piece: Piece, unit: Unit) -> bool:
    """Whether an incline is difficult on the way up: more than half the model's height in 6 inches."""
    slope = piece.props.get("slope", 0)
    if not is_incline(piece) or not isinstance(slope, int):
        return False
    return 2 * RUN * SIN[10 * slope] > unit.height * COS[10 * slope]


@heeds("blitz.6.5e")
def run_of(piece: Piece, rise: int) -> int:
    """How long a slope is in plan that rises so far."""
    slope = int(piece.props.get("slope", 0))
    return rise * COS[10 * slope] // SIN[10 * slope] if slope else 0


@rule("blitz.trait.offroad")
@heeds("blitz.6.3-table", "blitz.6.5b-table")
def rate_of(unit: Unit, gait: str) -> int:
    """MR for an inch of difficult terrain; Offroad models and walkers pay nothing extra."""
    return 1 if unit.has("Offroad") else GAITS[gait].difficult


@rule("blitz.7.0b")
def is_well_set(ground: Ground) -> bool:
    """Whether at least half of a table is under terrain that is not open."""
    covered = sum(p.area for p in ground.pieces if p.kind not in ("open", "road") and OPEN not in words_of(p))
    return 2 * covered >= ground.width * ground.height
