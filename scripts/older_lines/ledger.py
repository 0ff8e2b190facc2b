"""What was done to a stat line: the conversion rules carried out, what was dropped, what nobody knew."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

Convert = TypeVar("Convert", bound=Callable[..., object])

CARRIED_OUT: dict[str, str] = {}
"""Each row of the conversion table that some function carries out, with that function's name."""


def carries_out(*rules: str) -> Callable[[Convert], Convert]:
    """Mark a function as the one that carries out these rows of data-sources/beta-conversion.csv."""

    def mark(function: Convert) -> Convert:
        for rule in rules:
            if rule in CARRIED_OUT:
                raise ValueError(f"{rule} is carried out by {CARRIED_OUT[rule]} already")
            CARRIED_OUT[rule] = function.__name__
        return function

    return mark


class Ledger:
    """The account of one model's conversion, kept while its columns are converted."""

    __slots__ = ("changes", "drops", "unknown")

    def __init__(self) -> None:
        self.changes: dict[str, list[str]] = {}
        self.drops: dict[str, list[str]] = {}
        self.unknown: list[str] = []

    def note(self, rule: str, what: str) -> None:
        """Something became something else by this rule."""
        _enter(self.changes, rule, what)

    def drop(self, rule: str, what: str) -> None:
        """Something has no counterpart in this game, and a rule says so."""
        _enter(self.drops, rule, what)

    def miss(self, what: str) -> None:
        """Something that no rule covers: the importer lists it and fails."""
        self.unknown.append(what)

    def text(self) -> str:
        """The account in one line, rule by rule, what was dropped at the end."""
        return "; ".join([*_lines("", self.changes.items()), *_lines("dropped by ", self.drops.items())])


def _enter(page: dict[str, list[str]], rule: str, what: str) -> None:
    entries = page.setdefault(rule, [])
    if what not in entries:
        entries.append(what)


def _lines(before: str, entries: Iterable[tuple[str, list[str]]]) -> list[str]:
    return [f"{before}{rule}: {', '.join(whats)}" for rule, whats in entries]
