"""18.5: where passengers are set down: their base within an inch of what they leave, on ground that holds them."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.mechanics.figures import Mover, overlapped, ruled
from gearlock.mechanics.placing.spots import spots_around, stand_at
from gearlock.systems.blitz.lock_and_cover.built import built
from gearlock.systems.blitz.movement.passage import girth_of, obstacles
from gearlock.systems.blitz.movement.terrain import IMPASSABLE, going_of
from gearlock.systems.blitz.state import State, Unit
from gearlock.table.bodies import Body
from gearlock.table.inches import footprint_overlaps, plan_gap
from gearlock.table.measure import FULL_TURN, INCH, inches_text
from gearlock.table.polygon import bounds, distance_to
from gearlock.table.terrain import Piece

REACH = INCH
"""How near to its door, which is anywhere on its edge, one gets into a transport and out of it."""
RULES = dict.fromkeys(("table", "terrain", "overlap", "impassable", "far", "facing"), "blitz.18.5")

Home = Unit | Piece
"""What somebody leaves: a transport, a fortification or a building."""


def apart(home: Home, body: Body) -> int:
    """How far from what it left a model would stand."""
    if isinstance(home, Piece):
        return max(0, distance_to(home.outline, body.x, body.y) - body.radius)
    return plan_gap(body, home.body)


@heeds("blitz.18.5", "blitz.6.2", "blitz.6.5b")
def stand_outside(state: State, unit: Unit, home: Home, x: int, y: int, reach: int = REACH) -> Body | Refusal:
    """A model put down outside, or why it cannot be there."""
    outside = unit.clone()
    outside.carrier = outside.place = ""
    level = 0 if isinstance(home, Piece) else home.z
    found = ruled(stand_at(built(state), Mover(outside, girth_of(outside)), x, y, level), RULES)
    if isinstance(found, Refusal):
        return found
    body = found.body
    away = apart(home, body)
    if away > reach:
        message = f"That is {inches_text(away)} in from the {home.name}; one gets out within {inches_text(reach)} in."
        return Refusal("far", "blitz.18.5", message, {"distance": away, "most": reach})
    there = overlapped(body, [other for other in obstacles(state, outside) if other.id != unit.id])
    if there is not None:
        return Refusal("overlap", "blitz.6.2", f"The {there.name} stands there.")
    return _refuse_ground(state, outside, body) or body


def _refuse_ground(state: State, unit: Unit, body: Body) -> Refusal | None:
    reach = body.radius
    for piece in built(state).pieces_near(body.x - reach, body.y - reach, body.x + reach, body.y + reach):
        under = footprint_overlaps(Body(body.x, body.y, 0, reach), piece.outline)
        if under and going_of(piece, unit, unit.gait or unit.line.gait).type == IMPASSABLE and piece.top >= body.z:
            return Refusal("impassable", "blitz.18.5", f"The {piece.name} is impassable: nobody gets out there.")
    return None


def spots_outside(state: State, unit: Unit, home: Home, reach: int = REACH) -> Iterator[tuple[int, int]]:
    """Places of a grid where a model may be put down, the nearest first."""
    spots = spots_around(_middle(home), reach + 2 * unit.line.radius)
    return (spot for spot in spots if isinstance(stand_outside(state, unit, home, *spot, reach), Body))


def _middle(home: Home) -> Body:
    if not isinstance(home, Piece):
        return home.body
    x0, y0, x1, y1 = bounds(home.outline)
    return Body((x0 + x1) // 2, (y0 + y1) // 2, 0, max(x1 - x0, y1 - y0) * 3 // 4)


def refuse_facing(facing: int) -> Refusal | None:
    """A facing is a direction."""
    if 0 <= facing < FULL_TURN:
        return None
    return Refusal("facing", "blitz.18.5", "A facing is 0 to 3599 tenths of a degree.", {"facing": facing})
