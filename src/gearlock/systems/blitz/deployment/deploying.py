"""3.0b, 16.1 and 16.2: the deployment check, places, reserves, airdrops, pathfinders."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from gearlock.kernel.asks import Ask, Option, Pick, Place, decline
from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.kernel.dice import Roll
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask, throw
from gearlock.kernel.system import Aim, Chooser
from gearlock.kernel.view import Line
from gearlock.mechanics.ground.surfaces import slope_at, water_depth
from gearlock.mechanics.placing.search import Spot, grid, scattered
from gearlock.mechanics.placing.zones import in_words, is_marked, marked_for
from gearlock.mechanics.turns import SEATS, next_seat
from gearlock.systems.blitz.air_support import facing_along
from gearlock.systems.blitz.chain_of_command import leader_of, rank_of
from gearlock.systems.blitz.damage import Damaged, Wound, hurt, leaves_nothing
from gearlock.systems.blitz.deployment.zones import (
    AIRDROP,
    BEYOND,
    FULL_BATTLES,
    PATHFINDERS,
    RANGERS,
    RING,
    STEALTH,
    SUPPORT,
    WAYS,
    ZONES,
    Boarded,
    ChoiceGiven,
    ChooseSide,
    Declare,
    Declared,
    DeclaringPassed,
    DefectFound,
    Deploy,
    DeployAboard,
    Deployed,
    DeploymentPassed,
    Drop,
    DropBegun,
    DropDelayed,
    Dropped,
    InspectionEnded,
    NoteDistance,
    Prepare,
    Prepared,
    Reposition,
    Repositioned,
    ScoutingBegun,
    ScoutingEnded,
    SetBeyond,
    SideTaken,
    aim_distance,
    beyond,
    commands_the_air,
    edge_spots,
    edges_touched,
    faces,
    guess_distance,
    is_in_zone,
    noted_distance,
    pushed_to_edge,
    refuse_building,
    refuse_declare,
    refuse_distance,
    refuse_edge,
    refuse_flyer,
    refuse_ground,
    resolve_beyond,
    sides_of,
    zone_of,
)
from gearlock.systems.blitz.dice_tests.comms_tests import make_roll
from gearlock.systems.blitz.dice_tests.tests import DiceTest, modifiers_of
from gearlock.systems.blitz.general_concepts.dice import CMD, PILOT, is_works, size_of, skill_of
from gearlock.systems.blitz.general_concepts.measuring import DISTANCE, distance
from gearlock.systems.blitz.movement.moves_made import danger_lines, is_stuck
from gearlock.systems.blitz.movement.offers import offer_moves
from gearlock.systems.blitz.movement.terrain import EndMove, Move, moves_of
from gearlock.systems.blitz.rounds import roll_initiative
from gearlock.systems.blitz.state import (
    COMBAT,
    FIELDED,
    HIDING,
    HULL_DOWN,
    NEAR,
    OFF_BOARD,
    STANDBY,
    WAITING,
    State,
    Unit,
    opponent,
    unit_of,
)
from gearlock.systems.blitz.transport import carries, room_for
from gearlock.table.bodies import Body
from gearlock.table.inches import bodies_overlap, is_on_table
from gearlock.table.measure import FULL_TURN, INCH, RIGHT_ANGLE, inches_text
from gearlock.table.measure import distance as between
from gearlock.table.polygon import bounds


def side(_state: State, event: SideTaken, _seat: str | None) -> Line:
    """A zone taken."""
    text = f"{event.seat.capitalize()} deploys first, {in_words(event.side).replace('+', ' and ')}."
    return Line(text, (), "blitz.3.0b")


def given(_state: State, event: ChoiceGiven, _seat: str | None) -> Line:
    """A choice left to the other side."""
    return Line(f"{event.seat.capitalize()} leaves the choice of zones to the enemy.", (), "blitz.3.0b")


def declared(_state: State, event: Declared, _seat: str | None) -> Line:
    """A unit's way."""
    text, rule = WAYS[event.way]
    whose = f"{event.seat.capitalize()}'s {event.squad} unit of combat group {event.group}"
    return Line(f"{whose} {text}.", (), rule)


def deployed(state: State, event: Deployed, _seat: str | None) -> Line:
    """A model put down."""
    return Line(f"{state.units[event.unit].name} is deployed.", (event.unit,), "blitz.3.0b")


def set_beyond(state: State, event: SetBeyond, seat: str | None) -> Line:
    """A model at the edge; the distance is its own side's."""
    unit = state.units[event.unit]
    text = f"{unit.name} is set at the table's edge"
    if seat in (None, unit.seat):
        text += f", {inches_text(event.distance)} in beyond it"
    return Line(f"{text}.", (unit.id,), "blitz.16.2c")


