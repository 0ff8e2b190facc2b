"""How models and ground look: figures and parts by the card, signs, and what is to be known of a piece of terrain."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from gearlock.kernel.kept import KeptByIdentity
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.view import TableView
from gearlock.mechanics.ground.drawings import ground_view
from gearlock.mechanics.ground.forms import depth_of, is_road
from gearlock.systems.fieldmanual.cards import Card
from gearlock.systems.fieldmanual.lock_and_cover.looks import type_of
from gearlock.systems.fieldmanual.movement.terrain import types_of
from gearlock.systems.fieldmanual.state import REVERSE, STATIONARY, TOP, Unit
from gearlock.table.measure import INCH, inches_text
from gearlock.table.terrain import Ground, Piece

HEAVY_GEAR, LIGHT_GEAR = 17, 13
"""Armor from which a Gear is drawn heavy, and up to which it is drawn light."""
FIGURES = {
    "strider": "strider", "drone": "drone", "static": "turret", "infantry": "squad", "aircraft": "vtol",
}  # fmt: skip
LONG_GUNS = ("rifle", "field gun", "railgun", "laser", "snub cannon", "bazooka")
PODS = ("rocket", "missile", "mortar")
SIGNS = {
    "stun": "haywire", "fallen": "haywire", "hull down": "braced", "hiding": "hidden", "burning": "fire",
    "out of ammo": "jammed", "stand by": "standby", "observed": "locked", "locked": "locked", "coordinated": "locked",
}  # fmt: skip
SPEEDS = {TOP: "fast", STATIONARY: "", REVERSE: "fast"}


def figure_of(card: Card) -> str:
    """The silhouette of a model: Gears by their Armor, vehicles by how they move."""
    if card.kind == "gear":
        return "gear-heavy" if card.armor >= HEAVY_GEAR else "gear-light" if card.armor <= LIGHT_GEAR else "gear-medium"
    if card.kind in ("tank", "vehicle"):
        return "hover" if "H" in card.rows else "tank" if card.kind == "tank" else "wheeled"
    return FIGURES.get(card.kind, "")


def _make_parts(card: Card) -> tuple[str, ...]:
    families = {mount.weapon.family for mount in card.weapons}
    found = (
        ("longgun", bool(families & {*LONG_GUNS})),
        ("pod", bool(families & {*PODS})),
        ("mast", bool({"Electronic Countermeasures", "Sensor Boom", "Satellite Uplink"} & card.perks.keys())),
        ("jump", "Jump Jets" in card.perks),
    )
    return tuple(part for part, is_there in found if is_there)[:2]


parts_of = KeptByIdentity(_make_parts)
"""What is to be seen on a model: two things at most, so that it can be told apart from afar."""


def signs_of(unit: Unit) -> tuple[str, ...]:
    """The signs of speed and damage, besides its tokens."""
    wound = "crippled" if unit.level in ("H", "C") else ""
    return tuple(filter(None, (SPEEDS.get(unit.band, ""), wound)))


@lru_cache(maxsize=16)
def table_of(ground: Ground, night: bool = False) -> TableView:
    """The table with its terrain, drawn and explained."""
    found = ground_view(ground, facts_of)
    return msgspec.structs.replace(found, light="night") if night else found


@heeds("fieldmanual.terrain-classify", "fieldmanual.concealment-types", "fieldmanual.terrain-deep-water")
def facts_of(piece: Piece) -> tuple[str, ...]:
    """What a player wants to know of a piece of terrain: height, Concealment, going, depth."""
    facts = [f"{inches_text(piece.top)} in high"] if piece.top > piece.base else []
    hides = type_of(piece)
    facts += [f"{hides} concealment" if hides != "solid" else "solid: blocks Lock"] if hides else []
    if is_road(piece):
        return (*facts, "road: half an MP an inch in Ground mode")
    if piece.kind == "water":
        depth = depth_of(piece)
        return (*facts, f"{inches_text(depth)} in deep: {'shallow, 2 MP an inch' if depth < INCH else 'deep water'}")
    return (*facts, *(f"{word} going" for word in types_of(piece)))
