"""2.3, 2.6, 3.1 and 11.4a: room to stand, and deployment zones by the side of the table they are on."""

from __future__ import annotations

from functools import lru_cache

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.figures import Mover, overlapped, ruled
from gearlock.mechanics.ground.forms import reaches_into
from gearlock.mechanics.ground.surfaces import solids_under, water_depth
from gearlock.mechanics.placing import spots
from gearlock.mechanics.placing.spots import Stand
from gearlock.mechanics.placing.zones import (
    AHEAD,
    CORNERS,
    MARKED,
    corner,
    edge_along,
    is_marked,
    marked_box,
    marked_for,
    strip,
)
from gearlock.systems.brigands.state import State, Unit
from gearlock.table.bodies import Body
from gearlock.table.inches import footprint_inside, is_on_table
from gearlock.table.measure import INCH
from gearlock.table.polygon import Outline
from gearlock.table.terrain import Ground

# --- 2.3, 2.6 and 3.1: room to stand. No part of a model is in instance terrain, beside it, below it or above it

FIGURE = INCH // 5
"""Half the base of a single figure."""
RULES = {"table": "brigands.2.2", "terrain": "brigands.3.1"}


@rule("brigands.9.1-basing")
def girth_of(unit: Unit) -> int:
    """How much room it needs between terrain: half its base; Infantry passes where one figure does."""
    return min(FIGURE, unit.line.radius) if unit.line.type == "Infantry" else unit.line.radius


@heeds("brigands.9.2", "brigands.9.3", "brigands.9.1-basing", "brigands.2.6", "brigands.3.2b")
def stand_at(state: State, unit: Unit, x: int, y: int, level: int) -> Stand | Refusal:
    """A model put down at a place, or why it cannot be: off the table, terrain it could not enter, somebody there.

    What leaves it room below it comes to stand under; but on a bridge, if whoever puts it down stands on that.
    Infantry goes into buildings.
    """
    mover = Mover(unit, girth_of(unit), enters=lambda _piece: unit.line.type == "Infantry")
    stand = ruled(spots.stand_at(state.ground, mover, x, y, level), RULES)
    if isinstance(stand, Refusal):
        return stand
    deep = not stand.body.z and 2 * water_depth(state.ground, x, y) > unit.line.height
    if deep and "H" not in unit.line.move and not unit.trait("Amphib"):
        return Refusal("water", "brigands.3.2a", f"The water is too deep for the {unit.name}.")
    other = overlapped(stand.body, (other for other in state.obstacles() if other is not unit))
    if other is not None:
        return Refusal("overlap", "brigands.2.6", f"The {other.name} stands there.", {"unit": other.id})
    return stand


@heeds("brigands.2.6", "brigands.3.1", "brigands.trait.low-profile")
def refuse_rising(state: State, unit: Unit) -> Refusal | None:
    """Why a Low Profile model cannot stand up where it is: a roof or another model is where its head would be.

    In a Fortification its Silhouette is the Fortification's, however it holds itself.
    """
    if unit.shell is not None:
        return None
    line = unit.line
    tall = Body(unit.x, unit.y, unit.z, line.radius, line.height)
    for piece in solids_under(state.ground, Body(unit.x, unit.y, unit.z, girth_of(unit))):
        if piece.id != unit.inside and piece.base >= unit.z + line.low and reaches_into(piece, tall):
            message = f"The {unit.name} cannot stand up under the {piece.name}: it stays low."
            facts: dict[str, str | int | float] = {"piece": piece.id, "clearance": piece.base - unit.z}
            return Refusal("headroom", "brigands.3.1", message, facts)
    other = overlapped(tall, state.obstacles(unit))
    if other is not None:
        message = f"The {unit.name} cannot stand up under the {other.name}: it stays low."
        return Refusal("headroom", "brigands.2.6", message, {"unit": other.id})
    return None


# --- 11.4a: deployment zones, named by the side of the table they lie on

WIDE, NARROW, CORNER = "wide", "narrow", "corner"
ZONES = {WIDE: "Wide Edge", NARROW: "Narrow Edge", CORNER: "Corner"}


@heeds("brigands.11.4a")
def sides_of(ground: Ground, kind: str) -> tuple[str, ...]:
    """The sides that a kind of zone may lie on. On a square table south and north are the wide edges."""
    if kind == MARKED:
        return (marked_for("red"), marked_for("blue"))
    if kind == CORNER:
        return ("southwest", "southeast", "northeast", "northwest")
    lengthwise = ground.width >= ground.height
    return ("south", "north") if lengthwise == (kind == WIDE) else ("west", "east")


@lru_cache(maxsize=64)
@rule("brigands.11.4a-wide", "brigands.11.4a-narrow", "brigands.11.4a-corner")
def zone_at(ground: Ground, side: str) -> Outline:
    """The zone on a side: a third of the way onto the table from an edge, or a corner ninth and the two beside it.

    Or what the map marks for a side.
    """
    if is_marked(side):
        return marked_box(ground, side)
    if side in CORNERS:
        return corner(ground, side)
    return strip(ground, side, (ground.width if side in ("west", "east") else ground.height) // 3)


@heeds("brigands.11.4a")
def zone_of(state: State, seat: str) -> Outline:
    """The outline of a seat's deployment zone."""
    return zone_at(state.ground, state.zones[seat])


def is_in_zone(state: State, seat: str, body: Body) -> bool:
    """Whether a model stands wholly in a seat's deployment zone."""
    on_table = is_on_table(body, state.ground.width, state.ground.height)
    return on_table and footprint_inside(body, zone_of(state, seat))


def faces(state: State, seat: str) -> int:
    """The facing from a seat's side of the table to the other."""
    return AHEAD[edge_along(state.ground, state.zones[seat])]
