"""Machines being fitted out at random: what may still be put where, and at what price."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

from gearlock.kernel.force import Block, Entry, Remark
from gearlock.systems.hex100.forces.catalogue import mountable
from gearlock.systems.hex100.forces.hardpoint_types import ARMOUR, takes
from gearlock.systems.hex100.forces.units import Item, UnitCard, Weapon, units, weapons

Thing = Weapon | Item
SERVES = {"artillery_fcs": "artillery", "accuracy_main_gun": "main-gun", "siege_mode": "artillery"}
"""Equipment that does something only for weapons of a type."""
CONTROLLER = "drone-controller"


@cache
def options(unit: str, hardpoint: int) -> tuple[Thing, ...]:
    """Everything that one hardpoint of a unit takes, whatever room is left."""
    card = units()[unit]
    place = card.hardpoints[hardpoint]
    own = (thing for thing in mountable().values() if thing.only in ("", unit))
    return tuple(thing for thing in own if thing.size <= place.size and takes(place.types, thing.types))


@dataclass
class Rig:
    """One machine and what it has been given so far, hardpoint by hardpoint."""

    unit: UnitCard
    mounts: list[list[Thing]] = field(default_factory=list)
    drones: list[UnitCard] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.mounts = [[] for _ in self.unit.hardpoints]

    @property
    def things(self) -> list[Thing]:
        """All that is mounted."""
        return [thing for here in self.mounts for thing in here]

    @property
    def is_armed(self) -> bool:
        """Whether it has a weapon that it can go on using: no mere rocket pod or grenade."""
        return any(isinstance(thing, Weapon) and not thing.uses for thing in self.things)

    @property
    def cost(self) -> int:
        """Points of the machine as it stands."""
        return self.unit.cost + sum(part.cost for part in (*self.things, *self.drones))

    def room(self, hardpoint: int) -> int:
        """What is left of a hardpoint."""
        return self.unit.hardpoints[hardpoint].size - sum(thing.size for thing in self.mounts[hardpoint])

    def additions(self, most: int) -> Iterator[tuple[int, Thing]]:
        """What may be added where for so many points."""
        there = self.things
        for at in range(len(self.mounts)):
            room = self.room(at)
            for thing in options(self.unit.id, at) if room else ():
                if thing.size <= room and thing.cost <= most and self._is_of_use(thing, there):
                    yield at, thing

    def could_swap(self, old: Thing, new: Thing) -> bool:
        """Whether a thing would be of use in the place of another."""
        others = self.things
        others.remove(old)
        return self._is_of_use(new, others)

    def _is_of_use(self, thing: Thing, there: list[Thing]) -> bool:
        """A second plate is against the rules; a second sensor, or fire control without a gun, does nothing."""
        if isinstance(thing, Weapon):
            return not thing.has("homing") or any("sensor_lock" in each.effects for each in there)
        if ARMOUR in thing.types and any(ARMOUR in each.types for each in there):
            return False
        if thing.id != CONTROLLER and any(each.id == thing.id for each in there):
            return False
        served = [kind for effect, kind in SERVES.items() if effect in thing.effects]
        return all(any(kind in each.types for each in there) for kind in served)

    @property
    def controllers(self) -> int:
        """How many drones it may bring, one for each controller."""
        return sum(thing.id == CONTROLLER for thing in self.things)

    def block(self) -> Block:
        """As a roster has it: a line for every hardpoint that carries something."""
        entries = [
            Entry(model=hardpoint.name, upgrades=tuple(self._written(thing) for thing in here))
            for hardpoint, here in zip(self.unit.hardpoints, self.mounts, strict=True)
            if here
        ]
        if self.drones:
            entries.append(Entry(model="Drones", upgrades=tuple(drone.name for drone in self.drones)))
        return Block(kind="machine", code=self.unit.name, entries=tuple(entries), above=(Remark(""),))

    def _written(self, thing: Thing) -> str:
        """A mech's ammunition is the first that the weapon has, unless another was chosen for it."""
        is_chosen = isinstance(thing, Weapon) and thing.has("variable-ammo") and self.unit.kind == "mech"
        return f"{thing.name} ({thing.mode})" if is_chosen else thing.name


def rounds(thing: Thing) -> tuple[Thing, ...]:
    """The kinds of ammunition that a weapon may be loaded with; itself if there is nothing to choose."""
    return weapons()[thing.id] if isinstance(thing, Weapon) and thing.has("variable-ammo") else (thing,)
