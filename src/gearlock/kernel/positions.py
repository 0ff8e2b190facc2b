"""Positions laid out by hand, in a few lines of Python or in a small file: for tests, puzzles and questions of rules.

A position names models, terrain, tokens, whose turn it is and the dice to come. Its system makes a set-up of it like
any other, so that the battle that begins there can be logged, proved, taken back and served.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal
from math import isfinite
from pathlib import Path
from typing import Any, Self

import msgspec

from gearlock.kernel.asks import OPEN_OPTIONS, named_option
from gearlock.kernel.battle import Battle
from gearlock.kernel.bounds import LARGEST_ORDER, LARGEST_SEED, MOST_FACES
from gearlock.kernel.dice import ByPurpose, DiceSource, Faces, Seeded, is_for
from gearlock.kernel.errors import BadFile, BadInput, Finding, GearlockError, UnknownName, shown
from gearlock.kernel.files import read_handed_in
from gearlock.kernel.orders import Concede, Decline, Order
from gearlock.kernel.registry import AnySystem, get_system
from gearlock.kernel.sheets import TABLES, PositionRules, Sheet, Table
from gearlock.kernel.system import Setup
from gearlock.kernel.typed import as_typed
from gearlock.kernel.written import Places, in_words, read_toml

Given = tuple[Table, str, Order | str]
"""An order to be given: its table, by whom (whoever is asked if nobody is named), and the order or its words."""


class Position:
    """Who and what is on the table, and whose turn it is.

    What no file could hold (an object, a number that is none) is refused at once, all else when it is set up.
    """

    def __init__(self, system: str, **settings: object) -> None:
        self.file = "position"
        self.places = Places("")
        self.head: dict[str, Any] = {"system": system, **_plain(settings)}
        self.tables: dict[str, list[Any]] = {kind: [] for kind in TABLES}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and (self.head, self.tables) == (other.head, other.tables)

    def __repr__(self) -> str:
        count = ", ".join(f"{len(rows)} {kind}s" for kind, rows in self.tables.items() if rows)
        return f"<Position {self.head.get('system', '')}: {count or 'empty'}>"

    __hash__ = None  # type: ignore[assignment]  # it can be added to

    def piece(self, kind: str, shape: Iterable[Any] = (), **more: object) -> Self:
        """Terrain with a rectangle (x0, y0, x1, y1) or an outline of corners, and what else the system's maps note."""
        if not isinstance(shape, Iterable):
            raise BadInput(f"A piece has a rectangle (x0, y0, x1, y1) or an outline of corners, not {shown(shape)}.")
        corners = _plain(list(shape))
        form = "outline" if corners and isinstance(corners[0], list) else "rectangle"
        return self._add("piece", {"kind": kind, **({form: corners} if corners else {}), **more})

    def model(self, id: str, model: str = "", **more: object) -> Self:
        """A model by its id and the name of its kind; `at`, `facing`, and whatever else its system notes of one."""
        return self._add("model", {"id": id, **({"model": model} if model else {}), **more})

    def dice(self, purpose: str, *faces: int) -> Self:
        """One throw: these faces, the next time dice are thrown for this purpose ("" for any)."""
        return self._add("dice", {"for": purpose, "faces": list(faces)})

    def order(self, order: Order | str | int, by: str = "") -> Self:
        """An order to be given before anybody looks: as it is, or the option to choose by its words or number."""
        keys = msgspec.to_builtins(order) if isinstance(order, Order) else {"choose": order}
        return self._add("order", {**keys, **({"by": by} if by else {})})

    def _add(self, kind: str, keys: Mapping[str, object]) -> Self:
        self.tables[kind].append(_plain(keys))
        return self

    def setup(self) -> Setup:
        """The set-up whose first state is this position. Raises BadFile with everything that is wrong."""
        return self._read()[1]

    def battle(self, dice: DiceSource | None = None) -> Battle[Any]:
        """A battle that stands here, its orders given. Without dice laid out or handed over, the seed rolls."""
        system, setup, throws, orders = self._read()
        if dice is None and throws:
            dice = ByPurpose(*throws, seed=self.head.get("seed"))
        battle = Battle.begin(system, setup, dice or Seeded(setup.seed))
        for table, by, order in orders:
            try:
                seat = by or next(iter(battle.waiting_for()), system.seats[0])
                battle.answer(seat, _chosen(battle, seat, order))
            except GearlockError as error:
                line = self.places.line(table.kind, table.number)
                raise BadFile([Finding(self.file, line, f"{table.owner}: {error}")]) from error
        return battle

    def _read(self) -> tuple[AnySystem, Setup, list[tuple[str, Faces]], list[Given]]:
        sheet = Sheet(self.file, self.head, self.tables, self.places)
        system, rules = _system_of(sheet)
        sheet.word(sheet.head, "title")
        sheet.word(sheet.head, "scenario", "", system.scenarios())
        sheet.whole(sheet.head, "seed", 0, most=LARGEST_SEED)
        throws = [_throw(sheet, table, rules) for table in sheet.tables("dice")]
        orders = [_order(sheet, table, system) for table in sheet.tables("order")]
        setup = rules.lay_out(sheet)
        sheet.refuse()
        return system, setup, throws, orders


