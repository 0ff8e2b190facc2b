"""Where objectives want a model, so that bots go there. Only what the model's own side knows counts."""

from __future__ import annotations

from typing import Final, NamedTuple

from gearlock.mechanics.secrets import shown
from gearlock.mechanics.turns import SEATS
from gearlock.systems.blitz.objectives.markers import can_control, controller_of
from gearlock.systems.blitz.objectives.slots import (
    ASSASSINATE,
    MARKED,
    MARKER,
    TARGET,
    WIPE,
    is_done,
    known_name,
    markers_of,
    slots_of,
)
from gearlock.systems.blitz.objectives.winning import MEETING
from gearlock.systems.blitz.state import NEAR, State, Unit, opponent
from gearlock.table.measure import INCH, distance

PULL: Final = 0.4
"""What the whole length of the table is worth to a model that is wanted at its other end."""
GUNSHOT: Final = 12 * INCH
"""As near as one need come to what is to be destroyed."""


class Place(NamedTuple):
    """A spot a model is wanted at, and how near is near enough."""

    x: int
    y: int
    near: int


def places_for(state: State, unit: Unit) -> list[Place]:
    """Markers to be held or taken from the enemy, and the whereabouts of those who are to be destroyed; noted."""
    key = (places_for, unit.seat)
    known: list[Place] | None = state.notes.get(key)
    if known is None:
        known = state.notes[key] = _tokens(state, unit.seat) + _aims(state, unit.seat)
    return known


def _tokens(state: State, seat: str) -> list[Place]:
    """The tokens of a meeting engagement that are not held."""
    if state.scenario != MEETING:
        return []
    return [Place(x, y, NEAR - INCH) for name, (x, y) in state.markers.items() if controller_of(state, name) != seat]


def _aims(state: State, seat: str) -> list[Place]:
    places: list[Place] = []
    for slot in (slot for side in SEATS for slot in slots_of(state, side) if not is_done(state, slot)):
        name = known_name(state, slot, seat)
        if name in MARKED:
            fact = state.facts.get(slot.key(MARKER))
            real = None if fact is None else shown(fact, seat)
            markers = [real] if real else markers_of(state, slot)
            wanted = [marker for marker in markers if controller_of(state, marker) != seat]
            places += [Place(*state.markers[marker], NEAR - INCH) for marker in wanted]
        elif name in (ASSASSINATE, WIPE) and slot.seat == seat:
            fact = state.facts.get(slot.key(TARGET))
            target = "" if fact is None else shown(fact, seat) or ""
            enemies = state.fielded(opponent(seat))
            prey = (enemy for enemy in enemies if target in (enemy.id, str(enemy.group) if name == WIPE else ""))
            places += [Place(enemy.x, enemy.y, GUNSHOT) for enemy in prey if target]
    return places


def errand_worth(state: State, unit: Unit, x: int, y: int) -> float:
    """What it is worth to its side that a model goes to a place: nearer to the nearest spot it is wanted at."""
    places = places_for(state, unit) if can_control(unit) else []
    if not places:
        return 0.0
    gained = _way(places, unit.x, unit.y) - _way(places, x, y)
    return PULL * gained / max(state.ground.width, state.ground.height)


def _way(places: list[Place], x: int, y: int) -> int:
    return min(max(0, distance(x, y, place.x, place.y) - place.near) for place in places)
