"""Names as players write them: units, machines, items and hardpoints by name or id, and what was perhaps meant."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from gearlock.muster.lines import Names
from gearlock.muster.suggest import Suggestions
from gearlock.systems.hex100.forces.units import Item, Machine, UnitCard, Weapon, items, machines, units, weapons

_SPELLINGS = {"armor": "armour", "defense": "defence", "center": "centre"}
_MOUNT_WORDS = {"mount", "upgrades", "upgrade", "hardpoint"}


class Found(NamedTuple):
    """An item somebody named, and the fire mode or ammunition named with it."""

    thing: Weapon | Item
    mode: str = ""

    @property
    def modes(self) -> tuple[Weapon, ...]:
        """The fire modes of a weapon; none of an item."""
        return weapons()[self.thing.id] if isinstance(self.thing, Weapon) else ()

    @property
    def token(self) -> str:
        """As recipes have it."""
        return f"{self.thing.id}:{self.mode}" if self.mode else self.thing.id

    @property
    def title(self) -> str:
        """As players read it."""
        return f"{self.thing.name} ({self.mode})" if self.mode else self.thing.name


def key(text: str) -> str:
    """What two ways to write a name have in common: its words in any order, whatever stands between them."""
    words = re.findall(r"[a-z]+|[0-9]+", text.lower())
    return " ".join(sorted(_SPELLINGS.get(word, word) for word in words))


@cache
def _units() -> Names[UnitCard]:
    return Names(units().values(), key)


@cache
def _machines() -> Names[Machine]:
    return Names(machines().values(), key)


@cache
def mountable() -> dict[str, Weapon | Item]:
    """Everything that goes on a hardpoint, by id; what is built in takes no room and is not for sale."""
    things: dict[str, Weapon | Item] = {id_: modes[0] for id_, modes in weapons().items()}
    return {id_: thing for id_, thing in {**things, **items()}.items() if thing.size}


@cache
def _items() -> Names[Weapon | Item]:
    return Names(mountable().values(), key)


def find_unit(text: str) -> UnitCard | None:
    """The unit of this name or id."""
    return _units().find(text)


def find_machine(text: str) -> Machine | None:
    """The ready-made machine of this name or id."""
    return _machines().find(text)


def find_item(text: str, unit: UnitCard | None) -> Found | None:
    """The item of this name, with its ammunition behind a colon or in brackets: ``Railgun (AP slug)``.

    Where several units have a speciality of that name it is the one of this unit.
    """
    if whole := _item(text, unit):
        return Found(whole)
    parts = re.fullmatch(r"(.+?)\s*[:(]\s*([^()]*?)\s*\)?", text)
    thing = _item(parts[1], unit) if parts else None
    return Found(thing, find_mode(thing.id, parts[2]) or parts[2]) if parts and thing else None


def _item(text: str, unit: UnitCard | None) -> Weapon | Item | None:
    """Specialities of several units may share a name."""
    own = (thing for thing in _items().all(text) if unit and thing.only == unit.id)
    return next(own, _items().find(text))


def find_mode(id_: str, text: str) -> str:
    """The fire mode of a weapon that is meant: ``AP`` for AP rounds; nothing if there is none, or more than one."""
    modes = [weapon.mode for weapon in weapons().get(id_, ())]
    same = [mode for mode in modes if key(mode) == key(text)]
    alike = [mode for mode in modes if key(text) and set(key(text).split()) <= set(key(mode).split())]
    return (same or alike)[0] if same or len(alike) == 1 else ""


def find_drone(text: str) -> UnitCard | None:
    """The drone of this name."""
    card = find_unit(text) or find_unit(f"{text}s")
    return card if card and card.kind == "drone" else None


def find_hardpoint(unit: UnitCard, text: str) -> int | None:
    """The hardpoint of this name, which may leave ``Mount`` and ``Upgrades`` out."""
    wanted = _place(text)
    found = (at for at, hardpoint in enumerate(unit.hardpoints) if wanted and _place(hardpoint.name) == wanted)
    return next(found, None)


def _place(text: str) -> str:
    return " ".join(word for word in key(text).split() if word not in _MOUNT_WORDS)


@cache
def _all_machines() -> Suggestions:
    playable = (card.name for card in units().values() if card.kind != "drone")
    return Suggestions((*playable, *(machine.name for machine in machines().values())))


@cache
def _all_items(unit: str) -> Suggestions:
    return Suggestions(_names_for(unit))


def _names_for(unit: str) -> Iterator[str]:
    yield from (thing.name for thing in mountable().values() if thing.only in ("", unit))
    yield from (card.name for card in units().values() if card.kind == "drone")
    yield from (hardpoint.name for hardpoint in units()[unit].hardpoints)


def machine_hint(text: str) -> str:
    """Which unit or ready-made machine was perhaps meant."""
    names = _all_machines()
    return (
        names.hint(text)
        or f"There are {', '.join(names.names[:3])} and others; `gearlock force stock hex100` has them all."
    )


def item_hint(text: str, unit: UnitCard) -> str:
    """Which item that the unit may carry was perhaps meant."""
    names = _all_items(unit.id)
    return names.hint(text) or f"`gearlock force stock hex100 {unit.id}` lists what there is for it."


def roster_names() -> tuple[str, ...]:
    """The names that may stand behind ``machine``."""
    return _all_machines().names
