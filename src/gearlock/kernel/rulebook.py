"""Rule pointers: which rule of the book a function implements, and what the book's rules are in our own words.

`@rule("id")` stands on the one function or class that carries a rule out, its home; `@heeds("id")` on the others that
obey it because they read, show or judge by it. Each system keeps its rules in `rulebook.toml`,
with a status, and a ruling wherever the book leaves a question open.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import resources
from typing import Any, TypeVar

import msgspec

from gearlock.kernel.errors import BadFile, Finding

T = TypeVar("T", bound=Callable[..., Any])

FILE = "rulebook.toml"
STATUSES = ("done", "todo", "not-a-rule")
REQUIRED = ("id", "title", "lines", "area", "level", "summary", "status")
OPTIONAL = ("example", "gap", "ruling", "reason", "note")

_homes: dict[str, list[str]] = {}
_heeded: dict[str, list[str]] = {}


class RuleEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One rule of a rulebook: what it says in our words, how its open question was settled, and how far we are.

    `lines` are lines of the scanned book; `line` is where the entry stands in its file. A `gap` is what the book leaves
    open, the `ruling` our answer to it. A `reason` says why an entry is no rule.
    """

    id: str
    title: str
    lines: str
    area: str
    level: str
    summary: str
    status: str
    example: str = ""
    gap: str = ""
    ruling: str = ""
    reason: str = ""
    note: str = ""
    line: int = 0


def rule(*ids: str) -> Callable[[T], T]:
    """Mark a function or a class as the home of these rules: here they are carried out, and nowhere else."""
    return _pointer(ids, _homes)


def heeds(*ids: str) -> Callable[[T], T]:
    """Mark a function or a class that obeys rules whose home is elsewhere; it is returned unchanged."""
    return _pointer(ids, _heeded)


def _pointer(ids: tuple[str, ...], register: dict[str, list[str]]) -> Callable[[T], T]:
    assert ids, "a rule pointer names at least one rule"

    def cite(place: T) -> T:
        name = f"{place.__module__}:{place.__qualname__}"
        for rule_id in ids:
            places = register.setdefault(rule_id, [])
            if name not in places:
                places.append(name)
        return place

    return cite


def homes_in_code() -> dict[str, tuple[str, ...]]:
    """Rule ids with the `module:function` places that carry them out, as far as modules have been imported."""
    return {rule_id: tuple(places) for rule_id, places in _homes.items()}


def cited_by_code() -> dict[str, tuple[str, ...]]:
    """Rule ids with all places that cite them, the home before those that heed it."""
    return {rule_id: (*_homes.get(rule_id, ()), *_heeded.get(rule_id, ())) for rule_id in {**_homes, **_heeded}}


def import_chapters(package: str) -> None:
    """Import every module of a system, so that all its rule pointers are known."""
    root = importlib.import_module(package)
    for module in pkgutil.walk_packages(root.__path__, f"{package}."):
        importlib.import_module(module.name)


@cache
def load_rulebook(package: str) -> Mapping[str, RuleEntry]:
    """The rules of a system's package by id, in book order. Raises BadFile with everything that is wrong."""
    path = resources.files(package).joinpath(FILE)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "this is not UTF-8 text"
        raise BadFile([Finding(str(path), 0, f"cannot be read: {reason}")]) from None
    return parse_rulebook(text, str(path), package.rpartition(".")[2])


def parse_rulebook(text: str, file: str, system_id: str) -> dict[str, RuleEntry]:
    """Read a rulebook; ids must begin with the system's id, because citations are sorted by it."""
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"\(at line (\d+), column \d+\)$", str(error))
        raise BadFile([Finding(file, int(place[1]) if place else 0, str(error))]) from None
    records = document.get("rule", [])
    if not isinstance(records, list) or not records or not all(isinstance(record, dict) for record in records):
        raise BadFile([Finding(file, 0, "no [[rule]] entries")])
    findings = [Finding(file, 0, f"unknown key '{key}' outside the rules") for key in document if key != "rule"]
    entries: dict[str, RuleEntry] = {}
    blocks = list(_blocks(text))
    blocks += [(0, {})] * (len(records) - len(blocks))  # entries not written as [[rule]] are read, without their lines
    for record, (first, keys) in zip(records, blocks, strict=False):
        wrong = [*_faults(record), *_id_faults(record.get("id"), system_id, entries)]
        findings += [Finding(file, keys.get(key, first), message) for key, message in wrong]
        if not wrong:
            entries[record["id"]] = RuleEntry(**record, line=first)
    if findings:
        raise BadFile(sorted(findings, key=lambda finding: finding.line))
    return entries


def _blocks(text: str) -> Iterator[tuple[int, dict[str, int]]]:
    """For each entry its first line, and the line of each of its keys."""
    first, keys = 0, dict[str, int]()
    for number, line in enumerate(text.split("\n"), 1):
        if re.match(r"\s*\[\[\s*rule\s*\]\]", line):
            if first:
                yield first, keys
            first, keys = number, {}
        elif match := re.match(r"\s*([\w-]+)\s*=", line):
            keys.setdefault(match[1], number)
    if first:
        yield first, keys


def _faults(record: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """What is wrong with the fields of an entry: (key, message)."""
    name = record.get("id", "a rule without id")
    for key in REQUIRED:
        if key not in record:
            yield key, f"{name}: '{key}' is missing"
    for key, value in record.items():
        if key not in REQUIRED and key not in OPTIONAL:
            yield key, f"{name}: unknown key '{key}'"
        elif not isinstance(value, str) or not value.strip():
            yield key, f"{name}: '{key}' must be text"
    status = record.get("status", "todo")
    if status not in STATUSES:
        yield "status", f"{name}: status is '{status}', not one of {', '.join(STATUSES)}"


def _id_faults(rule_id: object, system_id: str, earlier: Mapping[str, RuleEntry]) -> Iterator[tuple[str, str]]:
    if not isinstance(rule_id, str):
        return
    if not rule_id.startswith(f"{system_id}."):
        yield "id", f"{rule_id}: ids of this rulebook begin with '{system_id}.'"
    if rule_id in earlier:
        yield "id", f"{rule_id}: this id stands already at line {earlier[rule_id].line}"
