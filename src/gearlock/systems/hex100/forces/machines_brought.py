"""The machines a side brings to a battle, and what an unseen enemy may be."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import msgspec

from gearlock.kernel.bounds import MOST_FIELDED
from gearlock.kernel.errors import BadFile, UnknownName
from gearlock.kernel.force import Header, Violation
from gearlock.kernel.rulebook import heeds
from gearlock.muster.reading import Reading
from gearlock.muster.sides import SIZE, battle_violations, read_side
from gearlock.systems.hex100.forces.cards import Machine, Mount, Recipe, UnitCard, build_machine, items, machines, units
from gearlock.systems.hex100.forces.force_building import MOST_EQUAL, drafts
from gearlock.systems.hex100.forces.force_rules import FORCE, ready_made

# --- Machines by name, from a ready-made force, or from a file

NOT_LEGAL = "not legal"


@heeds("hex100.force-cost")
def field(seat: str, text: str, budget: int, faults: list[str], unchecked: bool = False) -> list[Machine]:
    """The machines of a side; everything that speaks against them is added to the faults.

    Files that break rules take the field `unchecked`, with every machine marked; what nobody knows stays at home.
    """
    try:
        side = read_side(text.strip(), ready_made())
    except BadFile as error:
        faults += map(str, error.findings)
        return []
    return _told_apart(_mustered(side, budget, faults, unchecked) if side else _named(seat, text, budget, faults))


def _told_apart(force: list[Machine]) -> list[Machine]:
    """Machines of one name are numbered for their own side; the enemy is told types only."""
    names = [machine.name for machine in force]
    numbers = [names[: at + 1].count(name) for at, name in enumerate(names)]
    return [
        msgspec.structs.replace(machine, name=f"{machine.name} {number}") if names.count(machine.name) > 1 else machine
        for machine, number in zip(force, numbers, strict=True)
    ]


def _named(seat: str, names: str, budget: int, faults: list[str]) -> list[Machine]:
    """Ready-made machines separated by commas; more than the budget buys, or none, is a fault."""
    wanted = [name.strip() for name in names.split(",") if name.strip()]
    there = (*machines(), *ready_made())
    if len(wanted) > MOST_FIELDED:
        faults.append(f"{seat.capitalize()} names {len(wanted)} machines; {MOST_FIELDED} is the most.")
        return []
    faults += (str(UnknownName("machine or force", name, there)) for name in wanted if name not in machines())
    force = [machines()[name] for name in wanted if name in machines()]
    cost = sum(machine.cost for machine in force)
    if not wanted:
        faults.append(f"{seat.capitalize()} needs at least one machine.")
    if budget and cost > budget:
        faults.append(f"{seat.capitalize()} has {cost} points of machines; the budget is {budget}.")
    return force


def _mustered(side: Reading, budget: int, faults: list[str], unchecked: bool) -> list[Machine]:
    """The machines of a roster, marked if it breaks rules and takes the field all the same."""
    violations = _violations(side, budget)
    found = drafts(side.roster)
    force = [each.machine for each in found for _ in range(min(each.count, MOST_EQUAL)) if each.machine]
    if len(force) > MOST_FIELDED:
        faults.append(f"{side.file}: {len(force)} machines would take the field; {MOST_FIELDED} is the most.")
        return []
    if not violations:
        return force
    if not unchecked or not force:
        faults += (violation.text(side.file) for violation in violations)
        return []
    return [msgspec.structs.replace(machine, name=f"{machine.name} ({NOT_LEGAL})") for machine in force]


def _violations(side: Reading, budget: int) -> list[Violation]:
    """What the roster breaks if a battle allows so many points; one that says nothing of points is judged by those."""
    roster = side.roster
    if budget and roster.header(SIZE) is None:
        headers = (*roster.headers, Header(key=SIZE, value=str(budget)))
        side = replace(side, roster=msgspec.structs.replace(roster, headers=headers))
    return battle_violations(side, FORCE, budget)


# --- What an unseen enemy may be


@cache
def machines_within(most: int) -> tuple[Machine, ...]:
    """The ready-made machines that cost no more, or the cheapest of all; none that brings drones."""
    alone = sorted((each for each in machines().values() if not each.drones), key=lambda each: (each.cost, each.id))
    return tuple(each for each in alone if each.cost <= most) or tuple(alone[:1])


def machines_of_type(card: UnitCard) -> tuple[Machine, ...]:
    """The ready-made machines of a type; a drone is what its card says, and what nobody has made ready is bare."""
    if card.kind == "drone":
        return (as_drone(card),)
    ready = tuple(each for each in machines().values() if each.unit == card and not each.drones)
    if ready or card.id not in units():
        return ready or (Machine(card.id, card.name, card, (), card.cost),)
    return (build_machine(Recipe(card.id, card.name, card.id, ())),)


@cache
def small_drones() -> tuple[Machine, ...]:
    """The drones that standard sensors miss."""
    return tuple(as_drone(card) for card in units().values() if card.kind == "drone" and card.small)


def as_drone(card: UnitCard) -> Machine:
    """A drone as a machine of its own."""
    return Machine(card.id, card.name, card, (), card.cost)


def fitted(machine: Machine, effect: str) -> Machine:
    """The machine with something built in that it must have, going by what is known of it."""
    card = msgspec.structs.replace(machine.unit, integrated={**machine.unit.integrated, effect: 1})
    return msgspec.structs.replace(machine, unit=card)


def with_controller(machine: Machine, name: str) -> Machine:
    """The machine with one drone controller more, which nobody can shoot off."""
    mount = Mount(name, -1, item=items()["drone-controller"])
    return msgspec.structs.replace(machine, mounts=(*machine.mounts, mount))
