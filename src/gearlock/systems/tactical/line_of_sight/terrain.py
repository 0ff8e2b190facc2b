"""2.6.5, 3.7 and 3.8.1: types of terrain, time of day and weather, measuring."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from math import isqrt
from typing import Final

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.view import Modifier
from gearlock.mechanics.ground.drawings import drawing_of
from gearlock.mechanics.pools.lines import result
from gearlock.systems.tactical.datacards import GROUND, HOVER, NAVAL, SUBMARINE, WALKER
from gearlock.systems.tactical.state import BROKEN_DOWN, SKIRMISH_SCALE, TACTICAL_SCALE, State, Unit
from gearlock.systems.tactical.switches import (
    BLIZZARD,
    COLD,
    DUSK,
    ELEVATION_RANGE,
    FOG,
    HEAT,
    HEAVY_RAIN,
    HEAVY_RAIN_BY_DISTANCE,
    LIGHT_RAIN,
    NIGHT,
    RAIN_BY_DISTANCE,
    SANDSTORM,
    SLANT_RANGE,
    TEMPERATURE,
    TEMPEST,
    TIME,
    WEATHER,
    WEATHERS,
    WINDS,
)
from gearlock.systems.tactical.weapons import ENERGY, Weapon
from gearlock.table.bodies import Body
from gearlock.table.inches import footprint_inside, footprint_overlaps, plan_gap
from gearlock.table.measure import INCH, root_up
from gearlock.table.terrain import Ground, Piece

# --- 2.6.5 and 3.8.1: types of terrain, what an inch of each costs and how much it obscures

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


# --- 2.6.5: which terrain lies at a place, and which one a unit is in

ACROSS: Final = 21
"""Points along the middle of a base at which its terrain is counted, in a lattice all over it."""


def winning(kinds: list[str]) -> str:
    """Of the types that lie over each other, in the order of the map: a bridge, else a road, else the last one."""
    if BRIDGE in kinds:
        return BRIDGE
    if ROAD in kinds:
        return ROAD
    return kinds[-1] if kinds else CLEAR


@heeds("tactical.3.2.5-roads", "tactical.3.2.5-bridge-collapse")
def still_there(pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """What lies at a place without roads that are gone: with the bridge that carried them, or shot to pieces there."""
    lying = tuple(pieces)
    rubble = [piece for piece in lying if RUBBLE in piece.props]
    if not rubble:
        return lying
    lost = {piece.id for piece in lying if type_of(piece) == ROAD and any(_buries(heap, piece) for heap in rubble)}
    return tuple(piece for piece in lying if piece.id not in lost)


def _buries(heap: Piece, road: Piece) -> bool:
    return SPAN in heap.props or heap.id.startswith(f"{road.id}:")


def type_at(ground: Ground, x: int, y: int) -> str:
    """The type of terrain at a point of a ground; a border belongs to the piece."""
    return winning([kind for piece in still_there(ground.pieces_at(x, y)) if (kind := type_of(piece))])


def ground_type(state: State, x: int, y: int) -> str:
    """The type of terrain at a point of the table."""
    return type_at(state.ground, x, y)


@rule("tactical.2.6.5-terrain")
def terrain_under(state: State, unit: Unit) -> str:
    """The terrain a unit is in: that under more than half of its base.

    The table is measured, so there is never a dispute to roll for; where nothing covers more than half, the middle of
    the base decides.
    """
    return _under(state.ground, unit.x, unit.y, unit.card.radius)


@lru_cache(maxsize=1 << 12)
def _under(ground: Ground, x: int, y: int, radius: int) -> str:
    middle = type_at(ground, x, y)
    if not radius or not _is_mixed(ground, x, y, radius):
        return middle
    found: Counter[str] = Counter()
    half = ACROSS // 2
    for column in range(-half, half + 1):
        for row in range(-half, half + 1):
            if column * column + row * row <= half * half:
                found[type_at(ground, x + column * radius // half, y + row * radius // half)] += 1
    kind, count = found.most_common(1)[0]
    return kind if 2 * count > found.total() else middle


def _is_mixed(ground: Ground, x: int, y: int, radius: int) -> bool:
    """Whether the border of any piece runs under a base."""
    near = [piece.outline for piece in ground.pieces_near(x - radius, y - radius, x + radius, y + radius)]
    base = Body(x, y, 0, radius)
    return any(footprint_overlaps(base, one) and not footprint_inside(base, one) for one in near)


# --- 3.7, 4.1.2: time of day and weather, and what they do to seeing and to fire

PROTECTION: Final = "Hostile Environment Protection"
WORDS: Final = {COLD: ("cold", "arctic", "polar"), HEAT: ("heat", "hot", "desert")}
"""Words of a card behind the perk that protect from either."""
OPEN_TOPPED: Final = ("Open-Topped", "Open-topped", "Exposed Crew Compartment")
CONDITIONS: Final[dict[str, dict[str, str]]] = {
    "daylight": {},
    "dawn/dusk": {TIME: DUSK},
    "fog": {WEATHER: FOG},
    "heavy rain": {WEATHER: HEAVY_RAIN_BY_DISTANCE},
    "night": {TIME: NIGHT},
    "sandstorm": {WEATHER: SANDSTORM},
    "rain": {WEATHER: RAIN_BY_DISTANCE},
    "winds": {WEATHER: WINDS},
}
"""The generator's external conditions, as the switches that a battle with them is played with."""


