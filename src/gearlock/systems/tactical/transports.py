"""2.6.3, 3.2.7 and 7.2: passengers and towing."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick, Place
from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.system import Aim, Chooser
from gearlock.kernel.view import Line
from gearlock.systems.tactical.attacks.weapons_in_use import refuse_acting
from gearlock.systems.tactical.damage.condition import (
    PACE_WORDS,
    is_crewless,
    is_immobile,
    perk,
    tow_capacity,
    tow_limit,
    tow_load,
)
from gearlock.systems.tactical.damage.damage import riders
from gearlock.systems.tactical.infantry_cards import ATV, standing
from gearlock.systems.tactical.line_of_sight.terrain import WATERS, ground_type
from gearlock.systems.tactical.movement.course import BOARDING, LEAVING, leave_cover, towed_of
from gearlock.systems.tactical.movement.ground import CLIFF, has_room, level_below, price_of, refuse_water, spots_around
from gearlock.systems.tactical.movement.moving import is_stuck, refuse_unmoving, resolve_landed
from gearlock.systems.tactical.state import ABOARD, CLASSES, COMBAT, FIELDED, TOP, TOWED, TOWING, State, Unit
from gearlock.systems.tactical.switches import TOWING as MODULE
from gearlock.table.measure import INCH, advance, bearing, distance

SEATING, TOW = "tactical.7.2-passengers", "tactical.3.2.7"


# --- 2.6.3 and 7.2: squads get in and out, as many men in an Action as the vehicle's Size

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
        return Refusal(
            "passive", "tactical.7.2-passengers", f"The {vehicle.name} loads and unloads in its own activation only."
        )
    if not perk(vehicle, SEATS):
        return Refusal("seats", "tactical.7.2-passengers", f"The {vehicle.name} has no seats for passengers.")
    if TOP in (vehicle.speed, vehicle.next_speed):
        return Refusal("top", "tactical.7.2-passengers", f"Nobody gets in or out of the {vehicle.name} at Top Speed.")
    if is_crewless(vehicle):
        return Refusal("crew", "tactical.2.6.3", f"Nobody is left in the {vehicle.name} to let anybody in.")
    return refuse_acting(vehicle)


class Board(Order, frozen=True, tag="board"):
    """Take a squad aboard, or as many of it as an Action allows."""

    unit: str
    squad: str


@heeds("tactical.2.6.3", "tactical.7.2-passengers")
def refuse_board(state: State, order: Board) -> Refusal | None:
    """Why a squad cannot get in: not one's own, too far away, too many, or on ATVs."""
    vehicle, squad = state.units[order.unit], state.units.get(order.squad)
    refusal = refuse_carrier(state, vehicle)
    if refusal is not None:
        return refusal
    if squad is None or squad.seat != vehicle.seat or not squad.is_infantry or not squad.is_fielded:
        return Refusal(
            "squad", "tactical.7.2-passengers", f"{order.squad or 'Nobody'} is no squad of yours on the table."
        )
    if gap(vehicle, squad.x, squad.y, squad) > NEAR or abs(vehicle.z - squad.z) >= CLIFF:
        return Refusal(
            "far",
            "tactical.7.2-passengers",
            f"The {squad.name} must be within 1 in of the {vehicle.name}, base to base.",
        )
    return refuse_seats(state, vehicle, squad)


@heeds("tactical.7.2-passengers")
def refuse_seats(state: State, vehicle: Unit, squad: Unit) -> Refusal | None:
    """Why a squad does not fit in: too many men for the seats that are left, or ATVs."""
    if squad.card.squad is not None and squad.card.squad.mount == ATV:
        return Refusal("mounted", "tactical.7.2-passengers", f"The {squad.name} ride ATVs: these do not fit in.")
    men, seats = standing(squad), seats_left(state, vehicle)
    if men > seats:
        message = f"The {vehicle.name} has {seats} seats left for {men} men."
        return Refusal("seats", "tactical.7.2-passengers", message, {"men": men, "seats": seats})
    return None


