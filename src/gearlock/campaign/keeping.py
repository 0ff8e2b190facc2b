"""Campaign files: begun, read back line by line, gone on with, and saved from damage.

A file is locked while somebody decides; a decision stands once its line is on the disk. Whatever is wrong is named with
its line, and what was good before it is offered.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from io import FileIO
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import msgspec

from gearlock.campaign.following import SEEDS, Following, look_over, rules_of
from gearlock.campaign.laid_out import Laying
from gearlock.campaign.lines import (
    FORMAT,
    Decision,
    Header,
    Line,
    Start,
    encoded,
    fingerprint,
    header_link,
    linked,
)
from gearlock.kernel.campaigning import Plan
from gearlock.kernel.dice import DiceSource, Roll, Seeded
from gearlock.kernel.errors import BadFile, BadInput, Finding, UnknownName
from gearlock.kernel.files import only_these_files, read_handed_in, read_ordinary, refuse_strange, write_whole
from gearlock.kernel.log import LARGEST_LOG
from gearlock.kernel.logfile import is_free
from gearlock.kernel.loglines import why
from gearlock.kernel.registry import AnySystem, get_system
from gearlock.kernel.typed import read_typed

LARGEST = 64_000_000
MOST_FILES = 20


class BadCampaign(BadFile):
    """A campaign file with something wrong in it. `good` is the campaign up to the line before, if there is any."""

    def __init__(self, findings: list[Finding], good: Following | None = None) -> None:
        super().__init__(findings)
        self.good = good

    def __reduce__(self) -> tuple[Any, ...]:
        return BadCampaign, (list(self.findings),)


# --- beginning -------------------------------------------------------------------------------------------------------


def plan_of(system: AnySystem, scenario: str, said: Mapping[str, str]) -> Plan:
    """What a campaign is begun with: of the options some are its own, the others every battle's. Raises UnknownName."""
    rules, known = rules_of(system), system.scenarios()
    chosen = scenario or getattr(system.campaign, "scenario", "") or next(iter(known))
    if chosen not in known:
        raise UnknownName("scenario", chosen, known)
    strange = [name for name in said if name not in rules.options and name not in known[chosen].options]
    if strange:
        raise UnknownName("option", strange[0], (*rules.options, *known[chosen].options))
    own = {name: value for name, value in said.items() if name in rules.options}
    return Plan(chosen, own, {name: value for name, value in said.items() if name not in own})


def begin(
    system: AnySystem,
    plan: Plan,
    seed: str = "",
    players: Mapping[str, str] | None = None,
    sent: Mapping[str, str] | None = None,
    laid: Laying | None = None,
) -> Following:
    """A campaign at its beginning. Raises BadInput with everything that is wrong with the plan.

    Files that the plan names are read from this machine, unless they were sent along: then there are no others.
    `laid` makes it begin otherwise than planned.
    """
    rules = rules_of(system)
    unknown = [name for name in plan.options if name not in rules.options]
    if unknown:
        raise UnknownName("option of a campaign", unknown[0], rules.options)
    dice = Seeded(seed or secrets.token_hex(8))
    plan = msgspec.structs.replace(plan, seed=lots_of(dice))
    files: dict[str, str] = dict(sent or {})
    while True:
        with only_these_files(files) as missing:
            try:
                campaign = rules.muster(plan)
                break
            except BadInput:
                if not missing or sent is not None or len(files) >= MOST_FILES:
                    raise
        files |= {name: read_handed_in(Path(name)) for name in missing}
    if laid is not None:
        with only_these_files(files):
            campaign = laid(rules, campaign)
    header = Header(
        FORMAT,
        system.id,
        system.edition,
        system.data_digest(),
        plan,
        dice.seed,
        dice.commitment,
        dict(players or {}),
        files,
    )
    head = header_link(header, dice)
    start = linked(head, Start(campaign, head=head), dice)
    assert isinstance(start, Start)
    return Following(header, start)


def lots_of(dice: Seeded) -> int:
    """What the seed of a campaign draws the forces from that nobody named."""
    (lots,) = dice.rekeyed("forces").roll(Roll("forces", 1, SEEDS, 0), 0)
    return lots


def text_of(following: Following, lines: int | None = None) -> bytes:
    """The file of a campaign, or of its beginning."""
    kept = following.lines if lines is None else following.lines[:lines]
    return b"".join(encoded(each) + b"\n" for each in (following.header, following.start, *kept))


