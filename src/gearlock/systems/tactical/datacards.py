"""2.3.4 and 7.2: datacards: what a card says of a vehicle, its perks and flaws, and the levels of its crew."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import NamedTuple

import msgspec

from gearlock.kernel.errors import UnknownName
from gearlock.kernel.files import data_records
from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.tactical.weapons import PACKAGE, PRINTED, Weapon

# --- 2.3.4: datacards, what a card says of a vehicle or a squad, and how far each figure can be trusted

GEAR, STRIDER, TANK, VEHICLE, INFANTRY, TURRET = "gear", "strider", "tank", "vehicle", "infantry", "turret"
KINDS = (GEAR, STRIDER, TANK, VEHICLE, INFANTRY, TURRET)
WALKER, GROUND, HOVER, NAVAL, SUBMARINE = "W", "G", "H", "N", "S"
MODES = (WALKER, GROUND, HOVER, NAVAL, SUBMARINE)
MODE_WORDS = {"W": "Walker", "G": "Ground", "H": "Hover", "N": "Naval", "S": "Submarine", "": "no movement"}
FRONT, RIGHT, LEFT, REAR, FIXED, TURRETED = "F", "Rt", "L", "Rr", "FF", "T"
ARCS = (FRONT, RIGHT, LEFT, REAR, FIXED, TURRETED)


class Speeds(NamedTuple):
    """Movement Points at Combat and at Top Speed."""

    combat: int
    top: int


class Mount(msgspec.Struct, frozen=True):
    """A weapon row of a card; its figures win over those of the list."""

    id: str
    """Unique on the card: the second LAC is LAC 2."""
    weapon: Weapon
    arc: str = FRONT
    ammo: int | None = None
    """Rounds it carries; None where they are not counted."""
    clips: int = 0
    """Spare clips that were bought; each fills it again."""
    link: str = ""
    """Mounts with the same link may fire together in one Action; empty is linked with nothing."""
    mark: str = PRINTED
    reason: str = ""


class Squad(msgspec.Struct, frozen=True):
    """3.6.1: what stands on an infantry card beside its name. Which quality it has is its crew level."""

    armor: str
    """light flak, heavy flak or turtleshell."""
    carried: tuple[str, ...]
    """The weapon row of each trooper, first to last, by the mount's id."""
    leader: int = 1
    """The trooper who leads, from 1."""
    mount: str = ""
    """jetpack or atv; empty for men on foot."""
    night_vision: bool = False
    quality: int = 2
    """The crew level it has where nobody says otherwise."""


class Card(msgspec.Struct, frozen=True):
    """A datacard. A figure the card does not list is 0, and `provenance` has no mark for it."""

    id: str
    name: str
    family: str
    """The vehicle whose price list it takes: stock and custom Hunters are Hunters."""
    faction: str
    kind: str
    tv: int
    """At Qualified."""
    size: int
    crew: int
    actions: int
    maneuver: int
    fire_control: int
    sensors: int
    sensor_km: int
    communications: int
    comm_km: int
    modes: dict[str, Speeds]
    """By movement system, Walker before Ground; none for what never moves."""
    armor: int
    weapons: tuple[Mount, ...]
    perks: dict[str, int]
    """By name with the rating, 1 where there is none; several arms count by the best of them."""
    flaws: dict[str, int]
    details: dict[str, str]
    """What stands in brackets behind a perk or flaw beside its number: arcs, weapons, how many."""
    aux: tuple[str, ...]
    """The perks among them that are auxiliary systems."""
    radius: int
    height: int
    squad: Squad | None = None
    base_tv: int = 0
    lines: str = ""
    note: str = ""
    provenance: dict[str, str] = {}
    """The mark of every field the card lists, by name of the field."""
    reasons: dict[str, str] = {}
    status: str = PRINTED
    """The mark of the card as a whole: the weakest of the figures it needs. What it carries has marks of its own."""
    reason: str = ""
    sensor_m: int = 0
    """Metres beyond the whole kilometres of its Sensors: the Caiman sees 1.5 km."""
    load: str = ""
    """Of a Gear with a price list or a squad: the mark of its load as a whole; empty where the card prints it."""
    load_reason: str = ""
    fieldable: bool = True
    """Whether a force may buy it; what comes with a scenario has no Threat Value."""

    def __hash__(self) -> int:
        return hash(self.id)

    @property
    def is_infantry(self) -> bool:
        """A squad of troopers."""
        return self.squad is not None

    @heeds("tactical.2.3.4-armor")
    def thresholds(self, lost: int = 0) -> tuple[int, int, int]:
        """Damage that is Light, Heavy and Overkill: once, twice and three times the Armor that is left."""
        left = max(0, self.armor - lost)
        return left, 2 * left, 3 * left

    @rule("tactical.2.3.4-sensors")
    def sensor_mils(self, kilometre: int) -> int:
        """How far its Sensors reach, given the mils of a kilometre: the number behind the slash is in kilometres."""
        return (1000 * self.sensor_km + self.sensor_m) * kilometre // 1000

    @rule("tactical.2.3.4-communications")
    def comm_mils(self, kilometre: int) -> int:
        """How far its Communications reach, given the mils of a kilometre."""
        return self.comm_km * kilometre

    @property
    @heeds("tactical.2.3.4-speed")
    def primary(self) -> str:
        """The movement system it begins with: Walker before Ground before Hover; "" for what never moves."""
        return next((mode for mode in MODES if mode in self.modes), "")

    def has(self, name: str) -> bool:
        """Whether a perk or flaw of this name stands on the card."""
        return name in self.perks or name in self.flaws

    def rating(self, name: str) -> int:
        """The number behind a perk or flaw, 0 without it."""
        return self.perks.get(name, 0) or self.flaws.get(name, 0)

    def mount(self, id: str) -> Mount | None:
        """The weapon row of this id."""
        return next((mount for mount in self.weapons if mount.id == id), None)


