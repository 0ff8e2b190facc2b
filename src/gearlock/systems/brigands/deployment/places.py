"""11.4b: deployment. Group by group in one's own zone, everybody in Formation with the leader."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.ground.surfaces import slope_at, solids_under, water_depth
from gearlock.mechanics.placing.search import Spot, grid
from gearlock.systems.brigands.chain_of_command.formation import (
    FORMATION,
    carries_voice,
    circle_of,
    has_uplink,
    is_near,
    leader_of,
)
from gearlock.systems.brigands.chain_of_command.lineup import is_leading
from gearlock.systems.brigands.deployment.orders import Deploy
from gearlock.systems.brigands.deployment.special import RULES, STANDARD, boxes, refuse_place
from gearlock.systems.brigands.state import WAITING, State, Unit
from gearlock.table.bodies import Body
from gearlock.table.inches import bodies_overlap
from gearlock.table.measure import FULL_TURN
from gearlock.table.terrain import Ground


@heeds("brigands.3.3")
def standing_body(ground: Ground, unit: Unit, x: int, y: int) -> Body:
    """The Silhouette a model would have on the ground, or on an incline, at a place."""
    return Body(x, y, slope_at(ground, x, y), unit.line.radius, unit.height)


Tier = tuple[str, bool]
"""A way of deployment, and whether the model must be in Formation."""


@heeds("brigands.11.4b-standard", "brigands.11.4b", "brigands.11.4d")
def tiers(unit: Unit) -> tuple[Tier, ...]:
    """How a model may be deployed, each way only if there is no room for it in those before.

    Fortifications are placed before anybody could be in Formation with them.
    """
    if is_fortification(unit):
        return ((STANDARD, False),)
    ways = (unit.aside, STANDARD) if unit.aside else (STANDARD,)
    return tuple((way, linked) for way in ways for linked in (True, False))


def refuse_spot(state: State, unit: Unit, x: int, y: int, way: str = STANDARD) -> Refusal | None:
    """Why a model cannot be placed at a spot in this way of deployment."""
    body = standing_body(state.ground, unit, x, y)
    refusal = refuse_place(state, unit, way, body)
    if refusal is not None:
        return refusal
    if any(bodies_overlap(body, other.body) for other in state.obstacles()):
        return Refusal("overlap", "brigands.2.6", "Another model stands there.")
    if solids_under(state.ground, body):
        return Refusal("terrain", "brigands.3.1", "Impassable terrain stands there.")
    if 2 * water_depth(state.ground, x, y) > unit.line.height and "Amphib" not in unit.line.traits:
        return Refusal("water", "brigands.3.2a", f"The water is too deep for the {unit.name}.")
    return None


@heeds("brigands.11.4d")
def is_fortification(unit: Unit) -> bool:
    """Whether it is deployed before everything else."""
    return unit.line.type == "Fortification"


@heeds("brigands.11.4b", "brigands.11.4d")
def waiting(state: State, seat: str) -> list[Unit]:
    """The models of a seat that are to be placed in this phase."""
    found = [unit for unit in state.units.values() if unit.seat == seat and unit.status == WAITING]
    if state.phase == "fortifications":
        return [unit for unit in found if is_fortification(unit)]
    return [unit for unit in found if bool(unit.aside) == (state.phase == "special")]


@heeds("brigands.11.4b", "brigands.11.4b-standard")
def deployable(state: State, seat: str) -> list[Unit]:
    """The models a seat may place next: the leader of any Combat Group, then the others of that group in any order.

    Fortifications come in any order, and so does a group that has no leader, as no legal force has. Attached models
    come with their Core.
    """
    found = waiting(state, seat)
    whole = [unit for unit in found if not unit.core]
    if state.group:
        return [unit for unit in whole if unit.group == state.group]
    leaders = {unit.vehicle for unit in found if is_leading(unit.rank)}
    led = {unit.group for unit in found if is_leading(unit.rank) and not is_fortification(unit)}
    return [unit for unit in whole if unit.id in leaders or unit.group not in led]


@heeds("brigands.11.4b-standard", "brigands.7.3")
def links_of(state: State, unit: Unit) -> list[Unit]:
    """The models it may stand within 6 in of to be in Formation; nobody before its leader is on the table."""
    leader = leader_of(state, unit.seat, unit.group)
    if leader is None:
        return []
    return [link for link in circle_of(state, leader) if carries_voice(state, link, leader)]


@heeds("brigands.11.4b-standard", "brigands.7.3", "brigands.trait.satup")
def is_linked(state: State, unit: Unit, links: list[Unit], x: int, y: int) -> bool:
    """Whether a model would be in Formation at a place. Leaders stand where they like, and satellites see far."""
    if not links or any(is_near(standing_body(state.ground, unit, x, y), link.body) for link in links):
        return True
    return has_uplink(state, unit) and any(has_uplink(state, other) for other in circle_of(state, links[0]))


def legal_spots(
    state: State, unit: Unit, tier: Tier, order: Callable[[Iterable[Spot]], Iterable[Spot]] = iter
) -> Iterator[Spot]:
    """Places of a grid where a model may be deployed so, looked at in some order.

    In Formation means anywhere before there is a leader.
    """
    links = links_of(state, unit) if tier[1] else []
    for x, y in order(_grid(state, unit, tier[0], links)):
        if is_linked(state, unit, links, x, y) and refuse_spot(state, unit, x, y, tier[0]) is None:
            yield x, y


def _grid(state: State, unit: Unit, way: str, links: list[Unit]) -> Iterator[Spot]:
    """Every half inch where a model could be, none that is too far from all links."""
    near = [] if has_uplink(state, unit) else [(link.x, link.y, _reach(unit, link)) for link in links]
    return (spot for box in boxes(state, unit, way) for spot in grid(box, unit.line.radius, near))


def has_spot(state: State, unit: Unit, tier: Tier) -> bool:
    """Whether there is any place for a model in this way."""
    return next(legal_spots(state, unit, tier), None) is not None


def _reach(unit: Unit, link: Unit) -> int:
    """No two of these stand within 6 in of each other with their middles farther apart than this."""
    return FORMATION + unit.line.radius + link.line.radius


@rule("brigands.11.4b-standard")
@heeds("brigands.11.4b")
def refuse_deploy(state: State, ask: Ask, order: Deploy) -> Refusal | None:
    """Why a model cannot be deployed so. Where Formation has no room left it may stand elsewhere in the same place.

    And where a Special Deployment has none at all, in its zone.
    """
    unit = next((unit for unit in deployable(state, ask.seat) if unit.id == order.unit), None)
    if unit is None:
        return Refusal("unit", ask.rule, f"{order.unit or 'Nobody'} is no model that you deploy now.")
    if not 0 <= order.facing < FULL_TURN:
        return Refusal("facing", ask.rule, "A facing is 0 to 3599 tenths of a degree.", {"facing": order.facing})
    ways = tiers(unit)
    refusals = [_refuse_tier(state, unit, order, tier) for tier in ways]
    if None in refusals:
        better = ways[: refusals.index(None)]
        return refusals[0] if any(has_spot(state, unit, tier) for tier in better) else None
    return refusals[0]


def _refuse_tier(state: State, unit: Unit, order: Deploy, tier: Tier) -> Refusal | None:
    way, linked = tier
    refusal = refuse_spot(state, unit, order.x, order.y, way)
    if refusal is not None or not linked or is_linked(state, unit, links_of(state, unit), order.x, order.y):
        return refusal
    message = f"The {unit.name} must stand in Formation: within 6 in of its Combat Group Leader or a relay."
    return Refusal("formation", RULES.get(way, "brigands.11.4b-standard"), message)
