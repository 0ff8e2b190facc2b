"""Values that the source has lost and that were reconstructed, with the reason for each reading."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

import msgspec

from gearlock.kernel.files import data_records
from gearlock.systems.hex100.forces.units import PACKAGE, Machine

MARK = "*"
"""Stands behind every reconstructed value."""
FEW = 2
"""So many cards are named; more are counted."""


class Reading(msgspec.Struct, frozen=True):
    """Some values of a card (of a weapon: of a fire mode) and why they are what they are."""

    card: str
    values: tuple[str, ...]
    reason: str
    mode: str = ""


@cache
def _all() -> dict[tuple[str, str], tuple[Reading, ...]]:
    found: dict[tuple[str, str], tuple[Reading, ...]] = {}
    for each in data_records(PACKAGE, "readings.toml", "reading", Reading):
        found[each.card, each.mode] = (*found.get((each.card, each.mode), ()), each)
    return found


def readings(card: str, mode: str = "") -> tuple[Reading, ...]:
    """Everything reconstructed on a card."""
    return _all().get((card, mode), ())


def all_readings() -> Iterable[Reading]:
    """Every reading there is."""
    return (each for found in _all().values() for each in found)


@cache
def reconstructed(card: str, mode: str = "") -> frozenset[str]:
    """The values of a card that are not printed as they stand."""
    return frozenset(value for each in readings(card, mode) for value in each.values)


def reasons(machines: Iterable[Machine]) -> Iterator[tuple[str, str]]:
    """Everything reconstructed on some machines: whose, what and why; one row for all that has the same reason."""
    whose: dict[str, dict[str, None]] = {}
    what: dict[str, dict[str, None]] = {}
    for name, each in (pair for machine in machines for pair in _of_machine(machine)):
        whose.setdefault(each.reason, {})[name] = None
        what.setdefault(each.reason, {}).update(dict.fromkeys(each.values))
    for reason, names in whose.items():
        title = ", ".join(names) if len(names) <= FEW else f"{len(names)} cards"
        yield title, f"{', '.join(what[reason])}. {reason}"


def _of_machine(machine: Machine) -> Iterator[tuple[str, Reading]]:
    for card in (machine.unit, *machine.drones):
        yield from ((card.name, each) for each in readings(card.id))
    for mount in machine.mounts:
        if mount.item is not None:
            yield from ((mount.item.name, each) for each in readings(mount.item.id))
        for weapon in mount.modes:
            name = f"{weapon.name} ({weapon.mode})" if weapon.mode else weapon.name
            yield from ((name, each) for each in readings(weapon.id, weapon.mode))
