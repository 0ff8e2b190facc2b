"""Models inside something that stands on the table: who is in what, and where it is measured from."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.fieldmanual.lock_and_cover.arcs import is_behind
from gearlock.systems.fieldmanual.state import FIELDED, State, Unit
from gearlock.table.bodies import Body
from gearlock.table.measure import ratio
from gearlock.table.polygon import Outline, is_inside
from gearlock.table.sightlines import front_point
from gearlock.table.terrain import Piece


@heeds("fieldmanual.infantry-structures")
def is_sheltered(unit: Unit) -> bool:
    """Whether it is in a building or bunker: still on the table, though it takes no space there."""
    return bool(unit.carrier) and unit.status == FIELDED


@heeds("fieldmanual.infantry-structures")
def shelter_of(state: State, unit: Unit) -> Piece | Unit | None:
    """The building or the Static model that it is in."""
    if not is_sheltered(unit):
        return None
    held = state.units.get(unit.carrier)
    return held if held is not None else state.ground.piece(unit.carrier)


@rule("fieldmanual.asset-blind")
def is_blind(thing: object) -> bool:
    """Whether something is a Blind: open on one side, and a shelter for the Front arc of one model."""
    return isinstance(thing, Unit) and thing.card.name == "Blind"


@heeds("fieldmanual.asset-blind")
def is_shielded_by(state: State, unit: Unit, x: int, y: int) -> bool:
    """Whether what a model is in shelters it from there: all round, a Blind only towards its own front."""
    shelter = shelter_of(state, unit)
    return shelter is not None and not (is_blind(shelter) and is_behind(unit, x, y))


@heeds("fieldmanual.infantry-structures", "fieldmanual.asset-observation-bunker", "fieldmanual.measurement")
def body_toward(state: State, unit: Unit, x: int, y: int) -> Body:
    """The space of a model as it is measured towards a place: of one inside something, the nearest edge of that.

    It looks and fires from there at any height of the building or bunker.
    """
    shelter = shelter_of(state, unit)
    if shelter is None:
        return unit.body
    if isinstance(shelter, Unit):
        rim_x, rim_y, _ = front_point(shelter.body, x, y, 0.0, 0)
        return Body(rim_x, rim_y, shelter.z, 0, shelter.height)
    near_x, near_y = nearest_on(shelter.outline, x, y)
    return Body(near_x, near_y, shelter.base, 0, shelter.top - shelter.base)


@heeds("fieldmanual.infantry-structures")
def bodies_between(state: State, a: Unit, b: Unit) -> tuple[Body, Body]:
    """The spaces of two models as they are measured towards each other."""
    if not (a.carrier or b.carrier):
        return a.body, b.body
    there = body_toward(state, b, a.x, a.y)
    here = body_toward(state, a, there.x, there.y)
    return here, body_toward(state, b, here.x, here.y)


def nearest_on(outline: Outline, x: int, y: int) -> tuple[int, int]:
    """The point of an outline nearest to another one, to the mil; a point inside is its own."""
    if is_inside(outline, x, y):
        return x, y
    best = (0, outline[0])
    x0, y0 = outline[-1]
    for number, (x1, y1) in enumerate(outline):
        dx, dy = x1 - x0, y1 - y0
        square = dx * dx + dy * dy
        along = min(max((x - x0) * dx + (y - y0) * dy, 0), square)
        spot = (x0 + ratio(dx * along, square), y0 + ratio(dy * along, square)) if square else (x0, y0)
        far = (spot[0] - x) ** 2 + (spot[1] - y) ** 2
        if number == 0 or far < best[0]:
            best = (far, spot)
        x0, y0 = x1, y1
    return best[1]
