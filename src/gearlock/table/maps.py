"""Inch maps as files that can be written by hand.

A map file is TOML; all lengths are inches with at most three decimals, measured from the south-west corner::

    name = "Ford"
    width = 48
    height = 48

    [[piece]]
    id = "wood"
    name = "Pine wood"
    kind = "area"
    rating = "light"
    top = 3
    outline = [[4, 4], [12, 4.5], [10, 11]]

Instead of an outline a piece may have a `rectangle = [4, 4, 12, 11]`. Optional are base, rating, footing (models can
stand on its top) and `props`: whole numbers (lengths among them in mils) or words that a system gives a meaning.
"""

import re
import tomllib
from collections.abc import Collection
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from gearlock.kernel.errors import BadFile, Finding
from gearlock.kernel.files import read_handed_in
from gearlock.table.measure import INCH, inches_text
from gearlock.table.polygon import Outline, doubled_area, is_simple, rectangle
from gearlock.table.terrain import KINDS, Ground, Piece

RATINGS = ("", "light", "heavy")
MAP_KEYS = ("name", "width", "height", "piece")
PIECE_KEYS = ("id", "name", "kind", "rating", "top", "base", "footing", "outline", "rectangle", "props")


def load_map(path: Path, ratings: Collection[str] = RATINGS) -> Ground:
    """Read a map file; BadFile names the file and everything wrong in it."""
    return read_map(read_handed_in(path), str(path), ratings)


def read_map(text: str, file: str, ratings: Collection[str] = RATINGS) -> Ground:
    """Read a map from its text; every error is found before any is reported."""
    try:
        data = tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        at = re.search(r"at line (\d+)", str(error))
        line = int(at[1]) if at else text.count("\n") + 1
        raise BadFile([Finding(file, line, f"not TOML: {error}")]) from None
    reader = _Reader(text.splitlines(), file, ratings)
    ground = reader.read(data)
    if reader.findings:
        raise BadFile(sorted(reader.findings, key=lambda finding: finding.line))
    return ground


@dataclass(slots=True, frozen=True)
class _Table:
    """One table of the file: its keys, what to call it, and its first and last line."""

    keys: dict[str, object]
    owner: str
    start: int
    end: int


