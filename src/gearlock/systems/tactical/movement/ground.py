"""2.6.5, 3.2.1 and 3.8.1: what an inch of ground costs a unit, what is closed to it, cliffs, room for a base."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.figures import Mover, ruled
from gearlock.mechanics.going.edges import Way
from gearlock.mechanics.going.passage import go_along
from gearlock.mechanics.going.stretches import Under
from gearlock.mechanics.ground.forms import SOLID, VERTICAL, is_building, is_solid
from gearlock.mechanics.ground.surfaces import nearest_side, slope_at, solids_under, surface_at
from gearlock.mechanics.placing.zones import MARKED, marked_box
from gearlock.systems.tactical.damage.condition import MP, perk
from gearlock.systems.tactical.damage.structures import is_half_gone
from gearlock.systems.tactical.datacards import HOVER, NAVAL, SUBMARINE, WALKER
from gearlock.systems.tactical.line_of_sight.terrain import (
    BRIDGE,
    BUILT,
    CLEAR,
    ROAD,
    ROUGH,
    STEEP,
    WALLS,
    WATERS,
    cost_of,
    ground_type,
    slope_cost,
    snow_cost,
    still_there,
    type_of,
    winning,
)
from gearlock.systems.tactical.melee import MANIPULATOR, TOOL, arms_left
from gearlock.systems.tactical.state import CLIMBING, SKIRMISH_SCALE, TOP, TOWED, State, Unit
from gearlock.table.bodies import Body
from gearlock.table.inches import bodies_overlap, footprint_inside, is_on_table
from gearlock.table.measure import FULL_TURN, INCH, advance, distance, inches_text
from gearlock.table.path import Stride, Walk, sweeps_body, sweeps_outline
from gearlock.table.polygon import bounds, distance_to
from gearlock.table.terrain import Piece

# --- Parts of the table by words: strips, boxes, pieces of terrain and what lies near them; and who is kept in one

DEPTH = 6
"""Inches of the table edge that a side deploys in, where the scenario says nothing."""
KEPT = "kept"
Box = tuple[int, int, int, int]


class Area(NamedTuple):
    """A part of the table: a box, or what of it lies on a piece of terrain, or so many mils from one at most."""

    box: Box
    piece: str = ""
    margin: int = 0


def strip(state: State, edge: str, depth: int) -> Box:
    """So many mils along a table edge."""
    wide, high = state.ground.width, state.ground.height
    return {
        "south": (0, 0, wide, depth), "north": (0, high - depth, wide, high),
        "west": (0, 0, depth, high), "east": (wide - depth, 0, wide, high),
    }[edge]  # fmt: skip


def areas_of(state: State, text: str) -> list[Area]:
    """Words as areas: `south`, `south 6`, `box 1 2 10 20` in inches, `anywhere`, `on ridge`, `near town 5`.

    `marked red` is the box that the map marks for a side.

    Several stand with a semicolon between them.
    """
    found: list[Area] = []
    for part in filter(None, (each.strip() for each in text.split(";"))):
        word, *rest = part.split()
        if word in ("on", "near"):
            found.append(_by_piece(state, rest[0], rest[1:]))
            continue
        if word == MARKED:
            found.append(Area(bounds(marked_box(state.ground, part))))
            continue
        numbers = [round(float(each) * INCH) for each in rest]
        if word == "box":
            x0, y0, x1, y1 = numbers
            found.append(Area((x0, y0, x1, y1)))
        elif word == "anywhere":
            found.append(Area((0, 0, state.ground.width, state.ground.height)))
        else:
            found.append(Area(strip(state, word, numbers[0] if numbers else DEPTH * INCH)))
    return found


def _by_piece(state: State, name: str, rest: list[str]) -> Area:
    margin = round(float(rest[0]) * INCH) if rest else 0
    x0, y0, x1, y1 = bounds(state.ground.piece(name).outline)
    wide, high = state.ground.width, state.ground.height
    around = max(0, x0 - margin), max(0, y0 - margin), min(wide, x1 + margin), min(high, y1 + margin)
    return Area(around, name, margin)


def holds(state: State, area: Area, body: Body) -> bool:
    """Whether a whole base lies in an area; near a piece it is enough that its middle is no farther off."""
    x0, y0, x1, y1 = area.box
    x, y, radius = body.x, body.y, body.radius
    if not area.piece:
        return x0 + radius <= x <= x1 - radius and y0 + radius <= y <= y1 - radius
    outline = state.ground.piece(area.piece).outline
    if not area.margin:
        return footprint_inside(body, outline)
    return distance_to(outline, x, y) <= area.margin


def area_words(state: State, area: Area) -> str:
    """Where an area is, in words: by its piece of terrain, by the table edge it lies along, or measured from edges."""
    x0, y0, x1, y1 = area.box
    wide, high = state.ground.width, state.ground.height
    if area.piece:
        name = state.ground.piece(area.piece).name
        return f"within {inches_text(area.margin)} in of the {name}" if area.margin else f"on the {name}"
    if area.box == (0, 0, wide, high):
        return "anywhere on the table"
    depths = {"south": y1, "north": high - y0, "west": x1, "east": wide - x0}
    along = next((edge for edge, depth in depths.items() if strip(state, edge, depth) == area.box), "")
    if along:
        return f"within {inches_text(depths[along])} in of the {along} edge"
    across, up = (f"{inches_text(least)} to {inches_text(most)} in" for least, most in ((x0, x1), (y0, y1)))
    return f"{across} from the west edge and {up} from the south edge"


def is_kept(state: State, unit: Unit) -> bool:
    """Whether a scenario keeps the combat group of a unit to a part of the table."""
    return bool(state.zones.get(f"{unit.seat}:{unit.group}:{KEPT}"))


@heeds("tactical.4.3.3")
def refuse_limit(state: State, unit: Unit, x: int, y: int) -> Refusal | None:
    """Why a unit stays away from a place: its scenario keeps its combat group to a part of the table.

    The middle of its base counts. Who was thrown out of there may go anywhere that is no farther off than it is.
    """
    text = state.zones.get(f"{unit.seat}:{unit.group}:{KEPT}", "")
    if not text:
        return None
    areas = areas_of(state, text)
    if any(holds(state, area, Body(x, y, 0, 0)) for area in areas):
        return None
    if not any(holds(state, area, Body(unit.x, unit.y, 0, 0)) for area in areas):
        return None
    names = {area.piece: state.ground.piece(area.piece).name.lower() for area in areas if area.piece}
    where = ", ".join(
        f"within {area.margin // INCH} in of the {names[area.piece]}" if area.margin else f"in the {names[area.piece]}"
        for area in areas
        if area.piece
    )
    return Refusal("limit", "tactical.4.3.3", f"The {unit.name} has to stay {where or 'where it is'}.")


# --- 7.2: perks and flaws that change what ground costs

POOR = "Poor Off-Road Ability"
HEAVY_GOING = 2
"""MP an inch from which ground is heavy."""


@rule("tactical.7.2-improved-off-road")
@heeds("tactical.7.2-poor-off-road", "tactical.7.2-card-only-perks")
def off_road_cost(unit: Unit, type_: str, price: int, daring: bool = False) -> int:
    """1 MP less where an inch costs more than 1 with Improved Off-Road Ability; 1 more from 2 on with a Poor one.

    Urban Friendly vehicles save a point in towns. Who dares goes at the normal price, and tests for each inch.
    """
    if price > 1 and perk(unit, "Improved Off-Road Ability"):
        price -= 1
    if price > 1 and type_ in BUILT and perk(unit, "Urban Friendly"):
        price -= 1
    if price >= HEAVY_GOING and not daring and perk(unit, POOR):
        price += 1
    return price


# --- 3.2.5 and 3.8.1: which buildings vehicles go through


@rule("tactical.3.8.1-buildings")
@heeds("tactical.3.2.5-urban", "tactical.3.8.1-walls")
def is_open(state: State, piece: Piece) -> bool:
    """Whether units go through a building or wall: at 50 m an inch it is Urban terrain, else once half is gone."""
    if type_of(piece) in WALLS:
        return is_half_gone(state, piece)
    if not is_building(piece):
        return False
    return state.scale != SKIRMISH_SCALE or is_half_gone(state, piece)


@heeds("tactical.3.8.1-walls")
def is_rubble(state: State, stride: Stride) -> bool:
    """Whether a stride leads onto a wall or off one."""
    ends = (stride.x0, stride.y0), (stride.x1, stride.y1)
    return any(type_of(piece) in WALLS for end in ends for piece in state.ground.pieces_at(*end))


@heeds("tactical.3.8.1-buildings", "tactical.3.8.1-walls")
def type_now(state: State, piece: Piece) -> str:
    """The type of terrain a piece is to who goes there: Rough once half of a building or wall is shot away."""
    kind = type_of(piece)
    if kind in WALLS or (kind in BUILT and state.scale == SKIRMISH_SCALE):
        return ROUGH if is_half_gone(state, piece) else kind
    return kind


# --- 2.6.5: what an inch of ground costs a unit, and which ground is closed to it

MOST_OF_A_SQUAD = 2
Facts = dict[str, str | int | float]
Spot = tuple[int, int]


@heeds("tactical.2.6.5-terrain-costs", "tactical.3.6.2", "tactical.3.8.1-terrain", "tactical.3.2.5-urban")
@heeds("tactical.3.7-blizzard")
def price_of(state: State, unit: Unit, type_: str, daring: bool = False) -> int | None:
    """MP for an inch of a type of ground in the movement system in use; None where it is closed to it.

    A squad on foot never pays more than 2.
    """
    price = cost_of(state.scale, unit.mode, type_)
    if price is None:
        return None
    price = off_road_cost(unit, type_, price, daring) + snow_cost(state, unit)
    return foot_price(price) if is_on_foot(unit) else price


@rule("tactical.3.6.2")
def foot_price(price: int) -> int:
    """MP that an inch costs men on foot: as walkers, and never more than 2, so that they always get an inch on."""
    return min(price, MOST_OF_A_SQUAD)


@heeds("tactical.3.8.1-buildings", "tactical.3.8.1-walls")
def type_on(state: State, pieces: tuple[Piece, ...]) -> str:
    """The type of ground that counts where pieces lie over each other; what is half shot away is Rough."""
    return winning([kind for piece in still_there(pieces) if (kind := type_now(state, piece))])


def is_on_road(pieces: tuple[Piece, ...]) -> bool:
    """Whether a road lies there, on a bridge as well."""
    return any(type_of(piece) == ROAD for piece in still_there(pieces))


class Price(NamedTuple):
    """Thousandths of MP for a stretch, how many of them are for inches on a road, and the MP of its heaviest inch."""

    total: int
    on_road: int
    heaviest: int


def price_of_stretch(state: State, unit: Unit, parts: list[Under], daring: bool = False) -> Price:
    """What a stretch costs, by what lies under the middle of the base."""
    total = on_road = heaviest = 0
    for part in parts:
        price = price_of(state, unit, type_on(state, part.pieces), daring)
        heaviest = max(heaviest, price or 1) if part.end > part.start else heaviest
        cost = (part.end - part.start) * (1 if price is None else price)
        total += cost
        on_road += cost if is_on_road(part.pieces) else 0
    return Price(total * MP // INCH, on_road * MP // INCH, heaviest)


@heeds("tactical.2.6.5-terrain-costs", "tactical.3.6.2")
def steep_cost(unit: Unit, rise: int, price: int = 1) -> int:
    """What going up or down steep ground adds, in thousandths of MP: for every level, and for one at least.

    A squad on foot pays for one inch, and no more than 2 MP with the ground's own price.
    """
    add = slope_cost(unit.mode, rise > 0) or 0
    if is_on_foot(unit):
        return min(add, max(0, MOST_OF_A_SQUAD - price)) * MP
    return add * max(1, (abs(rise) + INCH // 2) // INCH) * MP


@heeds("tactical.3.2.5-bridges")
def stays_on_bridge(state: State, upper: Spot, lower: Spot) -> bool:
    """Whether an edge lies between two sections of a bridge: a middle that is raised is no slope."""
    decks = [piece for piece in state.ground.pieces_at(*upper) if piece.kind in SOLID]
    below = still_there(state.ground.pieces_at(*lower))
    return bool(decks) and all(type_of(piece) == BRIDGE for piece in decks) and BRIDGE in map(type_of, below)


@heeds("tactical.2.6.5-terrain-costs", "tactical.3.8.1-walls", "tactical.3.2.5-bridges")
def is_steep(state: State, stride: Stride, rise: int) -> bool:
    """Whether the ground rises or falls by 30 degrees or more where a stride leads up or down an edge.

    A slope that the map gives with less is gentle, a wall that was shot to pieces is no step, and a bridge costs as
    much as Clear ground from end to end.
    """
    ends = (stride.x1, stride.y1), (stride.x0, stride.y0)
    upper, lower = ends if rise > 0 else ends[::-1]
    slopes = [piece.props.get("slope", VERTICAL) for piece in state.ground.pieces_at(*upper) if piece.kind in SOLID]
    gentle = any(isinstance(slope, int) and slope < STEEP for slope in slopes)
    return not (gentle or is_rubble(state, stride) or stays_on_bridge(state, upper, lower))


def is_on_foot(unit: Unit) -> bool:
    """A squad without jetpacks or ATVs."""
    return unit.is_infantry and unit.mode == WALKER


@heeds("tactical.2.6.5-water")
@heeds("tactical.3.8.1-terrain")
def refuse_ground(state: State, unit: Unit, parts: list[Under]) -> Refusal | None:
    """Why ground is closed to a unit: water to who would flood in it, and what its movement system cannot enter."""
    for part in parts:
        type_ = type_on(state, part.pieces)
        if type_ in (CLEAR, ROAD):
            continue
        facts: Facts = {"at": part.start, "type": type_}
        if type_ in WATERS:
            refusal = refuse_water(unit, facts)
            if refusal is not None:
                return refusal
        if price_of(state, unit, type_) is None:
            message = f"The {unit.name} cannot enter {type_} in this movement system: go around it."
            return Refusal("closed", "tactical.2.6.5-terrain-costs", message, facts)
    return None


def is_in_water(state: State, x: int, y: int) -> bool:
    """Whether water lies at a place, and nothing over it."""
    return ground_type(state, x, y) in WATERS


def floats(unit: Unit) -> bool:
    """Whether water does nothing to it: it hovers, or is a boat."""
    return unit.mode in (HOVER, NAVAL, SUBMARINE)


def is_afloat(state: State, x: int, y: int) -> bool:
    """Whether there is water all around a point: its very edge is the shore."""
    return all(is_in_water(state, x + dx, y + dy) for dx in (-1, 1) for dy in (-1, 1))


@heeds("tactical.2.6.5-water")
def refuse_shore(state: State, unit: Unit, parts: list[Under], end: tuple[int, int]) -> Refusal | None:
    """Nobody goes into water or comes out of it at Top Speed, but for who floats."""
    if unit.speed != TOP or floats(unit):
        return None
    wet = is_afloat(state, unit.x, unit.y)
    met = [type_on(state, part.pieces) in WATERS for part in parts if part.end > part.start]
    if all(each == wet for each in met) and is_afloat(state, *end) == wet:
        return None
    message = f"The {unit.name} cannot {'leave' if wet else 'enter'} water at Top Speed: shift to Combat Speed first."
    return Refusal("shore", "tactical.2.6.5-water", message)


@rule("tactical.2.6.5-water")
def refuse_water(unit: Unit, facts: Facts) -> Refusal | None:
    """Walkers and ground vehicles enter water only if they are Amphibious."""
    if floats(unit) or unit.card.has("Amphibious"):
        return None
    message = f"The {unit.name} is not Amphibious: it would flood and be out of action in water."
    return Refusal("water", "tactical.2.6.5-water", message, facts)


# --- 7.2: arms: what they lift


@heeds("tactical.7.2-manipulator-arm")
def hand_lifts(unit: Unit) -> int:
    """The Size of what a Manipulator Arm lifts: its rating, and nothing over twice the vehicle's own Size."""
    return min(perk(unit, MANIPULATOR), 2 * unit.card.size)


