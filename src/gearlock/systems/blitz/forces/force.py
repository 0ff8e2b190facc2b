"""Chapter 5 and Appendix 2: everything in a roster that breaks a rule."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.force import Roster, Violation
from gearlock.kernel.rulebook import heeds
from gearlock.muster.headers import faction_faults, overspent
from gearlock.systems.blitz.forces.command_staff import commander_faults, officer_faults
from gearlock.systems.blitz.forces.doctrines import doctrine_faults
from gearlock.systems.blitz.forces.enlisting import LARGEST, Force, enlist
from gearlock.systems.blitz.forces.origins import air_faults, list_faults, origin_faults, talon_faults
from gearlock.systems.blitz.forces.pricing import force_price
from gearlock.systems.blitz.forces.purchasing import duelist_faults, heavy_faults, purchase_faults, unit_purchase_faults
from gearlock.systems.blitz.forces.sublists import HOMES
from gearlock.systems.blitz.forces.units import group_faults, squad_faults
from gearlock.systems.blitz.forces.veterans import veteran_faults


def check(roster: Roster) -> list[Violation]:
    """Every fault, in the order of its lines."""
    return sorted(faults(enlist(roster)), key=lambda violation: violation.line)


def faults(force: Force) -> Iterator[Violation]:
    """Every fault of a roster understood."""
    if not force.sublist or force.roster.header("faction"):
        yield from faction_faults("blitz.5.0", force.roster, HOMES)
    yield from list_faults(force)
    yield from _size_faults(force)
    yield from officer_faults(force)
    yield from duelist_faults(force)
    yield from veteran_faults(force)
    yield from heavy_faults(force)
    yield from talon_faults(force)
    yield from air_faults(force)
    yield from doctrine_faults(force)
    for group in force.groups:
        yield from group_faults(group)
        for squad in group.squads:
            yield from squad_faults(squad, group)
            yield from origin_faults(squad, group)
            yield from commander_faults(squad, group.title)
            yield from unit_purchase_faults(squad)
            for recruit in squad.recruits:
                yield from purchase_faults(recruit)


@heeds("blitz.5.1", "blitz.A.2.0")
def _size_faults(force: Force) -> Iterator[Violation]:
    header = force.roster.header("size")
    if header is None:
        fix = f"Add 'size 100', or whatever you play; these models cost {force_price(force)} TV."
        yield Violation("blitz.A.2.0", 0, "No line says how many TV the game allows.", fix)
    elif force.size is None:
        said = f"'{header.value[:20]}' is no size of a game."
        yield Violation("blitz.A.2.0", header.line, said, f"Write a whole number from 1 to {LARGEST:,}.")
    else:
        yield from overspent("blitz.5.1", force.roster, force_price(force), force.size, "TV")
    if not any(squad.recruits for squad in force.squads):
        fix = "Write 'group', then 'primary GP' or another code, then models."
        yield Violation("blitz.A.2.0", header.line if header else 0, "The force has no models.", fix)
