"""Drones: the tie to their controllers, how they move and dock, and the recon, point defense and repair drone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ClassVar, NamedTuple

from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.hex100.actions import fill_pool, payment, spend
from gearlock.systems.hex100.attacks.reserve import no_reaction, offer_reserves
from gearlock.systems.hex100.damage.units_hit import mend_swarm
from gearlock.systems.hex100.detection.locks import can_lock, look_again, resolve_lock
from gearlock.systems.hex100.detection.sight import Detected, LockLost
from gearlock.systems.hex100.equipment import electronics_work, equipment_effect, find_mount, full_hp, is_whole
from gearlock.systems.hex100.known_units import known_enemies
from gearlock.systems.hex100.movement.move_action import resolve_move
from gearlock.systems.hex100.movement.moving import Move, stride
from gearlock.systems.hex100.networks import is_networked
from gearlock.systems.hex100.state import IDENTIFIED, SEATS, SEEN, UNKNOWN, State, Unit, other
from gearlock.systems.hex100.weapons import shut_down
from gearlock.table.hexes import Hex, distance, sides_toward
from gearlock.table.hexreach import reach


class FieldDrone(Order, frozen=True, tag="field-drone"):
    """Place a drone beside the unit that brings it, before the battle; its mode names its own hex or that unit."""

    unit: str
    mode: str = ""
    q: int = 0
    r: int = 0
    facing: int = 0


class Command(Order, frozen=True):
    """Base of the orders that set a drone's mode."""

    unit: str
    drone: str = ""
    mode: str = ""
    q: int = 0
    r: int = 0
    target: str = ""


class SetMode(Command, frozen=True, tag="set-mode"):
    """Switch a drone on the map to a mode."""


class Undock(Command, frozen=True, tag="undock"):
    """Let a docked drone out into an adjacent hex, in this mode."""


class Reactivate(Order, frozen=True, tag="reactivate"):
    """Start an adjacent drone of the own side again that EMP has shut down."""

    unit: str
    drone: str = ""


class TurnDrone(Command, frozen=True, tag="turn-drone"):
    """Set the mode of a drone, a contact, that this unit has just hacked."""


class DroneFielded(Event, frozen=True, tag="drone-fielded"):
    """A drone took its place with the unit that brings it; it lies in wait if that does."""

    plain: ClassVar[bool] = True
    unit: str
    q: int
    r: int
    facing: int
    lurking: bool = False

    def change(self, state: State) -> None:
        _come_out(state, self)
        state.units[self.unit].lurking = self.lurking
        fill_pool(state, state.units[self.unit])


class ModeSet(Event, frozen=True, tag="mode-set"):
    """A drone goes by this mode from now on; `by` commanded it.

    A hacker's command comes with all of the drone's actions, because it acts at once.
    """

    unit: str
    mode: str
    point: tuple[int, int] | None = None
    charge: str = ""
    by: str = ""

    def change(self, state: State) -> None:
        drone = state.units[self.unit]
        drone.mode, drone.point, drone.charge = self.mode, self.point, self.charge
        if self.by and state.units[self.by].seat != drone.seat:
            fill_pool(state, drone)


class Undocked(Event, frozen=True, tag="undocked"):
    """A docked drone came out; it has its turn in this phase unless it took it before it docked."""

    unit: str
    q: int
    r: int
    facing: int

    def change(self, state: State) -> None:
        _come_out(state, self)


class Docked(Event, frozen=True, tag="docked"):
    """A small drone is on board again; nobody holds it any more."""

    unit: str

    def change(self, state: State) -> None:
        drone = state.units[self.unit]
        drone.placed, drone.docked, drone.lock, drone.lock_at = False, True, "", None
        drone.mode, drone.point, drone.charge = "", None, ""


class Repaired(Event, frozen=True, tag="repaired"):
    """A repair drone gave units hit points back."""

    unit: str
    repairs: tuple[tuple[str, int], ...]

    def change(self, state: State) -> None:
        for unit, points in self.repairs:
            state.units[unit].hp += points
            mend_swarm(state.units[unit], state.machine(unit).unit, points)


class Reactivated(Event, frozen=True, tag="reactivated"):
    """An ally started a drone again; `noticed` if those who shut it down have held it as a contact."""

    reveals: ClassVar[bool] = True
    unit: str
    by: str
    noticed: bool = False

    def change(self, state: State) -> None:
        drone = state.units[self.unit]
        drone.shocked = False
        drone.traced = drone.traced and (drone.jammed or drone.hacked)


