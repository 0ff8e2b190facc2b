"""Blitz Beta stat lines as they stand in the source file, taken apart but not yet converted."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

COLUMNS = ("faction", "model", "variant_of", "tv", "ua", "mr", "ar", "dc", "act", "gun", "pilot", "type")
UNCHANGED = "-"
"""In an upgrade's line: as on the upgraded model. Elsewhere: the model has no such value."""


@dataclass(frozen=True, slots=True)
class BetaWeapon:
    """One entry of the weapons column: how many, which code, what its bracket says, + or - in an upgrade."""

    code: str
    bracket: tuple[str, ...] = ()
    count: int = 1
    sign: str = ""

    def text(self) -> str:
        """The entry as printed, without its sign."""
        bracket = f" ({', '.join(self.bracket)})" if self.bracket else ""
        count = f"{self.count}x " if self.count > 1 else ""
        return f"{count}{self.code}{bracket}"


@dataclass(frozen=True, slots=True)
class BetaTrait:
    """One entry of the traits column: name, rating as printed, what its bracket says, + or - in an upgrade."""

    name: str
    rating: str = ""
    bracket: tuple[str, ...] = ()
    sign: str = ""

    def text(self) -> str:
        """The entry as printed, without its sign."""
        rating = f":{self.rating}" if self.rating else ""
        bracket = f" ({', '.join(self.bracket)})" if self.bracket else ""
        return f"{self.name}{rating}{bracket}"

    @property
    def number(self) -> int:
        """The figure in a rating such as +2D6, 18" or 5+; 0 where there is none."""
        figure = re.search(r"[+-]?\d+", self.rating)
        return int(figure[0]) if figure else 0


@dataclass(frozen=True, slots=True)
class BetaLine:
    """A stat line of the older game with the line of the source file it stands in."""

    line: int
    faction: str
    model: str
    variant_of: str
    tv: str
    ua: str
    mr: str
    ar: str
    dc: str
    act: str
    gun: str
    pilot: str
    weapons: tuple[BetaWeapon, ...]
    traits: tuple[BetaTrait, ...]
    type: str
    printed: str
    altering: str = ""

    @property
    def is_upgrade(self) -> bool:
        """Upgrades say what they change about another model."""
        return self.model.endswith("(upgrade)")

    @property
    def is_infantry(self) -> bool:
        """Squads, teams and riders alike."""
        return self.type.startswith("Infantry")

    def has(self, trait: str) -> bool:
        """Whether the traits column names this trait."""
        return any(entry.name == trait for entry in self.traits)


def split_entries(cell: str) -> list[str]:
    """Entries of a cell, parted by semicolons; a lone dash is none."""
    return [] if cell.strip() in ("", UNCHANGED) else [entry.strip() for entry in cell.split(";")]


def _bracketed(text: str) -> tuple[str, tuple[str, ...]]:
    """What stands before a bracket, and what stands in it."""
    match = re.fullmatch(r"([^(]*?)\s*(?:\((.*)\))?", text)
    if match is None:
        return text, ()
    return match[1], tuple(part.strip() for part in (match[2] or "").split(",") if part.strip())


def parse_weapon(text: str) -> BetaWeapon:
    """Read an entry such as `2x MMG (T, Link)` or `+LATM`."""
    before, bracket = _bracketed(text)
    match = re.fullmatch(r"([+-]?)(?:(\d+)x )?(\w+)", before)
    if match is None:
        return BetaWeapon(before, bracket)
    return BetaWeapon(match[3], bracket, int(match[2] or 1), match[1])


def parse_trait(text: str) -> BetaTrait:
    """Read an entry such as `ECM:+2D6 (CJ, SJ)`, `Fragile: Move` or `+Stealth`."""
    sign = text[0] if text[0] in "+-" else ""
    before, bracket = _bracketed(text[len(sign) :])
    name, _, rating = before.partition(":")
    return BetaTrait(name.strip(), rating.strip(), bracket, sign)


def parse_ua(cell: str) -> list[tuple[str, str]]:
    """Codes with what stands in brackets behind them; a dash is none."""
    return [(code, mark.strip()) for code, mark in re.findall(r"([A-Za-z]+)\s*(?:\(([^)]*)\))?", cell)]


def parse_line(line: int, cells: dict[str, str]) -> BetaLine:
    """Read one row of the source file. Two traits parted by `or` are both taken."""
    traits = [part for entry in split_entries(cells["traits"]) for part in entry.split(" or ")]
    return BetaLine(
        line,
        weapons=tuple(parse_weapon(entry) for entry in split_entries(cells["weapons"])),
        traits=tuple(parse_trait(entry) for entry in traits),
        printed=cells["source_lines"],
        **{name: cells[name] for name in COLUMNS},
    )


def read_rows(path: Path) -> list[tuple[int, dict[str, str]]]:
    """Rows of a source file with their line numbers."""
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file)
        return [(reader.line_num, row) for row in reader]


def parse_lines(rows: Iterable[tuple[int, dict[str, str]]]) -> list[BetaLine]:
    """All stat lines in the order of the source."""
    return [parse_line(line, cells) for line, cells in rows]
