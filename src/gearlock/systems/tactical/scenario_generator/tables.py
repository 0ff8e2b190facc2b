"""4.1: the tables of the generator, a scenario drawn from dice, and the battlefields it describes."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from importlib.resources import files
from itertools import count, pairwise
from typing import Final, NamedTuple

import msgspec

from gearlock.kernel.dice import Roll, Seeded
from gearlock.kernel.errors import BadInput, UnknownName, shortened
from gearlock.kernel.generating import DrawnRoll, DrawnScenario, ScenarioGenerator
from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.tactical.line_of_sight.terrain import type_at
from gearlock.table.generate import Draw
from gearlock.table.measure import INCH
from gearlock.table.polygon import Outline, rectangle
from gearlock.table.terrain import Ground, Piece

# --- 4.1.1-4.1.4: the tables of the generator, each a function of the face a die shows

FOLDER = files("gearlock.systems.tactical").joinpath("data", "generator")
BADLANDS: Final = "Badlands"
TEMPEST: Final = "Tempest"
CAPTURE, DEFEND, DESTROY, DISABLE, PROVIDE = "Capture", "Defend", "Destroy", "Disable", "Provide"
ALL_FORCES, COMMUNICATIONS, ECM = "All forces", "Communications", "ECM"
OBJECT, TERRAIN, VEHICLE = "Object", "Terrain", "Vehicle"
NONE, RANDOM, INCREASING, BY_OBJECTIVE = "None", "Random", "Random Increasing", "Objective"
CINEMATIC, MILITARY, UNFORESEEN = "Cinematic", "Military", "Unforeseen"
FACES: Final = range(1, 7)


@cache
def rows(name: str) -> tuple[dict[str, str], ...]:
    """A table of the generator as it is written."""
    text = FOLDER.joinpath(f"{name}.csv").read_text(encoding="utf-8")
    return tuple(csv.DictReader(text.splitlines()))


def _row(name: str, face: int) -> dict[str, str]:
    return next(row for row in rows(name) if int(row["roll"]) == face)


class Points(NamedTuple):
    """A suggested size of a battle."""

    tv: int
    name: str
    hours: str


@rule("tactical.4.1.1")
def battle_of(tv: int) -> Points:
    """The battle that so much Threat Value a side makes: the largest of the table that is not larger, else the first.

    The totals are suggestions: any other may be agreed upon.
    """
    known = [Points(int(row["tv"]), row["name"], row["hours"]) for row in rows("points")]
    return max((one for one in known if one.tv <= tv), default=known[0])


@rule("tactical.4.1.2")
def mission_of(column: str, face: int) -> str:
    """One column of the Mission Design Table: type, objective or time_limit."""
    return _row("mission", face)[column]


@rule("tactical.4.1.2-location")
def location_of(face: int) -> str:
    """Where the battle is fought."""
    return _row("location", face)["name"]


@rule("tactical.4.1.2-terrain-table")
def battlefield_of(location: str, face: int) -> str:
    """The type of battlefield, by location."""
    return _row("terrain", face)[column_of(location)]


@rule("tactical.4.1.2-external")
def condition_of(location: str, face: int) -> str:
    """The one external condition of the whole battle, by location."""
    return _row("conditions", face)[column_of(location)]


def column_of(location: str) -> str:
    """The column of a location in the tables."""
    return next(row["column"] for row in rows("location") if row["name"] == location)


@rule("tactical.4.1.4")
def subplot_list_of(face: int) -> str:
    """Which of the three lists of subplots is rolled on: two faces each."""
    return (CINEMATIC, MILITARY, UNFORESEEN)[(face - 1) // 2]


@heeds("tactical.4.1.4")
def subplot_of(kind: str, face: int) -> str:
    """A subplot of a list."""
    return next(row["name"] for row in rows("subplots") if row["list"] == kind and int(row["roll"]) == face)


@heeds("tactical.4.1.4-tempest")
def is_rerolled(subplot: str, location: str) -> bool:
    """Whether a subplot cannot be where the battle is: a tempest is of the Badlands only."""
    return subplot == TEMPEST and location != BADLANDS


class Subplot(NamedTuple):
    """A subplot: whom it is about as its buyer sees it, and what it does."""

    list: str
    name: str
    applies_to: str
    effect: str


@cache
def subplots() -> dict[str, Subplot]:
    """All subplots by name."""
    return {
        row["name"]: Subplot(row["list"], row["name"], row["applies_to"], row["effect"]) for row in rows("subplots")
    }


def names(table: str, column: str) -> tuple[str, ...]:
    """Everything that a column of a table can give, in its order."""
    return tuple(dict.fromkeys(row[column] for row in rows(table)))


# --- 4.1.1: what a side may spend: bids, Going for Glory, Subplots Galore; 4.1.3: what priorities make of it

BID_STEP: Final = 100
SLICE: Final = 10
"""Hundredths of the agreed Threat Value that an extra subplot costs, and that a point of priority is worth."""
PRIORITY_POINTS: Final = 5


@rule("tactical.4.1.1-bidding")
def bid_fault(bid: int, basic: int, lowest: int, floor: int) -> str:
    """What is wrong with a bid, in words: hundreds below the lowest so far, not below who has left."""
    if bid % BID_STEP or bid <= 0:
        return f"Bids go in steps of {BID_STEP} TV."
    if bid >= min(basic, lowest):
        return f"A bid is lower than {min(basic, lowest)} TV."
    if bid < floor:
        return f"Nobody may go below the {floor} TV of who has won the bidding before."
    return ""


@heeds("tactical.4.1.1-bidding")
def bid_totals(basic: int, lowest: Mapping[str, int]) -> dict[str, int]:
    """What the bidders fight with: each his last bid, and who is left over at the end the basic total."""
    return {seat: lowest.get(seat) or basic for seat in lowest}


@rule("tactical.4.1.1-glory")
def glory(vp: int, own_tv: int, enemy_tv: int) -> int:
    """Victory Points of who fights with less than his enemy: divided by that fraction, rounded, halves up.

    Nothing comes of it for who has as much, nor for a total of 0 or less.
    """
    if vp <= 0 or own_tv >= enemy_tv or own_tv <= 0:
        return vp
    return int(glory_exact(vp, own_tv, enemy_tv) + Fraction(1, 2))


def glory_exact(vp: int, own_tv: int, enemy_tv: int) -> Fraction:
    """The same before it is rounded."""
    return Fraction(vp * enemy_tv, own_tv)


@rule("tactical.4.1.1-subplots-galore")
def subplot_cost(tv: int, extra: int) -> int:
    """Threat Value that so many extra subplots cost: a tenth of what was agreed for the side each."""
    return tv * SLICE * extra // 100


class Priorities(NamedTuple):
    """How a side splits its Priority Points."""

    scouting: int
    troops: int
    support: int

    @property
    def total(self) -> int:
        """How many there are."""
        return sum(self)


@rule("tactical.4.1.3")
def priorities_fault(split: Priorities, points: int = PRIORITY_POINTS) -> str:
    """What is wrong with a split, in words: whole points, none below 0, all of them."""
    if min(split) < 0 or split.total != points:
        return f"There are {points} Priority Points to split; scouting, troops and support come to {split.total}."
    return ""


@rule("tactical.4.1.3-troops")
def troops_percent(own: int, enemy: int) -> int:
    """The hundredths of the agreed Threat Value that a side may field: 10 fewer for every point behind the enemy."""
    return 100 - SLICE * max(0, enemy - own)


@rule("tactical.4.1.3-support")
def support_tv(tv: int, points: int) -> int:
    """Threat Value for air support, artillery and intelligence: a tenth of the agreed total a point."""
    return tv * SLICE * points // 100


class Scouting(NamedTuple):
    """An advantage of scouting: whose it is, empty for nobody, its margin up to 5 and its name."""

    seat: str
    margin: int
    name: str

    @property
    def is_major(self) -> bool:
        """Sets up the field and chooses its home edge."""
        return self.margin >= 2

    @property
    def is_ambush(self) -> bool:
        """Wins the Initiative of the first round: the ambush alone, which the better ones do not include."""
        return self.margin == 3

    @property
    def may_hide(self) -> bool:
        """May hide units in its half of the table."""
        return self.margin >= 4

    @property
    def knows_mission(self) -> bool:
        """Knows type, objective and time limit of the enemy."""
        return self.margin == 5


@rule("tactical.4.1.3-scouting")
def scouting_advantage(red: int, blue: int) -> Scouting:
    """The side with more Scouting Points, by how many; more than 5 count as 5."""
    margin = min(5, abs(red - blue))
    seat = "" if red == blue else "red" if red > blue else "blue"
    return Scouting(seat, margin, rows("scouting")[margin]["name"])


# --- 4.1.2: a table drawn as its type of battlefield should look. The shares are guidelines: no table is refused

LOT: Final = 12 * INCH
"""A patch of terrain for about every lot."""
CORNERS: Final = (
    (1000, 0),
    (766, 643),
    (174, 985),
    (-500, 866),
    (-940, 342),
    (-940, -342),
    (-500, -866),
    (174, -985),
    (766, -643),
)
"""Where the corners of a patch lie around its middle, in thousandths."""
SAMPLES: Final = 24
"""Points along a table's width at which its terrain is counted."""
NAMES: Final = {
    "clear": "Clearing", "sand": "Dunes", "rough": "Scree", "woodland": "Woods", "jungle": "Jungle", "swamp": "Swamp",
    "dense urban": "Dense blocks", "water": "Pool", "deep water": "River",
}  # fmt: skip
DEPTHS: Final = {"water": 500, "deep water": 1500}
TALL: Final = ("woodland", "jungle", "urban", "dense urban")
ROAD_WIDTH: Final = 1_500
RIVER_WIDTH, BRIDGE_WIDTH, FORD = 2_500, 2_000, 1_500
WINDING: Final = 3 * INCH
"""How far a river strays from the middle of the table on its way to either side."""


