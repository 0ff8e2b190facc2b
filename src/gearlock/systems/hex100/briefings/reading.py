"""Briefing files as written: their tables with everything that is wrong with them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import Any

import msgspec

from gearlock.kernel.errors import BadFile, Finding
from gearlock.systems.hex100.briefings.lines import Lines, suggest
from gearlock.systems.hex100.moving.battlefield import Terrain, terrains
from gearlock.systems.hex100.state import SEATS

WALKS = ("infantry", "legged", "tracked", "flying")


class WrittenObjective(msgspec.Struct, frozen=True):
    """An objective of a file; units by their number in the force, hexes as column and row."""

    kind: str
    name: str = ""
    points: int = 1
    wins: bool = False
    count: int = 1
    secret: bool = False
    zone: str = ""
    hexes: tuple[tuple[int, int], ...] = ()
    spread: int = 0
    """So many hexes spread over the middle row instead."""
    units: tuple[int, ...] = ()
    until: int = 0
    rating: int = 40
    reach: int = 3


class WrittenPlacement(msgspec.Struct, frozen=True):
    """Where units of a file begin."""

    zone: str
    units: tuple[int, ...] = ()
    turn: int = 0
    hidden: bool = False
    secret: bool = False


class WrittenSide(msgspec.Struct, frozen=True):
    """A side of a file."""

    force: str
    orders: str = ""
    secret: bool = False
    role: str = ""
    budget: int = 0
    """The points the side may spend; 0 leaves it to the option of the battle."""


class Heading(msgspec.Struct, frozen=True):
    """What stands at the top of a file."""

    title: str
    map: str
    about: str = ""
    goal: str = ""
    turns: int = 10
    first: str = ""
    margin: int = 1
    rout: bool = True
    budget: str = "skirmish"
    order: int = 99
    """The place of a ready briefing in the list."""


class Draft:
    """A file as far as it could be read. `lines` collects what is wrong with it."""

    def __init__(self, text: str, file: str) -> None:
        self.text, self.file = text, file
        self.lines = Lines(text, file)
        self.map_file = ""
        """The file of the map, if it is one of the user's own."""
        self.data = _parsed(text, file)
        tables = ("legend", "zones", "terrain", "objective", *SEATS)
        self.heading = self.lines.read(Heading, self.data, besides=tables)
        self.sides: dict[str, WrittenSide] = {}
        self.deploy: dict[str, list[WrittenPlacement]] = {}
        self.objectives: list[tuple[str, int, WrittenObjective]] = []
        """Whose (nobody's for both), its number in its table, and the objective."""
        for seat in SEATS:
            self._read_side(seat)
        self._read_objectives("", self.data.get("objective", []), "objective")
        self.terrain = tuple(self._own_terrain())
        self._check_heading()

    @property
    def is_drawn(self) -> bool:
        """Whether the file draws its map; otherwise it names one."""
        return isinstance(self.data.get("map"), str) and "\n" in self.data["map"].strip("\n")

    def _read_side(self, seat: str) -> None:
        raw = self.data.get(seat)
        if not isinstance(raw, dict):
            self.lines.find(f"a briefing needs a table [{seat}]", seat)
            return
        side = self.lines.read(WrittenSide, raw, seat, besides=("deploy", "objective"))
        if side is not None:
            self.sides[seat] = side
        self.deploy[seat] = []
        for number, each in enumerate(_listed(raw.get("deploy"))):
            placement = self.lines.read(WrittenPlacement, each, f"{seat}.deploy", number)
            if placement is not None:
                self.deploy[seat].append(placement)
        if not _listed(raw.get("deploy")):
            self.lines.find(f"{seat} begins nowhere: write [[{seat}.deploy]] with a zone", seat)
        self._read_objectives(seat, raw.get("objective", []), f"{seat}.objective")

    def _read_objectives(self, seat: str, raw: object, table: str) -> None:
        for number, each in enumerate(_listed(raw)):
            objective = self.lines.read(WrittenObjective, each, table, number)
            if objective is not None:
                self.objectives.append((seat, number, objective))

    def _own_terrain(self) -> Iterator[Terrain]:
        for number, each in enumerate(_listed(self.data.get("terrain"))):
            kind = self.lines.read(Terrain, each, "terrain", number)
            if kind is None:
                continue
            missing = [walk for walk in WALKS if walk not in kind.cost]
            if missing:
                self.lines.find(f"{kind.name}: cost lacks {', '.join(missing)}", "terrain", number, "cost")
            else:
                yield kind
        raw = [each for each in _listed(self.data.get("terrain")) if isinstance(each, dict)]
        names = {*terrains(), *(str(each.get("name", "")) for each in raw)}
        for number, each in enumerate(raw):
            left = str(each.get("becomes", ""))
            if left and left not in names:
                self.lines.find(f"no terrain is called '{left}'{suggest(left, names)}", "terrain", number, "becomes")

    def _check_heading(self) -> None:
        if self.heading is None:
            return
        if self.heading.first not in ("", *SEATS):
            self.lines.find(f"first is red or blue, not '{self.heading.first}'", key="first")
        if not 1 <= self.heading.turns <= 50:
            self.lines.find(f"turns are 1 to 50, not {self.heading.turns}", key="turns")
        if not self.objectives and not self.lines.findings:
            self.lines.find("nothing counts: write [[objective]] or [[red.objective]] with a kind")


def _parsed(text: str, file: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        at = re.search(r"at line (\d+)", str(error))
        line = int(at[1]) if at else text.count("\n") + 1
        raise BadFile([Finding(file, line, f"not TOML: {error}")]) from None


def _listed(raw: object) -> list[Any]:
    """A list of tables; one table alone counts as such a list."""
    return raw if isinstance(raw, list) else [raw] if isinstance(raw, dict) else []
