"""A position on its way to a set-up: its tables, their lines, and everything that is wrong with them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from gearlock.kernel import bounds
from gearlock.kernel.errors import Findings, UnknownName, cited, shortened
from gearlock.kernel.laidout import field_types
from gearlock.kernel.typed import as_typed
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
STATUS = "status"
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
            found = as_typed(said, kind)
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


def check_names(sheet: Sheet, table: Table, said: Mapping[str, Any], known: Mapping[str, Collection[str]]) -> None:
    """What a table names is there: models, pieces, weapons, by the field that names one or several.

    Nothing is named by an empty word, but a status everybody has.
    """
    for key in said.keys() & known.keys():
        for word in [said[key]] if isinstance(said[key], str) else said[key]:
            if word not in known[key] and (word or key == STATUS):
                sheet.wrong(table, key, str(UnknownName(f"'{key}'", word, known[key])))


def said_of_battle(
    sheet: Sheet, kind: type, names: Collection[str], phases: Collection[str], seats: Collection[str]
) -> dict[str, Any]:
    """Fields of the state that the head names, with phase, turn and winner.

    Unless something else is said it is the last of the phases, and there the first seat's turn; whoever has the turn
    has won the right to it, if nobody else did.
    """
    head, (*_, usual_phase) = sheet.head, tuple(phases)
    said = sheet.fields(head, kind, names)
    phase = sheet.word(head, "phase", usual_phase, phases) or usual_phase
    turn, winner = (sheet.word(head, key, said.get(key, ""), seats) for key in ("turn", "winner"))
    usual = next(iter(seats)) if phase == usual_phase and "turn" not in head.keys else ""
    said |= {"phase": phase, "turn": turn or usual}
    return {**said, "winner": winner or said["turn"]}


def check_zones(sheet: Sheet, zones: Mapping[str, str], seats: Collection[str], sides: Collection[str]) -> None:
    """Each seat deploys on one of the sides there are."""
    if any(seat not in seats or side not in sides for seat, side in zones.items()):
        words = f"'zones' names the side of each seat, one of {', '.join(sorted(sides))}"
        sheet.wrong(sheet.head, "zones", words)


def said_since(sheet: Sheet, key: str, record: Any, fixed: Collection[str]) -> Any:
    """A record with what the head says of it under a key, field by field but for those that are fixed."""
    said = sheet.head.keys.get(key, {})
    names = [name for name in field_types(type(record)) if name not in fixed]
    if not isinstance(said, dict) or set(said) - set(names):
        sheet.wrong(sheet.head, key, f"'{key}' is a table of {', '.join(names)}")
        return record
    return sheet.value(sheet.head, key, type(record), {**msgspec.to_builtins(record), **said}) or record


def check_numbers(sheet: Sheet, numbered: Mapping[str, list[int]]) -> None:
    """Each side has somebody, not too many, and is numbered throughout."""
    for seat, found in numbered.items():
        numbers = sorted(found)
        if numbers != list(range(1, len(numbers) + 1)):
            ids = ", ".join(f"{seat}-{number}" for number in numbers[:20])
            message = f"the models of {seat} are numbered from 1 without a gap or a double, not {ids}"
            sheet.wrong(sheet.head, "", message)
        if not numbers:
            sheet.wrong(sheet.head, "", f"{seat} has no model, so the battle would be over: put one in a corner")
        if len(numbers) > bounds.MOST_FIELDED:
            sheet.wrong(sheet.head, "", f"{seat} has {len(numbers)} models; {bounds.MOST_FIELDED} is the most")


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
