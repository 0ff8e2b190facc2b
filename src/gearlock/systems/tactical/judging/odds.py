"""The exact odds of attacks: margins of both rolls, and what they do."""

from __future__ import annotations

from gearlock.kernel.view import OddsCard
from gearlock.mechanics.silhouette.multiplied import Blow, hit_odds, steps_odds
from gearlock.mechanics.silhouette.rolls import Skill, margin_odds
from gearlock.odds.outcome import Exact, odds_of

OVERKILL = 3
"""Light, Heavy, Overkill: steps of Armor."""


def bare_odds(attack: int, defense: int, multiplier: int, armor: int) -> OddsCard:
    """The odds of bare skills: none, Light, Heavy or Overkill."""
    found, blow = margin_odds(Skill(attack), Skill(defense)), Blow(multiplier, armor, OVERKILL)
    hits, total = hit_odds(blow, found)
    odds = odds_of(Exact(total, hits, dict(steps_odds(blow, found).items())))
    return OddsCard(odds.p_hit, odds.mean_damage, odds.damage)
