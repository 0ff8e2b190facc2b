"""3.0b and 16.1 to 16.2: zones, edges, distances, and room to stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

from gearlock.kernel.asks import Amount, Ask, Option, Pick
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.system import Aim, Chooser
from gearlock.mechanics.ground.forms import is_solid
from gearlock.mechanics.ground.surfaces import slope_at, solids_under, water_depth
from gearlock.mechanics.placing import search
from gearlock.mechanics.placing.zones import (
    AHEAD,
    CORNERS,
    EDGES,
    MARKED,
    edge_along,
    is_marked,
    marked_box,
    marked_for,
    ninth,
    opposite,
    strip,
)
from gearlock.mechanics.secrets import Sealed
from gearlock.mechanics.turns import SEATS, next_seat
from gearlock.systems.blitz.chain_of_command import most_command_points, most_skill_points
from gearlock.systems.blitz.general_concepts.dice import MINEFIELD, outline_of, rectangle_across, size_of, works_id
from gearlock.systems.blitz.general_concepts.dice import is_works as stands_as_works
from gearlock.systems.blitz.general_concepts.measuring import CONTACT, DISTANCE, distance
from gearlock.systems.blitz.rounds import ChooseFirst
from gearlock.systems.blitz.state import (
    ALOFT,
    COMBAT,
    COMMAND,
    DROPPED,
    FIELDED,
    NO_GROUP,
    OFF_BOARD,
    RIDING,
    SKILL,
    STANDBY,
    WAITING,
    Activation,
    State,
    Unit,
    opponent,
    unit_of,
)
from gearlock.table.bodies import Body
from gearlock.table.inches import bodies_overlap, footprint_inside, footprint_overlaps, is_on_table
from gearlock.table.measure import FULL_TURN, INCH
from gearlock.table.polygon import Outline, bounds, distance_to, do_segments_meet, is_inside
from gearlock.table.terrain import Ground


class ChooseSide(Order, frozen=True, tag="choose-side"):
    """Take a deployment zone and deploy first, or hand both choices to the opponent with an empty side."""

    side: str = ""


class Declare(Order, frozen=True, tag="declare-deployment"):
    """Say how a unit will come to the table; an empty way is regular deployment."""

    group: int
    squad: str
    way: str = ""


class Deploy(Order, frozen=True, tag="deploy"):
    """Put a model on the table."""

    unit: str
    x: int = 0
    y: int = 0
    facing: int = 0


class NoteDistance(Order, frozen=True, tag="note-distance"):
    """Note how many inches beyond the table's edge a unit is; only its own side knows."""

    inches: int = 0


class Prepare(Order, frozen=True, tag="prepare"):
    """Begin the battle with a token: hiding in the water."""

    unit: str
    token: str


class Reposition(Order, frozen=True, tag="reposition"):
    """Spend all actions of an off-board model on going along the edge, and nearer (negative) or farther, in inches."""

    unit: str
    x: int = 0
    y: int = 0
    change: int = 0


class Drop(Order, frozen=True, tag="drop"):
    """Let a model come down from the air at a spot."""

    unit: str
    x: int = 0
    y: int = 0
    facing: int = 0


class DeployAboard(Order, frozen=True, tag="deploy-aboard"):
    """Begin the battle aboard a transport or in a fortification that stands already."""

    unit: str
    carrier: str


FIRST = "deploys first"
"""Where `State.switches` keeps who deploys first while markers and reserves are settled."""


class SideTaken(Event, frozen=True, tag="side-taken"):
    """A seat took a deployment zone and deploys first; what follows is deployment, or markers and reserves before."""

    seat: str
    side: str
    follows: str = "deployment"

    def change(self, state: State) -> None:
        other = SEATS[1 - SEATS.index(self.seat)]
        state.zones = {self.seat: self.side, other: across(self.side)}
        state.turn, state.phase = self.seat, self.follows
        if self.follows != "deployment":
            state.switches = {**state.switches, FIRST: self.seat}


