"""11.3: markers. Where the points for Hold and Capture may lie, and where a Demolitions target may stand."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import msgspec

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.mechanics.figures import overlapped
from gearlock.mechanics.ground.surfaces import water_depth
from gearlock.mechanics.placing.markers import (
    Spacing,
    apart_from,
    level_spots,
    refuse_level,
    refuse_near,
    roomy_spots,
)
from gearlock.systems.brigands.objectives.demolitions import TARGET
from gearlock.systems.brigands.objectives.orders import PlaceMarker
from gearlock.systems.brigands.pursuit import DEMOLITIONS, Objective, Pursuit, objectives
from gearlock.systems.brigands.state import State, opponent
from gearlock.systems.brigands.zones import zone_at, zone_of
from gearlock.table.bodies import Body
from gearlock.table.inches import bodies_overlap
from gearlock.table.measure import INCH
from gearlock.table.polygon import distance_to
from gearlock.table.terrain import Ground

Places = tuple[tuple[int, int], ...]

CLEARANCE = 12 * INCH
"""No marker lies within this of a table edge or of another of its kind."""


@heeds("brigands.11.3-hold", "brigands.11.3-capture", "brigands.11.3-demolitions")
def placer_of(wanted: Objective, seat: str) -> str:
    """Who places the markers of a seat's Objective: the seat itself for Hold, otherwise its opponent."""
    return seat if wanted.own else opponent(seat)


def missing_marker(state: State) -> Pursuit | None:
    """The first chosen Objective that has not all of its markers yet."""
    return next((p for p in state.pursuits if len(p.markers) < objectives()[p.name].markers), None)


def marker_body(name: str, x: int, y: int) -> Body:
    """What a marker takes up: nothing, but for the Demolitions target."""
    return Body(x, y, 0, TARGET.radius, TARGET.height) if name == DEMOLITIONS else Body(x, y)


@heeds("brigands.11.3-hold", "brigands.11.3-capture", "brigands.11.3-demolitions")
def spacing_of(wanted: Objective) -> Spacing:
    """How far the markers of an Objective lie from table edges and each other."""
    return Spacing(marker_body(wanted.name, 0, 0).radius, CLEARANCE, CLEARANCE)


def _ruled(refusal: Refusal | None, wanted: Objective) -> Refusal | None:
    """A refusal with the rule of the Objective that the marker is for."""
    return None if refusal is None else msgspec.structs.replace(refusal, rule=wanted.rule)


def touches_zone(state: State, seat: str, body: Body) -> bool:
    """Whether any part of a footprint lies in the deployment zone of a seat, or just reaches its border."""
    return distance_to(zone_of(state, seat), body.x, body.y) <= body.radius


@heeds("brigands.11.3-hold", "brigands.11.3-capture", "brigands.11.3-demolitions")
def refuse_marker(state: State, ask: Ask, order: PlaceMarker) -> Refusal | None:
    """Why a marker cannot lie at a place; nor may it leave no room for those that are still to come."""
    seat, name = ask.about
    wanted = objectives()[name]
    placed = next(pursuit.markers for pursuit in state.pursuits if (pursuit.seat, pursuit.name) == (seat, name))
    refusal = refuse_place(state, ask.seat, wanted, placed, order.x, order.y)
    if refusal is not None:
        return refusal
    if not has_room(state, ask.seat, wanted, (*placed, (order.x, order.y))):
        return Refusal("room", wanted.rule, "There would be no room left for the markers that follow.")
    return None


def refuse_place(state: State, placer: str, wanted: Objective, placed: Places, x: int, y: int) -> Refusal | None:
    """Why a marker cannot lie at a place with these already on the table."""
    return refuse_ground(state.ground, wanted, x, y) or _refuse_table(state, placer, wanted, placed, x, y)


