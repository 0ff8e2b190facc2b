"""3.6.1: infantry squads: quality, body armor, the damage points of each trooper, the leader, who carries what."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.tactical.cards import Card
from gearlock.systems.tactical.infantry_cards import HEAVY_FLAK, PROTECTION, STAMINA, TURTLESHELL
from gearlock.systems.tactical.state import VETERAN, Unit

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
    return burden[0 if level < VETERAN else 1 if level == VETERAN else 2]


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
