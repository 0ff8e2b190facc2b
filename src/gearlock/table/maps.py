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
Zones, markers and the battle a map is for are read by `mapmarks`.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from gearlock.kernel import bounds
from gearlock.kernel.errors import Findings, shortened
from gearlock.kernel.files import read_handed_in
from gearlock.kernel.mapping import MapBattle
from gearlock.kernel.written import Places, read_toml
from gearlock.table.mapmarks import KEYS as MARK_KEYS
from gearlock.table.mapmarks import MarkReader
from gearlock.table.measure import INCH, inches_text
from gearlock.table.polygon import Outline, doubled_area, is_simple, rectangle
from gearlock.table.terrain import KINDS, Ground, Piece

RATINGS = ("", "light", "heavy")
MAP_KEYS = ("name", "width", "height", "piece", *MARK_KEYS)
PIECE_KEYS = ("id", "name", "kind", "rating", "top", "base", "footing", "outline", "rectangle", "props")


def load_map(path: Path, ratings: Collection[str] = RATINGS) -> Ground:
    """Read a map file; BadFile names the file and everything wrong in it."""
    return read_map(read_handed_in(path), str(path), ratings)


def read_map(text: str, file: str, ratings: Collection[str] = RATINGS) -> Ground:
    """Read a map from its text; every error is found before any is reported."""
    return ground_of(read_toml(text, file, parse_float=Decimal), Places(text), file, ratings)


def read_battle(text: str, file: str) -> MapBattle | None:
    """The battle a map is for, if it says one. Raises BadFile for what nobody can read."""
    reader = _Reader(Places(text), file, ())
    found = reader.marks.battle(read_toml(text, file, parse_float=Decimal))
    reader.refuse()
    return found


def ground_of(data: dict[str, object], places: Places, file: str, ratings: Collection[str] = RATINGS) -> Ground:
    """The ground that the tables of a map stand for, wherever they were written; the same findings."""
    reader = _Reader(places, file, ratings)
    ground = reader.read(data)
    reader.refuse()
    return ground


def ground_faults(ground: Ground) -> Iterator[str]:
    """What is beyond measure with a ground, wherever it came from; a battle on it would keep everybody waiting."""
    corners = [len(piece.outline) for piece in ground.pieces]
    if len(corners) > bounds.MOST_PIECES:
        yield _too_many("pieces", len(corners), bounds.MOST_PIECES)
    elif not all(3 <= count <= bounds.MOST_CORNERS for count in corners):
        yield f"every outline has 3 to {bounds.MOST_CORNERS} corners"
    elif sum(corners) > bounds.MOST_CORNERS_IN_ALL:
        yield _too_many("corners in all", sum(corners), bounds.MOST_CORNERS_IN_ALL)
    elif max(ground.width, ground.height, *_extent(ground)) > bounds.MOST_INCHES * INCH:
        yield f"a table is at most {bounds.MOST_INCHES} in wide and high"
    elif ground.most_corners > bounds.MOST_CORNERS_IN_A_SQUARE:
        most = bounds.MOST_CORNERS_IN_A_SQUARE
        yield (
            _too_many("corners in one square of 4 in", ground.most_corners, most)
            + "; draw fewer pieces over each other"
        )


def _extent(ground: Ground) -> list[int]:
    """How far everything on it reaches from its corner, in all directions."""
    return [
        abs(length)
        for piece in ground.pieces
        for place in (*piece.outline, (piece.base, piece.top))
        for length in place
    ]


def _too_many(what: str, count: int, most: int) -> str:
    return f"it has {count:,} {what}; {most:,} is the most"


@dataclass(slots=True, frozen=True)
class _Table:
    """One table of the file: its keys, what to call it, and which of the pieces it is."""

    keys: dict[str, object]
    owner: str = "the map"
    number: int = -1


