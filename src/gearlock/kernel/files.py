"""Files that people hand in: read with words for everything that can be wrong with them."""

from __future__ import annotations

import hashlib
import os
import stat
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TypeVar

from gearlock.kernel.bounds import LARGEST_FILE
from gearlock.kernel.errors import BadFile, Finding
from gearlock.kernel.typed import as_typed

Record = TypeVar("Record")
_HANDED_IN: ContextVar[tuple[Mapping[str, str], list[str]] | None] = ContextVar("handed in", default=None)


@contextmanager
def only_these_files(texts: Mapping[str, str]) -> Iterator[list[str]]:
    """For somebody far away: the files there are, by name, are the texts they sent along, and none of this machine.

    Gives a list that the names of files are put in which were asked for and not sent.
    """
    missing: list[str] = []
    before = _HANDED_IN.set(({str(Path(name)): text for name, text in texts.items()}, missing))
    try:
        yield missing
    finally:
        _HANDED_IN.reset(before)


def read_handed_in(path: Path) -> str:
    """The text of a file somebody named; unreadable, oversized and binary files are refused in words."""
    sent = _HANDED_IN.get()
    if sent is not None:
        texts, missing = sent
        if str(path) not in texts:
            missing.append(str(path))
            raise BadFile([Finding(str(path), 0, "is not among the files that were sent along; paste or upload it")])
        _refuse_oversized(path, len(texts[str(path)]), LARGEST_FILE)
        return texts[str(path)]
    try:
        return read_ordinary(path, LARGEST_FILE).decode("utf-8")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise BadFile([Finding(str(path), line, "this is not UTF-8 text")]) from None
    except ValueError as error:  # a name that no file can have
        raise BadFile([Finding(repr(str(path)), 0, f"cannot be read: {error}")]) from None


def found_beside(folder: str, name: str) -> Path:
    """A file that another one names: as it lies in the folder of that one, else as it is named."""
    near, sent = Path(folder) / name, _HANDED_IN.get()
    try:
        there = near.is_file() if sent is None else str(near) in sent[0]
    except OSError:  # a name that no file can have
        there = False
    return near if there else Path(name)


def _refuse_oversized(path: Path, size: int, largest: int) -> None:
    if size > largest:
        bound = f"{largest // 1_000_000} MB" if largest >= 1_000_000 else f"{largest // 1000} kB"
        raise BadFile([Finding(str(path), 0, f"is larger than {bound}, which no such file need be")])


def read_ordinary(path: Path, largest: int) -> bytes:
    """What is in an ordinary file of so many bytes at most. A pipe would be waited for, a device may have no end."""
    try:
        refuse_strange(path, os.stat(path).st_mode)
        # What was a file may have become a pipe by now: it is opened without waiting, and looked at again.
        with open(os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)), "rb") as file:
            refuse_strange(path, os.fstat(file.fileno()).st_mode)
            content = file.read(largest + 1)
    except (OSError, ValueError) as error:
        why = (error.strerror if isinstance(error, OSError) else "") or error
        raise BadFile([Finding(str(path), 0, f"cannot be read: {why}")]) from None
    _refuse_oversized(path, len(content), largest)
    return content


def refuse_strange(path: Path, mode: int, done: str = "read") -> None:
    """Raise BadFile for what is there but is no ordinary file."""
    kinds = {stat.S_IFDIR: "a folder", stat.S_IFIFO: "a pipe", stat.S_IFSOCK: "a socket"}
    if not stat.S_ISREG(mode):
        kind = kinds.get(stat.S_IFMT(mode), "a device")
        raise BadFile([Finding(str(path), 0, f"cannot be {done}: it is no ordinary file but {kind}")])


def write_whole(path: Path, raw: bytes) -> None:
    """Write a file whole or not at all. Raises BadFile.

    A new file has the rights that files of whoever writes it have; one that is replaced keeps its own, and a link to it
    stays a link.
    """
    try:
        target = path.resolve() if path.is_symlink() else path
        older = os.stat(target).st_mode if os.path.lexists(target) else None
        if older is not None:
            refuse_strange(path, older, "written")
        _replace(target, raw, older)
    except (OSError, ValueError, RuntimeError) as error:  # ValueError: a name no file can have; else links in a ring
        why = (error.strerror if isinstance(error, OSError) else "") or error
        raise BadFile([Finding(str(path), 0, f"cannot be written: {why}")]) from error


def _replace(target: Path, raw: bytes, mode: int | None) -> None:
    part = target.with_name(f".{target.name[:100]}.{os.urandom(4).hex()}")
    try:
        with part.open("xb") as file:
            if mode is not None:
                part.chmod(stat.S_IMODE(mode))
            file.write(raw)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, target)
    except BaseException:
        with suppress(OSError, ValueError):
            part.unlink()
        raise


def is_file_name(value: str) -> bool:
    """Whether an option's value names a file rather than one of our own things."""
    return value.endswith(".toml") or "/" in value or "\\" in value


def data_fingerprint(package: str, without: tuple[str, ...] = ()) -> str:
    """A fingerprint of the data files of a system, folders named in `without` and lessons left out."""
    digest = hashlib.blake2b(digest_size=12)
    for name, content in _data_files(resources.files(package) / "data", (*without, "lessons")):
        digest.update(name.encode() + b"\0" + content)
    return digest.hexdigest()


def _data_files(folder: Traversable, without: tuple[str, ...]) -> Iterator[tuple[str, bytes]]:
    for entry in sorted(folder.iterdir(), key=lambda each: each.name):
        if entry.is_file():
            yield entry.name, entry.read_bytes()
        elif entry.name not in without:
            yield from _data_files(entry, without)


def data_texts(package: str, folder: str, ending: str) -> dict[str, str]:
    """The text files in a folder of a system's data, by name without their ending, in alphabetical order."""
    found = (entry for entry in (resources.files(package) / "data" / folder).iterdir() if entry.name.endswith(ending))
    ordered = sorted(found, key=lambda entry: entry.name)
    return {entry.name.removesuffix(ending): entry.read_text(encoding="utf-8") for entry in ordered}


def data_records(package: str, file: str, word: str, record_type: type[Record]) -> list[Record]:
    """The records under `[[word]]` in a file of a system's data, in its order."""
    text = (resources.files(package) / "data" / file).read_text(encoding="utf-8")
    return as_typed(tomllib.loads(text)[word], list[record_type])  # type: ignore[valid-type]
