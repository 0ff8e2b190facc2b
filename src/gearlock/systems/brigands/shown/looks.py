"""How models, ground and weapons look: figures and parts by the stat line, facts of the ground, effects of attacks."""

from __future__ import annotations

from functools import lru_cache

from gearlock.kernel.kept import KeptByIdentity
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.view import TableView
from gearlock.mechanics.ground.drawings import ground_view
from gearlock.mechanics.ground.forms import depth_of, is_building, is_road, is_solid
from gearlock.systems.brigands.models import Model
from gearlock.systems.brigands.state import BRACED, TOP_SPEED, Unit
from gearlock.table.measure import inches_text
from gearlock.table.terrain import Ground, Piece

HEAVY_GEAR, LIGHT_GEAR = 9, 6
"""Hull and Structure together from which a Gear is drawn heavy, and up to which it is drawn light."""
FIGURES = {"Strider": "strider", "Infantry": "squad", "Drone": "drone", "Fortification": "turret"}
LONG_GUNS = ("RF", "FG", "TG", "RG", "SC", "LC", "PA", "AG")
PODS = ("RP", "APR", "AR", "ATM", "AVM", "ABM", "FM", "GM")
SIGNS = {
    "Standby": "standby", "Overwatch": "standby", "Haywire": "haywire", "Corrosion": "fire", "Scanned": "locked",
    "Airborne": "fast",
}  # fmt: skip
STANCES = {BRACED: "braced", TOP_SPEED: "fast"}


def figure_of(line: Model) -> str:
    """The silhouette of a model: Gears by their bulk, vehicles by what they move on."""
    if line.type == "Gear":
        return (
            "gear-heavy" if line.bulk >= HEAVY_GEAR else "gear-light" if line.bulk <= LIGHT_GEAR - 1 else "gear-medium"
        )
    if line.type == "Vehicle":
        return "vtol" if "A" in line.move else "hover" if "H" in line.move else "tank" if line.armor > 6 else "wheeled"
    if line.type == "Infantry" and "Team" in line.name:
        return "team"
    return FIGURES.get(line.type, "")


def _make_parts(line: Model) -> tuple[str, ...]:
    codes = {weapon.row.code for weapon in line.weapons.values()}
    found = (
        ("longgun", bool(codes & {*LONG_GUNS})),
        ("pod", bool(codes & {*PODS})),
        ("shield", "Shield" in line.traits),
        ("mast", bool({"ECM", "Comms", "Sensor Suite", "Sensor Boom"} & line.traits.keys())),
        ("jump", bool({"Jetpack", "Jump Pack"} & line.traits.keys())),
    )
    return tuple(part for part, is_there in found if is_there)[:2]


parts_of = KeptByIdentity(_make_parts)
"""What is to be seen on a model: two things at most, so that it can be told apart from afar."""


def signs_of(unit: Unit) -> tuple[str, ...]:
    """The signs of what a model does and how it fares, besides its tokens."""
    stance = STANCES.get(unit.stance, "") if unit.posture or unit.overwatch else ""
    return tuple(filter(None, (stance, "crippled" if unit.is_crippled else "")))


@lru_cache(maxsize=16)
def table_of(ground: Ground) -> TableView:
    """The table with its terrain, drawn and explained."""
    return ground_view(ground, facts_of)


@heeds("brigands.3.2", "brigands.3.1", "brigands.2.3", "brigands.3.2a")
def facts_of(piece: Piece) -> tuple[str, ...]:
    """What a player wants to know of a piece of terrain before a model goes there or hides behind it."""
    facts = [f"{inches_text(piece.top)} in high"] if piece.top > piece.base else []
    facts += [f"{piece.rating} cover"] if piece.rating else []
    if piece.kind == "water":
        deep = inches_text(depth_of(piece))
        return (*facts, f"{deep} in deep: for models at least twice as high, Hover and Amphib", "2 in of a Ground Move")
    if is_road(piece):
        return (*facts, "road: no hindrance")
    if is_building(piece):
        return (
            *facts,
            "Infantry may enter; others stand on the roof if it bears" if piece.footing else "Infantry may enter",
        )
    if is_solid(piece):
        return (*facts, "cannot be crossed, but stepped or climbed on" if piece.footing else "cannot be crossed")
    if piece.kind == "area":
        return (*facts, "Walkers pass freely; 2 in of a Ground or Hover Move")
    return tuple(facts)
