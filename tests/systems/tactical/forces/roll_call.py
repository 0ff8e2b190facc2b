"""Rosters for tests, written in a few words."""

from __future__ import annotations

from collections.abc import Mapping

from gearlock.kernel.files import only_these_files
from gearlock.kernel.force import Roster, Violation
from gearlock.muster.text import read_text
from gearlock.systems.tactical.forces.around_a_force import FORCE
from gearlock.systems.tactical.forces.force_building import check

NORTH, SOUTH = "Northern Guard", "Southern MILICIA"
GP = "squad General Purpose Squadron\n5x Hunter\n"
GPS = "cadre General Purpose Cadre\n5x Jaeger\n"
SECTION = f"group Section 1\n{GP * 3}"
HQ = "group Headquarters\nhq Strike Squadron\n2x Jaguar\n3x Hunter\n"
WHOLE = HQ + SECTION
"""A whole Northern force, the smallest there is of these squads."""


def of(body: str, faction: str = NORTH, size: int = 90_000, more: str = "") -> Roster:
    """A roster of groups and squads; a body without a group gets one."""
    groups = body if "group" in body else f"group Section 1\n{body}"
    return read_text(f"system tactical\nfaction {faction}\nsize {size}\n{more}\n{groups}", FORCE.layout)


def part(body: str, faction: str = NORTH, size: int = 90_000, more: str = "") -> Roster:
    """The same as a detachment."""
    return of(body, faction, size, f"detachment yes\n{more}")


def found(roster: Roster, files: Mapping[str, str] | None = None) -> list[Violation]:
    """Everything against it, given the files its player sent."""
    with only_these_files(files or {}):
        return check(roster)


def rules(roster: Roster, files: Mapping[str, str] | None = None) -> list[str]:
    """The rules it breaks."""
    return [fault.rule.removeprefix("tactical.") for fault in found(roster, files)]


def only(roster: Roster, files: Mapping[str, str] | None = None) -> Violation:
    """The one thing against it, which says what to do."""
    faults = found(roster, files)
    assert len(faults) == 1, faults
    assert faults[0].fix
    return faults[0]
