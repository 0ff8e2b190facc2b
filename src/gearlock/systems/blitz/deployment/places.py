"""3.0b: where a model may be deployed: in its own zone, on ground that holds it, nobody in the way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gearlock.kernel.asks import Ask, Option, Pick, Place
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.system import Aim, Chooser
from gearlock.mechanics.ground.surfaces import slope_at, solids_under, water_depth
from gearlock.mechanics.placing.search import Spot, grid, scattered
from gearlock.mechanics.turns import SEATS, next_seat
from gearlock.systems.blitz.air.ring import facing_along
from gearlock.systems.blitz.deployment.events import Boarded, ChoiceGiven, Deployed, DeploymentPassed, SideTaken
from gearlock.systems.blitz.deployment.orders import ChooseSide, Deploy, DeployAboard
from gearlock.systems.blitz.deployment.zones import ZONES, faces, is_in_zone, sides_of, zone_of
from gearlock.systems.blitz.general_concepts.works import is_works
from gearlock.systems.blitz.lock_and_cover.built import built
from gearlock.systems.blitz.rounds.initiative import roll_initiative
from gearlock.systems.blitz.state import WAITING, State, Unit, opponent
from gearlock.systems.blitz.transport.room import carries, room_for
from gearlock.table.bodies import Body
from gearlock.table.inches import bodies_overlap
from gearlock.table.measure import FULL_TURN, INCH
from gearlock.table.polygon import bounds, is_inside

RING = 4 * INCH
"""How far from the edge aircraft circle."""
PLACES = 40
"""Spots guessed at before all of them are searched."""


@rule("blitz.3.0b")
def resolve_sides(ctx: Ctx[State]) -> Script[None]:
    """The winner of the deployment check takes a zone and deploys first, or leaves both to the opponent."""
    if not ctx.state.winner:
        yield from roll_initiative(ctx, "deployment")
        return
    kind = ctx.state.switches.get("zones", "wide")
    seat = ctx.state.winner
    prompt = f"{ZONES[kind]}: take a deployment zone and deploy first, or leave both to the enemy?"
    order = yield from ask(Ask(seat, "side", about=(kind, "winner"), rule="blitz.3.0b", prompt=prompt))
    assert isinstance(order, ChooseSide), f"{order} names no side"
    if not order.side:
        ctx.emit(ChoiceGiven(seat))
        seat = opponent(seat)
        prompt = f"{ZONES[kind]}: which deployment zone do you take?"
        order = yield from ask(Ask(seat, "side", about=(kind, "given"), rule="blitz.3.0b", prompt=prompt))
        assert isinstance(order, ChooseSide), f"{order} names no side"
    ctx.emit(SideTaken(seat, order.side))


def offer_sides(state: State, ask: Ask) -> Iterator[Option]:
    """Every zone of this kind, and for the winner to leave the choice."""
    for side in sides_of(state.ground, ask.about[0]):
        yield Pick(f"In the {side.replace('+', ' and ')}", ChooseSide(side), ask.rule)
    if ask.about[1] == "winner":
        yield Pick("Leave it to the enemy", ChooseSide(""), ask.rule)


def refuse_side(state: State, ask: Ask, order: ChooseSide) -> Refusal | None:
    """The zones of this scenario leave only some sides."""
    sides = sides_of(state.ground, ask.about[0])
    if order.side in sides or (not order.side and ask.about[1] == "winner"):
        return None
    return Refusal("side", ask.rule, f"Zones lie in the {', '.join(sides)}, not in the {order.side or 'air'}.")


def waiting(state: State, seat: str) -> list[Unit]:
    """The models of a seat that are still to be placed; components come with their core."""
    mine = (unit for unit in state.units.values() if unit.seat == seat and unit.status == WAITING)
    return [unit for unit in mine if not unit.parent or unit.line.type == "Drone"]


@rule("blitz.18.3a")
@heeds("blitz.3.0b")
def deployable(state: State, seat: str) -> list[Unit]:
    """Those that may be next: fortifications of both sides first, then the combat group under way, or any."""
    if any(unit.line.type == "Fortification" for each in SEATS for unit in waiting(state, each)):
        return [unit for unit in waiting(state, seat) if unit.line.type == "Fortification"]
    return [unit for unit in waiting(state, seat) if not state.group or unit.group == state.group]


def _anything(state: State, seat: str) -> bool:
    """Whether a seat has anything to place now, whichever group comes next."""
    works = any(unit.line.type == "Fortification" for each in SEATS for unit in waiting(state, each))
    return any(not works or unit.line.type == "Fortification" for unit in waiting(state, seat))


@heeds("blitz.3.0b")
def resolve_deployment(ctx: Ctx[State]) -> Script[None]:
    """One model of the combat group; when all stand the other side places a group."""
    seat = ctx.state.turn
    found = deployable(ctx.state, seat)
    if not found:
        ctx.emit(DeploymentPassed(next_seat(seat, {each for each in SEATS if _anything(ctx.state, each)})))
        return
    only = found[0].id if len(found) == 1 else ""
    prompt = f"Deploy the {found[0].name}." if only else "Which model do you deploy?"
    order = yield from ask(Ask(seat, "deploy", only, rule="blitz.3.0b", prompt=prompt))
    if isinstance(order, DeployAboard):
        ctx.emit(Boarded(order.unit, order.carrier, ctx.state.units[order.carrier].line.type == "Fortification"))
        return
    assert isinstance(order, Deploy), f"{order} deploys nobody"
    z = slope_at(ctx.state.ground, order.x, order.y)
    if ctx.state.units[order.unit].line.gait == "F":
        facing = facing_along(ctx.state.ground, order.x, order.y, order.facing)
        ctx.emit(Deployed(order.unit, order.x, order.y, 0, facing, True))
        return
    ctx.emit(Deployed(order.unit, order.x, order.y, z, order.facing))


@rule("blitz.17.0b", "blitz.17.0a")
def refuse_flyer(state: State, unit: Unit, body: Body) -> Refusal | None:
    """Why an aircraft cannot begin there: it circles within 4 in of a table edge, in its zone."""
    ground = state.ground
    edge = min(body.x, body.y, ground.width - body.x, ground.height - body.y)
    if 0 <= edge <= RING and any(is_inside(part, body.x, body.y) for part in zone_of(state, unit.seat)):
        return None
    message = f"The {unit.name} begins circling: within 4 in of a table edge, in its deployment zone."
    return Refusal("zone", "blitz.17.0b", message)


@heeds("blitz.3.0b", "blitz.6.2", "blitz.6.5g")
def refuse_spot(state: State, unit: Unit, x: int, y: int) -> Refusal | None:
    """Why a model cannot be placed at a spot."""
    body = Body(x, y, slope_at(state.ground, x, y), unit.line.radius, unit.height)
    if unit.line.gait == "F":
        return refuse_flyer(state, unit, body)
    if not is_in_zone(state, unit.seat, body):
        return Refusal("zone", "blitz.3.0b", f"The {unit.name} must stand wholly in its deployment zone.")
    if any(bodies_overlap(body, other.body) for other in state.standing() if not is_works(other) and not other.carrier):
        return Refusal("overlap", "blitz.6.2", "Another model stands there.")
    if solids_under(built(state), body):
        return Refusal("terrain", "blitz.6.5b", "Impassable terrain stands there.")
    depth = water_depth(state.ground, x, y)
    if 2 * depth >= unit.line.height and depth and unit.line.gait != "H" and "Amphib" not in unit.line.traits:
        return Refusal("water", "blitz.6.5g", f"The water is too deep for the {unit.name}.")
    return None


def refuse_deploy(state: State, ask: Ask, order: Deploy) -> Refusal | None:
    """Why a model cannot be deployed so."""
    unit = next((unit for unit in deployable(state, ask.seat) if unit.id == order.unit), None)
    if unit is None:
        return Refusal("unit", ask.rule, f"{order.unit or 'Nobody'} is no model that you deploy now.")
    if not 0 <= order.facing < FULL_TURN:
        return Refusal("facing", ask.rule, "A facing is 0 to 3599 tenths of a degree.", {"facing": order.facing})
    return refuse_spot(state, unit, order.x, order.y)


@heeds("blitz.18.5", "blitz.18.3a-outpost", "blitz.3.0b")
def refuse_aboard(state: State, ask: Ask, order: DeployAboard) -> Refusal | None:
    """Why a model cannot begin aboard there: not its turn, no transport of its side on the table, or no room."""
    unit = next((unit for unit in deployable(state, ask.seat) if unit.id == order.unit), None)
    if unit is None or unit.line.type == "Drone":
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
        yield Place(f"Deploy the {unit.name}", Deploy(unit.id), ask.rule, unit=unit.id, zone=f"{unit.seat}-zone")


def guess_deploy(state: State, _ask: Ask, order: Deploy, chooser: Chooser, attempt: int) -> Order | None:
    """Somewhere in the zone, near the leader once there is one, facing the enemy more or less; at last any spot."""
    unit = state.units[order.unit]
    ahead = faces(state, unit.seat)
    if attempt == PLACES:
        spots = scattered(_spots(state, unit), chooser.randrange)
        free = (Deploy(unit.id, x, y, ahead) for x, y in spots if refuse_spot(state, unit, x, y) is None)
        return next(free, None)
    comrades = [other for other in state.comrades(unit) if other.is_fielded]
    x0, y0, x1, y1 = bounds(chooser.choice(zone_of(state, unit.seat)))
    x, y = chooser.randrange(x0, x1), chooser.randrange(y0, y1)
    if comrades:
        near = chooser.choice(comrades)
        x, y = near.x + chooser.randrange(-6000, 6001), near.y + chooser.randrange(-6000, 6001)
    return Deploy(unit.id, x, y, (ahead + chooser.randrange(-450, 451)) % FULL_TURN)


def _spots(state: State, unit: Unit) -> Iterable[Spot]:
    if unit.line.gait == "F":
        return (spot for part in zone_of(state, unit.seat) for spot in grid(bounds(part), 0))
    return (spot for part in zone_of(state, unit.seat) for spot in grid(bounds(part), unit.line.radius))


def aim_deploy(state: State, ask: Ask, order: Deploy, spot: Aim) -> Order:
    """The spot, looking at the enemy's side unless something else is asked for."""
    facing = faces(state, ask.seat) if spot.facing is None else spot.facing % FULL_TURN
    return Deploy(order.unit, spot.x, spot.y, facing)