def prepared(state: State, event: Prepared, _seat: str | None) -> Line:
    """A token at the beginning."""
    return Line(f"{state.units[event.unit].name} begins {event.token}.", (event.unit,), "blitz.16.2a")


def scouting(state: State, event: ScoutingBegun, _seat: str | None) -> Line:
    """A pathfinder's turn."""
    return Line(f"{state.units[event.unit].name} finds its path.", (event.unit,), "blitz.16.1c")


def drop_begun(_state: State, event: DropBegun, _seat: str | None) -> Line:
    """A unit jumps."""
    whose = f"{event.seat.capitalize()}'s {event.squad} unit of combat group {event.group}"
    return Line(f"{whose} comes down.", (), "blitz.16.1b")


def dropped(state: State, event: Dropped, _seat: str | None) -> Line:
    """A model comes down."""
    return Line(f"{state.units[event.unit].name} comes down from the air.", (event.unit,), "blitz.16.1b")


def delayed(_state: State, event: DropDelayed, _seat: str | None) -> Line:
    """Another round in the air."""
    whose = f"{event.seat.capitalize()}'s {event.squad} unit of combat group {event.group}"
    return Line(f"{whose} is late and comes down in the next Cleanup.", (), "blitz.16.1b")


def repositioned(state: State, event: Repositioned, seat: str | None) -> Line:
    """Elsewhere beyond the edge, or on the table."""
    unit = state.units[event.unit]
    if not event.distance:
        return Line(f"{unit.name} comes onto the table.", (unit.id,), "blitz.16.2c")
    text = f"{unit.name} goes elsewhere beyond the edge"
    if seat in (None, unit.seat):
        text += f", {inches_text(event.distance)} in away now"
    return Line(f"{text}.", (unit.id,), "blitz.16.2c")


def boarded(state: State, event: Boarded, _seat: str | None) -> Line:
    """A model that begins aboard."""
    text = f"{state.units[event.unit].name} begins in the {state.units[event.carrier].name}."
    return Line(text, (event.unit, event.carrier), "blitz.18.5")


def defect(state: State, event: DefectFound, _seat: str | None) -> Line:
    """A machine that may fail."""
    text = f"{state.units[event.unit].name} has a defect [{event.face}]: {event.system.lower()}."
    return Line(text, (event.unit,), "blitz.force.leagueless")


# --- Leagueless: old machines are looked over before the game, and some of them are found wanting

INSPECTION: Final = "inspection"

WORN: Final = "Worn"

DEFECTS: Final = {
    1: "Electronics", 2: "Electronics", 3: "Sensors", 4: "Sensors", 5: "Move", 6: "Fire Control",
}  # fmt: skip
"""What the second die finds."""


@heeds("blitz.force.leagueless")
def is_inspected(unit: Unit) -> bool:
    """Every model of such a force but its commanders."""
    return WORN in unit.line.traits and not unit.rank


@heeds("blitz.force.leagueless")
def resolve_inspection(ctx: Ctx[State]) -> Script[None]:
    """A die for each: on a 1 another one says what does not work."""
    for unit in [unit for unit in ctx.state.units.values() if is_inspected(unit)]:
        (face,) = yield from throw(Roll("inspection", 1, 6, 1, unit.seat, unit.id, "blitz.force.leagueless"))
        if face == 1:
            (kind,) = yield from throw(Roll("what is defective", 1, 6, 1, unit.seat, unit.id, "blitz.force.leagueless"))
            ctx.emit(DefectFound(unit.id, kind, DEFECTS[kind]))
    ctx.emit(InspectionEnded("scenario" if ctx.state.scenario == "battle" else "sides"))


# --- 3.0b: the deployment check, and the choice of zones


@rule("blitz.3.0b")
def resolve_sides(ctx: Ctx[State]) -> Script[None]:
    """The winner of the deployment check takes a zone and deploys first, or leaves both to the opponent."""
    if not ctx.state.winner:
        yield from roll_initiative(ctx, "deployment")
        return
    kind = ctx.state.switches.get("zones", "wide")
    seat, named = ctx.state.winner, ZONES.get(kind, "Zones as the map marks them")
    prompt = f"{named}: take a deployment zone and deploy first, or leave both to the enemy?"
    order = yield from ask(Ask(seat, "side", about=(kind, "winner"), rule="blitz.3.0b", prompt=prompt))
    assert isinstance(order, ChooseSide), f"{order} names no side"
    if not order.side:
        ctx.emit(ChoiceGiven(seat))
        seat = opponent(seat)
        prompt = f"{named}: which deployment zone do you take?"
        order = yield from ask(Ask(seat, "side", about=(kind, "given"), rule="blitz.3.0b", prompt=prompt))
        assert isinstance(order, ChooseSide), f"{order} names no side"
    ctx.emit(SideTaken(seat, order.side, "markers" if ctx.state.scenario in FULL_BATTLES else "deployment"))


