"""4.2.1: the repair table: what each damage effect asks of technicians, and what is gone when it is mended."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.tactical.cards import MODE_WORDS
from gearlock.systems.tactical.damage.choosing import system_name
from gearlock.systems.tactical.damage.condition import (
    ACCURACY,
    AUX,
    COMPARTMENT,
    FIRE_CONTROL,
    FRAME,
    GONE,
    LOST,
    MANEUVER,
    MINUS,
    MP,
    POWER,
    RUPTURED,
    WRECKED,
)
from gearlock.systems.tactical.state import HEAVY, LIGHT, NO_SPEEDS, Unit

ARMOR, SYSTEM, WEAPON = "armor", "auxiliary system", "weapon destroyed"
SIZE = -1
"""In place of a labor modifier: the Size of the vehicle once more."""


class Row(NamedTuple):
    """A row of the table: labor and Threshold, each a fixed part and so much for every point."""

    labor: int
    labor_a_point: int
    threshold: int
    threshold_a_point: int


TABLE = {
    ARMOR: Row(0, 1, 0, 1),
    MP: Row(0, 1, 1, 1),
    MANEUVER: Row(0, 2, 2, 2),
    ACCURACY: Row(0, 1, 2, 1),
    WEAPON: Row(5, 0, 5, 0),
    FIRE_CONTROL: Row(6, 0, 6, 0),
    POWER: Row(5, 0, 5, 0),
    COMPARTMENT: Row(10, 0, 7, 0),
    FRAME: Row(SIZE, 0, 8, 0),
    SYSTEM: Row(3, 0, 4, 0),
}


class Effect(NamedTuple):
    """Something that is broken: its name, its row, what mending it does to the unit, and how many points of it."""

    id: str
    words: str
    row: str
    mend: Callable[[Unit], None]
    points: int = 1


@rule("tactical.4.2.1-table")
def labor_for(size: int, row: str, points: int) -> int:
    """The Labor Points of one attempt: the vehicle's Size and the modifier of the effect."""
    found = TABLE[row]
    return size + (size if found.labor == SIZE else found.labor) + found.labor_a_point * points


@heeds("tactical.4.2.1-table")
def threshold_for(row: str, points: int) -> int:
    """What technicians must roll more than."""
    return TABLE[row].threshold + TABLE[row].threshold_a_point * points


def _without(*names: str) -> Callable[[Unit], None]:
    def mend(unit: Unit) -> None:
        for name in names:
            unit.harm.pop(name, None)

    return mend


def _one_less(token: str) -> Callable[[Unit], None]:
    def mend(unit: Unit) -> None:
        unit.tokens = {name: count - (name == token) for name, count in unit.tokens.items() if count > (name == token)}

    return mend


def _new_armor(unit: Unit) -> None:
    unit.armor_lost = 0


@heeds("tactical.4.2", "tactical.4.2.1-table")
def _new_compartment(unit: Unit) -> None:
    """The crew that it cost is back; men lost to hits on the crew stay lost."""
    unit.crew_lost = max(0, unit.crew_lost - unit.harm.pop(COMPARTMENT, 0))


@heeds("tactical.4.2.1-table")
def effects_on(unit: Unit) -> Iterator[Effect]:
    """Everything of a vehicle that technicians can mend, one attempt each: all points of one rating at once.

    A squad has nothing to mend: its men come back as Reinforcements only.
    """
    if unit.is_infantry:
        return
    yield from _counters(unit)
    if unit.armor_lost:
        yield Effect(ARMOR, f"{unit.armor_lost} Armor lost", ARMOR, _new_armor, unit.armor_lost)
    yield from _movement(unit)
    if unit.harm.get(MANEUVER):
        points = unit.harm[MANEUVER]
        yield Effect(MANEUVER, f"{points} Maneuver lost", MANEUVER, _without(MANEUVER), points)
    yield from _weapons(unit)
    for name, words, row in (
        (FIRE_CONTROL, "Fire Control destroyed", FIRE_CONTROL),
        (POWER, "power transfer failed", POWER),
        (RUPTURED, "fuel and ammunition storage ruptured", POWER),
    ):
        if unit.harm.get(name):
            yield Effect(name, words, row, _without(name))
    if unit.harm.get(COMPARTMENT):
        yield Effect(COMPARTMENT, "crew compartment collapsed", COMPARTMENT, _new_compartment)
    if unit.harm.get(FRAME):
        yield Effect(FRAME, "complete structural failure", FRAME, _without(FRAME))
    yield from _auxiliary(unit)


@heeds("tactical.4.2.1-table", "tactical.2.6.10-light", "tactical.2.6.10-heavy")
def _counters(unit: Unit) -> Iterator[Effect]:
    """The counters of the Quick Start: Light as an auxiliary system, Heavy as a power transfer failure."""
    if unit.token(LIGHT):
        yield Effect(LIGHT, "Light Damage", SYSTEM, _one_less(LIGHT))
    if unit.token(HEAVY):
        yield Effect(HEAVY, "Heavy Damage", POWER, _one_less(HEAVY))


@heeds("tactical.4.2.1-table", "tactical.3.5.1-movement")
def _movement(unit: Unit) -> Iterator[Effect]:
    """MP of each movement system; one that is destroyed has lost them all."""
    for mode in unit.card.modes:
        top = unit.card.modes.get(mode, NO_SPEEDS).top
        points = top if unit.harm.get(GONE + mode) else min(top, unit.harm.get(MP + mode, 0))
        if points:
            mend = _without(MP + mode, MINUS + mode, GONE + mode)
            yield Effect(MP + mode, f"{points} MP lost in {MODE_WORDS[mode]} movement", MP, mend, points)


@heeds("tactical.4.2.1-table", "tactical.3.5.1-fire-control")
def _weapons(unit: Unit) -> Iterator[Effect]:
    """Weapons out of true, and weapons that are gone: destroyed at once, or more than 5 Accuracy off."""
    for mount in unit.card.weapons:
        points, name = unit.harm.get(ACCURACY + mount.id, 0), system_name(unit, mount.id)
        if unit.harm.get(LOST + mount.id) or points > WRECKED:
            mend = _without(LOST + mount.id, ACCURACY + mount.id)
            yield Effect(LOST + mount.id, f"{name} destroyed", WEAPON, mend)
        elif points:
            mend = _without(ACCURACY + mount.id)
            yield Effect(ACCURACY + mount.id, f"{points} Accuracy lost of the {name}", ACCURACY, mend, points)


@heeds("tactical.4.2.1-table", "tactical.3.5.1-auxiliary")
def _auxiliary(unit: Unit) -> Iterator[Effect]:
    """Auxiliary systems, and perks that have done what they do once."""
    for name, points in unit.harm.items():
        system = name.removeprefix(AUX)
        if system != name and points:
            words = " destroyed" if points >= WRECKED else f": {points} less"
            yield Effect(name, f"{system_name(unit, system)}{words}", SYSTEM, _without(name))
        perk = name.removeprefix(LOST)
        if perk != name and unit.mount(perk) is None:
            yield Effect(name, f"{perk} used up", SYSTEM, _without(name))
