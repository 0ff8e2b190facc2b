"""2.3.4: datacards, what a card says of a vehicle or a squad, and how far each figure can be trusted."""

from __future__ import annotations

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
    """The weakest mark of all."""
    reason: str = ""

    def __hash__(self) -> int:
        return hash(self.id)

    @property
    def is_infantry(self) -> bool:
        """A squad of troopers."""
        return self.squad is not None

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


@rule("tactical.2.3.4-speed")
def combat_speed(top: int) -> int:
    """Combat Speed of a Top Speed: half of it, rounded up."""
    return (top + 1) // 2