def offer_sides(state: State, ask: Ask) -> Iterator[Option]:
    """Every zone of this kind, and for the winner to leave the choice."""
    for side in _sides_for(state, ask):
        yield Pick(in_words(side).replace("+", " and ").capitalize(), ChooseSide(side), ask.rule)
    if ask.about[1] == "winner":
        yield Pick("Leave it to the enemy", ChooseSide(""), ask.rule)


def refuse_side(state: State, ask: Ask, order: ChooseSide) -> Refusal | None:
    """The zones of this scenario leave only some sides."""
    sides = _sides_for(state, ask)
    if order.side in sides or (not order.side and ask.about[1] == "winner"):
        return None
    if is_marked(sides[0]):
        return Refusal("side", ask.rule, f"Your zone lies {in_words(sides[0])}.")
    return Refusal("side", ask.rule, f"Zones lie in the {', '.join(sides)}, not in the {order.side or 'air'}.")


def _sides_for(state: State, ask: Ask) -> tuple[str, ...]:
    """The zones a seat may take; of those that a map marks its own."""
    sides = sides_of(state.ground, ask.about[0])
    return (marked_for(ask.seat),) if is_marked(sides[0]) else sides


# --- 3.0b and 16.2: where a model may be deployed, and in which order all of them are

PLACES = 40
"""Spots guessed at before all of them are searched."""


FIXED_FIRST, SUPPORT_NEXT, REGULARLY, LATE, LATER = range(5)


@heeds("blitz.16.2b", "blitz.16.2c", "blitz.16.1a", "blitz.16.1c", "blitz.18.3a")
def turn_of(unit: Unit) -> int:
    """When a model is deployed: fortifications first, then off-board support, everybody, and last those who come late.

    Who is dropped from the air comes in a Cleanup phase.
    """
    if is_works(unit):
        return FIXED_FIRST
    if unit.arrival in ("", SUPPORT, AIRDROP):
        return {"": REGULARLY, SUPPORT: SUPPORT_NEXT, AIRDROP: LATER}[unit.arrival]
    return LATE


def waiting(state: State, seat: str) -> list[Unit]:
    """The models of a seat that are to be placed now; nobody is before all of both sides are who come earlier.

    Components come with their core.
    """
    all_of_them = [unit for unit in state.units.values() if unit.status == WAITING and turn_of(unit) != LATER]
    whole = [unit for unit in all_of_them if not unit.parent or unit.line.type == "Drone"]
    now = min(map(turn_of, whole), default=LATER)
    return [unit for unit in whole if unit.seat == seat and turn_of(unit) == now]


@rule("blitz.18.3a")
@heeds("blitz.3.0b")
def deployable(state: State, seat: str) -> list[Unit]:
    """Those that may be next: fortifications of both sides first, then the combat group under way, or any."""
    if any(unit.line.type == "Fortification" for each in SEATS for unit in waiting(state, each)):
        return [unit for unit in waiting(state, seat) if unit.line.type == "Fortification"]
    return [unit for unit in waiting(state, seat) if not state.group or unit.group == state.group]


@heeds("blitz.3.0b")
def resolve_deployment(ctx: Ctx[State]) -> Script[None]:
    """One model of the combat group; when all stand the other side places a group."""
    seat = ctx.state.turn
    found = deployable(ctx.state, seat)
    if not found:
        follows = "scouting" if ctx.state.scenario in FULL_BATTLES else "setup"
        ctx.emit(DeploymentPassed(next_seat(seat, {each for each in SEATS if waiting(ctx.state, each)}), follows))
        return
    only = found[0].id if len(found) == 1 else ""
    prompt = f"Deploy the {found[0].name}." if only else "Which model do you deploy?"
    order = yield from ask(Ask(seat, "deploy", only, rule="blitz.3.0b", prompt=prompt))
    if isinstance(order, DeployAboard):
        ctx.emit(Boarded(order.unit, order.carrier, ctx.state.units[order.carrier].line.type == "Fortification"))
        yield from resolve_beginning(ctx, order.unit)
        return
    assert isinstance(order, Deploy), f"{order} deploys nobody"
    if ctx.state.units[order.unit].arrival in BEYOND:
        yield from resolve_beyond(ctx, order)
        return
    z = slope_at(ctx.state.ground, order.x, order.y)
    if ctx.state.units[order.unit].line.gait == "F":
        facing = facing_along(ctx.state.ground, order.x, order.y, order.facing)
        ctx.emit(Deployed(order.unit, order.x, order.y, 0, facing, True))
        return
    ctx.emit(Deployed(order.unit, order.x, order.y, z, order.facing))
    yield from resolve_beginning(ctx, order.unit)


