"""What the rules of construction have against a machine: hardpoints, specialities, armour, ammunition, drones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.hex100.forces.hardpoint_types import ARMOUR, described, takes, type_rule
from gearlock.systems.hex100.forces.units import (
    Hardpoint,
    Item,
    Machine,
    Mount,
    UnitCard,
    Weapon,
    controllers,
    mount_size,
    units,
)


class Fault(NamedTuple):
    """A rule that a machine breaks, in words, with a remedy; `mount` is the item that is in the wrong, if one is."""

    rule: str
    message: str
    fix: str
    mount: str = ""


def machine_faults(machine: Machine) -> list[Fault]:
    """Everything the rules have against a machine; nothing against a legal one."""
    found: list[Fault] = []
    for at, hardpoint in enumerate(machine.unit.hardpoints):
        here = [mount for mount in machine.mounts if mount.hardpoint == at]
        found += _capacity_faults(hardpoint, here)
        for mount in here:
            found += _item_faults(machine.unit, hardpoint, mount)
    return [*found, *_count_faults(machine), *_armour_faults(machine), *drone_faults(machine)]


def _count_faults(machine: Machine) -> Iterator[Fault]:
    many = len(machine.unit.hardpoints)
    if any(mount.hardpoint >= many for mount in machine.mounts):
        message = f"{machine.unit.name} has {many} hardpoints."
        yield Fault("hex100.hardpoints", message, "Take out what stands behind the last of them.")


@rule("hex100.hardpoint-capacity")
def _capacity_faults(hardpoint: Hardpoint, here: list[Mount]) -> Iterator[Fault]:
    """A hardpoint holds as many items as its size allows."""
    need = sum(mount_size(mount) for mount in here)
    if need > hardpoint.size:
        names = " and ".join(f"{_thing(mount).name} ({mount_size(mount)})" for mount in here)
        message = f"{hardpoint.name} has size {hardpoint.size}; its items need {need}: {names}."
        alone = "Take something smaller, or put it on another hardpoint."
        fix = f"Take {need - hardpoint.size} less, or put something on another hardpoint." if len(here) > 1 else alone
        yield Fault("hex100.hardpoint-capacity", message, fix, here[-1].id)


def _item_faults(unit: UnitCard, hardpoint: Hardpoint, mount: Mount) -> Iterator[Fault]:
    thing = _thing(mount)
    if stranger := speciality_fault(unit, thing):
        yield stranger._replace(mount=mount.id)
    elif not takes(hardpoint.types, thing.types):
        message = f"{thing.name} ({', '.join(thing.types)}) does not go on the {hardpoint.name}."
        yield Fault(type_rule(thing.types), message, place_hint(unit, thing, hardpoint), mount.id)
    if not stranger and (fault := ammunition_fault(unit, mount.modes)):
        yield fault._replace(mount=mount.id)


def place_hint(unit: UnitCard, thing: Weapon | Item, wrong: Hardpoint | None = None) -> str:
    """Where on this unit an item could go."""
    places = [each for each in unit.hardpoints if takes(each.types, thing.types) and each.size >= thing.size]
    if places:
        return f"It goes on {' or '.join(each.name for each in places)}."
    small = [f"{each.name} ({each.size})" for each in unit.hardpoints if takes(each.types, thing.types)]
    if small:
        return f"It needs size {thing.size}; there {'is' if len(small) == 1 else 'are'} {' and '.join(small)}."
    there = f"{wrong.name} takes {described(wrong.types)}. " if wrong else ""
    return f"{there}{unit.name} has no hardpoint for it."


@rule("hex100.type-specialist")
def speciality_fault(unit: UnitCard, thing: Weapon | Item) -> Fault | None:
    """A speciality serves its own unit alone."""
    if thing.only in ("", unit.id):
        return None
    owner = units()[thing.only].name
    message = f"{thing.name} is a speciality of the {owner}; the {unit.name} cannot have it."
    return Fault("hex100.type-specialist", message, f"Put it on a {owner}, or take something else.")


@heeds("hex100.variable-ammo-mech", "hex100.attr-variable-ammo")
def ammunition_fault(unit: UnitCard, modes: tuple[Weapon, ...]) -> Fault | None:
    """A mech brings one kind of round for every weapon that has several; a tank brings them all."""
    if unit.kind != "mech" or len(modes) < 2 or not modes[0].has("variable-ammo"):
        return None
    message = f"{modes[0].name}: a mech chooses its ammunition before the game."
    choice = " or ".join(f"'{modes[0].name} ({weapon.mode})'" for weapon in modes)
    return Fault("hex100.variable-ammo-mech", message, f"Write {choice}.")


@rule("hex100.armour-rules", "hex100.type-armour")
def _armour_faults(machine: Machine) -> Iterator[Fault]:
    """One kind of armour, in one version, once."""
    plates = [mount for mount in machine.mounts if mount.item and ARMOUR in mount.item.types]
    if len(plates) > 1:
        names = Counter(_thing(mount).name for mount in plates)
        listed = " and ".join(f"{many}x {name}" if many > 1 else name for name, many in names.items())
        message = f"A unit mounts one kind of armour, light or heavy; this one has {listed}."
        yield Fault("hex100.armour-rules", message, "Keep one of them.", plates[-1].id)


@heeds("hex100.drone-deployment", "hex100.drone-controller", "hex100.drone-small", "hex100.drone-large")
def drone_faults(machine: Machine) -> Iterator[Fault]:
    """Every controller takes one small drone, which docks there, and one large one, which is always out.

    The drone that is in the wrong is named in place of a mount.
    """
    there = len(controllers(machine))
    for drone in machine.drones:
        if drone.kind != "drone":
            message = f"The {drone.name} is no drone."
            yield Fault("hex100.drone-deployment", message, "Let it take the field by itself.", drone.id)
    for small, size in ((True, "small"), (False, "large")):
        brought = [drone for drone in machine.drones if drone.small == small]
        if len(brought) > there:
            have = f"{there} Drone Controller{'' if there == 1 else 's'}" if there else "no Drone Controller"
            message = f"{machine.name} brings {len(brought)} {size} drone{'s' * (len(brought) > 1)} and has {have}."
            fix = f"Mount {len(brought) - there} {'more' if there else 'of them'}, or bring fewer drones."
            yield Fault("hex100.drone-deployment", message, fix, brought[-1].id)


def _thing(mount: Mount) -> Weapon | Item:
    return mount.item or mount.modes[0]
