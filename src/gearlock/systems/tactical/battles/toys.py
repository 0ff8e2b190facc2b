"""3.9: toy battles and Block and Run as scenarios: their options, fields, teams and weapons."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

import msgspec

from gearlock.kernel.errors import BadInput, UnknownName, shortened
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.system import Scenario
from gearlock.mechanics.ground.surfaces import solids_under
from gearlock.mechanics.placing.search import has_room
from gearlock.systems.tactical.battles.generated import Groups, Post, ground_for, map_faults, read_groups
from gearlock.systems.tactical.datacards import GEAR, Card, Mount
from gearlock.systems.tactical.state import SEATS, TOY_SCALE, opponent
from gearlock.systems.tactical.toy_battles.toys import LENGTH, OUTDOORS, PLACE, RUNNERS
from gearlock.systems.tactical.unit_files import all_cards
from gearlock.systems.tactical.weapons import GUN, MELEE, ROCKET, USER, Weapon
from gearlock.table.bodies import Body
from gearlock.table.generate import Draw
from gearlock.table.inches import footprint_overlaps
from gearlock.table.measure import INCH, inches_text, mils
from gearlock.table.polygon import Outline, rectangle
from gearlock.table.terrain import Ground, Piece

# --- 3.9.1: playing fields for toys, drawn from a seed: a room with furniture and books, or a garden with puddles

INDOORS: Final = "indoors"
SIZES: Final = {INDOORS: (10, 12), OUTDOORS: (14, 13)}
"""Lengths that a field is wide and high."""
ENDS: Final = 2
"""Lengths at each end that teams set up in; nothing stands there."""
LOT: Final = 2
"""Lengths along a square that one thing stands in."""
FULL: Final = {INDOORS: 80, OUTDOORS: 60}
"""Hundredths of the squares that have something in them."""


class Thing(NamedTuple):
    """Something to hide behind: its sides and its height in hundredths of a length, from and to."""

    name: str
    kind: str
    wide: tuple[int, int]
    deep: tuple[int, int]
    high: tuple[int, int]
    footing: bool = True
    often: int = 1


ROOM: Final = (
    Thing("Stack of books", "instance", (60, 110), (50, 80), (40, 90), often=4),
    Thing("Pile of magazines", "instance", (90, 120), (70, 100), (25, 40), often=2),
    Thing("Cardboard box", "instance", (90, 140), (80, 130), (80, 160), often=3),
    Thing("Cushion", "instance", (120, 150), (120, 150), (30, 50)),
    Thing("Shoe", "instance", (120, 150), (45, 55), (30, 60), False),
    Thing("Chair", "chair", (130, 150), (130, 150), (240, 260), False, 2),
    Thing("Spilled lemonade", "water", (70, 120), (70, 120), (0, 0), False),
)
GARDEN: Final = (
    Thing("Stone", "instance", (50, 110), (50, 110), (40, 100), often=4),
    Thing("Bundle of sticks", "instance", (110, 150), (25, 50), (22, 45), often=3),
    Thing("Flower pot", "instance", (80, 110), (80, 110), (90, 140), often=2),
    Thing("Sand dune", "dune", (110, 150), (110, 150), (40, 70), often=3),
    Thing("Puddle", "water", (90, 150), (80, 140), (0, 0), False, 3),
)
THINGS: Final = {INDOORS: ROOM, OUTDOORS: GARDEN}
LEG: Final = 12
"""Half the side of a chair's leg, in hundredths."""
SEAT: Final = 20
"""How thick the seat of a chair is."""


@heeds("tactical.3.9.1")
def draw_field(place: str, length: int, seed: int) -> Ground:
    """A field of a kind, for lengths of so many mils; a seed gives the same one on every machine."""
    plan = _Field(length, Draw(seed))
    wide, high = SIZES[place]
    things = [thing for thing in THINGS[place] for _ in range(thing.often)]
    for row in range(ENDS, high - ENDS - LOT + 1, LOT):
        for column in range(0, wide - LOT + 1, LOT):
            if plan.draw.randrange(100) < FULL[place]:
                plan.put(things[plan.draw.randrange(len(things))], column, row)
    name = "Room" if place == INDOORS else "Garden"
    return Ground(wide * length, high * length, tuple(plan.pieces), f"{name}, seed {seed}")


