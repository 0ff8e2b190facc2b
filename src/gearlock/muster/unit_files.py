"""Stat lines read from data files: whatever card a book prints, with everything that is wrong with them by line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol, TypeVar

import msgspec

from gearlock.kernel.errors import BadFile, Finding
from gearlock.kernel.typed import as_typed


class Listed(Protocol):
    """A card of a list, as far as lists ask."""

    @property
    def id(self) -> str:
        """Unique in all lists."""

    @property
    def name(self) -> str:
        """As players read it."""


Card = TypeVar("Card", bound=Listed)
Faults = Callable[[Card], Iterable[tuple[str, str]]]
"""What a book has against a card: the key of each fault and its words."""


class _UnitFile:
    """A file being read: its records, each under a `[[word]]` of its own, and all that is wrong with it."""

    def __init__(self, name: str, text: str, word: str) -> None:
        self.name, self.lines, self.word = name, text.splitlines(), word
        self.findings: list[Finding] = []
        self.places: dict[str, int] = {}
        """The line of each card's id."""
        self.records = self._records(text)

    def find(self, line: int, message: str) -> None:
        """Enter something wrong."""
        self.findings.append(Finding(self.name, line, message))

    def line_of(self, start: int, key: str) -> int:
        """Where a key stands in the record that starts there; the record's first line if it is missing."""
        for line in range(start, len(self.lines)):
            content = self.lines[line]
            if content.lstrip().startswith("[["):
                break
            if content.partition("=")[0].strip() == key:
                return line + 1
        return start

    def _records(self, text: str) -> list[tuple[int, Any]]:
        """The tables of the file, each with the line it starts on."""
        try:
            data = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            at = re.search(r"at line (\d+)", str(error))
            self.find(int(at[1]) if at else len(self.lines), f"not TOML: {error}")
            return []
        for key in data:
            if key != self.word:
                self.find(self.line_of(0, key), f"'{key}' means nothing here; {self.word}s stand under [[{self.word}]]")
        opening = re.compile(rf"\s*\[\[\s*{self.word}\s*\]\]")
        starts = [number for number, line in enumerate(self.lines, 1) if opening.match(line)]
        tables = data.get(self.word, [])
        if not isinstance(tables, list) or len(tables) != len(starts):
            self.find(0, f"each {self.word} stands under a [[{self.word}]] of its own")
            return []
        return list(zip(starts, tables, strict=True))

    def cards(self, card_type: type[Card], faults: Faults[Card]) -> dict[str, Card]:
        """The cards by id; what is no card is left out."""
        found: dict[str, Card] = {}
        for start, table in self.records:
            try:
                card = as_typed(table, card_type)
            except msgspec.ValidationError as error:
                at = re.search(r"\$\.(\w+)", str(error))
                self.find(self.line_of(start, at[1]) if at else start, str(error))
                continue
            self.places[card.id] = self.line_of(start, "id")
            if card.id in found:
                self.find(self.places[card.id], f"there are two {self.word}s '{card.id}'")
            for key, message in faults(card):
                self.find(self.line_of(start, key), f"{card.id}: {message}")
            found[card.id] = card
        return found


def read_unit_files(
    texts: Mapping[str, str], word: str, card_type: type[Card], faults: Faults[Card]
) -> dict[str, Card]:
    """All cards of some files by id, each under `[[word]]`; BadFile names everything wrong in all of them."""
    cards: dict[str, Card] = {}
    findings: list[Finding] = []
    for name, text in texts.items():
        file = _UnitFile(name, text, word)
        found = file.cards(card_type, faults)
        findings += sorted(file.findings, key=lambda finding: finding.line)
        twice = (id for id in found if id in cards)
        findings += (Finding(name, file.places[id], f"'{id}' stands in another file too") for id in twice)
        cards.update(found)
    if findings:
        raise BadFile(findings)
    return cards
