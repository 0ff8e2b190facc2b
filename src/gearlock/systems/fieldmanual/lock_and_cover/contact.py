"""Terrain in contact with a model: what it may go Hull Down or hide in, and what it protects against."""

from __future__ import annotations

from typing import Final, NamedTuple

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.fieldmanual.lock_and_cover.looks import (
    HALF,
    HALF_BY_ROUND,
    HEAVY,
    hider_class,
    is_shielded_by,
    is_solid,
    look_at,
    shelter_of,
    type_of,
)
from gearlock.systems.fieldmanual.state import DEAD, State, Unit
from gearlock.table.bodies import Body
from gearlock.table.inches import footprint_touches, gap
from gearlock.table.terrain import Piece

SOLID: Final = "solid"
DEFENSES: Final = {"light": 1, "medium": 2, "heavy": 3, SOLID: 4}
"""The Hull Down Chart: the least Defense by the type of terrain."""


class Contact(NamedTuple):
    """Terrain that a model is in or touches: the id of a piece, wreck or bunker, and its type."""

    id: str
    type: str


def protective_type(piece: Piece) -> str:
    """The type of a piece in the Hull Down Chart; "" if it covers nothing."""
    return SOLID if is_solid(piece) else type_of(piece)


@heeds("fieldmanual.hull-down")
def rises(base: int, top: int, body: Body) -> bool:
    """Whether something stands at a model's level and covers at least half of its height."""
    return 2 * (min(top, body.top) - max(base, body.z)) >= body.height and top > body.z


@heeds("fieldmanual.hull-down", "fieldmanual.hiding", "fieldmanual.infantry-structures")
def terrain_in_contact(state: State, unit: Unit) -> list[Contact]:
    """Terrain that a model is in or touches and that covers at least half of it: pieces, wrecks and bunkers.

    To who is inside them, hard buildings are Solid like bunkers.
    """
    shelter = shelter_of(state, unit)
    if shelter is not None:
        kind = SOLID if isinstance(shelter, Unit) else protective_type(shelter)
        return [Contact(shelter.id, SOLID if kind == HEAVY else kind)]
    body, found = unit.body, []
    reach = body.radius + 1
    for piece in state.ground.pieces_near(body.x - reach, body.y - reach, body.x + reach, body.y + reach):
        name = protective_type(piece)
        if name and rises(piece.base, piece.top, body) and footprint_touches(body, piece.outline):
            found.append(Contact(piece.id, name))
    for other in state.standing():
        name = "" if other.id == unit.id else _built_type(other)
        if name and gap(other.body, body) == 0 and rises(other.z, other.body.top, body):
            found.append(Contact(other.id, name))
    return found


def _built_type(unit: Unit) -> str:
    """The type of a wreck or bunker as terrain; "" for models."""
    if unit.status == DEAD:
        return HEAVY
    return SOLID if unit.is_static and not unit.card.weapons and hider_class(unit) else ""


def noted(unit: Unit, token: str) -> list[str]:
    """The terrain it was in or behind when it took such a token."""
    before = note_of(token, "")
    return [name.removeprefix(before) for name in unit.tokens if name.startswith(before)]


def note_of(token: str, terrain: str) -> str:
    """The token that says for which terrain another one was taken."""
    return f"{token} at:{terrain}"


@heeds("fieldmanual.hull-down", "fieldmanual.hiding")
def has_left(state: State, unit: Unit, token: str) -> bool:
    """Whether a model has moved away from all terrain that it took such a token for, if that was noted."""
    names = noted(unit, token)
    return bool(names) and not any(contact.id in names for contact in terrain_in_contact(state, unit))


@rule("fieldmanual.hull-down")
def hiding_in_contact(state: State, attacker: Unit, target: Unit) -> list[str]:
    """The types of terrain in contact with a model that cover at least half of it from where an attacker stands.

    A building or bunker that it is in covers it from all directions, a Blind its Front arc alone.
    """
    touched = terrain_in_contact(state, target)
    if not touched or is_shielded_by(state, target, attacker.x, attacker.y):
        return [contact.type for contact in touched]
    if shelter_of(state, target) is not None:
        return []
    shares = dict(look_at(state, attacker, target).screens)
    return [one.type for one in touched if shares.get(one.id, 0) >= (HALF_BY_ROUND if one.id in state.units else HALF)]
