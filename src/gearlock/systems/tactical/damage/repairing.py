"""7.2: what damage asks of those who repair it afterwards."""

from __future__ import annotations

from gearlock.kernel.rulebook import rule
from gearlock.systems.tactical.cards import Card

EASY = "Easy to Modify"
EASY_BONUS = 2


@rule("tactical.7.2-easy-to-modify")
def repair_bonus(card: Card) -> int:
    """What standard parts add to the rolls of technicians who repair or modify a vehicle."""
    return EASY_BONUS if card.has(EASY) else 0
