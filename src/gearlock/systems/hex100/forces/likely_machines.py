"""What an enemy may be that nobody has made out: ready-made machines, of a type or within a price, and drones."""

from __future__ import annotations

from functools import cache

import msgspec

from gearlock.systems.hex100.forces.units import (
    Machine,
    Mount,
    Recipe,
    UnitCard,
    build_machine,
    items,
    machines,
    units,
)


@cache
def machines_within(most: int) -> tuple[Machine, ...]:
    """The ready-made machines that cost no more, or the cheapest of all; none that brings drones."""
    alone = sorted((each for each in machines().values() if not each.drones), key=lambda each: (each.cost, each.id))
    return tuple(each for each in alone if each.cost <= most) or tuple(alone[:1])


def machines_of_type(card: UnitCard) -> tuple[Machine, ...]:
    """The ready-made machines of a type; a drone is what its card says, and what nobody has made ready is bare."""
    if card.kind == "drone":
        return (as_drone(card),)
    ready = tuple(each for each in machines().values() if each.unit == card and not each.drones)
    if ready or card.id not in units():
        return ready or (Machine(card.id, card.name, card, (), card.cost),)
    return (build_machine(Recipe(card.id, card.name, card.id, ())),)


@cache
def small_drones() -> tuple[Machine, ...]:
    """The drones that standard sensors miss."""
    return tuple(as_drone(card) for card in units().values() if card.kind == "drone" and card.small)


def as_drone(card: UnitCard) -> Machine:
    """A drone as a machine of its own."""
    return Machine(card.id, card.name, card, (), card.cost)


def fitted(machine: Machine, effect: str) -> Machine:
    """The machine with something built in that it must have, going by what is known of it."""
    card = msgspec.structs.replace(machine.unit, integrated={**machine.unit.integrated, effect: 1})
    return msgspec.structs.replace(machine, unit=card)


def with_controller(machine: Machine, name: str) -> Machine:
    """The machine with one drone controller more, which nobody can shoot off."""
    mount = Mount(name, -1, item=items()["drone-controller"])
    return msgspec.structs.replace(machine, mounts=(*machine.mounts, mount))
