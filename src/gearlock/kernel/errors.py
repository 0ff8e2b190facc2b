"""The errors Gearlock raises, as one small tree.

GearlockError
├── IllegalOrder      an order the rules refuse; carries the Refusal, changes nothing
├── NotAsked          an answer from a seat that has nothing to decide
├── UndoRefused       a take-back that dice, a reveal or the opponent stand behind
├── Unanswerable      an ask that nothing answers: a fault of a system
└── BadInput          what a person typed or a file said cannot be used (exit code 2)
    ├── UnknownName   no such system, scenario, bot, map ...; suggests near names
    ├── BadFile       a file with errors: all findings at once, each with file and line
    └── BadDice       faces that these dice cannot show
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import msgspec

from gearlock.kernel.bounds import LINES_TOLD, LONGEST_NAME, LONGEST_WORDS, MOST_FINDINGS, NAMES_TOLD, TOLD

if TYPE_CHECKING:
    from gearlock.kernel.orders import Refusal


def cited(message: str, rule: str) -> str:
    """A message with the rule it comes from at its end, if it comes from one."""
    return f"{message} [{rule}]" if rule else message


def shortened(text: str) -> str:
    """A name as somebody wrote it, for a message: none is so long that the message is not read."""
    return text if len(text) <= LONGEST_NAME else f"{text[:LONGEST_NAME]}..."


def shown(thing: object) -> str:
    """What somebody handed over, for a message: not everything can be written as Python would."""
    try:
        return shortened(repr(thing))
    except Exception:  # a number of some thousand digits, or a thing with a way of its own to be written
        return f"this {type(thing).__name__}"


def first_lines(text: str) -> str:
    """The beginning of a long list of faults, and how many more there are."""
    lines = text.split("\n")
    told = [line if len(line) <= LONGEST_WORDS else f"{line[:LONGEST_WORDS]}..." for line in lines[:LINES_TOLD]]
    return "\n".join([*told, f"and {len(lines) - LINES_TOLD} more"] if len(lines) > LINES_TOLD else told)


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


class Unanswerable(GearlockError):
    """A seat is asked, and nothing it could say is an answer: a fault of the system that should be reported."""


class BadInput(GearlockError):
    """Something typed or read cannot be used; nothing was changed or written."""


class UnknownName(BadInput):
    """A name that is not registered, with the nearest ones that are."""

    def __init__(self, what: str, name: str, known: Iterable[str], rule: str = "") -> None:
        self.what, self.known, self.rule = what, sorted(known), rule
        self.name = shortened(name) if isinstance(name, str) else shown(name)
        near = difflib.get_close_matches(self.name, self.known, n=3, cutoff=0.5)
        more = f" and {len(self.known) - NAMES_TOLD} more" if len(self.known) > NAMES_TOLD else ""
        there = f"{', '.join(self.known[:NAMES_TOLD]) or 'none'}{more}"
        hint = f" Did you mean {' or '.join(near)}?" if near else f" There are: {there}."
        super().__init__(cited(f"No {what} is called '{self.name}'.{hint}", rule))

    def __reduce__(self) -> tuple[Any, ...]:
        return UnknownName, (self.what, self.name, self.known, self.rule)


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

    def __reduce__(self) -> tuple[Any, ...]:
        return BadFile, (self.findings,)


class Findings:
    """What is wrong with a file, as far as it was read: where there is no end of it, reading ends."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.findings: list[Finding] = []

    def find(self, line: int, message: str) -> None:
        """Something is wrong at this line. Raises BadFile when enough was found."""
        self.findings.append(Finding(self.file, line, message))
        if len(self.findings) >= MOST_FINDINGS:
            raise BadFile(first_of(self.findings, "; it was read no further"))

    def refuse(self) -> None:
        """Raise BadFile if anything was found."""
        if self.findings:
            raise BadFile(first_of(self.findings))


def first_of(findings: Iterable[Finding], unfinished: str = "") -> list[Finding]:
    """The first findings by file and line, and how many more there are."""
    ordered = sorted(findings, key=lambda finding: (finding.file, finding.line))
    more = len(ordered) - TOLD
    if more <= 0:
        return ordered
    return [*ordered[:TOLD], Finding(ordered[TOLD].file, 0, f"and {more} more{unfinished}")]


class BadDice(BadInput):
    """Faces that the dice asked for cannot show."""


class TapeMismatch(GearlockError):
    """A recorded input does not fit what the rules ask for now."""
