"""A log file that grows with its battle, so that nothing played is lost when the program stops."""

from __future__ import annotations

import os
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self

import msgspec

from gearlock.kernel.battle import Battle
from gearlock.kernel.errors import BadFile, Finding
from gearlock.kernel.log import end_line, entry_line, header_of
from gearlock.kernel.record import Entry

_encode = msgspec.json.Encoder().encode


class LogFile:
    """Writes what is new after every decision. An older file of that name is kept beside it with a `~`."""

    def __init__(self, path: Path, battle: Battle[Any], append: bool = False) -> None:
        self.path = path
        self.kept: Path | None = None
        self._written: list[Entry] = []
        self._checks = 0
        self._ended = False
        try:
            self._file = self._reopen(battle) if append else self._create()
        except OSError as error:
            raise BadFile([Finding(str(path), 0, f"cannot be written: {error.strerror or error}")]) from error
        if not append:
            self._line(_encode(header_of(battle)))
            self._line(b'{"state":' + battle.system.encode(battle.start) + b"}")
        self.update(battle)

    def _create(self) -> BinaryIO:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        if self.path.exists() and self.path.stat().st_size:
            self.kept = self.path.with_name(self.path.name + "~")
            os.replace(self.path, self.kept)
        return self.path.open("wb")

    def _reopen(self, battle: Battle[Any]) -> BinaryIO:
        """Go on at the end of a log this battle was read from, dropping a line that was cut off."""
        raw = self.path.read_bytes()
        file = self.path.open("r+b")
        file.truncate(raw.rfind(b"\n") + 1)
        file.seek(0, os.SEEK_END)
        self._written = list(battle.entries)
        self._checks = len(battle.checks)
        return file

    def update(self, battle: Battle[Any]) -> None:
        """Write what happened since the last time; a battle that went back is written as an undo."""
        same = self._shared(battle.entries)
        if same < len(self._written):
            self._line(_encode({"undo": same}))
            del self._written[same:]
            self._checks = sum(check.entry < same for check in battle.checks)
            self._ended = False
        for at in range(same, len(battle.entries)):
            self._line(entry_line(battle.entries[at]))
            self._written.append(battle.entries[at].cut(len(battle.entries[at].events)))
            while self._checks < len(battle.checks) and battle.checks[self._checks].entry == at:
                self._line(_encode({"check": battle.checks[self._checks]}))
                self._checks += 1
        if battle.over and not self._ended:
            self._line(end_line(battle))
            self._ended = True
        self._file.flush()

    def _shared(self, entries: list[Entry]) -> int:
        """How many written entries still stand. Only the latest can have changed unless the battle went back."""
        at = min(len(self._written), len(entries))
        while at and self._written[at - 1] != entries[at - 1]:
            at -= 1
        return at

    def _line(self, line: bytes) -> None:
        self._file.write(line + b"\n")

    def close(self) -> None:
        """Hand everything to the disk."""
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
