"""16.1a, 16.2c and 17.0b: the table's edge, where off-board units are set and aircraft circle, and whose edge it is."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.blitz.deployment.reserves import SUPPORT
from gearlock.systems.blitz.deployment.zones import is_in_zone, zone_of
from gearlock.systems.blitz.general_concepts.measuring import CONTACT, distance
from gearlock.systems.blitz.state import OFF_BOARD, State, Unit, opponent
from gearlock.table.bodies import Body
from gearlock.table.inches import bodies_overlap, is_on_table
from gearlock.table.measure import INCH
from gearlock.table.polygon import distance_to, is_inside
from gearlock.table.terrain import Ground

RING = 4 * INCH
"""How far from the edge aircraft circle."""
CLEAR_SKY = 12 * INCH
"""How far from enemy aircraft those keep who may begin anywhere."""


def edges_touched(ground: Ground, body: Body) -> list[str]:
    """The table edges that a base on the table is in contact with."""
    away = {"west": body.x, "south": body.y, "east": ground.width - body.x, "north": ground.height - body.y}
    return [side for side, mils in away.items() if mils - body.radius <= CONTACT]


def pushed_to_edge(ground: Ground, radius: int, x: int, y: int) -> tuple[int, int]:
    """The spot nearest to a place where a base touches an edge of the table."""
    x = min(max(x, radius), ground.width - radius)
    y = min(max(y, radius), ground.height - radius)
    ways = ((x, (radius, y)), (y, (x, radius)), (ground.width - x, (ground.width - radius, y)))
    return min((*ways, (ground.height - y, (x, ground.height - radius))))[1]


def edge_spots(ground: Ground, radius: int) -> Iterator[tuple[int, int]]:
    """Every half inch along the edges of the table."""
    far_x, far_y = ground.width - radius, ground.height - radius
    for x in range(radius, far_x + 1, INCH // 2):
        yield x, radius
        yield x, far_y
    for y in range(radius, far_y + 1, INCH // 2):
        yield radius, y
        yield far_x, y


@heeds("blitz.16.1a", "blitz.16.2c")
def refuse_edge(state: State, unit: Unit, x: int, y: int) -> Refusal | None:
    """Support units are set at an edge of their own zone, stealth units at any edge that is not in the enemy's."""
    body = Body(x, y, 0, unit.line.radius, unit.height)
    if not is_on_table(body, state.ground.width, state.ground.height) or not edges_touched(state.ground, body):
        message = f"The {unit.name} is set in contact with an edge of the table, on the table's side of it."
        return Refusal("edge", "blitz.16.2c", message, {"x": x, "y": y})
    if unit.arrival == SUPPORT and not is_in_zone(state, unit.seat, body):
        return Refusal("zone", "blitz.16.2c", f"The {unit.name} is set at an edge of its own deployment zone.")
    if unit.arrival != SUPPORT and touches_zone(state, opponent(unit.seat), body):
        return Refusal("zone", "blitz.16.1a", f"The {unit.name} keeps out of the enemy's deployment zone.")
    if any(bodies_overlap(body, other.body) for other in beyond(state) if other.id != unit.id):
        return Refusal("overlap", "blitz.6.2", "Another off-board model is set there.")
    return None


@heeds("blitz.force.peace-river.prdf")
def commands_the_air(unit: Unit) -> bool:
    """Whether it may begin circling at any edge of the table."""
    return "Air Superiority" in unit.line.traits


@rule("blitz.17.0b", "blitz.17.0a")
@heeds("blitz.3.0b", "blitz.force.peace-river.prdf")
def refuse_flyer(state: State, unit: Unit, x: int, y: int) -> Refusal | None:
    """Aircraft circle within 4 in of an edge in their zone; with air superiority of any edge clear of the enemy's."""
    ring = min(x, y, state.ground.width - x, state.ground.height - y)
    if 0 <= ring <= RING and any(is_inside(part, x, y) for part in zone_of(state, unit.seat)):
        return None
    if not (0 <= ring <= RING and commands_the_air(unit)):
        where = "" if commands_the_air(unit) else ", in its deployment zone"
        message = f"The {unit.name} begins circling: within 4 in of a table edge{where}."
        return Refusal("zone", "blitz.17.0b", message)
    body = Body(x, y, 0, unit.line.radius, unit.height)
    for enemy in state.aloft():
        if enemy.seat != unit.seat and (near := distance(body, enemy.body)) <= CLEAR_SKY:
            message = f"Outside its zone the {unit.name} begins more than 12 in from enemy aircraft ({enemy.name})."
            return Refusal("aircraft", "blitz.force.peace-river.prdf", message, {"mils": near})
    return None


def beyond(state: State) -> Iterator[Unit]:
    """All models that support from beyond the edge."""
    return (unit for unit in state.units.values() if unit.status == OFF_BOARD)


def touches_zone(state: State, seat: str, body: Body) -> bool:
    """Whether any part of a base lies in a seat's deployment zone."""
    return any(distance_to(part, body.x, body.y) < body.radius for part in zone_of(state, seat))
