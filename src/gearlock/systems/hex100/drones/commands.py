"""Commands to drones: a utility action of the unit that mounts the controller switches a mode, or lets a drone out."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.hex100.actions.pool import refuse_payment, spend
from gearlock.systems.hex100.contacts import known_enemies, no_contact
from gearlock.systems.hex100.detection.locks import look_again
from gearlock.systems.hex100.drones.behaviour import ALLY, ENEMY, POINT, Mode, Named, named_by
from gearlock.systems.hex100.drones.events import ModeSet, Undocked
from gearlock.systems.hex100.drones.modes import modes_of
from gearlock.systems.hex100.drones.network import active_on, drones_of, no_such_drone, refuse_command
from gearlock.systems.hex100.drones.orders import Command, SetMode, Undock
from gearlock.systems.hex100.movement_types import standing_kind
from gearlock.systems.hex100.state import State, Unit
from gearlock.table.hexes import Hex, distance, neighbours


def named_in(state: State, seat: str, mode: Mode, order: Command) -> Named:
    """What an order names for a mode; whatever else stands in it does not matter."""
    if mode.names == POINT:
        return Named(point=(order.q, order.r))
    if mode.names == ENEMY:
        enemy = state.enemy_called(seat, order.target)
        return Named(charge=enemy.id if enemy is not None else "")
    return Named(charge=order.target if mode.names == ALLY else "")


@rule("hex100.drone-command")
def refuse_mode(state: State, seat: str, drone: Unit, order: Command) -> Refusal | None:
    """Why a side cannot set this mode: the drone does not have it, or it names nothing that it could."""
    name, modes = state.machine(drone.id).name, modes_of(state, drone)
    mode = modes.get(order.mode)
    if mode is None:
        known = ", ".join(modes) or "none"
        return Refusal("no-such-mode", "hex100.drone-command", f"The modes of the {name} are: {known}.")
    if mode.names == POINT and (order.q, order.r) not in state.land.ground:
        return Refusal("off-map", mode.rule, "That hex is off the map.")
    if mode.names == ENEMY and state.enemy_called(seat, order.target) is None:
        return no_contact(order.target)
    if mode.names == ALLY and not _is_ally(state, seat, drone, order.target):
        message = f"The {name} follows another unit of your side that is on the map; '{order.target}' is none."
        return Refusal("no-such-unit", mode.rule, message)
    return None


def _is_ally(state: State, seat: str, drone: Unit, unit_id: str) -> bool:
    ally = state.units.get(unit_id)
    return ally is not None and ally.standing and ally.seat == seat and unit_id != drone.id


def own_drone(state: State, unit: Unit, drone_id: str) -> Unit | None:
    """The drone of this name that a unit brought."""
    return next((drone for drone in drones_of(state, unit.id) if drone.id == drone_id), None)


@heeds("hex100.drone-command", "hex100.drone-network", "hex100.drone-controller")
def refuse_set_mode(state: State, unit: Unit, order: SetMode) -> Refusal | None:
    """Why a unit cannot switch the mode of its drone."""
    drone = own_drone(state, unit, order.drone)
    if drone is None:
        return no_such_drone(order.drone)
    name = state.machine(drone.id).name
    if not drone.standing:
        return Refusal("docked", "hex100.drone-small", f"The {name} is not on the map; undock it to set its mode.")
    refusal = refuse_command(state, unit, drone) or refuse_mode(state, unit.seat, drone, order)
    if refusal is not None:
        return refusal
    mode = modes_of(state, drone)[order.mode]
    if order.mode == drone.mode and named_in(state, unit.seat, mode, order) == named_by(drone):
        return Refusal("no-change", "hex100.drone-command", f"The {name} does that already.")
    return refuse_payment(unit, "utility")


@heeds("hex100.drone-command", "hex100.utility-action")
def resolve_set_mode(ctx: Ctx[State], order: SetMode) -> Script[None]:
    """A utility action: the drone goes by the new mode from its next turn on, until it is switched again."""
    spend(ctx, order.unit, "utility")
    give_mode(ctx, order.unit, order.drone, order)
    yield from ()


def give_mode(ctx: Ctx[State], by: str, drone_id: str, order: Command) -> None:
    """Tell a drone its mode and what that names, as the commanding side means it."""
    mode = modes_of(ctx.state, ctx.state.units[drone_id])[order.mode]
    point, charge = named_in(ctx.state, ctx.state.units[by].seat, mode, order)
    ctx.emit(ModeSet(drone_id, order.mode, point, charge, by))


@heeds("hex100.drone-small", "hex100.stacking")
def exits(state: State, unit: Unit, drone: Unit, named: Named) -> list[Hex]:
    """The adjacent hexes a docked drone can come out into as far as its side knows, the nearest to its goal first."""
    goal = named.point or (state.units[named.charge].hex if named.charge in state.units else unit.hex)
    taken = known_enemies(state, unit.seat).keys() | {each.hex for each in state.standing(unit.seat)}
    kind = standing_kind(state, drone)
    free = [hex_ for hex_ in neighbours(unit.hex) if state.land.cost(hex_, kind) and hex_ not in taken]
    return sorted(free, key=lambda hex_: (distance(hex_, goal), hex_))


@heeds("hex100.drone-small", "hex100.drone-deployment", "hex100.drone-controller", "hex100.drone-recon")
def refuse_undock(state: State, unit: Unit, order: Undock) -> Refusal | None:
    """Why a drone cannot come out: not docked, its controller busy with another, or no hex free beside the unit."""
    drone = own_drone(state, unit, order.drone)
    if drone is None:
        return no_such_drone(order.drone)
    name = state.machine(drone.id).name
    if not drone.docked:
        return Refusal("not-docked", "hex100.drone-small", f"The {name} is not docked.")
    refusal = refuse_command(state, unit, drone) or refuse_mode(state, unit.seat, drone, order)
    if refusal is not None:
        return refusal
    busy = active_on(state, state.scene.ties[drone.id])
    if busy is not None:
        message = f"The controller has the {state.machine(busy.id).name} out; it commands one drone at a time."
        return Refusal("controller-busy", "hex100.drone-controller", message)
    mode = modes_of(state, drone)[order.mode]
    if not mode.starting:
        return Refusal("no-change", "hex100.drone-small", f"The {name} is docked already.")
    if not exits(state, unit, drone, named_in(state, unit.seat, mode, order)):
        return Refusal("no-room", "hex100.stacking", f"No hex beside the unit is free for the {name}.")
    return refuse_payment(unit, "utility")


@rule("hex100.drone-recon")
@heeds("hex100.drone-small", "hex100.utility-action")
def resolve_undock(ctx: Ctx[State], order: Undock) -> Script[None]:
    """A utility action: the drone comes out beside the unit, on the side of its goal, and has its turn in this phase.

    Where enemies that nobody has found stand in every hex, it stays docked.
    """
    unit, drone = ctx.state.units[order.unit], ctx.state.units[order.drone]
    named = named_in(ctx.state, unit.seat, modes_of(ctx.state, drone)[order.mode], order)
    spend(ctx, order.unit, "utility")
    free = [hex_ for hex_ in exits(ctx.state, unit, drone, named) if ctx.state.unit_in(hex_) is None]
    if free:
        ctx.emit(Undocked(order.drone, *free[0], unit.facing))
        give_mode(ctx, order.unit, order.drone, order)
        look_again(ctx)
    yield from ()
