"""3.0b and 16.2: where a model may be deployed, and in which order all of them are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gearlock.kernel.asks import Ask, Option, Pick, Place, decline
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.system import Aim, Chooser
from gearlock.mechanics.ground.surfaces import slope_at, water_depth
from gearlock.mechanics.placing.search import Spot, grid, scattered
from gearlock.mechanics.turns import SEATS, next_seat
from gearlock.systems.blitz.air.ring import facing_along
from gearlock.systems.blitz.deployment.distances import noted_distance, resolve_beyond
from gearlock.systems.blitz.deployment.edges import (
    RING,
    commands_the_air,
    edge_spots,
    pushed_to_edge,
    refuse_edge,
    refuse_flyer,
)
from gearlock.systems.blitz.deployment.events import Boarded, Deployed, DeploymentPassed, Prepared
from gearlock.systems.blitz.deployment.orders import Deploy, DeployAboard, Prepare
from gearlock.systems.blitz.deployment.reserves import (
    AIRDROP,
    BEYOND,
    FULL_BATTLES,
    RANGERS,
    STEALTH,
    SUPPORT,
)
from gearlock.systems.blitz.deployment.standing_room import refuse_building, refuse_ground
from gearlock.systems.blitz.deployment.zones import faces, is_in_zone, zone_of
from gearlock.systems.blitz.general_concepts.works import is_works, size_of
from gearlock.systems.blitz.state import FIELDED, HIDING, HULL_DOWN, OFF_BOARD, STANDBY, WAITING, State, Unit
from gearlock.systems.blitz.transport.room import carries, room_for
from gearlock.table.bodies import Body
from gearlock.table.measure import FULL_TURN, RIGHT_ANGLE
from gearlock.table.polygon import bounds

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
