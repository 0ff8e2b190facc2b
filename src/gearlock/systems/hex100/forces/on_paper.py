"""Forces on paper: the record card of a machine, and the sheet of a force."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from gearlock.kernel.force import Arm, Group, Roster, Sheet, SheetGroup, SheetModel
from gearlock.kernel.rulebook import heeds, rule
from gearlock.muster.headers import size_of
from gearlock.muster.sheets import plain_group, rows_ticked, spent
from gearlock.systems.hex100.forces.cards import (
    MARK,
    Item,
    Machine,
    Mount,
    UnitCard,
    Weapon,
    machines,
    mount_cost,
    mount_size,
    readings,
    reasons,
    reconstructed,
    units,
    weapons,
)
from gearlock.systems.hex100.forces.force_building import LARGEST, Draft, draft, drafts, mountable
from gearlock.systems.hex100.forces.loadout import SPECIALIST, TYPES, Loadout, deciding_types

# --- The record card

Rows = tuple[tuple[str, str], ...]
BUILT_IN = "built in"


@rule("hex100.unit-cards")
def unit_stats(card: UnitCard, plates: int = 0) -> Rows:
    """The numbers of a unit card, reconstructed ones marked; tanks show armour, units that evade their agility.

    `plates` are hit points of equipment.
    """
    armour, lost = card.armour, reconstructed(card.id)
    rows = [
        ("actions", " + ".join(card.pool)),
        ("movement", f"{card.movement} {card.movement_type}"),
        ("hit points", str(card.hp)),
        ("structure", str(card.structure)),
        ("vision", str(card.vision)),
        ("e-war", f"{card.e_war}%"),
    ]
    if card.agility:
        rows.append(("agility", f"{card.agility}%"))
    if any((armour.front, armour.flank, armour.rear, armour.top)):
        rows.append(("armour front/flank/rear/top", f"{armour.front}/{armour.flank}/{armour.rear}/{armour.top}"))
    marked = [(name, _marked(value, name.partition(" front")[0], lost)) for name, value in rows]
    return tuple((name, f"{value} + {plates}" if plates and name == "hit points" else value) for name, value in marked)


def _marked(text: str, value: str, lost: frozenset[str]) -> str:
    return f"{text}{MARK}" if value in lost else text


def weapon_line(weapon: Weapon) -> str:
    """One fire mode as its stat line has it; what is reconstructed is marked."""
    lost = reconstructed(weapon.id, weapon.mode)
    parts = [
        f"{_marked(f'{weapon.accuracy}%', 'accuracy', lost)} x{weapon.rof}",
        f"range {weapon.range or 'melee'}",
        f"damage {_marked(str(weapon.damage), 'damage', lost)} {_marked(weapon.damage_type, 'damage type', lost)}",
        f"critical {_marked(str(weapon.critical), 'critical', lost)} at "
        + _marked(f"{weapon.penetration}%", "penetration", lost),
        *(_marked(text, value, lost) for value, text in _numbered(weapon)),
        *(_marked(attribute, attribute, lost) for attribute in weapon.attributes),
    ]
    return ", ".join(parts)


def _numbered(weapon: Weapon) -> Iterator[tuple[str, str]]:
    yield from (("blast", f"blast {damage} within {radius}") for damage, radius in weapon.blast)
    yield from (
        ("armour penetration", f"armour penetration {points} within {within}")
        for points, within in weapon.armour_penetration
    )
    for name in ("tracking", "graze", "spalling"):
        if getattr(weapon, name):
            yield name, f"{name} {getattr(weapon, name)}"
    if weapon.minimum_range:
        only = " for indirect fire" if weapon.minimum_range_for_indirect_fire_only else ""
        yield "minimum range", f"minimum range {weapon.minimum_range}{only}"
    if weapon.uses:
        yield "ammunition", f"ammunition {weapon.uses}"


def mount_lines(mount: Mount) -> Iterator[tuple[str, str]]:
    """An item with what it does; a weapon with several fire modes has a line for each."""
    if mount.item is not None:
        yield mount.item.name, _item_line(mount.item)
    for weapon in mount.modes:
        text = f" {weapon.text}" if weapon.text else ""
        yield f"{weapon.name} ({weapon.mode})" if weapon.mode else weapon.name, f"{weapon_line(weapon)}.{text}"


def _item_line(item: Item) -> str:
    uses = f" {item.uses} uses." if item.uses and "charge" not in item.text else ""
    needs = f" ({', '.join(item.attributes)})" if item.attributes else ""
    doubtful = any(set(each.values) - {"mounting"} for each in readings(item.id))
    return f"{item.text.strip()}{uses}{needs}{MARK if doubtful else ''}"


def equipment_rows(machine: Machine) -> tuple[Rows, Rows]:
    """The stat lines of all weapons, and what all other equipment does, built in or mounted."""
    armed = tuple(row for mount in machine.mounts if mount.modes for row in mount_lines(mount))
    fitted = tuple(row for mount in machine.mounts if mount.item for row in mount_lines(mount))
    return armed, (*fitted, *built_in(machine.unit))


def built_in(card: UnitCard) -> Rows:
    """The special rules of a unit."""
    return ((BUILT_IN, _marked(card.text, BUILT_IN, reconstructed(card.id))),) if card.text else ()


def hardpoint_rows(machine: Machine) -> Iterator[tuple[str, str]]:
    """Every hardpoint with its size and the items on it, then what each of them does."""
    for at, hardpoint in enumerate(machine.unit.hardpoints):
        here = [mount for mount in machine.mounts if mount.hardpoint == at]
        used = sum(mount_size(mount) for mount in here)
        named = ", ".join(f"{(mount.item or mount.modes[0]).name} ({mount_cost(mount)})" for mount in here)
        yield f"{hardpoint.name} {used}/{hardpoint.size}", named or "empty"
        for mount in here:
            yield from ((f"  {name}", line) for name, line in mount_lines(mount))
    for mount in machine.mounts:
        if mount.hardpoint < 0:
            yield from ((f"{BUILT_IN}: {name}", line) for name, line in mount_lines(mount))
    yield from built_in(machine.unit)
    for drone in machine.drones:
        stats = ", ".join(f"{name} {value}" for name, value in unit_stats(drone))
        yield f"drone: {drone.name} ({drone.cost})", f"{stats}. {drone.text}"


# --- The force sheet

TAKES_ANY = ("co-axial", "pintle", SPECIALIST)
"""Types of hardpoints that say how things are fired, or whose they are, rather than what they are."""
HOW = (
    "A machine is a unit with items on its hardpoints: an item goes where one of its types stands and room is left.",
    f"{MARK} reconstructed; `gearlock force print` gives the reasons.",
)
RECONSTRUCTED = f"{MARK} marks values that the source has lost and that were reconstructed, for these reasons:"


def force_sheet(roster: Roster) -> Sheet:
    """The whole force, machines in their order. What nobody knows shows without figures."""
    found = drafts(roster)
    many, cost, size = sum(each.count for each in found), sum(each.cost for each in found), size_of(roster, LARGEST)
    facts = (spent(cost, size, "points"), f"{many} machine{'' if many == 1 else 's'}")
    groups = tuple(_group(group) for group in roster.groups)
    about = (roster.says("about"),) if roster.says("about") else ()
    doubts = [f"{MARK} {whose}: {why}" for whose, why in reasons(each.machine for each in found if each.machine)]
    unarmed = (
        f"Warning: {each.name} carries no weapon." for each in found if each.machine and not is_armed(each.machine)
    )
    notes = (*about, *dict.fromkeys(unarmed), *([RECONSTRUCTED] if doubts else []), *doubts)
    return Sheet(roster.says("name") or "A force", facts, groups, notes, cost=cost)


@heeds("hex100.hardpoints")
def is_armed(machine: Machine) -> bool:
    """Whether anything on its hardpoints fires or strikes; the fists of a mech are no weapon it carries."""
    return any(mount.modes and mount.hardpoint >= 0 for mount in machine.mounts)


def _group(group: Group) -> SheetGroup:
    return plain_group(group.name or "Machines", (_model(draft(block)) for block in group.blocks))


def _model(each: Draft) -> SheetModel:
    machine = each.machine
    if machine is None:
        return SheetModel(each.title or "?", each.count, 0, rows=(("", "no unit of this name"),), line=each.block.line)
    unit = machine.unit
    title = machine.name if machine.name.startswith(unit.name) else f"{machine.name}, {unit.name}"
    unknown = ((part.text, "no item of this name") for part in each.parts if not part.found and not part.drone)
    rows = (*hardpoint_rows(machine), *unknown)
    stats = unit_stats(unit, Loadout(machine).added_hp)
    tracks = rows_ticked(("hit points", unit.hp + Loadout(machine).added_hp), ("structure", unit.structure))
    arms = tuple(_arm(mode) for mount in machine.mounts for mode in mount.modes)
    named = f"{title} ({unit.class_})"
    return SheetModel(named, each.count, machine.cost, stats, rows, line=each.block.line, tracks=tracks, arms=arms)


def _arm(mode: Weapon) -> Arm:
    name = f"{mode.name} ({mode.mode})" if mode.mode else mode.name
    hit = (f"{mode.accuracy}%" + (f" x{mode.rof}" if mode.rof > 1 else ""), f"{mode.damage} {mode.damage_type}")
    strength = (("hits", hit[0]), ("damage", hit[1]))
    return Arm(name, (mode.minimum_range, mode.range), mode.range, strength, mode.attributes)


@cache
def stock() -> Sheet:
    """All there is: units, then what goes on them."""
    playable = [card for card in units().values() if card.kind != "drone"]
    drones = [card for card in units().values() if card.kind == "drone"]
    groups = [
        plain_group("Units", [unit_line(card) for card in playable]),
        *(plain_group(f"Items: {title}", _of_type(kind)) for kind, (title, _) in TYPES.items()),
        plain_group("Drones, one small and one large for each Drone Controller", [unit_line(card) for card in drones]),
        plain_group("Ready-made machines", [ready_line(machine) for machine in machines().values()]),
    ]
    facts = (f"{len(playable)} units", f"{len(mountable())} items", f"{len(drones)} drones")
    return Sheet("All there is", facts, tuple(group for group in groups if group.units[0].models), HOW)


def _of_type(kind: str) -> list[SheetModel]:
    """The items that are listed under a type: the first of theirs that says what they are."""
    listed = (thing for thing in mountable().values() if listed_as(thing) == kind)
    return [item_line(thing) for thing in sorted(listed, key=lambda thing: (thing.only != "", thing.size, thing.cost))]


def listed_as(thing: Weapon | Item) -> str:
    """The type under which an item is listed: the first of its own that says what it is."""
    types = deciding_types(thing.types)
    return next((each for each in types if each not in TAKES_ANY), types[0])


def unit_line(card: UnitCard) -> SheetModel:
    """A unit as its card has it, with what goes where."""
    places = tuple(
        (f"{place.name}, size {place.size}", ", ".join(each for each in place.types)) for place in card.hardpoints
    )
    own = [thing.name for thing in mountable().values() if thing.only == card.id]
    specialities: Rows = (("specialities", ", ".join(own)),) if own else ()
    rows = (*places, *specialities, *built_in(card))
    tracks = rows_ticked(("hit points", card.hp), ("structure", card.structure))
    return SheetModel(f"{card.name} ({card.class_})", 1, card.cost, unit_stats(card), rows, tracks=tracks)


def item_line(thing: Weapon | Item) -> SheetModel:
    """An item with what it does."""
    modes = weapons()[thing.id] if isinstance(thing, Weapon) else ()
    mount = Mount(thing.id, 0, modes) if isinstance(thing, Weapon) else Mount(thing.id, 0, item=thing)
    whose = f", for the {units()[thing.only].name} alone" if thing.only else ""
    names = {thing.name}
    rows = tuple(
        ("" if name in names else name.removeprefix(thing.name).strip(" ()"), line) for name, line in mount_lines(mount)
    )
    return SheetModel(f"{thing.name}, size {thing.size}{whose}", 1, thing.cost, (), rows)


def ready_line(machine: Machine) -> SheetModel:
    """A ready-made machine and what it carries."""
    carried = [(mount.item or mount.modes[0]).name for mount in machine.mounts if mount.hardpoint >= 0]
    drones = [drone.name for drone in machine.drones]
    rows = (("", machine.about), ("carries", ", ".join([*carried, *drones])))
    return SheetModel(f"{machine.name} ({machine.unit.name})", 1, machine.cost, (), rows)
