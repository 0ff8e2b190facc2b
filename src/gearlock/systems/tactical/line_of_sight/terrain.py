"""2.6.5 and 3.8.1: types of terrain, what an inch of each costs and how much it obscures."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.ground.drawings import drawing_of
from gearlock.systems.tactical.cards import GROUND, HOVER, NAVAL, SUBMARINE, WALKER
from gearlock.systems.tactical.state import SKIRMISH_SCALE, TACTICAL_SCALE
from gearlock.table.measure import INCH
from gearlock.table.terrain import Piece

CLEAR, ROUGH, SAND, WOODLAND, JUNGLE, SWAMP = "clear", "rough", "sand", "woodland", "jungle", "swamp"
WATER, DEEP_WATER, URBAN, DENSE_URBAN = "water", "deep water", "urban", "dense urban"
ROAD, BRIDGE, WALL, DENSE_WALL = "road", "bridge", "wall", "dense wall"
TYPES: Final = (
    CLEAR, ROUGH, SAND, WOODLAND, JUNGLE, SWAMP, WATER, DEEP_WATER, URBAN, DENSE_URBAN, ROAD, BRIDGE, WALL, DENSE_WALL,
)  # fmt: skip
WATERS: Final = (WATER, DEEP_WATER)
WALLS: Final = (WALL, DENSE_WALL)
BUILT: Final = (URBAN, DENSE_URBAN)
RUBBLE, SPAN = "rubble", "span"
"""What a piece of ground has among its `props` that is left of a structure; and of a section of a bridge."""
ALIASES: Final = {
    "snow": SAND, "ice": SAND, "sand/snow": SAND, "woods": WOODLAND, "woodlands": WOODLAND, "forest": WOODLAND,
    "house": URBAN, "building": DENSE_URBAN,
}  # fmt: skip
"""Other words a map may use for a type."""
KIND_OF: Final = {
    CLEAR: "open", ROUGH: "area", SAND: "area", WOODLAND: "area", JUNGLE: "area", SWAMP: "area", WATER: "water",
    DEEP_WATER: "water", URBAN: "area", DENSE_URBAN: "area", ROAD: "road", BRIDGE: "road", WALL: "instance",
    DENSE_WALL: "instance",
}  # fmt: skip
"""What kind of piece a type of terrain usually is on a map."""
BY_DRAWING: Final = {
    "woods": (WOODLAND, JUNGLE), "swamp": (SWAMP, SWAMP), "dunes": (SAND, SAND), "field": (CLEAR, CLEAR),
}  # fmt: skip
"""What an area is that the map gives no type, by what it is called: its type when light, and when heavy."""

Prices = dict[str, int | None]
"""MP of an inch of each type of terrain; None where such a vehicle may not go at all."""


def _prices(*costs: int | None) -> Prices:
    return dict(zip(TYPES, costs, strict=True))


_AFLOAT: Final = _prices(*(1 if kind in WATERS else None for kind in TYPES))
COSTS: Final[dict[str, dict[str, Prices]]] = {
    TACTICAL_SCALE: {
        WALKER: _prices(1, 1, 2, 1, 2, 3, 2, 2, 2, 3, 1, 1, 1, 1),
        GROUND: _prices(1, 2, 2, 2, 3, 4, 3, 3, 1, 2, 1, 1, 2, 2),
        HOVER: _prices(1, 1, 1, 2, 3, 1, 1, 1, 2, 3, 1, 1, 1, 1),
        NAVAL: _AFLOAT,
        SUBMARINE: _AFLOAT,
    },
    SKIRMISH_SCALE: {
        WALKER: _prices(1, 1, 2, 2, 3, 3, 3, 3, None, None, 1, 1, None, None),
        GROUND: _prices(1, 2, 2, 4, None, 4, 4, 4, None, None, 1, 1, None, None),
        HOVER: _prices(1, 2, 1, None, None, 1, 1, 1, None, None, 1, 1, None, None),
        NAVAL: _AFLOAT,
        SUBMARINE: _AFLOAT,
    },
}
"""By scale, movement system and type. Water is for Amphibious walkers and ground vehicles only."""
UPHILL: Final[Prices] = {WALKER: 2, GROUND: 2, HOVER: 4, NAVAL: None, SUBMARINE: None}
DOWNHILL: Final[Prices] = {WALKER: 1, GROUND: 0, HOVER: 0, NAVAL: None, SUBMARINE: None}
"""What a slope of 30 degrees or more adds to an inch, by movement system."""
STEEP: Final = 30

OBSCUREMENT: Final[dict[str, dict[str, int]]] = {
    TACTICAL_SCALE: {WOODLAND: 1, JUNGLE: 2, SWAMP: 1, WATER: 2, DEEP_WATER: 4, URBAN: 1, DENSE_URBAN: 2},
    SKIRMISH_SCALE: {WOODLAND: 5, JUNGLE: 3, SWAMP: 5, WATER: 3, DEEP_WATER: 3},
}
"""At tactical scale points for every whole inch; at skirmish scale the inches of a further point, beside the first."""
LEVEL: Final = INCH
"""How high terrain is whose height a map does not give: a level."""


@rule("tactical.2.6.5-terrain-costs", "tactical.3.8.1-terrain")
def cost_of(scale: str, mode: str, kind: str) -> int | None:
    """MP of an inch of terrain for a movement system; None where it may not go. What never moves has no price."""
    return COSTS[scale].get(mode, {}).get(kind)


@heeds("tactical.2.6.5-terrain-costs", "tactical.3.8.1-terrain")
def slope_cost(mode: str, up: bool) -> int | None:
    """MP that an inch of a steep slope adds, up or down."""
    return (UPHILL if up else DOWNHILL).get(mode)


def type_called(word: str) -> str:
    """The type of terrain that a word means, in capitals or not; "" for none."""
    plain = " ".join(word.lower().replace("-", " ").replace("_", " ").split())
    found = ALIASES.get(plain, plain)
    return found if found in TYPES else ""


@lru_cache(maxsize=1 << 12)
def _typed(going: str, kind: str, rating: str, name: str) -> str:
    """The type of such a piece; "" for what has none of its own, as a bare hill."""
    if called := type_called(going):
        return called
    if kind in ("road", "water"):
        return kind
    if kind == "building":
        return URBAN if rating in ("", "light") else DENSE_URBAN
    if kind == "area":
        drawn = drawing_of(Piece("", name, kind, (), rating=rating))
        light, heavy = BY_DRAWING.get(drawn.kind, (ROUGH, ROUGH))
        return light if rating in ("", "light") else heavy
    return CLEAR if kind == "open" else ""


def type_of(piece: Piece) -> str:
    """The type of terrain a piece is, as its `going` says, or else by its kind, rating and name.

    A hill or a rock without a type of its own has none: it is as high as it is, and what lies around it goes on.
    """
    return _typed(str(piece.props.get("going", "")), piece.kind, piece.rating, piece.name)


def covers_from_to(piece: Piece) -> tuple[int, int]:
    """From what height up to what height terrain obscures: as high as the map has it, or else a level.

    The trees of a wooded hill stand on its top.
    """
    if piece.kind in ("hill", "instance"):
        return piece.top, piece.top + LEVEL
    return piece.base, max(piece.top, piece.base + (0 if piece.top > piece.base else LEVEL))
