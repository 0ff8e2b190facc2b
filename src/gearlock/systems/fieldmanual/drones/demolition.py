"""Demo Drones: a charge that is set off or laid down, and that goes off by itself behind an owner at Top Speed."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Option, Pick
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.fieldmanual.attacks.events import ChargePlaced
from gearlock.systems.fieldmanual.attacks.orders import SELF
from gearlock.systems.fieldmanual.attacks.placed import resolve_blast_at
from gearlock.systems.fieldmanual.attacks.terms import DRONE
from gearlock.systems.fieldmanual.attacks.uses import OPTIMAL, use_of
from gearlock.systems.fieldmanual.drones.drones import DEMO, drone_named, drones_of
from gearlock.systems.fieldmanual.drones.events import PLACED_MARK, DroneDirected, DroneLost
from gearlock.systems.fieldmanual.drones.orders import SetOffDrone
from gearlock.systems.fieldmanual.paying import refuse_idle
from gearlock.systems.fieldmanual.state import OUT, TOP, State, Unit

RULE = "fieldmanual.perk-drone-demo"


@heeds("fieldmanual.perk-drone-demo", "fieldmanual.perk-drone")
def refuse_set_off(state: State, order: SetOffDrone) -> Refusal | None:
    """A Demo Drone that is out, and an Action of its owner."""
    unit = state.units[order.unit]
    drone = drone_named(state, unit, order.drone)
    if drone is None or drone.card.name != DEMO:
        return Refusal("drone", RULE, f"{order.drone or 'Nothing'} is no Demo Drone of the {unit.name}.")
    if drone.status != OUT:
        return Refusal("docked", "fieldmanual.perk-drone", f"The {drone.name} is docked: undock it first.")
    return refuse_idle(unit, 1, RULE)


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
                yield Pick(f"{words} {drone.name}", order, RULE)
