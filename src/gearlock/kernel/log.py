"""Log files: JSON lines that can be re-run through the rules or watched as a film of stored events.

Line 1 is the header, line 2 the first state; then one line per entry (an input and the events it caused), with
fingerprints of the state between, `undo` where a player went back, and `end` when the battle is over.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import DiceSource, Seeded
from gearlock.kernel.errors import BadDice, BadFile, BadInput, Finding, GearlockError, UnknownName
from gearlock.kernel.events import Event
from gearlock.kernel.files import read_ordinary
from gearlock.kernel.loglines import (
    Back,
    End,
    Header,
    Told,
    check_line,
    end_line,
    entry_line,
    header_of,
    line_reader,
    read_header,
    read_start,
    state_line,
    why,
)
from gearlock.kernel.record import Began, Check, Entry, Rolled
from gearlock.kernel.registry import AnySystem, get_system

LARGEST_LOG = 64_000_000
MOST_LINES = 200_000
MOST_FINDINGS = 20


def dumps(battle: Battle[Any]) -> bytes:
    """The whole log of a battle."""
    lines = [msgspec.json.encode(header_of(battle)), state_line(battle)]
    checks = iter([*battle.checks, None])
    check = next(checks)
    for at, entry in enumerate(battle.entries):
        lines.append(entry_line(entry))
        while check is not None and check.entry == at:
            lines.append(check_line(check))
            check = next(checks)
    if battle.over:
        lines.append(end_line(battle))
    return b"\n".join(lines) + b"\n"


class LoadedLog:
    """A log read from a file: header, first state, entries and fingerprints; not yet re-run.

    `told` holds every line after the first state as it came; what was taken back is in it, and nowhere else.
    """

    def __init__(self, header: Header, system: AnySystem, start: Any, name: str = "log") -> None:
        self.header, self.system, self.start, self.name = header, system, start, name
        self.told: list[Told] = []
        self.entries: list[Entry] = []
        self.checks: list[Check] = []
        self.end: End | None = None
        self.given = header.given
        """The first so many throws are another battle's; fewer than the header says if some of them were taken back."""
        self.dropped = ""
        """What was cut off at the end of the file, when the reader was told to forgive that."""
        self.throws = 0
        """How many rolls the entries hold."""
        self.lines: list[bytes] = []
        """The file as it was read, line by line."""
        self._numbers: list[int] = []

    def __repr__(self) -> str:
        now = f"won by {self.end.outcome.winner or 'nobody'}" if self.end else "goes on"
        scenario = self.header.setup.scenario
        return f"<LoadedLog {self.name}: {self.system.id} {scenario}, {len(self.entries)} entries, {now}>"

    @property
    def has_secrets(self) -> bool:
        """Whether its seats may know different things."""
        return self.system.has_secrets(self.header.setup)

    def entry_lines(self) -> Iterator[bytes]:
        """The lines of the file that hold the entries."""
        return (self.lines[number - 1] for number in self._numbers)

    def line_of(self, entry: int) -> int:
        """The line of the file that an entry stands in; 0 for one that stands in none."""
        return self._numbers[entry] if 0 <= entry < len(self._numbers) else 0

    def battle(self, dice: DiceSource | None = None, strict: bool = False) -> Battle[Any]:
        """Re-run the log to a battle that can be played on. What the rules do not follow is refused as a bad file.

        The dice to come are those of the set-up's seed if no others are given.
        """
        inputs = [entry.input for entry in self.entries]
        dice = Seeded(self.header.setup.seed) if dice is None else dice
        with self.words_for("the rules do not follow this log", -1):
            battle = Battle.rerun(self.system, self.header.setup, self.start, inputs, dice, strict)
        if isinstance(dice, Seeded) and dice.commitment == self.header.commitment:
            battle.given = self.given
        battle.seats_of = dict(self.header.seats)
        return battle

    def film(self) -> Iterator[tuple[Entry, Event | None, Any]]:
        """Apply the stored events alone: each event with the state after it (None for an entry's input itself)."""
        state = self.start.clone()
        for at, entry in enumerate(self.entries):
            yield entry, None, state
            for event in entry.events:
                with self.words_for("an event that cannot happen here", at):
                    self.system.apply(state, event)
                yield entry, event, state

    @contextmanager
    def words_for(self, what: str, entry: int) -> Iterator[None]:
        """A forged log, or one of older rules, may break anything that looks at it: that is said in words."""
        try:
            yield
        except Exception as error:
            if isinstance(error, BadInput) and not isinstance(error, BadDice):
                raise
            said = str(error) if isinstance(error, GearlockError) else why(error)
            raise BadFile([Finding(self.name, self.line_of(entry), f"{what}: {said}")]) from error

    def take(self, line: int, what: Entry | Check | Back | End) -> None:
        """One more line; ValueError for one that cannot stand here."""
        if self.end is not None and not isinstance(what, Back):
            raise ValueError("the log goes on after its end")
        if isinstance(what, Entry):
            self._take_entry(line, what)
        elif isinstance(what, Check):
            self._take_check(line, what)
        elif isinstance(what, Back):
            self._go_back(line, what)
        else:
            self.told.append(Told(line, len(self.entries), what))
            self.end = what

    def _take_entry(self, line: int, entry: Entry) -> None:
        if isinstance(entry.input, Began) != (not self.entries):
            raise ValueError("a battle begins once" if self.entries else "a battle has to begin")
        self.told.append(Told(line, len(self.entries), entry))
        self.entries.append(entry)
        self.throws += isinstance(entry.input, Rolled)
        self._numbers.append(line)

    def _take_check(self, line: int, check: Check) -> None:
        latest = len(self.entries) - 1
        if check.entry != latest or latest < 0 or not 0 <= check.events <= len(self.entries[-1].events):
            raise ValueError(f"a fingerprint after {check.events} events of entry {check.entry} does not belong here")
        if self.checks and (self.checks[-1].entry, self.checks[-1].events) >= (check.entry, check.events):
            raise ValueError("two fingerprints of one state")
        self.told.append(Told(line, check.entry, check))
        self.checks.append(check)

    def _go_back(self, line: int, back: Back) -> None:
        if not 0 < back.to < len(self.entries):
            raise ValueError(f"cannot go back to entry {back.to} of {len(self.entries)}")
        self.told.append(Told(line, back.to, back))
        self.throws -= sum(isinstance(entry.input, Rolled) for entry in self.entries[back.to :])
        del self.entries[back.to :], self._numbers[back.to :]
        self.given = min(self.given, self.throws)
        self.end = None
        while self.checks and self.checks[-1].entry >= back.to:
            self.checks.pop()


