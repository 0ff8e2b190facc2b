"""6.2, 6.5 and 18.3a: whether a model or a fortification that is put down can stand there."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.mechanics.ground.forms import is_solid
from gearlock.mechanics.ground.surfaces import slope_at, solids_under, water_depth
from gearlock.mechanics.placing import search
from gearlock.systems.blitz.deployment.zones import areas_of, zone_at
from gearlock.systems.blitz.general_concepts.works import (
    MINEFIELD,
    is_works,
    outline_of,
    rectangle_across,
    size_of,
    works_id,
)
from gearlock.systems.blitz.state import State, Unit
from gearlock.table.bodies import Body
from gearlock.table.inches import bodies_overlap, footprint_overlaps
from gearlock.table.polygon import Outline, bounds, do_segments_meet, is_inside

OCCUPIED = Refusal("overlap", "blitz.6.2", "Another model stands there.")
SOLID = Refusal("terrain", "blitz.6.5b", "Impassable terrain stands there.")


@heeds("blitz.6.2", "blitz.6.5g", "blitz.18.3a-mines")
def refuse_ground(state: State, unit: Unit, x: int, y: int) -> Refusal | None:
    """Why a model cannot stand at a spot: somebody does, or the ground does not hold it. Mines do not hinder it."""
    body = Body(x, y, slope_at(state.ground, x, y), unit.line.radius, unit.height)
    for other in state.standing():
        if is_works(other):
            if works_id(other) != MINEFIELD and footprint_overlaps(body, outline_of(other)):
                return OCCUPIED
        elif bodies_overlap(body, other.body):
            return OCCUPIED
    if solids_under(state.ground, body):
        return SOLID
    return _refuse_water(state, unit, x, y)


@heeds("blitz.6.2", "blitz.18.3a")
def refuse_building(state: State, unit: Unit, x: int, y: int, facing: int) -> Refusal | None:
    """Why a fortification cannot be set so: its rectangle is not in its zone, on something solid or on somebody."""
    size = size_of(unit)
    outline = rectangle_across(x, y, facing, size.length, size.width)
    if not any(all(is_inside(area, *corner) for corner in outline) for area in areas_of(state, unit.seat)):
        return Refusal("zone", "blitz.18.3a", f"The {unit.name} lies wholly in its deployment zone.")
    for other in state.standing():
        if _meet(outline, outline_of(other)) if is_works(other) else footprint_overlaps(other.body, outline):
            return OCCUPIED
    if any(is_solid(piece) and _meet(outline, piece.outline) for piece in state.ground.pieces_near(*bounds(outline))):
        return SOLID
    return _refuse_water(state, unit, x, y)


def has_room(state: State, seat: str, side: str) -> bool:
    """Whether a zone holds a side that has still to be deployed: all of it, and who cannot swim where it is shallow.

    Flyers keep to the edges, and components stand with their core; fortifications are not counted.
    """
    own = [unit for unit in state.units.values() if unit.seat == seat and not is_works(unit) and unit.line.gait != "F"]
    mine = [unit for unit in own if not unit.parent or unit.line.type == "Drone"]
    afoot = [unit for unit in mine if not _floats(unit)]
    afloat = [unit for unit in mine if _floats(unit)]
    return (not afoot or _holds(state, side, afoot, afoot)) and (not afloat or _holds(state, side, mine, afloat))


def _holds(state: State, side: str, everybody: Sequence[Unit], judges: Sequence[Unit]) -> bool:
    """Whether a zone has a place for everybody where the widest and the lowest of some of them can stand."""
    widest, lowest = max(judges, key=lambda unit: unit.line.radius), min(judges, key=lambda unit: unit.line.height)
    return search.has_room(
        zone_at(state.ground, side),
        [unit.line.radius for unit in everybody],
        lambda spot: all(refuse_ground(state, unit, spot.x, spot.y) is None for unit in (widest, lowest)),
    )


def _floats(unit: Unit) -> bool:
    return unit.line.gait == "H" or "Amphib" in unit.line.traits


def _refuse_water(state: State, unit: Unit, x: int, y: int) -> Refusal | None:
    depth = water_depth(state.ground, x, y)
    if 2 * depth >= unit.line.height and depth and not _floats(unit):
        return Refusal("water", "blitz.6.5g", f"The water is too deep for the {unit.name}.")
    return None


def _meet(one: Outline, other: Outline) -> bool:
    """Whether two outlines share any point."""
    if is_inside(one, *other[0]) or is_inside(other, *one[0]):
        return True
    sides = list(pairwise((*other, other[0])))
    return any(do_segments_meet(*side, *each) for side in pairwise((*one, one[0])) for each in sides)
