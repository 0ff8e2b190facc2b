"""How models, ground and weapons look: figures and parts by the stat line, facts of the ground, effects of attacks."""

from __future__ import annotations

from functools import lru_cache

from gearlock.kernel.kept import KeptByIdentity
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.view import TableView
from gearlock.mechanics.ground.drawings import ground_view
from gearlock.mechanics.ground.forms import depth_of, is_road
from gearlock.systems.blitz.models import Model
from gearlock.systems.blitz.movement.terrain import words_of
from gearlock.systems.blitz.state import BRACED, TOP_SPEED, Unit
from gearlock.table.measure import inches_text
from gearlock.table.terrain import Ground, Piece

HEAVY_GEAR, LIGHT_GEAR = 8, 4
"""Hull and structure together from which a gear is drawn heavy, and up to which it is drawn light."""
FIGURES = {"Strider": "strider", "Drone": "drone", "Fortification": "turret"}
SUBTYPES = {"VTOL": "vtol", "Flying": "vtol", "Hover": "hover", "ORV": "wheeled", "Team": "team", "ATV": "wheeled"}
LONG_GUNS = ("RF", "FG", "TG", "RG", "SC", "LC", "PA", "AG")
PODS = ("RP", "APR", "AR", "ATM", "ABM", "SAM", "AM", "FM", "GM")
SIGNS = {
    "standby": "standby", "hiding": "hidden", "hull down": "braced", "immobilised": "jammed", "fire": "fire",
    "corrosion": "fire", "haywire": "haywire", "comms jamming": "jammed", "sensor jamming": "ecm",
}  # fmt: skip
STANCES = {BRACED: "braced", TOP_SPEED: "fast"}


def figure_of(line: Model) -> str:
    """The silhouette of a model: gears by their bulk, vehicles and infantry by their subtype."""
    if line.type == "Gear":
        bulk = line.hull + line.structure
        return "gear-heavy" if bulk >= HEAVY_GEAR else "gear-light" if bulk <= LIGHT_GEAR else "gear-medium"
    if line.type == "Vehicle":
        return SUBTYPES.get(line.subtype, "tank" if line.armor > 6 else "wheeled")
    if line.type == "Infantry":
        return SUBTYPES.get(line.subtype, "squad")
    return FIGURES.get(line.type, "")


def _make_parts(line: Model) -> tuple[str, ...]:
    codes = {weapon.row.code for weapon in line.weapons.values()}
    found = (
        ("longgun", bool(codes & {*LONG_GUNS})),
        ("pod", bool(codes & {*PODS})),
        ("shield", "Shield" in line.traits),
        ("mast", bool({"ECM", "Comms", "Sensor Boom"} & line.traits.keys())),
        ("jump", "Jetpack" in line.traits),
    )
    return tuple(part for part, is_there in found if is_there)[:2]


parts_of = KeptByIdentity(_make_parts)
"""What is to be seen on a model: two things at most, so that it can be told apart from afar."""


def signs_of(unit: Unit) -> tuple[str, ...]:
    """The signs of what a model does and how it fares, besides its tokens."""
    stance = STANCES.get(unit.stance, "") if unit.posture or unit.token("standby") else ""
    return tuple(filter(None, (stance, "crippled" if unit.is_crippled else "")))


@lru_cache(maxsize=16)
def table_of(ground: Ground) -> TableView:
    """The table with its terrain, drawn and explained."""
    return ground_view(ground, facts_of)


@heeds("blitz.6.4", "blitz.6.5g", "blitz.6.5b")
def facts_of(piece: Piece) -> tuple[str, ...]:
    """What a player wants to know of a piece of terrain before a model goes there or hides behind it."""
    facts = [f"{inches_text(piece.top)} in high"] if piece.top > piece.base else []
    facts += [f"{piece.rating} cover"] if piece.rating else []
    if is_road(piece):
        return (*facts, "road: quick going")
    if piece.kind == "water":
        deep = inches_text(depth_of(piece))
        return (*facts, f"{deep} in deep: difficult to models more than twice as high, impassable to lower ones")
    bars = str(piece.props.get("bars", "")).split()
    return (*facts, *(f"{word} going" for word in words_of(piece)), *((f"bars {', '.join(bars)}",) if bars else ()))
