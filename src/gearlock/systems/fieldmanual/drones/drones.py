"""Drones: docked and undocked, placed after the owner's movement, and lost with the owner."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gearlock.kernel.asks import Ask, Option, Pick, Place
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.system import Aim, Chooser
from gearlock.systems.fieldmanual.attacks.ap_charges import near_now, resolve_ap_charges
from gearlock.systems.fieldmanual.cards import Card
from gearlock.systems.fieldmanual.drones.events import PLACED_MARK, DroneDocked, DroneLost, DronePlaced
from gearlock.systems.fieldmanual.drones.orders import DockDrone, PlaceDrone
from gearlock.systems.fieldmanual.lock_and_cover.measuring import gap, gap_to, touches
from gearlock.systems.fieldmanual.paying import refuse_idle
from gearlock.systems.fieldmanual.state import DOCKED, FIELDED, LEFT, OUT, State, Unit
from gearlock.table.measure import INCH, inches_text

RULE = "fieldmanual.perk-drone"
PLACE = "drone"
"""The question where a drone goes that its owner has left behind."""
RECON, DEMO, HUNTER, AA = "Recon Drone", "Demo Drone", "Hunter-Killer Drone", "AA Drone"
ON_CARDS = {RECON: "recon-drone", DEMO: "demo-drone", HUNTER: "hunter-killer-drone"}
"""Drones that stand on cards as perks, and their own cards."""
DEMO_RADIUS = 6 * INCH
RULES = {
    RECON: "fieldmanual.perk-drone-recon",
    DEMO: "fieldmanual.perk-drone-demo",
    HUNTER: "fieldmanual.perk-drone-hk",
}


def drones_of(state: State, unit: Unit) -> list[Unit]:
    """The drones of a model, docked or out."""
    return [each for each in state.units.values() if each.parent == unit.id and each.status in (OUT, DOCKED)]


def drone_named(state: State, unit: Unit, name: str) -> Unit | None:
    """The drone of a model with this id; None if it has none such."""
    return next((each for each in drones_of(state, unit) if each.id == name), None)


@heeds("fieldmanual.perk-drone")
def raise_drones(owner: Unit, cards: Mapping[str, Card]) -> Iterator[Unit]:
    """The drones that stand on a model's card, docked."""
    for perk, name in ON_CARDS.items():
        if perk in owner.card.perks and name in cards:
            drone = Unit(f"{owner.id}-{name}", owner.seat, f"{owner.name}'s {perk}", cards[name], "", owner.group)
            drone.status, drone.parent, drone.carrier = DOCKED, owner.id, owner.id
            yield drone


@rule("fieldmanual.perk-drone-hk")
@heeds("fieldmanual.perk-drone-recon", "fieldmanual.perk-drone-demo", "fieldmanual.aa-drone")
def leash(owner: Unit, drone: Unit) -> int:
    """How far from its owner a drone is placed: a Recon Drone within Auto Comm, a Demo Drone 6 in.

    Hunter-Killer and AA drones within twice the Auto Comm.
    """
    if drone.card.name == DEMO:
        return DEMO_RADIUS
    return owner.card.auto_comm * INCH * (1 if drone.card.name == RECON else 2)


@heeds("fieldmanual.perk-drone", "fieldmanual.perk-drone-hk", "fieldmanual.perk-drone-recon")
def refuse_place(state: State, asked: Ask, order: PlaceDrone) -> Refusal | None:
    """A drone of its own, once an activation, on the table and on its leash."""
    unit = state.units.get(order.unit)
    drone = None if unit is None else drone_named(state, unit, order.drone)
    if unit is None or drone is None or unit.seat != asked.seat:
        return Refusal("drone", RULE, f"{order.drone or 'Nothing'} is no drone of {order.unit or 'nobody'}.")
    if asked.kind == PLACE and order.drone not in asked.about:
        return Refusal("drone", RULE, f"The {drone.name} is near enough: another drone has to be placed.")
    now = state.activation
    if asked.kind != PLACE and (now is None or now.extra or PLACED_MARK + drone.id in now.marks):
        message = f"The {drone.name} is placed once an activation, after the movement of the {unit.name}."
        return Refusal("again", RULE, message)
    if not (0 <= order.x <= state.ground.width and 0 <= order.y <= state.ground.height):
        return Refusal("table", RULE, "The spot lies beyond the edge of the table.")
    away, most = gap_to(unit, order.x, order.y) - drone.card.radius, leash(unit, drone)
    if away <= most:
        return None
    message = (
        f"The spot is {inches_text(away)} in from the {unit.name}; the {drone.name} follows within {inches_text(most)}."
    )
    return Refusal("leash", RULES.get(drone.card.name, RULE), message, {"distance": away, "most": most})


