"""Which parts are played in several systems: definitions of one name or docstring that say the same."""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

ALIKE = 0.4
"""The share of their words that two docstrings of one name have in common."""
TELLING = 4
"""A docstring of fewer words than this may be that of another thing."""
FILLERS = {
    "a",
    "an",
    "and",
    "by",
    "for",
    "in",
    "is",
    "it",
    "its",
    "of",
    "on",
    "or",
    "that",
    "the",
    "to",
    "what",
    "with",
}
KINDS = {
    "wiring": ("book", "flow", "__init__"),
    "state": ("state", "state_codec"),
    "positions": ("positions",),
    "firing range": ("firing_range",),
    "advice": ("advice",),
    "shown": ("shown",),
    "battles": ("battles", "briefings"),
    "forces": ("forces", "army", "army_lists"),
    "catalogue": ("datacards", "models", "weapons", "lint", "unit_files", "infantry_cards"),
}
"""What is no chapter of a book, by the file or folder it lies in."""


class Part(NamedTuple):
    """A function or class of a module."""

    system: str
    kind: str
    name: str
    doc: str
    is_class: bool
    lines: int


def parts_of(system: Path) -> Iterator[Part]:
    """Everything that is defined in the modules of a system, with the two blank lines that follow it."""
    for path in sorted(system.rglob("*.py")):
        home = path.relative_to(system).with_suffix("").parts[0]
        kind = next((kind for kind, homes in KINDS.items() if home in homes), "rules")
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                first = min([node.lineno, *(mark.lineno for mark in node.decorator_list)])
                lines = (node.end_lineno or first) - first + 3
                name, doc = node.name.lstrip("_"), ast.get_docstring(node) or ""
                yield Part(system.name, kind, name, doc, isinstance(node, ast.ClassDef), lines)


def shared_roles(parts: Sequence[Part]) -> tuple[Counter[str], Counter[str]]:
    """Lines by kind: of parts that another system plays too, and of all."""
    said: defaultdict[str, set[str]] = defaultdict(set)
    named: defaultdict[tuple[str, bool], list[Part]] = defaultdict(list)
    for part in parts:
        named[part.name, part.is_class].append(part)
        if len(_words(part.doc)) >= TELLING:
            said[part.doc].add(part.system)
    alike: Counter[str] = Counter()
    lines: Counter[str] = Counter()
    for part in parts:
        lines[part.kind] += part.lines
        others = (other for other in named[part.name, part.is_class] if other.system != part.system)
        if len(said[part.doc]) > 1 or any(_are_alike(part, other) for other in others):
            alike[part.kind] += part.lines
    return alike, lines


def _are_alike(part: Part, other: Part) -> bool:
    words, others = _words(part.doc), _words(other.doc)
    if not words or not others:
        return not words and not others and part.kind == other.kind
    return len(words & others) >= ALIKE * len(words | others)


def _words(doc: str) -> frozenset[str]:
    return frozenset(re.findall("[a-z]+", doc.lower())) - FILLERS
