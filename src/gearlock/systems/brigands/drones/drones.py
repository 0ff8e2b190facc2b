"""9.2: drones. They belong to a Controlling model, are never activated, and go where it goes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.mechanics.figures import overlapped
from gearlock.mechanics.placing.spots import Stand, spots_around, spots_away
from gearlock.systems.brigands.drones.events import DroneLost, DronePlaced, DronePushed, DroneRecalled
from gearlock.systems.brigands.drones.orders import PlaceDrone
from gearlock.systems.brigands.lock_and_cover.cover import look_from
from gearlock.systems.brigands.models import Model
from gearlock.systems.brigands.standing_room import stand_at
from gearlock.systems.brigands.state import FIELDED, RIDING, State, Unit
from gearlock.table.inches import bodies_overlap, gap
from gearlock.table.measure import FULL_TURN, INCH, inches_text

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


@heeds("brigands.9.2")
def settle_drones(ctx: Ctx[State]) -> None:
    """Drones whose Controlling model was destroyed are destroyed; those somebody ended his movement on give way."""
    for drone in [unit for unit in ctx.state.units.values() if unit.controller]:
        if drone.status in (FIELDED, RIDING) and ctx.state.units[drone.controller].is_destroyed:
            ctx.emit(DroneLost(drone.id))
        elif drone.status == FIELDED and not drone.carrier:
            _give_way(ctx, drone)


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