@rule(
    "tactical.4.1.2-condition-daylight",
    "tactical.4.1.2-condition-night",
    "tactical.4.1.2-condition-sandstorm",
)
@heeds("tactical.3.7-night", "tactical.3.7-sandstorm")
def switches_of(condition: str) -> dict[str, str]:
    """What an external condition of the generator switches on, or two: nothing by daylight, for others 3.7."""
    found: dict[str, str] = {}
    for one in condition.split("+"):
        for switch, word in CONDITIONS[one.strip().lower()].items():
            found[switch] = f"{found[switch]}+{word}" if switch in found else word
    return found


def weather(state: State) -> tuple[str, ...]:
    """The weather of the moment, several kinds perhaps."""
    word = state.switches.get(WEATHER, "")
    return tuple(part.strip() for part in word.split("+") if part.strip() in WEATHERS) if word else ()


def is_night(state: State) -> bool:
    """Whether the battle is fought at night."""
    return state.switches.get(TIME) == NIGHT


def is_dusk(state: State) -> bool:
    """Whether it is fought at dawn or dusk."""
    return state.switches.get(TIME) == DUSK


@rule("tactical.3.7-sandstorm")
@heeds("tactical.3.7-blizzard", "tactical.3.7-tempest")
def storm_obscurement(kinds: tuple[str, ...], square: int) -> int:
    """Obscurement of storms: 1 for every whole inch of a sandstorm or blizzard, 2 of a tempest.

    The length of the line is given by its square. Storms stand in the way of fire as well.
    """
    thickness = 2 if TEMPEST in kinds else 1 if SANDSTORM in kinds or BLIZZARD in kinds else 0
    return thickness * (isqrt(square) // INCH)


@rule("tactical.3.7-rain")
@heeds("tactical.4.1.2-condition-rain", "tactical.4.1.2-condition-heavy-rain")
def rain_obscurement(kinds: tuple[str, ...], square: int, active: bool = False) -> int:
    """Obscurement of rain for detection: light 1 beyond 20 in, heavy 2; for an active sweep 1 less.

    It is never in the way of fire.
    """
    found = 0
    if LIGHT_RAIN in kinds and square > (20 * INCH) ** 2:
        found = 1
    if HEAVY_RAIN in kinds:
        found = 2
    found = max(found, _by_distance(kinds, square))
    return max(0, found - 1) if active else found


@rule("tactical.4.1.2-condition-rain", "tactical.4.1.2-condition-heavy-rain")
def _by_distance(kinds: tuple[str, ...], square: int) -> int:
    """The generator's rain: 1 for every full 20 in, heavy rain for every full 10 in."""
    if HEAVY_RAIN_BY_DISTANCE in kinds:
        return isqrt(square) // (10 * INCH)
    return isqrt(square) // (20 * INCH) if RAIN_BY_DISTANCE in kinds else 0


@rule("tactical.4.1.2-condition-fog")
def fog_obscurement(kinds: tuple[str, ...], square: int) -> int:
    """Obscurement of fog for detection: 1 for every full 3 in; fire passes through."""
    return isqrt(square) // (3 * INCH) if FOG in kinds else 0


@rule("tactical.4.1.2-condition-winds")
def dust_loss(state: State, weapon: Weapon) -> int:
    """DM that an energy weapon loses more for each range band beyond Short, for the dust that winds lift."""
    return 1 if weapon.kind == ENERGY and WINDS in weather(state) else 0


@heeds("tactical.4.1.2-condition-winds")
def is_air_grounded(state: State) -> bool:
    """Whether neither side has air support: nothing flies in heavy winds."""
    return WINDS in weather(state)


@rule("tactical.7.2-hostile-environment")
def is_protected(unit: Unit, extreme: str) -> bool:
    """Whether a unit works in extreme cold or heat: by its perk for it, or as infantry in the suits it is given.

    A perk whose card names no environment protects from both.
    """
    if unit.is_infantry:
        return True
    if PROTECTION not in unit.card.perks:
        return False
    said = unit.card.details.get(PROTECTION, "").lower()
    return not said or any(word in said for word in WORDS[extreme])


@rule("tactical.3.7-blizzard")
@heeds("tactical.7.2-hostile-environment")
def snow_cost(state: State, unit: Unit) -> int:
    """MP that an inch costs a unit more: 1 in a blizzard, without protection from cold; a storm it is besides."""
    return 1 if BLIZZARD in weather(state) and not is_protected(unit, COLD) else 0


@heeds("tactical.3.7-temperature", "tactical.7.2-hostile-environment")
def is_strained(state: State, unit: Unit) -> bool:
    """Whether extreme temperature wears a vehicle down: without its protection it takes Light Damage at Top Speed."""
    extreme = state.switches.get(TEMPERATURE, "")
    return extreme in WORDS and not is_protected(unit, extreme)


@heeds("tactical.3.7-temperature")
def refuse_broken_down(unit: Unit) -> Refusal | None:
    """Why a vehicle does not move: cold or heat has stopped it for some rounds. It may still look and fire."""
    left = unit.token(BROKEN_DOWN)
    if not left:
        return None
    message = f"The {unit.name} has broken down: {left} more round{'s' * (left != 1)}, this one among them."
    return Refusal("broken-down", "tactical.3.7-temperature", message, {"rounds": left})


@rule("tactical.3.7-tempest")
def stays_out_of_tempest(state: State, unit: Unit) -> bool:
    """Whether a unit cannot take part: in a tempest only sealed vehicles fight, no open-topped ones."""
    if TEMPEST not in weather(state):
        return False
    return unit.is_infantry or any(unit.card.has(flaw) for flaw in OPEN_TOPPED)


def storm_lines(kinds: tuple[str, ...], square: int) -> list[Modifier]:
    """What storms take off an attack."""
    value = storm_obscurement(kinds, square)
    name = next((kind for kind in (TEMPEST, SANDSTORM, BLIZZARD) if kind in kinds), "")
    return [result(-value, name, f"tactical.3.7-{name}")] if value else []


# --- 2.6.1, 3.2.2: measuring from middle to middle, and height as range

TOUCH = INCH // 100
"""How near counts as base contact: units stand on whole mils, and at most angles no two such places touch exactly."""

OUT_OF_REACH = 2 * INCH
"""A difference in height as of a cliff: one of two units stands above the other there, and not beside it."""


@rule("tactical.2.6.1", "tactical.3.8")
@heeds("tactical.3.2.2")
def distance(state: State, a: Unit, b: Unit) -> int:
    """Mils from the middle of one unit to that of another, whatever metres an inch is worth at the scale.

    Rounded up to the mil, so that comparing it with a whole reach is exact.
    """
    return distance_to(state, a, b.x, b.y, b.z)


@rule("tactical.3.2.2")
@heeds("tactical.2.6.1")
def distance_to(state: State, unit: Unit, x: int, y: int, z: int) -> int:
    """Mils from the middle of a unit to a point: flat, or the difference in height if that is more.

    Height counts where its module is used. By the reading for purists it is the true slanting distance.
    """
    square, rise = (unit.x - x) ** 2 + (unit.y - y) ** 2, abs(unit.z - z)
    if not rise or not state.switch(ELEVATION_RANGE):
        return root_up(square)
    if state.switch(SLANT_RANGE):
        return root_up(square + rise * rise)
    return max(root_up(square), rise)


@heeds("tactical.2.6.1")
def touches(a: Unit, b: Unit) -> bool:
    """Whether two units are in base contact, as close combat and cover ask it; nobody touches over a cliff."""
    return plan_gap(a.body, b.body) <= TOUCH and abs(a.z - b.z) < OUT_OF_REACH


@heeds("tactical.2.6.1")
def metres_in_mils(state: State, metres: int) -> int:
    """A distance of the world on this table."""
    return metres * state.kilometre() // 1000