class ChoiceGiven(Event, frozen=True, tag="choice-given"):
    """The winner of the deployment check left both choices to the opponent, whose turn it is now."""

    seat: str

    def change(self, state: State) -> None:
        state.turn = SEATS[1 - SEATS.index(self.seat)]


class Declared(Event, frozen=True, tag="deployment-declared"):
    """A unit's way to the table."""

    seat: str
    group: int
    squad: str
    way: str

    def change(self, state: State) -> None:
        for unit in state.units.values():
            if (unit.seat, unit.group, unit.squad) == (self.seat, self.group, self.squad):
                unit.arrival = self.way


class DeclaringPassed(Event, frozen=True, tag="declaring-passed"):
    """Another seat declares next; or all have, and who deploys first does so."""

    seat: str
    over: bool = False

    def change(self, state: State) -> None:
        state.group = 0 if self.over else 1
        if self.over:
            state.phase, state.turn = "deployment", state.switches[FIRST]
        else:
            state.turn = self.seat


class Deployed(Event, frozen=True, tag="deployed"):
    """A model stands on the table."""

    unit: str
    x: int
    y: int
    z: int
    facing: int
    aloft: bool = False
    """It circles the table instead of standing on it."""
    plain = True

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.x, unit.y, unit.z, unit.facing, unit.status = self.x, self.y, self.z, self.facing, FIELDED
        if self.aloft:
            unit.status = ALOFT
        unit.gait = unit.line.gait
        state.group = unit.group
        for part in state.units.values():
            if part.parent == unit.id and part.line.type != "Drone":
                part.x, part.y, part.z, part.facing, part.status = self.x, self.y, self.z, self.facing, FIELDED


class Boarded(Event, frozen=True, tag="boarded"):
    """A model begins the battle in a transport, or in a fortification from which it fights."""

    unit: str
    carrier: str
    fights: bool = False

    @heeds("blitz.18.5", "blitz.18.3a-outpost")
    def change(self, state: State) -> None:
        unit, carrier = state.units[self.unit], state.units[self.carrier]
        drones = [other for other in state.units.values() if other.parent == unit.id and other.line.type == "Drone"]
        for rider in (unit, *drones):
            rider.x, rider.y, rider.z, rider.facing = carrier.x, carrier.y, carrier.z, carrier.facing
            rider.status, rider.carrier, rider.gait = (FIELDED if self.fights else RIDING), carrier.id, rider.line.gait
        state.group = unit.group


class SetBeyond(Event, frozen=True, tag="set-beyond"):
    """A model was set at the table's edge; how far it is beyond it only its side knows."""

    unit: str
    x: int
    y: int
    facing: int
    distance: int

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.x, unit.y, unit.facing, unit.status = self.x, self.y, self.facing, OFF_BOARD
        unit.gait = unit.line.gait
        state.facts[f"{DISTANCE}:{unit.id}"] = Sealed(str(self.distance), (unit.seat,))
        state.group = unit.group


class DeploymentPassed(Event, frozen=True, tag="deployment-passed"):
    """The other seat deploys a combat group, or all are deployed when the seat is empty."""

    seat: str
    follows: str = "setup"

    def change(self, state: State) -> None:
        state.turn, state.group = self.seat, 0
        if self.seat:
            return
        state.phase, state.winner = self.follows, ""
        for unit in state.units.values():
            for token, most in ((COMMAND, most_command_points(unit)), (SKILL, most_skill_points(unit))):
                if most:
                    unit.tokens[token] = most


class Prepared(Event, frozen=True, tag="prepared"):
    """A model begins the battle with a token."""

    unit: str
    token: str

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.tokens[self.token] = unit.line.actions if self.token == STANDBY else 1


class ScoutingBegun(Event, frozen=True, tag="scouting-begun"):
    """A pathfinder makes its move before the first initiative."""

    unit: str
    moves: int

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.posture, state.turn = COMBAT, unit.seat
        state.activation = Activation(unit.id, unit.x, unit.y, unit.z, unit.facing, self.moves)