@rule("blitz.16.2a", "blitz.16.2b")
def beginnings(state: State, unit: Unit) -> tuple[str, ...]:
    """The tokens a model may begin with: hidden, if it is amphibious and in water; in a fortification, two others."""
    if unit.carrier and is_works(state.units[unit.carrier]):
        return (HULL_DOWN, STANDBY)
    wet = "Amphib" in unit.line.traits and water_depth(state.ground, unit.x, unit.y)
    return (HIDING,) if wet else ()


@heeds("blitz.16.2a", "blitz.16.2b")
def resolve_beginning(ctx: Ctx[State], unit_id: str) -> Script[None]:
    """Ask whether a model that was just deployed begins the battle with a token."""
    unit = ctx.state.units[unit_id]
    tokens = beginnings(ctx.state, unit)
    if not tokens:
        return
    prompt = f"Does the {unit.name} begin {' or '.join(tokens)}?"
    answer = yield from ask(Ask(unit.seat, "prepare", unit.id, tokens, "blitz.16.2a", prompt, True))
    if isinstance(answer, Prepare):
        ctx.emit(Prepared(unit.id, answer.token))


def refuse_prepare(_state: State, ask: Ask, order: Prepare) -> Refusal | None:
    """What was asked about."""
    if order.token in ask.about:
        return None
    return Refusal("token", ask.rule, f"It may begin with {' or '.join(ask.about)}, not with '{order.token}'.")


def offer_preparations(_state: State, ask: Ask) -> Iterator[Option]:
    """The token, or none."""
    for token in ask.about:
        yield Pick(f"Begin {token}", Prepare(ask.unit, token), ask.rule)
    yield decline("Begin without", ask.rule)


@heeds("blitz.3.0b", "blitz.6.2", "blitz.6.5g", "blitz.18.3a")
def refuse_spot(state: State, unit: Unit, x: int, y: int, facing: int) -> Refusal | None:
    """Why a model cannot be placed at a spot: at an edge if it stays beyond it, else in its own zone."""
    if is_works(unit):
        return refuse_building(state, unit, x, y, facing)
    if unit.arrival in BEYOND:
        refusal = refuse_edge(state, unit, x, y)
        is_entering = noted_distance(state, unit) == 0
        return refusal or (refuse_ground(state, unit, x, y) if is_entering else None)
    if unit.line.gait == "F":
        return refuse_flyer(state, unit, x, y)
    body = Body(x, y, slope_at(state.ground, x, y), unit.line.radius, unit.height)
    if not is_in_zone(state, unit.seat, body):
        return Refusal("zone", "blitz.3.0b", f"The {unit.name} must stand wholly in its deployment zone.")
    return refuse_ground(state, unit, x, y)


def refuse_deploy(state: State, ask: Ask, order: Deploy) -> Refusal | None:
    """Why a model cannot be deployed so."""
    unit = next((unit for unit in deployable(state, ask.seat) if unit.id == order.unit), None)
    if unit is None:
        return Refusal("unit", ask.rule, f"{order.unit or 'Nobody'} is no model that you deploy now.")
    if not 0 <= order.facing < FULL_TURN:
        return Refusal("facing", ask.rule, "A facing is 0 to 3599 tenths of a degree.", {"facing": order.facing})
    return refuse_spot(state, unit, order.x, order.y, order.facing)


@heeds("blitz.18.5", "blitz.18.3a-outpost", "blitz.3.0b")
def refuse_aboard(state: State, ask: Ask, order: DeployAboard) -> Refusal | None:
    """Why a model cannot begin aboard there: not its turn, no transport of its side on the table, or no room."""
    unit = next((unit for unit in deployable(state, ask.seat) if unit.id == order.unit), None)
    if unit is None:
        return Refusal("unit", ask.rule, f"{order.unit or 'Nobody'} is no model that you deploy now.")
    carrier = state.units.get(order.carrier)
    if carrier is None or carrier.seat != ask.seat or not carrier.is_fielded or not carries(carrier, unit):
        message = f"{order.carrier or 'Nobody'} is no transport on the table that takes the {unit.name}."
        return Refusal("transport", "blitz.18.5", message)
    if not room_for(state, carrier, unit):
        return Refusal("room", "blitz.18.5", f"The {carrier.name} has no room left for the {unit.name}.")
    return None


