"""What a moving model cannot get past: other models, structures, cliffs, closed ground, the edge of the table."""

from __future__ import annotations

from collections.abc import Callable

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.figures import Mover, body_at, overlapped, ruled
from gearlock.mechanics.going.edges import Way
from gearlock.mechanics.going.passage import go_along
from gearlock.mechanics.ground.forms import is_building, reaches_into
from gearlock.mechanics.ground.surfaces import slope_at, solids_under, surface_at
from gearlock.systems.fieldmanual.movement.stretches import Under
from gearlock.systems.fieldmanual.movement.terrain import CLOSED, RULES, dearest
from gearlock.systems.fieldmanual.state import FIELDED, HOVER, TOP, WALKER, State, Unit
from gearlock.table.inches import bodies_overlap, gap, is_on_table
from gearlock.table.measure import INCH, RIGHT_ANGLE, advance, bearing, inches_text
from gearlock.table.path import Stride, Walk, sweeps_body, sweeps_outline
from gearlock.table.terrain import Piece

CLIFF = 3 * INCH // 2
"""A sheer change of elevation that rounds to two levels: a cliff."""
CODES = {
    "table": "fieldmanual.movement-points", "step": "fieldmanual.cliff-edge",
    "terrain": "fieldmanual.elevation", "air": "fieldmanual.cliff-edge", "edge": "fieldmanual.elevation",
    "top": "fieldmanual.elevation",
}  # fmt: skip
Facts = dict[str, str | int | float]


@heeds("fieldmanual.perk-drone", "fieldmanual.damage-dead", "fieldmanual.transports")
def obstacles(state: State, unit: Unit) -> list[Unit]:
    """All other models on the table; drones are none, wrecks are terrain, and who is in a structure takes no space."""
    return [
        other
        for other in state.units.values()
        if other.status == FIELDED
        and other.id != unit.id
        and not other.carrier
        and other.card.kind not in ("drone", "aircraft")
    ]


@rule("fieldmanual.terrain-structures")
@heeds("fieldmanual.infantry-structures")
def enters(unit: Unit, piece: Piece) -> bool:
    """Whether a structure is open to a model: infantry on foot goes through, to all others it is impassable."""
    return is_building(piece) and unit.is_infantry and set(unit.card.rows) == {WALKER}


def inside(state: State, unit: Unit, x: int, y: int, z: int) -> str:
    """The structure that is open to a model and that a place lies in; empty for none."""
    if not unit.is_infantry:
        return ""
    found = (p for p in state.ground.pieces_at(x, y) if enters(unit, p) and p.base <= z < p.top)
    return next((piece.id for piece in found), "")


def level_at(state: State, unit: Unit, x: int, y: int) -> int:
    """The level a model comes to at a place near by: what it can step on, inclines, the floor of an open structure."""
    if inside(state, unit, x, y, unit.z):
        return unit.z
    return max(slope_at(state.ground, x, y), surface_at(state.ground, x, y, unit.z + CLIFF - 1))


@rule("fieldmanual.move-through")
@heeds("fieldmanual.combined-movement")
def begin_passing(state: State, unit: Unit, stride: Stride, can_turn: bool, other: Unit) -> bool:
    """Whether it may go through another model: if it cannot turn, and there is room to get by beside that one.

    Who is in the middle of it goes on. The bases of one Combined Model give way to each other.
    """
    if (unit.team and unit.team == other.team) or bodies_overlap(unit.body, other.body):
        return True
    return not can_turn and not other.is_static and has_room_beside(state, unit, stride, other)


def has_room_beside(state: State, unit: Unit, stride: Stride, other: Unit) -> bool:
    """Whether its base would fit right beside another model, to the left or the right of the way it is on."""
    heading = bearing(stride.x0, stride.y0, stride.x1, stride.y1)
    others = [each for each in obstacles(state, unit) if each.id != other.id]
    for side in (RIGHT_ANGLE, -RIGHT_ANGLE):
        x, y = advance(other.x, other.y, (heading + side) % 3600, unit.card.radius + other.card.radius + 1)
        body = body_at(unit, x, y, other.z)
        walls = (piece for piece in solids_under(state.ground, body) if reaches_into(piece, body))
        if not is_on_table(body, state.ground.width, state.ground.height) or overlapped(body, others) is not None:
            continue
        if not any(piece.top - other.z >= CLIFF for piece in walls):
            return True
    return False