class ScoutingEnded(Event, frozen=True, tag="scouting-ended"):
    """All pathfinders have moved."""

    def change(self, state: State) -> None:
        state.phase, state.turn = "weather", ""


class DropBegun(Event, frozen=True, tag="drop-begun"):
    """A unit comes down now, and its side says where."""

    seat: str
    group: int
    squad: str

    def change(self, state: State) -> None:
        state.turn = self.seat


class Dropped(Event, frozen=True, tag="dropped"):
    """A model comes down from the air; until its unit activates it counts as flying."""

    unit: str
    x: int
    y: int
    z: int
    facing: int

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.x, unit.y, unit.z, unit.facing, unit.status = self.x, self.y, self.z, self.facing, FIELDED
        unit.gait, unit.tokens[DROPPED], unit.tokens[ALOFT] = unit.line.gait, 1, 1


class DropDelayed(Event, frozen=True, tag="drop-delayed"):
    """A unit does not come down in this round."""

    seat: str
    group: int
    squad: str


class Repositioned(Event, frozen=True, tag="repositioned"):
    """An off-board model spent its actions on another place; at no distance it has come onto the table."""

    unit: str
    x: int
    y: int
    z: int
    distance: int

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.x, unit.y, unit.actions = self.x, self.y, 0
        unit.tokens.pop(STANDBY, None)
        if self.distance:
            state.facts[f"{DISTANCE}:{unit.id}"] = Sealed(str(self.distance), (unit.seat,))
        else:
            unit.z, unit.status = self.z, FIELDED
            state.facts.pop(f"{DISTANCE}:{unit.id}", None)


class DefectFound(Event, frozen=True, tag="defect-found"):
    """A model was found to have a system that may give out."""

    unit: str
    face: int
    system: str

    @heeds("blitz.force.leagueless", "blitz.trait.defective")
    def change(self, state: State) -> None:
        """It has the trait as a token."""
        state.units[self.unit].tokens[f"Defective: {self.system}"] = 1


class InspectionEnded(Event, frozen=True, tag="inspection-ended"):
    """All machines were looked over, and the battle is prepared."""

    follows: str

    def change(self, state: State) -> None:
        state.phase = self.follows


# --- 3.0b and 16.0: deployment zones, named by where they lie

NARROW, WIDE, DIAGONAL, DIVIDED = "narrow", "wide", "diagonal", "divided"
ZONES = {NARROW: "Narrow edge", WIDE: "Wide edge", DIAGONAL: "Diagonal", DIVIDED: "Divided forces"}
_CELLS = {
    "southwest": (0, 0), "south": (1, 0), "southeast": (2, 0), "west": (0, 1), "east": (2, 1),
    "northwest": (0, 2), "north": (1, 2), "northeast": (2, 2),
}  # fmt: skip


@rule("blitz.16.0-2a-narrow", "blitz.16.0-2a-wide", "blitz.16.0-2a-diagonal", "blitz.16.0-2a-divided")
def sides_of(ground: Ground, kind: str) -> tuple[str, ...]:
    """Where a zone of this kind may lie. On a square table south and north are the wide edges.

    A diagonal zone is a corner ninth and one beside it; divided forces have two opposite corners.
    """
    if kind == MARKED:
        return tuple(map(marked_for, SEATS))
    if kind == DIAGONAL:
        return tuple(f"{corner}+{edge}" for corner in CORNERS for edge in EDGES if edge in corner)
    if kind == DIVIDED:
        return ("southwest+northeast", "southeast+northwest")
    lengthwise = ground.width >= ground.height
    return ("south", "north") if lengthwise == (kind == WIDE) else ("west", "east")


@heeds("blitz.16.0-2a-diagonal", "blitz.16.0-2a-divided")
def across(side: str) -> str:
    """The zone of the other side: mirrored about the middle of the table, or the other two corners."""
    if side in ("southwest+northeast", "southeast+northwest"):
        return "southeast+northwest" if side.startswith("southwest") else "southwest+northeast"
    return "+".join(opposite(part) for part in side.split("+"))


