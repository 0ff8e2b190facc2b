"""The tie between a drone and its controller: who commands which drone, and when no command gets through."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.hex100.e_war import is_networked
from gearlock.systems.hex100.equipment import electronics_work, find_mount, is_whole
from gearlock.systems.hex100.state import State, Unit
from gearlock.systems.hex100.weapons.targeting import shut_down

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