def create(path: Path, following: Following) -> None:
    """Write a campaign to a file that is not there yet."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("xb", buffering=0) as file:
            _written_down(file, text_of(following))
    except FileExistsError:
        raise BadFile([Finding(str(path), 0, "is there already; name another file")]) from None
    except _HalfWritten as error:
        path.unlink(missing_ok=True)
        raise BadFile([Finding(str(path), 0, f"cannot be written: {error}")]) from error
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        why_not = (error.strerror if isinstance(error, OSError) else "") or error
        raise BadFile([Finding(str(path), 0, f"cannot be written: {why_not}")]) from error


def bring_up(path: Path, following: Following, first: Callable[[], None]) -> None:
    """Write a campaign to its file, or to the file of an older state of it what has been decided since.

    `first` is done before, once it is clear that this is the right file.
    """
    if not os.path.lexists(path):  # a name that no file can have is refused by whoever writes it
        first()
        create(path, following)
        return
    with locked(path) as file:
        before, now = file.readall(), text_of(following)
        if not now.startswith(before):
            raise BadFile([Finding(str(path), 0, "is there already, and is no older state of this campaign")])
        first()
        try:
            _written_down(file, now[len(before) :])
        except _HalfWritten as error:
            raise BadFile([Finding(str(path), 0, f"cannot be written: {error}")]) from error


def locked(path: Path) -> FileIO:
    """A campaign's file, or the log of a battle, that nobody else writes while it is open. Raises BadFile."""
    try:
        refuse_strange(path, path.stat().st_mode)
        file = path.open("r+b", buffering=0)
    except OSError as error:
        raise BadFile([Finding(str(path), 0, f"cannot be opened: {error.strerror or error}")]) from error
    if not is_free(file):
        file.close()
        raise BadFile([Finding(str(path), 0, "another Gearlock goes on with this campaign; wait for it")])
    return file


class _HalfWritten(Exception):
    """What was to be written has not reached the disk; what was there before is as it was."""


def _written_down(file: FileIO, raw: bytes) -> None:
    """Put bytes at the end of a file, onto the disk: all of them, or none. Raises _HalfWritten."""
    end = file.seek(0, os.SEEK_END)
    try:
        left = memoryview(raw)
        while left:
            left = left[file.write(left) :]
        os.fsync(file.fileno())
    except OSError as error:
        with suppress(OSError):
            file.truncate(end)
        raise _HalfWritten(error.strerror or str(error)) from error


# --- reading ---------------------------------------------------------------------------------------------------------


def read(path: Path) -> tuple[Following, str]:
    """A campaign from its file, every line carried out again; and what was cut off at its end by a stop."""
    return loads(read_ordinary(path, LARGEST), str(path))


def loads(raw: bytes, name: str = "campaign") -> tuple[Following, str]:
    """A campaign from bytes. Raises BadCampaign with the first line that is wrong, and the good ones before it."""
    lines = raw.split(b"\n")
    cut = lines.pop()
    following = _opened(lines, name)
    for number, line in enumerate(lines[2:], 3):
        try:
            _follow(following, line)
        except Exception as error:  # what a stranger wrote may break a reader in any way
            raise BadCampaign([Finding(name, number, why(error))], following) from error
    return following, cut.decode(errors="replace")[:80]


def _opened(lines: list[bytes], name: str) -> Following:
    header = _read_header(lines[0] if lines else b"", name)
    if len(lines) < 2:
        raise BadCampaign([Finding(name, 2, "the file is cut off: the line with the first state is missing")])
    dice = Seeded(header.seed)
    if dice.commitment != header.commitment:
        raise BadCampaign([Finding(name, 1, "the seed is not the one that was committed to")])
    try:
        rules_of(get_system(header.system))
    except BadInput as error:
        raise BadCampaign([Finding(name, 1, f"a header that no game here answers to: {why(error)}")]) from error
    try:
        start = read_typed(lines[1], Start)
        following = Following(header, start)
    except Exception as error:
        raise BadCampaign([Finding(name, 2, f"broken first state of a campaign: {why(error)}")]) from error
    if encoded(header) != lines[0]:
        raise BadCampaign([Finding(name, 1, "the header was changed after it was written")])
    _refuse_changed(header, start, dice, lines[1], name)
    try:
        with only_these_files(header.files):
            look_over(following.rules, following.campaign)
    except Exception as error:  # what a stranger wrote may break the rules in any way
        raise BadCampaign([Finding(name, 2, f"a first state that the rules cannot read: {why(error)}")]) from error
    return following


def _refuse_changed(header: Header, start: Start, dice: Seeded, line: bytes, name: str) -> None:
    """Raise BadCampaign for a header or a first state that is not as it was written, with the line of that one."""
    head = header_link(header, dice)
    if start.head is msgspec.UNSET:  # of the first format
        if linked(head, start, dice) != start or encoded(start) != line:
            raise BadCampaign([Finding(name, 2, "header or first state were changed after they were written")])
    elif linked(start.head, start, dice) != start or encoded(start) != line:
        raise BadCampaign([Finding(name, 2, "the first state was changed after it was written")])
    elif start.head != head:
        raise BadCampaign([Finding(name, 1, "the header was changed after it was written")])


