"""2.6.5: what an inch of ground costs a unit, and which ground is closed to it."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.going.stretches import Under
from gearlock.systems.tactical.line_of_sight import terrain
from gearlock.systems.tactical.line_of_sight.conditions import snow_cost
from gearlock.systems.tactical.line_of_sight.standing import winning
from gearlock.systems.tactical.line_of_sight.terrain import CLEAR, ROAD, WATERS, cost_of, type_of
from gearlock.systems.tactical.movement.perks_moving import off_road_cost
from gearlock.systems.tactical.speed import MP
from gearlock.systems.tactical.state import State, Unit
from gearlock.table.measure import INCH
from gearlock.table.terrain import Piece

MOST_OF_A_SQUAD = 2
STEEP_RISE, STEEP_RUN = 577, 1000
"""Thirty degrees."""
Facts = dict[str, str | int | float]


@heeds("tactical.2.6.5-terrain-costs", "tactical.3.6.2", "tactical.3.8.1-terrain", "tactical.3.2.5-urban")
@heeds("tactical.3.7-blizzard")
def price_of(state: State, unit: Unit, type_: str) -> int | None:
    """MP for an inch of a type of ground in the movement system in use; None where it is closed to it.

    A squad on foot never pays more than 2.
    """
    price = cost_of(state.scale, unit.mode, type_)
    if price is None:
        return None
    price = off_road_cost(state, unit, type_, price) + snow_cost(state, unit)
    return min(price, MOST_OF_A_SQUAD) if unit.is_infantry and unit.mode == "W" else price


def type_on(pieces: tuple[Piece, ...]) -> str:
    """The type of ground that counts where pieces lie over each other."""
    return winning([kind for piece in pieces if (kind := type_of(piece))])


def price_of_stretch(state: State, unit: Unit, parts: list[Under]) -> int:
    """Thousandths of MP for a stretch, by what lies under the middle of the base."""
    total = 0
    for part in parts:
        price = price_of(state, unit, type_on(part.pieces))
        total += (part.end - part.start) * (1 if price is None else price)
    return total * MP // INCH


@heeds("tactical.2.6.5-terrain-costs")
def steep_cost(unit: Unit, rise: int, far: int) -> int:
    """What steep ground adds: for every inch of a slope of 30 degrees or more, and for every level of a step."""
    if not rise or abs(rise) * STEEP_RUN < far * STEEP_RISE:
        return 0
    add = terrain.slope_cost(unit.mode, rise > 0) or 0
    inches = max(far, INCH * max(1, (abs(rise) + INCH // 2) // INCH) if far <= 2 else far)
    return add * inches * MP // INCH


@heeds("tactical.2.6.5-water")
@heeds("tactical.3.8.1-terrain")
def refuse_ground(state: State, unit: Unit, parts: list[Under]) -> Refusal | None:
    """Why ground is closed to a unit: water to who would flood in it, and what its movement system cannot enter."""
    for part in parts:
        type_ = type_on(part.pieces)
        if type_ in (CLEAR, ROAD):
            continue
        facts: Facts = {"at": part.start, "type": type_}
        if type_ in WATERS:
            refusal = _refuse_water(unit, facts)
            if refusal is not None:
                return refusal
        if price_of(state, unit, type_) is None:
            message = f"The {unit.name} cannot enter {type_} in this movement system: go around it."
            return Refusal("closed", "tactical.2.6.5-terrain-costs", message, facts)
    return None


@rule("tactical.2.6.5-water")
def _refuse_water(unit: Unit, facts: Facts) -> Refusal | None:
    """Walkers and ground vehicles enter water only if they are Amphibious."""
    if unit.mode in ("H", "N", "S") or unit.card.has("Amphibious"):
        return None
    message = f"The {unit.name} is not Amphibious: it would flood and be out of action in water."
    return Refusal("water", "tactical.2.6.5-water", message, facts)
