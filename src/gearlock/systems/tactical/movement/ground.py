"""2.6.5: what an inch of ground costs a unit, and which ground is closed to it."""

from __future__ import annotations

from typing import NamedTuple

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.going.stretches import Under
from gearlock.mechanics.ground.forms import SOLID, VERTICAL
from gearlock.systems.tactical.cards import HOVER, NAVAL, SUBMARINE, WALKER
from gearlock.systems.tactical.line_of_sight import terrain
from gearlock.systems.tactical.line_of_sight.conditions import snow_cost
from gearlock.systems.tactical.line_of_sight.standing import ground_type, still_there, winning
from gearlock.systems.tactical.line_of_sight.terrain import BRIDGE, CLEAR, ROAD, WATERS, cost_of, type_of
from gearlock.systems.tactical.movement.perks_moving import off_road_cost
from gearlock.systems.tactical.movement.structures_entered import is_rubble, type_now
from gearlock.systems.tactical.speed import MP
from gearlock.systems.tactical.state import TOP, State, Unit
from gearlock.table.measure import INCH
from gearlock.table.path import Stride
from gearlock.table.terrain import Piece

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
    add = terrain.slope_cost(unit.mode, rise > 0) or 0
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
    gentle = any(isinstance(slope, int) and slope < terrain.STEEP for slope in slopes)
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
