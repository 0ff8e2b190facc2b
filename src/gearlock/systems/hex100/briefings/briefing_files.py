"""Briefing files: as written, with everything that is wrong with them, and made into the plan of a battle."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice, product
from typing import Annotated, Any, TypeVar, get_type_hints

import msgspec

from gearlock.kernel import bounds
from gearlock.kernel.bounds import MOST_CONTESTED
from gearlock.kernel.errors import Finding, Findings, shortened
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.typed import as_typed
from gearlock.kernel.written import Places, in_words, read_toml
from gearlock.systems.hex100.battlefield import Terrain, battlefield, terrains, with_own
from gearlock.systems.hex100.forces.cards import Machine
from gearlock.systems.hex100.known_units import hexes
from gearlock.systems.hex100.objectives import KINDS
from gearlock.systems.hex100.plan import Objective, Placement, Plan, Side
from gearlock.systems.hex100.state import SEATS, other
from gearlock.table.hexes import Hex, from_offset
from gearlock.table.hexmaps import HexGround

# --- Where things stand in a file

T = TypeVar("T", bound=msgspec.Struct)


class Lines:
    """The lines of keys by table, the tables of a list being numbered from 0; and what is wrong so far."""

    def __init__(self, text: str, file: str) -> None:
        self._found, self._places = Findings(file), Places(text)
        self.findings = self._found.findings

    def find(self, message: str, table: str = "", number: int = 0, key: str = "") -> None:
        """Something is wrong there."""
        self._found.find(self._places.line(table, number, key), message)

    def read(
        self, kind: type[T], raw: object, table: str = "", number: int = 0, besides: Iterable[str] = ()
    ) -> T | None:
        """One table as a record: everything wrong with its keys and values is found, not just the first thing.

        What can be left out is taken as left out where it is wrong, so that reading goes on and finds the rest.
        """
        if not isinstance(raw, dict):
            self.find(f"{table} must be a table", table, number)
            return None
        hints = _hints(kind)
        values = dict[str, Any]()
        for key, value in raw.items():
            if key in hints:
                try:
                    values[key] = as_typed(value, hints[key])
                except msgspec.ValidationError as error:
                    self.find(f"{key}: {in_words(str(error))}", table, number, key)
            elif key not in besides:
                self.find(f"unknown key '{shortened(key)}'{suggest(key, (*hints, *besides))}", table, number, key)
        required = [field.name for field in msgspec.structs.fields(kind) if field.required]
        for name in required:
            if name not in raw:
                self.find(f"{name} is missing", table, number)
        return kind(**values) if all(name in values for name in required) else None


@cache
def _hints(kind: type[msgspec.Struct]) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


def suggest(name: str, known: Iterable[str]) -> str:
    """What may have been meant."""
    all_known = sorted(known)
    near = difflib.get_close_matches(shortened(name), all_known, n=2, cutoff=0.5)
    return f"; did you mean {' or '.join(near)}?" if near else f"; there are {', '.join(all_known) or 'none'}"


# --- Briefing files as written

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


# --- A briefing file made into a plan

AGAINST = ("destroy", "scan", "hack")
"""Objectives whose units are the enemy's."""
PLACED = ("hold", "reach", "raze")
"""Objectives that need a zone or hexes."""
PLACED_OR_NAMED = ("scan", "hack")
"""Objectives that need a zone, hexes or units."""


