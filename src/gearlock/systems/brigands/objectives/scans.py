"""11.3: Scan. What Detailed Scans have found out about the enemy."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.objectives.progress import Progress
from gearlock.systems.brigands.pursuit import SCAN, Pursuit
from gearlock.systems.brigands.state import NO_GROUP, WRECK, State, Unit, opponent

NEEDED = 3
FEW = 2
"""Against a Force of so few Units the models may be of the same Unit."""


@heeds("brigands.11.3-scan")
def scans_that_count(state: State, seat: str) -> int:
    """Enemy models a seat has scanned, one of each Unit unless the enemy has only two; wrecks are models too."""
    enemies = [unit for unit in state.units.values() if unit.seat == opponent(seat) and unit.group != NO_GROUP]
    scanned = [unit for unit in enemies if unit.scanned]
    if len({unit.squad for unit in enemies}) <= FEW:
        return len(scanned)
    return len({unit.squad for unit in scanned})


@heeds("brigands.11.3-scan")
def scanning(state: State, pursuit: Pursuit) -> Progress:
    """Three enemy models have been scanned."""
    count = scans_that_count(state, pursuit.seat)
    done = min(count, NEEDED)
    return Progress(count >= NEEDED, f"{done} of {NEEDED} models scanned", now=done, full=NEEDED)


@rule("brigands.11.3-scan")
def scannable_wrecks(state: State, seat: str) -> Iterator[Unit]:
    """The enemy wrecks that a seat could still learn something from; only its Objective sends it there."""
    if any(pursuit.seat == seat and pursuit.name == SCAN for pursuit in state.pursuits):
        for unit in state.units.values():
            if unit.status == WRECK and unit.seat != seat and not unit.scanned:
                yield unit


def counts_as_new(state: State, seat: str, unit_id: str) -> bool:
    """Whether a scan of this enemy would bring a seat one further."""
    unit = state.units[unit_id]
    if unit.scanned or unit.group == NO_GROUP or unit.seat == seat:
        return False
    before = scans_that_count(state, seat)
    if before >= NEEDED:
        return False
    after = state.clone()
    after.units[unit_id].scanned = True
    return scans_that_count(after, seat) > before
