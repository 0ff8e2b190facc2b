"""How units and ground look: figures and parts by the card, signs, and what is to be known of a piece of terrain."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from gearlock.kernel.kept import KeptByIdentity
from gearlock.kernel.view import Shape, TableView
from gearlock.mechanics.ground.drawings import ground_view
from gearlock.systems.tactical.cards import Card
from gearlock.systems.tactical.line_of_sight.terrain import OBSCUREMENT, cost_of, type_of
from gearlock.systems.tactical.state import HEAVY, TACTICAL_SCALE, TOP, Unit
from gearlock.systems.tactical.weapons import ENERGY, MISSILE, ROCKET
from gearlock.table.measure import inches_text
from gearlock.table.terrain import Ground, Piece

NOT_DRAWN = "none"
"""High ground that is most of a table, as the banks of a chasm are, would hide all that lies on it."""
HEAVY_GEAR, LIGHT_GEAR = 17, 12
FIGURES = {"strider": "strider", "turret": "turret", "infantry": "squad"}
LONG_GUNS = ("HRG", "LRG", "HFG", "LFG", "SC", "MBZK", "HBZK", "LBZK")
SIGNS = {
    "evading": "fast", "hull-down": "braced", "concealed": "hidden", "fallen": "haywire", "stunned": "haywire",
    "observed": "locked", "sensed": "locked", "designated": "locked", "jammed": "jammed", "broken down": "haywire",
    "fleeing": "fast",
}  # fmt: skip


def figure_of(card: Card) -> str:
    """The silhouette of a unit: Gears by their Armor, vehicles by how they move."""
    if card.kind == "gear":
        return "gear-heavy" if card.armor >= HEAVY_GEAR else "gear-light" if card.armor <= LIGHT_GEAR else "gear-medium"
    if card.kind in ("tank", "vehicle"):
        return "hover" if "H" in card.modes else "tank" if card.kind == "tank" else "wheeled"
    return FIGURES.get(card.kind, "")


def _make_parts(card: Card) -> tuple[str, ...]:
    kinds = {mount.weapon.kind for mount in card.weapons}
    found = (
        ("longgun", ENERGY in kinds or any(mount.weapon.id in LONG_GUNS for mount in card.weapons)),
        ("pod", bool(kinds & {ROCKET, MISSILE})),
        ("mast", bool({"ECM", "ECCM", "Target Designator"} & card.perks.keys())),
        ("jump", "Jump Jets" in card.perks),
    )
    return tuple(part for part, is_there in found if is_there)[:2]


parts_of = KeptByIdentity(_make_parts)
"""What is to be seen on a unit: two things at most, so that it can be told apart from afar."""


def signs_of(unit: Unit) -> tuple[str, ...]:
    """The signs of speed and damage, besides its tokens."""
    fast = TOP in (unit.speed, unit.next_speed)
    return tuple(sign for sign, shown in (("fast", fast), ("crippled", bool(unit.token(HEAVY)))) if shown)


@lru_cache(maxsize=16)
def table_of(ground: Ground, night: bool = False) -> TableView:
    """The table with its terrain, drawn and explained."""
    found = ground_view(ground, facts_of)
    both = zip(ground.pieces, found.shapes, strict=True)
    shapes = tuple(as_drawn(piece, shape) for piece, shape in both if piece.props.get("drawing") != NOT_DRAWN)
    found = msgspec.structs.replace(found, shapes=shapes)
    return msgspec.structs.replace(found, light="night") if night else found


def as_drawn(piece: Piece, shape: Shape) -> Shape:
    """A shape drawn as the map says, where its name would not show what it is."""
    said = piece.props.get("drawing")
    return shape if said is None else msgspec.structs.replace(shape, drawing=str(said))


def facts_of(piece: Piece) -> tuple[str, ...]:
    """What a player wants to know of a piece of terrain: height, type, Movement Points, Obscurement."""
    facts = [f"{inches_text(piece.top)} in high"] if piece.top > piece.base else []
    kind = type_of(piece)
    if kind:
        costs = [cost_of(TACTICAL_SCALE, mode, kind) for mode in "WGH"]
        facts.append(f"{kind}: {'/'.join('-' if cost is None else str(cost) for cost in costs)} MP an inch")
        points = OBSCUREMENT[TACTICAL_SCALE].get(kind, 0)
        facts += [f"Obscurement {points} an inch"] if points else []
    return tuple(facts)
