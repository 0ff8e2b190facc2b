"""Costs and force building: what the rules have against a roster, line by line."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gearlock.kernel.force import Roster, Violation
from gearlock.kernel.rulebook import heeds, rule
from gearlock.muster.headers import overspent, size_of
from gearlock.systems.hex100.forces.catalogue import find_item, find_unit, item_hint, machine_hint
from gearlock.systems.hex100.forces.drafting import MOST_EQUAL, Draft, Part, drafts
from gearlock.systems.hex100.forces.fitting import Fault, machine_faults, place_hint, speciality_fault
from gearlock.systems.hex100.forces.packing import MOST_EXPLAINED, crowd, pack, possible_places
from gearlock.systems.hex100.forces.units import UnitCard

MACHINE = "machine"
LARGEST = 100_000
BUDGETS = {"skirmish": 3000, "standard": 5000, "large": 8000}
"""Points for each side."""


def check(roster: Roster) -> list[Violation]:
    """Everything in this roster that breaks a rule, line by line; what several items share is said once."""
    found = drafts(roster)
    faults = [*_size_faults(roster, found)]
    for each in found:
        faults += _draft_faults(each)
    return sorted(dict.fromkeys(faults), key=lambda violation: violation.line)


@rule("hex100.force-cost")
def _size_faults(roster: Roster, found: list[Draft]) -> Iterator[Violation]:
    """A force costs no more than it says; one that says nothing is judged by the battle it is brought to."""
    header, size = roster.header("size"), size_of(roster, LARGEST)
    cost = sum(each.cost for each in found)
    if header is not None and size is None:
        said = f"'{header.value[:20]}' is no number of points."
        fix = f"Games are played with {', '.join(map(str, BUDGETS.values()))} points; or leave the line out."
        yield Violation("hex100.force-cost", header.line, said, fix)
    elif size is not None:
        yield from overspent("hex100.force-cost", roster, cost, size, "points")
    if not found:
        fix = "Write 'machine' and a unit, for example 'machine Tegu MBT', and its items below."
        yield Violation("hex100.force-cost", header.line if header else 0, "The force has no machines.", fix)


def _draft_faults(draft: Draft) -> Iterator[Violation]:
    line = draft.block.line
    if draft.block.kind != MACHINE:
        yield Violation("", line, f"'{draft.block.kind}' opens nothing.", f"Write '{MACHINE}'.")
    if not 1 <= draft.count <= MOST_EQUAL:
        said = f"{draft.count} machines stand on one line."
        yield Violation("", line, said, f"Write 1 to {MOST_EQUAL}, as in 'machine 2x Tegu MBT'.")
    if draft.unit is None or draft.unit.kind == "drone":
        yield _unit_fault(draft)
        return
    for entry in draft.strays:
        yield Violation("hex100.hardpoints", entry.line, *_stray(entry.model, draft.unit))
    yield from _unknown_parts(draft, draft.unit)
    if draft.ready is not None:
        yield from _refitted(draft)
    else:
        yield from _packing_faults(draft, draft.unit)
    yield from _machine_faults(draft)


def _unit_fault(draft: Draft) -> Violation:
    line, title = draft.block.line, draft.title
    if draft.unit is not None:
        said = f"A {draft.unit.name} does not take the field by itself."
        return Violation("hex100.drone-deployment", line, said, "Write it below a machine with a Drone Controller.")
    if not title:
        first = draft.block.upgrades[0] if draft.block.upgrades else ""
        known = find_unit(first)
        fix = f"Write 'machine {known.name}', without a colon." if known else "Write 'machine' and a unit."
        return Violation("hex100.unit-cards", line, "No unit is named here.", fix)
    return Violation("hex100.unit-cards", line, f"No unit is called '{title[:60]}'.", machine_hint(title))


def _stray(text: str, unit: UnitCard) -> tuple[str, str]:
    hint = item_hint(text, unit)
    return f"'{text[:60]}' is neither a hardpoint of the {unit.name} nor an item.", hint


def _unknown_parts(draft: Draft, unit: UnitCard) -> Iterator[Violation]:
    for part in draft.parts:
        if part.found is None and part.drone is None:
            yield Violation("hex100.hardpoints", part.line, f"No item is called '{part.text[:60]}'.", _hint(part, unit))
        elif part.found and part.found.mode:
            yield from _mode_faults(part, unit)


def _hint(part: Part, unit: UnitCard) -> str:
    counted = re.fullmatch(r"(?:(\d{1,2})\s+(.+?)|(.+?)\s+[xX\u00d7]\s*(\d{1,2}))", part.text)
    if counted:
        number, name = counted[1] or counted[4], counted[2] or counted[3]
        known = find_item(name, unit)
        if known:
            return f"Write '{number}x {known.title}': how many stands before the name."
    return item_hint(part.text, unit)


@heeds("hex100.variable-ammo-mech", "hex100.attr-variable-ammo")
def _mode_faults(part: Part, unit: UnitCard) -> Iterator[Violation]:
    """Ammunition is chosen for mecha alone, and only where a weapon has several kinds of it."""
    assert part.found is not None
    name, mode, modes = part.found.thing.name, part.found.mode, part.found.modes
    rounds = [weapon.mode for weapon in modes if weapon.has("variable-ammo")]
    if not rounds:
        said = f"{name} has no ammunition to choose."
        yield Violation("hex100.attr-variable-ammo", part.line, said, f"Write '{name}'.")
    elif unit.kind != "mech":
        said = f"A tank brings every kind of ammunition; '{mode[:40]}' need not be chosen."
        yield Violation("hex100.attr-variable-ammo", part.line, said, f"Write '{name}'.")
    elif mode not in rounds:
        said = f"{name} has no '{mode[:40]}'."
        choice = " or ".join(f"'{name} ({each})'" for each in rounds)
        yield Violation("hex100.variable-ammo-mech", part.line, said, f"Write {choice}.")


def _refitted(draft: Draft) -> Iterator[Violation]:
    """A ready-made machine has its items already; drones may join it."""
    for part in draft.items[:1]:
        assert draft.ready is not None
        said = f"{draft.ready.name} is ready-made and has its items already."
        fix = f"Write 'machine {draft.ready.unit.name}' to choose your own."
        yield Violation("hex100.hardpoints", part.line, said, fix)


@heeds("hex100.hardpoint-capacity", "hex100.hardpoints")
def _packing_faults(draft: Draft, unit: UnitCard) -> Iterator[Violation]:
    """Why the items that may go anywhere do not all fit: some go nowhere, or they are in each other's way."""
    if draft.packing is not None:
        return
    own = [part for part in draft.loose if part.found and not speciality_fault(unit, part.found.thing)]
    rest = [part for part in own if possible_places(part.piece, unit.hardpoints, draft.room)]
    yield from (_homeless(part, draft, unit) for part in own if part not in rest)
    while pack([part.piece for part in rest], unit.hardpoints, draft.room) is None:
        chosen = crowd([part.piece for part in rest], unit.hardpoints, draft.room)
        yield _crowded([rest[at] for at in chosen], draft, unit)
        # Without the last of them there may be others in each other's way.
        rest = [part for at, part in enumerate(rest) if at != chosen[-1]] if len(rest) <= MOST_EXPLAINED else []