class _Reader(Findings):
    """Turns a parsed map into a ground and collects what is wrong with it, each with its line."""

    def __init__(self, places: Places, file: str, ratings: Collection[str]) -> None:
        super().__init__(file)
        self.places = places
        self.ratings = ratings
        self.marks = MarkReader(places, lambda line, message: self.find(line or 1, message), _numbers)

    def read(self, data: dict[str, object]) -> Ground:
        head = _Table(data)
        self._refuse_unknown(head, MAP_KEYS)
        name = self._word(head, "name")
        width, height = self._side(head, "width"), self._side(head, "height")
        entries = data.get("piece", [])
        if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
            self._found(head, "piece", "pieces are written as [[piece]] tables")
            entries = []
        if len(entries) > bounds.MOST_PIECES:
            self._found(head, "piece", _too_many("pieces", len(entries), bounds.MOST_PIECES))
            entries = []
        tables = [
            _Table(entry, f"piece {entry.get('id') or number + 1}", number) for number, entry in enumerate(entries)
        ]
        pieces = [self._piece(table, width, height) for table in tables]
        self._check_ids(tables, pieces)
        ground = self.marks.marked(data, Ground(width, height, tuple(pieces), name))
        self.marks.battle(data)
        if not self.findings:
            for fault in ground_faults(ground):
                self._found(head, "piece", fault)
        return ground

    def _check_ids(self, tables: list[_Table], pieces: list[Piece]) -> None:
        seen: set[str] = set()
        for table, piece in zip(tables, pieces, strict=True):
            if piece.id and piece.id in seen:
                self._found(table, "id", f"the id '{shortened(piece.id)}' is used twice")
            seen.add(piece.id)

    def _piece(self, table: _Table, width: int, height: int) -> Piece:
        self._refuse_unknown(table, PIECE_KEYS)
        kind = self._word(table, "kind")
        if kind and kind not in KINDS:
            self._found(table, "kind", f"'{shortened(kind)}' is no kind of terrain: {', '.join(KINDS)}")
        rating = self._word(table, "rating") if "rating" in table.keys else ""
        if rating not in self.ratings:
            self._found(table, "rating", f"'{shortened(rating)}' is no rating: {', '.join(filter(None, self.ratings))}")
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
        """The corners, checked for number, shape, area, crossing sides and the table's edge."""
        key = "rectangle" if "rectangle" in table.keys else "outline"
        if ("rectangle" in table.keys) == ("outline" in table.keys):
            self._found(table, key, "it needs either an outline or a rectangle")
            return ()
        value = table.keys[key]
        if isinstance(value, list) and len(value) > bounds.MOST_CORNERS:
            self._found(table, key, _too_many("corners", len(value), bounds.MOST_CORNERS))
            return ()
        outline = _corners(value, key)
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

    def _side(self, table: _Table, key: str) -> int:
        return self._length(table, key, bounds.LEAST_INCHES * INCH, bounds.MOST_INCHES * INCH)

    def _length(self, table: _Table, key: str, least: int = 0, most: int = bounds.HIGHEST_INCHES * INCH) -> int:
        length = as_mils(table.keys.get(key))
        if length is not None and least <= length <= most:
            return length
        wanted = f"must be inches, {inches_text(least)} to {inches_text(most)}, with at most three decimals"
        self._found(table, key, f"'{key}' " + (wanted if key in table.keys else "is missing"))
        return least

    def _refuse_unknown(self, table: _Table, known: Collection[str]) -> None:
        for key in table.keys:
            if key not in known:
                self._found(table, key, f"nothing is called '{shortened(key)}' here")

    def _found(self, table: _Table, key: str, message: str) -> None:
        """Note a finding at the line of its key, or where its table begins if the key is not there."""
        line = self.places.line("", 0, key) if table.number < 0 else self.places.line("piece", table.number, key)
        self.find(line or 1, f"{shortened(table.owner)}: {message}")


def as_mils(value: object) -> int | None:
    """Inches from a file as mils; None if it is no number, finer than a mil, or beyond all measure."""
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        return None
    if isinstance(value, Decimal) and not value.is_finite():
        return None
    if not -bounds.NUMBERS_BELOW < value < bounds.NUMBERS_BELOW:
        return None
    length = Decimal(value) * INCH
    return int(length) if length == length.to_integral_value() else None


def _corners(value: object, key: str) -> Outline:
    """An outline as written; none if anything in it is wrong."""
    if key == "rectangle":
        sides = _numbers(value, 4)
        return rectangle(*sides) if sides else ()
    if not isinstance(value, list) or len(value) < 3:
        return ()
    pairs = [_numbers(row, 2) for row in value]
    return tuple((pair[0], pair[1]) for pair in pairs) if all(pairs) else ()


def _numbers(value: object, count: int) -> list[int]:
    """So many lengths in a list; none if any is wrong."""
    if not isinstance(value, list) or len(value) != count:
        return []
    lengths = [as_mils(item) for item in value]
    return [length for length in lengths if length is not None] if None not in lengths else []