class Battlefield(NamedTuple):
    """How a type of battlefield looks."""

    name: str
    share: int
    """Hundredths of the table that are of one of its types, at least."""
    types: tuple[str, ...]
    base: str
    base_name: str
    patches: tuple[str, ...]
    """What else lies about, as often as it is likely."""
    hills: int
    levels: int
    road: bool
    pools: int
    river: int
    """Tables of six with a river across them."""


@cache
@rule(
    "tactical.4.1.2-battlefield-desert",
    "tactical.4.1.2-battlefield-broken",
    "tactical.4.1.2-battlefield-mountains",
    "tactical.4.1.2-battlefield-woodland",
    "tactical.4.1.2-battlefield-jungle",
    "tactical.4.1.2-battlefield-swamp",
    "tactical.4.1.2-battlefield-polar",
    "tactical.4.1.2-battlefield-white-desert",
    "tactical.4.1.2-battlefield-urban",
)
def battlefields() -> dict[str, Battlefield]:
    """The types of battlefield by name."""
    return {row["name"]: _read(row) for row in rows("battlefields")}


def _read(row: dict[str, str]) -> Battlefield:
    patches: list[str] = []
    for entry in row["patches"].split():
        kind, _, weight = entry.partition("*")
        patches += [kind.replace("_", " ")] * int(weight or 1)
    types = tuple(word.replace("_", " ") for word in row["types"].split())
    return Battlefield(
        row["name"], int(row["share"]), types, row["base"], row["base_name"], tuple(patches), int(row["hills"]),
        int(row["levels"]), row["road"] == "yes", int(row["pools"]), int(row["river"]),
    )  # fmt: skip


