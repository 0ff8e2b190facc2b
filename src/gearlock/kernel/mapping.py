"""Maps while they are drawn: a sketch in plain numbers, brushes to draw it with, and what a system says of its maps.

A sketch is what an editor holds. The system writes it as the file its battles read, and reads such files back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from gearlock.kernel import bounds
from gearlock.kernel.view import TableView

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


class Sketch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A map being drawn: pieces on a table of so many mils, or the terrain of so many columns and rows of hexes.

    The terrain goes row by row from the top; zones are hexes by column and row.
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
