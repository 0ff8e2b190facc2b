"""The repair drone: in the aftermath it gives back up to six hit points to allies in the hexes around it."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx
from gearlock.systems.hex100.drones.behaviour import ALLY, POINT, Mode
from gearlock.systems.hex100.drones.drone_moves import ally_of, follow, hold
from gearlock.systems.hex100.drones.events import Repaired
from gearlock.systems.hex100.equipment import equipment_effect, full_hp
from gearlock.systems.hex100.state import SEATS, State, Unit
from gearlock.table.hexes import distance

RULE = "hex100.drone-repair-modes"
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
    TRIAGE: Mode(TRIAGE, RULE, POINT, hold, "Go to the hex, stay, repair the most damaged first."),
    BATCH: Mode(
        "batch repair",
        RULE,
        POINT,
        hold,
        "Go to the hex, stay, repair all around it alike.",
    ),
    SUPPORT: Mode(SUPPORT, RULE, ALLY, follow(1), "Follow the unit, stay next to it and repair it before others."),
}
