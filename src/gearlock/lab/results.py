"""The results of a match in a file of JSON lines: a header, then one game a line, on the disk before the next begins.

The file only ever grows. Whatever stops the program, the same match goes on where the file ends; a line that was cut
off is dropped and its game played again.
"""

from __future__ import annotations

import os
import time
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

import msgspec

from gearlock.kernel.errors import BadFile, Finding
from gearlock.kernel.logfile import free_name, is_free
from gearlock.kernel.registry import get_system
from gearlock.kernel.typed import read_typed, typed_decoder
from gearlock.lab.game import Played
from gearlock.lab.match import code_fingerprint, own_bots
from gearlock.lab.studies import AnyStudy

FORMAT = 2
"""Of the file: a later one is refused, and so is an earlier one."""
AFRESH = "begin afresh with --fresh (the old results are kept beside the new ones), or name another file with --out"
STRANGE = "these are no results of a match; name another file with --out"
MOST_FINDINGS = 20
LONGEST_STEP = 1000
"""Of the steps that times are counted in: far beyond any decision."""
SYNC = 0.25
"""Seconds between two waits for the disk: a power cut costs no more than the games of so long, played again then."""


class Header(msgspec.Struct, frozen=True):
    """What the results in a file are results of. `games` is how many were asked for first; there may be more."""

    gearlock_match: int
    match: AnyStudy
    fingerprint: str
    edition: str
    data: str
    code: str
    games: int
    bots: dict[str, str] = {}
    """Fingerprints of contenders of somebody's own."""


def header_of(match: AnyStudy, games: int) -> Header:
    """The header of a study played by this program."""
    system = get_system(match.system)
    digest = system.data_digest()
    code, bots = code_fingerprint(system), own_bots(match)
    return Header(FORMAT, match, match.fingerprint(), system.edition, digest, code, games, bots)


class ResultFile:
    """Reads what there is, then takes game after game. Locked meanwhile: a second program is refused."""

    def __init__(self, path: Path, header: Header, fresh: bool = False) -> None:
        self.path = path
        self.kept: Path | None = None
        """Where older results went, when a fresh beginning was asked for."""
        self.played: dict[int, Played] = {}
        self.dropped = False
        """The last line was cut off."""
        self._synced = 0.0
        try:
            self._file = self._open(header, fresh)
        except OSError as error:
            raise _trouble(path, f"cannot be used: {error.strerror or error}") from error

    def _open(self, header: Header, fresh: bool) -> BinaryIO:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        if self.path.exists() and not self.path.is_file():
            raise _trouble(self.path, "is no ordinary file; name one that may be written")
        file = self._claimed()
        try:
            if fresh and self.path.stat().st_size:
                self.kept = free_name(self.path)
                os.replace(self.path, self.kept)
                file.close()
                file = self._claimed()
            whole = file.read()
            end = whole.rfind(b"\n") + 1
            self.dropped = end < len(whole)
            if end:
                self.played = _read(str(self.path), whole[:end], header)
            elif not msgspec.json.encode(header).startswith(whole):
                raise _trouble(self.path, STRANGE)
            file.truncate(end)
            file.seek(end)
            if not end:
                _write(file, msgspec.json.encode(header))
        except BaseException:
            file.close()
            raise
        return file

    def _claimed(self) -> BinaryIO:
        file = os.fdopen(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o666), "r+b", buffering=0)
        if not is_free(file):
            file.close()
            raise _trouble(
                self.path, "another Gearlock is playing this match; wait for it, or name another file with --out"
            )
        return file

    def add(self, played: Played) -> None:
        """Write one game down: it survives any end of this program at once, and that of the machine soon."""
        try:
            due = time.monotonic() - self._synced >= SYNC
            _write(self._file, msgspec.json.encode(played), due)
            self._synced = time.monotonic() if due else self._synced
        except OSError as error:
            message = f"cannot be written any more (what came before is kept): {error.strerror or error}"
            raise _trouble(self.path, message) from error
        self.played[played.number] = played

    def games(self, count: int) -> list[Played]:
        """The first `count` games of the match, those of them that have been played, in order."""
        return [self.played[number] for number in range(count) if number in self.played]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.fsync(self._file.fileno())
        self._file.close()