class _Reader:
    """Turns a parsed map into a ground and collects what is wrong with it, each with its line."""

    def __init__(self, lines: list[str], file: str, ratings: Collection[str]) -> None:
        self.lines = lines
        self.file = file
        self.ratings = ratings
        self.findings: list[Finding] = []
        self.starts = [n for n, line in enumerate(lines, 1) if re.match(r"\s*\[\[\s*piece\s*\]\]", line)]

    def read(self, data: dict[str, object]) -> Ground:
        head = _Table(data, "the map", 1, self.starts[0] - 1 if self.starts else len(self.lines))
        self._refuse_unknown(head, MAP_KEYS)
        name = self._word(head, "name")
        width, height = self._length(head, "width", INCH), self._length(head, "height", INCH)
        entries = data.get("piece", [])
        if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
            self._found(_Table(data, "the map", 1, len(self.lines)), "piece", "pieces are written as [[piece]] tables")
            entries = []
        tables = [self._table(number, entry) for number, entry in enumerate(entries)]
        pieces = [self._piece(table, width, height) for table in tables]
        seen: set[str] = set()
        for table, piece in zip(tables, pieces, strict=True):
            if piece.id and piece.id in seen:
                self._found(table, "id", f"the id '{piece.id}' is used twice")
            seen.add(piece.id)
        return Ground(width, height, tuple(pieces), name)

    def _table(self, number: int, entry: dict[str, object]) -> _Table:
        """A piece's table; the whole file if the pieces are not written as tables."""
        owner = f"piece {entry.get('id') or number + 1}"
        if number >= len(self.starts):
            return _Table(entry, owner, 1, len(self.lines))
        after = self.starts[number + 1] - 1 if number + 1 < len(self.starts) else len(self.lines)
        return _Table(entry, owner, self.starts[number], after)

    def _piece(self, table: _Table, width: int, height: int) -> Piece:
        self._refuse_unknown(table, PIECE_KEYS)
        kind = self._word(table, "kind")
        if kind and kind not in KINDS:
            self._found(table, "kind", f"'{kind}' is no kind of terrain: {', '.join(KINDS)}")
        rating = self._word(table, "rating") if "rating" in table.keys else ""
        if rating not in self.ratings:
            self._found(table, "rating", f"'{rating}' is no rating: {', '.join(filter(None, self.ratings))}")
        base = self._length(table, "base") if "base" in table.keys else 0
        top = self._length(table, "top") if "top" in table.keys else base
        if top < base:
            self._found(table, "top", "its top lies below its base")
        return Piece(
            id=self._word(table, "id"),
            name=self._word(table, "name"),
            kind=kind,
            outline=self._outline(table, width, height),
            top=top,
            base=base,
            rating=rating,
            footing=self._flag(table, "footing"),
            props=self._props(table),
        )

    def _outline(self, table: _Table, width: int, height: int) -> Outline:
        """The corners, checked for shape, area, crossing sides and the table's edge."""
        key = "rectangle" if "rectangle" in table.keys else "outline"
        if ("rectangle" in table.keys) == ("outline" in table.keys):
            self._found(table, key, "it needs either an outline or a rectangle")
            return ()
        value = table.keys[key]
        outline: Outline = ()
        if key == "rectangle":
            corners = _numbers(value, 4)
            outline = rectangle(*corners) if corners else ()
        elif isinstance(value, list) and len(value) > 2:
            pairs = [_numbers(row, 2) for row in value]
            outline = tuple((pair[0], pair[1]) for pair in pairs) if all(pairs) else ()
        if not outline:
            shape = "[x0, y0, x1, y1]" if key == "rectangle" else "three or more corners as [x, y]"
            self._found(table, key, f"its {key} must be {shape}, in inches with at most three decimals")
        elif doubled_area(outline) == 0 or not is_simple(outline):
            self._found(table, key, "its outline has no area or crosses itself")
        elif any(not (0 <= x <= width and 0 <= y <= height) for x, y in outline):
            self._found(table, key, "it reaches beyond the table's edge")
        return outline

    def _props(self, table: _Table) -> dict[str, int | str]:
        props = table.keys.get("props", {})
        kept: dict[str, int | str] = {}
        if isinstance(props, dict):
            kept = {k: v for k, v in props.items() if isinstance(v, int | str) and not isinstance(v, bool)}
        if not isinstance(props, dict) or len(kept) != len(props):
            self._found(table, "props", "props are whole numbers or words")
        return kept

    def _word(self, table: _Table, key: str) -> str:
        value = table.keys.get(key)
        if isinstance(value, str) and value.strip():
            return value
        self._found(table, key, f"'{key}' " + ("must be a word in quotes" if key in table.keys else "is missing"))
        return ""

    def _flag(self, table: _Table, key: str) -> bool:
        value = table.keys.get(key, False)
        if not isinstance(value, bool):
            self._found(table, key, f"'{key}' must be true or false")
        return value is True

    def _length(self, table: _Table, key: str, least: int = 0) -> int:
        length = _mils(table.keys.get(key))
        if length is not None and length >= least:
            return length
        wanted = f"must be inches, {inches_text(least)} or more, with at most three decimals"
        self._found(table, key, f"'{key}' " + (wanted if key in table.keys else "is missing"))
        return least

    def _refuse_unknown(self, table: _Table, known: Collection[str]) -> None:
        for key in table.keys:
            if key not in known:
                self._found(table, key, f"nothing is called '{key}' here")

    def _found(self, table: _Table, key: str, message: str) -> None:
        """Note a finding at the line of its key, or where its table begins if the key is not there."""
        pattern = re.compile(rf"\s*(\[+\s*(piece\.)?)?[\"']?{re.escape(key)}\b")
        lines = range(table.start, table.end + 1)
        line = next((n for n in lines if pattern.match(self.lines[n - 1])), table.start)
        self.findings.append(Finding(self.file, line, f"{table.owner}: {message}"))


def _mils(value: object) -> int | None:
    """Inches from a file as mils; None if it is no number or finer than a mil."""
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        return None
    length = Decimal(value) * INCH
    return int(length) if length.is_finite() and length == length.to_integral_value() else None


def _numbers(value: object, count: int) -> list[int]:
    """So many lengths in a list; none if any is wrong."""
    if not isinstance(value, list) or len(value) != count:
        return []
    lengths = [_mils(item) for item in value]
    return [length for length in lengths if length is not None] if None not in lengths else []
