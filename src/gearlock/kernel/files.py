"""Files that people hand in: read with words for everything that can be wrong with them."""

from __future__ import annotations

from pathlib import Path

from gearlock.kernel.errors import BadFile, Finding

LARGEST = 10_000_000


def read_handed_in(path: Path) -> str:
    """The text of a file somebody named; unreadable, oversized and binary files are refused in words."""
    try:
        if path.stat().st_size > LARGEST:
            raise BadFile([Finding(str(path), 0, f"is larger than {LARGEST // 1_000_000} MB, which no such file is")])
        return path.read_bytes().decode("utf-8")
    except OSError as error:
        raise BadFile([Finding(str(path), 0, f"cannot be read: {error.strerror or error}")]) from None
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise BadFile([Finding(str(path), line, "this is not UTF-8 text")]) from None


def is_file_name(value: str) -> bool:
    """Whether an option's value names a file rather than one of our own things."""
    return value.endswith(".toml") or "/" in value or "\\" in value
