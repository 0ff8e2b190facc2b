"""Maps while they are drawn: a sketch in plain numbers, brushes to draw it with, and what a system says of its maps.

A sketch is what an editor holds. The system writes it as the file its battles read, and reads such files back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import msgspec
from msgspec import Meta

from gearlock.kernel import bounds
from gearlock.kernel.errors import BadFile, BadInput, Finding, UnknownName
from gearlock.kernel.files import is_file_name, read_handed_in
from gearlock.kernel.view import TableView
from gearlock.kernel.written import Places

if TYPE_CHECKING:
    from gearlock.kernel.registry import AnySystem

INCHES, HEXES = "inches", "hexes"
Length: TypeAlias = Annotated[int, Meta(ge=0, le=bounds.LARGEST_PLACE)]
Word: TypeAlias = Annotated[str, Meta(max_length=bounds.LONGEST_NAME)]
Corner: TypeAlias = tuple[Length, Length]
Corners: TypeAlias = Annotated[tuple[Corner, ...], Meta(max_length=bounds.MOST_CORNERS)]
Props: TypeAlias = Annotated[dict[Word, int | Word], Meta(max_length=bounds.MOST_LEGEND)]


class SketchPiece(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A piece of terrain on a table in inches; all lengths are mils."""

    id: Word
    name: Word
    kind: Word
    outline: Corners
    top: Length = 0
    base: Length = 0
    rating: Word = ""
    footing: bool = False
    props: Props = {}


class SketchMarker(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A place that is marked on a table in inches, in mils."""

    id: Word
    name: Word
    x: Length
    y: Length


class MapBattle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The battle a map is for: a scenario of its system, and what is said about its options, forces among them."""

    scenario: Word
    options: Annotated[
        dict[Word, Annotated[str, Meta(max_length=bounds.LONGEST_DRAWING)]], Meta(max_length=bounds.MOST_LEGEND)
    ] = {}


class Sketch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A map being drawn: pieces on a table of so many mils, or the terrain of so many columns and rows of hexes.

    The terrain goes row by row from the top; zones are hexes by column and row, on tables in inches the corners of the
    box that a side deploys in.
    """

    name: Word
    width: Length
    height: Length
    pieces: Annotated[tuple[SketchPiece, ...], Meta(max_length=bounds.MOST_PIECES)] = ()
    terrain: Annotated[tuple[Word, ...], Meta(max_length=bounds.MOST_HEXES**2)] = ()
    zones: Annotated[
        dict[Word, Annotated[tuple[Corner, ...], Meta(max_length=bounds.MOST_ZONE_HEXES)]],
        Meta(max_length=bounds.MOST_ZONES),
    ] = {}
    markers: Annotated[tuple[SketchMarker, ...], Meta(max_length=bounds.MOST_MARKERS)] = ()
    battle: MapBattle | None = None


class Brush(msgspec.Struct, frozen=True):
    """Something to draw with: a piece of this kind, or hexes of this terrain, and how it looks."""

    name: str
    kind: str = ""
    drawing: str = ""
    dense: bool = False
    top: int = 0
    rating: str = ""
    footing: bool = False
    props: dict[str, int | str] = {}
    facts: tuple[str, ...] = ()
    """What players want to know of such ground."""


@dataclass(frozen=True)
class MapRules:
    """What a system's maps are."""

    form: str
    """INCHES or HEXES."""
    size: tuple[int, int]
    """The usual width and height, in mils or hexes."""
    brushes: Callable[[], tuple[Brush, ...]]
    """What maps are drawn with, the commonest first; of hexes the first is the ground that is there anyway."""
    ready_made: Callable[[], Mapping[str, str]]
    """The text of every map that comes with the system, by name."""
    read: Callable[[str, str], Sketch]
    """A map file's text, and what to call it, as a sketch. Raises BadFile."""
    write: Callable[[Sketch], str]
    """The file text of a sketch, right or wrong: reading it says what is wrong with it. Raises BadInput."""
    view: Callable[[str, str], TableView]
    """The table of a map file's text. Raises BadFile."""
    ratings: tuple[str, ...] = ("",)
    """Ratings that pieces may have."""
    zones: tuple[str, ...] = ()
    """Zones that battles speak of."""
    option: str = "map"
    """The option of scenarios that takes such a file."""
    battle: Callable[[str, str], MapBattle | None] = field(default=lambda _text, _file: None)
    """The battle that a map file's text says it is for, if it can. Raises BadFile."""
    markers: str = ""
    """What marked places are for; empty where maps mark none."""

    def battle_on(self, named: str) -> MapBattle | None:
        """The battle of a map by name or file; None for one that says none, or that cannot be read."""
        try:
            if is_file_name(named):
                return self.battle(read_handed_in(Path(named)), named)
            text = self.ready_made().get(named, "")
            return self.battle(text, named) if "battle" in text else None
        except BadFile:
            return None


def battle_faults(system: AnySystem, text: str, file: str, named: str = "") -> list[Finding]:
    """What is wrong with the battle that a map says it is for: no such scenario, options that it cannot have.

    `named` is what the option calls the map, which must be there to be read; without it, what is wrong with the map
    itself is another matter, and the battle is judged as far as it can be without one.
    """
    rules = system.maps
    battle = rules.battle(text, file) if rules is not None else None
    if rules is None or battle is None:
        return []
    places, known = Places(text), system.scenarios()

    def found(key: str, error: BadInput | str) -> Finding:
        line = places.line("battle", 0, key) or 1
        return Finding(file, line, f"battle: {' '.join(str(error).split())}")

    if battle.scenario not in known:
        return [found("scenario", UnknownName("scenario", battle.scenario, known))]
    there = [name for name in known[battle.scenario].options if name != rules.option]
    strange = [key for key in battle.options if key not in there]
    faults = [found(key, UnknownName(f"option of {battle.scenario}", key, there)) for key in strange]
    if rules.option not in known[battle.scenario].options:
        faults.append(found("scenario", f"{battle.scenario} takes no map."))
    usable = {key: value for key, value in battle.options.items() if key in there}
    try:
        system.prepare(battle.scenario, 1, {**usable, **({rules.option: named} if named else {})})
    except BadInput as error:
        alone = [(key, why) for key, value in usable.items() if (why := _refused(system, battle.scenario, key, value))]
        faults += [found(key, why) for key, why in alone] or ([] if faults else [found("scenario", error)])
    return faults


def _refused(system: AnySystem, scenario: str, option: str, value: str) -> BadInput | None:
    """Why a scenario would not take an option, whatever else is said; None if it would."""
    try:
        system.prepare(scenario, 1, {option: value})
    except BadInput as error:
        return error
    return None