class Resolver:
    """The file, the map and the forces together; what does not fit is found with its line."""

    def __init__(self, draft: Draft, ground: HexGround, forces: Mapping[str, Sequence[Machine]]) -> None:
        self.draft, self.ground, self.forces, self.lines = draft, ground, forces, draft.lines
        self.land = battlefield(ground, (), frozenset(), with_own(draft.terrain))
        self._rooms: dict[tuple[str, str], int] = {}
        self._contested = 0

    def plan(self) -> Plan | None:
        """The plan of the battle; None if anything is wrong."""
        heading = self.draft.heading
        deploy = {seat: self._deploy(seat) for seat in SEATS if seat in self.draft.sides}
        objectives = tuple(self._objective(*each) for each in self.draft.objectives)
        if heading is None or len(deploy) < len(SEATS) or self.lines.findings:
            return None
        self._check_apart(deploy)
        sides = {
            seat: Side(deploy[seat], " ".join(side.orders.split()), side.secret, side.role)
            for seat, side in self.draft.sides.items()
        }
        about, goal = " ".join(heading.about.split()), " ".join(heading.goal.split())
        return Plan(heading.title, sides, objectives, about, goal, heading.first, heading.margin, heading.rout)

    def _deploy(self, seat: str) -> tuple[Placement, ...]:
        placements = [self._placement(seat, number, each) for number, each in enumerate(self.draft.deploy[seat])]
        named = Counter(unit for each in placements for unit in each.units)
        table = f"{seat}.deploy"
        for unit in sorted(unit for unit, times in named.items() if times > 1):
            self.lines.find(f"{unit} is placed twice", table)
        loose = [f"{seat}-{number}" for number, _ in enumerate(self.forces[seat], 1) if f"{seat}-{number}" not in named]
        if loose and placements and all(each.units for each in placements):
            self.lines.find(f"{', '.join(loose)} begin nowhere: add [[{table}]] without units, or name them", table)
        for number, each in enumerate(placements):
            self._check_room(seat, number, each, each.units or (() if len(placements) > 1 else tuple(loose)))
        return tuple(placements)

    def _placement(self, seat: str, number: int, written: WrittenPlacement) -> Placement:
        table = f"{seat}.deploy"
        self._is_zone(written.zone, table, number)
        units = self._units(seat, written.units, table, number)
        heading = self.draft.heading
        if heading is not None and not 0 <= written.turn <= heading.turns:
            self.lines.find(f"the battle has {heading.turns} turns, and no turn {written.turn}", table, number, "turn")
        return Placement(written.zone, units, written.turn, written.hidden, written.secret)

    def _check_room(self, seat: str, number: int, placement: Placement, units: tuple[str, ...]) -> None:
        """Every unit needs a hex of its zone that it can stand in; each kind of movement is counted by itself."""
        zone = self.ground.zones.get(placement.zone, frozenset())
        # Units that the force does not have were found where they are named.
        force = {f"{seat}-{count}": machine for count, machine in enumerate(self.forces[seat], 1)}
        kinds = [force[unit].unit.movement_type for unit in units if unit in force]
        for kind in sorted(set(kinds)):
            room, needed = self._room(placement.zone, kind, len(kinds)), len(kinds)
            if zone and room < needed:
                message = (
                    f"the zone '{placement.zone}' needs {hexes(needed)} that a {kind} unit can enter; it has {room}"
                )
                self._find_in_map(message, f"{seat}.deploy", number)

    def _room(self, zone: str, kind: str, needed: int) -> int:
        """How many hexes of a zone such a unit can stand in, as far as they are needed."""
        known = self._rooms.get((zone, kind), 0)
        if known < needed:
            free = (hex_ for hex_ in self.ground.zones.get(zone, ()) if self.land.cost(hex_, kind))
            known = self._rooms[zone, kind] = sum(1 for _ in islice(free, needed))
        return known

    def _find_in_map(self, message: str, table: str, number: int = 0) -> None:
        """Something is wrong with a zone: in the user's own map if there is one, otherwise where it is named."""
        if self.draft.map_file:
            self.lines.findings.append(Finding(self.draft.map_file, 0, message))
        else:
            self.lines.find(message, table, number, "zone")

    def _check_apart(self, deploy: Mapping[str, tuple[Placement, ...]]) -> None:
        at_first = {seat: {each.zone for each in deploy[seat] if not each.turn} for seat in SEATS}
        for zones in product(*(sorted(at_first[seat]) for seat in reversed(SEATS))):
            blue, red = (self.ground.zones[zone] for zone in zones)
            if not red.isdisjoint(blue):
                message = f"the zones '{zones[0]}' and '{zones[1]}' share hexes, and both sides begin there"
                self._find_in_map(message, "blue.deploy")

    def _objective(self, seat: str, number: int, written: WrittenObjective) -> Objective:
        table = f"{seat}.objective" if seat else "objective"
        self._check_objective(seat, table, number, written)
        whose = other(seat) if seat and written.kind in AGAINST else seat
        units = self._units(whose, written.units, table, number)
        found = self._zone(written.zone, table, number) if written.zone else self._hexes(written, table, number)
        fields = msgspec.structs.asdict(written) | {"hexes": found, "units": units, "seat": seat}
        return as_typed(fields, Objective)

    def _check_objective(self, seat: str, table: str, number: int, written: WrittenObjective) -> None:
        kind, placed = written.kind, bool(written.zone or written.hexes or written.spread)
        heading = self.draft.heading
        checks = {
            "kind": (kind not in KINDS, f"there is no objective '{shortened(kind)}'{suggest(kind, KINDS)}"),
            "zone": (
                bool(written.zone) + bool(written.hexes) + bool(written.spread) > 1,
                "write one of zone, hexes and spread, not several",
            ),
            "spread": (not 0 <= written.spread <= self.ground.columns, "the middle row has not so many hexes"),
            "points": (written.points < 0 or (not written.points and kind != "destroy"), "points are at least 1"),
            "count": (written.count < 1, "count is at least 1"),
            "secret": (written.secret and not seat, "an objective for both sides cannot be secret"),
            "units": (bool(written.units) and not seat, "an objective for both sides names no units"),
            "until": (heading is not None and not 0 <= written.until <= heading.turns, "that round is never played"),
            "rating": (not 0 <= written.rating <= 100, "a rating is 0 to 100"),
            "reach": (written.reach < 1, "reach is at least 1"),
        }
        for key, (wrong, message) in checks.items():
            if wrong:
                self.lines.find(message, table, number, key)
        if kind in PLACED and not placed:
            self.lines.find(f"{kind} needs a zone or hexes", table, number)
        if kind in PLACED_OR_NAMED and not placed and not written.units:
            self.lines.find(f"{kind} needs a zone, hexes or units", table, number)
        if kind == "exit" and not written.zone:
            self.lines.find("exit needs a zone to leave by", table, number)

    def _is_zone(self, name: str, table: str, number: int) -> bool:
        if name not in self.ground.zones:
            said = f"the map has no zone '{shortened(name)}'{suggest(name, self.ground.zones)}"
            self.lines.find(said, table, number, "zone")
        return name in self.ground.zones

    def _zone(self, name: str, table: str, number: int) -> tuple[Hex, ...]:
        if not self._is_zone(name, table, number) or not self._can_contest(len(self.ground.zones[name]), table, number):
            return ()
        return tuple(sorted(self.ground.zones[name]))

    def _can_contest(self, count: int, table: str, number: int) -> bool:
        """Whether all objectives so far have not too many hexes together."""
        before, self._contested = self._contested, self._contested + count
        if before <= MOST_CONTESTED < self._contested:
            self.lines.find(f"the objectives have more than {MOST_CONTESTED:,} hexes together", table, number)
        return self._contested <= MOST_CONTESTED

    def _hexes(self, written: WrittenObjective, table: str, number: int) -> tuple[Hex, ...]:
        if written.spread:
            return spread_hexes(self.ground, written.spread) if written.spread <= self.ground.columns else ()
        if not self._can_contest(len(written.hexes), table, number):
            return ()
        found = tuple(from_offset(column, row) for column, row in written.hexes)
        for (column, row), hex_ in zip(written.hexes, found, strict=True):
            if hex_ not in self.ground:
                size = f"{self.ground.columns} by {self.ground.rows}"
                self.lines.find(f"column {column}, row {row} is off the map of {size}", table, number, "hexes")
            elif written.kind == "raze" and not self.land.kinds[self.ground.terrain_at(hex_)].becomes:
                terrain = self.ground.terrain_at(hex_)
                self.lines.find(f"column {column}, row {row} is {terrain}: that lasts for ever", table, number, "hexes")
        return found

    def _units(self, seat: str, numbers: tuple[int, ...], table: str, number: int) -> tuple[str, ...]:
        for each in numbers:
            # A force that cannot be fielded was found where it is named; nobody can be missing from it.
            if seat and self.forces[seat] and not 1 <= each <= len(self.forces[seat]):
                count = len(self.forces[seat])
                machines = f"{count} machine{'s' * (count != 1)}"
                self.lines.find(f"there is no unit {each}: {seat} has {machines}", table, number, "units")
        return tuple(f"{seat}-{each}" for each in numbers)


@heeds("hex100.victory")
def spread_hexes(ground: HexGround, count: int) -> tuple[Hex, ...]:
    """Hexes spread evenly over the middle row of a map."""
    return tuple(from_offset(ground.columns * (2 * at + 1) // (2 * count), ground.rows // 2) for at in range(count))
