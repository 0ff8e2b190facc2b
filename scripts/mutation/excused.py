"""Changes that cannot matter, each with its reason: `tests/mutants/<system>.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from mutation.mutants import Site


class Excused(NamedTuple):
    """A line of a file and what it may become without any difference to the game."""

    file: str
    before: str
    after: str
    reason: str


def read_excused(path: Path) -> list[Excused]:
    """What is listed; nothing where there is no list."""
    if not path.is_file():
        return []
    entries = tomllib.loads(path.read_text(encoding="utf-8")).get("excused", [])
    return [Excused(*(str(entry[name]) for name in Excused._fields)) for entry in entries]


def sort_out(sites: Iterable[Site], excused: Iterable[Excused]) -> tuple[list[Site], list[Excused]]:
    """The places that are not excused, and what excuses nothing any more: its line is gone, or has changed."""
    left, unused = [], {each[:3]: each for each in excused}
    known = {file for file, _, _ in unused}
    meant = set(unused)
    for site in sites:
        key = (site.name, *site.lines) if site.name in known else None
        if key in meant:
            unused.pop(key, None)
        else:
            left.append(site)
    return left, list(unused.values())
