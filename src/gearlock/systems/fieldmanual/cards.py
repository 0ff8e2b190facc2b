"""Datacards: what a card says of a model, field by field, and how far each field can be trusted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from gearlock.kernel.rulebook import rule
from gearlock.systems.fieldmanual.weapons import Weapon
from gearlock.table.measure import INCH

GEAR, TANK, STRIDER, VEHICLE = "gear", "tank", "strider", "vehicle"
INFANTRY, DRONE, AIRCRAFT, STATIC = "infantry", "drone", "aircraft", "static"
KINDS = (GEAR, TANK, STRIDER, VEHICLE, INFANTRY, DRONE, AIRCRAFT, STATIC)
WALKER, GROUND, HOVER, AIR = "W", "G", "H", "A"
MODES = (WALKER, GROUND, HOVER)
PRINTED, ROSTER, DERIVED, PROPOSED, USER = "printed", "roster", "derived", "proposed", "user"
MARKS = (PRINTED, ROSTER, DERIVED, PROPOSED, USER)
"""Where a figure comes from: text or sample card, the damaged roster picture, a conversion, ourselves, a player."""
MOST_BOXES = 5


class Row(NamedTuple):
    """A movement row: MPs at Combat and Top Speed, Defense modifiers when Stationary, at Combat and at Top Speed.

    Of an aircraft the speeds are the shortest and the longest move.
    """

    combat: int
    top: int
    stop_def: int
    combat_def: int
    top_def: int


class Skills(NamedTuple):
    """Dice for ranged attacks, for defending and melee, for sensors and communication, and for leading."""

    attack: int
    defense: int
    ew: int
    leadership: int


class Mount(msgspec.Struct, frozen=True):
    """A weapon row of a card. The weapon has the figures of the card, which win over those of the tables."""

    id: str
    """Unique on the card: the second LAC is LAC 2."""
    name: str
    """As printed, with the size of a pod: LRP/24."""
    weapon: Weapon
    arc: str
    """A code of `perks.ARCS`; "" where a card shows none (PHYSICAL), which strikes all round."""
    rounds: int | None = None
    """How many attacks it has; None where nothing limits them but ammunition checks."""
    link: str = ""
    """Mounts with the same link may fire in one attack; "" is linked with nothing."""


class Card(msgspec.Struct, frozen=True):
    """A datacard. A number the card does not list is 0, and `provenance` has no mark for it."""

    id: str
    name: str
    family: str
    """The vehicle whose options it may take: a Command Jäger is a Jäger, a Headhunter a Hunter."""
    faction: str
    kind: str
    tv: int
    sp: int
    size: int
    actions: int
    rows: dict[str, Row]
    """By mode, the primary one first; none for what never moves."""
    attack: tuple[int, int, int]
    """The ATTACK row: modifiers when Stationary, at Combat and at Top Speed."""
    detect: int
    sensors: int
    comm: int
    auto_comm: int
    """Inches."""
    armor: int
    boxes: str
    overkill: int
    skills: Skills
    perks: dict[str, int]
    """By name with the rating, 1 where there is none; Reinforced Front, Rear ... are perks of their own."""
    flaws: dict[str, int]
    aux: tuple[str, ...]
    """The perks among them that are lost with the AUX systems."""
    details: dict[str, str]
    """What stands in brackets behind a perk or flaw beside its number: arcs, and what a transport carries."""
    weapons: tuple[Mount, ...]
    radius: int
    height: int
    bases: int = 0
    """Bases of a Combined Model; 0 for a single model."""
    turns: int = 0
    """Turns of an aircraft in one move."""
    army: str = ""
    lines: str = ""
    note: str = ""
    provenance: dict[str, str] = {}
    """The mark of every field the card lists, by column of the unit file."""
    reasons: dict[str, str] = {}
    """Why, or from which lines, for the marks that say so."""
    status: str = PRINTED
    """The weakest mark of all."""
    default_force: bool = True

    def __hash__(self) -> int:
        return hash(self.id)

    @property
    @rule("fieldmanual.perk-infantry")
    def is_infantry(self) -> bool:
        """A Combined Model that uses the infantry rules."""
        return "Infantry" in self.perks

    @property
    def is_combined(self) -> bool:
        """Several Bases that act as one model."""
        return self.bases > 0

    @property
    def primary(self) -> str:
        """The mode of the first row: cards print Walker before Ground before Hover; "" for what never moves.

        A set-up that was written down and read again no longer has the rows in the order of the card.
        """
        return next((mode for mode in (*MODES, AIR) if mode in self.rows), "")

    def has(self, name: str) -> bool:
        """Whether a perk or flaw of this name stands on the card."""
        return name in self.perks or name in self.flaws

    def rating(self, name: str) -> int:
        """The number behind a perk or flaw, 0 without it."""
        return self.perks.get(name, 0) or self.flaws.get(name, 0)

    def weapon(self, id: str) -> Mount | None:
        """The weapon row of this id."""
        return next((mount for mount in self.weapons if mount.id == id), None)


@rule("fieldmanual.card-armor")
def overkill_of(armor: int, boxes: str) -> int:
    """The damage that destroys at once: Armor for every box."""
    return armor * len(boxes)


def weakest(marks: Mapping[str, str]) -> str:
    """The least certain mark of all fields; a player's own card is the player's."""
    if USER in marks.values():
        return USER
    return max(marks.values(), key=MARKS.index, default=PRINTED)


_STANDS = {"Observation Bunker": (1000, 1000), "Heavy Bunker": (1000, 1000), "Blind": (1000, 1500)}
"""The bunkers are printed as 2 x 2 x 1 in."""


def stands_on(name: str, kind: str, size: int) -> tuple[int, int]:
    """Radius of the base and height of the model in mils. The book gives neither but for bunkers: these are ours.

    What stands upright is a fifth of an inch high for each point of Size, tanks and vehicles an eighth, nothing less
    than half an inch. Bases are 1 in wide, 1.5 in from Size 8 and 2 in from Size 10 on. Infantry bases are 1 in (1126).
    """
    if name in _STANDS:
        return _STANDS[name]
    if kind in (INFANTRY, DRONE):
        return INCH // 2, INCH // 2
    if kind == AIRCRAFT:
        return 3 * INCH // 4, INCH // 2
    tall = 125 if kind in (TANK, VEHICLE) else 200
    radius = INCH // 2 if size < 8 else 3 * INCH // 4 if size < 10 else INCH
    return radius, max(tall * size, INCH // 2)