@dataclass
class _Field:
    """A field in the making."""

    length: int
    draw: Draw
    pieces: list[Piece] = field(default_factory=list)

    def put(self, thing: Thing, column: int, row: int) -> None:
        """One thing somewhere in its square, with a way left around it."""
        wide, deep = self._side(thing.wide), self._side(thing.deep)
        if self.draw.randrange(2):
            wide, deep = deep, wide
        x = column * self.length + self.draw.randrange(LOT * self.length - wide)
        y = row * self.length + self.draw.randrange(LOT * self.length - deep)
        box = (x, y, x + wide, y + deep)
        number, high = len(self.pieces) + 1, self._side(thing.high) if thing.high[1] else 0
        if thing.kind == "chair":
            self._chair(box, high, number)
            return
        kind = "hill" if thing.kind == "dune" else thing.kind
        props: dict[str, int | str] = {"depth": 250} if kind == "water" else {"slope": 30} if kind == "hill" else {}
        outline = rectangle(*box) if kind == "instance" else self._rounded(box)
        ident = f"{thing.name.lower().replace(' ', '-')}-{number}"
        self.pieces.append(Piece(ident, thing.name, kind, outline, high, 0, "", thing.footing, props))

    def _side(self, span: tuple[int, int]) -> int:
        return self.draw.between(*span) * self.length // 100

    def _rounded(self, box: tuple[int, int, int, int]) -> Outline:
        """A patch with its corners cut off."""
        x0, y0, x1, y1 = box
        cut = min(x1 - x0, y1 - y0) // 4
        return (
            (x0 + cut, y0), (x1 - cut, y0), (x1, y0 + cut), (x1, y1 - cut),
            (x1 - cut, y1), (x0 + cut, y1), (x0, y1 - cut), (x0, y0 + cut),
        )  # fmt: skip

    def _chair(self, box: tuple[int, int, int, int], high: int, number: int) -> None:
        """Four legs and a seat high above them, under which toys walk."""
        x0, y0, x1, y1 = box
        side, under = 2 * LEG * self.length // 100, high - SEAT * self.length // 100
        corners = ((x0, y0), (x1 - side, y0), (x1 - side, y1 - side), (x0, y1 - side))
        for at, (x, y) in enumerate(corners, 1):
            outline = rectangle(x, y, x + side, y + side)
            self.pieces.append(Piece(f"chair-{number}-leg-{at}", "Leg of a chair", "instance", outline, under))
        self.pieces.append(Piece(f"chair-{number}", "Seat of a chair", "instance", rectangle(*box), high, under))


# --- 3.9: toy battles and Block and Run as scenarios: their options, fields, teams and weapons

TOY, BLOCK_AND_RUN = "toy", "block-and-run"
GAMES: Final = (TOY, BLOCK_AND_RUN)
DRAWN: Final = "drawn"
TOYS, MOST_TOYS = 5, 12
ROUNDS: Final = 30
LEAST_HIGH: Final = 3 * ENDS
"""Lengths that a field is high at least: an end for each team, and as much between them."""
LENGTHS: Final = {INDOORS: 7 * INCH, OUTDOORS: 10 * INCH}
"""The hand and the foot of somebody grown up."""
SHORTEST, LONGEST = 2 * INCH, 16 * INCH
BASE, HEIGHT = 1_400, 4
"""Half the base of a toy in mils beside a hand of 7 in, and how often it is as high as the miniature."""
OUTFIT, CARD = "toy", "card"
RANGED: Final = (("gun", "Gun", GUN), ("pod", "Rocket pod", ROCKET), ("gl", "Grenade launcher", GUN))
CLOSE: Final = (("sword", "Sword", MELEE), ("knife", "Knife", MELEE), ("axe", "Axe", MELEE))
USUAL: Final = (2, 1)
"""A gun and a rocket pod, and a weapon for close combat."""
MOST_WEAPONS: Final = 9
TEAMS: Final = {
    "red": ("hunter", "cheetah", "hunter", "grizzly", "jaguar", "hunter"),
    "blue": ("jaeger", "iguana", "jaeger", "spitting-cobra", "black-mamba", "jaeger"),
}
_OPTIONS: Final = {
    "toys": f"toys a team, 1 to {MOST_TOYS} (default {TOYS}; teams have five or six)",
    "place": "indoors (a room, measured in hand lengths) or outdoors (a garden, in foot lengths)",
    "length": "inches of the hand or foot length (default 7 indoors, 10 outdoors)",
    "weapons": "toy (gun, rocket pod and sword each), card (as on its datacard), or ranged+close such as 2+1",
    "red": "the Gears of red by id, with commas: hunter*3, cheetah",
    "blue": "the Gears of blue",
    "map": "drawn (from the seed), a size such as 24x24, or a map file of your own (.toml)",
    "rounds": f"how many rounds there is time for (default {ROUNDS})",
}
_CHOICES: Final[dict[str, tuple[str, ...]]] = {PLACE: (INDOORS, OUTDOORS), "weapons": (OUTFIT, CARD)}


