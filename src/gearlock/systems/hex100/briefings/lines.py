"""Where things stand in a TOML file, so that what is wrong with them is said with its line."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from functools import cache
from typing import Any, TypeVar, get_type_hints

import msgspec

from gearlock.kernel.errors import Finding

T = TypeVar("T", bound=msgspec.Struct)
_HEADER = re.compile(r"\s*\[{1,2}\s*([^\]]+?)\s*\]{1,2}")
_KEY = re.compile(r"""\s*["']?([\w-]+)["']?\s*=""")


class Lines:
    """The lines of keys by table, the tables of a list being numbered from 0; and what is wrong so far."""

    def __init__(self, text: str, file: str) -> None:
        self.file = file
        self.findings: list[Finding] = []
        self._lines: dict[tuple[str, int, str], int] = {}
        table, count, quoted = "", 0, False
        seen: dict[str, int] = {}
        for number, line in enumerate(text.splitlines(), 1):
            header, key = _HEADER.match(line), _KEY.match(line)
            if not quoted and header and not key:
                table = header[1]
                count = seen.get(table, -1) + 1
                seen[table] = count
                self._lines[table, count, ""] = number
            elif not quoted and key:
                self._lines.setdefault((table, count if table else 0, key[1]), number)
            quoted ^= (line.count("'''") + line.count('"""')) % 2 == 1

    def line(self, table: str, number: int = 0, key: str = "") -> int:
        """The line of a key, of its table, or of the key that holds the table; 0 if it is nowhere."""
        parent, _, last = table.rpartition(".")
        inner = f"{table}.{key}".strip(".")
        places = ((table, number, key), (inner, 0, ""), (table, number, ""), (parent, 0, last), (parent, 0, ""))
        return next((self._lines[place] for place in places if place in self._lines), 0)

    def find(self, message: str, table: str = "", number: int = 0, key: str = "") -> None:
        """Something is wrong there."""
        self.findings.append(Finding(self.file, self.line(table, number, key), message))

    def read(
        self, kind: type[T], raw: object, table: str = "", number: int = 0, besides: Iterable[str] = ()
    ) -> T | None:
        """One table as a record: everything wrong with its keys and values is found, not just the first thing.

        What can be left out is taken as left out where it is wrong, so that reading goes on and finds the rest.
        """
        if not isinstance(raw, dict):
            self.find(f"{table} must be a table", table, number)
            return None
        hints = _hints(kind)
        values = dict[str, Any]()
        for key, value in raw.items():
            if key in hints:
                try:
                    values[key] = msgspec.convert(value, hints[key])
                except msgspec.ValidationError as error:
                    self.find(f"{key}: {_plain(str(error))}", table, number, key)
            elif key not in besides:
                self.find(f"unknown key '{key}'{suggest(key, (*hints, *besides))}", table, number, key)
        required = [field.name for field in msgspec.structs.fields(kind) if field.required]
        for name in required:
            if name not in raw:
                self.find(f"{name} is missing", table, number)
        return kind(**values) if all(name in values for name in required) else None


@cache
def _hints(kind: type[msgspec.Struct]) -> dict[str, Any]:
    return get_type_hints(kind)


def _plain(message: str) -> str:
    """What msgspec says about a value, in the words of a file."""
    words = {"`str`": "text", "`int`": "a whole number", "`bool`": "true or false", "`array`": "a list"}
    for name, word in words.items():
        message = message.replace(name, word)
    return message[:1].lower() + message[1:]


def suggest(name: str, known: Iterable[str]) -> str:
    """What may have been meant."""
    all_known = sorted(known)
    near = difflib.get_close_matches(name, all_known, n=2, cutoff=0.5)
    return f"; did you mean {' or '.join(near)}?" if near else f"; there are {', '.join(all_known) or 'none'}"
