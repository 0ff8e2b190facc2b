"""Where things stand in a TOML file, so that what is wrong with them is said with its line."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from functools import cache
from typing import Any, TypeVar, get_type_hints

import msgspec

from gearlock.kernel.errors import Findings, shortened
from gearlock.kernel.typed import as_typed
from gearlock.kernel.written import Places, in_words

T = TypeVar("T", bound=msgspec.Struct)


class Lines:
    """The lines of keys by table, the tables of a list being numbered from 0; and what is wrong so far."""

    def __init__(self, text: str, file: str) -> None:
        self._found, self._places = Findings(file), Places(text)
        self.findings = self._found.findings

    def find(self, message: str, table: str = "", number: int = 0, key: str = "") -> None:
        """Something is wrong there."""
        self._found.find(self._places.line(table, number, key), message)

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
                    values[key] = as_typed(value, hints[key])
                except msgspec.ValidationError as error:
                    self.find(f"{key}: {in_words(str(error))}", table, number, key)
            elif key not in besides:
                self.find(f"unknown key '{shortened(key)}'{suggest(key, (*hints, *besides))}", table, number, key)
        required = [field.name for field in msgspec.structs.fields(kind) if field.required]
        for name in required:
            if name not in raw:
                self.find(f"{name} is missing", table, number)
        return kind(**values) if all(name in values for name in required) else None


@cache
def _hints(kind: type[msgspec.Struct]) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


def suggest(name: str, known: Iterable[str]) -> str:
    """What may have been meant."""
    all_known = sorted(known)
    near = difflib.get_close_matches(shortened(name), all_known, n=2, cutoff=0.5)
    return f"; did you mean {' or '.join(near)}?" if near else f"; there are {', '.join(all_known) or 'none'}"
