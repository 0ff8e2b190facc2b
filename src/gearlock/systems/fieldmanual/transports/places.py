"""Where passengers are put: in contact with what they leave, on ground that holds them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.mechanics.figures import Mover, overlapped, ruled
from gearlock.mechanics.placing.spots import stand_at
from gearlock.systems.fieldmanual.movement.passage import CLIFF, obstacles
from gearlock.systems.fieldmanual.movement.terrain import CLOSED, dearest
from gearlock.systems.fieldmanual.state import State, Unit
from gearlock.systems.fieldmanual.transports.events import Place
from gearlock.systems.fieldmanual.transports.room import Home
from gearlock.table.bodies import Body
from gearlock.table.inches import footprint_overlaps, plan_gap
from gearlock.table.measure import FULL_TURN, INCH, advance, bearing, inches_text, turn_between
from gearlock.table.polygon import bounds, distance_to
from gearlock.table.terrain import Piece

CONTACT: Final = 10
"""Mils that two bases in contact may be apart by rounding."""
STEPS: Final = 72
"""Directions around something that are tried for a place."""
RULE = "fieldmanual.transports"
RULES = dict.fromkeys(("table", "terrain", "overlap", "impassable", "far"), RULE)


def apart(home: Home, body: Body) -> int:
    """How far from what it left a model would stand."""
    if isinstance(home, Piece):
        return max(0, distance_to(home.outline, body.x, body.y) - body.radius)
    return plan_gap(body, home.body)


def stand_outside(
    state: State, unit: Unit, home: Home, x: int, y: int, reach: int = CONTACT, taken: tuple[Body, ...] = ()
) -> Body | Refusal:
    """A model put down outside of something it was in, or why it cannot be there."""
    level = home.base if isinstance(home, Piece) else home.z
    found = ruled(stand_at(state.ground, Mover(unit, unit.card.radius), x, y, level), RULES)
    if isinstance(found, Refusal):
        return found
    body = found.body
    away = apart(home, body)
    if away > reach or found.inside:
        message = f"That is {inches_text(away)} in from the {home.name}: one gets out in contact with it."
        return Refusal("far", RULE, message, {"distance": away})
    if abs(body.z - level) >= CLIFF:
        return Refusal("terrain", RULE, f"There is a cliff between the {home.name} and that place.")
    others = [other for other in obstacles(state, unit) if other.carrier == "" and other.id not in _own(state, unit)]
    there = overlapped(body, others)
    if there is not None:
        return Refusal("overlap", RULE, f"The {there.name} stands there.", {"unit": there.id})
    if any(_touch(body, other) for other in taken):
        return Refusal("overlap", RULE, "Another base of it stands there.")
    return _refuse_ground(state, unit, body) or body


def _own(state: State, unit: Unit) -> set[str]:
    return {part.id for part in state.parts(unit)}


def _touch(a: Body, b: Body) -> bool:
    reach = a.radius + b.radius
    return (a.x - b.x) ** 2 + (a.y - b.y) ** 2 < reach * reach


@heeds("fieldmanual.terrain-impassable", "fieldmanual.terrain-deep-water")
def _refuse_ground(state: State, unit: Unit, body: Body) -> Refusal | None:
    reach = body.radius
    for piece in state.ground.pieces_near(body.x - reach, body.y - reach, body.x + reach, body.y + reach):
        if piece.top < body.z or not footprint_overlaps(Body(body.x, body.y, 0, reach), piece.outline):
            continue
        if dearest((piece,), unit, unit.mode or unit.card.primary)[0] == CLOSED:
            return Refusal("impassable", RULE, f"The {piece.name} is impassable: nobody gets out there.")
    return None


def spots_around(home: Home, radius: int, toward: int = 0, extra: int = 0) -> Iterator[tuple[int, int]]:
    """Places in contact with something all around it, those in one direction first."""
    middle = _middle(home)
    turns = sorted(range(STEPS), key=lambda step: (abs(turn_between(0, step * FULL_TURN // STEPS)), step))
    for step in turns:
        angle = (toward + step * FULL_TURN // STEPS) % FULL_TURN
        if not isinstance(home, Piece):
            yield advance(middle.x, middle.y, angle, middle.radius + radius + extra + 1)
            continue
        reach, near, far = radius + extra + 1, 0, middle.radius + radius + extra + INCH
        while far - near > 1:
            half = (near + far) // 2
            beyond = distance_to(home.outline, *advance(middle.x, middle.y, angle, half)) >= reach
            near, far = (near, half) if beyond else (half, far)
        yield advance(middle.x, middle.y, angle, far)


def _middle(home: Home) -> Body:
    if not isinstance(home, Piece):
        return home.body
    x0, y0, x1, y1 = bounds(home.outline)
    return Body((x0 + x1) // 2, (y0 + y1) // 2, home.base, max(x1 - x0, y1 - y0) * 3 // 4)


@heeds("fieldmanual.transports", "fieldmanual.combined-cohesion")
def places_outside(
    state: State, unit: Unit, home: Home, x: int, y: int, reach: int = CONTACT
) -> tuple[Place, ...] | Refusal:
    """Where a model and all bases of its squad would stand, the first at a place and the others around from there."""
    inside = [part for part in state.parts(unit) if part.carrier == home.id and not part.is_lost]
    first = stand_outside(state, inside[0], home, x, y, reach)
    if isinstance(first, Refusal):
        return first
    found, middle = [first], _middle(home)
    toward = bearing(middle.x, middle.y, x, y)
    for part in inside[1:]:
        body = _next_place(state, part, home, toward, tuple(found))
        if body is None:
            message = f"There is no room around the {home.name} for all bases of the {unit.name} from there on."
            return Refusal("room", RULE, message)
        found.append(body)
    return tuple((part.id, body.x, body.y, body.z) for part, body in zip(inside, found, strict=True))


def _next_place(state: State, part: Unit, home: Home, toward: int, taken: tuple[Body, ...]) -> Body | None:
    for extra in (0, INCH, 2 * INCH):
        for spot in spots_around(home, part.card.radius, toward, extra):
            body = stand_outside(state, part, home, *spot, CONTACT + extra, taken)
            if isinstance(body, Body) and any(plan_gap(body, other) <= 2 * INCH for other in taken):
                return body
    return None


def first_places(state: State, unit: Unit, home: Home) -> Iterator[tuple[int, int]]:
    """Places for the first base from which everybody finds room."""
    for spot in spots_around(home, unit.card.radius):
        if not isinstance(places_outside(state, unit, home, *spot), Refusal):
            yield spot