def read_log(path: Path, forgive_cut: bool = False) -> LoadedLog:
    """Read a log file. Every broken line is named; with `forgive_cut` an unfinished last line is dropped instead."""
    return loads(read_ordinary(path, LARGEST_LOG), str(path), forgive_cut)


def loads(raw: bytes, name: str = "log", forgive_cut: bool = False) -> LoadedLog:
    """Read a log from bytes."""
    for many, most, what in ((len(raw), LARGEST_LOG, "bytes"), (raw.count(b"\n"), MOST_LINES, "lines")):
        if many > most:
            raise BadFile([Finding(name, 0, f"has {many:,} {what}; no battle log has more than {most:,}")])
    lines = raw.split(b"\n")
    cut = lines.pop() if lines else b""
    if cut and not forgive_cut:
        lines.append(cut)
    header = read_header(lines[0] if lines else b"", name)
    try:
        system = get_system(header.system)
    except UnknownName as error:
        raise BadFile([Finding(name, 1, str(error))]) from error
    if len(lines) < 2:
        raise BadFile([Finding(name, 2, "the file is cut off: the line with the first state is missing")])
    log = LoadedLog(header, system, read_start(header, system, lines[1], name), name)
    log.lines = lines
    log.dropped = cut.decode(errors="replace")[:80] if forgive_cut else ""
    _read_lines(log, lines, cut)
    return log


def _read_lines(log: LoadedLog, lines: list[bytes], cut: bytes) -> None:
    """Everything after the first state; every broken line is named."""
    read = line_reader(log.system)
    findings: list[Finding] = []
    for number, line in enumerate(lines[2:], 3):
        try:
            what = read(line)
        except Exception as error:  # what a stranger wrote may break a reader in any way
            tail = " (the file seems cut off here)" if number == len(lines) and line is cut else ""
            findings.append(Finding(log.name, number, f"not a line of a battle log: {why(error)}{tail}"))
            continue
        if findings:  # whether a line fits depends on those before it
            continue
        try:
            log.take(number, what)
        except ValueError as error:
            findings.append(Finding(log.name, number, f"a line out of place: {error}"))
    if findings:
        more = len(findings) - MOST_FINDINGS
        rest = [Finding(log.name, 0, f"and {more} more broken lines")] if more > 0 else []
        raise BadFile([*findings[:MOST_FINDINGS], *rest])