@rule("tactical.2.3.4-crew")
def actions_of(crew: int) -> int:
    """Actions of a crew: one; two from two people on, three from four. Robotic controllers count as people."""
    return 3 if crew >= 4 else 2 if crew >= 2 else 1 if crew else 0


_TONS = (
    Fraction(8, 100), Fraction(3, 10), Fraction(11, 10), Fraction(24, 10), Fraction(44, 10), Fraction(73, 10),
    Fraction(10), Fraction(16), Fraction(22), Fraction(30), Fraction(40), Fraction(52), Fraction(66), Fraction(82),
)  # fmt: skip


@rule("tactical.2.3.4-size")
def most_mass(size: int) -> Fraction:
    """The most tons a vehicle of a Size weighs. The chart ends at 10; up to 14 it goes on with the cube of Size."""
    return _TONS[min(max(size, 1), len(_TONS)) - 1]


def stands_on(kind: str, size: int) -> tuple[int, int]:
    """Radius of the base and height of the model in mils. The book gives neither: these are ours.

    Gears and striders rise a fifth of an inch for each point of Size, everything else an eighth, half an inch at least.
    Bases are 1 in wide, 1.5 in from Size 8 on and 2 in from Size 10 on; troopers and turrets stand on 1 in.
    """
    upright = 200 if kind in (GEAR, STRIDER) else 125
    height = 500 if kind in (INFANTRY, TURRET) else max(500, upright * size)
    wide = 1000 if size < 8 or kind in (INFANTRY, TURRET) else 1500 if size < 10 else 2000
    return wide // 2, height


@rule("tactical.2.3.4-speed")
def combat_speed(top: int) -> int:
    """Combat Speed of a Top Speed: half of it, rounded up."""
    return (top + 1) // 2


# --- 7.2: perks and flaws, which of them are auxiliary systems, and what stands behind their names on a card

FILE = "perks.toml"
_ENTRY = re.compile(r"([^()]*?)(?:\s+([0-9]{1,3}))?\s*(?:\(([^()]*)\))?")
_OPTIONAL = "?"