@lru_cache(maxsize=64)
@heeds("blitz.16.0-2a-narrow", "blitz.16.0-2a-wide", "blitz.16.0-2a-diagonal", "blitz.16.0-2a-divided")
def zone_at(ground: Ground, side: str) -> tuple[Outline, ...]:
    """The parts of a zone: a third of the table in from an edge, or ninths; or what the map marks for a side."""
    if is_marked(side):
        return (marked_box(ground, side),)
    if "+" in side:
        return tuple(ninth(ground, *_CELLS[part]) for part in side.split("+"))
    depth = (ground.width if side in ("west", "east") else ground.height) // 3
    return (strip(ground, side, depth),)


def zone_of(state: State, seat: str) -> tuple[Outline, ...]:
    """A seat's deployment zone."""
    return zone_at(state.ground, state.zones[seat])


@heeds("blitz.3.0b")
def is_in_zone(state: State, seat: str, body: Body) -> bool:
    """Whether a model stands wholly in a seat's deployment zone; across the seam of two ninths that touch it may."""
    if not is_on_table(body, state.ground.width, state.ground.height):
        return False
    return any(footprint_inside(body, part) for part in areas_of(state, seat))


def areas_of(state: State, seat: str) -> tuple[Outline, ...]:
    """The parts of a seat's zone; two ninths that touch are one area besides."""
    parts, joined = zone_of(state, seat), state.zones[seat].split("+")
    return (*parts, _joined(parts)) if len(joined) == 2 and joined[1] in joined[0] else parts


def _joined(parts: tuple[Outline, ...]) -> Outline:
    """The rectangle of two ninths side by side."""
    xs = [x for part in parts for x, _ in part]
    ys = [y for part in parts for _, y in part]
    return ((min(xs), min(ys)), (max(xs), min(ys)), (max(xs), max(ys)), (min(xs), max(ys)))


def faces(state: State, seat: str) -> int:
    """The facing from a seat's side of the table to the other."""
    return AHEAD[edge_along(state.ground, state.zones[seat].split("+")[0])] % FULL_TURN


# --- 3.0b, 16.1 and 16.2: the ways a unit may come to the table, and declaring them before anybody deploys

REGULAR, STEALTH, AIRDROP, PATHFINDERS, RANGERS, SUPPORT = (
    "", "stealth", "airdrop", "pathfinders", "rangers", "off-board support",
)  # fmt: skip
UNDECLARED: Final = "undeclared"
RECON: Final = "RC"
WAYS: Final = {
    REGULAR: ("deploys regularly", "blitz.3.0b"),
    STEALTH: ("goes around as a stealth unit", "blitz.16.1a"),
    AIRDROP: ("drops from the air", "blitz.16.1b"),
    PATHFINDERS: ("deploys late as pathfinders and moves at once", "blitz.16.1c"),
    RANGERS: ("comes from an edge as rangers", "blitz.16.1c"),
    SUPPORT: ("supports from beyond the table", "blitz.16.2c"),
}
"""What each way is called, and its rule."""
BEYOND: Final = (STEALTH, RANGERS, SUPPORT)
"""The ways by which a unit is set at an edge, at a distance that only its side knows."""
FULL_BATTLES: Final = ("meeting", "battle")
"""Scenarios with reserves; the others are fought with all that is there."""


def is_works(unit: Unit) -> bool:
    """A fortification or another support purchase, which is set up before all else."""
    return unit.line.type == "Fortification"


def members(state: State, seat: str, group: int, squad: str) -> list[Unit]:
    """The models of a unit that still wait, but for its fortifications."""
    waiting = (unit for unit in state.units.values() if unit.status == WAITING and not is_works(unit))
    return [unit for unit in waiting if (unit.seat, unit.group, unit.squad) == (seat, group, squad)]


