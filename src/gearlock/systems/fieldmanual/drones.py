"""Drones: what follows a model without being one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gearlock.kernel.asks import Ask, Option, Pick, Place
from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.system import Aim, Chooser
from gearlock.kernel.view import Line
from gearlock.systems.fieldmanual.attacks.kinds import resolve_blast_at
from gearlock.systems.fieldmanual.attacks.ranged import near_now, resolve_ap_charges
from gearlock.systems.fieldmanual.attacks.weapons_in_use import DRONE, OPTIMAL, SELF, ChargePlaced, use_of
from gearlock.systems.fieldmanual.datacards import Card
from gearlock.systems.fieldmanual.lock_and_cover.looks import gap, gap_to, touches
from gearlock.systems.fieldmanual.paying import pay, refuse_idle
from gearlock.systems.fieldmanual.state import DOCKED, FIELDED, GONE, LEFT, OUT, TOP, State, Unit
from gearlock.table.measure import INCH, inches_text

PLACED_MARK = "drone:"
"""Before the id of a drone in a mark of its owner's activation: it has been placed."""


# --- Drones: docked and undocked, placed after the owner's movement, and lost with the owner

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


class PlaceDrone(Order, frozen=True, tag="place-drone"):
    """Put a drone somewhere near its owner after the owner's movement; a docked one is undocked for it."""

    unit: str
    drone: str
    x: int = 0
    y: int = 0


@heeds("fieldmanual.perk-drone", "fieldmanual.perk-drone-hk", "fieldmanual.perk-drone-recon")
def refuse_place(state: State, asked: Ask, order: PlaceDrone) -> Refusal | None:
    """A drone of its own, once an activation, on the table and on its leash."""
    unit = state.units.get(order.unit)
    drone = None if unit is None else drone_named(state, unit, order.drone)
    if unit is None or drone is None or unit.seat != asked.seat:
        return Refusal(
            "drone", "fieldmanual.perk-drone", f"{order.drone or 'Nothing'} is no drone of {order.unit or 'nobody'}."
        )
    if asked.kind == PLACE and order.drone not in asked.about:
        return Refusal(
            "drone", "fieldmanual.perk-drone", f"The {drone.name} is near enough: another drone has to be placed."
        )
    now = state.activation
    if asked.kind != PLACE and (now is None or now.extra or PLACED_MARK + drone.id in now.marks):
        message = f"The {drone.name} is placed once an activation, after the movement of the {unit.name}."
        return Refusal("again", "fieldmanual.perk-drone", message)
    if not (0 <= order.x <= state.ground.width and 0 <= order.y <= state.ground.height):
        return Refusal("table", "fieldmanual.perk-drone", "The spot lies beyond the edge of the table.")
    away, most = gap_to(unit, order.x, order.y) - drone.card.radius, leash(unit, drone)
    if away <= most:
        return None
    message = (
        f"The spot is {inches_text(away)} in from the {unit.name}; the {drone.name} follows within {inches_text(most)}."
    )
    return Refusal(
        "leash", RULES.get(drone.card.name, "fieldmanual.perk-drone"), message, {"distance": away, "most": most}
    )


class DronePlaced(Event, frozen=True, tag="drone-placed"):
    """A drone is out, at this spot."""

    unit: str
    drone: str
    x: int
    y: int
    z: int

    @heeds("fieldmanual.perk-drone")
    def change(self, state: State) -> None:
        drone = state.units[self.drone]
        drone.status, drone.carrier = OUT, ""
        drone.x, drone.y, drone.z = self.x, self.y, self.z
        if state.activation is not None and state.activation.unit == self.unit:
            state.activation.marks.append(PLACED_MARK + self.drone)


def placed(state: State, event: DronePlaced, _seat: str | None) -> Line:
    """Out."""
    return Line(
        f"{state.units[event.drone].name} takes its place.", (event.unit, event.drone), "fieldmanual.perk-drone"
    )


