"""The lines of a log: what each kind holds, how it is written, and how it is read again."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias

import msgspec

from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import DiceSource, Faces, Manual, Seeded
from gearlock.kernel.errors import BadFile, Finding
from gearlock.kernel.events import Outcome
from gearlock.kernel.orders import BreakOff, Concede, Decline
from gearlock.kernel.record import Answered, Began, Check, Entry, Input, Rolled
from gearlock.kernel.registry import AnySystem
from gearlock.kernel.system import Setup
from gearlock.kernel.typed import read_typed, typed_decoder

FORMAT = 1
Source: TypeAlias = Literal["", "seed", "hand", "other"]


class Header(msgspec.Struct, frozen=True):
    """Who plays what by which edition, and all that is needed to lay it out again."""

    gearlock: Annotated[int, msgspec.Meta(ge=1)]
    system: str
    edition: str
    data: str
    setup: Setup
    seats: dict[str, str] = {}
    commitment: str = ""
    """Binds the seed of the dice without telling it."""
    dice: Source = ""
    """Where the dice come from: a seed, players' hands, something else; nothing in logs that did not tell it yet."""
    given: Annotated[int, msgspec.Meta(ge=0)] = 0
    """The first so many throws were taken over from another battle, whose dice were others."""
    seal: str = ""
    """Binds the rest of the header and the first state to the seed."""


class End(msgspec.Struct, frozen=True):
    """The last line: result, final fingerprint, and the seed the header committed to."""

    outcome: Outcome
    hash: str
    seed: str = ""
    seal: str = ""
    """Binds every input that was not taken back to the seed: also what nothing came of."""


class Back(msgspec.Struct, frozen=True):
    """Something was taken back: the battle went on from its first so many entries."""

    to: int


class Told(NamedTuple):
    """A line as it was told: its number in the file, the entry it is or belongs to, and what it holds."""

    line: int
    entry: int
    what: Entry | Check | Back | End


