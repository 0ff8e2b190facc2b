"""What a moving unit cannot get past: other units, cliffs, walls, the edge of the table."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.mechanics.figures import Mover, ruled
from gearlock.mechanics.going.edges import Way
from gearlock.mechanics.going.passage import go_along
from gearlock.mechanics.ground.forms import is_building
from gearlock.mechanics.ground.surfaces import slope_at, solids_under, surface_at
from gearlock.systems.tactical.line_of_sight.terrain import BUILT, WALLS, type_of
from gearlock.systems.tactical.movement.structures_entered import is_open
from gearlock.systems.tactical.state import SKIRMISH_SCALE, TOWED, State, Unit
from gearlock.table.bodies import Body
from gearlock.table.inches import bodies_overlap
from gearlock.table.measure import INCH, inches_text
from gearlock.table.path import Stride, Walk, sweeps_body, sweeps_outline

CLIFF = 2 * INCH
"""A vertical step of so much is a cliff."""
DOWNWARD = ("step", "air", "edge")
CODES = {
    "table": "tactical.2.6.5", "step": "tactical.3.2.1", "terrain": "tactical.3.2.1", "air": "tactical.3.2.1",
    "edge": "tactical.3.2.1", "top": "tactical.3.2.1",
}  # fmt: skip


def obstacles(state: State, unit: Unit) -> list[Unit]:
    """All other units on the table but what it tows; what is out of action lies in nobody's way."""
    tied = f"{TOWED}:{unit.id}"
    others = (other for other in state.units.values() if other.is_fielded and other.id != unit.id and not other.carrier)
    return [other for other in others if tied not in other.tokens]


def level_at(state: State, unit: Unit, x: int, y: int) -> int:
    """The elevation a unit has, or would come to, at a place; in a building that is open it stays below the roof."""
    if inside(state, x, y, unit.z):
        return unit.z
    return max(slope_at(state.ground, x, y), surface_at(state.ground, x, y, unit.z + CLIFF - 1))


def inside(state: State, x: int, y: int, z: int) -> str:
    """The building that is open and that a place lies in; empty for none."""
    found = (p for p in state.ground.pieces_at(x, y) if is_building(p) and is_open(state, p) and p.base <= z < p.top)
    return next((piece.id for piece in found), "")


@heeds("tactical.3.2.1")
def refuse_passage(state: State, unit: Unit, stride: Stride) -> int | Refusal:
    """The elevation it comes to at the end of a stride, or why it cannot go there."""
    if state.scale == SKIRMISH_SCALE and (refusal := refuse_walls(state, unit, stride)) is not None:
        return refusal
    met = [other for other in obstacles(state, unit) if sweeps_body(stride, unit.card.radius, other.body)]
    mover = Mover(unit, girth_of(state, unit), CLIFF - 1, enters=lambda piece: is_open(state, piece))
    path = Walk(stride.x1, stride.y1, unit.facing, (stride,), (), max(0, stride.length), max(0, -stride.length))
    begins, ends = inside(state, unit.x, unit.y, unit.z), inside(state, stride.x1, stride.y1, unit.z)
    found = go_along(state.ground, mover, Way(path, unit.z, False, begins, ends), met, lambda _piece, _mils: None)
    if not isinstance(found, Refusal):
        return found.z
    if found.code in DOWNWARD and unit.is_infantry:
        below = climb_down_to(state, unit, stride, met)
        return _in_words(state, unit, found) if below is None else below
    if found.code == "overlap":
        return _in_the_way(unit, met)
    return _in_words(state, unit, found)


@heeds("tactical.3.2.1", "tactical.3.6.2")
def girth_of(state: State, unit: Unit) -> int:
    """How wide it is between rocks: troopers right below a cliff that they came down squeeze along it."""
    if not unit.is_infantry:
        return unit.card.radius
    beside = any(piece.top - unit.z >= CLIFF for piece in solids_under(state.ground, unit.body))
    return 0 if beside else unit.card.radius


@heeds("tactical.3.8.1-buildings", "tactical.3.8.1-walls")
def refuse_walls(state: State, unit: Unit, stride: Stride) -> Refusal | None:
    """At skirmish scale buildings and walls stop everybody, low ones too, until half of them is shot to pieces."""
    reach = unit.card.radius
    low, high = min(stride.x0, stride.x1) - reach, max(stride.x0, stride.x1) + reach
    for piece in state.ground.pieces_near(
        low, min(stride.y0, stride.y1) - reach, high, max(stride.y0, stride.y1) + reach
    ):
        closed = type_of(piece) in (*BUILT, *WALLS) and piece.top > unit.z and not is_open(state, piece)
        if closed and sweeps_outline(stride, reach, piece.outline):
            rule_id = "tactical.3.8.1-walls" if type_of(piece) in WALLS else "tactical.3.8.1-buildings"
            message = f"The {piece.name} is closed to the {unit.name} until half of it is shot to pieces: go around it."
            return Refusal("building", rule_id, message, {"piece": piece.id})
    return None


@heeds("tactical.3.2.1", "tactical.3.6.2")
def climb_down_to(state: State, unit: Unit, stride: Stride, met: list[Unit]) -> int | None:
    """Squads go down cliffs, and never up: the ground that a stride over an edge leads down to."""
    below = max(slope_at(state.ground, stride.x1, stride.y1), surface_at(state.ground, stride.x1, stride.y1, unit.z))
    body = Body(stride.x1, stride.y1, below, unit.card.radius, unit.card.height)
    barred = below >= unit.z or unit.fired or any(bodies_overlap(body, other.body) for other in met)
    return None if barred else below


def _in_the_way(unit: Unit, met: list[Unit]) -> Refusal:
    """The nearest of the units that are met."""
    other = min(met, key=lambda each: ((each.x - unit.x) ** 2 + (each.y - unit.y) ** 2, each.id))
    message = f"The {other.name} is in the way: go around it, or ram it."
    return Refusal("overlap", "tactical.2.6.5", message, {"unit": other.id})


def _in_words(state: State, unit: Unit, found: Refusal) -> Refusal:
    """What is in the way, with its rule and what to do about it."""
    piece = state.ground.piece(str(found.facts["piece"])) if "piece" in found.facts else None
    if found.code == "terrain" and piece is not None:
        high = inches_text(piece.top - unit.z)
        message = f"The {piece.name} is a cliff of {high} in there: the {unit.name} goes around it."
        return Refusal("cliff", "tactical.3.2.1", message, {**found.facts, "height": piece.top - unit.z})
    if found.code in ("step", "air"):
        message = f"The ground falls off like a cliff there: the {unit.name} cannot go over the edge."
        return Refusal("edge", "tactical.3.2.1", message, found.facts)
    return ruled(found, CODES)
