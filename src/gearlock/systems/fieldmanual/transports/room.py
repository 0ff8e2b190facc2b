"""What carries whom: the capacity of transports, buildings and bunkers, and who is in them."""

from __future__ import annotations

from typing import Final, NamedTuple

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.ground.forms import is_building
from gearlock.systems.fieldmanual.cards import GEAR, INFANTRY, STRIDER, TANK, VEHICLE
from gearlock.systems.fieldmanual.lock_and_cover.shelters import is_blind
from gearlock.systems.fieldmanual.state import ABOARD, FIELDED, IN_PLAY, WALKER, State, Unit
from gearlock.table.terrain import Piece

TRANSPORT: Final = "Transport"
BLIND_SIZE: Final = 14
BUNKER_ROOM: Final = 2
"""Squads in a bunker."""
NO_LIMIT: Final = 99
WORDS: Final = {
    "infantry": INFANTRY, "squad": INFANTRY, "troop": INFANTRY, "gear": GEAR, "strider": STRIDER, "tank": TANK,
    "vehicle": VEHICLE,
}  # fmt: skip
"""What a card says of passengers, and the kinds of models that means."""

Home = Unit | Piece
"""A transport or bunker; a building."""


class Room(NamedTuple):
    """How many models something carries, and which kinds; none named means any."""

    most: int
    kinds: frozenset[str]


def home_named(state: State, name: str) -> Home | None:
    """A model on the table or a building, by its id."""
    unit = state.units.get(name)
    if unit is not None:
        return unit if unit.status == FIELDED else None
    return next((piece for piece in state.ground.pieces if piece.id == name and is_building(piece)), None)


@heeds("fieldmanual.infantry-structures", "fieldmanual.asset-heavy-bunker", "fieldmanual.asset-observation-bunker")
def is_structure(home: Home) -> bool:
    """Whether who is inside fights on from there: buildings, and Static models without weapons of their own."""
    if isinstance(home, Piece) or is_blind(home):
        return True
    return home.is_static and not home.card.weapons and "Bunker" in home.card.name


@rule("fieldmanual.perk-transport")
@heeds("fieldmanual.infantry-structures", "fieldmanual.asset-heavy-bunker")
def room_of(home: Home) -> Room:
    """The capacity of a transport as its card lists it; two squads in a bunker, any number in a building.

    A map may say how many squads a building holds (`squads`).
    """
    if isinstance(home, Piece):
        return Room(int(home.props.get("squads", NO_LIMIT)), frozenset((INFANTRY,)))
    if is_blind(home):
        return Room(1, frozenset())
    if is_structure(home):
        return Room(BUNKER_ROOM, frozenset((INFANTRY,)))
    words = home.card.details.get(TRANSPORT, "").lower()
    return Room(home.perk(TRANSPORT), frozenset(kind for word, kind in WORDS.items() if word in words))


def passengers(state: State, home: Home) -> list[Unit]:
    """Who is in something: each Combined Model once, by its first base that is left."""
    inside = (unit for unit in state.units.values() if unit.carrier == home.id and unit.status in (ABOARD, FIELDED))
    return [unit for unit in inside if not unit.team or _first_inside(state, unit) == unit.id]


def _first_inside(state: State, unit: Unit) -> str:
    return next(part.id for part in state.parts(unit) if part.carrier == unit.carrier and part.status in IN_PLAY)


@heeds("fieldmanual.perk-transport", "fieldmanual.transports", "fieldmanual.infantry-structures")
@heeds("fieldmanual.asset-blind")
def refuse_room(state: State, unit: Unit, home: Home) -> Refusal | None:
    """Why something does not carry a model: no transport, the wrong kind, or full."""
    rule_id = "fieldmanual.infantry-structures" if is_structure(home) else "fieldmanual.perk-transport"
    room, inside = room_of(home), passengers(state, home)
    if not room.most:
        return Refusal("transport", rule_id, f"The {home.name} carries nobody.")
    if room.kinds and unit.card.kind not in room.kinds:
        message = f"The {home.name} carries {', '.join(sorted(room.kinds))}, not the {unit.name}."
        return Refusal("kind", rule_id, message, {"kind": unit.card.kind})
    if is_blind(home) and unit.card.size > BLIND_SIZE:
        message = f"The {unit.name} is of Size {unit.card.size}; a Blind takes one model of Size {BLIND_SIZE} or less."
        return Refusal("size", "fieldmanual.asset-blind", message, {"size": unit.card.size})
    if is_structure(home) and not is_blind(home) and set(unit.card.rows) != {WALKER}:
        message = f"The {unit.name} has a movement upgrade: only infantry on foot enters the {home.name}."
        return Refusal("mounted", rule_id, message)
    if len(inside) >= room.most:
        message = f"The {home.name} carries {room.most} and is full."
        return Refusal("full", rule_id, message, {"most": room.most})
    return None