def _read_header(line: bytes, name: str) -> Header:
    try:
        found = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        found = None
    if not isinstance(found, dict) or not isinstance(found.get("campaign"), int):
        raise BadCampaign([Finding(name, 1, "this is not a Gearlock campaign (its first line is no header of one)")])
    if found["campaign"] > FORMAT:
        raise BadCampaign([Finding(name, 1, "written by a newer Gearlock: update Gearlock")])
    try:
        return read_typed(line, Header)
    except (msgspec.ValidationError, RecursionError) as error:
        raise BadCampaign([Finding(name, 1, f"broken header: {why(error)}")]) from error


def _follow(following: Following, raw: bytes) -> None:
    """One more line, if it is what the rules and the seed say; ValueError if it is not."""
    try:
        line = read_typed(raw, Line)
    except msgspec.DecodeError as error:
        raise ValueError(f"not a line of a campaign: {error}") from error
    if linked(following.link, line, following.dice) != line or encoded(line) != raw:
        raise ValueError("this line, or its place, was changed after it was written")
    try:
        faces, change = following.again(line)
    except BadInput as error:
        raise ValueError(f"this cannot be decided here: {error}") from error
    if faces != line.faces:
        raise ValueError(f"the seed throws {faces}, not {line.faces}")
    if fingerprint(change.campaign) != line.hash:
        raise ValueError("the rules give another state than this line says")
    following.take(line, change.campaign)


# --- going on --------------------------------------------------------------------------------------------------------


class CampaignFile:
    """A campaign that somebody goes on with: locked, read, and written at its end with every decision."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = locked(path)
        try:
            self.following, self.dropped = loads(self._read(), str(path))
            if self.dropped:
                self._file.seek(0)
                self._file.truncate(self._file.readall().rfind(b"\n") + 1)
        except BaseException:
            self._file.close()
            raise

    def _read(self) -> bytes:
        if os.fstat(self._file.fileno()).st_size > LARGEST:
            raise BadFile([Finding(str(self.path), 0, "is larger than any campaign")])
        return self._file.readall()

    def decide(self, decision: Decision, dice: DiceSource | None = None) -> Line:
        """Carry a decision out and write it; it stands when its line is on the disk, and not at all before."""
        line, after = self.following.written(decision, dice)
        try:
            _written_down(self._file, encoded(line) + b"\n")
        except _HalfWritten as error:
            said = f"cannot be written any more (what came before is kept, this was not decided): {error}"
            raise BadFile([Finding(str(self.path), 0, said)]) from error
        self.following.take(line, after)
        return line

    def battle_path(self, number: int) -> Path:
        """Where the log of a battle is kept: beside the campaign."""
        return battle_path(self.path, number)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()


def battle_path(path: Path, number: int) -> Path:
    """Where the log of a battle of a campaign is kept."""
    return path.with_name(f"{path.name.removesuffix('.jsonl')}-battle-{number}.jsonl")


def take_logs(path: Path, new_path: Path, good: Following) -> list[Path]:
    """Copy the logs of a campaign's battles, the one under way too, to lie beside another file of it.

    Neither the file may be there already nor other logs in their place; the same ones are there after a stop in the
    middle of this. Raises BadFile, and nothing was copied.
    """
    battles = len(good.campaign.battles) + (good.campaign.marching is not None)
    pairs = [(battle_path(path, number), battle_path(new_path, number)) for number in range(1, battles + 1)]
    logs = {new: read_ordinary(old, LARGEST_LOG) for old, new in pairs if old.exists() and old != new}
    there = [new for new in logs if os.path.lexists(new)]
    others = [new for new in there if not new.is_file() or read_ordinary(new, LARGEST_LOG) != logs[new]]
    taken = [new_path, *others] if os.path.lexists(new_path) else others
    if taken:
        raise BadFile([Finding(str(taken[0]), 0, "is there already; name another file")])
    ours = [new for new in logs if new not in there]
    try:
        new_path.parent.mkdir(parents=True, exist_ok=True)
        for new in ours:
            write_whole(new, logs[new])
    except (OSError, BadFile) as error:
        for new in ours:
            new.unlink(missing_ok=True)
        if isinstance(error, BadFile):
            raise
        raise BadFile([Finding(str(new_path), 0, f"cannot be written: {error.strerror or error}")]) from error
    return list(logs)