@rule("fieldmanual.perk-drone")
@heeds("fieldmanual.perk-ap-charges", "fieldmanual.perk-drone-hk")
def resolve_place(ctx: Ctx[State], order: PlaceDrone) -> Script[None]:
    """It is there, at ground level; infantry that a Hunter-Killer comes near may be fired at."""
    before = near_now(ctx.state)
    level = ctx.state.ground.elevation(order.x, order.y)
    ctx.emit(DronePlaced(order.unit, order.drone, order.x, order.y, level))
    yield from resolve_ap_charges(ctx, before)


class DockDrone(Order, frozen=True, tag="dock-drone"):
    """Spend an Action to dock a drone that touches its owner."""

    unit: str
    drone: str


@heeds("fieldmanual.perk-drone")
def refuse_dock(state: State, order: DockDrone) -> Refusal | None:
    """An Action, and base contact."""
    unit = state.units[order.unit]
    drone = drone_named(state, unit, order.drone)
    if drone is None or drone.status != OUT:
        return Refusal(
            "drone", "fieldmanual.perk-drone", f"{order.drone or 'Nothing'} is no drone of the {unit.name} that is out."
        )
    if not touches(unit, drone):
        away = inches_text(gap(unit, drone))
        return Refusal(
            "contact", "fieldmanual.perk-drone", f"The {drone.name} is {away} in away: it is docked in base contact."
        )
    return refuse_idle(unit, 1, "fieldmanual.perk-drone")


class DroneDocked(Event, frozen=True, tag="drone-docked"):
    """A model spent an Action to dock its drone."""

    unit: str
    drone: str
    plain = True

    @heeds("fieldmanual.perk-drone")
    def change(self, state: State) -> None:
        drone = state.units[self.drone]
        pay(state, state.units[self.unit])
        drone.status, drone.carrier = DOCKED, self.unit


def docked(state: State, event: DroneDocked, _seat: str | None) -> Line:
    """In."""
    return Line(f"{state.units[event.drone].name} is docked.", (event.unit,), "fieldmanual.perk-drone")


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
            yield Place(label, PlaceDrone(unit.id, drone.id), "fieldmanual.perk-drone", drone.id)
        dock = DockDrone(unit.id, drone.id)
        if drone.status == OUT and refuse_dock(state, dock) is None:
            yield Pick(f"Dock the {drone.name}", dock, "fieldmanual.perk-drone")


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


class DroneLost(Event, frozen=True, tag="drone-lost"):
    """A drone is no more: its owner is lost, or its charge is used."""

    drone: str
    why: str

    @heeds("fieldmanual.perk-drone", "fieldmanual.perk-drone-demo")
    def change(self, state: State) -> None:
        drone = state.units[self.drone]
        drone.status, drone.carrier = GONE, ""


def lost(state: State, event: DroneLost, _seat: str | None) -> Line:
    """No more."""
    return Line(f"{state.units[event.drone].name} is gone: {event.why}.", (event.drone,), "fieldmanual.perk-drone")


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
    order = yield from ask(Ask(drone.seat, PLACE, drone.parent, (name,), "fieldmanual.perk-drone", prompt))
    assert isinstance(order, PlaceDrone), f"{order} places no drone"
    yield from resolve_place(ctx, order)


# --- Demo Drones: a charge that is set off or laid down, and that goes off by itself behind an owner at Top Speed


class SetOffDrone(Order, frozen=True, tag="set-off-drone"):
    """Spend an Action to have a Demo Drone set its charge off, or lay it down for the Miscellaneous phase."""

    unit: str
    drone: str
    lay: bool = False


@heeds("fieldmanual.perk-drone-demo", "fieldmanual.perk-drone")
def refuse_set_off(state: State, order: SetOffDrone) -> Refusal | None:
    """A Demo Drone that is out, and an Action of its owner."""
    unit = state.units[order.unit]
    drone = drone_named(state, unit, order.drone)
    if drone is None or drone.card.name != DEMO:
        return Refusal(
            "drone", "fieldmanual.perk-drone-demo", f"{order.drone or 'Nothing'} is no Demo Drone of the {unit.name}."
        )
    if drone.status != OUT:
        return Refusal("docked", "fieldmanual.perk-drone", f"The {drone.name} is docked: undock it first.")
    return refuse_idle(unit, 1, "fieldmanual.perk-drone-demo")