class PerkText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A perk or flaw: whether it is AUX, has a number, what stands in brackets, its rule, and words for the card."""

    name: str
    flaw: bool
    aux: bool
    rated: bool
    detail: str
    rule: str
    words: str


class Perks(NamedTuple):
    """What a card lists, taken apart as cards keep it."""

    perks: dict[str, int]
    flaws: dict[str, int]
    details: dict[str, str]
    aux: tuple[str, ...]


@cache
@rule("tactical.7.2", "tactical.7.2-card-only-perks")
def known_perks() -> Mapping[str, PerkText]:
    """The 45 perks and flaws by name, those that cards name and no rule describes among them."""
    return {perk.name: perk for perk in data_records(PACKAGE, FILE, "perk", PerkText)}


@cache
def _by_small_letters() -> Mapping[str, PerkText]:
    return {name.lower(): perk for name, perk in known_perks().items()}


def split_entries(text: str) -> list[str]:
    """What stands between semicolons."""
    return [part.strip() for part in text.split(";") if part.strip()]


def read_perk(text: str) -> tuple[PerkText, int, str]:
    """One entry, its number (1 where none belongs) and what stands in brackets. Raises ValueError."""
    match = _ENTRY.fullmatch(text.strip())
    perk = _by_small_letters().get(match[1].strip().lower()) if match else None
    if match is None or perk is None:
        raise ValueError(f"there is no perk or flaw '{text[:60]}'; `gearlock force stock` lists those there are")
    number, detail = match[2], (match[3] or "").strip()
    if perk.rated and number is None:
        raise ValueError(f"'{text[:60]}': {perk.name} needs a number behind it, such as {perk.name} 2")
    if not perk.rated and number is not None:
        raise ValueError(f"'{text[:60]}': {perk.name} has no number")
    if detail and not perk.detail:
        raise ValueError(f"'{text[:60]}': nothing stands in brackets behind {perk.name}")
    if not detail and perk.detail and not perk.detail.startswith(_OPTIONAL):
        raise ValueError(f"'{text[:60]}': {perk.name} needs its {perk.detail} in brackets")
    return perk, int(number or 1), detail


@heeds("tactical.7.2")
def read_loosely(text: str) -> tuple[PerkText, int, str]:
    """One entry as somebody types it: without a number it counts 1, without brackets as usual. Raises UnknownName."""
    match = _ENTRY.fullmatch(text.strip())
    perk = _by_small_letters().get(match[1].strip().lower()) if match else None
    if match is None or perk is None:
        raise UnknownName("perk or flaw", text, known_perks(), "tactical.2.3.4-perks")
    return perk, int(match[2] or 1), (match[3] or "").strip()


@heeds("tactical.7.2", "tactical.2.3.4-perks")
def with_entry(card: Card, text: str) -> Card:
    """A card with one perk or flaw more. Raises UnknownName."""
    perk, rating, detail = read_loosely(text)
    column = "flaws" if perk.flaw else "perks"
    changes: dict[str, object] = {column: {**getattr(card, column), perk.name: rating}}
    if detail:
        changes["details"] = {**card.details, perk.name: detail}
    if perk.aux and perk.name not in card.aux:
        changes["aux"] = (*card.aux, perk.name)
    return msgspec.structs.replace(card, **changes)


@rule("tactical.2.3.4-perks")
@heeds("tactical.7.2")
def read_perks(text: str, flaws: str) -> Perks:
    """The two columns of a card. Of several arms the best counts. Raises ValueError."""
    found = Perks({}, {}, {}, ())
    aux: list[str] = []
    for column, entries in (("perks", text), ("flaws", flaws)):
        for entry in split_entries(entries):
            perk, rating, detail = read_perk(entry)
            if perk.flaw != (column == "flaws"):
                raise ValueError(f"{perk.name} is a {'flaw' if perk.flaw else 'perk'}: write it in that column")
            ratings = found.flaws if perk.flaw else found.perks
            ratings[perk.name] = max(rating, ratings.get(perk.name, 0))
            aux += [perk.name] if perk.aux and perk.name not in aux else []
            if detail:
                before = found.details.get(perk.name)
                found.details[perk.name] = f"{before}, {detail}" if before else detail
    return found._replace(aux=tuple(aux))


def perk_words(name: str, rating: int, detail: str) -> str:
    """`Reinforced Armor 4 (F)`, as a card lists it."""
    number = f" {rating}" if name in known_perks() and known_perks()[name].rated else ""
    return f"{name}{number}{f' ({detail})' if detail else ''}"


# --- 2.3.2, 2.5: crew levels by name, and what each multiplies a Threat Value by. Their Skills stand with the dice

ROOKIE, QUALIFIED, VETERAN, ELITE, LEGENDARY = 1, 2, 3, 4, 5
NAMES = {ROOKIE: "Rookie", QUALIFIED: "Qualified", VETERAN: "Veteran", ELITE: "Elite", LEGENDARY: "Legendary"}
"""Legendary is a quality of infantry; the table of crews ends with Elite."""
MULTIPLIERS = {
    ROOKIE: Fraction(1, 4),
    QUALIFIED: Fraction(1),
    VETERAN: Fraction(9, 4),
    ELITE: Fraction(4),
    LEGENDARY: Fraction(25, 4),
}
"""Half the level, squared; the book prints no multiplier for Legendary."""


def nearest(value: Fraction) -> int:
    """The nearest whole number; a half is rounded up."""
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)


@rule("tactical.2.3.4-threat-value")
def with_crew(tv: int, level: int) -> int:
    """The Threat Value of a vehicle with a crew of this level, to the nearest whole point."""
    return nearest(tv * MULTIPLIERS[level])


@rule("tactical.2.5")
def usual_level() -> int:
    """The level of a crew of which nobody says anything: Qualified, two dice and the attributes of the table."""
    return QUALIFIED