def _come_out(state: State, event: DroneFielded | Undocked) -> None:
    """One that has docked in this phase has had its turn."""
    drone = state.units[event.unit]
    drone.q, drone.r, drone.facing = event.q, event.r, event.facing
    drone.placed, drone.docked = True, False


# --- What a mode is

POINT, ALLY, ENEMY, NOTHING = "point", "ally", "enemy", ""
"""What a mode names."""


class Named(NamedTuple):
    """What a command names: a hex, or a unit by its true id."""

    point: Hex | None = None
    charge: str = ""


class Mode(NamedTuple):
    """One mode of a kind of drone."""

    name: str
    rule: str
    names: str
    """``POINT``, ``ALLY``, ``ENEMY`` or ``NOTHING``."""
    act: Callable[[Ctx[State], str], Script[None]]
    """The drone's whole turn: a script that spends its actions."""
    about: str
    """In a player's words."""
    starting: bool = True
    """Whether a drone may be in this mode when the battle begins."""


def named_by(drone: Unit) -> Named:
    """What a drone's present mode names."""
    return Named(drone.point, drone.charge)


# --- Drones and their controllers

CONTROLLER = "Drone Controller"


def drones_of(state: State, carrier: str) -> list[Unit]:
    """The drones that a unit brought and that are not destroyed, docked or out."""
    units = (state.units[drone] for drone, tie in state.scene.ties.items() if tie.carrier == carrier)
    return [drone for drone in units if not drone.destroyed]


def carrier_of(state: State, drone: Unit) -> Unit | None:
    """The unit that brought a drone, while it is on the map."""
    tie = state.scene.ties.get(drone.id)
    carrier = state.units[tie.carrier] if tie is not None else None
    return carrier if carrier is not None and carrier.standing else None


def called(state: State, drone: Unit) -> str:
    """A drone as its owner tells it from others that the same unit brought."""
    tie, name = state.scene.ties[drone.id], state.machine(drone.id).name
    twins = [id_ for id_, each in state.scene.ties.items() if each.carrier == tie.carrier]
    twins = [id_ for id_ in twins if state.machine(id_).unit.id == state.machine(drone.id).unit.id]
    return f"{name} {twins.index(drone.id) + 1}" if len(twins) > 1 else name


def told_apart(state: State, unit: Unit) -> str:
    """A unit of one's own by name; of a drone it is said whose it is."""
    if unit.id not in state.scene.ties:
        return state.machine(unit.id).name
    return f"{called(state, unit)} of {state.machine(state.scene.ties[unit.id].carrier).name}"


@rule("hex100.drone-emp")
@heeds("hex100.emp-shock")
def is_shut_down(state: State, unit: Unit) -> bool:
    """Whether a unit is a drone that EMP has stopped for good."""
    return unit.shocked and unit.id in state.scene.drones


def is_idle(state: State, unit: Unit) -> bool:
    """Whether a unit has no turn to take: a drone that is shut down, or has been given no mode."""
    return unit.id in state.scene.drones and (unit.shocked or not unit.mode)


@heeds("hex100.drone-controller", "hex100.drone-deployment", "hex100.drone-small")
def active_on(state: State, controller: tuple[str, str]) -> Unit | None:
    """The drone on the map that this controller of a unit answers for."""
    for drone, tie in state.scene.ties.items():
        if tie == controller and state.units[drone].standing:
            return state.units[drone]
    return None


def no_such_drone(drone: str) -> Refusal:
    """The answer to a command for a drone that the unit did not bring, or has lost."""
    return Refusal("no-such-drone", "hex100.drone-command", f"The unit has no drone called '{drone}'.")