def _plain(value: Any) -> Any:
    """A value as a file would hold it, fractions with three decimals at most. Raises BadInput for what none holds."""
    if isinstance(value, Mapping):
        return {str(key): _plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    if isinstance(value, float) and isfinite(value):
        return Decimal(str(round(value, 3)))
    if isinstance(value, Decimal) and value.is_finite():
        return value
    if value is None or isinstance(value, int) or (isinstance(value, str) and _is_text(value)):
        return value  # cards leave out by None what they have not
    raise BadInput(f"A position holds words, numbers, lists and tables, not {shown(value)}.")


def _is_text(value: str) -> bool:
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def _system_of(sheet: Sheet) -> tuple[AnySystem, PositionRules]:
    """The system it is a position of; nothing more can be read without one."""
    name = sheet.word(sheet.head, "system")
    try:
        system = get_system(name)
        if system.positions is None:
            raise BadInput(f"positions of {system.name} cannot be laid out by hand")
    except BadInput as error:
        sheet.wrong(sheet.head, "system", str(error))
        sheet.refuse()
        raise
    return system, system.positions


def _throw(sheet: Sheet, table: Table, rules: PositionRules) -> tuple[str, Faces]:
    """What the dice will show, and for what."""
    sheet.refuse_unknown(table, ("for", "faces"))
    purpose = sheet.word(table, "for")
    if purpose and not any(is_for(known, purpose) for known in rules.purposes):
        sheet.wrong(table, "for", str(UnknownName("throw of dice", purpose, rules.purposes)))
    faces = sheet.value(table, "faces", Faces, table.keys.get("faces"))
    if faces is not None and not 0 < len(faces) <= MOST_FACES:
        sheet.wrong(table, "faces", f"'faces' are 1 to {MOST_FACES} numbers, as the dice show them")
    return purpose, faces or ()


def _order(sheet: Sheet, table: Table, system: AnySystem) -> Given:
    """An order as logs hold it (`order` names its kind), or the option to choose."""
    by = sheet.word(table, "by", "", system.seats)
    if "choose" in table.keys:
        sheet.refuse_unknown(table, ("choose", "by"))
        said = table.keys["choose"]
        return table, by, str(said) if isinstance(said, int) else sheet.word(table, "choose")
    every: tuple[type[Order], ...] = (*system.orders, Decline, Concede)
    kinds = {str(kind.__struct_config__.tag): kind for kind in every}
    kind = kinds.get(sheet.word(table, "order"))
    if kind is None:
        names = UnknownName("order", str(table.keys.get("order", "")), kinds)
        sheet.wrong(table, "order", f'{names} Or choose an option: choose = "its words", or its number.')
        return table, by, ""
    sheet.refuse_unknown(table, ("order", "by", *kind.__struct_fields__))
    try:
        keys = {key: value for key, value in table.keys.items() if key != "by"}
        return table, by, as_typed(keys, kind)
    except msgspec.ValidationError as error:
        sheet.wrong(table, "order", in_words(str(error)))
    return table, by, ""


def order_from(system: AnySystem, text: str) -> Order:
    """An order from a line of JSON, as logs hold it. Raises BadInput."""
    try:
        keys = msgspec.json.decode(text) if len(text) <= LARGEST_ORDER else None
    except (msgspec.DecodeError, RecursionError):
        keys = None
    if not isinstance(keys, dict):
        raise BadInput('An order is written as logs hold it: {"order": "its kind", ...}.')
    sheet = Sheet("--order", {}, {"order": [keys]}, Places(""))
    _, _, order = _order(sheet, sheet.tables("order")[0], system)
    sheet.refuse()
    if not isinstance(order, Order):
        raise BadInput('An order is written with its kind: {"order": "its kind", ...}.')
    return order


def _chosen(battle: Battle[Any], seat: str, order: Order | str) -> Order:
    if isinstance(order, Order):
        return order
    option = named_option(battle.options(seat), order)
    if isinstance(option, OPEN_OPTIONS):
        kind = type(option.order).__struct_config__.tag
        raise BadInput(
            f"'{option.label}' leaves something to say: write the order out, order = \"{kind}\" and its keys."
        )
    return option.order


# --- as files --------------------------------------------------------------------------------------------------------


def read_position(text: str, file: str = "position") -> Position:
    """A position from its text. Raises BadFile for what is no TOML; the rest is said when it is set up."""
    data = read_toml(text, file, parse_float=Decimal)
    position = Position("")
    position.file, position.places = file, Places(text)
    position.head = {key: value for key, value in data.items() if key not in TABLES}
    position.tables = {kind: data.get(kind, []) for kind in TABLES}
    return position


def load_position(path: Path) -> Position:
    """A position from a file."""
    return read_position(read_handed_in(path), str(path))
