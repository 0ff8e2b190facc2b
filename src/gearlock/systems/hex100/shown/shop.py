"""What a builder of forces is shown: units with their hardpoints, items for these, machines that are ready made."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from gearlock.kernel.shop import MOUNT, Good, Mount, Saying, Shop, Ware
from gearlock.systems.hex100.forces.catalogue import mountable
from gearlock.systems.hex100.forces.force import MACHINE
from gearlock.systems.hex100.forces.force_sheet import HOW, item_line, listed_as, ready_line, unit_line
from gearlock.systems.hex100.forces.hardpoint_types import TYPES, type_rule
from gearlock.systems.hex100.forces.units import Item, Machine, UnitCard, Weapon, machines, units
from gearlock.systems.hex100.shown.looks import figure_of, parts_of

DRONES, READY = "Drones", "ready-made machines"


@cache
def shop() -> Shop:
    """Everything a force can be built of."""
    bare = (_ware(card) for card in units().values() if card.kind != "drone")
    ready = (_ready(machine) for machine in machines().values())
    says = (Saying("about", "a line about the force"),)
    named = {good.name: good for good in _goods()}  # specialities of several units share a name: rosters go by the unit
    return Shop((*bare, *ready), tuple(named.values()), (), says, "points", "hexes", notes=HOW)


def _ware(card: UnitCard) -> Ware:
    machine = Machine(card.id, card.name, card, (), card.cost)
    places = [Mount(place.name, f"size {place.size}: {', '.join(place.types)}") for place in card.hardpoints]
    places.append(Mount(DRONES, "one for each Drone Controller"))
    return Ware(card.name, unit_line(card), "units", card.kind, figure_of(machine), (), MACHINE, mounts=tuple(places))


def _ready(machine: Machine) -> Ware:
    drones = (Mount(DRONES, "one for each Drone Controller"),)
    figure, parts = figure_of(machine), parts_of(machine)
    return Ware(machine.name, ready_line(machine), READY, machine.unit.kind, figure, parts, MACHINE, mounts=drones)


def _goods() -> Iterator[Good]:
    for thing in mountable().values():
        yield Good(thing.name, _sort(thing), MOUNT, _about(thing), type_rule(thing.types), rare=True)
    for card in units().values():
        if card.kind == "drone":
            yield Good(card.name, DRONES, MOUNT, f"{card.cost} points", rare=True)


def _sort(thing: Weapon | Item) -> str:
    return TYPES[listed_as(thing)][0]


def _about(thing: Weapon | Item) -> str:
    said = "; ".join(f"{head}: {text}" if head else text for head, text in item_line(thing).rows)
    return f"size {thing.size}. {said}"
