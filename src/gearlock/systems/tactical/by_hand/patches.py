"""Areas of a position that do something: minefields, fires, smoke and zones under fire, laid in inches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from gearlock.kernel.errors import UnknownName
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.sheets import Sheet
from gearlock.systems.tactical.damage.minefields import MINEFIELD, MINES
from gearlock.systems.tactical.damage.pits import PIT
from gearlock.systems.tactical.fires.zones import FIRST, FUEL, HALF_INCH, HOTTEST, square_at
from gearlock.systems.tactical.ground_targets.events import SATURATION
from gearlock.systems.tactical.ground_targets.saturated_zones import RADIUS
from gearlock.systems.tactical.line_of_sight.smoke import FIRE, FROM_FIRE, SMOKE
from gearlock.systems.tactical.sensors.events import CLOUD_OBSCUREMENT, CLOUD_RADIUS, LAUNCHER
from gearlock.systems.tactical.state import State
from gearlock.systems.tactical.support.events import BARRAGE, FLIGHT
from gearlock.systems.tactical.switches import BURST_FIRE, INCENDIARIES, MINEFIELDS
from gearlock.systems.tactical.under_way import Patch
from gearlock.table.maps import as_mils
from gearlock.table.measure import INCH

KEY: Final = "patches"
MOST: Final = 2_000
MOST_LEFT: Final = 99
PLACE: Final = ("kind", "at", "box", "x", "y")


class Kind(NamedTuple):
    """What is said of a kind: its fields by the words of the rules, what is usual, and the module it needs."""

    says: Mapping[str, str]
    usual: Mapping[str, Any]
    module: str = ""
    is_square: bool = False
    """Fills square inches of the table."""
    words: tuple[str, ...] = ()
    """What its `word` may be; anything if there are none."""
    most: int = 999
    """The highest `number` it has."""


KINDS: Final[dict[str, Kind]] = {
    MINEFIELD: Kind({"type": "word"}, {"radius": HALF_INCH}, MINEFIELDS, True, tuple(MINES)),
    FIRE: Kind({"intensity": "number"}, {"radius": HALF_INCH, "number": FIRST}, INCENDIARIES, True, ("",), HOTTEST),
    FUEL: Kind({"intensity": "points"}, {"radius": HALF_INCH}, INCENDIARIES, True, ("",)),
    SMOKE: Kind(
        {"obscurement": "number", "of": "word"},
        {"radius": CLOUD_RADIUS, "number": CLOUD_OBSCUREMENT, "left": 1}, words=("", LAUNCHER, FROM_FIRE), most=9,
    ),
    SATURATION: Kind({"threshold": "number", "dm": "points"}, {"radius": RADIUS, "left": 1}, BURST_FIRE),
    **dict.fromkeys((BARRAGE, FLIGHT, PIT), Kind({}, {})),
}  # fmt: skip
"""Kinds of patches: what those of the rules are called, and what follows where nothing is said."""
FIELDS: Final = ("number", "seat", "unit", "weapon", "left", "points", "word")


@heeds("tactical.3.2.6", "tactical.3.4.4-firestarting", "tactical.7.2-smoke", "tactical.3.4.5-saturation")
def read_patches(sheet: Sheet, state: State) -> list[Patch]:
    """`patches` of the head, each at a point or in the square inches of a box."""
    said, found = sheet.head.keys.get(KEY, []), list[Patch]()
    if not isinstance(said, list) or not all(isinstance(each, Mapping) for each in said):
        sheet.wrong(sheet.head, KEY, f"'{KEY}' is a list of tables: {{ kind = \"{MINEFIELD}\", at = [20, 12] }}")
        return []
    for each in said:
        kind = KINDS.get(str(each.get("kind", "")))
        if kind is None:
            sheet.wrong(sheet.head, KEY, str(UnknownName("kind of patch", str(each.get("kind", "")), KINDS)))
        elif len(found) < MOST:
            found += _read(sheet, state, each, kind)
    if len(found) >= MOST:
        sheet.wrong(sheet.head, KEY, f"{MOST:,} patches are the most")
    return found


def _read(sheet: Sheet, state: State, said: Mapping[str, Any], kind: Kind) -> Iterator[Patch]:
    """One entry as the patches it stands for; none if anything in it is wrong."""
    before, name = len(sheet.findings), str(said["kind"])
    known = (*PLACE, "radius", *kind.says, *FIELDS)
    for key in said:
        if key not in known:
            sheet.wrong(sheet.head, KEY, str(UnknownName(f"entry of a {name}", str(key), known)))
    values = {kind.says.get(key, key): value for key, value in said.items() if key not in (*PLACE, "radius")}
    values = {**kind.usual, **values}
    spelled = {word.lower(): word for word in kind.words}
    values["word"] = spelled.get(str(values.get("word", "")).lower(), values.get("word", ""))
    if "radius" in said:
        values["radius"] = said["radius"] if "x" in said else as_mils(said["radius"])
    unit = state.units.get(str(values.get("unit", "")))
    if unit is not None:
        values.setdefault("seat", unit.seat)
    places = list(_places(sheet, state, said, kind))
    if kind.module and not state.switch(kind.module):
        sheet.wrong(sheet.head, KEY, f'a {name} does nothing without its module: modules = ["{kind.module}"]')
    patches = [
        sheet.value(sheet.head, KEY, Patch, {"kind": name, "x": x, "y": y, "radius": 0, **values}) for x, y in places
    ]
    if patches and patches[0] is not None:
        _check(sheet, state, patches[0], kind)
    return iter([] if len(sheet.findings) > before else patches)


def _check(sheet: Sheet, state: State, patch: Patch, kind: Kind) -> None:
    """Names in it are those there are, and its numbers such as the rules give."""
    if kind.words and patch.word not in kind.words:
        sheet.wrong(sheet.head, KEY, str(UnknownName(f"type of {patch.kind}", patch.word, filter(None, kind.words))))
    unit = state.units.get(patch.unit)
    if unit is None and (patch.unit or patch.kind == SATURATION):
        sheet.wrong(sheet.head, KEY, str(UnknownName("unit", patch.unit, state.units)))
    elif patch.kind == SATURATION and unit is not None and unit.mount(patch.weapon) is None:
        carried = [mount.id for mount in unit.card.weapons]
        sheet.wrong(sheet.head, KEY, str(UnknownName(f"weapon of the {unit.name}", patch.weapon, carried)))
    if patch.number > kind.most or patch.left > MOST_LEFT or patch.radius > state.ground.width + state.ground.height:
        sheet.wrong(
            sheet.head, KEY, f"no {patch.kind} has such numbers: {kind.most} and {MOST_LEFT} rounds are the most"
        )


def _places(sheet: Sheet, state: State, said: Mapping[str, Any], kind: Kind) -> Iterator[tuple[int, int]]:
    """Where it lies: a point, the middle of a square inch, or of all those in a box."""
    wide, high = state.ground.width, state.ground.height
    raw = said.get("box", said.get("at"))
    mils = [as_mils(each) for each in raw] if isinstance(raw, list) else []
    if "at" not in said and "box" not in said:
        mils = [value if isinstance(value, int) else None for value in (said.get("x"), said.get("y"))]
    lengths = [each for each in mils if each is not None]
    if len(lengths) != len(mils) or len(lengths) != (4 if "box" in said and kind.is_square else 2):
        how = "'at' is [x, y] in inches" + (", 'box' is [x, y, x, y]" if kind.is_square else "")
        sheet.wrong(sheet.head, KEY, f"{how}: say where the {said['kind']} lies")
        return
    x0, y0, *far = lengths
    x1, y1 = far or (x0, y0)
    if not (0 <= x0 <= x1 <= wide and 0 <= y0 <= y1 <= high):
        sheet.wrong(sheet.head, KEY, f"there the {said['kind']} would lie off the table")
    elif not kind.is_square:
        yield x0, y0
    elif not far:
        yield square_at(min(x0, wide - 1), min(y0, high - 1))
    else:
        yield from (square_at(x, y) for x in range(x0, x1, INCH) for y in range(y0, y1, INCH))
