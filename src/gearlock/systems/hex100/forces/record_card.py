"""The record card of a machine in words: stat lines, what is mounted where, and what had to be reconstructed."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.rulebook import rule
from gearlock.systems.hex100.forces.readings import MARK, readings, reconstructed
from gearlock.systems.hex100.forces.units import Item, Machine, Mount, UnitCard, Weapon, mount_cost, mount_size

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
