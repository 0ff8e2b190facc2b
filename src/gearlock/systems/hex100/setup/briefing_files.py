"""Briefing files as written: their tables with everything that is wrong with them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

import msgspec

from gearlock.kernel import bounds
from gearlock.kernel.errors import shortened
from gearlock.kernel.written import read_toml
from gearlock.systems.hex100.battlefield import Terrain, terrains
from gearlock.systems.hex100.setup.file_lines import Lines, suggest
from gearlock.systems.hex100.state import SEATS

WALKS = ("infantry", "legged", "tracked", "flying")
DEAREST = 20
"""Movement points that one hex may cost."""
Few = msgspec.Meta(max_length=bounds.MOST_NAMED)


class WrittenObjective(msgspec.Struct, frozen=True):
    """An objective of a file; units by their number in the force, hexes as column and row."""

    kind: str
    name: str = ""
    points: int = 1
    wins: bool = False
    count: int = 1
    secret: bool = False
    zone: str = ""
    hexes: Annotated[tuple[tuple[int, int], ...], Few] = ()
    spread: int = 0
    """So many hexes spread over the middle row instead."""
    units: Annotated[tuple[int, ...], Few] = ()
    until: int = 0
    rating: int = 40
    reach: int = 3


class WrittenPlacement(msgspec.Struct, frozen=True):
    """Where units of a file begin."""

    zone: str
    units: Annotated[tuple[int, ...], Few] = ()
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
        self.data = read_toml(text, file)
        self.lines = Lines(text, file)
        self.map_file = ""
        """The file of the map, if it is one of the user's own."""
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
        for number, each in enumerate(self._few(raw.get("deploy"), f"{seat}.deploy")):
            placement = self.lines.read(WrittenPlacement, each, f"{seat}.deploy", number)
            if placement is not None:
                self.deploy[seat].append(placement)
        if not _listed(raw.get("deploy")):
            self.lines.find(f"{seat} begins nowhere: write [[{seat}.deploy]] with a zone", seat)
        self._read_objectives(seat, raw.get("objective", []), f"{seat}.objective")

    def _read_objectives(self, seat: str, raw: object, table: str) -> None:
        for number, each in enumerate(self._few(raw, table)):
            objective = self.lines.read(WrittenObjective, each, table, number)
            if objective is not None:
                self.objectives.append((seat, number, objective))

    def _few(self, raw: object, table: str) -> list[Any]:
        """The tables of a list, if they are not too many."""
        found = _listed(raw)
        if len(found) > bounds.MOST_ENTRIES:
            self.lines.find(f"there are {len(found)} of [[{table}]]; {bounds.MOST_ENTRIES} is the most", table)
        return found if len(found) <= bounds.MOST_ENTRIES else []

    def _own_terrain(self) -> Iterator[Terrain]:
        found = self._few(self.data.get("terrain"), "terrain")
        for number, each in enumerate(found):
            kind = self.lines.read(Terrain, each, "terrain", number)
            faults = list(_terrain_faults(kind)) if kind is not None else []
            for key, fault in faults:
                self.lines.find(f"{shortened(str(each.get('name')))}: {fault}", "terrain", number, key)
            if kind is not None and not faults:
                yield kind
            elif isinstance(each, dict) and isinstance(each.get("name"), str):
                yield stand_in(each["name"])
        raw = [each for each in found if isinstance(each, dict)]
        names = {*terrains(), *(str(each.get("name", "")) for each in raw)}
        for number, each in enumerate(raw):
            left = str(each.get("becomes", ""))
            if left and left not in names:
                said = f"no terrain is called '{shortened(left)}'{suggest(left, names)}"
                self.lines.find(said, "terrain", number, "becomes")

    def _check_heading(self) -> None:
        if self.heading is None:
            return
        if self.heading.first not in ("", *SEATS):
            self.lines.find(f"first is red or blue, not '{self.heading.first}'", key="first")
        if not 1 <= self.heading.turns <= 50:
            self.lines.find(f"turns are 1 to 50, not {self.heading.turns}", key="turns")
        if not self.objectives and not self.lines.findings:
            self.lines.find("nothing counts: write [[objective]] or [[red.objective]] with a kind")


def stand_in(name: str) -> Terrain:
    """Something by the name of a terrain with faults, so that the rest of a file can be read and judged."""
    return Terrain(name, 0, 0, False, dict.fromkeys(WALKS, 1))


def _terrain_faults(kind: Terrain) -> Iterator[tuple[str, str]]:
    """What is wrong with the figures of a terrain, each with its key."""
    missing = [walk for walk in WALKS if walk not in kind.cost]
    if missing:
        yield "cost", f"cost lacks {', '.join(missing)}"
    if not all(0 <= price <= DEAREST for price in kind.cost.values()):
        yield "cost", f"a hex costs 0 to {DEAREST} points, 0 being closed"
    for key, share in (("concealment", kind.concealment), ("cover", kind.cover)):
        if not -100 <= share <= 100:
            yield key, f"{key} is -100 to 100"


def _listed(raw: object) -> list[Any]:
    """A list of tables; one table alone counts as such a list."""
    return raw if isinstance(raw, list) else [raw] if isinstance(raw, dict) else []