class DroneDirected(Event, frozen=True, tag="drone-directed"):
    """A model spent an Action to have its Demo Drone use its charge."""

    unit: str
    drone: str
    lay: bool

    @heeds("fieldmanual.perk-drone-demo")
    def change(self, state: State) -> None:
        pay(state, state.units[self.unit])


def directed(state: State, event: DroneDirected, _seat: str | None) -> Line:
    """A bomb is told what to do."""
    what = "lay its charge" if event.lay else "set its charge off"
    text = f"{state.units[event.unit].name} has {state.units[event.drone].name} {what}."
    return Line(text, (event.unit, event.drone), "fieldmanual.perk-drone-demo")


@rule("fieldmanual.perk-drone-demo")
def resolve_set_off(ctx: Ctx[State], order: SetOffDrone) -> Script[None]:
    """An Action: the charge goes off with a Skill of 2, or lies there. The drone is gone either way."""
    ctx.emit(DroneDirected(order.unit, order.drone, order.lay))
    if order.lay:
        drone = ctx.state.units[order.drone]
        ctx.emit(ChargePlaced(drone.id, drone.card.weapons[0].id, drone.x, drone.y, drone.z))
        ctx.emit(DroneLost(order.drone, "it has laid its charge"))
        return
    yield from explode(ctx, order.drone)


@heeds("fieldmanual.perk-drone-demo", "fieldmanual.self-detonation")
def explode(ctx: Ctx[State], name: str) -> Script[None]:
    """The charge goes off where the drone is, whoever is near; it profits neither from Crossfire nor coordination."""
    drone = ctx.state.units[name]
    use = use_of(ctx.state, drone, drone.card.weapons[0], OPTIMAL, SELF)
    skill, point = drone.card.skills.attack, (drone.x, drone.y, drone.z)
    ctx.emit(DroneLost(name, "its charge goes off"))
    yield from resolve_blast_at(ctx, name, use, point, skill, DRONE)


@heeds("fieldmanual.perk-drone-demo", "fieldmanual.speed-top")
def left_behind(state: State) -> str:
    """A Demo Drone that was not docked when its owner moved off at Top Speed; empty if there is none."""
    now = state.activation
    if now is None or now.extra or not now.gone.get(now.unit):
        return ""
    owner = state.units[now.unit]
    if owner.band != TOP:
        return ""
    for drone in drones_of(state, owner):
        if drone.card.name == DEMO and drone.status == OUT and PLACED_MARK + drone.id not in now.marks:
            return drone.id
    return ""


@heeds("fieldmanual.perk-drone-demo")
def resolve_left_behind(ctx: Ctx[State]) -> Script[None] | None:
    """An aftermath: it goes off at once."""
    name = left_behind(ctx.state)
    return explode(ctx, name) if name else None


def offer_set_off(state: State, unit: Unit) -> Iterator[Option]:
    """Set it off, or lay it down."""
    for drone in drones_of(state, unit):
        for lay, words in ((False, "Set off the"), (True, "Lay the charge of the")):
            order = SetOffDrone(unit.id, drone.id, lay)
            if refuse_set_off(state, order) is None:
                yield Pick(f"{words} {drone.name}", order, "fieldmanual.perk-drone-demo")


# --- The contents of the chapter

DRONES: Chapter[State] = Chapter(
    "Drones",
    orders=(
        OrderRules(PlaceDrone, ("act", PLACE), refuse_place, resolve_place, guess_place, 40, aim_place),
        OrderRules(DockDrone, "act", by_order(refuse_dock), resolve_dock),
        OrderRules(SetOffDrone, "act", by_order(refuse_set_off), resolve_set_off),
    ),
    events={
        DronePlaced: placed,
        DroneDocked: docked,
        DroneDirected: directed,
        DroneLost: lost,
    },
)
