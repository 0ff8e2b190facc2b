"""Log files: JSON lines that can be re-run through the rules or watched as a film of stored events.

Line 1 is the header, line 2 the first state; then one line per entry (an input and the events it caused), with
fingerprints of the state between, `undo` where a player went back, and `end` when the battle is over.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from functools import reduce
from pathlib import Path
from typing import Any

import msgspec

from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import DiceSource, Faces, Seeded
from gearlock.kernel.errors import BadFile, Finding
from gearlock.kernel.events import Event, Outcome
from gearlock.kernel.orders import Concede, Decline
from gearlock.kernel.record import Answered, Began, Check, Entry, Input, Rolled
from gearlock.kernel.registry import AnySystem, get_system
from gearlock.kernel.system import Setup

FORMAT = 1


class Header(msgspec.Struct, frozen=True):
    """Who plays what by which edition, and all that is needed to lay it out again."""

    gearlock: int
    system: str
    edition: str
    data: str
    setup: Setup
    seats: dict[str, str] = {}
    commitment: str = ""


class End(msgspec.Struct, frozen=True):
    """The last line: result, final fingerprint, and the seed the header committed to."""

    outcome: Outcome
    hash: str
    seed: str = ""


class _Wire(msgspec.Struct, frozen=True, omit_defaults=True):
    """Any line after the header; exactly one of its parts is present, `events` going with `input`."""

    state: msgspec.Raw = msgspec.Raw()
    input: msgspec.Raw = msgspec.Raw()
    events: msgspec.Raw = msgspec.Raw(b"[]")
    check: Check | None = None
    undo: int | None = None
    end: End | None = None


class _WireInput(msgspec.Struct, frozen=True):
    by: str
    seat: str = ""
    order: msgspec.Raw = msgspec.Raw()
    auto: bool = False
    purpose: str = ""
    faces: Faces = ()


_encode = msgspec.json.Encoder().encode


def header_of(battle: Battle[Any]) -> Header:
    """The header a log of this battle begins with."""
    commitment = battle.dice.commitment if isinstance(battle.dice, Seeded) else ""
    system = battle.system
    return Header(
        FORMAT, system.id, system.edition, system.data_digest(), battle.setup, dict(battle.seats_of), commitment
    )


def entry_line(entry: Entry) -> bytes:
    """One entry as a line."""
    return _encode({"input": entry.input, "events": entry.events})


def end_line(battle: Battle[Any]) -> bytes:
    """The closing line of a battle that is over; the seed can be told now."""
    assert battle.outcome is not None
    seed = battle.dice.seed if isinstance(battle.dice, Seeded) else ""
    return _encode({"end": End(battle.outcome, battle.hash(), seed)})


def dumps(battle: Battle[Any]) -> bytes:
    """The whole log of a battle."""
    lines = [_encode(header_of(battle)), b'{"state":' + battle.system.encode(battle.start) + b"}"]
    checks = iter([*battle.checks, None])
    check = next(checks)
    for at, entry in enumerate(battle.entries):
        lines.append(entry_line(entry))
        while check is not None and check.entry == at:
            lines.append(_encode({"check": check}))
            check = next(checks)
    if battle.over:
        lines.append(end_line(battle))
    return b"\n".join(lines) + b"\n"


class LoadedLog:
    """A log read from a file: header, first state, entries and fingerprints; not yet re-run."""

    def __init__(self, header: Header, system: AnySystem, start: Any) -> None:
        self.header, self.system, self.start = header, system, start
        self.entries: list[Entry] = []
        self.checks: list[Check] = []
        self.end: End | None = None
        self.dropped = ""
        """What was cut off at the end of the file, when the reader was told to forgive that."""

    def battle(self, dice: DiceSource | None = None, strict: bool = False) -> Battle[Any]:
        """Re-run the log to a battle that can be played on."""
        inputs = [entry.input for entry in self.entries]
        battle = Battle.rerun(self.system, self.header.setup, self.start, inputs, dice, strict)
        battle.seats_of = dict(self.header.seats)
        return battle

    def film(self) -> Iterator[tuple[Entry, Event | None, Any]]:
        """Apply the stored events alone: each event with the state after it (None for an entry's input itself)."""
        state = self.start.clone()
        for entry in self.entries:
            yield entry, None, state
            for event in entry.events:
                self.system.apply(state, event)
                yield entry, event, state


def read_log(path: Path, forgive_cut: bool = False) -> LoadedLog:
    """Read a log file. Every broken line is named; with `forgive_cut` an unfinished last line is dropped instead."""
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise BadFile([Finding(str(path), 0, f"cannot be read: {error.strerror or error}")]) from error
    return loads(raw, str(path), forgive_cut)


def loads(raw: bytes, name: str = "log", forgive_cut: bool = False) -> LoadedLog:
    """Read a log from bytes."""
    lines = raw.split(b"\n")
    cut = lines.pop() if lines else b""
    if cut and not forgive_cut:
        lines.append(cut)
    header = _read_header(lines[0] if lines else b"", name)
    system = get_system(header.system)
    findings: list[Finding] = []
    log = _read_start(header, system, lines, name)
    log.dropped = cut.decode(errors="replace")[:80] if forgive_cut else ""
    read_input, read_events = _readers(system)
    for number, line in enumerate(lines[2:], 3):
        try:
            _take_line(log, msgspec.json.decode(line, type=_Wire), read_input, read_events)
        except (msgspec.DecodeError, msgspec.ValidationError, ValueError) as error:
            tail = " (the file seems cut off here)" if number == len(lines) and line is cut else ""
            findings.append(Finding(name, number, f"not a line of a battle log: {error}{tail}"))
    if findings:
        more = len(findings) - 20
        raise BadFile(findings[:20] + ([Finding(name, 0, f"and {more} more broken lines")] if more > 0 else []))
    return log


def _read_header(line: bytes, name: str) -> Header:
    try:
        found = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError):
        found = None
    if not isinstance(found, dict) or not isinstance(found.get("gearlock"), int):
        raise BadFile([Finding(name, 1, "this is not a Gearlock battle log (its first line is no log header)")])
    if found["gearlock"] > FORMAT:
        newer = f"log format {found['gearlock']}, this one reads up to {FORMAT}"
        raise BadFile([Finding(name, 1, f"written by a newer Gearlock ({newer}): update Gearlock")])
    try:
        return msgspec.json.decode(line, type=Header)
    except msgspec.ValidationError as error:
        raise BadFile([Finding(name, 1, f"broken log header: {error}")]) from error


