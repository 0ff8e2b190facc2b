"""11.3: the Objectives there are, and what a seat has chosen of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import msgspec

from gearlock.kernel.files import data_records

CASUALTIES, ASSASSINATE, SCAN, BREAK_THE_LINE, HOLD, CAPTURE, WIPE_THEM_OUT, DEMOLITIONS, LEAD_BY_EXAMPLE = (
    "Casualties", "Assassinate", "Scan", "Break the Line", "Hold", "Capture", "Wipe Them Out", "Demolitions",
    "Lead by Example",
)  # fmt: skip


class Objective(msgspec.Struct, frozen=True):
    """An Objective as the book lists it: who may choose it, what it asks for, and the markers it needs."""

    name: str
    rule: str
    codes: tuple[str, ...]
    goal: str
    markers: int = 0
    own: bool = False
    """Its markers are placed by whoever chose it, not by the opponent."""
    reach: int = 0
    """How many inches around a marker count."""


@cache
def objectives() -> dict[str, Objective]:
    """All Objectives one may choose, by name in book order. Casualties is none of them: every battle has it."""
    listed = data_records("gearlock.systems.brigands", "objectives.toml", "objective", Objective)
    return {found.name: found for found in listed}


@dataclass(slots=True, frozen=True)
class Pursuit:
    """An Objective that a seat has chosen, and how far it has come."""

    seat: str
    name: str
    target: str = ""
    """The one model it is about: the enemy Force Commander, the Demolitions target, the own Duelist."""
    group: int = 0
    """The enemy Combat Group that is to be wiped out."""
    markers: tuple[tuple[int, int], ...] = ()
    """Those that lie on the table."""
    captured: int = 0
    achieved: bool = False
    """As the table lies; some may be lost again."""
