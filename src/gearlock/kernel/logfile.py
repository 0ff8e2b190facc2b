"""A log file that grows with its battle, so that nothing played is lost when the program stops."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from itertools import chain, count
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self

from gearlock.kernel.battle import Battle
from gearlock.kernel.errors import BadFile, Finding
from gearlock.kernel.files import refuse_strange
from gearlock.kernel.log import LoadedLog
from gearlock.kernel.scribe import Scribe

if sys.platform == "win32":

    def is_free(file: BinaryIO) -> bool:  # noqa: ARG001 - no advisory locks here: a second writer goes unnoticed
        """Take the file for this program."""
        return True

else:
    import fcntl

    def is_free(file: BinaryIO) -> bool:
        """Take the file for this program, if no other has it."""
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


def free_name(path: Path) -> Path:
    """Where an older file goes: `~`, or `~2`, `~3` ... when that is taken."""
    names = (path.with_name(f"{path.name}~{number if number > 1 else ''}") for number in count(1))
    return next(name for name in names if not name.exists())


class LogFile:
    """Writes what is new after every decision. Older files of that name are kept beside it with a `~`.

    The file is locked while the battle goes on: a second program is refused rather than let into the same log.
    """

    def __init__(self, path: Path, battle: Battle[Any], append: LoadedLog | None = None) -> None:
        self.path = path
        self.kept: Path | None = None
        self._scribe = Scribe(battle)
        try:
            self._file = self._create() if append is None else self._reopen(append)
        except OSError as error:
            raise self._trouble("cannot be written", error) from error
        self.update(self._scribe.opening() if append is None else ())

    def _create(self) -> BinaryIO:
        if self.path.exists() and not self.path.is_file():
            raise BadFile([Finding(str(self.path), 0, "is no ordinary file; name one that may be written")])
        self.path.parent.mkdir(parents=True, exist_ok=True)
        if self.path.exists() and self.path.stat().st_size:
            with self.path.open("r+b") as older:
                self._lock(older)
                self.kept = free_name(self.path)
                os.replace(self.path, self.kept)
        file = self.path.open("wb")
        self._lock(file)
        return file

    def _reopen(self, log: LoadedLog) -> BinaryIO:
        """Go on at the end of a log this battle was read from, dropping a line that was cut off."""
        refuse_strange(self.path, self.path.stat().st_mode)
        file = self.path.open("r+b")
        self._lock(file)
        file.truncate(file.read().rfind(b"\n") + 1)
        file.seek(0, os.SEEK_END)
        self._scribe.skip(log)
        return file

    def _lock(self, file: BinaryIO) -> None:
        if not is_free(file):
            file.close()
            message = "another Gearlock is playing this battle; leave it there first, or name another file"
            raise BadFile([Finding(str(self.path), 0, message)])

    def _trouble(self, what: str, error: OSError) -> BadFile:
        return BadFile([Finding(str(self.path), 0, f"{what}: {error.strerror or error}")])

    def update(self, first: Iterable[bytes] = ()) -> None:
        """Write what happened since the last time; a battle that went back is written as an undo."""
        try:
            for line in chain(first, self._scribe.news()):
                self._line(line)
            self._file.flush()
        except OSError as error:
            with suppress(OSError):  # what it still holds cannot be written either
                self._file.close()
            raise self._trouble("cannot be written any more (what came before is kept)", error) from error

    def _line(self, line: bytes) -> None:
        self._file.write(line + b"\n")

    def close(self) -> None:
        """Hand everything to the disk."""
        if self._file.closed:
            return
        try:
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise self._trouble("the end of the battle could not be written", error) from error
        finally:
            with suppress(OSError):
                self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
