"""A position on its way to a set-up: its tables, their lines, and everything that is wrong with them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from gearlock.kernel import bounds
from gearlock.kernel.errors import Findings, UnknownName, cited, shortened
from gearlock.kernel.laidout import field_types
from gearlock.kernel.written import Places, in_words

if TYPE_CHECKING:
    from gearlock.kernel.orders import Refusal
    from gearlock.kernel.system import Setup

HEAD = ""
"""The table of what concerns the whole position."""
TABLES = {
    "piece": bounds.MOST_PIECES,
    "model": bounds.MOST_LAID_OUT,
    "dice": bounds.MOST_THROWS,
    "order": bounds.MOST_ORDERS,
}
"""The kinds of tables a position has, and how many of each there may be."""
OF_EVERY_GAME = ("system", "title", "scenario", "seed")
"""Keys of the head that mean the same in every system."""


@dataclass(frozen=True, slots=True)
class Table:
    """One table of a position: the head, or a piece, a model, a throw of dice, an order."""

    kind: str
    number: int
    keys: Mapping[str, Any]

    @property
    def owner(self) -> str:
        """What to call it."""
        if self.kind == HEAD:
            return "the position"
        name = self.keys.get("id") or self.keys.get("for")
        return f"{self.kind} {shortened(name) if isinstance(name, str) else self.number + 1}"


class Sheet(Findings):
    """The tables of a position, read with words for whatever is wrong; `refuse` raises all of it at once."""

    def __init__(self, file: str, head: Mapping[str, Any], tables: Mapping[str, list[Any]], places: Places) -> None:
        super().__init__(file)
        self.places = places
        self.head = Table(HEAD, 0, head)
        self._tables = {kind: self._bounded(kind, tables.get(kind, [])) for kind in TABLES}

    def _bounded(self, kind: str, found: object) -> list[Table]:
        if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
            self.wrong(self.head, kind, f"'{kind}' is written as [[{kind}]] tables")
            return []
        if len(found) > TABLES[kind]:
            self.wrong(self.head, kind, f"it has {len(found):,} tables [[{kind}]]; {TABLES[kind]:,} is the most")
            return []
        return [Table(kind, number, keys) for number, keys in enumerate(found)]

    def tables(self, kind: str) -> list[Table]:
        """All tables of a kind, in their order."""
        return self._tables[kind]

    def wrong(self, table: Table, key: str, message: str) -> None:
        """Something is wrong with a key of a table."""
        self.find(self.places.line(table.kind, table.number, key), f"{table.owner}: {message}")

    def refused(self, table: Table, key: str, refusal: Refusal) -> None:
        """The rules have something against what a key says."""
        self.wrong(table, key, cited(refusal.message, refusal.rule))

    def refuse_unknown(self, table: Table, known: Collection[str]) -> None:
        """Keys that mean nothing in this table."""
        for key in table.keys:
            if key not in known:
                self.wrong(table, key, str(UnknownName("key here", key, known)))

    def word(self, table: Table, key: str, usual: str = "", known: Collection[str] | None = None) -> str:
        """A word, none or one of those known if they are told; what is usual if nothing is said or it is wrong."""
        said = table.keys.get(key, usual)
        if not isinstance(said, str) or len(said) > bounds.LONGEST_DRAWING:
            self.wrong(table, key, f"'{key}' must be a word in quotes")
        elif known is not None and said and key in table.keys and said not in known:
            self.wrong(table, key, str(UnknownName(key, said, known)))
        else:
            return said
        return usual

    def whole(self, table: Table, key: str, usual: int, least: int = 0, most: int = bounds.NUMBERS_BELOW) -> int:
        """A whole number within bounds; what is usual if nothing is said or what is said is wrong."""
        said = table.keys.get(key, usual)
        if isinstance(said, int) and not isinstance(said, bool) and least <= said <= most:
            return said
        self.wrong(table, key, f"'{key}' must be a whole number from {least:,} to {most:,}")
        return usual

    def value(self, table: Table, key: str, kind: Any, said: object, signed: bool = False) -> Any:
        """A value of some type; None if it is of another, or holds a number below nought that it may not."""
        try:
            found = msgspec.convert(said, kind)
        except msgspec.ValidationError as error:
            self.wrong(table, key, f"'{key}': {in_words(str(error))}")
            return None
        if not signed and _is_negative(said):
            self.wrong(table, key, f"'{key}': no number here is below nought")
            return None
        return found

    def fields(self, table: Table, of: type, names: Collection[str], signed: Collection[str] = ()) -> dict[str, Any]:
        """What a table says about fields of a record, by their names and in their types."""
        types = field_types(of)
        said = {key: value for key, value in table.keys.items() if key in names}
        found = {key: self.value(table, key, types[key], value, key in signed) for key, value in said.items()}
        return {key: value for key, value in found.items() if value is not None}


def _is_negative(said: object) -> bool:
    if isinstance(said, dict):
        return any(map(_is_negative, said.values()))
    if isinstance(said, list):
        return any(map(_is_negative, said))
    return isinstance(said, int) and said < 0


@dataclass(frozen=True)
class PositionRules:
    """How a system lays positions out."""

    lay_out: Callable[[Sheet], Setup]
    """From a position to a set-up whose first state is that position. Raises BadFile by `Sheet.refuse`."""
    purposes: tuple[str, ...]
    """What its dice are thrown for; "hits" stands also for "hits: a fall" and the like."""