@heeds("fieldmanual.move-through", "fieldmanual.elevation", "fieldmanual.cliff-edge", "fieldmanual.terrain-structures")
def refuse_passage(state: State, unit: Unit, stride: Stride, passes: Callable[[Unit], bool]) -> int | Refusal:
    """The elevation it comes to at the end of a stride, or why it cannot go there."""
    radius = unit.card.radius
    refusal = refuse_structures(state, unit, stride)
    if refusal is not None:
        return refusal
    met = [
        other for other in _beside(obstacles(state, unit), stride, radius) if sweeps_body(stride, radius, other.body)
    ]
    others = [other for other in met if not passes(other)]
    begins, ends = inside(state, unit, unit.x, unit.y, unit.z), inside(state, unit, stride.x1, stride.y1, unit.z)
    mover = Mover(unit, radius, CLIFF - 1, enters=lambda piece: enters(unit, piece))
    path = Walk(stride.x1, stride.y1, unit.facing, (stride,), (), max(0, stride.length), max(0, -stride.length))
    found = go_along(state.ground, mover, Way(path, unit.z, False, begins, ends), others, lambda _piece, _mils: None)
    if not isinstance(found, Refusal):
        return found.z
    return _in_contact(unit, others) if found.code == "overlap" else _in_words(state, unit, found)


def _beside(others: list[Unit], stride: Stride, radius: int) -> list[Unit]:
    """Those of them whose bases come into the square around a stride: nobody else can be run over."""
    low_x, high_x = min(stride.x0, stride.x1) - radius, max(stride.x0, stride.x1) + radius
    low_y, high_y = min(stride.y0, stride.y1) - radius, max(stride.y0, stride.y1) + radius
    return [
        other
        for other in others
        if low_x <= other.x + other.card.radius and other.x - other.card.radius <= high_x
        and low_y <= other.y + other.card.radius and other.y - other.card.radius <= high_y
    ]  # fmt: skip


@heeds("fieldmanual.terrain-structures")
def refuse_structures(state: State, unit: Unit, stride: Stride) -> Refusal | None:
    """Why a structure is in the way, however low it is; who is on its roof is not in it."""
    radius = unit.card.radius
    low = min(stride.x0, stride.x1) - radius, min(stride.y0, stride.y1) - radius
    for piece in state.ground.pieces_near(*low, max(stride.x0, stride.x1) + radius, max(stride.y0, stride.y1) + radius):
        closed = is_building(piece) and reaches_into(piece, unit.body) and not enters(unit, piece)
        if closed and sweeps_outline(stride, radius, piece.outline):
            message = f"The {piece.name} is a structure, impassable to the {unit.name}: go around it."
            return Refusal("structure", "fieldmanual.terrain-structures", message, {"piece": piece.id})
    return None


@heeds("fieldmanual.move-through")
def _in_contact(unit: Unit, others: list[Unit]) -> Refusal:
    """The model that is in the way: the nearest of those that are met."""
    other = min(others, key=lambda each: (gap(unit.body, each.body), each.id))
    message = f"The {other.name} is in the way: the {unit.name} can move into contact with it, or around it."
    return Refusal("overlap", "fieldmanual.move-through", message, {"unit": other.id})


def _in_words(state: State, unit: Unit, found: Refusal) -> Refusal:
    """What is in the way, with its rule and what to do about it."""
    piece = state.ground.piece(str(found.facts["piece"])) if "piece" in found.facts else None
    if found.code == "terrain" and piece is not None:
        high = inches_text(piece.top - unit.z)
        message = f"The {piece.name} is a cliff of {high} in: the {unit.name} climbs it, or goes around."
        return Refusal("cliff", "fieldmanual.elevation", message, {**found.facts, "height": piece.top - unit.z})
    if found.code in ("step", "air"):
        message = f"The ground falls off like a cliff there: the {unit.name} cannot just go over the edge."
        return Refusal("edge", "fieldmanual.cliff-edge", message, found.facts)
    return ruled(found, CODES)


@heeds("fieldmanual.terrain-impassable", "fieldmanual.terrain-deep-water", "fieldmanual.mode-hover")
def refuse_closed(unit: Unit, parts: list[Under]) -> Refusal | None:
    """Why the ground is closed to a model in its mode."""
    for part in parts:
        price, type_, piece = dearest(part.pieces, unit, unit.mode)
        if price == CLOSED and piece is not None:
            message = f"The {piece.name} ({type_}) is impassable to the {unit.name} in this mode: go around it."
            facts: Facts = {"piece": piece.id, "type": type_, "at": part.start}
            return Refusal("impassable", RULES[type_], message, facts)
    return None


@heeds("fieldmanual.perk-amphibious")
def refuse_water(state: State, unit: Unit, stride: Stride, parts: list[Under]) -> Refusal | None:
    """Why a swimmer cannot go into the water, or out of it: not at Top Speed. Hovercraft never touch it."""
    if unit.band != TOP or unit.mode == HOVER or not unit.perk("Amphibious") or not state.ground.has_water:
        return None
    afloat = _is_water(state, unit, stride.x0, stride.y0)
    found = [any(piece.kind == "water" for piece in part.pieces) for part in parts]
    if all(now == afloat for now in (*found, _is_water(state, unit, stride.x1, stride.y1))):
        return None
    message = f"At Top Speed the {unit.name} neither enters nor leaves water: slow down first."
    return Refusal("water", "fieldmanual.perk-amphibious", message)


def _is_water(state: State, unit: Unit, x: int, y: int) -> bool:
    return any(piece.kind == "water" and piece.base <= unit.z for piece in state.ground.pieces_at(x, y))