def offer_deployments(state: State, ask: Ask) -> Iterator[Option]:
    """The models that may be put down next, or begin aboard what stands there."""
    for unit in deployable(state, ask.seat):
        for carrier in state.fielded(ask.seat):
            order = DeployAboard(unit.id, carrier.id)
            if carries(carrier, unit) and refuse_aboard(state, ask, order) is None:
                yield Pick(f"The {unit.name} begins in the {carrier.name}", order, "blitz.18.5")
        verb = f"Set the {unit.name} at the edge" if unit.arrival in BEYOND else f"Deploy the {unit.name}"
        zone = "" if commands_the_air(unit) else f"{unit.seat}-zone"
        yield Place(verb, Deploy(unit.id), ask.rule, unit=unit.id, zone=zone)


def guess_deploy(state: State, _ask: Ask, order: Deploy, chooser: Chooser, attempt: int) -> Order | None:
    """Somewhere in the zone, near the leader once there is one, facing the enemy more or less; at last any spot."""
    unit = state.units[order.unit]
    ahead = faces(state, unit.seat)
    if attempt == PLACES:
        spots = scattered(_spots(state, unit), chooser.randrange)
        ways = (ahead, (ahead + RIGHT_ANGLE) % FULL_TURN) if is_works(unit) else (ahead,)
        free = (Deploy(unit.id, *at, way) for at in spots for way in ways if not refuse_spot(state, unit, *at, way))
        return next(free, None)
    comrades = [other for other in state.comrades(unit) if other.status in (FIELDED, OFF_BOARD)]
    x, y = _somewhere(state, unit, chooser)
    if comrades:
        near = chooser.choice(comrades)
        x, y = near.x + chooser.randrange(-6000, 6001), near.y + chooser.randrange(-6000, 6001)
    if unit.arrival in BEYOND or unit.line.gait == "F":
        x, y = pushed_to_edge(state.ground, _inset(unit), x, y)
    return Deploy(unit.id, x, y, (ahead + chooser.randrange(-450, 451)) % FULL_TURN)


def _inset(unit: Unit) -> int:
    """How far from the edge those are set who keep to it."""
    return unit.line.radius if unit.arrival in BEYOND else RING // 2


def _somewhere(state: State, unit: Unit, chooser: Chooser) -> Spot:
    if unit.arrival in (STEALTH, RANGERS) or commands_the_air(unit):
        return chooser.randrange(0, state.ground.width), chooser.randrange(0, state.ground.height)
    x0, y0, x1, y1 = bounds(chooser.choice(zone_of(state, unit.seat)))
    return chooser.randrange(x0, x1), chooser.randrange(y0, y1)


def _spots(state: State, unit: Unit) -> Iterable[Spot]:
    if unit.arrival in BEYOND or unit.line.gait == "F":
        return edge_spots(state.ground, _inset(unit))
    reach = size_of(unit).width // 2 if is_works(unit) else unit.line.radius
    return (spot for part in zone_of(state, unit.seat) for spot in grid(bounds(part), reach))


def aim_deploy(state: State, ask: Ask, order: Deploy, spot: Aim) -> Order:
    """The spot, looking at the enemy's side unless something else is asked for."""
    facing = faces(state, ask.seat) if spot.facing is None else spot.facing % FULL_TURN
    x, y = spot.x, spot.y
    unit = state.units.get(order.unit)
    if unit is not None and unit.arrival in BEYOND:
        x, y = pushed_to_edge(state.ground, unit.line.radius, x, y)
    return Deploy(order.unit, x, y, facing)


# --- 16.1b: airdrops: the command roll, the drop zone, and landing

TRIES = 24

LANDING = "landing"


def airborne(state: State) -> list[tuple[str, int, str]]:
    """The units that are still to be dropped."""
    coming = (unit for unit in state.units.values() if unit.status == WAITING and unit.arrival == AIRDROP)
    return list(dict.fromkeys(unit_of(unit) for unit in coming))


def droppers(state: State, squad: tuple[str, int, str]) -> list[Unit]:
    """The models of a unit that are still in the air, its commander first."""
    mine = [unit for unit in state.units.values() if unit_of(unit) == squad and unit.status == WAITING]
    return sorted(mine, key=lambda unit: not unit.rank)


