"""The errors Gearlock raises, as one small tree.

GearlockError
├── IllegalOrder      an order the rules refuse; carries the Refusal, changes nothing
├── NotAsked          an answer from a seat that has nothing to decide
├── UndoRefused       a take-back that dice, a reveal or the opponent stand behind
└── BadInput          what a person typed or a file said cannot be used (exit code 2)
    ├── UnknownName   no such system, scenario, bot, map ...; suggests near names
    ├── BadFile       a file with errors: all findings at once, each with file and line
    └── BadDice       faces that these dice cannot show
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from gearlock.kernel.orders import Refusal


def cited(message: str, rule: str) -> str:
    """A message with the rule it comes from at its end, if it comes from one."""
    return f"{message} [{rule}]" if rule else message


class GearlockError(Exception):
    """Anything Gearlock tells its user instead of doing what was asked."""


class IllegalOrder(GearlockError):
    """The rules refuse this order; the battle is unchanged."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.text())
        self.refusal = refusal


class NotAsked(GearlockError):
    """This seat has no decision to make now."""


class UndoRefused(GearlockError):
    """Undo needs the opponent's consent here: dice were rolled, something was revealed or the opponent answered."""


class BadInput(GearlockError):
    """Something typed or read cannot be used; nothing was changed or written."""


class UnknownName(BadInput):
    """A name that is not registered, with the nearest ones that are."""

    def __init__(self, what: str, name: str, known: Iterable[str], rule: str = "") -> None:
        self.what, self.name, self.known = what, name, sorted(known)
        near = difflib.get_close_matches(name, self.known, n=3, cutoff=0.5)
        hint = f" Did you mean {' or '.join(near)}?" if near else f" There are: {', '.join(self.known) or 'none'}."
        super().__init__(cited(f"No {what} is called '{name}'.{hint}", rule))


class Finding(msgspec.Struct, frozen=True):
    """One thing wrong in a file, at its line (0 when the whole file is meant)."""

    file: str
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.message}" if self.line else f"{self.file}: {self.message}"


class BadFile(BadInput):
    """A file with errors; every finding is named, not just the first."""

    def __init__(self, findings: Iterable[Finding]) -> None:
        self.findings = tuple(findings)
        super().__init__("\n".join(str(finding) for finding in self.findings))


class BadDice(BadInput):
    """Faces that the dice asked for cannot show."""