@rule("blitz.16.1", "blitz.trait.airdrop")
@heeds("blitz.16.1a", "blitz.16.1b", "blitz.16.1c", "blitz.16.2c", "blitz.5.4-attached")
def ways_of(models: list[Unit]) -> tuple[str, ...]:
    """How a unit may deploy: all its models have the trait or are a recon unit; attached ones do not count."""
    core = [unit for unit in models if not unit.line.attached and unit.line.type != "Drone"]
    traits = [unit.line.traits for unit in core]
    ways = [REGULAR]
    if core and all("Stealth" in had for had in traits):
        ways.append(STEALTH)
    if core and all("Airdrop" in had for had in traits):
        ways.append(AIRDROP)
    recon = bool(core) and all(is_recon(unit) for unit in core)
    if recon or (core and all("Pathfinder" in had for had in traits)):
        ways.append(PATHFINDERS)
    if recon:
        ways.append(RANGERS)
    if all(unit.line.gait != "F" for unit in core):
        ways.append(SUPPORT)
    return tuple(ways)


@heeds("blitz.16.1c")
def is_recon(unit: Unit) -> bool:
    """Taken as recon; where nobody said what as, a model that is listed for it."""
    return unit.ua == RECON if unit.ua else any(entry.split()[0] == RECON for entry in unit.line.card.ua)


def undeclared(state: State, seat: str) -> list[tuple[int, str]]:
    """The units of a seat that have not said how they deploy."""
    waiting = (unit for unit in state.units.values() if unit.seat == seat and unit.status == WAITING)
    found = ((unit.group, unit.squad) for unit in waiting if unit.arrival == UNDECLARED)
    return list(dict.fromkeys(found))


@rule("blitz.3.1b")
@heeds("blitz.3.0b", "blitz.16.1")
def resolve_declaring(ctx: Ctx[State]) -> Script[None]:
    """One unit's way to the table, the sides in turn; the winner of the deployment check says who begins."""
    state = ctx.state
    left = {seat for seat in SEATS if undeclared(state, seat)}
    if not left:
        ctx.emit(DeclaringPassed("", True))
    elif state.turn not in left:
        ctx.emit(DeclaringPassed(next_seat(state.turn, left)))
    elif state.group == NO_GROUP:
        prompt = "Who is the first to declare how a unit deploys?"
        first = yield from ask(Ask(state.winner, "first", rule="blitz.3.0b", prompt=prompt))
        assert isinstance(first, ChooseFirst), f"{first} names nobody"
        ctx.emit(DeclaringPassed(first.seat if first.seat in left else next_seat(first.seat, left)))
    else:
        prompt = "How does one of your units come to the table?"
        order = yield from ask(Ask(state.turn, "declare", rule="blitz.16.1", prompt=prompt))
        assert isinstance(order, Declare), f"{order} declares nothing"
        ctx.emit(Declared(ctx.state.turn, order.group, order.squad, order.way))
        left = {seat for seat in SEATS if undeclared(ctx.state, seat)}
        ctx.emit(DeclaringPassed(next_seat(ctx.state.turn, left), not left))


@heeds("blitz.16.1", "blitz.16.1c")
def refuse_declare(state: State, ask: Ask, order: Declare) -> Refusal | None:
    """A unit that has not declared yet, and a way that is open to all of it."""
    if (order.group, order.squad) not in undeclared(state, ask.seat):
        message = f"The {order.squad} unit of combat group {order.group} has nothing to declare."
        return Refusal("unit", ask.rule, message)
    ways = ways_of(members(state, ask.seat, order.group, order.squad))
    if order.way in ways:
        return None
    names = ", ".join(way or "regular deployment" for way in ways)
    return Refusal("way", "blitz.16.1", f"This unit cannot deploy as '{order.way}': it may choose {names}.")


def offer_declarations(state: State, ask: Ask) -> Iterator[Option]:
    """Every unit in every way it may come."""
    for group, squad in undeclared(state, ask.seat):
        models = members(state, ask.seat, group, squad)
        for way in ways_of(models):
            text, rule_id = WAYS[way]
            label = f"Group {group}, {squad} unit ({models[0].line.name}, {len(models)}): {text}"
            yield Pick(label, Declare(group, squad, way), rule_id)


