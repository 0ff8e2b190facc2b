"""The record card of a machine in words: stat lines, what is mounted where, and what had to be reconstructed."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.rulebook import rule
from gearlock.systems.hex100.mustering.units import Item, Machine, Mount, UnitCard, Weapon, mount_cost, mount_size

Rows = tuple[tuple[str, str], ...]
BUILT_IN = "built in"


@rule("hex100.unit-cards")
def unit_stats(card: UnitCard) -> Rows:
    """The numbers of a unit card; tanks show armour, units that evade their agility."""
    armour = card.armour
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
    return tuple(rows)


def weapon_line(weapon: Weapon) -> str:
    """One fire mode as its stat line has it."""
    parts = [
        f"{weapon.accuracy}% x{weapon.rof}",
        f"range {weapon.range or 'melee'}",
        f"damage {weapon.damage} {weapon.damage_type}",
        f"critical {weapon.critical} at {weapon.penetration}%",
        *_numbered(weapon),
        *weapon.attributes,
    ]
    return ", ".join(part for part in parts if part)


def _numbered(weapon: Weapon) -> Iterator[str]:
    yield from (f"blast {damage} within {radius}" for damage, radius in weapon.blast)
    yield from (f"armour penetration {points} within {within}" for points, within in weapon.armour_penetration)
    for name in ("tracking", "graze", "spalling"):
        if getattr(weapon, name):
            yield f"{name} {getattr(weapon, name)}"
    if weapon.minimum_range:
        only = " for indirect fire" if weapon.minimum_range_for_indirect_fire_only else ""
        yield f"minimum range {weapon.minimum_range}{only}"
    if weapon.uses:
        yield f"ammunition {weapon.uses}"


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
    return f"{item.text.strip()}{uses}{needs}"


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
    if machine.unit.text:
        yield BUILT_IN, machine.unit.text
