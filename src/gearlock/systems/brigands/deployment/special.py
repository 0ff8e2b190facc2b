"""11.4b: Special Deployments. Which Combat Groups qualify, and where they may be placed."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.ground.forms import is_area
from gearlock.mechanics.ground.surfaces import water_depth
from gearlock.mechanics.placing.zones import in_words
from gearlock.systems.brigands.state import FIELDED, WAITING, State, Unit, opponent
from gearlock.systems.brigands.zones import is_in_zone, zone_of
from gearlock.table.bodies import Body
from gearlock.table.inches import gap, is_on_table
from gearlock.table.measure import INCH
from gearlock.table.polygon import border_compared, bounds, is_inside

AIRDROP, AMPHIBIOUS, FLANK, STANDARD = "airdrop", "amphibious", "flank", ""
WAYS = {AIRDROP: "Airdrop", AMPHIBIOUS: "Amphibious", FLANK: "Flank"}
RULES = {way: f"brigands.11.4b-{way}" for way in WAYS}
RECON = "RC"
DISTANCE = 6 * INCH
"""How near an edge flankers stand, and how near no enemy may be."""

Box = tuple[int, int, int, int]


def members(state: State, seat: str, group: int) -> list[Unit]:
    """The models of a Combat Group. Drones are brought along by others and do not count."""
    units = state.units.values()
    return [unit for unit in units if unit.seat == seat and unit.group == group and not unit.controller]


@rule("brigands.trait.airdrop")
@heeds("brigands.11.4b", "brigands.trait.amphib", "brigands.trait.stealth")
def qualifies(state: State, seat: str, group: int, way: str) -> bool:
    """Whether a Combat Group may deploy so: by the traits of all its models, or Unit by Unit to come by the flank."""
    models = members(state, seat, group)
    if way == FLANK:
        seen = {unit.squad for unit in models if unit.code != RECON and not unit.has("Stealth")}
        return bool(models) and not seen
    return bool(models) and all(unit.has({AIRDROP: "Airdrop", AMPHIBIOUS: "Amphib"}[way]) for unit in models)


def refuse_place(state: State, unit: Unit, way: str, body: Body) -> Refusal | None:
    """Why a model cannot be placed there in this way of deployment, whoever and whatever else is there."""
    if way == STANDARD:
        if is_in_zone(state, unit.seat, body):
            return None
        message = f"The {unit.name} must stand wholly in its deployment zone {in_words(state.zones[unit.seat])}."
        return Refusal("zone", "brigands.11.4a", message, {"x": body.x, "y": body.y})
    if not is_on_table(body, state.ground.width, state.ground.height):
        return Refusal("table", RULES[way], f"The {unit.name} must stand on the table.", {"x": body.x, "y": body.y})
    return {AIRDROP: _refuse_airdrop, AMPHIBIOUS: _refuse_amphibious, FLANK: _refuse_flank}[way](state, unit, body)


@rule("brigands.11.4b-airdrop")
def _refuse_airdrop(state: State, unit: Unit, body: Body) -> Refusal | None:
    """Anywhere, the enemy's zone as well, but in no area terrain and not near an enemy."""
    if any(is_area(piece) for piece in state.ground.pieces_at(body.x, body.y)):
        return Refusal("area", RULES[AIRDROP], f"The {unit.name} cannot be dropped into area terrain.")
    return _refuse_near(state, unit, AIRDROP, body)


@rule("brigands.11.4b-amphibious")
@heeds("brigands.trait.amphib")
def _refuse_amphibious(state: State, unit: Unit, body: Body) -> Refusal | None:
    """In water."""
    if not water_depth(state.ground, body.x, body.y):
        return Refusal("dry", RULES[AMPHIBIOUS], f"The {unit.name} must come out of water.")
    return _refuse_zone(state, unit, AMPHIBIOUS, body) or _refuse_near(state, unit, AMPHIBIOUS, body)


@rule("brigands.11.4b-flank")
def _refuse_flank(state: State, unit: Unit, body: Body) -> Refusal | None:
    """Near an edge of the table."""
    edges = (body.x, body.y, state.ground.width - body.x, state.ground.height - body.y)
    away = min(edges) - body.radius
    if away > DISTANCE:
        message = f"The {unit.name} must stand within 6 in of a table edge."
        return Refusal("edge", RULES[FLANK], message, {"distance": away, "most": DISTANCE})
    return _refuse_zone(state, unit, FLANK, body) or _refuse_near(state, unit, FLANK, body)


def _refuse_zone(state: State, unit: Unit, way: str, body: Body) -> Refusal | None:
    """No part of its base lies in the enemy's zone."""
    zone = zone_of(state, opponent(unit.seat))
    if is_inside(zone, body.x, body.y) or border_compared(zone, body.x, body.y, body.radius) < 0:
        return Refusal("enemy-zone", RULES[way], f"The {unit.name} cannot stand in the enemy's deployment zone.")
    return None


def _refuse_near(state: State, unit: Unit, way: str, body: Body) -> Refusal | None:
    for enemy in state.fielded(opponent(unit.seat)):
        away = gap(body, enemy.body)
        if away <= DISTANCE:
            message = f"The {unit.name} cannot stand within 6 in of the {enemy.name}."
            return Refusal("enemy", RULES[way], message, {"distance": away, "least": DISTANCE})
    return None


def boxes(state: State, unit: Unit, way: str) -> Iterator[Box]:
    """Where to look for places: the zone, over the banks of the waters, along the edges, or the whole table."""
    radius, wide, high = unit.line.radius, state.ground.width, state.ground.height
    deep = DISTANCE + 2 * radius
    if way == STANDARD:
        yield bounds(zone_of(state, unit.seat))
    elif way == AMPHIBIOUS:
        waters = (bounds(piece.outline) for piece in state.ground.pieces if piece.kind == "water")
        yield from ((x0 - radius, y0 - radius, x1 + radius, y1 + radius) for x0, y0, x1, y1 in waters)
    elif way == FLANK:
        yield from ((0, 0, deep, high), (wide - deep, 0, wide, high))
        yield from ((0, 0, wide, deep), (0, high - deep, wide, high))
    else:
        yield (0, 0, wide, high)


def aside_notes(state: State) -> Iterator[str]:
    """Which Combat Groups are kept back, or have not landed yet."""
    coming = [unit for unit in state.units.values() if unit.aside and unit.status in (WAITING, FIELDED)]
    for seat, group, way, airborne in sorted({(unit.seat, unit.group, unit.aside, unit.airborne) for unit in coming}):
        if airborne:
            yield f"{seat}: Combat Group {group} is in the air and lands in the Setup Phase of Round 2"
        else:
            yield f"{seat}: Combat Group {group} is set aside for {WAYS[way]} Deployment"