def toy_scenarios() -> dict[str, Scenario]:
    """Both games with toys."""
    plain = Scenario(
        TOY, "Toy battle", "Toy Gears in a room or a garden: hand lengths, and rock, paper, scissors.",
        _OPTIONS, "Disable all the rival's toys.", True, _CHOICES, open=True,
    )  # fmt: skip
    running = Scenario(
        BLOCK_AND_RUN, "Block and Run", "Toy Runners cross the room; Blockers in its middle keep them from it.",
        {**_OPTIONS, RUNNERS: "the team that runs, red or blue (default red)"},
        "Runners: get across, and do not attack. Blockers: disable more of them than get across.",
        True, {**_CHOICES, RUNNERS: SEATS}, open=True,
    )  # fmt: skip
    return {TOY: plain, BLOCK_AND_RUN: running}


class Plan(NamedTuple):
    """Everything that is settled before a toy battle."""

    ground: Ground
    forces: dict[str, Groups]
    switches: dict[str, str]
    more: dict[str, Any]
    cards: dict[str, Card]


@heeds("tactical.3.9.1", "tactical.3.9.3")
def plan_toys(scenario: str, seed: int, options: Mapping[str, str], wrong: list[str]) -> Plan:
    """The field, the teams and their weapons; faults go to `wrong`, and are raised together."""
    place = options.get(PLACE, INDOORS)
    if place not in LENGTHS:
        wrong.append(str(UnknownName("place", place, LENGTHS)))
        place = INDOORS
    length = read_length(options.get(LENGTH, ""), place, wrong)
    count = _number(options.get("toys", str(TOYS)), "toys", MOST_TOYS, wrong)
    arms = read_weapons(options.get("weapons", OUTFIT), wrong)
    forces = {seat: _team(seat, options.get(seat, ""), count, wrong) for seat in SEATS}
    runners = options.get(RUNNERS, SEATS[0])
    if runners not in SEATS:
        wrong.append(str(UnknownName("team", runners, SEATS)))
    cards = {}
    for post in (post for groups in forces.values() for group in groups for post in group):
        card = all_cards().get(post.card)
        if card is not None:
            cards[card.id] = as_toy(card, length, place, arms, wrong)
    name = options.get("map", DRAWN)
    wrong += map_faults(name, (DRAWN, "your-own.toml"))
    if wrong:
        raise BadInput("\n".join(dict.fromkeys(wrong)))
    ground = draw_field(place, length, seed) if name == DRAWN else ground_for(name, seed)
    runners = runners if scenario == BLOCK_AND_RUN else ""
    teams = {seat: [cards[post.card] for group in forces[seat] for post in group] for seat in SEATS}
    faults = [] if name == DRAWN else field_faults(ground, length, runners, teams)
    if faults:
        raise BadInput("\n".join(faults))
    switches = {PLACE: place, **({RUNNERS: runners} if runners else {})}
    zones = zones_of(ground, length, runners)
    more = {"scale": TOY_SCALE, "begins": "placing", "points": {LENGTH: length}, **zones}
    return Plan(ground, forces, switches, more, cards)


@heeds("tactical.3.9.2-movement")
def read_length(text: str, place: str, wrong: list[str]) -> int:
    """The hand or foot length in mils: as said, or that of somebody grown up."""
    if not text:
        return LENGTHS[place]
    try:
        found = mils(text)
    except ValueError:
        found = 0
    if SHORTEST <= found <= LONGEST:
        return found
    wrong.append(f"'length={shortened(text)}': a hand or foot is {SHORTEST // INCH} to {LONGEST // INCH} in long.")
    return LENGTHS[place]


def _number(text: str, what: str, most: int, wrong: list[str]) -> int:
    if re.fullmatch(r"[0-9]{1,2}", text) and 1 <= int(text) <= most:
        return int(text)
    wrong.append(f"'{what}={shortened(text)}': say a number from 1 to {most}.")
    return 1


