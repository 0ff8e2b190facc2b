"""3.6.1 and 3.6.6: infantry squads as cards: quality, armor, weapons, the damage track, and Threat Values."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import isqrt
from typing import NamedTuple

import msgspec

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.tactical.datacards import (
    ELITE,
    GROUND,
    HOVER,
    INFANTRY,
    LEGENDARY,
    MULTIPLIERS,
    QUALIFIED,
    ROOKIE,
    TURRETED,
    VETERAN,
    WALKER,
    Card,
    Mount,
    Speeds,
    Squad,
    nearest,
    stands_on,
    usual_level,
    with_crew,
)
from gearlock.systems.tactical.state import VETERAN as VETERAN_MARK
from gearlock.systems.tactical.state import Unit
from gearlock.systems.tactical.weapons import PRINTED, PROPOSED, Arms

# --- 3.6.1, 3.6.6: infantry squads as cards: quality, armor, weapons, the damage track, and what a squad is worth

TROOPERS = 10
"""Men of a squad, and lines of its card."""
NO_ARMOR, LIGHT_FLAK, HEAVY_FLAK, TURTLESHELL = "", "light flak", "heavy flak", "turtleshell"
PROTECTION = {NO_ARMOR: 0, LIGHT_FLAK: 2, HEAVY_FLAK: 4, TURTLESHELL: 6}
"""What each kind protects."""
STAMINA = {ROOKIE: 3, QUALIFIED: 3, VETERAN: 4, ELITE: 4, LEGENDARY: 5}
JETPACK, ATV = "jetpack", "atv"
MOUNTS = (JETPACK, ATV)
_FINE = 10**6
"""Roots are taken to the millionth of a point."""


@heeds("tactical.3.6.1-armor", "tactical.3.6.1-quality", "tactical.3.6.1-track")
def damage_points(armor: str, level: int) -> int:
    """The boxes of each trooper: Stamina and what his armor protects."""
    return STAMINA[level] + PROTECTION[armor]


@rule("tactical.3.6.6")
@heeds("tactical.3.6.2-mounted", "tactical.3.6.3")
def squad_tv(card: Card, level: int) -> int:
    """Points of each trooper times the root of his weapon's multiplier, summed, times that of the quality.

    Jetpacks or ATVs double it, and so does night vision. ROF does not count. Only the end is rounded, to the nearest.
    """
    assert card.squad is not None
    points = damage_points(card.squad.armor, level)
    multipliers = {mount.id: mount.weapon.dm for mount in card.weapons}
    fine = sum(isqrt(points**2 * multipliers[carried] * _FINE**2) for carried in card.squad.carried)
    doubled = (2 if card.squad.mount else 1) * (2 if card.squad.night_vision else 1)
    return nearest(Fraction(fine * doubled, _FINE) * MULTIPLIERS[level])


@rule("tactical.3.6.2-mounted")
def _modes(mount: str) -> dict[str, Speeds]:
    """2 MP on foot, 6 by jetpack like a hovercraft, 8 on an ATV like a car. Infantry has no higher speed."""
    if mount == JETPACK:
        return {HOVER: Speeds(6, 6)}
    return {GROUND: Speeds(8, 8)} if mount == ATV else {WALKER: Speeds(2, 2)}


class Outfit(NamedTuple):
    """What a squad is built from; everything else follows from it."""

    name: str
    faction: str
    weapons: tuple[str, ...]
    """The weapon of each trooper by name, from the first to the last: a hit goes by their numbers."""
    armor: str = LIGHT_FLAK
    mount: str = ""
    night_vision: bool = False
    leader: int = 1
    quality: int = QUALIFIED


def in_line(weapons: Sequence[str], heavy: Sequence[str]) -> tuple[str, ...]:
    """Who carries what where only the numbers are known: heavy weapons stand spread out, two of ten with #5 and #10."""
    heavies = [name for name in weapons if name in heavy]
    others = [name for name in weapons if name not in heavy]
    places = {len(weapons) * (turn + 1) // len(heavies) - 1: name for turn, name in enumerate(heavies)}
    rest = iter(others)
    return tuple(places[place] if place in places else next(rest) for place in range(len(weapons)))


@heeds("tactical.3.6.1", "tactical.3.6.3", "tactical.3.6.4")
def squad_card(id: str, outfit: Outfit, arms: Arms) -> Card:
    """A squad as one unit with a card of its own: one Action, eyes for 1 km, radios of -2 that reach 10 km.

    Men face wherever they shoot: their weapons have all arcs. That, Size 1 and their base are ours.
    """
    carried, seeing = outfit.weapons, outfit.night_vision
    mounts = tuple(Mount(name, arms.infantry[name], TURRETED) for name in dict.fromkeys(carried))
    squad = Squad(outfit.armor, carried, outfit.leader, outfit.mount, night_vision=seeing, quality=outfit.quality)
    radius, height = stands_on(INFANTRY, 1)
    card = Card(
        id=id,
        name=outfit.name,
        family=outfit.name,
        faction=outfit.faction,
        kind=INFANTRY,
        tv=0,
        size=1,
        crew=len(carried),
        actions=1,
        maneuver=0,
        fire_control=0,
        sensors=0,
        sensor_km=1,
        communications=-2,
        comm_km=10,
        modes=_modes(outfit.mount),
        armor=0,
        weapons=mounts,
        perks={},
        flaws={},
        details={},
        aux=(),
        radius=radius,
        height=height,
        squad=squad,
        provenance=dict.fromkeys(("actions", "sensor_km", "communications", "comm_km", "modes", "armor"), PRINTED),
    )
    return _priced(card)


def _priced(card: Card) -> Card:
    """With the Threat Value it has as Qualified men."""
    return msgspec.structs.replace(card, tv=squad_tv(card, QUALIFIED))


CIVILIAN_POINTS = 3
"""Damage points of each."""
CIVILIAN_CARD = Card(
    id="civilians", name="Civilians", family="Civilians", faction="", kind=INFANTRY, tv=0, size=1, crew=TROOPERS,
    actions=0, maneuver=0, fire_control=0, sensors=0, sensor_km=1, communications=0, comm_km=0, modes=_modes(""),
    armor=0, weapons=(), perks={}, flaws={}, details={}, aux=(), radius=stands_on(INFANTRY, 1)[0],
    height=stands_on(INFANTRY, 1)[1], squad=Squad(NO_ARMOR, ("",) * TROOPERS, quality=0), status=PROPOSED,
    reason="The book says no more than that they are an unarmed squad without Skill.", fieldable=False,
)  # fmt: skip
"""4.1.4: bystanders of a subplot."""


# --- 3.6.1: infantry squads: quality, body armor, the damage points of each trooper, the leader, who carries what

ENCUMBRANCE = {HEAVY_FLAK: (1, 0, 0), TURTLESHELL: (2, 1, 0)}
"""For Rookies and Qualified troops, for Veterans, for Elite and Legendary ones; what is not here hinders nobody."""
MOST_BOXES = 11


@rule("tactical.3.6.1-quality")
def stamina_of(level: int) -> int:
    """How much punishment each trooper of a quality endures; the one Skill of the squad is its level."""
    return STAMINA[level]


@rule("tactical.3.6.1-armor")
def encumbrance_of(level: int, armor: str) -> int:
    """What body armor takes off every roll of a squad: the better the troops, the less."""
    burden = ENCUMBRANCE.get(armor, (0, 0, 0))
    return burden[0 if level < VETERAN_MARK else 1 if level == VETERAN_MARK else 2]


@heeds("tactical.3.6.1-armor", "tactical.3.6.1-quality", "tactical.3.6.1-track")
def points_each(level: int, armor: str) -> int:
    """The damage points of a fresh trooper: Stamina and Protection, as many as the card has boxes at most."""
    return min(MOST_BOXES, stamina_of(level) + PROTECTION[armor])


@rule("tactical.3.6.1")
def fresh_troopers(card: Card, level: int) -> list[int]:
    """The damage track of a squad that is whole, first trooper to last; none for a vehicle."""
    return [] if card.squad is None else [points_each(level, card.squad.armor)] * len(card.squad.carried)


@heeds("tactical.3.6.1-armor")
def burden_of(unit: Unit) -> int:
    """What its body armor takes off each roll of a squad; nothing for a vehicle."""
    squad = unit.card.squad
    return 0 if squad is None else encumbrance_of(unit.level, squad.armor)


@rule("tactical.3.6.1-track")
def leader_fell(unit: Unit) -> bool:
    """Whether the squad has lost its leader: its Leadership is 1 from then on, everything else stays as it was."""
    squad = unit.card.squad
    return squad is not None and bool(unit.troopers) and not unit.troopers[squad.leader - 1]


def standing(unit: Unit) -> int:
    """How many troopers are up."""
    return sum(1 for points in unit.troopers if points > 0)


@rule("tactical.3.6.5-casualties")
def carriers(unit: Unit, mount_id: str) -> int:
    """How many troopers who are up carry this weapon: hurt ones fight on in full until their last point is gone."""
    squad = unit.card.squad
    if squad is None:
        return 0
    return sum(1 for mount, points in zip(squad.carried, unit.troopers, strict=True) if mount == mount_id and points)


# --- 2.3.4: what a unit is worth with the crew it has, and the crew it has where nobody says


@heeds("tactical.2.3.4-threat-value", "tactical.3.6.6")
def unit_tv(card: Card, level: int) -> int:
    """The Threat Value of a vehicle or a squad at a crew level, to the nearest whole point."""
    return squad_tv(card, level) if card.squad is not None else with_crew(card.tv, level)


@heeds("tactical.2.5")
def level_of(card: Card) -> int:
    """The crew level where nobody says: Qualified, or the quality a ready squad comes with."""
    return card.squad.quality if card.squad is not None else usual_level()


def levels_for(card: Card) -> tuple[int, ...]:
    """The crew levels a unit may have: the table of crews ends with Elite, that of infantry with Legendary."""
    return tuple(level for level in MULTIPLIERS if card.squad is not None or level != LEGENDARY)
