"""2.6.3 and 7.2: squads get in and out, as many men in an Action as the vehicle's Size."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick, Place
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.system import Aim, Chooser
from gearlock.systems.tactical.attacks.acting import refuse_acting
from gearlock.systems.tactical.damage.condition import perk
from gearlock.systems.tactical.damage.crew import is_crewless
from gearlock.systems.tactical.damage.losing import riders
from gearlock.systems.tactical.infantry_cards import ATV
from gearlock.systems.tactical.line_of_sight.standing import ground_type
from gearlock.systems.tactical.line_of_sight.terrain import WATERS
from gearlock.systems.tactical.movement.entering import resolve_landed
from gearlock.systems.tactical.movement.events import BOARDING, LEAVING
from gearlock.systems.tactical.movement.ground import price_of, refuse_water
from gearlock.systems.tactical.movement.passage import CLIFF
from gearlock.systems.tactical.movement.room import has_room, level_below, spots_around
from gearlock.systems.tactical.squads import standing
from gearlock.systems.tactical.state import TOP, State, Unit
from gearlock.systems.tactical.transports.events import Boarded, Disembarked
from gearlock.systems.tactical.transports.orders import Board, Disembark
from gearlock.table.measure import INCH, advance, bearing, distance

RULE = "tactical.7.2-passengers"
SEATS = "Passenger Seating"
NEAR = INCH
"""Men walk so far between their place and the vehicle, from base to base."""


def seats_left(state: State, vehicle: Unit) -> int:
    """Seats that nobody sits in."""
    return perk(vehicle, SEATS) - sum(standing(squad) for squad in riders(state, vehicle.id))


@heeds("tactical.2.6.3")
def refuse_carrier(state: State, vehicle: Unit) -> Refusal | None:
    """Why nobody gets in or out of a vehicle now."""
    now = state.activation
    if now is None or now.unit != vehicle.id or not vehicle.is_fielded:
        return Refusal("passive", RULE, f"The {vehicle.name} loads and unloads in its own activation only.")
    if not perk(vehicle, SEATS):
        return Refusal("seats", RULE, f"The {vehicle.name} has no seats for passengers.")
    if TOP in (vehicle.speed, vehicle.next_speed):
        return Refusal("top", RULE, f"Nobody gets in or out of the {vehicle.name} at Top Speed.")
    if is_crewless(vehicle):
        return Refusal("crew", "tactical.2.6.3", f"Nobody is left in the {vehicle.name} to let anybody in.")
    return refuse_acting(vehicle)


@heeds("tactical.2.6.3", "tactical.7.2-passengers")
def refuse_board(state: State, order: Board) -> Refusal | None:
    """Why a squad cannot get in: not one's own, too far away, too many, or on ATVs."""
    vehicle, squad = state.units[order.unit], state.units.get(order.squad)
    refusal = refuse_carrier(state, vehicle)
    if refusal is not None:
        return refusal
    if squad is None or squad.seat != vehicle.seat or not squad.is_infantry or not squad.is_fielded:
        return Refusal("squad", RULE, f"{order.squad or 'Nobody'} is no squad of yours on the table.")
    if gap(vehicle, squad.x, squad.y, squad) > NEAR or abs(vehicle.z - squad.z) >= CLIFF:
        return Refusal("far", RULE, f"The {squad.name} must be within 1 in of the {vehicle.name}, base to base.")
    return refuse_seats(state, vehicle, squad)


@heeds("tactical.7.2-passengers")
def refuse_seats(state: State, vehicle: Unit, squad: Unit) -> Refusal | None:
    """Why a squad does not fit in: too many men for the seats that are left, or ATVs."""
    if squad.card.squad is not None and squad.card.squad.mount == ATV:
        return Refusal("mounted", RULE, f"The {squad.name} ride ATVs: these do not fit in.")
    men, seats = standing(squad), seats_left(state, vehicle)
    if men > seats:
        message = f"The {vehicle.name} has {seats} seats left for {men} men."
        return Refusal("seats", RULE, message, {"men": men, "seats": seats})
    return None


def gap(vehicle: Unit, x: int, y: int, squad: Unit) -> int:
    """Mils between the bases."""
    return distance(vehicle.x, vehicle.y, x, y) - vehicle.card.radius - squad.card.radius


@heeds("tactical.2.6.3")
def men_after(vehicle: Unit, squad: Unit, token: str) -> tuple[int, bool]:
    """How many men are through the door after one more Action, and whether that is all of them."""
    men = vehicle.token(f"{token}:{squad.id}") + vehicle.card.size
    return min(men, standing(squad)), men >= standing(squad)


def resolve_board(ctx: Ctx[State], order: Board) -> None:
    """An Action: as many men as the vehicle's Size get in."""
    vehicle, squad = ctx.state.units[order.unit], ctx.state.units[order.squad]
    ctx.emit(Boarded(order.unit, order.squad, *men_after(vehicle, squad, BOARDING)))


