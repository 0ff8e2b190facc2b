"""11.4: deployment zones, places in them, and Special Deployments."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib.resources import files
from pathlib import Path

from gearlock.kernel.asks import Ask
from gearlock.kernel.errors import BadFile, Finding, UnknownName
from gearlock.kernel.events import Event
from gearlock.kernel.files import is_file_name
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.view import Line, Throw
from gearlock.mechanics.ground.forms import is_area
from gearlock.mechanics.ground.surfaces import slope_at, solids_under, water_depth
from gearlock.mechanics.placing import search
from gearlock.mechanics.placing.search import Spot, grid
from gearlock.mechanics.placing.zones import in_words, opposite
from gearlock.mechanics.pools.shown import single_throw
from gearlock.systems.brigands.chain_of_command import (
    FORMATION,
    carries_voice,
    circle_of,
    has_uplink,
    is_leading,
    is_near,
    leader_of,
)
from gearlock.systems.brigands.multi_component_vehicles import carry_parts
from gearlock.systems.brigands.places import ZONES, is_in_zone, zone_at, zone_of
from gearlock.systems.brigands.state import COMBAT_SPEED, FIELDED, WAITING, Activation, State, Unit, opponent
from gearlock.table.bodies import Body
from gearlock.table.generate import generate
from gearlock.table.inches import bodies_overlap, gap, is_on_table
from gearlock.table.maps import load_map, read_map
from gearlock.table.measure import FULL_TURN, INCH, inches_text
from gearlock.table.polygon import Outline, border_compared, bounds, is_inside
from gearlock.table.terrain import Ground


class ChooseSide(Order, frozen=True, tag="choose-side"):
    """Take the deployment zone on one side of the table; the enemy has the one across."""

    side: str


class SetAside(Order, frozen=True, tag="set-aside"):
    """Keep a Combat Group back for a Special Deployment: airdrop, amphibious or flank."""

    group: int
    way: str


class Pathfind(Order, frozen=True, tag="pathfind"):
    """Let a model of a Recon Unit make its free Move; a VTOL says whether it flies."""

    unit: str
    airborne: bool = False


class Deploy(Order, frozen=True, tag="deploy"):
    """Put a model on the table."""

    unit: str
    x: int = 0
    y: int = 0
    facing: int = 0


class ZonesRolled(Event, frozen=True, tag="zones-rolled"):
    """A die decided which kind of deployment zones there are."""

    face: int
    kind: str


class SideTaken(Event, frozen=True, tag="side-taken"):
    """A seat deploys on one side of the table, its enemy across from it."""

    seat: str
    side: str

    def change(self, state: State) -> None:
        state.zones = {self.seat: self.side, opponent(self.seat): opposite(self.side)}


class PhaseOpened(Event, frozen=True, tag="phase-opened"):
    """The next part of what comes before the first Round."""

    phase: str

    def change(self, state: State) -> None:
        """Whoever won the roll-off of deployment decides about Special Deployments too; other rolls are forgotten."""
        state.phase, state.turn, state.group, state.squad = self.phase, "", 0, 0
        if self.phase != "special":
            state.winner = ""


class TurnGiven(Event, frozen=True, tag="turn-given"):
    """A seat is next to place models, or to move its Pathfinders."""

    seat: str

    def change(self, state: State) -> None:
        state.turn, state.group, state.squad = self.seat, 0, 0


class GroupSetAside(Event, frozen=True, tag="group-set-aside"):
    """A Combat Group is kept back for a Special Deployment."""

    seat: str
    group: int
    way: str

    def change(self, state: State) -> None:
        state.group = self.group
        for unit in state.units.values():
            if unit.seat == self.seat and unit.group == self.group and not unit.controller:
                unit.aside = self.way


class AirdropRolled(Event, frozen=True, tag="airdrop-rolled"):
    """The die of a Combat Group that is being dropped: it lands at once, or in the Setup Phase of Round 2."""

    seat: str
    group: int
    face: int
    total: int
    lands: bool

    def change(self, state: State) -> None:
        """Who is late stays marked until it lands."""
        if self.lands:
            for unit in state.units.values():
                if unit.seat == self.seat and unit.group == self.group:
                    unit.aside = ""


class PathfinderStarted(Event, frozen=True, tag="pathfinder-started"):
    """A model of a Recon Unit begins its free Move."""

    unit: str

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.posture = COMBAT_SPEED
        state.squad = unit.squad
        state.activation = Activation(unit.id, unit.x, unit.y, unit.z, unit.facing, moves=1)


class PathfindersStayed(Event, frozen=True, tag="pathfinders-stayed"):
    """These models of Recon Units make no free Move."""

    units: tuple[str, ...]

    def change(self, state: State) -> None:
        for unit_id in self.units:
            state.units[unit_id].activated = True


class RolledOff(Event, frozen=True, tag="rolled-off"):
    """Both sides rolled to see who decides the order of deployment; the winner is empty after a tie."""

    red: int
    blue: int
    winner: str

    def change(self, state: State) -> None:
        state.winner = self.winner


class DeploymentOpened(Event, frozen=True, tag="deployment-opened"):
    """It was decided who deploys first."""

    seat: str

    def change(self, state: State) -> None:
        state.turn, state.phase = self.seat, "deployment"


class Deployed(Event, frozen=True, tag="deployed"):
    """A model was put on the table."""

    unit: str
    x: int
    y: int
    z: int
    facing: int

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.x, unit.y, unit.z, unit.facing, unit.status = self.x, self.y, self.z, self.facing, FIELDED
        unit.aside = unit.aside if unit.aside == AIRDROP else ""
        state.group = unit.group
        carry_parts(state, unit)


class DeploymentPassed(Event, frozen=True, tag="deployment-passed"):
    """A whole Combat Group stands; the other side deploys, or the battle begins when the seat is empty."""

    seat: str

    def change(self, state: State) -> None:
        state.turn, state.group = self.seat, 0
        if not self.seat and not state.full:
            state.phase, state.winner = "initiative", ""


_DEPLOYMENTS = {"fortifications": "brigands.11.4d", "special": "brigands.11.4b"}
_ROLL_OFFS = {
    "zones": (" for the side", "brigands.11.4a"),
    "fortifications": (" for Fortifications", "brigands.11.4d"),
    "pathfinders": (" for Pathfinders", "brigands.11.4c"),
}


def zones(_state: State, event: ZonesRolled, _seat: str | None) -> Line:
    rolls = (Throw("deployment zones", (event.face,), total=ZONES[event.kind], rule="brigands.11.4a"),)
    return Line(f"Deployment zones: rolled {event.face}, {ZONES[event.kind]}.", (), "brigands.11.4a", rolls)


def side(state: State, event: SideTaken, _seat: str | None) -> Line:
    other = opponent(event.seat)
    text = f"{event.seat} deploys in the {event.side}, {other} in the {state.zones[other]}."
    return Line(text, (), "brigands.11.4a")


def aside(_state: State, event: GroupSetAside, _seat: str | None) -> Line:
    text = f"{event.seat} sets Combat Group {event.group} aside: {WAYS[event.way]} Deployment."
    return Line(text, (), RULES[event.way])


def airdrop(_state: State, event: AirdropRolled, _seat: str | None) -> Line:
    result = "lands at once" if event.lands else "lands in Round 2"
    sum_of = f"{event.face}" if event.total == event.face else f"{event.face}, {event.total} in all"
    text = f"{event.seat} drops Combat Group {event.group}: rolled {sum_of}: it {result}."
    rule_id = "brigands.11.4b-airdrop"
    rolls = (single_throw(event.seat, event.face, event.total, rule_id, "Init of the Combat Group Leader"),)
    return Line(text, (), rule_id, rolls)


def pathfinder(state: State, event: PathfinderStarted, _seat: str | None) -> Line:
    return Line(f"{state.units[event.unit].name} finds a path.", (event.unit,), "brigands.11.4c")


def opened(_state: State, event: DeploymentOpened, _seat: str | None) -> Line:
    return Line(f"{event.seat} deploys first.", (), "brigands.11.4b")


def deployed(state: State, event: Deployed, _seat: str | None) -> Line:
    where = f"{inches_text(event.x)}, {inches_text(event.y)}"
    rule_id = _DEPLOYMENTS.get(state.phase, "brigands.11.4b-standard")
    return Line(f"{state.name_of(event.unit)} deploys at {where}.", (event.unit,), rule_id)


def rolled_off(state: State, event: RolledOff, _seat: str | None) -> Line:
    result = f"{event.winner} decides" if event.winner else "again"
    what, rule_id = _ROLL_OFFS.get(state.phase, ("", "brigands.11.4b"))
    rolls = Throw("red", (event.red,), rule=rule_id), Throw("blue", (event.blue,), rule=rule_id)
    return Line(f"Roll-off{what}: red {event.red}, blue {event.blue}: {result}.", (), rule_id, rolls)


# --- 11.4b: Special Deployments. Which Combat Groups qualify, and where they may be placed

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


# --- 11.4b: deployment. Group by group in one's own zone, everybody in Formation with the leader


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


# --- 11.1: the table a battle is fought on, made from a seed, by hand, or by the player

SIDE = 48 * INCH
BLOCK = 24 * INCH
TYPICAL = 100
"""TV of a game that a square table of 48 in is enough for."""


@heeds("brigands.11.1")
def width_for(size: int) -> int:
    """How wide the table is: 48 in up to 100 TV, 24 in more for every 100 TV above that. It is always 48 in deep."""
    return SIDE + BLOCK * max(0, -(-(size - TYPICAL) // TYPICAL))


def map_names() -> tuple[str, ...]:
    """The hand-made maps that come with the game."""
    folder = files("gearlock.systems.brigands").joinpath("data", "maps")
    return tuple(sorted(item.name.removesuffix(".toml") for item in folder.iterdir() if item.name.endswith(".toml")))


def hand_made(name: str) -> Ground:
    """One of the maps that come with the game."""
    file = files("gearlock.systems.brigands").joinpath("data", "maps", f"{name}.toml")
    return read_map(file.read_text(encoding="utf-8"), f"{name}.toml")


def map_faults(name: str) -> Iterable[str]:
    """What is wrong with the name of a map."""
    if name != "random" and name not in map_names() and not is_file_name(name):
        yield str(UnknownName("map", name, (*map_names(), "random")))


@rule("brigands.11.1")
def ground_for(name: str, seed: int, width: int = SIDE) -> Ground:
    """The table by name."""
    if name == "random":
        return generate(width, SIDE, seed)
    return load_map(Path(name)) if is_file_name(name) else hand_made(name)


def refuse_cramped(name: str, ground: Ground, sides: Sequence[str], radii: Mapping[str, Sequence[int]]) -> None:
    """Raise BadFile for a table without room to deploy, if red deploys on any of these sides, its enemy across."""
    places = [(seat, zone) for side in sides for seat, zone in (("red", side), ("blue", opposite(side)))]
    cramped = sorted({seat for seat, side in places if not has_room(ground, zone_at(ground, side), radii[seat])})
    if cramped:
        said = "the deployment zone of {} has no room for its models"
        raise BadFile([Finding(name, 0, said.format(seat)) for seat in cramped])


def has_room(ground: Ground, zone: Outline, radii: Sequence[int]) -> bool:
    """Whether a deployment zone holds as many models as a side brings, standing side by side on dry ground."""
    return search.has_room(
        (zone,), radii, lambda spot: not solids_under(ground, spot) and not water_depth(ground, spot.x, spot.y)
    )
