"""Machines as a roster describes them: unit, items where the player put them, the others packed wherever they fit."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

import msgspec

from gearlock.kernel.bounds import MOST_LISTED
from gearlock.kernel.force import Block, Entry, Roster
from gearlock.systems.hex100.forces.catalogue import (
    Found,
    find_drone,
    find_hardpoint,
    find_item,
    find_machine,
    find_mode,
    find_unit,
)
from gearlock.systems.hex100.forces.packing import Piece, likely_place, pack
from gearlock.systems.hex100.forces.units import Machine, Recipe, UnitCard, build_machine

MOST_EQUAL = 20
"""Equal machines on one line, or equal items; no machine holds half as many."""
DRONES = ("drone", "drones")
"""Words before which drones may be listed, as items are behind a hardpoint."""


@dataclass(frozen=True)
class Part:
    """Something on a machine, as written: an item, a drone, or what nobody knows. `at` is -1 for what is packed."""

    text: str
    line: int
    found: Found | None = None
    drone: UnitCard | None = None
    at: int = -1

    @property
    def piece(self) -> Piece:
        """As packing sees it."""
        assert self.found is not None
        return Piece(self.found.thing.size, self.found.thing.types)


@dataclass(frozen=True)
class Draft:
    """A machine of a roster. `ready` is the ready-made machine that was named instead of a unit."""

    block: Block
    title: str
    """What stands for the unit, without number and name."""
    name: str
    count: int
    unit: UnitCard | None
    ready: Machine | None = None
    parts: tuple[Part, ...] = ()
    strays: tuple[Entry, ...] = field(default=())
    """Lines whose colon follows neither a hardpoint nor an item."""

    @property
    def items(self) -> list[Part]:
        """The parts that go on hardpoints."""
        return [part for part in self.parts if part.found]

    @property
    def drones(self) -> list[Part]:
        """The drones it brings."""
        return [part for part in self.parts if part.drone]

    @cached_property
    def room(self) -> list[int]:
        """What is left of every hardpoint beside the items whose place the player chose; less than nothing is none."""
        assert self.unit is not None
        room = [hardpoint.size for hardpoint in self.unit.hardpoints]
        for part in self.items:
            if part.at >= 0:
                room[part.at] -= part.piece.size
        return [max(0, left) for left in room]

    @property
    def loose(self) -> list[Part]:
        """The items that go wherever they fit."""
        return [part for part in self.items if part.at < 0]

    @cached_property
    def packing(self) -> tuple[int, ...] | None:
        """The hardpoints of the loose items, None if they do not fit."""
        assert self.unit is not None
        return pack([part.piece for part in self.loose], self.unit.hardpoints, self.room)

    @cached_property
    def placed(self) -> list[tuple[int, Part]]:
        """Every item with its hardpoint, hardpoint by hardpoint; what does not fit crowds where it belongs."""
        assert self.unit is not None
        pieces = (part.piece for part in self.loose)
        packed = iter(self.packing or [likely_place(piece, self.unit.hardpoints) for piece in pieces])
        found = [(part.at if part.at >= 0 else next(packed), part) for part in self.items]
        return sorted(found, key=lambda pair: pair[0])

    @cached_property
    def machine(self) -> Machine | None:
        """The machine, if its unit is known; parts nobody knows are missing on it."""
        if self.ready is not None:
            return self.ready
        if self.unit is None:
            return None
        places = range(len(self.unit.hardpoints))
        mounts = tuple(tuple(_token(part) for at, part in self.placed if at == place) for place in places)
        slug = re.sub(r"[^a-z0-9]+", "-", self.name.lower()).strip("-") or self.unit.id
        drones = tuple(part.drone.id for part in self.drones if part.drone)
        return build_machine(Recipe(slug, self.name, self.unit.id, mounts, drones=drones))

    @property
    def cost(self) -> int:
        """Points of all machines on this line."""
        return self.count * (self.machine.cost if self.machine else 0)


def _token(part: Part) -> str:
    """As recipes have it; ammunition that there is not is left out."""
    assert part.found is not None
    real = any(weapon.mode == part.found.mode for weapon in part.found.modes)
    return part.found.token if real else part.found.thing.id


def drafts(roster: Roster) -> list[Draft]:
    """All machines of a roster in its order."""
    return [draft(block) for group in roster.groups for block in group.blocks]


def draft(block: Block) -> Draft:
    """One machine: ``machine 2x Tegu MBT "Old Faithful": HMG`` and the lines below it."""
    whole = re.fullmatch(
        r"(?:(\d{1,4})\s*[xX\u00d7]\s*)?(.*?)\s*(?:[\"\u201c\u201e](.*?)[\"\u201d\u201c])?\s*", block.code
    )
    assert whole is not None
    title = whole[2]
    unit, ready = find_unit(title), find_machine(title)
    card = unit or (ready.unit if ready else None)
    kind = unit.name if unit else ready.name if ready else title
    name = f'{kind} "{whole[3]}"' if whole[3] else kind
    parts, strays = _parts(block, card)
    drones = tuple(part.drone for part in parts if part.drone)
    known = _joined(ready, name, drones) if ready else None
    return Draft(block, title, name, int(whole[1] or 1), card, known, tuple(parts), tuple(strays))


def _joined(ready: Machine, name: str, drones: tuple[UnitCard, ...]) -> Machine:
    """A ready-made machine brings its own kit; the player may name it and have drones join it."""
    cost = ready.cost + sum(drone.cost for drone in drones)
    return msgspec.structs.replace(ready, name=name, cost=cost, drones=(*ready.drones, *drones))


def _parts(block: Block, unit: UnitCard | None) -> tuple[list[Part], list[Entry]]:
    parts = [part for text in block.upgrades for part in _read(text, block.line, unit, -1)]
    strays: list[Entry] = []
    for entry in block.entries:
        found = list(_entry_parts(entry, unit))
        parts += found
        if not found and entry.upgrades:
            strays.append(entry)
    # What no machine could hold need not be looked at to the end: the rest of it is too much already.
    return parts[:MOST_LISTED], strays


def _entry_parts(entry: Entry, unit: UnitCard | None) -> Iterator[Part]:
    """A line below a machine: a hardpoint with items, an item with its ammunition, drones, or items alone."""
    at = find_hardpoint(unit, entry.model) if unit else None
    if at is not None or entry.model.lower() in DRONES:
        for text in entry.upgrades:
            yield from _read(text, entry.line, unit, -1 if at is None else at)
    elif entry.upgrades:
        found = find_item(entry.model, unit)
        if found:
            mode = ", ".join(entry.upgrades)
            chosen = Found(found.thing, find_mode(found.thing.id, mode) or mode)
            yield from [Part(f"{entry.model}: {mode}", entry.line, chosen)] * min(entry.count, MOST_EQUAL)
    else:
        for text in entry.model.split(","):
            count = f"{min(entry.count, MOST_EQUAL)}x " if entry.count > 1 else ""
            yield from _read(f"{count}{text.strip()}", entry.line, unit, -1)


def _read(text: str, line: int, unit: UnitCard | None, at: int) -> Iterator[Part]:
    """Items as listed: ``2x HMG`` is two of them."""
    counted = re.fullmatch(r"([1-9]\d?)\s*[xX\u00d7]\s*(.+)", text)
    count, name = (int(counted[1]), counted[2]) if counted else (1, text)
    drone = find_drone(name)
    found = None if drone else find_item(name, unit)
    if name:
        # What nobody knows is one thing, and what no machine could hold need not be counted to the end.
        many = min(count, MOST_EQUAL) if found or drone else 1
        yield from [Part(name, line, found, drone, -1 if drone else at)] * many