@heeds("tactical.2.6.3", "tactical.7.2-passengers", "tactical.2.6.5-water")
def refuse_disembark(state: State, order: Disembark) -> Refusal | None:
    """Why a squad cannot get out there: not aboard, too far from the vehicle, no room, or no ground for it."""
    vehicle, squad = state.units[order.unit], state.units.get(order.squad)
    refusal = refuse_carrier(state, vehicle)
    if refusal is not None:
        return refusal
    if squad is None or squad not in riders(state, vehicle.id):
        return Refusal("squad", RULE, f"{order.squad or 'Nobody'} is no squad aboard the {vehicle.name}.")
    if order.x is None or order.y is None:
        return Refusal("point", RULE, "Name the place where they get out.")
    if gap(vehicle, order.x, order.y, squad) > NEAR:
        return Refusal("far", RULE, f"They get out within 1 in of the {vehicle.name}, base to base.")
    z = level_below(state, order.x, order.y, vehicle.z + CLIFF - 1)
    if not has_room(state, squad, order.x, order.y, z) or abs(z - vehicle.z) >= CLIFF:
        return Refusal("room", RULE, f"There is no room for the {squad.name} there.")
    type_ = ground_type(state, order.x, order.y)
    if price_of(state, squad, type_) is None or (type_ in WATERS and refuse_water(squad, {}) is not None):
        return Refusal("ground", RULE, f"The {squad.name} cannot get out into {type_}.")
    return None


@heeds("tactical.3.2.6", "tactical.3.4.4-crossing", "tactical.3.4.5-saturation")
def resolve_disembark(ctx: Ctx[State], order: Disembark) -> Script[None]:
    """An Action: as many men as the vehicle's Size get out. What lies where they come to stand meets them."""
    assert order.x is not None and order.y is not None, "the order was judged before"  # noqa: PT018 - one fact
    vehicle, squad = ctx.state.units[order.unit], ctx.state.units[order.squad]
    z = level_below(ctx.state, order.x, order.y, vehicle.z + CLIFF - 1)
    men = men_after(vehicle, squad, LEAVING)
    ctx.emit(Disembarked(order.unit, order.squad, *men, order.x, order.y, z))
    if men[1]:
        yield from resolve_landed(ctx, order.squad)


def offer_passengers(state: State, vehicle: Unit) -> Iterator[Option]:
    """Squads near it may get in, those aboard out."""
    if not vehicle.card.has(SEATS) or refuse_carrier(state, vehicle) is not None:
        return
    for squad in state.fielded(vehicle.seat):
        order = Board(vehicle.id, squad.id)
        if squad.is_infantry and refuse_board(state, order) is None:
            men, whole = men_after(vehicle, squad, BOARDING)
            yield Pick(f"{squad.name} gets in ({'all' if whole else f'{men} men'} after this Action)", order, RULE)
    for squad in riders(state, vehicle.id):
        if spot_beside(state, vehicle, squad) is not None:
            men, whole = men_after(vehicle, squad, LEAVING)
            label = f"{squad.name} gets out ({'all' if whole else f'{men} men'} after this Action)"
            yield Place(label, Disembark(vehicle.id, squad.id), RULE, unit=vehicle.id, zone="reach")


def spot_beside(state: State, vehicle: Unit, squad: Unit, turn: int = 0) -> tuple[int, int] | None:
    """A place beside a vehicle where a squad could get out."""
    beside = vehicle.card.radius + squad.card.radius + 1
    spots = list(spots_around(vehicle.x, vehicle.y, (beside, beside + NEAR // 2, beside + NEAR - 2)))[1:]
    spots = spots[turn % len(spots) :] + spots[: turn % len(spots)]
    ways = (spot for spot in spots if refuse_disembark(state, Disembark(vehicle.id, squad.id, *spot)) is None)
    return next(ways, None)


def guess_disembark(state: State, _ask: Ask, order: Disembark, chooser: Chooser, _attempt: int) -> Order | None:
    """Some place beside the vehicle."""
    vehicle, squad = state.units[order.unit], state.units[order.squad]
    spot = spot_beside(state, vehicle, squad, chooser.randrange(0, 72))
    return None if spot is None else Disembark(order.unit, order.squad, *spot)


def aim_disembark(state: State, _ask: Ask, order: Disembark, spot: Aim) -> Order | Refusal:
    """There, or as near to it as the vehicle lets them out."""
    vehicle, squad = state.units[order.unit], state.units[order.squad]
    if gap(vehicle, spot.x, spot.y, squad) <= NEAR:
        return Disembark(order.unit, order.squad, spot.x, spot.y)
    way = bearing(vehicle.x, vehicle.y, spot.x, spot.y)
    reach = vehicle.card.radius + squad.card.radius + NEAR - 2
    return Disembark(order.unit, order.squad, *advance(vehicle.x, vehicle.y, way, reach))
