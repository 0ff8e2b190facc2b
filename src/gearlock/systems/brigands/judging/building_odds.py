"""What an attack does to a building, exactly, and what it is worth to bring it down on those in it."""

from __future__ import annotations

from math import comb

from gearlock.kernel.rulebook import heeds
from gearlock.kernel.view import OddsCard
from gearlock.odds.pools import Spread, is_marginal, sure_damage
from gearlock.systems.brigands.buildings.collapse import height_in
from gearlock.systems.brigands.buildings.strength import harm_to, razed, strength_of
from gearlock.systems.brigands.damage.damage import MARGINAL
from gearlock.systems.brigands.damage.falling import hits_of_fall
from gearlock.systems.brigands.judging.strike_odds import SIDES, Weights, card_of, odds_left
from gearlock.systems.brigands.state import FIELDED, State
from gearlock.systems.brigands.weapons import Weapon
from gearlock.table.terrain import Piece


def bites_of_dice(dice: int, least: int = MARGINAL) -> Weights:
    """How many of several Marginal Hits bite, with weights out of 6 to the number of dice."""
    good = SIDES + 1 - least
    return {bites: comb(dice, bites) * good**bites * (SIDES - good) ** (dice - bites) for bites in range(dice + 1)}


@heeds("brigands.3.2b-attack", "brigands.5.6a", "brigands.5.7b-fire")
def building_odds(state: State, piece: Piece, weapon: Weapon, margins: Spread) -> OddsCard:
    """The odds of these margins on a building, the Marginal Hits of fire counted in."""
    harm, fire = harm_to(piece, weapon), weapon.traits.get("Fire", 0)
    damage: Weights = {}
    for margin, ways in margins.items():
        hits = fire + is_marginal(margin, harm) if margin >= harm.least else 0
        sure = sure_damage(margin, harm) if margin >= harm.least else 0
        for bites, chances in bites_of_dice(hits).items():
            amount = razed(sure + bites, weapon)
            damage[amount] = damage.get(amount, 0) + ways * chances * SIDES ** (fire + 1 - hits)
    whole = SIDES ** (fire + 1)
    hit = margins.at_least(harm.least) * whole
    return card_of(odds_left(margins.total * whole, hit, damage, *strength_of(state, piece)))


@heeds("brigands.3.2b-destroyed", "brigands.2.5")
def collapse_worth(state: State, piece: Piece, seat: str) -> float:
    """What it is worth to a seat that a building comes down: enemies that fall with it, less its own."""
    total = 0.0
    for unit in state.units.values():
        height = height_in(piece, unit) if unit.status == FIELDED else 0
        if height:
            hurt = min(hits_of_fall(unit, height) / 2, unit.hull + unit.structure) / unit.line.bulk
            total += hurt if unit.seat != seat else -hurt
    return total