def _read_start(header: Header, system: AnySystem, lines: list[bytes], name: str) -> LoadedLog:
    if len(lines) < 2:
        raise BadFile([Finding(name, 2, "the file is cut off: the line with the first state is missing")])
    try:
        wire = msgspec.json.decode(lines[1], type=_Wire)
        if not len(wire.state):
            raise ValueError("the second line must hold the first state")
        return LoadedLog(header, system, system.decode(bytes(wire.state), header.setup))
    except (msgspec.DecodeError, ValueError, KeyError) as error:
        raise BadFile([Finding(name, 2, f"broken first state: {error}")]) from error


_Readers = tuple[Callable[[bytes], Input], Callable[[bytes], list[Event]]]


def _readers(system: AnySystem) -> _Readers:
    """Readers for a system's own orders and events."""
    orders = msgspec.json.Decoder(reduce(operator.or_, {*system.orders, Decline, Concede}))
    events = msgspec.json.Decoder(list[reduce(operator.or_, system.events)])  # type: ignore[misc]  # built at run time
    wire = msgspec.json.Decoder(_WireInput)

    def read_input(raw: bytes) -> Input:
        found = wire.decode(raw)
        if found.by == "answer":
            return Answered(found.seat, orders.decode(found.order), found.auto)
        if found.by == "roll":
            return Rolled(found.purpose, found.faces, found.seat)
        if found.by == "begin":
            return Began()
        raise ValueError(f"unknown input '{found.by}'")

    return read_input, events.decode


def _take_line(
    log: LoadedLog, wire: _Wire, read_input: Callable[[bytes], Input], read_events: Callable[[bytes], list[Event]]
) -> None:
    if len(wire.input):
        log.entries.append(Entry(read_input(bytes(wire.input)), read_events(bytes(wire.events))))
    elif wire.check is not None:
        log.checks.append(wire.check)
    elif wire.undo is not None:
        if not 0 < wire.undo <= len(log.entries):
            raise ValueError(f"cannot go back to entry {wire.undo} of {len(log.entries)}")
        del log.entries[wire.undo :]
        log.checks = [check for check in log.checks if check.entry < wire.undo]
    elif wire.end is not None:
        log.end = wire.end
    else:
        raise ValueError("neither input, check, undo nor end")
