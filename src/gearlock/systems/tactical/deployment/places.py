"""2.6.2, Step Zero: combat groups are placed in turn, each unit with a declared speed."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from gearlock.kernel.asks import Ask, Option, Pick, Place
from gearlock.kernel.chapters import checked
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.system import Aim, Chooser
from gearlock.mechanics.figures import Mover, overlapped, ruled
from gearlock.mechanics.placing.search import grid, scattered
from gearlock.mechanics.placing.spots import Stand, stand_at
from gearlock.mechanics.turns import SEATS, next_seat
from gearlock.systems.tactical.cards import MODE_WORDS
from gearlock.systems.tactical.deployment.events import Deployed, DeploymentPassed, StartedAboard
from gearlock.systems.tactical.deployment.orders import Deploy, DeployAboard, Hide
from gearlock.systems.tactical.deployment.zones import faces, half_of, is_in_zone, may_hide, zone_boxes, zone_words
from gearlock.systems.tactical.line_of_sight.standing import ground_type, terrain_under
from gearlock.systems.tactical.line_of_sight.terrain import WATERS
from gearlock.systems.tactical.movement.ground import price_of
from gearlock.systems.tactical.movement.switching import with_mode
from gearlock.systems.tactical.rounds.hiding import RULE as SCOUTING
from gearlock.systems.tactical.rounds.hiding import UnitHidden
from gearlock.systems.tactical.speed import MP, allowance
from gearlock.systems.tactical.state import COMBAT, KEPT_SLOW, STATIONARY, TOP, WAITING, State, Unit
from gearlock.systems.tactical.transports.passengers import refuse_seats
from gearlock.table.bodies import Body
from gearlock.table.measure import FULL_TURN, INCH

RULE = "tactical.2.6.2-step0-deployment"
DEPLOY = "deploy"
SPEEDS = {COMBAT: "at Combat Speed", STATIONARY: "stationary", TOP: "at Top Speed"}
PLACES = 40
"""Spots guessed at before all of them are searched."""
PLACES_ALL_FIRST = "places all first"
"""A switch with the seat that places everything before the other places anything."""
CODES = {"table": RULE, "terrain": RULE}


def waiting(state: State, seat: str) -> list[Unit]:
    """The units of a seat that are still to be placed."""
    return [unit for unit in state.units.values() if unit.seat == seat and unit.status == WAITING and not unit.carrier]


def deployable(state: State, seat: str) -> list[Unit]:
    """Those that may be next: of the combat group under way, else any."""
    return [unit for unit in waiting(state, seat) if not state.group or unit.group == state.group]


@rule("tactical.2.6.2-step0-deployment")
def resolve_deployment(ctx: Ctx[State]) -> Script[None]:
    """One unit of the combat group; when all of it stand the other side places a group."""
    seat = ctx.state.turn
    found = deployable(ctx.state, seat)
    if not found:
        follows = ctx.state.switches.get("after deployment", "round")
        ctx.emit(DeploymentPassed(places_next(ctx.state, seat), follows))
        return
    yield from resolve_placing(ctx, seat)


def resolve_placing(ctx: Ctx[State], seat: str) -> Script[None]:
    """One unit that waits is placed, at the beginning or when it arrives."""
    found = deployable(ctx.state, seat)
    only = found[0].id if len(found) == 1 else ""
    prompt = f"Place the {found[0].name}." if only else "Which unit do you place?"
    order = yield from ask(Ask(seat, DEPLOY, only, rule=RULE, prompt=prompt))
    if isinstance(order, DeployAboard):
        ctx.emit(StartedAboard(order.unit, order.carrier))
        return
    assert isinstance(order, Deploy), f"{order} places nobody"
    place(ctx, order)


@heeds("tactical.4.3.4", "tactical.4.3.5")
def places_next(state: State, seat: str) -> str:
    """Who places a combat group after this seat; where a scenario says who places all first, the others wait."""
    left = {each for each in SEATS if waiting(state, each)}
    first = state.switches.get(PLACES_ALL_FIRST, "")
    return first if first in left else next_seat(seat, left)


def place(ctx: Ctx[State], order: Deploy) -> None:
    """Put a unit down as an order says that was found legal."""
    state, unit = ctx.state, ctx.state.units[order.unit]
    z = checked(standing(state, unit, order.x, order.y)).body.z
    mode = order.mode or unit.card.primary
    there = with_mode(unit, mode)
    there.x, there.y = order.x, order.y
    moved = first_inches(state, there, order.speed, terrain_under(state, there)) * INCH
    kind = UnitHidden if order.hidden else Deployed
    ctx.emit(kind(unit.id, order.x, order.y, z, order.facing, order.speed, mode, moved))


@rule("tactical.2.6.2-first-round-speed")
def first_inches(state: State, unit: Unit, speed: str, terrain: str) -> int:
    """The whole inches a unit counts as having moved at first: all MP of its speed in the terrain it stands in."""
    price = price_of(state, unit, terrain) or 1
    return allowance(unit, speed) // (price * MP)


def standing(state: State, unit: Unit, x: int, y: int) -> Stand | Refusal:
    """What a unit comes to stand on at a spot; nothing where somebody stands or its movement system cannot be."""
    found = ruled(stand_at(state.ground, Mover(unit, unit.card.radius), x, y, 0), CODES)
    if isinstance(found, Refusal):
        return found
    other = overlapped(found.body, (each for each in state.standing() if each.id != unit.id))
    if other is not None:
        return Refusal("overlap", RULE, f"The {other.name} stands there.", {"unit": other.id})
    return found


@heeds("tactical.2.6.2-step0-deployment", "tactical.4.1.3-scouting")
def refuse_spot(state: State, unit: Unit, x: int, y: int, mode: str, hidden: bool = False) -> Refusal | None:
    """Why a unit cannot be placed at a spot: outside its zone, or where it could not stand."""
    stand = standing(state, unit, x, y)
    if not isinstance(stand, Refusal) and not is_in_zone(state, unit, stand.body, hidden):
        does, where = "hides" if hidden else "deploys", zone_words(state, unit, hidden)
        over = is_in_zone(state, unit, Body(x, y, stand.body.z, 0), hidden)
        return Refusal("zone", RULE, f"The {unit.name} {does} {where}{', with its whole base' * over}.")
    return refuse_standing(state, unit, x, y, mode)


@heeds("tactical.2.6.5-water", "tactical.2.6.5-terrain-costs")
def refuse_standing(state: State, unit: Unit, x: int, y: int, mode: str) -> Refusal | None:
    """Why a unit cannot stand at a spot: somebody is there, or the ground is closed to it."""
    stand = standing(state, unit, x, y)
    if isinstance(stand, Refusal):
        return stand
    terrain, driven = ground_type(state, x, y), with_mode(unit, mode or unit.card.primary)
    closed = driven.mode and price_of(state, driven, terrain) is None
    floods = terrain in WATERS and driven.mode not in ("H", "N", "S") and not unit.card.has("Amphibious")
    if closed or floods:
        return Refusal("terrain", "tactical.2.6.5-terrain-costs", f"The {unit.name} cannot be in {terrain}.")
    return None


def refuse_deploy(state: State, question: Ask, order: Deploy) -> Refusal | None:
    """Why a unit cannot be placed so."""
    mine = {unit.id: unit for unit in deployable(state, question.seat)}
    if order.unit not in mine:
        return Refusal("unit", RULE, f"{order.unit or 'Nobody'} is no unit that you place now.")
    unit = mine[order.unit]
    if order.facing not in range(FULL_TURN):
        return Refusal("facing", RULE, "A facing is 0 to 3599 tenths of a degree.", {"facing": order.facing})
    if order.hidden and not (may_hide(state, question.seat) and state.phase == "deployment"):
        return Refusal("hidden", SCOUTING, "Only who has won a total ambush hides units: a scouting margin of 4.")
    refusal = refuse_speed(unit, order.speed, order.mode)
    return refusal or refuse_spot(state, unit, order.x, order.y, order.mode, order.hidden)


@heeds("tactical.7.2-passengers")
def refuse_aboard(state: State, question: Ask, order: DeployAboard) -> Refusal | None:
    """Why a squad cannot begin aboard: the transport is not there yet, or has no seats left for it."""
    carrier = state.units.get(order.carrier)
    unit = next((each for each in deployable(state, question.seat) if each.id == order.unit), None)
    if unit is None or not unit.is_infantry:
        return Refusal("unit", RULE, f"{order.unit or 'Nobody'} is no squad that you place now.")
    if carrier is None or carrier.seat != unit.seat or not carrier.is_fielded:
        return Refusal("carrier", RULE, f"{order.carrier or 'Nothing'} is no vehicle of yours on the table.")
    return refuse_seats(state, carrier, unit)


@heeds("tactical.2.6.2-step0-deployment", "tactical.3.6.2", "tactical.4.3.5")
def refuse_speed(unit: Unit, speed: str, mode: str) -> Refusal | None:
    """Why a unit cannot begin so: stationary, at Combat or at Top Speed, if it has that."""
    if mode and mode not in unit.card.modes:
        words = ", ".join(MODE_WORDS[each] for each in unit.card.modes) or "none"
        return Refusal("mode", RULE, f"The {unit.name} has these movement systems: {words}.")
    if speed not in SPEEDS:
        return Refusal("speed", RULE, f"A speed is one of {', '.join(SPEEDS)}, not '{speed}'.")
    if unit.token(KEPT_SLOW) and speed != COMBAT:
        return Refusal("speed", "tactical.4.3.5", f"The {unit.name} begins the battle at Combat Speed.")
    driven = with_mode(unit, mode or unit.card.primary)
    top, combat = allowance(driven, TOP), allowance(driven, COMBAT)
    if speed == TOP and (unit.is_infantry or top <= combat):
        return Refusal("speed", "tactical.2.6.5-top-speed", f"The {unit.name} has no Top Speed.")
    return None


def offer_deployments(state: State, question: Ask) -> Iterator[Option]:
    """The units that may be put down next, at each speed and in each movement system."""
    for unit in deployable(state, question.seat):
        for carrier in state.fielded(question.seat) if unit.is_infantry else ():
            if refuse_aboard(state, question, DeployAboard(unit.id, carrier.id)) is None:
                label = f"The {unit.name} begins aboard the {carrier.name}"
                yield Pick(label, DeployAboard(unit.id, carrier.id), "tactical.7.2-passengers")
        for mode in tuple(unit.card.modes) or ("",):
            for speed in SPEEDS if unit.card.modes else (STATIONARY,):
                if refuse_speed(unit, speed, mode) is None:
                    system = f" ({MODE_WORDS[mode]})" if len(unit.card.modes) > 1 else ""
                    label = f"Place the {unit.name} {SPEEDS[speed]}{system}"
                    order = Deploy(unit.id, speed=speed, mode=mode)
                    yield Place(label, order, RULE, unit.id, f"{unit.seat}-zone")
                    if may_hide(state, question.seat) and state.phase == "deployment":
                        secret = Hide(unit.id, speed=speed, mode=mode)
                        label = f"Hide the {unit.name} {SPEEDS[speed]}{system}"
                        yield Place(label, secret, SCOUTING, unit.id, f"{unit.seat}-half")


def _at(order: Deploy, x: int, y: int, facing: int) -> Deploy:
    """The same order at a spot."""
    return msgspec.structs.replace(order, x=x, y=y, facing=facing)


def guess_deploy(state: State, _ask: Ask, order: Deploy, chooser: Chooser, attempt: int) -> Order | None:
    """Somewhere in the zone, near comrades once there are any, facing the enemy more or less; at last any spot."""
    unit = state.units[order.unit]
    ahead = faces(state, unit.seat)
    boxes = [half_of(state, unit.seat)] if order.hidden else zone_boxes(state, unit)
    if attempt == PLACES:
        spots = scattered((spot for box in boxes for spot in grid(box, unit.card.radius)), chooser.randrange)
        free = (at for at in spots if refuse_spot(state, unit, *at, order.mode, order.hidden) is None)
        found = next(free, None)
        return None if found is None else _at(order, *found, ahead)
    x0, y0, x1, y1 = chooser.choice(boxes)
    x, y = chooser.randrange(x0, max(x0 + 1, x1)), chooser.randrange(y0, max(y0 + 1, y1))
    near = [other for other in state.fielded(unit.seat) if other.group == unit.group]
    if near:
        beside, reach = chooser.choice(near), unit.card.radius * 2 + 5 * INCH
        x, y = beside.x + chooser.randrange(-reach, reach + 1), beside.y + chooser.randrange(-reach, reach + 1)
    return _at(order, x, y, (ahead + chooser.randrange(-300, 301)) % FULL_TURN)


def aim_deploy(state: State, question: Ask, order: Deploy, spot: Aim) -> Order:
    """The spot, looking at the enemy's side unless something else is asked for."""
    facing = faces(state, question.seat) if spot.facing is None else spot.facing % FULL_TURN
    return _at(order, spot.x, spot.y, facing)