def gap(vehicle: Unit, x: int, y: int, squad: Unit) -> int:
    """Mils between the bases."""
    return distance(vehicle.x, vehicle.y, x, y) - vehicle.card.radius - squad.card.radius


@heeds("tactical.2.6.3")
def men_after(vehicle: Unit, squad: Unit, token: str) -> tuple[int, bool]:
    """How many men are through the door after one more Action, and whether that is all of them."""
    men = vehicle.token(f"{token}:{squad.id}") + vehicle.card.size
    return min(men, standing(squad)), men >= standing(squad)


class Boarded(Event, frozen=True, tag="boarded"):
    """An Action brought some men of a squad aboard; with the last of them it rides along."""

    unit: str
    squad: str
    men: int
    """How many are in now."""
    all: bool
    plain = True

    @heeds("tactical.2.6.3", "tactical.7.2-passengers")
    def change(self, state: State) -> None:
        vehicle, squad = state.units[self.unit], state.units[self.squad]
        vehicle.actions -= 1
        token = f"{BOARDING}:{self.squad}"
        vehicle.tokens.pop(token, None)
        if not self.all:
            vehicle.tokens[token] = self.men
            return
        leave_cover(squad)
        squad.status, squad.carrier = ABOARD, self.unit
        squad.x, squad.y, squad.z = vehicle.x, vehicle.y, vehicle.z


def boarded(state: State, event: Boarded, _seat: str | None) -> Line:
    vehicle, squad = state.units[event.unit].name, state.units[event.squad].name
    words = (
        f"The {squad} is aboard the {vehicle}." if event.all else f"{event.men} men of {squad} are in the {vehicle}."
    )
    return Line(words, (event.unit, event.squad), SEATING)


def resolve_board(ctx: Ctx[State], order: Board) -> None:
    """An Action: as many men as the vehicle's Size get in."""
    vehicle, squad = ctx.state.units[order.unit], ctx.state.units[order.squad]
    ctx.emit(Boarded(order.unit, order.squad, *men_after(vehicle, squad, BOARDING)))


class Disembark(Order, frozen=True, tag="disembark"):
    """Let a squad out beside the vehicle, or as many of it as an Action allows."""

    unit: str
    squad: str
    x: int | None = None
    y: int | None = None


@heeds("tactical.2.6.3", "tactical.7.2-passengers", "tactical.2.6.5-water")
def refuse_disembark(state: State, order: Disembark) -> Refusal | None:
    """Why a squad cannot get out there: not aboard, too far from the vehicle, no room, or no ground for it."""
    vehicle, squad = state.units[order.unit], state.units.get(order.squad)
    refusal = refuse_carrier(state, vehicle)
    if refusal is not None:
        return refusal
    if squad is None or squad not in riders(state, vehicle.id):
        return Refusal(
            "squad", "tactical.7.2-passengers", f"{order.squad or 'Nobody'} is no squad aboard the {vehicle.name}."
        )
    if order.x is None or order.y is None:
        return Refusal("point", "tactical.7.2-passengers", "Name the place where they get out.")
    if gap(vehicle, order.x, order.y, squad) > NEAR:
        return Refusal(
            "far", "tactical.7.2-passengers", f"They get out within 1 in of the {vehicle.name}, base to base."
        )
    z = level_below(state, order.x, order.y, vehicle.z + CLIFF - 1)
    if not has_room(state, squad, order.x, order.y, z) or abs(z - vehicle.z) >= CLIFF:
        return Refusal("room", "tactical.7.2-passengers", f"There is no room for the {squad.name} there.")
    type_ = ground_type(state, order.x, order.y)
    if price_of(state, squad, type_) is None or (type_ in WATERS and refuse_water(squad, {}) is not None):
        return Refusal("ground", "tactical.7.2-passengers", f"The {squad.name} cannot get out into {type_}.")
    return None


