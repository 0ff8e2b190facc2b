"""2.7, 2.11 and 8.4: measuring from base edge to base edge, and arcs."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.sighting import arcs
from gearlock.mechanics.sighting.arcs import ArcTable
from gearlock.systems.blitz.general_concepts.dice import is_works, outline_of
from gearlock.systems.blitz.state import OFF_BOARD, State, Unit
from gearlock.table.arcs import Arc, is_wholly_in
from gearlock.table.bodies import Body
from gearlock.table.inches import gap
from gearlock.table.measure import HALF_TURN, INCH, RIGHT_ANGLE
from gearlock.table.polygon import Outline, distance_to
from gearlock.table.terrain import Piece

# --- 2.7: measuring. From base edge to base edge, as measured: nothing is rounded, and just reaching it counts

DISTANCE = "distance"
"""What the noted distances of off-board models are filed under in `State.facts`, with their ids."""


@rule("blitz.2.7", "blitz.2.7-between-models")
def distance(one: Body, other: Body) -> int:
    """Mils between two bases, edge to edge in space; how tall the models are makes no difference."""
    return gap(Body(one.x, one.y, one.z, one.radius), Body(other.x, other.y, other.z, other.radius))


def building_of(state: State, unit: Unit) -> Piece | None:
    """The building that infantry is inside of."""
    return state.ground.piece(unit.place) if unit.is_inside else None


@heeds("blitz.18.3")
def body_of(state: State, unit: Unit) -> Body:
    """Where a model is: whoever is inside a fortification is where that stands."""
    body = state.units[unit.carrier].body if unit.is_sheltered else unit.body
    return body if body.height else Body(body.x, body.y, body.z, body.radius, unit.height or INCH)


@heeds("blitz.16.2c")
def off_board_distance(state: State, unit: Unit, seat: str) -> int:
    """How far beyond the table's edge a model is, for all this seat has been told: nothing, if it has not."""
    noted = state.facts.get(f"{DISTANCE}:{unit.id}") if unit.status == OFF_BOARD else None
    return int(noted.value) if noted is not None and seat in noted.knows else 0


@heeds("blitz.16.2c")
def distance_between(state: State, one: Unit, other: Unit) -> int:
    """Mils between two models, and what the first one's side knows of how far beyond the edge they are."""
    on_table = table_distance(state, one, other)
    if OFF_BOARD not in (one.status, other.status):
        return on_table
    return on_table + off_board_distance(state, one, one.seat) + off_board_distance(state, other, one.seat)


def edges_of(state: State, unit: Unit) -> Outline | None:
    """What is measured to instead of a base: the walls of a building or a fortification, from outside or inside."""
    building = building_of(state, unit)
    if building is not None:
        return building.outline
    home = state.units[unit.carrier] if unit.is_sheltered else unit
    return outline_of(home) if is_works(home) else None


def _is_by_itself(unit: Unit) -> bool:
    """In nothing, on nothing, and no fortification: its base is all there is to measure."""
    return not unit.place and not unit.carrier and not is_works(unit)


@heeds("blitz.2.7-between-models", "blitz.18.5b", "blitz.18.3")
def table_distance(state: State, one: Unit, other: Unit) -> int:
    """Mils between two models; to and from what is in a building or a fortification it is measured to the walls."""
    if _is_by_itself(one) and _is_by_itself(other):
        return gap(Body(one.x, one.y, one.z, one.line.radius), Body(other.x, other.y, other.z, other.line.radius))
    a, b = body_of(state, one), body_of(state, other)
    inside, beyond = edges_of(state, one), edges_of(state, other)
    if inside is None and beyond is None:
        return distance(a, b)
    if inside is not None and beyond is not None:
        corners = [distance_to(inside, x, y) for x, y in beyond]
        return min([*corners, *(distance_to(beyond, x, y) for x, y in inside)])
    walls, body = (inside, b) if inside is not None else (beyond, a)
    assert walls is not None, "one of them is within walls"
    return max(0, distance_to(walls, body.x, body.y) - body.radius)


CONTACT = INCH // 50
"""Bases this near touch: a hand's tremble, and what rounding leaves between them."""


@heeds("blitz.11.0", "blitz.6.2")
def touches(body: Body, other: Body) -> bool:
    """Whether two bases are in contact."""
    return gap(body, other) <= CONTACT


# --- 2.11 and 8.4: arcs. Each is the half of the table on one side of a model; turrets cover both halves

ARM, FAST_TURRET, TURRET = "Arm", "FT", "T"
ARC_NAMES = {
    "F": "front", "B": "back", "L": "left", "R": "right", ARM: "arm", TURRET: "turret", FAST_TURRET: "fast turret",
}  # fmt: skip

ARCS = ArcTable(
    {
        "F": Arc(0, RIGHT_ANGLE),
        ARM: Arc(0, RIGHT_ANGLE),
        "L": Arc(RIGHT_ANGLE, RIGHT_ANGLE),
        "R": Arc(-RIGHT_ANGLE, RIGHT_ANGLE),
        "B": Arc(HALF_TURN, RIGHT_ANGLE),
        TURRET: Arc(0, HALF_TURN),
        FAST_TURRET: Arc(0, HALF_TURN),
    },
    faceless=("F", ARM, "L", "R", TURRET, FAST_TURRET),
)
"""To infantry all round is front: it has no back."""
BACK = ARCS.arcs["B"]


@rule("blitz.2.11", "blitz.2.11-turrets", "blitz.8.4")
@heeds("blitz.2.14")
def is_in_arc(unit: Unit, arc: str, body: Body) -> bool:
    """Whether any part of a base lies in a weapon's arc: of F/L either may be chosen, of FT+F both must hold it."""
    return all(
        any(arcs.is_in_arc(ARCS.arc(choice, unit.is_infantry), unit, body) for choice in part.split("/"))
        for part in arc.split("+")
    )


@heeds("blitz.8.4", "blitz.10.4")
def is_quick(arc: str) -> bool:
    """Whether a weapon so mounted can react: on an arm or in a fast turret, also if its arc is limited."""
    return any(part in (ARM, FAST_TURRET) for part in arc.split("+"))


@heeds("blitz.2.11", "blitz.2.14", "blitz.8.2d")
def is_behind(body: Body, target: Unit) -> bool:
    """Whether all of a base lies in a model's back arc, so that it flanks it; nobody is behind infantry."""
    return not target.is_infantry and is_wholly_in(BACK, target.x, target.y, target.facing, body)