@heeds("brigands.11.3-hold", "brigands.11.3-capture", "brigands.11.3-demolitions")
def refuse_ground(ground: Ground, wanted: Objective, x: int, y: int) -> Refusal | None:
    """Markers lie away from the edges and at ground level: on no slope, under no solid terrain, a target in no lake."""
    refusal = _ruled(refuse_level(ground, spacing_of(wanted), x, y), wanted)
    if refusal is not None:
        return refusal
    if _is_drowned(ground, wanted, x, y):
        return Refusal("water", wanted.rule, "The water is too deep for the target.")
    return None


@heeds("brigands.11.3-demolitions")
def _is_drowned(ground: Ground, wanted: Objective, x: int, y: int) -> bool:
    """Whether the water is too deep for a target."""
    return wanted.name == DEMOLITIONS and 2 * water_depth(ground, x, y) > TARGET.height


@heeds("brigands.11.3-hold", "brigands.11.3-capture", "brigands.11.3-demolitions")
def _refuse_table(state: State, placer: str, wanted: Objective, placed: Places, x: int, y: int) -> Refusal | None:
    """Markers lie outside the zone of whoever places them and apart from their like; a target needs room to stand."""
    body = marker_body(wanted.name, x, y)
    if touches_zone(state, placer, body):
        return Refusal("zone", wanted.rule, "A marker must lie outside your own deployment zone.")
    refusal = _ruled(refuse_near(spacing_of(wanted), placed, x, y), wanted)
    if refusal is not None:
        return refusal
    if wanted.name == DEMOLITIONS and overlapped(body, state.standing()) is not None:
        return Refusal("overlap", wanted.rule, "Another model stands there.")
    return None


@lru_cache(maxsize=64)
def level_places(ground: Ground, wanted: Objective) -> Places:
    """The spots of a grid where the ground takes a marker, whoever places it."""
    spots = level_spots(ground, spacing_of(wanted))
    return tuple(spot for spot in spots if not _is_drowned(ground, wanted, *spot))


@lru_cache(maxsize=64)
def places_outside(ground: Ground, side: str, wanted: Objective) -> Places:
    """Those of them that lie outside the deployment zone on a side of the table."""
    zone = zone_at(ground, side)
    radius = marker_body(wanted.name, 0, 0).radius
    return tuple((x, y) for x, y in level_places(ground, wanted) if distance_to(zone, x, y) > radius)


def free_places(state: State, placer: str, wanted: Objective, placed: Places) -> list[tuple[int, int]]:
    """The spots of a grid where the next marker may lie, whatever room that leaves for the others; noted."""
    key = (free_places, placer, wanted.name, placed)
    known: list[tuple[int, int]] | None = state.notes.get(key)
    if known is None:
        known = state.notes[key] = _free_places(state, placer, wanted, placed)
    return known


def _free_places(state: State, placer: str, wanted: Objective, placed: Places) -> list[tuple[int, int]]:
    spots = list(places_outside(state.ground, state.zones[placer], wanted))
    for marker in placed:
        spots = apart_from(spots, marker, CLEARANCE)
    if wanted.name != DEMOLITIONS:
        return spots
    others = [other.body for other in state.standing()]
    bodies = (marker_body(wanted.name, x, y) for x, y in spots)
    return [(body.x, body.y) for body in bodies if not any(bodies_overlap(body, other) for other in others)]


def legal_places(state: State, placer: str, wanted: Objective, placed: Places) -> Iterator[tuple[int, int]]:
    """The spots of a grid where the next marker may lie and leaves room for the others."""
    spots = free_places(state, placer, wanted, placed)
    return roomy_spots(spots, wanted.markers - len(placed), CLEARANCE)


@heeds("brigands.11.3-hold", "brigands.11.3-capture")
def has_room(state: State, placer: str, wanted: Objective, placed: Places = ()) -> bool:
    """Whether the table has room for all markers of an Objective that are still to come."""
    return len(placed) >= wanted.markers or next(legal_places(state, placer, wanted, placed), None) is not None