@rule("fieldmanual.perk-drone")
@heeds("fieldmanual.perk-ap-charges", "fieldmanual.perk-drone-hk")
def resolve_place(ctx: Ctx[State], order: PlaceDrone) -> Script[None]:
    """It is there, at ground level; infantry that a Hunter-Killer comes near may be fired at."""
    before = near_now(ctx.state)
    level = ctx.state.ground.elevation(order.x, order.y)
    ctx.emit(DronePlaced(order.unit, order.drone, order.x, order.y, level))
    yield from resolve_ap_charges(ctx, before)


@heeds("fieldmanual.perk-drone")
def refuse_dock(state: State, order: DockDrone) -> Refusal | None:
    """An Action, and base contact."""
    unit = state.units[order.unit]
    drone = drone_named(state, unit, order.drone)
    if drone is None or drone.status != OUT:
        return Refusal("drone", RULE, f"{order.drone or 'Nothing'} is no drone of the {unit.name} that is out.")
    if not touches(unit, drone):
        away = inches_text(gap(unit, drone))
        return Refusal("contact", RULE, f"The {drone.name} is {away} in away: it is docked in base contact.")
    return refuse_idle(unit, 1, RULE)


@heeds("fieldmanual.perk-drone")
def resolve_dock(ctx: Ctx[State], order: DockDrone) -> None:
    """It is carried, and does nothing."""
    ctx.emit(DroneDocked(order.unit, order.drone))


def offer_drones(state: State, unit: Unit) -> Iterator[Option]:
    """Place, undock and dock its drones."""
    now = state.activation
    for drone in drones_of(state, unit):
        if now is not None and not now.extra and PLACED_MARK + drone.id not in now.marks:
            label = f"{'Undock' if drone.status == DOCKED else 'Place'} the {drone.name}"
            yield Place(label, PlaceDrone(unit.id, drone.id), RULE, drone.id)
        dock = DockDrone(unit.id, drone.id)
        if drone.status == OUT and refuse_dock(state, dock) is None:
            yield Pick(f"Dock the {drone.name}", dock, RULE)


def offer_stray(state: State, asked: Ask) -> Iterator[Option]:
    """Anywhere on its leash."""
    (name,) = asked.about
    drone = state.units[name]
    yield Place(f"Place the {drone.name}", PlaceDrone(asked.unit, drone.id), asked.rule, drone.id)


def guess_place(state: State, _ask: Ask, order: PlaceDrone, chooser: Chooser, _attempt: int) -> Order | None:
    """Some spot near its owner."""
    unit, drone = state.units[order.unit], state.units[order.drone]
    reach = (leash(unit, drone) + unit.card.radius) * 7 // 10
    x, y = (centre + chooser.randrange(-reach, reach + 1) for centre in (unit.x, unit.y))
    x, y = max(0, min(state.ground.width, x)), max(0, min(state.ground.height, y))
    return PlaceDrone(order.unit, order.drone, x, y)


def aim_place(_state: State, _ask: Ask, order: PlaceDrone, spot: Aim) -> Order | Refusal:
    """Where somebody pointed."""
    return PlaceDrone(order.unit, order.drone, spot.x, spot.y)


@heeds("fieldmanual.perk-drone")
def lost_drone(state: State) -> str:
    """A drone whose owner is lost, or has left the table; empty if there is none."""
    for drone in state.units.values():
        if drone.parent in state.units and drone.status in (OUT, DOCKED):
            owner = state.units[drone.parent]
            if owner.is_lost or owner.status == LEFT:
                return drone.id
    return ""


def stray_drone(state: State) -> str:
    """A drone that its owner, done with its movement, has left farther behind than it may be; empty if none."""
    for drone in state.units.values():
        if drone.parent in state.units and drone.status == OUT:
            owner = state.units[drone.parent]
            if owner.status == FIELDED and not state.is_active(owner) and gap(owner, drone) > leash(owner, drone):
                return drone.id
    return ""


@heeds("fieldmanual.perk-drone", "fieldmanual.perk-drone-recon", "fieldmanual.perk-drone-hk")
def resolve_drones(ctx: Ctx[State]) -> Script[None] | None:
    """An aftermath: drones go with their owners, in both senses."""
    while lost := lost_drone(ctx.state):
        ctx.emit(DroneLost(lost, "its owner is gone"))
    stray = stray_drone(ctx.state)
    return _follow(ctx, stray) if stray else None


def _follow(ctx: Ctx[State], name: str) -> Script[None]:
    drone = ctx.state.units[name]
    prompt = f"The {ctx.state.units[drone.parent].name} has moved. Where does its {drone.card.name} go?"
    order = yield from ask(Ask(drone.seat, PLACE, drone.parent, (name,), RULE, prompt))
    assert isinstance(order, PlaceDrone), f"{order} places no drone"
    yield from resolve_place(ctx, order)