@rule("hex100.drone-network")
@heeds("hex100.drone-command", "hex100.data-link-off", "hex100.jamming", "hex100.hacking")
def refuse_command(state: State, unit: Unit, drone: Unit) -> Refusal | None:
    """Why a unit cannot command its drone: the controller, or a data link on the way, does not work.

    A docked drone needs no link of its own; one that was hacked and has docked since obeys nobody on board.
    """
    mount = find_mount(state, unit, state.scene.ties[drone.id].controller)
    assert mount is not None, "a drone is tied to a controller that its carrier mounts"
    if not is_whole(state, unit, mount):
        return Refusal("out-of-order", "hex100.stat-critical", f"The {CONTROLLER} is out of order.")
    if not electronics_work(unit, mount):
        return shut_down(unit, CONTROLLER)
    if not is_networked(state, unit):
        message = "The data link of the unit is jammed or turned off; no command gets through to its drones."
        return Refusal("no-link", "hex100.drone-network", message)
    name = state.machine(drone.id).name
    if drone.shocked:
        message = f"EMP has shut the {name} down; a unit of yours next to it can reactivate it."
        return Refusal("shut-down", "hex100.drone-emp", message)
    if drone.hacked:
        return Refusal("hacked", "hex100.hacking", f"The {name} is hacked and obeys the enemy until it recovers.")
    if not drone.docked and not is_networked(state, drone):
        return Refusal("no-link", "hex100.drone-network", f"The data link of the {name} is jammed.")
    return None


# --- How drones move


@heeds("hex100.drone-command")
def way_to(state: State, drone: Unit, goal: Hex, within: int = 0) -> tuple[Hex, ...]:
    """The steps of one move action on the cheapest way to a free hex this near to a goal.

    Where none can be reached the way leads to the nearest hex that can. No steps mean that it cannot do better. Where
    it is it may stay, also on the back of a friend.
    """
    if distance(drone.hex, goal) <= within:
        return ()
    points, kind = stride(state, drone)
    prices = state.land.prices[kind]
    ways = reach(state.land.ground, drone.hex, sum(prices), prices, known_enemies(state, drone.seat).keys())
    taken = {each.hex for each in state.standing(drone.seat)} - {drone.hex}
    free = (hex_ for hex_ in ways.steps if hex_ not in taken)
    best = min(free, key=lambda hex_: (max(0, distance(hex_, goal) - within), ways.steps[hex_][0], hex_))
    path = ways.path(best)
    stops = [at for at, hex_ in enumerate(path) if ways.steps[hex_][0] <= points and hex_ not in taken]
    return path[1 : stops[-1] + 1]


@heeds("hex100.drone-command")
def approach(ctx: Ctx[State], drone_id: str, goal: Hex, within: int = 0) -> Script[bool]:
    """Spend a move action on the way to a goal, if there is one to go; gives whether the drone has arrived.

    It has where it can get no nearer. Enemy reserves interrupt it like any unit, unless it has been hacked.
    """
    drone = ctx.state.units[drone_id]
    path = way_to(ctx.state, drone, goal, within)
    if path and payment(drone, "move"):
        before = path[-2] if len(path) > 1 else drone.hex
        facing = sides_toward(before, path[-1])[0]
        react = offer_reserves if drone.seat == ctx.state.active and not drone.hacked else no_reaction
        spend(ctx, drone_id, "move")
        yield from resolve_move(ctx, Move(drone_id, path, facing), react)
    drone = ctx.state.units[drone_id]
    return drone.standing and not drone.shocked and not way_to(ctx.state, drone, goal, within)


def ally_of(state: State, drone: Unit) -> Unit | None:
    """The unit that a drone's mode names, while it is on the map and on the side the drone acts for."""
    ally = state.units.get(drone.charge)
    return ally if ally is not None and ally.standing and state.serves(ally) == state.serves(drone) else None


@rule("hex100.drone-point-defence-modes")
@heeds("hex100.drone-repair-modes")
def hold(ctx: Ctx[State], drone_id: str) -> Script[None]:
    """Go to the point, and stay there."""
    point = ctx.state.units[drone_id].point
    if point is not None:
        yield from approach(ctx, drone_id, point)


def follow(within: int) -> Callable[[Ctx[State], str], Script[None]]:
    """A turn of going after the named ally until it is this near."""

    def act(ctx: Ctx[State], drone_id: str) -> Script[None]:
        ally = ally_of(ctx.state, ctx.state.units[drone_id])
        if ally is not None:
            yield from approach(ctx, drone_id, ally.hex, within)

    return act


# --- Recall


