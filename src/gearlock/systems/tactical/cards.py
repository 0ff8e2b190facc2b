"""2.3.4: datacards, what a card says of a vehicle or a squad, and how far each figure can be trusted."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

import msgspec

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.tactical.weapons import PRINTED, Weapon

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
