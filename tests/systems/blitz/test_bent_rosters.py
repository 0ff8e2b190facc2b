"""Ready-made rosters, each changed in many small ways: what is found wrong with them is what was found.

Where it changes on purpose: GEARLOCK_RECORD=1, and read what differs.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from digests.digesting import fingerprint
from gearlock.systems.blitz.forces.around_a_force import FORCE
from gearlock.systems.blitz.forces.lists import sublists
from systems.blitz.roll_call import cost, found

KEPT = Path(__file__).parent / "bent-rosters"
CODES = ("GP", "SK", "FS", "RC", "MP", "LT", "IN", "ST", "Any")
FACTIONS = ("North", "South", "Peace River", "NuCoal", "Black Talon", "CEF", "Utopia", "Leagueless")
BOUGHT = (
    "veteran", "LHG", "HSE", "XO", "2iC", "CGL", "CO", "Duelist", "Recon Drone", "Anti-Air", "Ace Gunner", "Shield",
    "Military Police", "Jannite", "Basilisk", "Climber", "Stripped Down", "Fighting Staff", "Conscript",
)  # fmt: skip


def bent(text: str) -> Iterator[tuple[str, str]]:
    """The kind of a change, and the roster after it."""
    lines = text.splitlines()

    def with_line(at: int, *new: str) -> str:
        return "\n".join([*lines[:at], *new, *lines[at + 1 :]]) + "\n"

    yield "as it is", text
    for at, line in enumerate(lines):
        indent, words = line[: len(line) - len(line.lstrip())], line.split()
        if not words or words[0] in ("#", "system", "name", "group"):
            continue
        if words[0] == "faction":
            yield from (("faction", with_line(at, f"faction {name}")) for name in FACTIONS)
            yield from (("list", with_line(at, line, f"list {name}")) for name in sublists())
            yield "elite", with_line(at, line, "elite yes")
        elif words[0] == "size":
            yield "size", with_line(at, "size 40")
        elif words[0] in ("primary", "support"):
            yield from (("code", with_line(at, f"{indent}{words[0]} {code}")) for code in CODES)
            yield "squad", with_line(at, line.replace(words[0], "support" if words[0] == "primary" else "primary"))
            yield from (("unit upgrade", with_line(at, f"{line}{', ' if ':' in line else ': '}{it}")) for it in BOUGHT)
        elif len(indent) > 2:
            yield "fewer", with_line(at)
            yield "more", with_line(at, line, line)
            yield from (("upgrade", with_line(at, f"{line}{', ' if ':' in line else ': '}{it}")) for it in BOUGHT)


def told(text: str) -> Iterator[str]:
    """For each kind of change: how many rosters keep the rules, which rules are broken, and all words in short."""
    kinds: dict[str, list[str]] = {}
    for kind, changed in bent(text):
        kinds.setdefault(kind, []).append(changed)
    for kind, rosters in kinds.items():
        rules: Counter[str] = Counter()
        said = []
        for each in rosters:
            faults = found(each)
            rules.update({fault.rule.removeprefix("blitz.") for fault in faults} or {"legal"})
            said.append((cost(each), [(fault.rule, fault.line, fault.message, fault.fix) for fault in faults]))
        yield f"{kind}: {', '.join(f'{name} {count}' for name, count in sorted(rules.items()))} [{fingerprint(said)}]"


@pytest.mark.parametrize("name", [name for name in sorted(FORCE.ready_made()) if name.endswith("-100")])
def test_what_is_found_wrong_is_what_was_found(name: str) -> None:
    said, kept = "\n".join(told(FORCE.ready_made()[name])) + "\n", KEPT / f"{name}.txt"
    if os.environ.get("GEARLOCK_RECORD"):
        kept.write_text(said, encoding="utf-8")
    assert said == kept.read_text(encoding="utf-8")