@rule("blitz.16.1b")
def resolve_drops(ctx: Ctx[State]) -> Script[None]:
    """The first Cleanup: a command roll for each unit that is to be dropped. Who fails comes in the second."""
    for squad in airborne(ctx.state):
        first = droppers(ctx.state, squad)[0]
        leader = leader_of_any(ctx.state, first) or first
        if ctx.state.round == 1:
            lines = tuple(modifiers_of(ctx.state, leader, CMD))
            test = DiceTest("airdrop", leader.id, CMD, rank_of(leader.rank).skill, lines, rule="blitz.16.1b")
            test = test._replace(enough=1, stake="without a success it drops a round later")
            made = yield from make_roll(ctx, test)
            if not made.successes:
                ctx.emit(DropDelayed(*squad))
                continue
        ctx.emit(DropBegun(*squad))
        landed = yield from _place_all(ctx, squad)
        for unit_id in landed:
            yield from _land(ctx, unit_id)


def leader_of_any(state: State, unit: Unit) -> Unit | None:
    """The commander of a unit that is not in play yet: its own, or the one of its combat group who is."""
    group = [u for u in state.units.values() if (u.seat, u.group) == (unit.seat, unit.group) and not u.is_destroyed]
    ranked = sorted((u for u in group if u.rank), key=lambda u: rank_of(u.rank).skill)
    return leader_of(state, unit) or next(iter(ranked), None)


@heeds("blitz.16.1b")
def _place_all(ctx: Ctx[State], squad: tuple[str, int, str]) -> Script[list[str]]:
    """Put every model down; who finds no room at all stays up and tries in the next Cleanup."""
    landed: list[str] = []
    for unit_id in [unit.id for unit in droppers(ctx.state, squad)]:
        unit = ctx.state.units[unit_id]
        has_room = next(_free_spots(ctx.state, unit, lambda low, _: low), None) is not None
        prompt = f"Where does the {unit.name} come down?"
        question = Ask(unit.seat, "drop", unit_id, (), "blitz.16.1b", prompt, optional=not has_room)
        order = yield from ask(question)
        if isinstance(order, Drop):
            z = slope_at(ctx.state.ground, order.x, order.y)
            ctx.emit(Dropped(unit_id, order.x, order.y, z, order.facing))
            landed.append(unit_id)
    return landed


@heeds("blitz.16.1b", "blitz.6.6a")
def landing_skill(unit: Unit) -> int:
    """PILOT, one better with jump jets or a jetpack."""
    return skill_of(unit, PILOT, -1 if unit.trait("Jump Jets") or unit.trait("Jetpack") else 0)


@heeds("blitz.16.1b", "blitz.6.6a", "blitz.18.4")
def _land(ctx: Ctx[State], unit_id: str) -> Script[None]:
    """A dangerous terrain test: who fails is hurt, and who rolls nothing but ones is destroyed. Drones always fail."""
    unit = ctx.state.units[unit_id]
    if unit.line.type == "Drone":
        hurt(ctx, Wound(unit_id, "", "the landing", unit.line.bulk))
        return
    lines = tuple(danger_lines(ctx.state, unit, unit.gait))
    test = DiceTest(LANDING, unit_id, PILOT, landing_skill(unit), lines, rule="blitz.16.1b")
    stake = "without a success it takes 1 damage; nothing but ones destroys it"
    made = yield from make_roll(ctx, test._replace(enough=1, stake=stake, avoids_ones=True))
    unit = ctx.state.units[unit_id]
    if made.successes:
        return
    if is_stuck(made):
        gone = leaves_nothing(unit, 0, True)
        ctx.emit(Damaged(unit_id, "", "the landing", unit.hull + unit.structure, 0, 0, True, gone))
    else:
        hurt(ctx, Wound(unit_id, "", "the landing", 1))


@heeds("blitz.16.1b", "blitz.15.3")
def refuse_drop(state: State, ask: Ask, order: Drop) -> Refusal | None:
    """Anywhere more than 6 in from all enemies where it can stand, in formation with its commander."""
    if not 0 <= order.facing < FULL_TURN:
        return Refusal("facing", ask.rule, "A facing is 0 to 3599 tenths of a degree.", {"facing": order.facing})
    return refuse_zone(state, state.units[ask.unit], order.x, order.y)


def refuse_zone(state: State, unit: Unit, x: int, y: int) -> Refusal | None:
    """Why a model cannot come down at a spot."""
    body = Body(x, y, slope_at(state.ground, x, y), unit.line.radius, unit.height)
    if not is_on_table(body, state.ground.width, state.ground.height):
        return Refusal("table", "blitz.16.1b", f"The {unit.name} would come down beside the table.")
    if any(distance(body, enemy.body) <= NEAR for enemy in state.fielded(opponent(unit.seat))):
        return Refusal("enemy", "blitz.16.1b", "An enemy is within 6 in of that spot.")
    centre = anchor(state, unit)
    if centre is not None and distance(body, centre.body) > NEAR:
        message = f"The {unit.name} comes down in formation, within 6 in of the {centre.name}."
        return Refusal("formation", "blitz.16.1b", message)
    return refuse_ground(state, unit, x, y)