# --- 16.1a, 16.2c and 17.0b: the table's edge, and where off-board units and aircraft wait

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


# --- 16.1a, 16.1c and 16.2c: setting units beyond the table's edge, and the distances they note

FARTHEST = 120
"""The most inches beyond the edge that can be noted; no weapon reaches that far."""


@heeds("blitz.16.2c", "blitz.16.1a", "blitz.16.1c")
def resolve_beyond(ctx: Ctx[State], order: Deploy) -> Script[None]:
    """Set a model at the edge. The first of its unit notes how far out all are; rangers may be there at once."""
    unit = ctx.state.units[order.unit]
    noted = noted_distance(ctx.state, unit)
    if noted is None:
        prompt = f"How many inches beyond the edge is the unit of the {unit.name}?"
        question = Ask(unit.seat, "distance", unit.id, (str(order.x), str(order.y)), WAY_RULES[unit.arrival], prompt)
        answer = yield from ask(question)
        assert isinstance(answer, NoteDistance), f"{answer} notes nothing"
        noted = answer.inches * INCH
    if noted:
        ctx.emit(SetBeyond(order.unit, order.x, order.y, order.facing, noted))
    else:
        z = slope_at(ctx.state.ground, order.x, order.y)
        ctx.emit(Deployed(order.unit, order.x, order.y, z, order.facing))


WAY_RULES = {STEALTH: "blitz.16.1a", RANGERS: "blitz.16.1c", SUPPORT: "blitz.16.2c"}


def noted_distance(state: State, unit: Unit) -> int | None:
    """What the models of its unit that are set already have noted; 0 if they stand on the table."""
    for other in state.units.values():
        if unit_of(other) == unit_of(unit) and other.status != WAITING and not is_works(other):
            return int(state.facts[f"{DISTANCE}:{other.id}"].value) if other.status == OFF_BOARD else 0
    return None


