"""9.3 and 9.4: transport and Fortifications."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick, Place, decline
from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.system import Aim, Chooser
from gearlock.kernel.view import Line
from gearlock.mechanics.placing.spots import Stand, spots_around
from gearlock.systems.brigands.command import fill_vacancies
from gearlock.systems.brigands.damage import Damaged, harmed, resolve_marginal_hits
from gearlock.systems.brigands.drones import ahead, noted, resolve_drones
from gearlock.systems.brigands.places import stand_at
from gearlock.systems.brigands.state import BRACED, FIELDED, RIDING, TOP_SPEED, State, Unit
from gearlock.table.inches import gap, plan_gap
from gearlock.table.measure import FULL_TURN, INCH, RIGHT_ANGLE, bearing, distance, inches_text, turn_between


def _leave_battlefield(state: State, unit: Unit) -> None:
    """Aboard a vehicle nobody does anything: the activation is over, and what was kept for reactions is lost."""
    unit.actions = unit.standby = unit.overwatch = 0
    unit.posture, unit.tall = "", False
    unit.activated = True
    if state.activation is not None and state.activation.unit == unit.id:
        state.activation = None


# --- 9.3: transport. Getting into a vehicle or a Fortification at the end of a Move, and out of it in its own Move

REACH = INCH
"""How near one must be to get in, and how far one is set down."""

TEAM = 1
"""The space a drone takes."""


@rule("brigands.trait.transportable")
@heeds("brigands.9.2")
def space_of(unit: Unit) -> int:
    """The room a model takes aboard, 0 for one that cannot be carried; a drone takes that of a Team."""
    return TEAM if unit.controller else unit.line.traits.get("Transportable", 0)


@rule("brigands.trait.transport")
@heeds("brigands.9.3")
def room_left(state: State, carrier: Unit) -> int:
    """How much room a transport has for others."""
    return carrier.trait("Transport") - sum(space_of(passenger) for passenger in state.aboard(carrier.id))


@rule("brigands.9.3")
@heeds("brigands.9.2", "brigands.trait.transport", "brigands.trait.transportable")
def refuse_embark(state: State, unit: Unit, carrier_id: str) -> Refusal | None:
    """Why a model cannot get in there: no friend's transport, too far, or no room for it and all its drones."""
    carrier = state.units.get(carrier_id)
    if carrier is None or carrier is unit or not carrier.is_fielded or carrier.seat != unit.seat:
        return Refusal("transport", "brigands.9.3", f"{carrier_id or 'Nobody'} is no transport of yours in play.")
    if not space_of(unit) or unit.carrier:
        return Refusal("transportable", "brigands.trait.transportable", f"The {unit.name} cannot be transported.")
    if not carrier.trait("Transport") or carrier.airborne:
        return Refusal("transport", "brigands.trait.transport", f"The {carrier.name} takes nobody aboard now.")
    away = gap(unit.body, carrier.body)
    if away > REACH:
        message = f"The {carrier.name} is {inches_text(away)} in away; one gets in within 1 in."
        return Refusal("far", "brigands.9.3", message, {"distance": away, "most": REACH})
    needs, has = sum(map(space_of, (unit, *state.drones(unit.id)))), room_left(state, carrier)
    if needs > has:
        message = f"The {carrier.name} has room for {has} more; the {unit.name} with its drones takes {needs}."
        return Refusal("room", "brigands.9.3", message, {"needs": needs, "has": has})
    return None


def transports_near(state: State, unit: Unit) -> list[Unit]:
    """The transports a model could get into where it stands."""
    if not space_of(unit):
        return []
    return [other for other in state.fielded(unit.seat) if refuse_embark(state, unit, other.id) is None]


