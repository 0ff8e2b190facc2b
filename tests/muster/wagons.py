"""A small book of its own for the tests of mustering: wagons, what is bought for them, and who may have it."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from gearlock.kernel.force import Entry, Roster, Violation
from gearlock.muster.fitting import Fit, Unfit
from gearlock.muster.lines import Line, Names
from gearlock.muster.purchases import UpgradeList


class Wagon(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    name: str
    wheels: int
    price: int = 1


class Extra(msgspec.Struct, frozen=True):
    id: str
    name: str
    choice: str = ""
    aliases: dict[str, str] = {}


HANDCART = Wagon("handcart", "Hand Cart", 2, 3)
COACH = Wagon("coach", "Stage Coach", 4, 8)
FAST_COACH = Wagon("fast-coach", "Stage Coach", 4, 9)
WAGONS = Names((HANDCART, COACH, FAST_COACH))
EXTRAS = UpgradeList(
    (
        Extra("axle", "Axle"),
        Extra("paint", "Paint", "a colour", {"Whitewash": "WHITE"}),
        Extra("paint-box", "Paint Box"),
        Extra("lamp", "Lamp"),
    )
)


def wagon_faults(wagon: Wagon) -> Iterator[tuple[str, str]]:
    """What this book has against a wagon."""
    if wagon.wheels % 2:
        yield "wheels", "wheels come in pairs"


def add_axle(wagon: Wagon, _choice: str) -> Wagon:
    """Two more wheels, up to six."""
    if wagon.wheels == 6:
        raise Unfit(f"{wagon.name} has all its wheels", "Take another wagon.")
    return msgspec.structs.replace(wagon, wheels=wagon.wheels + 2)


def add_paint(wagon: Wagon, choice: str) -> Wagon:
    """A colour before its name, for wagons of four wheels and more."""
    if wagon.wheels < 4:
        raise Unfit(f"{wagon.name} is too small")
    return msgspec.structs.replace(wagon, name=f"{choice.lower()} {wagon.name}")


FITS: dict[str, Fit[Wagon]] = {"paint": add_paint, "axle": add_axle}


def line(model: str, *upgrades: str, count: int = 1, at: int = 0) -> Line[Wagon, Extra]:
    """A line of a roster, understood."""
    entry = Entry(model=model, count=count, upgrades=upgrades, line=at)
    return Line(entry, WAGONS.find(model), *EXTRAS.read_all(upgrades))


def one_lamp(roster: Roster) -> list[Violation]:
    """The only rule of this book: no more than one lamp, and nothing for a whole train but paint."""
    blocks = [block for group in roster.groups for block in group.blocks]
    entries = [entry for block in blocks for entry in block.entries]
    lamps = sum(entry.count * entry.upgrades.count("Lamp") for entry in entries)
    strange = [text for block in blocks for text in block.upgrades if text != "Paint"]
    return [Violation("", 0, "wrong")] if lamps > 1 or strange else []