def _homeless(part: Part, draft: Draft, unit: UnitCard) -> Violation:
    assert part.found is not None
    thing = part.found.thing
    fit = [at for at, hardpoint in enumerate(unit.hardpoints) if hardpoint.size >= thing.size]
    taken = [at for at in fit if draft.room[at] < thing.size and set(thing.types) & set(unit.hardpoints[at].types)]
    message = f"{thing.name} ({', '.join(thing.types)}, size {thing.size}) goes on no hardpoint of the {unit.name}."
    fix = place_hint(unit, thing)
    if taken:
        fix = f"Make room on {' or '.join(unit.hardpoints[at].name for at in taken)}."
    return Violation("hex100.hardpoints", part.line, message, fix)


def _crowded(parts: list[Part], draft: Draft, unit: UnitCard) -> Violation:
    named = ", ".join(f"{part.found.thing.name} ({part.piece.size})" for part in parts[:MOST_EXPLAINED] if part.found)
    named += f" and {len(parts) - MOST_EXPLAINED} more" if len(parts) > MOST_EXPLAINED else ""
    places = sorted({at for part in parts for at in possible_places(part.piece, unit.hardpoints, draft.room)})
    there = ", ".join(f"{unit.hardpoints[at].name} ({draft.room[at]})" for at in places)
    need, room = sum(part.piece.size for part in parts), sum(draft.room[at] for at in places)
    said = f"These items do not fit together: {named}. All they can go on is {there}."
    over = f"They need {need} and have {room}; take" if need > room else "Their sizes do not add up to it; take"
    return Violation("hex100.hardpoint-capacity", parts[-1].line, said, f"{over} one of them out, or a smaller one.")


def _machine_faults(draft: Draft) -> Iterator[Violation]:
    """What is wrong with the machine as built, at the line of the item that is in the wrong."""
    machine = draft.machine
    assert machine is not None
    placed = [] if draft.ready else list(zip(machine.mounts, draft.placed, strict=False))
    lines = {mount.id: part.line for mount, (_, part) in placed}
    lines |= {part.drone.id: part.line for part in draft.drones if part.drone}
    packed = {mount.id for mount, (_, part) in placed if part.at < 0}
    chosen = {mount.id for mount, (_, part) in placed if part.found and part.found.mode}
    for fault in machine_faults(machine):
        # Items without a place were named already, by what keeps them from getting one.
        if packed and draft.packing is None and fault.mount in packed and _is_of_place(fault):
            continue
        # So were rounds that the weapon does not have.
        if fault.mount in chosen and fault.rule == "hex100.variable-ammo-mech":
            continue
        yield Violation(fault.rule, lines.get(fault.mount, draft.block.line), fault.message, fault.fix)


def _is_of_place(fault: Fault) -> bool:
    return fault.rule in ("hex100.hardpoint-capacity", "hex100.hardpoints") or (
        fault.rule.startswith("hex100.type-") and fault.rule != "hex100.type-specialist"
    )