@heeds("blitz.16.1b", "blitz.15.3")
def anchor(state: State, unit: Unit) -> Unit | None:
    """Whom it must be near: the leader of its group, if that is on the table, else the first of its unit that is."""
    leader = leader_of(state, unit)
    if leader is not None and leader.is_fielded:
        return leader
    return next((other for other in state.fielded(unit.seat) if unit_of(other) == unit_of(unit)), None)


def _free_spots(state: State, unit: Unit, pick: Callable[[int, int], int]) -> Iterator[tuple[int, int]]:
    centre = anchor(state, unit)
    near = () if centre is None else ((centre.x, centre.y, NEAR + centre.line.radius + unit.line.radius),)
    spots = grid((0, 0, state.ground.width, state.ground.height), unit.line.radius, near)
    return ((x, y) for x, y in scattered(spots, pick) if refuse_zone(state, unit, x, y) is None)


def offer_drops(state: State, ask: Ask) -> Iterator[Option]:
    """The model that is to come down."""
    unit = state.units[ask.unit]
    if ask.optional:
        yield decline("There is no room: stay up", ask.rule)
    else:
        yield Place(f"Drop the {unit.name}", Drop(unit.id), ask.rule, unit=unit.id, zone="table")


def guess_drop(state: State, _ask: Ask, order: Drop, chooser: Chooser, attempt: int) -> Order | None:
    """Somewhere, near its commander if there is one; at last any spot."""
    unit, centre = state.units[order.unit], anchor(state, state.units[order.unit])
    if attempt == TRIES:
        spot = next(_free_spots(state, unit, chooser.randrange), None)
        return None if spot is None else Drop(unit.id, *spot, faces(state, unit.seat))
    if centre is None:
        x, y = chooser.randrange(0, state.ground.width), chooser.randrange(0, state.ground.height)
    else:
        x, y = centre.x + chooser.randrange(-7000, 7001), centre.y + chooser.randrange(-7000, 7001)
    return Drop(unit.id, x, y, chooser.randrange(0, FULL_TURN))


def aim_drop(state: State, ask: Ask, order: Drop, spot: Aim) -> Order:
    """The spot, looking at the enemy's side unless something else is asked for."""
    facing = faces(state, ask.seat) if spot.facing is None else spot.facing % FULL_TURN
    return Drop(order.unit, spot.x, spot.y, facing)


# --- 16.1c: pathfinders: one free move before the first initiative


@rule("blitz.16.1c")
def begin_scouting(ctx: Ctx[State]) -> None:
    """The next pathfinder moves at combat speed; it has no actions yet. When all have, the battle begins."""
    left = (unit for unit in ctx.state.units.values() if unit.arrival == PATHFINDERS and unit.is_fielded)
    scout = next((unit for unit in left if not unit.used), None)
    ctx.emit(ScoutingEnded() if scout is None else ScoutingBegun(scout.id, moves_of(scout, COMBAT)))


def offer_scouting(state: State, ask: Ask) -> Iterator[Option]:
    """A move, and nothing else."""
    return (option for option in offer_moves(state, ask) if isinstance(option.order, Move | EndMove))


# --- 16.2c: off-board models that do not fire: along the edge, nearer or farther, and onto the table

MOVES = 2
"""How many moves nearer or farther a model may go."""


def noted(state: State, unit: Unit) -> int:
    """How far beyond the edge a model is, in mils."""
    return int(state.facts[f"{DISTANCE}:{unit.id}"].value)


@rule("blitz.16.2c")
@heeds("blitz.16.1a")
def may_reposition(unit: Unit) -> bool:
    """Whoever has not fired this round may spend all actions on another place; a gun without wheels stays."""
    return not unit.fired and unit.line.move > 0 and not unit.is_shorted


@heeds("blitz.16.2c", "blitz.16.1a", "blitz.3.1b")
def resolve_repositioning(ctx: Ctx[State]) -> Script[None]:
    """The end of the action phase: each off-board model that has not fired may go elsewhere, or come in."""
    for unit_id in [unit.id for unit in beyond(ctx.state) if may_reposition(unit)]:
        unit = ctx.state.units[unit_id]
        far = inches_text(noted(ctx.state, unit))
        prompt = f"The {unit.name} is {far} in beyond the edge and has not fired. Does it go elsewhere?"
        question = Ask(unit.seat, "reposition", unit_id, rule="blitz.16.2c", prompt=prompt, optional=True)
        order = yield from ask(question)
        if not isinstance(order, Reposition):
            continue
        left = max(0, noted(ctx.state, unit) + order.change * INCH)
        z = slope_at(ctx.state.ground, order.x, order.y)
        ctx.emit(Repositioned(unit_id, order.x, order.y, z, left))