@rule("blitz.16.1a")
@heeds("blitz.16.1c", "blitz.16.2c")
def least_distance(unit: Unit) -> int:
    """The least a unit may note, in inches: support some, stealth units one move, rangers none."""
    if unit.arrival == RANGERS:
        return 0
    return max(1, -(-unit.line.move // INCH)) if unit.arrival == STEALTH else 1


def refuse_distance(state: State, ask: Ask, order: NoteDistance) -> Refusal | None:
    """Neither too near nor absurdly far; whoever would be there at once needs room."""
    unit = state.units[ask.unit]
    least = max(least_distance(member) for member in state.units.values() if unit_of(member) == unit_of(unit))
    facts: dict[str, str | int | float] = {"inches": order.inches, "least": least}
    if order.inches and order.inches < least and unit.arrival == RANGERS:
        return Refusal("near", ask.rule, f"Rangers are there at once, or at least {least} in away.", facts)
    if not least <= order.inches <= FARTHEST:
        return Refusal("distance", ask.rule, f"The distance is from {least} to {FARTHEST} in.", facts)
    x, y = map(int, ask.about)
    return refuse_ground(state, unit, x, y) if not order.inches else None


def offer_distances(state: State, ask: Ask) -> Iterator[Option]:
    """Any number of inches; for rangers also to be there at once."""
    unit = state.units[ask.unit]
    if unit.arrival == RANGERS and refuse_distance(state, ask, NoteDistance(0)) is None:
        yield Pick("On the table at once", NoteDistance(0), ask.rule)
    least = max(1, *(least_distance(member) for member in state.units.values() if unit_of(member) == unit_of(unit)))
    yield Amount("Inches beyond the edge", NoteDistance(least), ask.rule, low=least, high=FARTHEST)


def guess_distance(_state: State, _ask: Ask, order: NoteDistance, chooser: Chooser, _attempt: int) -> Order:
    """Mostly near enough to matter."""
    return NoteDistance(order.inches + chooser.randrange(0, 25))


def aim_distance(_state: State, _ask: Ask, _order: NoteDistance, spot: Aim) -> Order:
    """The number somebody chose."""
    return NoteDistance(spot.x)


# --- 6.2, 6.5 and 18.3a: whether a model or a fortification that is put down can stand there

OCCUPIED = Refusal("overlap", "blitz.6.2", "Another model stands there.")
SOLID = Refusal("terrain", "blitz.6.5b", "Impassable terrain stands there.")


@heeds("blitz.6.2", "blitz.6.5g", "blitz.18.3a-mines")
def refuse_ground(state: State, unit: Unit, x: int, y: int) -> Refusal | None:
    """Why a model cannot stand at a spot: somebody does, or the ground does not hold it. Mines do not hinder it."""
    body = Body(x, y, slope_at(state.ground, x, y), unit.line.radius, unit.height)
    for other in state.standing():
        if stands_as_works(other):
            if works_id(other) != MINEFIELD and footprint_overlaps(body, outline_of(other)):
                return OCCUPIED
        elif bodies_overlap(body, other.body):
            return OCCUPIED
    if solids_under(state.ground, body):
        return SOLID
    return _refuse_water(state, unit, x, y)


@heeds("blitz.6.2", "blitz.18.3a")
def refuse_building(state: State, unit: Unit, x: int, y: int, facing: int) -> Refusal | None:
    """Why a fortification cannot be set so: its rectangle is not in its zone, on something solid or on somebody."""
    size = size_of(unit)
    outline = rectangle_across(x, y, facing, size.length, size.width)
    if not any(all(is_inside(area, *corner) for corner in outline) for area in areas_of(state, unit.seat)):
        return Refusal("zone", "blitz.18.3a", f"The {unit.name} lies wholly in its deployment zone.")
    for other in state.standing():
        if _meet(outline, outline_of(other)) if stands_as_works(other) else footprint_overlaps(other.body, outline):
            return OCCUPIED
    if any(is_solid(piece) and _meet(outline, piece.outline) for piece in state.ground.pieces_near(*bounds(outline))):
        return SOLID
    return _refuse_water(state, unit, x, y)


def has_room(state: State, seat: str, side: str) -> bool:
    """Whether a zone holds a side that has still to be deployed: all of it, and who cannot swim where it is shallow.

    Flyers keep to the edges, and components stand with their core; fortifications are not counted.
    """
    own = [
        unit
        for unit in state.units.values()
        if unit.seat == seat and not stands_as_works(unit) and unit.line.gait != "F"
    ]
    mine = [unit for unit in own if not unit.parent or unit.line.type == "Drone"]
    afoot = [unit for unit in mine if not _floats(unit)]
    afloat = [unit for unit in mine if _floats(unit)]
    return (not afoot or _holds(state, side, afoot, afoot)) and (not afloat or _holds(state, side, mine, afloat))


def _holds(state: State, side: str, everybody: Sequence[Unit], judges: Sequence[Unit]) -> bool:
    """Whether a zone has a place for everybody where the widest and the lowest of some of them can stand."""
    widest, lowest = max(judges, key=lambda unit: unit.line.radius), min(judges, key=lambda unit: unit.line.height)
    return search.has_room(
        zone_at(state.ground, side),
        [unit.line.radius for unit in everybody],
        lambda spot: all(refuse_ground(state, unit, spot.x, spot.y) is None for unit in (widest, lowest)),
    )


def _floats(unit: Unit) -> bool:
    return unit.line.gait == "H" or "Amphib" in unit.line.traits


def _refuse_water(state: State, unit: Unit, x: int, y: int) -> Refusal | None:
    depth = water_depth(state.ground, x, y)
    if 2 * depth >= unit.line.height and depth and not _floats(unit):
        return Refusal("water", "blitz.6.5g", f"The water is too deep for the {unit.name}.")
    return None


def _meet(one: Outline, other: Outline) -> bool:
    """Whether two outlines share any point."""
    if is_inside(one, *other[0]) or is_inside(other, *one[0]):
        return True
    sides = list(pairwise((*other, other[0])))
    return any(do_segments_meet(*side, *each) for side in pairwise((*one, one[0])) for each in sides)
