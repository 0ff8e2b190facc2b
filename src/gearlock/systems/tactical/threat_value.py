"""2.3.4: what a unit is worth with the crew it has, and the crew it has where nobody says."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds
from gearlock.systems.tactical.cards import Card
from gearlock.systems.tactical.crew_levels import LEGENDARY, MULTIPLIERS, usual_level, with_crew
from gearlock.systems.tactical.infantry_cards import squad_tv


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