@heeds("hex100.drone-small", "hex100.drone-recon-modes")
def can_dock(state: State, drone: Unit) -> bool:
    """Whether a drone can dock where it stands: next to its carrier, whose controller is not wrecked."""
    tie, carrier = state.scene.ties.get(drone.id), carrier_of(state, drone)
    if tie is None or carrier is None or distance(drone.hex, carrier.hex) > 1:
        return False
    mount = find_mount(state, carrier, tie.controller)
    return mount is not None and is_whole(state, carrier, mount)


@heeds("hex100.drone-small", "hex100.drone-recon-modes")
def return_home(ctx: Ctx[State], drone_id: str) -> Script[None]:
    """Fly or run to the carrier and dock; without a carrier the drone stays where it is."""
    carrier = carrier_of(ctx.state, ctx.state.units[drone_id])
    if carrier is None:
        return
    yield from approach(ctx, drone_id, carrier.hex, 1)
    drone = ctx.state.units[drone_id]
    if drone.standing and can_dock(ctx.state, drone):
        dock(ctx, drone_id)


def dock(ctx: Ctx[State], drone_id: str) -> None:
    """Take a drone off the map: its lock ends, and so does every contact with it."""
    drone = ctx.state.units[drone_id]
    if drone.lock:
        ctx.emit(LockLost(drone_id, drone.lock, "docked"))
    seat = other(drone.seat)
    if drone_id in ctx.state.known[seat]:
        ctx.emit(Detected(seat, drone_id, 0, ctx.state.contacts[seat][drone_id]))
    ctx.emit(Docked(drone_id))
    look_again(ctx)


def recall(rule_id: str) -> Mode:
    """The recall mode of a kind of small drone."""
    about = "Return to the unit that brought it and dock."
    return Mode("recall", rule_id, NOTHING, return_home, about, starting=False)


# --- The recon drone


@rule("hex100.drone-recon-modes")
def threat(state: State, drone: Unit, enemy: Unit) -> tuple[int, int, int]:
    """The order in which a drone would lock on to enemies: the most points first, then the nearest, then as found.

    What a contact carries counts while it is in sight. Of one whose type is not known the points are not known either,
    and it comes last.
    """
    seat = state.serves(drone)
    level, machine = state.known[seat].get(enemy.id, UNKNOWN), state.machine(enemy.id)
    points = machine.cost if level == SEEN else machine.unit.cost if level == IDENTIFIED else 0
    return -points, distance(drone.hex, enemy.hex), state.contact_number(seat, enemy.id)


def _lockable(state: State, drone: Unit) -> list[Unit]:
    """The contacts of its side that a drone can lock on to from where it is."""
    held = (state.units[enemy] for enemy in state.known[state.serves(drone)])
    return [enemy for enemy in held if enemy.id == drone.lock or can_lock(state, drone, enemy)]


def _lock_on(ctx: Ctx[State], drone_id: str, targets: Iterable[Unit]) -> Script[None]:
    """A utility action to lock on to the first of these, unless the drone is locked on to it already."""
    drone = ctx.state.units[drone_id]
    target = next(iter(targets), None)
    if target is None or target.id == drone.lock or payment(drone, "utility") is None:
        return
    spend(ctx, drone_id, "utility")
    yield from resolve_lock(ctx, drone_id, target.id)


@heeds("hex100.drone-recon-modes")
def loiter(ctx: Ctx[State], drone_id: str) -> Script[None]:
    """Fly to the point; once there, lock on to the largest, most threatening enemy."""
    point = ctx.state.units[drone_id].point
    if point is None:
        return
    if (yield from approach(ctx, drone_id, point)):
        drone = ctx.state.units[drone_id]
        order = sorted(_lockable(ctx.state, drone), key=lambda enemy: threat(ctx.state, drone, enemy))
        yield from _lock_on(ctx, drone_id, order)


@heeds("hex100.drone-recon-modes")
def support(ctx: Ctx[State], drone_id: str) -> Script[None]:
    """Follow an ally to the next hex and lock on to the enemy that it attacked last."""
    ally = ally_of(ctx.state, ctx.state.units[drone_id])
    if ally is None:
        return
    yield from approach(ctx, drone_id, ally.hex, 1)
    drone = ctx.state.units[drone_id]
    if drone.standing:
        quarry = ctx.state.units[ally.id].quarry
        yield from _lock_on(ctx, drone_id, [each for each in _lockable(ctx.state, drone) if each.id == quarry])