def way_to_transport(state: State, unit: Unit, budget: int) -> tuple[tuple[int, int], ...] | None:
    """The way straight up to the nearest transport with room, if it is within reach and not beside it yet."""
    open_ones = [
        (distance(unit.x, unit.y, other.x, other.y) - unit.line.radius - other.line.radius, other)
        for other in state.fielded(unit.seat)
        if other is not unit and not other.airborne and room_left(state, other) >= space_of(unit)
    ]
    far, carrier = min(open_ones, key=lambda found: found[0], default=(0, unit))
    if not REACH < far <= budget + REACH:
        return None
    turn = turn_between(unit.facing, bearing(unit.x, unit.y, carrier.x, carrier.y))
    return ((turn, far - REACH // 2 if far <= budget else budget),) if abs(turn) <= RIGHT_ANGLE else None


@heeds("brigands.9.3")
def offer_embark(ctx: Ctx[State], unit_id: str) -> Script[None]:
    """A model has completed a Move: it may get into a transport beside it."""
    unit = ctx.state.units[unit_id]
    if not unit.is_fielded or not transports_near(ctx.state, unit):
        return
    prompt = f"Does the {unit.name} get in?"
    order = yield from ask(Ask(unit.seat, "embark", unit_id, rule="brigands.9.3", prompt=prompt, optional=True))
    if isinstance(order, Embark):
        ctx.emit(boarded(ctx.state, ctx.state.units[unit_id], order.carrier))


class Embarked(Event, frozen=True, tag="embarked"):
    """A model and its drones are aboard. In a Fortification they stay on the battlefield, in its Silhouette."""

    unit: str
    carrier: str
    drones: tuple[str, ...] = ()
    shell: tuple[int, int] | None = None

    def change(self, state: State) -> None:
        unit, carrier = state.units[self.unit], state.units[self.carrier]
        for passenger in (unit, *(state.units[drone] for drone in self.drones)):
            passenger.carrier, passenger.shell = carrier.id, self.shell
            passenger.x, passenger.y, passenger.z = carrier.x, carrier.y, carrier.z
            passenger.hanging = passenger.inside = ""
            passenger.status = RIDING if self.shell is None else FIELDED
        if self.shell is None:
            _leave_battlefield(state, unit)


def embarked(state: State, event: Embarked, _seat: str | None) -> Line:
    unit, carrier = state.units[event.unit], state.units[event.carrier]
    rule_id = "brigands.9.3" if event.shell is None else "brigands.9.4"
    return Line(f"{unit.name} gets into the {carrier.name}.", (event.unit, event.carrier), rule_id)


@heeds("brigands.9.3", "brigands.9.4", "brigands.9.2")
def boarded(state: State, unit: Unit, carrier_id: str) -> Embarked:
    """A model gets in with all its drones; a Fortification's Silhouette is that of whoever is in it."""
    carrier = state.units[carrier_id]
    fort = carrier.line.type == "Fortification"
    drones = tuple(drone.id for drone in state.drones(unit.id))
    return Embarked(unit.id, carrier_id, drones, (carrier.line.radius, carrier.height) if fort else None)


@heeds("brigands.9.3", "brigands.9.4")
def refuse_unloading(state: State, carrier: Unit) -> Refusal | None:
    """Why nobody can be set down now: a vehicle does it in a Move, a Fortification at any time it is Active."""
    now = state.activation
    if carrier.airborne:
        return Refusal("airborne", "brigands.9.3", f"The {carrier.name} must land first.")
    if carrier.line.type == "Fortification":
        return None
    if now is None or carrier.posture == BRACED or not (now.gait or now.moves):
        return Refusal("no-move", "brigands.9.3", f"The {carrier.name} sets nobody down but in the course of a Move.")
    return None


@heeds("brigands.9.3")
def stand_beside(state: State, passenger: Unit, carrier: Unit, x: int, y: int, reach: int = REACH) -> Stand | Refusal:
    """A passenger put down at a place: within an inch of the transport, on ground it could enter."""
    outside = passenger.clone()
    outside.shell = None
    stand = stand_at(state, outside, x, y, carrier.z)
    if isinstance(stand, Refusal):
        return stand
    away = plan_gap(stand.body, carrier.body) if carrier.is_destroyed else gap(stand.body, carrier.body)
    if away <= reach:
        return stand
    message = f"That is {inches_text(away)} in from the {carrier.name}; one gets out within {inches_text(reach)} in."
    return Refusal("far", "brigands.9.3", message, {"distance": away, "most": reach})


def spots_beside(state: State, passenger: Unit, carrier: Unit, reach: int = REACH) -> Iterator[tuple[int, int]]:
    """Places of a grid where a passenger may be put down, those nearest to the transport first."""
    around = spots_around(carrier.body, reach + passenger.line.radius)
    return (spot for spot in around if isinstance(stand_beside(state, passenger, carrier, *spot, reach), Stand))


class Disembark(Order, frozen=True, tag="disembark"):
    """Set a passenger down beside the transport."""

    unit: str
    passenger: str
    x: int = 0
    y: int = 0
    facing: int = 0


def refuse_disembark(state: State, order: Disembark) -> Refusal | None:
    """Why this passenger cannot be set down there now."""
    carrier, passenger = state.units[order.unit], state.units.get(order.passenger)
    if passenger is None or passenger not in state.aboard(carrier.id) or passenger.controller:
        return Refusal("passenger", "brigands.9.3", f"{order.passenger or 'Nobody'} rides in no {carrier.name}.")
    if not 0 <= order.facing < FULL_TURN:
        return Refusal("facing", "brigands.9.3", "A facing is 0 to 3599 tenths of a degree.", {"facing": order.facing})
    refusal = refuse_unloading(state, carrier)
    stand = stand_beside(state, passenger, carrier, order.x, order.y)
    return refusal or (stand if isinstance(stand, Refusal) else None)


class Disembarked(Event, frozen=True, tag="disembarked"):
    """A model left its transport; after the transport was destroyed it takes Marginal Hits for it."""

    unit: str
    carrier: str
    x: int
    y: int
    z: int
    facing: int
    inside: str = ""
    hits: int = 0

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.x, unit.y, unit.z, unit.facing, unit.inside = self.x, self.y, self.z, self.facing, self.inside
        unit.status, unit.carrier, unit.shell = FIELDED, "", None
        for drone in state.drones(unit.id):
            drone.status, drone.carrier, drone.shell = RIDING, unit.id, None


def disembarked(state: State, event: Disembarked, _seat: str | None) -> Line:
    unit, carrier = state.units[event.unit], state.units[event.carrier]
    where = f"{inches_text(event.x)}, {inches_text(event.y)}"
    text = f"{unit.name} leaves the {carrier.name} at {where}."
    if event.hits:
        hits = "1 Marginal Hit" if event.hits == 1 else f"{event.hits} Marginal Hits"
        text = f"{unit.name} bails out of the {carrier.name} at {where}: {hits}."
    return Line(text, (event.unit, event.carrier), "brigands.9.3")


@heeds("brigands.9.3", "brigands.9.2")
def resolve_disembark(ctx: Ctx[State], order: Disembark) -> Script[None]:
    """Set a passenger down, which takes no Action; its drones come with it."""
    carrier, passenger = ctx.state.units[order.unit], ctx.state.units[order.passenger]
    stand = stand_beside(ctx.state, passenger, carrier, order.x, order.y)
    assert isinstance(stand, Stand), f"{order} was not checked: {stand}"
    ctx.emit(Disembarked(passenger.id, carrier.id, order.x, order.y, stand.body.z, order.facing, stand.inside))
    yield from resolve_drones(ctx, order.passenger)


# --- 9.3: what becomes of the passengers when their transport is destroyed

BAILING_OUT = "bailing out"

FARTHEST = 6 * INCH
"""Who finds no room this near to the transport is lost with it."""


@heeds("brigands.9.3")
def stranded(state: State) -> Unit | None:
    """The next passenger of a transport that is destroyed, wreck or not."""
    for unit in state.units.values():
        if unit.carrier and not unit.controller and not unit.is_destroyed and state.units[unit.carrier].is_destroyed:
            return unit
    return None


@heeds("brigands.9.3")
def way_out(state: State, passenger: Unit) -> int:
    """Within how much of the transport there is room: an inch, or more where that is taken; 0 if nowhere near."""
    carrier = state.units[passenger.carrier]
    for reach in range(REACH, FARTHEST + 1, INCH):
        if next(spots_beside(state, passenger, carrier, reach), None) is not None:
            return reach
    return 0


class BailOut(Order, frozen=True, tag="bail-out"):
    """Get out of a transport that was destroyed."""

    unit: str
    x: int = 0
    y: int = 0
    facing: int = 0


def refuse_bail_out(state: State, order: BailOut) -> Refusal | None:
    """Why a passenger cannot get out there."""
    passenger = state.units[order.unit]
    if not 0 <= order.facing < FULL_TURN:
        return Refusal("facing", "brigands.9.3", "A facing is 0 to 3599 tenths of a degree.", {"facing": order.facing})
    carrier = state.units[passenger.carrier]
    stand = stand_beside(state, passenger, carrier, order.x, order.y)
    if isinstance(stand, Refusal) and stand.code == "far":
        stand = stand_beside(state, passenger, carrier, order.x, order.y, way_out(state, passenger))
    return stand if isinstance(stand, Refusal) else None


@heeds("brigands.9.3")
def resolve_bail_out(ctx: Ctx[State], unit_id: str) -> Script[None]:
    """A passenger is set down beside what was its transport and takes Marginal Hits for the room it took."""
    unit = ctx.state.units[unit_id]
    carrier = ctx.state.units[unit.carrier]
    if not way_out(ctx.state, unit):
        ctx.emit(Damaged(unit_id, unit_id, BAILING_OUT, unit.hull + unit.structure, 0, 0, True, overkill=True))
        return
    prompt = f"The {carrier.name} is destroyed. Where does the {unit.name} get out?"
    order = yield from ask(Ask(unit.seat, "bail-out", unit_id, (carrier.id,), "brigands.9.3", prompt))
    assert isinstance(order, BailOut), f"{order} saves nobody"
    unit = ctx.state.units[unit_id]
    carrier = ctx.state.units[unit.carrier]
    stand = stand_beside(ctx.state, unit, carrier, order.x, order.y, FARTHEST)
    assert isinstance(stand, Stand), f"{order} was not checked: {stand}"
    place = (order.x, order.y, stand.body.z, order.facing, stand.inside)
    ctx.emit(Disembarked(unit_id, carrier.id, *place, hits=space_of(unit)))
    yield from resolve_jolt(ctx, unit_id)
    yield from resolve_drones(ctx, unit_id)
    for drone_id in [drone.id for drone in ctx.state.drones(unit_id) if drone.is_fielded]:
        yield from resolve_jolt(ctx, drone_id)


@heeds("brigands.9.3", "brigands.5.6a")
def resolve_jolt(ctx: Ctx[State], unit_id: str) -> Script[None]:
    """The Marginal Hits of one who bails out. They are no attack, so they never overkill."""
    hits = space_of(ctx.state.units[unit_id])
    damage = yield from resolve_marginal_hits(ctx, unit_id, unit_id, hits, BAILING_OUT)
    if damage:
        ctx.emit(harmed(ctx.state.units[unit_id], damage, unit_id, BAILING_OUT, attack=False))
        fill_vacancies(ctx)


# --- 9.4: Fortifications, and who is in one


def is_fortification(unit: Unit) -> bool:
    """Whether a model is a turret, an outpost or the like."""
    return unit.line.type == "Fortification"


@rule("brigands.9.4")
def refuse_posture(state: State, unit: Unit, posture: str) -> Refusal | None:
    """Why a model that stays where it is cannot choose a posture: walls are Braced, and nobody hurries behind them."""
    if is_fortification(unit) and posture != BRACED:
        return Refusal("fortification", "brigands.9.4", f"The {unit.name} is a Fortification: it is always Braced.")
    if unit.carrier and posture == TOP_SPEED:
        where = state.units[unit.carrier].name
        return Refusal("aboard", "brigands.9.4", f"The {unit.name} is in the {where} and goes nowhere at Top Speed.")
    return None


@heeds("brigands.9.4", "brigands.9.3")
def refuse_leaving(state: State, unit: Unit) -> Refusal | None:
    """Why a model does not walk out of a Fortification: it is set down when that is Active, as from any transport."""
    if not unit.carrier:
        return None
    where = state.units[unit.carrier].name
    message = f"The {unit.name} is in the {where}, which sets it down in its own activation."
    return Refusal("aboard", "brigands.9.4", message)


# --- What is offered


def offer_disembarking(state: State, unit: Unit) -> Iterator[Option]:
    """The passengers the Active model may set down."""
    riders = [rider for rider in state.aboard(unit.id) if not rider.controller]
    if not riders or refuse_unloading(state, unit) is not None:
        return
    for rider in riders:
        if next(spots_beside(state, rider, unit), None) is not None:
            template = Disembark(unit.id, rider.id)
            yield Place(f"Set the {rider.name} down", template, "brigands.9.3", unit=rider.id, zone="reach")


def offer_transports(state: State, ask: Ask) -> Iterator[Option]:
    for carrier in transports_near(state, state.units[ask.unit]):
        yield Pick(f"Get into the {carrier.name}", Embark(ask.unit, carrier.id), ask.rule)
    yield decline("Stay outside", ask.rule)


def offer_ways_out(state: State, ask: Ask) -> Iterator[Option]:
    unit = state.units[ask.unit]
    yield Place(f"The {unit.name} gets out", BailOut(unit.id), ask.rule, unit=unit.id, zone="reach")


class Embark(Order, frozen=True, tag="embark"):
    """Get into a transport at the end of a Move."""

    unit: str
    carrier: str


def refuse_embarking(state: State, ask: Ask, order: Embark) -> Refusal | None:
    return refuse_embark(state, state.units[ask.unit], order.carrier)


def guess_disembark(state: State, _ask: Ask, order: Disembark, chooser: Chooser, _attempt: int) -> Order | None:
    carrier, rider = state.units[order.unit], state.units[order.passenger]
    spots = noted(state, rider, lambda: spots_beside(state, rider, carrier))
    if not spots:
        return None
    return Disembark(carrier.id, rider.id, *chooser.choice(spots), ahead(carrier, chooser))


def guess_bail_out(state: State, _ask: Ask, order: BailOut, chooser: Chooser, _attempt: int) -> Order | None:
    unit = state.units[order.unit]
    carrier = state.units[unit.carrier]
    reach = way_out(state, unit) or REACH
    spots = noted(state, unit, lambda: spots_beside(state, unit, carrier, reach))
    return BailOut(unit.id, *chooser.choice(spots), ahead(carrier, chooser)) if spots else None


def aim_disembark(state: State, _ask: Ask, order: Disembark, spot: Aim) -> Order:
    facing = state.units[order.unit].facing if spot.facing is None else spot.facing
    return Disembark(order.unit, order.passenger, spot.x, spot.y, facing % FULL_TURN)


def aim_bail_out(state: State, _ask: Ask, order: BailOut, spot: Aim) -> Order:
    facing = state.units[order.unit].facing if spot.facing is None else spot.facing
    return BailOut(order.unit, spot.x, spot.y, facing % FULL_TURN)


# --- The contents of the chapter

TRANSPORT: Chapter[State] = Chapter(
    "9.3 and 9.4: transport and Fortifications",
    orders=(
        OrderRules(Embark, "embark", refuse_embarking),
        OrderRules(
            Disembark,
            "act",
            by_order(refuse_disembark),
            resolve_disembark,
            guess_disembark,
            aim=aim_disembark,
        ),
        OrderRules(
            BailOut,
            "bail-out",
            by_order(refuse_bail_out),
            guess=guess_bail_out,
            aim=aim_bail_out,
        ),
    ),
    events={
        Embarked: embarked,
        Disembarked: disembarked,
    },
)