class Disembarked(Event, frozen=True, tag="disembarked"):
    """An Action let some men of a squad out; with the last of them it stands on the table again."""

    unit: str
    squad: str
    men: int
    """How many are out now."""
    all: bool
    x: int
    y: int
    z: int
    plain = True

    @heeds("tactical.2.6.3", "tactical.7.2-passengers")
    def change(self, state: State) -> None:
        vehicle, squad = state.units[self.unit], state.units[self.squad]
        vehicle.actions -= 1
        token = f"{LEAVING}:{self.squad}"
        vehicle.tokens.pop(token, None)
        if not self.all:
            vehicle.tokens[token] = self.men
            return
        squad.status, squad.carrier, squad.speed = FIELDED, "", COMBAT
        squad.x, squad.y, squad.z, squad.facing = self.x, self.y, self.z, vehicle.facing


def disembarked(state: State, event: Disembarked, _seat: str | None) -> Line:
    vehicle, squad = state.units[event.unit].name, state.units[event.squad].name
    words = f"The {squad} got out of the {vehicle}." if event.all else f"{event.men} men of {squad} left the {vehicle}."
    return Line(words, (event.unit, event.squad), SEATING)


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
            yield Pick(
                f"{squad.name} gets in ({'all' if whole else f'{men} men'} after this Action)",
                order,
                "tactical.7.2-passengers",
            )
    for squad in riders(state, vehicle.id):
        if spot_beside(state, vehicle, squad) is not None:
            men, whole = men_after(vehicle, squad, LEAVING)
            label = f"{squad.name} gets out ({'all' if whole else f'{men} men'} after this Action)"
            yield Place(
                label, Disembark(vehicle.id, squad.id), "tactical.7.2-passengers", unit=vehicle.id, zone="reach"
            )


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


# --- 3.2.7: taking vehicles in tow, and letting go of them


def tows_already(unit: Unit) -> bool:
    """Whether it tows something, or is towed."""
    return any(name.partition(":")[0] in (TOWING, TOWED) for name in unit.tokens)


class Hitch(Order, frozen=True, tag="hitch"):
    """Take another vehicle in tow."""

    unit: str
    target: str


@heeds("tactical.3.2.7")
def refuse_hitch(state: State, order: Hitch) -> Refusal | None:
    """Why a vehicle cannot take another in tow: too far away, too heavy, or it drives by itself."""
    unit, target = state.units[order.unit], state.units.get(order.target)
    if not state.switch(MODULE):
        return Refusal("module", "tactical.3.2.7", "Towing is not in use in this battle.")
    refusal = refuse_unmoving(state, unit) or refuse_acting(unit)
    if refusal is not None:
        return refusal
    if unit.is_infantry:
        return Refusal("infantry", "tactical.3.2.7", f"The {unit.name} tows nothing.")
    if target is None or not target.is_fielded or target.is_infantry or target.id == unit.id:
        return Refusal("target", "tactical.3.2.7", f"{order.target or 'Nothing'} is no vehicle on the table to tow.")
    if target.seat != unit.seat and not is_crewless(target):
        return Refusal("enemy", "tactical.3.2.7", f"The {target.name} does not let itself be towed away.")
    if not (is_immobile(target) or is_crewless(target) or is_stuck(target)):
        return Refusal("drives", "tactical.3.2.7", f"The {target.name} drives by itself.")
    if tows_already(unit) or tows_already(target):
        return Refusal("hitched", "tactical.3.2.7", "One vehicle tows one other.")
    if distance(unit.x, unit.y, target.x, target.y) > unit.card.radius + target.card.radius + NEAR:
        return Refusal(
            "far", "tactical.3.2.7", f"The {target.name} must be within 1 in of the {unit.name}, base to base."
        )
    return refuse_weight(unit, target)


@heeds("tactical.3.2.7", "tactical.7.2-towing")
def refuse_weight(unit: Unit, target: Unit) -> Refusal | None:
    """Why a load is too much at all, or for the speed of the moment."""
    limit = tow_limit(tow_load(target), tow_capacity(unit))
    if not limit:
        message = f"The {target.name} weighs {float(tow_load(target)):g} t in tow; the {unit.name} pulls "
        return Refusal("heavy", "tactical.3.2.7", f"{message}{float(tow_capacity(unit)):g} t.")
    if limit != TOP and TOP in (unit.speed, unit.next_speed):
        return Refusal("top", "tactical.3.2.7", f"With that load the {unit.name} cannot be at Top Speed.")
    return None