def read_weapons(text: str, wrong: list[str]) -> tuple[int, int] | None:
    """How many ranged and close-combat weapons every toy has; None where its card says it."""
    if text in (OUTFIT, CARD):
        return USUAL if text == OUTFIT else None
    said = re.fullmatch(r"([0-9])\+([0-9])", text)
    if said is not None and 1 <= int(said[1]) + int(said[2]) <= MOST_WEAPONS:
        return int(said[1]), int(said[2])
    wrong.append(
        f"'weapons={shortened(text)}': say toy, card, or ranged+close such as 2+1; every toy has 1 to {MOST_WEAPONS}."
    )
    return USUAL


def _team(seat: str, text: str, count: int, wrong: list[str]) -> Groups:
    """A team as typed, or the usual one; all in one group."""
    if not text:
        names = TEAMS[seat]
        return (tuple(Post(names[at % len(names)]) for at in range(count)),)
    groups = read_groups(text, seat, all_cards(), wrong)
    team = tuple(post for group in groups for post in group)
    if len(team) > MOST_TOYS:
        wrong.append(f"{seat} has {len(team)} toys; {MOST_TOYS} fit on a field.")
    return (team,)


@heeds("tactical.3.9.1")
def as_toy(card: Card, length: int, place: str, arms: tuple[int, int] | None, wrong: list[str]) -> Card:
    """A Gear as a toy: as large as one beside a hand or foot, with the weapons it was given, at least one."""
    if card.kind != GEAR:
        wrong.append(f"{card.name} is no Heavy Gear: toy battles are fought with toys of Gears.")
    usual = LENGTHS[place]
    weapons = card.weapons if arms is None else tuple(_outfit(*arms))
    if not weapons:
        wrong.append(f"{card.name} has no weapon on its card, and a toy has at least one: say weapons=2+1.")
    changes = {"radius": BASE * length // usual, "height": HEIGHT * card.height * length // usual}
    return msgspec.structs.replace(card, weapons=weapons, **changes)


def _outfit(ranged: int, close: int) -> list[Mount]:
    """So many weapons of each sort."""
    found = []
    for count, sorts in ((ranged, RANGED), (close, CLOSE)):
        for at in range(count):
            code, name, kind = sorts[at % len(sorts)]
            more = f" {at // len(sorts) + 1}" if at >= len(sorts) else ""
            found.append(Mount(f"{code}{more}", Weapon(code, f"{name}{more}", kind, 0, 0, mark=USER), mark=USER))
    return found


Box = tuple[int, int, int, int]


@heeds("tactical.3.9.1", "tactical.3.9.3")
def boxes_for(ground: Ground, length: int, runners: str) -> dict[str, Box]:
    """Teams begin at opposite ends; where there are Runners, the others begin in the middle."""
    wide, high, deep = ground.width, ground.height, ENDS * length
    found = {"red": (0, 0, wide, deep), "blue": (0, high - deep, wide, high)}
    if runners:
        found[opponent(runners)] = (0, (high - deep) // 2, wide, (high + deep) // 2)
    return found


def zones_of(ground: Ground, length: int, runners: str) -> dict[str, dict[str, str]]:
    """The zones of both teams in words, and their ends."""
    boxes = boxes_for(ground, length, runners)
    zones = {seat: " ".join(["box", *map(inches_text, box)]) for seat, box in boxes.items()}
    return {"zones": zones, "homes": {"red": "south", "blue": "north"}}


def field_faults(ground: Ground, length: int, runners: str, teams: Mapping[str, list[Card]]) -> list[str]:
    """Why a map of one's own is no field for these toys: it is too small, or there is no room to set up."""
    if ground.height < LEAST_HIGH * length or ground.width < ENDS * length:
        need = f"{inches_text(ENDS * length)} in wide and {inches_text(LEAST_HIGH * length)} in high"
        return [
            f"The field is too small: with lengths of {inches_text(length)} in it is at least {need}; say length=4."
        ]

    def is_free(body: Body) -> bool:
        wet = (piece for piece in ground.pieces if piece.kind == "water")
        return not solids_under(ground, body) and not any(footprint_overlaps(body, piece.outline) for piece in wet)

    boxes = boxes_for(ground, length, runners)
    return [
        f"There is no room on this map for the {len(team)} toys of {seat} to be set up."
        for seat, team in teams.items()
        if not has_room((rectangle(*boxes[seat]),), [card.radius for card in team], is_free)
    ]
