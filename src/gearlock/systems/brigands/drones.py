"""9.2: drones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice

import msgspec

from gearlock.kernel.asks import Ask, Option, Place, decline
from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.system import Aim, Chooser
from gearlock.kernel.view import Line
from gearlock.mechanics.figures import overlapped
from gearlock.mechanics.placing.spots import Stand, spots_around, spots_away
from gearlock.systems.brigands.attacks.attack import Attack, Demolish
from gearlock.systems.brigands.attacks.exchange import offer_attacks, offer_demolitions
from gearlock.systems.brigands.forward_observation import Observe
from gearlock.systems.brigands.lock_and_cover.sight import look_from
from gearlock.systems.brigands.models import Model
from gearlock.systems.brigands.places import stand_at
from gearlock.systems.brigands.state import FIELDED, GONE, RIDING, State, Unit
from gearlock.table.inches import bodies_overlap, gap
from gearlock.table.measure import FULL_TURN, INCH, inches_text

# --- 9.2: drones. They belong to a Controlling model, are never activated, and go where it goes

LEASH = 6 * INCH
"""How far from its Controlling model a drone may be placed."""

FARTHEST_PUSH = 6 * INCH


@heeds("brigands.9.2", "brigands.10.5-drones")
def drones_of(controller: Unit, lines: Iterable[Model]) -> list[Unit]:
    """The drones a model brings: of its side, Combat Group and Unit, with it until it is deployed."""
    found: list[Unit] = []
    number = controller.id.rpartition("-")[2]
    for place, line in enumerate(lines):
        letter = "abcdefghij"[place]
        drone = Unit(
            f"{controller.id}{letter}", controller.seat, f"{controller.seat.title()} {line.name} {number}{letter}", line
        )
        drone.status, drone.controller, drone.carrier, drone.activated = RIDING, controller.id, controller.id, True
        drone.group, drone.squad, drone.code = controller.group, controller.squad, controller.code
        drone.hull, drone.structure, drone.tv = line.hull, line.structure, line.card.tv
        found.append(drone)
    return found


@heeds("brigands.9.2")
def stand_near(state: State, drone: Unit, x: int, y: int) -> Stand | Refusal:
    """A drone put down at a place: within 6 in of its Controlling model and in sight of it, and not impassable."""
    controller = state.units[drone.controller]
    stand = stand_at(state, drone, x, y, controller.z)
    if isinstance(stand, Refusal):
        return stand
    away = gap(stand.body, controller.body)
    if away > LEASH:
        message = f"The {drone.name} must be within 6 in of the {controller.name}, not {inches_text(away)} in away."
        return Refusal("far", "brigands.9.2", message, {"distance": away, "most": LEASH})
    for other in state.units.values():
        if other.controller and other is not drone and other.is_fielded and bodies_overlap(stand.body, other.body):
            return Refusal("overlap", "brigands.2.6", f"The {other.name} is there.", {"unit": other.id})
    if not look_from(state, stand.body, drone, controller).sight:
        return Refusal("sight", "brigands.9.2", f"There the {drone.name} would not see the {controller.name}.")
    return stand


class PlaceDrone(Order, frozen=True, tag="place-drone"):
    """Put a drone somewhere near its Controlling model."""

    unit: str
    x: int = 0
    y: int = 0
    facing: int = 0


def refuse_place_drone(state: State, order: PlaceDrone) -> Refusal | None:
    """Why a drone cannot be put there."""
    if not 0 <= order.facing < FULL_TURN:
        return Refusal("facing", "brigands.9.2", "A facing is 0 to 3599 tenths of a degree.", {"facing": order.facing})
    stand = stand_near(state, state.units[order.unit], order.x, order.y)
    return stand if isinstance(stand, Refusal) else None


def legal_drone_spots(state: State, drone: Unit) -> Iterator[tuple[int, int]]:
    """Places of a grid where a drone may be put, those nearest to its Controlling model first."""
    around = spots_around(state.units[drone.controller].body, LEASH)
    return (spot for spot in around if isinstance(stand_near(state, drone, *spot), Stand))


def may_stay(state: State, drone: Unit) -> bool:
    """Whether a drone is where it could be put."""
    stand = stand_near(state, drone, drone.x, drone.y) if drone.is_fielded else None
    return isinstance(stand, Stand) and stand.body.z == drone.z


class DronePlaced(Event, frozen=True, tag="drone-placed"):
    """A drone was put down near its Controlling model."""

    unit: str
    x: int
    y: int
    z: int
    facing: int

    def change(self, state: State) -> None:
        drone = state.units[self.unit]
        drone.x, drone.y, drone.z, drone.facing = self.x, self.y, self.z, self.facing
        drone.status, drone.carrier, drone.shell = FIELDED, "", None


def placed(state: State, event: DronePlaced, _seat: str | None) -> Line:
    where = f"{inches_text(event.x)}, {inches_text(event.y)}"
    return Line(f"{state.units[event.unit].name} takes its place at {where}.", (event.unit,), "brigands.9.2")


class DroneRecalled(Event, frozen=True, tag="drone-recalled"):
    """There is no place for a drone, so it is with its Controlling model until there is."""

    unit: str

    def change(self, state: State) -> None:
        drone = state.units[self.unit]
        drone.status, drone.carrier, drone.shell = RIDING, drone.controller, None


def recalled(state: State, event: DroneRecalled, _seat: str | None) -> Line:
    unit = state.units[event.unit]
    controller = state.units[unit.controller]
    text = f"{unit.name} finds no place and is with the {controller.name}."
    if controller.is_dropping:
        text = f"{unit.name} stays with the {controller.name} until it lands."
    return Line(text, (event.unit,), "brigands.9.2")


@rule("brigands.9.2")
def resolve_drones(ctx: Ctx[State], controller_id: str) -> Script[None]:
    """Place the drones of a model that has deployed, ended a Move or completed its activation.

    Aboard a transport they are with it, and where there is no place at all for one it stays with it, too.
    """
    for drone_id in [drone.id for drone in ctx.state.drones(controller_id)]:
        controller, drone = ctx.state.units[controller_id], ctx.state.units[drone_id]
        if controller.status != FIELDED or controller.carrier or drone.status not in (FIELDED, RIDING):
            continue
        stays = may_stay(ctx.state, drone)
        if not stays and next(legal_drone_spots(ctx.state, drone), None) is None:
            if drone.status == FIELDED:
                ctx.emit(DroneRecalled(drone_id))
            continue
        prompt = f"Where is the {drone.name} placed, within 6 in of the {controller.name}?"
        order = yield from ask(Ask(drone.seat, "drone", drone_id, rule="brigands.9.2", prompt=prompt, optional=stays))
        if isinstance(order, PlaceDrone):
            stand = stand_near(ctx.state, ctx.state.units[drone_id], order.x, order.y)
            assert isinstance(stand, Stand), f"{order} was not checked: {stand}"
            ctx.emit(DronePlaced(drone_id, order.x, order.y, stand.body.z, order.facing))


class DroneLost(Event, frozen=True, tag="drone-lost"):
    """A drone was destroyed together with its Controlling model."""

    unit: str

    def change(self, state: State) -> None:
        drone = state.units[self.unit]
        drone.status, drone.hull, drone.structure, drone.actions = GONE, 0, 0, 0
        drone.carrier, drone.shell = "", None


def lost(state: State, event: DroneLost, _seat: str | None) -> Line:
    unit = state.units[event.unit]
    text = f"{unit.name} is lost with the {state.units[unit.controller].name}."
    return Line(text, (event.unit, unit.controller), "brigands.9.2")


@heeds("brigands.9.2")
def settle_drones(ctx: Ctx[State]) -> None:
    """Drones whose Controlling model was destroyed are destroyed; those somebody ended his movement on give way."""
    for drone in [unit for unit in ctx.state.units.values() if unit.controller]:
        if drone.status in (FIELDED, RIDING) and ctx.state.units[drone.controller].is_destroyed:
            ctx.emit(DroneLost(drone.id))
        elif drone.status == FIELDED and not drone.carrier:
            _give_way(ctx, drone)


class DronePushed(Event, frozen=True, tag="drone-pushed"):
    """A drone moved out of the way of a model that came to stand where it was."""

    unit: str
    x: int
    y: int
    z: int

    def change(self, state: State) -> None:
        drone = state.units[self.unit]
        drone.x, drone.y, drone.z = self.x, self.y, self.z


def pushed(state: State, event: DronePushed, _seat: str | None) -> Line:
    return Line(f"{state.units[event.unit].name} gives way.", (event.unit,), "brigands.9.2")


def _give_way(ctx: Ctx[State], drone: Unit) -> None:
    body = drone.body
    for other in ctx.state.obstacles():
        apart = body.radius + other.line.radius
        if abs(other.x - body.x) < apart and abs(other.y - body.y) < apart and bodies_overlap(body, other.body):
            stand = pushed_from(ctx.state, drone, other)
            if stand is None:
                ctx.emit(DroneRecalled(drone.id))
            else:
                ctx.emit(DronePushed(drone.id, stand.body.x, stand.body.y, stand.body.z))
            return


@heeds("brigands.9.2")
def pushed_from(state: State, drone: Unit, intruder: Unit) -> Stand | None:
    """Where a drone comes to stand that another model ended its movement on: just beside it, where there is room."""
    others = [other for other in state.units.values() if other.controller and other.is_fielded and other is not drone]
    for x, y in spots_away(drone, intruder, FARTHEST_PUSH):
        stand = stand_at(state, drone, x, y, drone.z)
        if isinstance(stand, Stand) and overlapped(stand.body, others) is None:
            return stand
    return None


# --- 9.2: what the drones of the Active model may do


def offer_drone_actions(state: State, unit: Unit) -> Iterator[Option]:
    """What each drone of the Active model may spend its Action on."""
    for drone in state.drones(unit.id):
        if drone.is_fielded:
            for option in (*offer_attacks(state, drone), *offer_demolitions(state, drone)):
                yield msgspec.structs.replace(option, label=f"{drone.name}: {option.label}")


# --- What is offered

DRONE_ACTIONS = (Attack, Demolish, Observe)
"""What a drone may spend its Action on."""

CLOSE = 6
"""How many of the nearest free places are drawn from when guessing has failed."""


def offer_drone_places(state: State, ask: Ask) -> Iterator[Option]:
    drone = state.units[ask.unit]
    yield Place(f"Place the {drone.name}", PlaceDrone(drone.id), ask.rule, unit=drone.id, zone="reach")
    if ask.optional:
        yield decline(f"Leave the {drone.name} where it is", ask.rule)


def guess_drone(state: State, _ask: Ask, order: PlaceDrone, chooser: Chooser, attempt: int) -> Order | None:
    """Anywhere around the Controlling model, looking as it does more or less; then one of the free places there."""
    drone = state.units[order.unit]
    controller = state.units[drone.controller]
    facing = ahead(controller, chooser)
    if attempt < 3:
        reach = LEASH + controller.line.radius
        x, y = controller.x + chooser.randrange(-reach, reach), controller.y + chooser.randrange(-reach, reach)
        return PlaceDrone(drone.id, x, y, facing)
    spots = noted(state, drone, lambda: legal_drone_spots(state, drone))
    return PlaceDrone(drone.id, *chooser.choice(spots), facing) if spots else None


def aim_drone(state: State, _ask: Ask, order: PlaceDrone, spot: Aim) -> Order:
    facing = state.units[state.units[order.unit].controller].facing if spot.facing is None else spot.facing
    return PlaceDrone(order.unit, spot.x, spot.y, facing % FULL_TURN)


@heeds("brigands.9.2")
def is_drone_action(state: State, ask: Ask, order: Order, named: str) -> bool:
    """Whether a drone of the Active model is to spend its Action, which it may at any time of that activation."""
    drone = state.units.get(named)
    mine = drone is not None and drone.controller == ask.unit and drone.is_fielded
    return mine and ask.kind == "act" and isinstance(order, DRONE_ACTIONS)


def noted(state: State, unit: Unit, search: Callable[[], Iterator[tuple[int, int]]]) -> list[tuple[int, int]]:
    """The first free places that a search finds for a model, noted: whoever guesses asks again and again."""
    key = (noted, unit.id)
    known: list[tuple[int, int]] | None = state.notes.get(key)
    if known is None:
        known = state.notes[key] = list(islice(search(), CLOSE))
    return known


def ahead(unit: Unit, chooser: Chooser) -> int:
    """More or less the way a model faces."""
    return (unit.facing + chooser.randrange(-450, 451)) % FULL_TURN


# --- The contents of the chapter

DRONES: Chapter[State] = Chapter(
    "9.2: drones",
    orders=(OrderRules(PlaceDrone, "drone", by_order(refuse_place_drone), guess=guess_drone, aim=aim_drone),),
    events={
        DronePlaced: placed,
        DronePushed: pushed,
        DroneRecalled: recalled,
        DroneLost: lost,
    },
)
