"""Everything a force can be built of: units with their hardpoints, items by type, drones, ready-made machines."""

from __future__ import annotations

from functools import cache

from gearlock.kernel.force import Sheet, SheetGroup, SheetModel, SheetUnit
from gearlock.systems.hex100.forces.catalogue import mountable
from gearlock.systems.hex100.forces.hardpoint_types import SPECIALIST, TYPES, deciding_types
from gearlock.systems.hex100.forces.readings import MARK
from gearlock.systems.hex100.forces.record_card import Rows, built_in, mount_lines, unit_stats
from gearlock.systems.hex100.forces.units import Item, Machine, Mount, UnitCard, Weapon, machines, units, weapons

TAKES_ANY = ("co-axial", "pintle", SPECIALIST)
"""Types of hardpoints that say how things are fired, or whose they are, rather than what they are."""
HOW = (
    "A machine is a unit with items on its hardpoints: an item goes where one of its types stands and room is left.",
    f"{MARK} reconstructed; `gearlock force print` gives the reasons.",
)


@cache
def stock() -> Sheet:
    """All there is: units, then what goes on them."""
    playable = [card for card in units().values() if card.kind != "drone"]
    drones = [card for card in units().values() if card.kind == "drone"]
    groups = [
        _group("Units", [_unit(card) for card in playable]),
        *(_group(f"Items: {title}", _of_type(kind)) for kind, (title, _) in TYPES.items()),
        _group("Drones, one small and one large for each Drone Controller", [_unit(card) for card in drones]),
        _group("Ready-made machines", [_ready(machine) for machine in machines().values()]),
    ]
    facts = (f"{len(playable)} units", f"{len(mountable())} items", f"{len(drones)} drones")
    return Sheet("All there is", facts, tuple(group for group in groups if group.units[0].models), HOW)


def _group(title: str, models: list[SheetModel]) -> SheetGroup:
    return SheetGroup(title, (SheetUnit("", tuple(models)),))


def _of_type(kind: str) -> list[SheetModel]:
    """The items that are listed under a type: the first of theirs that says what they are."""
    listed = (thing for thing in mountable().values() if _listed_as(thing) == kind)
    return [_item(thing) for thing in sorted(listed, key=lambda thing: (thing.only != "", thing.size, thing.cost))]


def _listed_as(thing: Weapon | Item) -> str:
    types = deciding_types(thing.types)
    return next((each for each in types if each not in TAKES_ANY), types[0])


def _unit(card: UnitCard) -> SheetModel:
    places = tuple(
        (f"{place.name}, size {place.size}", ", ".join(each for each in place.types)) for place in card.hardpoints
    )
    own = [thing.name for thing in mountable().values() if thing.only == card.id]
    specialities: Rows = (("specialities", ", ".join(own)),) if own else ()
    rows = (*places, *specialities, *built_in(card))
    return SheetModel(f"{card.name} ({card.class_})", 1, card.cost, unit_stats(card), rows)


def _item(thing: Weapon | Item) -> SheetModel:
    modes = weapons()[thing.id] if isinstance(thing, Weapon) else ()
    mount = Mount(thing.id, 0, modes) if isinstance(thing, Weapon) else Mount(thing.id, 0, item=thing)
    whose = f", for the {units()[thing.only].name} alone" if thing.only else ""
    names = {thing.name}
    rows = tuple(
        ("" if name in names else name.removeprefix(thing.name).strip(" ()"), line) for name, line in mount_lines(mount)
    )
    return SheetModel(f"{thing.name}, size {thing.size}{whose}", 1, thing.cost, (), rows)


def _ready(machine: Machine) -> SheetModel:
    carried = [(mount.item or mount.modes[0]).name for mount in machine.mounts if mount.hardpoint >= 0]
    drones = [drone.name for drone in machine.drones]
    rows = (("", machine.about), ("carries", ", ".join([*carried, *drones])))
    return SheetModel(f"{machine.name} ({machine.unit.name})", 1, machine.cost, (), rows)