class Hitched(Event, frozen=True, tag="hitched"):
    """A vehicle took another in tow; `limit` is how fast it may go with it, as a number of `state.CLASSES`."""

    unit: str
    target: str
    limit: int
    plain = True

    @heeds("tactical.3.2.7")
    def change(self, state: State) -> None:
        unit, target = state.units[self.unit], state.units[self.target]
        unit.actions -= 1
        unit.tokens[f"{TOWING}:{self.target}"] = self.limit
        target.tokens[f"{TOWED}:{self.unit}"] = 1


def hitched(state: State, event: Hitched, _seat: str | None) -> Line:
    words = f"The {state.units[event.unit].name} takes the {state.units[event.target].name} in tow."
    return Line(words, (event.unit, event.target), TOW)


def resolve_hitch(ctx: Ctx[State], order: Hitch) -> None:
    """An Action, and off they go."""
    unit, target = ctx.state.units[order.unit], ctx.state.units[order.target]
    limit = tow_limit(tow_load(target), tow_capacity(unit))
    ctx.emit(Hitched(order.unit, order.target, CLASSES.index(limit)))


class Unhitch(Order, frozen=True, tag="unhitch"):
    """Let go of what is towed."""

    unit: str


def refuse_unhitch(state: State, order: Unhitch) -> Refusal | None:
    """Only who tows something can let go of it; that takes nothing."""
    unit = state.units[order.unit]
    if towed_of(state, unit) is None:
        return Refusal("hitched", "tactical.3.2.7", f"The {unit.name} tows nothing.")
    return None


class Unhitched(Event, frozen=True, tag="unhitched"):
    """What was towed stands by itself again."""

    unit: str
    target: str
    plain = True

    @heeds("tactical.3.2.7")
    def change(self, state: State) -> None:
        state.units[self.unit].tokens.pop(f"{TOWING}:{self.target}", None)
        state.units[self.target].tokens.pop(f"{TOWED}:{self.unit}", None)


def unhitched(state: State, event: Unhitched, _seat: str | None) -> Line:
    words = f"The {state.units[event.unit].name} lets go of the {state.units[event.target].name}."
    return Line(words, (event.unit, event.target), TOW)


def resolve_unhitch(ctx: Ctx[State], order: Unhitch) -> None:
    """It stays behind."""
    target = towed_of(ctx.state, ctx.state.units[order.unit])
    assert target is not None, "the order was judged before"
    ctx.emit(Unhitched(order.unit, target.id))


def offer_towing(state: State, unit: Unit) -> Iterator[Option]:
    """Vehicles that do not drive by themselves any more, and letting go."""
    if not state.switch(MODULE):
        return
    if refuse_unhitch(state, Unhitch(unit.id)) is None:
        yield Pick("Let go of what is towed", Unhitch(unit.id), "tactical.3.2.7")
    for target in state.units.values():
        order = Hitch(unit.id, target.id)
        if target.is_fielded and refuse_hitch(state, order) is None:
            limit = tow_limit(tow_load(target), tow_capacity(unit))
            pace = "at any speed" if limit == TOP else f"at {PACE_WORDS[limit]} at most"
            yield Pick(f"Take the {target.name} in tow, {pace}", order, "tactical.3.2.7")


# --- The contents of the chapter

TRANSPORTS: Chapter[State] = Chapter(
    "3.2.7: Passengers and Towing",
    orders=(
        OrderRules(Board, "act", by_order(refuse_board), resolve_board),
        OrderRules(Disembark, "act", by_order(refuse_disembark), resolve_disembark, guess_disembark, aim=aim_disembark),
        OrderRules(Hitch, "act", by_order(refuse_hitch), resolve_hitch),
        OrderRules(Unhitch, "act", by_order(refuse_unhitch), resolve_unhitch),
    ),
    events={
        Boarded: boarded,
        Disembarked: disembarked,
        Hitched: hitched,
        Unhitched: unhitched,
    },
)