@heeds("tactical.7.2-tool-arm")
def tool_lifts(unit: Unit) -> int:
    """The Size of what a Tool Arm lifts: its rating and half of those of weaker arms, not over twice the own Size."""
    rating = perk(unit, TOOL)
    if not rating:
        return 0
    weaker = perk(unit, MANIPULATOR)
    helps = arms_left(unit, MANIPULATOR) * weaker if weaker < rating else 0
    return min(rating + helps // 2, 2 * unit.card.size)


@heeds("tactical.7.2-manipulator-arm", "tactical.7.2-tool-arm")
def lifts(unit: Unit) -> int:
    """The Size of the heaviest thing its arms lift, 0 without arms that handle anything."""
    return max(hand_lifts(unit), tool_lifts(unit))


# --- 3.2.1: cliffs: their faces, where a climber comes to, and how far it would fall

RULE = "tactical.3.2.1"
BESIDE = INCH // 2
"""Nobody begins to climb with its base farther than this from the face."""
CLEAR_OF = 2
STEP, THICKEST = 50, 2 * INCH
"""Mils from spot to spot behind a wall, and how thick a wall may be that is climbed over."""
HANGING, ARRIVED = 1, 2
"""What the token says: on the face, or down or up again and still out of breath until the round ends."""


class Climbed(NamedTuple):
    """Where an inch of climbing ends, whether on the face, and from how high and where one would fall."""

    x: int
    y: int
    z: int
    hangs: bool
    foot: tuple[int, int, int]
    inches: int


@rule("tactical.3.2.1")
def is_cliff(height: int) -> bool:
    """A vertical step of 2 in or more is a cliff."""
    return height >= CLIFF


@heeds("tactical.3.2.1", "tactical.7.2-manipulator-arm", "tactical.7.2-tool-arm")
def can_climb(unit: Unit) -> bool:
    """Only a walker whose arms lift its own Size climbs."""
    return not unit.is_infantry and WALKER in unit.card.modes and lifts(unit) >= unit.card.size


@heeds("tactical.3.8.1-walls", "tactical.3.2.1")
def is_wall_to_climb(state: State, piece: Piece) -> bool:
    """At skirmish scale walls are climbed over, however low, while they cannot be gone through."""
    return state.scale == SKIRMISH_SCALE and type_of(piece) in WALLS and not is_open(state, piece)


def faces(state: State, unit: Unit) -> Iterator[tuple[Piece, bool]]:
    """The cliffs beside a unit, each with whether it would go up."""
    reach = unit.card.radius + BESIDE
    for piece in state.ground.pieces_near(unit.x - reach, unit.y - reach, unit.x + reach, unit.y + reach):
        if not is_solid(piece) or is_building(piece) or not _is_beside(piece, unit):
            continue
        if unit.token(CLIMBING) == HANGING:
            if not piece.contains(unit.x, unit.y) and piece.base <= unit.z < piece.top:
                yield piece, True
                yield piece, False
        elif piece.contains(unit.x, unit.y):
            if unit.z == piece.top and isinstance(climb_down(state, unit, piece), Climbed):
                yield piece, False
        elif piece.base <= unit.z < piece.top and (is_wall_to_climb(state, piece) or is_cliff(piece.top - unit.z)):
            yield piece, True


def _is_beside(piece: Piece, unit: Unit) -> bool:
    x, y, _, _ = nearest_side(piece, unit.x, unit.y)
    return distance(unit.x, unit.y, round(x), round(y)) <= unit.card.radius + BESIDE


def climb_up(state: State, unit: Unit, piece: Piece) -> Climbed | Refusal:
    """An inch up; the last one leads onto the top, and of a wall over it."""
    foot = level_below(state, unit.x, unit.y, unit.z)
    z = min(piece.top, unit.z + INCH)
    fall = (unit.x, unit.y, foot), inches_of(z - foot)
    if z < piece.top:
        return Climbed(unit.x, unit.y, z, True, *fall)
    x, y, out_x, out_y = nearest_side(piece, unit.x, unit.y)
    if is_wall_to_climb(state, piece):
        for beyond in range(unit.card.radius + CLEAR_OF, unit.card.radius + THICKEST, STEP):
            spot = round(x - out_x * beyond), round(y - out_y * beyond)
            below = level_below(state, *spot, z)
            if not is_cliff(z - below) and has_room(state, unit, *spot, below):
                return Climbed(*spot, below, False, *fall)
        return Refusal("room", RULE, f"There is no room for the {unit.name} behind the {piece.name}.")
    for inward in (unit.card.radius, unit.card.radius // 2, CLEAR_OF):
        spot = round(x - out_x * inward), round(y - out_y * inward)
        if piece.contains(*spot) and has_room(state, unit, *spot, z):
            return Climbed(*spot, z, False, *fall)
    return Refusal("room", RULE, f"There is no room for the {unit.name} at the top of the {piece.name}.")


def climb_down(state: State, unit: Unit, piece: Piece) -> Climbed | Refusal:
    """An inch down: over the edge at first, and onto the ground at the last."""
    spot = unit.x, unit.y
    if unit.token(CLIMBING) != HANGING:
        x, y, out_x, out_y = nearest_side(piece, unit.x, unit.y)
        away = unit.card.radius + CLEAR_OF
        spot = round(x + out_x * away), round(y + out_y * away)
    foot = level_below(state, *spot, unit.z - 1)
    if unit.token(CLIMBING) != HANGING and not is_cliff(unit.z - foot):
        return Refusal("cliff", RULE, f"There is no cliff to climb down: the {unit.name} just goes there.")
    z = max(foot, unit.z - INCH)
    if not has_room(state, unit, *spot, z):
        return Refusal("room", RULE, f"There is no room for the {unit.name} below.")
    return Climbed(*spot, z, z > foot, (*spot, foot), inches_of(unit.z - foot))


def inches_of(mils: int) -> int:
    """Inches of a fall, a part of one counted whole."""
    return -(-mils // INCH)


# --- Room for a base: on the table, clear of others and of what stands there

STEPS = 24


def level_below(state: State, x: int, y: int, ceiling: int) -> int:
    """The highest ground at a place that is not above a height."""
    return max(slope_at(state.ground, x, y), surface_at(state.ground, x, y, ceiling))


def has_room(state: State, unit: Unit, x: int, y: int, z: int) -> bool:
    """Whether a unit could stand at a place without touching anybody, and not in the middle of a rock."""
    body = Body(x, y, z, unit.card.radius, unit.card.height)
    if not is_on_table(body, state.ground.width, state.ground.height):
        return False
    others = (other for other in state.units.values() if other.is_fielded and other.id != unit.id and not other.carrier)
    if any(bodies_overlap(body, other.body) for other in others):
        return False
    solids = solids_under(state.ground, body)
    return not any(piece.top > z and piece.base < body.top and not is_open(state, piece) for piece in solids)


def spots_around(x: int, y: int, gaps: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """A place, then rings around it."""
    yield x, y
    for gap in gaps:
        for step in range(STEPS):
            yield advance(x, y, step * FULL_TURN // STEPS, gap)


def room_near(state: State, unit: Unit, x: int, y: int, z: int) -> tuple[int, int]:
    """A place, or the nearest one to it on the same ground where nobody stands; the place itself if there is none."""
    wide = unit.card.radius
    for spot in spots_around(x, y, (wide // 2, wide, 2 * wide, 3 * wide, 4 * wide)):
        if has_room(state, unit, *spot, z) and level_below(state, *spot, z) == z:
            return spot
    return x, y


# --- What a moving unit cannot get past: other units, cliffs, walls, the edge of the table

CLIFF = 2 * INCH
"""A vertical step of so much is a cliff."""
DOWNWARD = ("step", "air", "edge")
CODES = {
    "table": "tactical.2.6.5", "step": "tactical.3.2.1", "terrain": "tactical.3.2.1", "air": "tactical.3.2.1",
    "edge": "tactical.3.2.1", "top": "tactical.3.2.1",
}  # fmt: skip


def obstacles(state: State, unit: Unit) -> list[Unit]:
    """All other units on the table but what it tows; what is out of action lies in nobody's way."""
    tied = f"{TOWED}:{unit.id}"
    others = (other for other in state.units.values() if other.is_fielded and other.id != unit.id and not other.carrier)
    return [other for other in others if tied not in other.tokens]


def level_at(state: State, unit: Unit, x: int, y: int) -> int:
    """The elevation a unit has, or would come to, at a place; in a building that is open it stays below the roof."""
    if inside(state, x, y, unit.z):
        return unit.z
    return max(slope_at(state.ground, x, y), surface_at(state.ground, x, y, unit.z + CLIFF - 1))


def inside(state: State, x: int, y: int, z: int) -> str:
    """The building that is open and that a place lies in; empty for none."""
    found = (p for p in state.ground.pieces_at(x, y) if is_building(p) and is_open(state, p) and p.base <= z < p.top)
    return next((piece.id for piece in found), "")


@heeds("tactical.3.2.1")
def refuse_passage(state: State, unit: Unit, stride: Stride) -> int | Refusal:
    """The elevation it comes to at the end of a stride, or why it cannot go there."""
    if state.scale == SKIRMISH_SCALE and (refusal := refuse_walls(state, unit, stride)) is not None:
        return refusal
    met = [other for other in obstacles(state, unit) if sweeps_body(stride, unit.card.radius, other.body)]
    mover = Mover(unit, girth_of(state, unit), CLIFF - 1, enters=lambda piece: is_open(state, piece))
    path = Walk(stride.x1, stride.y1, unit.facing, (stride,), (), max(0, stride.length), max(0, -stride.length))
    begins, ends = inside(state, unit.x, unit.y, unit.z), inside(state, stride.x1, stride.y1, unit.z)
    found = go_along(state.ground, mover, Way(path, unit.z, False, begins, ends), met, lambda _piece, _mils: None)
    if not isinstance(found, Refusal):
        return found.z
    if found.code in DOWNWARD and unit.is_infantry:
        below = climb_down_to(state, unit, stride, met)
        return _in_words(state, unit, found) if below is None else below
    if found.code == "overlap":
        return _in_the_way(unit, met)
    return _in_words(state, unit, found)


@heeds("tactical.3.2.1", "tactical.3.6.2")
def girth_of(state: State, unit: Unit) -> int:
    """How wide it is between rocks: troopers right below a cliff that they came down squeeze along it."""
    if not unit.is_infantry:
        return unit.card.radius
    beside = any(piece.top - unit.z >= CLIFF for piece in solids_under(state.ground, unit.body))
    return 0 if beside else unit.card.radius


@heeds("tactical.3.8.1-buildings", "tactical.3.8.1-walls")
def refuse_walls(state: State, unit: Unit, stride: Stride) -> Refusal | None:
    """At skirmish scale buildings and walls stop everybody, low ones too, until half of them is shot to pieces."""
    reach = unit.card.radius
    low, high = min(stride.x0, stride.x1) - reach, max(stride.x0, stride.x1) + reach
    for piece in state.ground.pieces_near(
        low, min(stride.y0, stride.y1) - reach, high, max(stride.y0, stride.y1) + reach
    ):
        closed = type_of(piece) in (*BUILT, *WALLS) and piece.top > unit.z and not is_open(state, piece)
        if closed and sweeps_outline(stride, reach, piece.outline):
            rule_id = "tactical.3.8.1-walls" if type_of(piece) in WALLS else "tactical.3.8.1-buildings"
            message = f"The {piece.name} is closed to the {unit.name} until half of it is shot to pieces: go around it."
            return Refusal("building", rule_id, message, {"piece": piece.id})
    return None


@heeds("tactical.3.2.1", "tactical.3.6.2")
def climb_down_to(state: State, unit: Unit, stride: Stride, met: list[Unit]) -> int | None:
    """Squads go down cliffs, and never up: the ground that a stride over an edge leads down to."""
    below = max(slope_at(state.ground, stride.x1, stride.y1), surface_at(state.ground, stride.x1, stride.y1, unit.z))
    body = Body(stride.x1, stride.y1, below, unit.card.radius, unit.card.height)
    barred = below >= unit.z or unit.fired or any(bodies_overlap(body, other.body) for other in met)
    return None if barred else below


def _in_the_way(unit: Unit, met: list[Unit]) -> Refusal:
    """The nearest of the units that are met."""
    other = min(met, key=lambda each: ((each.x - unit.x) ** 2 + (each.y - unit.y) ** 2, each.id))
    message = f"The {other.name} is in the way: go around it, or ram it."
    return Refusal("overlap", "tactical.2.6.5", message, {"unit": other.id})


def _in_words(state: State, unit: Unit, found: Refusal) -> Refusal:
    """What is in the way, with its rule and what to do about it."""
    piece = state.ground.piece(str(found.facts["piece"])) if "piece" in found.facts else None
    if found.code == "terrain" and piece is not None:
        high = inches_text(piece.top - unit.z)
        message = f"The {piece.name} is a cliff of {high} in there: the {unit.name} goes around it."
        return Refusal("cliff", "tactical.3.2.1", message, {**found.facts, "height": piece.top - unit.z})
    if found.code in ("step", "air"):
        message = f"The ground falls off like a cliff there: the {unit.name} cannot go over the edge."
        return Refusal("edge", "tactical.3.2.1", message, found.facts)
    return ruled(found, CODES)
