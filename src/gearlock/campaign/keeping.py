"""Campaign files: begun, read back line by line, gone on with, and saved from damage.

A file is locked while somebody decides; a decision stands once its line is on the disk. Whatever is wrong is named with
its line, and what was good before it is offered.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self

import msgspec

from gearlock.campaign.following import SEEDS, Following, rules_of
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
from gearlock.kernel.dice import Roll, Seeded
from gearlock.kernel.errors import BadFile, BadInput, Finding, UnknownName
from gearlock.kernel.files import only_these_files, read_handed_in, read_ordinary, refuse_strange
from gearlock.kernel.logfile import is_free
from gearlock.kernel.loglines import why
from gearlock.kernel.registry import AnySystem

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
) -> Following:
    """A campaign at its beginning. Raises BadInput with everything that is wrong with the plan.

    Files that the plan names are read from this machine, unless they were sent along: then there are no others.
    """
    rules = rules_of(system)
    unknown = [name for name in plan.options if name not in rules.options]
    if unknown:
        raise UnknownName("option of a campaign", unknown[0], rules.options)
    dice = Seeded(seed or secrets.token_hex(8))
    (lots,) = dice.rekeyed("forces").roll(Roll("forces", 1, SEEDS, 0), 0)
    plan = msgspec.structs.replace(plan, seed=lots)
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
    start = linked(header_link(header, dice), Start(campaign), dice)
    assert isinstance(start, Start)
    return Following(header, start)


def text_of(following: Following, lines: int | None = None) -> bytes:
    """The file of a campaign, or of its beginning."""
    kept = following.lines if lines is None else following.lines[:lines]
    return b"".join(encoded(each) + b"\n" for each in (following.header, following.start, *kept))


def create(path: Path, following: Following) -> None:
    """Write a campaign to a file that is not there yet."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("xb") as file:
            file.write(text_of(following))
            file.flush()
            os.fsync(file.fileno())
    except FileExistsError:
        raise BadFile([Finding(str(path), 0, "is there already; name another file")]) from None
    except OSError as error:
        raise BadFile([Finding(str(path), 0, f"cannot be written: {error.strerror or error}")]) from error


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
        start = msgspec.json.decode(lines[1], type=Start)
        following = Following(header, start)
    except Exception as error:
        raise BadCampaign([Finding(name, 2, f"broken first state of a campaign: {why(error)}")]) from error
    if encoded(header) != lines[0]:
        raise BadCampaign([Finding(name, 1, "the header was changed after it was written")])
    if linked(header_link(header, dice), start, dice) != start or encoded(start) != lines[1]:
        raise BadCampaign([Finding(name, 2, "header or first state were changed after they were written")])
    return following


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
        return msgspec.json.decode(line, type=Header)
    except (msgspec.ValidationError, RecursionError) as error:
        raise BadCampaign([Finding(name, 1, f"broken header: {why(error)}")]) from error


def _follow(following: Following, raw: bytes) -> None:
    """One more line, if it is what the rules and the seed say; ValueError if it is not."""
    try:
        line = msgspec.json.decode(raw, type=Line)
    except msgspec.DecodeError as error:
        raise ValueError(f"not a line of a campaign: {error}") from error
    if linked(following.link, line, following.dice) != line or encoded(line) != raw:
        raise ValueError("this line, or its place, was changed after it was written")
    try:
        faces, change = following.tried(line.decision)
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
        self._file = self._locked()
        try:
            self.following, self.dropped = loads(self._read(), str(path))
            if self.dropped:
                self._file.seek(0)
                self._file.truncate(self._file.read().rfind(b"\n") + 1)
            self._file.seek(0, os.SEEK_END)
        except BaseException:
            self._file.close()
            raise

    def _locked(self) -> BinaryIO:
        try:
            refuse_strange(self.path, self.path.stat().st_mode)
            file = self.path.open("r+b")
        except OSError as error:
            raise BadFile([Finding(str(self.path), 0, f"cannot be opened: {error.strerror or error}")]) from error
        if not is_free(file):
            file.close()
            raise BadFile([Finding(str(self.path), 0, "another Gearlock goes on with this campaign; wait for it")])
        return file

    def _read(self) -> bytes:
        raw = self._file.read(LARGEST + 1)
        if len(raw) > LARGEST:
            raise BadFile([Finding(str(self.path), 0, "is larger than any campaign")])
        return raw

    def decide(self, decision: Decision) -> Line:
        """Carry a decision out and write it; it stands when its line is on the disk."""
        line = self.following.decide(decision)
        try:
            self._file.write(encoded(line) + b"\n")
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            said = f"cannot be written any more (what came before is kept): {error.strerror or error}"
            raise BadFile([Finding(str(self.path), 0, said)]) from error
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