class Wire(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Any line after the header; exactly one of its parts is present, `events` going with `input`."""

    state: msgspec.Raw = msgspec.Raw()
    input: msgspec.Raw = msgspec.Raw()
    events: msgspec.Raw = msgspec.Raw()
    check: Check | None = None
    undo: int | None = None
    end: End | None = None


class _WireInput(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    by: str
    seat: str = ""
    order: msgspec.Raw = msgspec.Raw()
    auto: bool = False
    purpose: str = ""
    faces: Faces = ()


_encode = msgspec.json.Encoder().encode


# --- writing ---------------------------------------------------------------------------------------------------------


def header_of(battle: Battle[Any]) -> Header:
    """The header a log of this battle begins with."""
    system, dice = battle.system, battle.dice
    head = (FORMAT, system.id, system.edition, system.data_digest(), battle.setup, dict(battle.seats_of))
    if not isinstance(dice, Seeded):
        return Header(*head, dice=_source(dice), given=battle.given)
    open_ = Header(*head, dice.commitment, _source(dice), battle.given)
    return msgspec.structs.replace(open_, seal=header_seal(_encode(open_), state_line(battle), dice))


def _source(dice: DiceSource) -> Source:
    return "seed" if isinstance(dice, Seeded) else "hand" if isinstance(dice, Manual) else "other"


def header_seal(first: bytes, second: bytes, dice: Seeded) -> str:
    """What binds the first two lines of a log to a seed, as they are written: header, but for seal, and first state.

    It is made of what the lines say and not of what this program reads in them, so that it lasts.
    """
    header = msgspec.json.decode(first)
    return dice.seal(_encode([{name: header[name] for name in header if name != "seal"}, msgspec.json.decode(second)]))


def inputs_seal(lines: Iterable[bytes], dice: Seeded) -> str:
    """What binds the inputs in these lines to a seed."""
    return dice.seal(_encode([msgspec.json.decode(line)["input"] for line in lines]))


def state_line(battle: Battle[Any]) -> bytes:
    """The first state as a line."""
    return b'{"state":' + battle.system.encode(battle.start) + b"}"


def entry_line(entry: Entry) -> bytes:
    """One entry as a line."""
    return _encode({"input": entry.input, "events": entry.events})


def told_lines(lines: Sequence[bytes]) -> list[bytes]:
    """The lines of a battle under way that everybody may read: not what was answered last and nothing has come of yet.

    Such an answer may be under seal until another seat has given its own. What was taken back is not told either: it
    may have been under seal as well, and may be answered again.
    """
    told: list[bytes] = []
    entries: list[int] = []
    for line in lines:
        if line.startswith(b'{"undo":'):
            back_to = read_typed(line, Wire).undo or 0
            if back_to < len(entries):
                del told[entries[back_to] :], entries[back_to:]
            continue
        if line.startswith(b'{"input":'):
            entries.append(len(told))
        told.append(line)
    while told and told[-1].startswith(b'{"input":{"by":"answer"') and told[-1].rstrip().endswith(b'"events":[]}'):
        told.pop()
    return told


def check_line(check: Check) -> bytes:
    """A fingerprint as a line."""
    return _encode({"check": check})


def end_line(battle: Battle[Any]) -> bytes:
    """The closing line of a battle that is over; the seed can be told now."""
    assert battle.outcome is not None
    end = End(battle.outcome, battle.hash())
    if isinstance(battle.dice, Seeded):
        end = msgspec.structs.replace(
            end, seed=battle.dice.seed, seal=inputs_seal(map(entry_line, battle.entries), battle.dice)
        )
    return _encode({"end": end})


# --- reading ---------------------------------------------------------------------------------------------------------


def why(error: Exception) -> str:
    """What is wrong with something that was read, in a few words."""
    if isinstance(error, RecursionError):
        return "nested too deeply"
    if isinstance(error, (msgspec.DecodeError, ValueError)):
        return str(error)
    return f"{type(error).__name__}: {error}"


def read_header(line: bytes, name: str) -> Header:
    """The first line; a foreign or newer file is refused in words."""
    try:
        found = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        found = None
    if not isinstance(found, dict) or not isinstance(found.get("gearlock"), int):
        raise BadFile([Finding(name, 1, "this is not a Gearlock battle log (its first line is no log header)")])
    if found["gearlock"] > FORMAT:
        newer = f"log format {found['gearlock']}, this one reads up to {FORMAT}"
        raise BadFile([Finding(name, 1, f"written by a newer Gearlock ({newer}): update Gearlock")])
    try:
        return read_typed(line, Header)
    except (msgspec.ValidationError, RecursionError) as error:
        raise BadFile([Finding(name, 1, f"broken log header: {why(error)}")]) from error


def read_start(header: Header, system: AnySystem, line: bytes, name: str) -> Any:
    """The first state, from the second line."""
    try:
        wire = read_typed(line, Wire)
        if wire != Wire(state=wire.state) or not len(wire.state):
            raise ValueError("the second line must hold the first state, and nothing else")
        return system.decode(bytes(wire.state), header.setup)
    except Exception as error:  # a state of another game, or of none, may break its reader in any way
        message = f"broken first state of a battle of {system.name}: {why(error)}"
        raise BadFile([Finding(name, 2, message)]) from error


Reader: TypeAlias = Callable[[bytes], "Entry | Check | Back | End"]


def line_reader(system: AnySystem) -> Reader:
    """A reader for the lines after the first state, with the system's own orders and events. It raises anything."""
    orders = typed_decoder(reduce(operator.or_, {*system.orders, Decline, Concede, BreakOff}))
    events = typed_decoder(list[reduce(operator.or_, system.events)])  # type: ignore[misc]  # built at run time
    inputs = typed_decoder(_WireInput)
    wires = typed_decoder(Wire)

    def read_input(raw: bytes) -> Input:
        found = inputs.decode(raw)
        if found.by == "answer":
            return Answered(found.seat, orders.decode(found.order), found.auto)
        if found.by == "roll":
            return Rolled(found.purpose, found.faces, found.seat)
        if found.by == "begin":
            return Began()
        raise ValueError(f"unknown input '{found.by}'")

    def read(line: bytes) -> Entry | Check | Back | End:
        wire = wires.decode(line)
        parts: list[Entry | Check | Back | End] = [part for part in (wire.check, wire.end) if part is not None]
        if wire.undo is not None:
            parts.append(Back(wire.undo))
        if len(wire.input):
            parts.append(Entry(read_input(bytes(wire.input)), events.decode(bytes(wire.events) or b"[]")))
        elif len(wire.events):
            raise ValueError("events without the input that caused them")
        if len(parts) != 1 or len(wire.state):
            raise ValueError("a line holds one of input, check, undo and end")
        return parts[0]

    return read
