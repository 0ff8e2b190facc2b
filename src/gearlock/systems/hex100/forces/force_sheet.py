"""A force on paper: the record card of every machine with its items and its price."""

from __future__ import annotations

from gearlock.kernel.force import Group, Roster, Sheet, SheetGroup, SheetModel, SheetUnit
from gearlock.systems.hex100.forces.drafting import Draft, draft, drafts
from gearlock.systems.hex100.forces.force import size_of
from gearlock.systems.hex100.forces.loadout import Loadout
from gearlock.systems.hex100.forces.readings import MARK, reasons
from gearlock.systems.hex100.forces.record_card import hardpoint_rows, unit_stats

RECONSTRUCTED = f"{MARK} marks values that the source has lost and that were reconstructed, for these reasons:"


def force_sheet(roster: Roster) -> Sheet:
    """The whole force, machines in their order. What nobody knows shows without figures."""
    found = drafts(roster)
    many, cost, size = sum(each.count for each in found), sum(each.cost for each in found), size_of(roster)
    facts = (f"{cost}{f' of {size}' if size else ''} points", f"{many} machine{'' if many == 1 else 's'}")
    groups = tuple(_group(group) for group in roster.groups)
    about = (roster.says("about"),) if roster.says("about") else ()
    doubts = [f"{MARK} {whose}: {why}" for whose, why in reasons(each.machine for each in found if each.machine)]
    notes = (*about, *([RECONSTRUCTED] if doubts else []), *doubts)
    return Sheet(roster.says("name") or "A force", facts, groups, notes)


def _group(group: Group) -> SheetGroup:
    machines = tuple(_model(draft(block)) for block in group.blocks)
    return SheetGroup(group.name or "Machines", (SheetUnit("", machines),))


def _model(each: Draft) -> SheetModel:
    machine = each.machine
    if machine is None:
        return SheetModel(each.title or "?", each.count, 0, rows=(("", "no unit of this name"),))
    unit = machine.unit
    title = machine.name if machine.name.startswith(unit.name) else f"{machine.name}, {unit.name}"
    unknown = ((part.text, "no item of this name") for part in each.parts if not part.found and not part.drone)
    rows = (*hardpoint_rows(machine), *unknown)
    stats = unit_stats(unit, Loadout(machine).added_hp)
    return SheetModel(f"{title} ({unit.class_})", each.count, machine.cost, stats, rows)
