"""Where the models of a position stand, and what their tokens say."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import fields
from typing import Any

from gearlock.kernel.orders import Refusal
from gearlock.kernel.sheets import Sheet, Table, check_names
from gearlock.systems.brigands.by_hand.posts import POST_KEYS
from gearlock.systems.brigands.deployment.special import WAYS
from gearlock.systems.brigands.flying.airborne import altitude_at
from gearlock.systems.brigands.standing_room import stand_at
from gearlock.systems.brigands.state import (
    BRACED,
    COMBAT_SPEED,
    COORDINATED_ATTACK,
    EVADE,
    FIELDED,
    GONE,
    RIDING,
    TOP_SPEED,
    WAITING,
    WRECK,
    State,
    Unit,
)
from gearlock.systems.brigands.transport.transport import boarded
from gearlock.table.handmade import read_pose
from gearlock.table.inches import bodies_overlap, is_on_table
from gearlock.table.measure import INCH, RIGHT_ANGLE

PLACE_KEYS = ("at", "facing")
OWN = ("id", "seat", "line", "x", "y", "z", "facing", "controller", "core")
"""Fields that a position says in another way, or that follow from the rest."""
TOKENS = tuple(
    field.name for field in fields(Unit) if field.name not in (*OWN, *(key for key in POST_KEYS if key != "group"))
)
"""Fields of a model that a position says by their names."""
POSTURES = (BRACED, COMBAT_SPEED, TOP_SPEED)
WORDS = {
    "posture": POSTURES,
    "pace": POSTURES,
    "status": (WAITING, FIELDED, RIDING, WRECK, GONE),
    "marks": (COORDINATED_ATTACK, EVADE),
    "aside": tuple(WAYS),
}
AHEAD = {"red": RIGHT_ANGLE, "blue": 3 * RIGHT_ANGLE}
"""Which way a side faces, unless something else is said."""
Said = dict[str, dict[str, Any]]
"""What is said of each model, field by field."""


def field_models(sheet: Sheet, state: State) -> Said:
    """Put every model where it is said to be; what is said of their fields is given back, and checked.

    Who is said to be nowhere waits, rides with its carrier, or stands where its Core does.
    """
    said: Said = {}
    for table in sheet.tables("model"):
        unit = state.units.get(str(table.keys["id"]))
        if unit is None:
            sheet.wrong(table, "id", "its Controlling model has no such drone: name it in that model's `drones`")
            continue
        sheet.refuse_unknown(table, (*POST_KEYS, *PLACE_KEYS, *TOKENS))
        said[unit.id] = _tokens(sheet, state, table, unit)
        _apply(unit, said[unit.id])
        _field(sheet, state, table, unit)
    for unit in state.units.values():
        _follow(state, unit)
    return said


def say_again(state: State, said: Said) -> None:
    """What is said of a model holds, whatever a phase would make of it."""
    for unit_id, tokens in said.items():
        _apply(state.units[unit_id], tokens)


def _apply(unit: Unit, tokens: dict[str, Any]) -> None:
    for name, value in tokens.items():
        setattr(unit, name, list(value) if isinstance(value, list) else value)


def _tokens(sheet: Sheet, state: State, table: Table, unit: Unit) -> dict[str, Any]:
    found = sheet.fields(table, Unit, TOKENS)
    weapons = tuple(unit.line.weapons)
    pieces = tuple(piece.id for piece in state.ground.pieces)
    known: dict[str, Collection[str]] = {**WORDS, "used": weapons, "expended": (*weapons, *unit.line.traits)}
    known |= {name: pieces for name in ("hanging", "inside")}
    known |= {name: tuple(state.units) for name in ("carrier", "slayer")}
    check_names(sheet, table, found, known)
    for name, most in (("hull", unit.line.hull), ("structure", unit.line.structure)):
        if found.get(name, 0) > most:
            sheet.wrong(table, name, f"the {unit.line.name} has {most} {name.title()} at most")
    if found.get("status") in (WRECK, GONE):
        found = {"hull": 0, "structure": 0, **found}
    return found


def _field(sheet: Sheet, state: State, table: Table, unit: Unit) -> None:
    """Put a model down where it is said to stand; on the ground if its height is not said."""
    place, unit.facing = read_pose(sheet, table, AHEAD[unit.seat])
    if place is None:
        return
    unit.x, unit.y, z = place
    if "status" not in table.keys:
        unit.status = FIELDED
    if unit.controller:
        unit.carrier = ""
    if z is None and unit.airborne:
        z = altitude_at(state.ground, unit.x, unit.y)
    stand = stand_at(state, unit, unit.x, unit.y, 0) if z is None and not unit.core else None
    if isinstance(stand, Refusal):
        return sheet.refused(table, "at", stand)
    unit.z = stand.body.z if stand is not None else z or 0
    unit.inside = unit.inside or (stand.inside if stand is not None else "")
    for refusal in _in_the_way(state, unit):
        sheet.refused(table, "at", refusal)
    return None


def _in_the_way(state: State, unit: Unit) -> Iterable[Refusal]:
    """What is against a model where it stands by its own word: the edge of the table, or somebody else."""
    if unit.status not in (FIELDED, WRECK) or unit.controller or unit.carrier:
        return
    if not is_on_table(unit.body, state.ground.width, state.ground.height):
        where = f"{unit.x / INCH:g}, {unit.y / INCH:g}"
        yield Refusal("table", "brigands.2.2", f"At {where} the {unit.name} would stand off the table.")
    for other in state.obstacles(unit):
        if bodies_overlap(unit.body, other.body):
            yield Refusal("overlap", "brigands.2.6", f"The {other.name} ({other.id}) stands there.")


def _follow(state: State, unit: Unit) -> None:
    """Passengers are where their transport is, and Attached models where their Core is."""
    if unit.status == WAITING and unit.carrier in state.units:
        boarded(state, unit, unit.carrier).change(state)
    elif unit.status == WAITING and unit.core and state.units[unit.core].is_fielded:
        core = state.units[unit.core]
        unit.status, unit.x, unit.y, unit.z, unit.facing = FIELDED, core.x, core.y, core.z, core.facing
