"""3.6.1, 3.6.5: what is left of an infantry squad: who is up, who leads, who carries what."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.tactical.cards import Card
from gearlock.systems.tactical.infantry_cards import encumbrance, track_of
from gearlock.systems.tactical.state import Unit


def fresh_troopers(card: Card, level: int) -> list[int]:
    """The damage track of a squad that is whole, first trooper to last; none for a vehicle."""
    return [] if card.squad is None else track_of(card, level)


@heeds("tactical.3.6.1-armor")
def burden_of(unit: Unit) -> int:
    """What its body armor takes off each roll of a squad; nothing for a vehicle."""
    squad = unit.card.squad
    return 0 if squad is None else encumbrance(squad.armor, unit.level)


@heeds("tactical.3.6.1-track")
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