RECON_MODES: dict[str, Mode] = {
    "loiter": Mode(
        "loiter",
        "hex100.drone-recon-modes",
        POINT,
        loiter,
        "Fly to the hex, then lock on to the greatest enemy in sight.",
    ),
    "support": Mode(
        "support", "hex100.drone-recon-modes", ALLY, support, "Follow the unit and lock on to the enemies it attacks."
    ),
    "recall": recall("hex100.drone-recon-modes"),
}


# --- The point defense drone

CRAM_REACH = 4


POINT_DEFENCE_MODES: dict[str, Mode] = {
    "point-defence": Mode(
        "point defence", "hex100.drone-point-defence-modes", POINT, hold, "Go to the hex and stay there."
    ),
    "guard": Mode(
        "guard",
        "hex100.drone-point-defence-modes",
        ALLY,
        follow(CRAM_REACH),
        "Follow the unit, never more than 4 hexes away.",
    ),
}


# --- The repair drone

TRIAGE, BATCH, SUPPORT = "triage", "batch-repair", "support"


def missing(state: State, unit: Unit) -> int:
    """Hit points that a unit has lost; machines that a swarm has lost are past repair."""
    whole = len(unit.swarm) * state.machine(unit.id).unit.hp if unit.swarm else full_hp(state, unit.id)
    return whole - unit.hp


@rule("hex100.drone-repair")
def patients(state: State, drone: Unit) -> list[Unit]:
    """The damaged units around a drone that it takes for allies, the most damaged first."""
    side = state.serves(drone)
    near = (each for each in state.serving(side) if distance(each.hex, drone.hex) == 1)
    shut_down = (each for each in state.standing(side) if each.shocked and distance(each.hex, drone.hex) == 1)
    hurt = {each.id: each for each in (*near, *shut_down) if missing(state, each) > 0}
    return sorted(hurt.values(), key=lambda each: (-missing(state, each), each.id))


@rule("hex100.drone-repair-modes")
@heeds("hex100.drone-repair")
def shares(state: State, drone: Unit) -> dict[str, int]:
    """Who gets how many hit points back: never more than were lost, never more than the tool has.

    Triage serves one after the other, batch repair all alike, support the named unit before the others.
    """
    left, hurt = equipment_effect(state, drone, "repair"), patients(state, drone)
    if drone.mode == BATCH:
        return _evenly(state, hurt, left)
    ally = ally_of(state, drone) if drone.mode == SUPPORT else None
    found: dict[str, int] = {}
    for unit in sorted(hurt, key=lambda each: ally is None or each.id != ally.id):
        found[unit.id] = min(left, missing(state, unit))
        left -= found[unit.id]
    return {unit: points for unit, points in found.items() if points}


def _evenly(state: State, hurt: list[Unit], left: int) -> dict[str, int]:
    """A point for each in turn until nothing is left to give or to mend; the most damaged have the odd ones."""
    found = {unit.id: 0 for unit in hurt}
    while left and any(found[unit.id] < missing(state, unit) for unit in hurt):
        for unit in hurt:
            if left and found[unit.id] < missing(state, unit):
                found[unit.id], left = found[unit.id] + 1, left - 1
    return {unit: points for unit, points in found.items() if points}


@heeds("hex100.drone-repair", "hex100.turn-structure")
def repair_all(ctx: Ctx[State]) -> None:
    """In the aftermath every repair drone that runs uses its tool, whatever its mode."""
    for drone_id in [drone.id for seat in SEATS for drone in ctx.state.serving(seat)]:
        drone = ctx.state.units[drone_id]
        given = shares(ctx.state, drone) if equipment_effect(ctx.state, drone, "repair") else {}
        if given:
            ctx.emit(Repaired(drone_id, tuple(given.items())))


REPAIR_MODES: dict[str, Mode] = {
    TRIAGE: Mode(
        TRIAGE, "hex100.drone-repair-modes", POINT, hold, "Go to the hex, stay, repair the most damaged first."
    ),
    BATCH: Mode(
        "batch repair",
        "hex100.drone-repair-modes",
        POINT,
        hold,
        "Go to the hex, stay, repair all around it alike.",
    ),
    SUPPORT: Mode(
        SUPPORT,
        "hex100.drone-repair-modes",
        ALLY,
        follow(1),
        "Follow the unit, stay next to it and repair it before others.",
    ),
}
