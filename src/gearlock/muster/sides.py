"""The force a side brings to a battle: a roster it hands in, one that is ready made, or one that is drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import msgspec

from gearlock.kernel.force import ForceRules, Roster, Violation
from gearlock.muster.reading import Reading, read_file, read_roster
from gearlock.table.generate import Draw

SIZE = "size"
Kind = TypeVar("Kind")


class Lots:
    """Chance for drawing a force: the same seed and seat give the same force on every machine."""

    def __init__(self, seed: int, seat: str) -> None:
        self._draw = Draw(2 * seed + (seat == "blue"))

    def random(self) -> float:
        """A number from 0 up to but not including 1."""
        return self._draw.randrange(1 << 32) / (1 << 32)

    def randrange(self, start: int, stop: int, /) -> int:
        """A whole number from start up to but not including stop."""
        return start + self._draw.randrange(stop - start)

    def choice(self, seq: Sequence[Kind], /) -> Kind:
        """One of these."""
        return seq[self._draw.randrange(len(seq))]


def is_roster_file(text: str) -> bool:
    """Whether an option names a file rather than something of ours."""
    return text.endswith((".txt", ".json")) or "/" in text or "\\" in text


def read_side(text: str, ready_made: Mapping[str, str]) -> Reading | None:
    """The roster an option names, one of ours or a file's; a text of several lines is one. None for no roster.

    Raises BadFile.
    """
    if text in ready_made:
        return read_roster(ready_made[text], text)
    if "\n" in text.strip():
        return read_roster(text, "the roster")
    return read_file(Path(text)) if is_roster_file(text) else None


def battle_violations(side: Reading, rules: ForceRules, size: int) -> list[Violation]:
    """What a roster breaks in a battle of this size by these rules, whatever size it was written for; 0 is its own."""
    if side.rules is not None and side.rules is not rules:
        header = side.roster.header("system")
        named = f"of {header.value}" if header else "of another game"
        remedy = "choose that game for it, or bring a roster of the game that is chosen"
        return [Violation("", header.line if header else 0, f"This is a roster {named}: {remedy}.")]
    return replace(side, roster=_resized(side.roster, size)).violations() if size else side.violations()


def _resized(roster: Roster, size: int) -> Roster:
    """The roster with another number where its own size stands."""
    headers = tuple(
        msgspec.structs.replace(header, value=str(size)) if header.key == SIZE and header.value.isdigit() else header
        for header in roster.headers
    )
    return msgspec.structs.replace(roster, headers=headers)