@heeds("blitz.16.2c")
def refuse_reposition(state: State, ask: Ask, order: Reposition) -> Refusal | None:
    """Along its edge by its movement at most, and two moves nearer or farther; to come in it needs room."""
    unit = state.units[ask.unit]
    body = Body(order.x, order.y, 0, unit.line.radius, unit.height)
    far, most = between(unit.x, unit.y, order.x, order.y), MOVES * unit.line.move
    if not set(edges_touched(state.ground, unit.body)) & set(edges_touched(state.ground, body)):
        return Refusal("edge", ask.rule, f"The {unit.name} goes along the edge it is at.")
    if far > unit.line.move:
        reach = inches_text(unit.line.move)
        message = f"The {unit.name} goes {reach} in along the edge at most, not {inches_text(far)}."
        return Refusal("along", ask.rule, message, {"distance": far, "most": unit.line.move})
    if abs(order.change) * INCH > most:
        message = f"The {unit.name} comes nearer, or goes farther, by {inches_text(most)} in at most."
        return Refusal("moves", ask.rule, message, {"change": order.change})
    if noted(state, unit) + order.change * INCH <= 0:
        return refuse_ground(state, unit, order.x, order.y)
    if any(bodies_overlap(body, other.body) for other in beyond(state) if other.id != unit.id):
        return Refusal("overlap", "blitz.6.2", "Another off-board model is set there.")
    return None


def offer_repositionings(state: State, ask: Ask) -> Iterator[Option]:
    """Nearer or farther by one move or two where it is, or anywhere along the edge; or to stay."""
    unit = state.units[ask.unit]
    move = unit.line.move // INCH
    for change in (-MOVES * move, -move, move, MOVES * move):
        order = Reposition(unit.id, unit.x, unit.y, change)
        if refuse_reposition(state, ask, order) is None:
            enters = noted(state, unit) + change * INCH <= 0
            label = "Enter the table" if enters else f"{'Nearer' if change < 0 else 'Farther'} by {abs(change)} in"
            yield Pick(label, order, ask.rule)
    for change in (-MOVES * move, 0):
        label = f"Along the edge{' and nearer' if change else ''}"
        yield Place(label, Reposition(unit.id, unit.x, unit.y, change), ask.rule, unit=unit.id, zone="edge")
    yield decline("Stay", ask.rule)


def guess_reposition(state: State, _ask: Ask, order: Reposition, chooser: Chooser, _attempt: int) -> Order:
    """Somewhere along the edge."""
    unit = state.units[order.unit]
    move = unit.line.move
    x, y = unit.x + chooser.randrange(-move, move + 1), unit.y + chooser.randrange(-move, move + 1)
    return Reposition(unit.id, *pushed_to_edge(state.ground, unit.line.radius, x, y), order.change)


def aim_reposition(state: State, _ask: Ask, order: Reposition, spot: Aim) -> Order:
    """The place at the edge that is nearest to the spot."""
    radius = state.units[order.unit].line.radius
    return Reposition(order.unit, *pushed_to_edge(state.ground, radius, spot.x, spot.y), order.change)


# --- The contents of the chapter

DEPLOYMENT: Chapter[State] = Chapter(
    "3.0b, 16.1, 16.2: deployment",
    orders=(
        OrderRules(ChooseSide, "side", refuse_side),
        OrderRules(Declare, "declare", refuse_declare),
        OrderRules(DeployAboard, "deploy", refuse_aboard),
        OrderRules(Deploy, "deploy", refuse_deploy, None, guess_deploy, PLACES + 1, aim_deploy),
        OrderRules(NoteDistance, "distance", refuse_distance, None, guess_distance, aim=aim_distance),
        OrderRules(Prepare, "prepare", refuse_prepare),
        OrderRules(Drop, "drop", refuse_drop, None, guess_drop, TRIES + 1, aim_drop),
        OrderRules(Reposition, "reposition", refuse_reposition, None, guess_reposition, aim=aim_reposition),
    ),
    events={
        DefectFound: defect,
        InspectionEnded: None,
        SideTaken: side,
        ChoiceGiven: given,
        Declared: declared,
        DeclaringPassed: None,
        Deployed: deployed,
        SetBeyond: set_beyond,
        Boarded: boarded,
        DeploymentPassed: None,
        Prepared: prepared,
        ScoutingBegun: scouting,
        ScoutingEnded: None,
        DropBegun: drop_begun,
        Dropped: dropped,
        DropDelayed: delayed,
        Repositioned: repositioned,
    },
)