def share_of(ground: Ground, types: tuple[str, ...]) -> int:
    """Hundredths of a table that are of some types of terrain, counted on a lattice."""
    step = ground.width // SAMPLES
    across, up = range(step // 2, ground.width, step), range(step // 2, ground.height, step)
    spots = [type_at(ground, x, y) for x in across for y in up]
    return 100 * sum(kind in types for kind in spots) // len(spots)


def draw_ground(name: str, width: int, height: int, seed: int) -> Ground:
    """A table of a type of battlefield, in mils; a seed gives the same table on every machine."""
    plan = _Plan(battlefields()[name], width, height, Draw(seed))
    plan.lay()
    return plan.ground(seed)


def _height_at(line: tuple[tuple[int, int], ...], x: int) -> int:
    """How far north a line of two stretches runs at a place along it."""
    for (x0, y0), (x1, y1) in pairwise(line):
        if x0 <= x <= x1:
            return y0 + (y1 - y0) * (x - x0) // max(1, x1 - x0)
    return line[-1][1]


@dataclass
class _Plan:
    """A table in the making: what lies under everything, then hills, patches, pools, and a road on top."""

    look: Battlefield
    width: int
    height: int
    draw: Draw
    under: list[Piece] = field(default_factory=list)
    patches: list[Piece] = field(default_factory=list)
    over: list[Piece] = field(default_factory=list)

    def lay(self) -> None:
        """Everything, and no more patches than leave the battlefield what it is."""
        if self.look.base != "clear":
            whole = rectangle(0, 0, self.width, self.height)
            self.under.append(self._piece(self.look.base, whole, self.look.base_name))
        for _ in range(self.look.hills):
            self._hill()
        for row in range(max(1, self.height // LOT)):
            for column in range(max(1, self.width // LOT)):
                self._patch(column * LOT, row * LOT)
        for _ in range(self.look.pools):
            at = self._spot(self.height // 4, 4 * INCH)
            self.patches.append(self._piece("water", self._blob(*at, 2 * INCH, 3 * INCH)))
        if self.look.road:
            self._road()
        if self.look.river and self.draw.between(1, 6) <= self.look.river:
            self._river()
        while self.patches and share_of(self.ground(0), self.look.types) < self.look.share:
            others = [at for at, piece in enumerate(self.patches) if piece.props["going"] not in self.look.types]
            del self.patches[others[self.draw.randrange(len(others))]]

    def ground(self, seed: int) -> Ground:
        """The table as it stands."""
        pieces = tuple(self.under + self.patches + self.over)
        return Ground(self.width, self.height, pieces, f"{self.look.name}, seed {seed}")

    def _spot(self, off_edge: int, off_side: int) -> tuple[int, int]:
        """A place so far from the edges where sides deploy, and from the others."""
        return (
            self.draw.between(off_side, self.width - off_side),
            self.draw.between(off_edge, self.height - off_edge),
        )

    def _blob(self, x: int, y: int, least: int, most: int) -> Outline:
        """A patch with an uneven border around a place, within the table."""
        corners = []
        for east, north in CORNERS:
            reach = self.draw.between(least, most)
            at = x + reach * east // 1000, y + reach * north // 1000
            corners.append((min(max(at[0], 0), self.width), min(max(at[1], 0), self.height)))
        return tuple(corners)

    def _piece(self, going: str, outline: Outline, name: str = "") -> Piece:
        kind = {"clear": "open", "water": "water", "deep water": "water"}.get(going, "area")
        number = len(self.under) + len(self.patches) + len(self.over) + 1
        rating = "heavy" if going in ("jungle", "dense urban") else "light" if kind == "area" else ""
        top = INCH if going in TALL else 0
        props: dict[str, int | str] = {"going": going, **({"depth": DEPTHS[going]} if kind == "water" else {})}
        ident = f"{going.replace(' ', '-')}-{number}"
        return Piece(ident, name or NAMES[going], kind, outline, top, 0, rating, props=props)

    def _patch(self, left: int, low: int) -> None:
        """Something in a lot of the table."""
        kind = self.look.patches[self.draw.randrange(len(self.look.patches))]
        x, y = left + self.draw.between(3 * INCH, 9 * INCH), low + self.draw.between(3 * INCH, 9 * INCH)
        if kind == self.look.base or x > self.width or y > self.height:
            return
        most = self.draw.between(4 * INCH, 6 * INCH)
        self.patches.append(self._piece(kind, self._blob(x, y, most * 3 // 5, most)))

    def _hill(self) -> None:
        """A hill of one or more levels, each standing on the one below it."""
        x, y = self._spot(9 * INCH, 8 * INCH)
        for level in range(1, self.draw.between(max(1, self.look.levels - 1), self.look.levels) + 1):
            wide = (3 + 2 * (self.look.levels - level)) * INCH
            outline = self._blob(x, y, wide, wide + INCH)
            ident = f"hill-{len(self.under) + 1}"
            self.under.append(Piece(ident, f"Hill, level {level}", "hill", outline, level * INCH, 0, "", True))

    def _river(self) -> None:
        """A river from west to east with a bend, a bridge over it on the road if there is one, and a ford."""
        middle, half = self.height // 2, RIVER_WIDTH // 2
        west, east = (middle + self.draw.between(-WINDING, WINDING) for _ in range(2))
        turn = self.draw.between(self.width // 3, 2 * self.width // 3)
        line = ((0, west), (turn, middle), (self.width, east))
        banks = [(x, y - half) for x, y in line] + [(x, y + half) for x, y in reversed(line)]
        self.over.insert(0, self._piece("deep water", tuple(banks), "River"))
        road = next((piece for piece in self.over if piece.kind == "road"), None)
        crossing = self.draw.between(self.width // 4, self.width // 2)
        if road is not None:
            crossing = (road.outline[2][0] + road.outline[5][0]) // 2
        self._bridge(crossing, _height_at(line, crossing))
        away = crossing + self.width // 3 if crossing < self.width // 2 else crossing - self.width // 3
        at = _height_at(line, away)
        ford = rectangle(away - FORD, at - 2 * half, away + FORD, at + 2 * half)
        self.over.insert(1, self._piece("rough", ford, "Ford"))

    def _bridge(self, x: int, y: int) -> None:
        """A large bridge from bank to bank, wherever the river slopes beneath it."""
        half, long = BRIDGE_WIDTH // 2, RIVER_WIDTH // 2 + INCH
        props: dict[str, int | str] = {"going": "bridge", "capacity": 100, "bears": 10, "drop": 1, "over": "deep water"}
        outline = rectangle(x - half, y - long, x + half, y + long)
        self.over.append(Piece("bridge", "Bridge", "road", outline, props=props))

    def _road(self) -> None:
        """A road from south to north with a bend."""
        ends = [self.draw.between(self.width // 4, 3 * self.width // 4) for _ in range(3)]
        middle, half = self.height // 2, ROAD_WIDTH // 2
        south, bend, north = ends[0], (ends[0] + ends[1]) // 2, ends[2]
        outline = (
            (south - half, 0), (south + half, 0), (bend + half, middle), (north + half, self.height),
            (north - half, self.height), (bend - half, middle),
        )  # fmt: skip
        self.over.append(Piece("road", "Road", "road", outline, props={"going": "road"}))


# --- 4.1: a scenario drawn from dice. Every roll is a function of its faces, and a person may say another result

SEATS: Final = ("red", "blue")
LOCATION, BATTLEFIELD, CONDITION = "location", "terrain", "condition"
MISSION, OBJECTIVE, LIMIT, SUBPLOT = "mission", "objective", "limit", "subplot"
COLUMNS: Final = {MISSION: "type", OBJECTIVE: "objective", LIMIT: "time_limit"}
MOST_EXTRA: Final = 9
"""Extra subplots a side can buy: each costs a tenth of its Threat Value, and with the tenth nobody would be left."""
MOST_CONDITIONS: Final = 2
SEVERAL: Final = re.compile("[+,]")
BOTH: Final = " + "
EXCLUSIVE: Final = (("Daylight", "Dawn/Dusk", "Night"), ("Rain", "Heavy Rain"))
"""External conditions of which only one can be."""
TWO_FACES: Final = re.compile(r"([1-6])[ ,+]*([1-6])")
"""A subplot as its dice show it: which list, and which of it."""
Die = Callable[[str], int]
"""The face of a die that is thrown for something."""


class Rolled(msgspec.Struct, frozen=True):
    """A roll of the generator: what it is for, the faces it showed (none where a person chose), and what it gives."""

    name: str
    value: str
    rule: str
    faces: tuple[int, ...] = ()


def known_values(name: str, location: str = "") -> tuple[str, ...]:
    """Everything a roll can give; in a location where that matters."""
    kind = name.partition("-")[0]
    if kind == LOCATION:
        return names("location", "name")
    if kind in (BATTLEFIELD, CONDITION):
        table = "terrain" if kind == BATTLEFIELD else "conditions"
        columns = (column_of(location),) if location else ("north", "badlands", "south")
        return tuple(dict.fromkeys(row[column] for column in columns for row in rows(table)))
    if kind == SUBPLOT:
        return tuple(name for name in subplots() if not (location and is_rerolled(name, location)))
    return names("mission", COLUMNS[kind])


def chosen(name: str, said: str, location: str = "") -> str:
    """What a person said in place of a roll: one of its results, however it is written. Raises BadInput."""
    if name == CONDITION and SEVERAL.search(said):
        return BOTH.join(_two_conditions(said, location))
    known = known_values(name, location)
    if name.startswith(SUBPLOT) and location and is_rerolled(said.strip().capitalize(), location):
        raise BadInput(f"'{name}': a {TEMPEST} breaks out in the {BADLANDS} only; elsewhere it is rolled again.")
    short = {"north": "Northern Hemisphere", "south": "Southern Hemisphere"} if name == LOCATION else {}
    wanted = short.get(said.strip().lower(), said.strip()).lower().replace("-", " ")
    found = next((each for each in known if each.lower().replace("-", " ") == wanted), "")
    if not found:
        raise UnknownName(f"result of the roll for {name}", said, known)
    return found


@heeds("tactical.4.1.2-external")
def _two_conditions(said: str, location: str) -> list[str]:
    """Two conditions at a time, where they do not shut each other out."""
    parts = [part.strip() for part in SEVERAL.split(said)]
    if len(parts) > MOST_CONDITIONS or not all(parts):
        raise BadInput(f"'condition={shortened(said)}': say one condition, or two with a plus sign between them.")
    found = [one_roll(CONDITION, part, location, _never).value for part in parts]
    for kinds in EXCLUSIVE:
        if sum(name in kinds for name in found) > 1:
            raise BadInput(f"'condition={shortened(said)}': {' and '.join(found)} do not go together.")
    if len(set(found)) < len(found):
        raise BadInput(f"'condition={shortened(said)}': that is one condition twice.")
    return found


def _never(name: str) -> int:
    raise AssertionError(f"{name} is said, not rolled")


def roll_names(extra: Mapping[str, int] | None = None) -> tuple[str, ...]:
    """Every roll of a scenario in its order."""
    sides = [f"{kind}-{seat}" for seat in SEATS for kind in (MISSION, OBJECTIVE, LIMIT)]
    plots = [plot_name(seat, number) for seat in SEATS for number in range(1, 2 + (extra or {}).get(seat, 0))]
    return (LOCATION, BATTLEFIELD, CONDITION, *sides, *plots)


def plot_name(seat: str, number: int = 1) -> str:
    """The name of a side's subplot: the first one is free."""
    return f"{SUBPLOT}-{seat}" + (f"-{number}" if number > 1 else "")


def throws_for(name: str) -> tuple[str, ...]:
    """What the dice of a roll are called: a subplot takes two."""
    return (f"{name}: list", name) if name.startswith(SUBPLOT) else (name,)


@rule("tactical.4.1")
def draw_rolls(given: Mapping[str, str], die: Die, extra: Mapping[str, int] | None = None) -> dict[str, Rolled]:
    """All rolls of a scenario: location, battlefield and condition once, a mission and subplots for each side.

    What a person gave is taken as it is; everything wrong with that is said at once.
    """
    wrong: list[str] = []
    names = roll_names(extra)
    wrong += [
        f"There is no roll '{shortened(name)}': there are {', '.join(names)}." for name in given if name not in names
    ]
    found: dict[str, Rolled] = {}
    for name in names:
        location = found[LOCATION].value if LOCATION in found else ""
        try:
            where = roll_location(given, die) if name == LOCATION else None
            found[name] = where or one_roll(name, given.get(name, ""), location, die)
        except BadInput as error:
            wrong.append(str(error))
            found[name] = one_roll(name, "", location, die)
    if wrong:
        raise BadInput("\n".join(wrong))
    return found


@heeds("tactical.4.1", "tactical.4.1.2-location")
def roll_location(given: Mapping[str, str], die: Die) -> Rolled:
    """Where it is fought: as said, or rolled, again where what was said of weather or a tempest cannot be."""
    suiting = [name for name in names("location", "name") if could_be(name, given)]
    while True:
        found = one_roll(LOCATION, given.get(LOCATION, ""), "", die)
        if not found.faces or given.get(LOCATION) or not suiting or found.value in suiting:
            return found


def could_be(location: str, given: Mapping[str, str]) -> bool:
    """Whether everything that a person said of weather and subplots can be in a location."""
    try:
        for name, said in given.items():
            if said and name.partition("-")[0] in (CONDITION, SUBPLOT):
                one_roll(name, said, location, lambda _name: 1)
    except BadInput:
        return False
    return True


def one_roll(name: str, said: str, location: str, die: Die) -> Rolled:
    """One roll, or what was said in its place."""
    kind = name.partition("-")[0]
    two = TWO_FACES.fullmatch(said.strip()) if kind == SUBPLOT else None
    if two is not None:
        faces = int(two[1]), int(two[2])
        value = subplot_of(subplot_list_of(faces[0]), faces[1])
        return Rolled(name, chosen(name, value, location), RULES[kind], faces)
    if said and not (said in map(str, FACES) and kind != SUBPLOT):
        where = "" if kind == BATTLEFIELD else location
        return Rolled(name, chosen(name, said, where), RULES[kind])
    if kind == SUBPLOT:
        return _subplot(name, location, die)
    face = int(said) if said else die(name)
    return Rolled(name, _result(kind, face, location), RULES[kind], (face,))


RULES: Final = {
    LOCATION: "tactical.4.1.2-location", BATTLEFIELD: "tactical.4.1.2-terrain-table",
    CONDITION: "tactical.4.1.2-external",
    MISSION: "tactical.4.1.2", OBJECTIVE: "tactical.4.1.2", LIMIT: "tactical.4.1.2", SUBPLOT: "tactical.4.1.4",
}  # fmt: skip


def _result(kind: str, face: int, location: str) -> str:
    if kind == LOCATION:
        return location_of(face)
    if kind == BATTLEFIELD:
        return battlefield_of(location, face)
    if kind == CONDITION:
        return condition_of(location, face)
    return mission_of(COLUMNS[kind], face)


def _subplot(name: str, location: str, die: Die) -> Rolled:
    """Two dice: which list, and which of it; again where there can be no such thing."""
    while True:
        faces = tuple(map(die, throws_for(name)))
        value = subplot_of(subplot_list_of(faces[0]), faces[1])
        if not is_rerolled(value, location):
            return Rolled(name, value, RULES[SUBPLOT], faces)


def told(rolls: Mapping[str, Rolled]) -> Iterator[str]:
    """A scenario in lines a person reads."""
    place = (
        f"{rolls[LOCATION].value}: {rolls[BATTLEFIELD].value}, {rolls[CONDITION].value.lower().replace(BOTH, ' and ')}."
    )
    yield place
    for seat in SEATS:
        mission, what, limit = (rolls[f"{kind}-{seat}"].value for kind in (MISSION, OBJECTIVE, LIMIT))
        whose = "the enemy's" if mission in (CAPTURE, DESTROY, DISABLE) else "its own"
        about = what if what == ECM else what.lower()
        yield f"{seat.title()}: {mission} {whose} {about}. Time limit: {limit.lower()}."
    for name, roll in rolls.items():
        if name.startswith(SUBPLOT):
            plot = subplots()[roll.value]
            yield f"{name.split('-')[1].title()}'s subplot: {plot.name} ({plot.list.lower()}): {plot.effect}."


# --- 4.1: the generator as everything around the system sees it: a scenario from a seed and what a person said

BATTLE: Final = "battle"
TV: Final = "tv"
USUAL_TV: Final = 2000
LARGEST_TV: Final = 40_000
_THROWS: Final = tuple(throw for name in roll_names() for throw in throws_for(name))
"""All dice of a scenario without extra subplots, in their order."""
_MEANINGS: Final = {
    LOCATION: "where on the planet", BATTLEFIELD: "the type of battlefield", CONDITION: "time of day or weather",
    MISSION: "the type of the mission", OBJECTIVE: "what the mission is about", LIMIT: "its time limit",
    SUBPLOT: "a complication",
}  # fmt: skip


def meaning(name: str) -> str:
    """What a roll decides, and its results."""
    kind, _, whose = name.partition("-")
    side = f" of {whose}" if whose else ""
    more = {CONDITION: "; or two with a plus sign", SUBPLOT: "; or both faces of its dice, 4 3"}.get(kind, "")
    return f"{_MEANINGS[kind]}{side}: {', '.join(known_values(name))}{more}"


@heeds("tactical.4.1")
def seeded_die(seed: int) -> Die:
    """A die whose faces come from a seed: each roll has its own, so what a person says of one changes no other."""
    usual, own = Seeded(f"scenario/{seed}"), dict[str, tuple[Seeded, Iterator[int]]]()

    def face(name: str) -> int:
        first = name not in own
        source, numbers = own.setdefault(name, (Seeded(f"scenario/{seed}/{name}"), count()))
        if first and name in _THROWS:
            return usual.roll(Roll(name, 1, 6), _THROWS.index(name))[0]
        return source.roll(Roll(name, 1, 6), next(numbers))[0]

    return face


def read_tv(text: str, wrong: list[str]) -> int:
    """The Threat Value a side that players agreed on."""
    if not text:
        return USUAL_TV
    if text.isascii() and text.isdigit() and len(text) < 7 and 0 < int(text) <= LARGEST_TV:
        return int(text)
    wrong.append(f"'tv={shortened(text)}': a battle is fought with 1 to {LARGEST_TV} TV a side.")
    return USUAL_TV


def read_extra(given: Mapping[str, str], wrong: list[str]) -> dict[str, int]:
    """How many extra subplots each side buys."""
    found = {}
    for seat in SEATS:
        text = given.get(f"extra-{seat}", "0")
        found[seat] = int(text) if text.isascii() and text.isdigit() and len(text) < 3 else MOST_EXTRA + 1
        if found[seat] > MOST_EXTRA:
            wrong.append(f"'extra-{seat}={shortened(text)}': a side buys 0 to {MOST_EXTRA} extra subplots.")
            found[seat] = 0
    return found


def draw(seed: int, given: Mapping[str, str]) -> DrawnScenario:
    """A scenario from a seed; `given` holds results that a person said, `tv`, and how many subplots each side buys."""
    wrong: list[str] = []
    tv, extra = read_tv(given.get(TV, ""), wrong), read_extra(given, wrong)
    said = {name: value for name, value in given.items() if name != TV and not name.startswith("extra-")}
    try:
        rolls = draw_rolls(said, seeded_die(seed), extra)
    except BadInput as error:
        wrong.append(str(error))
    if wrong:
        raise BadInput("\n".join(wrong))
    size = battle_of(tv)
    options = {TV: str(tv), **{f"extra-{seat}": str(number) for seat, number in extra.items() if number}}
    return DrawnScenario(
        BATTLE,
        f"{size.name}: {tv} TV a side, about {size.hours} h",
        tuple(told(rolls)),
        tuple(DrawnRoll(roll.name, roll.value, roll.faces, roll.rule) for roll in rolls.values()),
        options | {name: roll.value for name, roll in rolls.items()},
    )


GENERATOR: Final = ScenarioGenerator(
    draw,
    {name: meaning(name) for name in roll_names()},
    {name: known_values(name) for name in roll_names()},
    (TV, *(f"extra-{seat}" for seat in SEATS)),
)