def _write(file: BinaryIO, line: bytes, sync: bool = True) -> None:
    left = line + b"\n"
    while left:
        left = left[os.write(file.fileno(), left) :]
    if sync:
        os.fsync(file.fileno())


def _trouble(path: Path, message: str) -> BadFile:
    return BadFile([Finding(str(path), 0, message)])


def _read(name: str, whole: bytes, header: Header) -> dict[int, Played]:
    """The games in a file that holds this match and no other; everything wrong with it is named at once."""
    first, *lines = whole.split(b"\n")[:-1]
    _check_header(name, first, header)
    decoder = typed_decoder(Played)
    found: dict[int, Played] = {}
    wrong: list[Finding] = []
    for at, line in enumerate(lines, 2):
        try:
            played = decoder.decode(line)
            _check_game(played, header.match, found)
        except (msgspec.DecodeError, UnicodeDecodeError, ValueError) as error:
            wrong.append(Finding(name, at, f"not a result of this match: {error}"))
        else:
            found[played.number] = played
    if wrong:
        more = len(wrong) - MOST_FINDINGS
        rest = [Finding(name, 0, f"and {more} more broken lines")] if more > 0 else []
        advice = Finding(
            name, 0, f"nothing was changed; take the broken lines out to play those games again, or {AFRESH}"
        )
        raise BadFile([*wrong[:MOST_FINDINGS], *rest, advice])
    return found


def _check_game(played: Played, match: AnyStudy, found: dict[int, Played]) -> None:
    if played.number < 0 or played.number in found:
        raise ValueError(f"game {played.number} {'is there twice' if played.number >= 0 else 'cannot be'}")
    game = match.game(played.number)
    if (played.scenario, played.seed, played.seats) != (game.scenario, game.seed, game.seats):
        raise ValueError(f"game {played.number} was another game there")
    known = {*game.seats.values(), ""}
    for who in (played.winner, played.blame, *played.thinking, *played.losses, *played.models):
        if who not in known:
            raise ValueError(f"nobody in this match is called '{who}'")
    if not all(0 <= each.lost <= each.models > 0 for brought in played.models.values() for each in brought.values()):
        raise ValueError("more models were lost than there were")
    if not all(0 <= step <= LONGEST_STEP for tally in played.thinking.values() for step in tally.steps):
        raise ValueError("nobody thinks that long")


def _check_header(name: str, line: bytes, header: Header) -> None:
    def refuse(message: str) -> BadFile:
        return BadFile([Finding(name, 1, message)])

    try:
        raw = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raw = None
    if not isinstance(raw, dict) or not isinstance(raw.get("gearlock_match"), int):
        raise refuse(STRANGE)
    if raw["gearlock_match"] != FORMAT:
        raise refuse(f"written by another version (format {raw['gearlock_match']}, this one writes {FORMAT}); {AFRESH}")
    try:
        there = read_typed(line, Header)
    except msgspec.ValidationError as error:
        raise refuse(f"broken header: {error}; {AFRESH}") from error
    if there.match != header.match:
        raise refuse(f"holds another match ({_difference(there.match, header.match)}); {AFRESH}")
    study = header.match
    for what, was, now in (
        *((f"bot {study.bot(who)}", there.bots.get(who, ""), header.bots.get(who, "")) for who in study.contenders()),
        ("edition of the rules", there.edition, header.edition),
        ("data of the game", there.data, header.data),
        ("maps or forces of the match", there.fingerprint, header.fingerprint),
        ("program (rules or bots)", there.code, header.code),
    ):
        if was != now:
            raise refuse(f"the {what} has changed since these games were played; {AFRESH}")


def _difference(was: AnyStudy, now: AnyStudy) -> str:
    if type(was) is not type(now):
        return "another kind of study"
    pairs = zip(msgspec.structs.asdict(was).items(), msgspec.structs.asdict(now).values(), strict=True)
    return ", ".join(f"{name}: {_said(old)} there, {_said(new)} asked for" for (name, old), new in pairs if old != new)


def _said(value: object) -> str:
    if isinstance(value, dict):
        return " ".join(f"{name}={each}" for name, each in value.items()) or "none"
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)
