"""What a moving unit cannot get past: other units, cliffs, walls, the edge of the table."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.mechanics.figures import Mover, ruled
from gearlock.mechanics.going.edges import Way
from gearlock.mechanics.going.passage import go_along
from gearlock.mechanics.ground.forms import is_building
from gearlock.mechanics.ground.surfaces import slope_at, surface_at
from gearlock.systems.tactical.movement.structures_entered import is_open
from gearlock.systems.tactical.state import SKIRMISH_SCALE, State, Unit
from gearlock.table.measure import INCH, inches_text
from gearlock.table.path import Stride, Walk, sweeps_body

CLIFF = 2 * INCH
"""A vertical step of so much is a cliff."""
CODES = {
    "table": "tactical.2.6.5", "step": "tactical.3.2.1", "terrain": "tactical.3.2.1", "air": "tactical.3.2.1",
    "edge": "tactical.3.2.1", "top": "tactical.3.2.1",
}  # fmt: skip


def obstacles(state: State, unit: Unit) -> list[Unit]:
    """All other units on the table; what is out of action lies in nobody's way."""
    return [other for other in state.units.values() if other.is_fielded and other.id != unit.id and not other.carrier]


def level_at(state: State, unit: Unit, x: int, y: int) -> int:
    """The elevation a unit has, or would come to, at a place."""
    return max(slope_at(state.ground, x, y), surface_at(state.ground, x, y, unit.z + CLIFF - 1))


def inside(state: State, x: int, y: int, z: int) -> str:
    """The building that is open and that a place lies in; empty for none."""
    found = (p for p in state.ground.pieces_at(x, y) if is_building(p) and is_open(state, p) and p.base <= z < p.top)
    return next((piece.id for piece in found), "")


@heeds("tactical.3.2.1")
def refuse_passage(state: State, unit: Unit, stride: Stride) -> int | Refusal:
    """The elevation it comes to at the end of a stride, or why it cannot go there."""
    met = [other for other in obstacles(state, unit) if sweeps_body(stride, unit.card.radius, other.body)]
    mover = Mover(unit, unit.card.radius, CLIFF - 1, enters=lambda piece: is_open(state, piece))
    path = Walk(stride.x1, stride.y1, unit.facing, (stride,), (), max(0, stride.length), max(0, -stride.length))
    begins, ends = inside(state, unit.x, unit.y, unit.z), inside(state, stride.x1, stride.y1, unit.z)
    found = go_along(state.ground, mover, Way(path, unit.z, False, begins, ends), met, lambda _piece, _mils: None)
    if not isinstance(found, Refusal):
        return found.z
    if found.code == "overlap":
        return _in_the_way(unit, met)
    return _in_words(state, unit, found)


def _in_the_way(unit: Unit, met: list[Unit]) -> Refusal:
    """The nearest of the units that are met."""
    other = min(met, key=lambda each: ((each.x - unit.x) ** 2 + (each.y - unit.y) ** 2, each.id))
    message = f"The {other.name} is in the way: go around it, or ram it."
    return Refusal("overlap", "tactical.2.6.5", message, {"unit": other.id})


def _in_words(state: State, unit: Unit, found: Refusal) -> Refusal:
    """What is in the way, with its rule and what to do about it."""
    piece = state.ground.piece(str(found.facts["piece"])) if "piece" in found.facts else None
    if found.code == "terrain" and piece is not None and is_building(piece) and state.scale == SKIRMISH_SCALE:
        message = f"The {piece.name} is closed to the {unit.name} until half of it is shot to pieces: go around it."
        return Refusal("building", "tactical.3.8.1-buildings", message, found.facts)
    if found.code == "terrain" and piece is not None:
        high = inches_text(piece.top - unit.z)
        message = f"The {piece.name} is a cliff of {high} in there: the {unit.name} goes around it."
        return Refusal("cliff", "tactical.3.2.1", message, {**found.facts, "height": piece.top - unit.z})
    if found.code in ("step", "air"):
        message = f"The ground falls off like a cliff there: the {unit.name} cannot go over the edge."
        return Refusal("edge", "tactical.3.2.1", message, found.facts)
    return ruled(found, CODES)
