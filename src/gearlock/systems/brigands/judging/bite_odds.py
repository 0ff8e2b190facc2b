"""What it would bring to roll Marginal Hits again that lie on the table: of fire and the like, falls, on buildings."""

from __future__ import annotations

from gearlock.kernel.view import OddsCard, Preview
from gearlock.systems.brigands.buildings.strength import razed, standing_building, strength_of
from gearlock.systems.brigands.damage.damage import dealt
from gearlock.systems.brigands.dice_on_table import Bites
from gearlock.systems.brigands.judging.building_odds import bites_of_dice, collapse_worth
from gearlock.systems.brigands.judging.strike_odds import Weights, card_of, odds_left
from gearlock.systems.brigands.state import State


def preview_bites(state: State, bites: Bites, cost: float) -> Preview:
    """The dice rolled again, and as they lie; worth what they do to an enemy, or spare whoever rolls for itself."""
    again = _card(state, bites, bites_of_dice(bites.dice, bites.least))
    stands = _card(state, bites, {bites.bites: 1})
    lies = f"{bites.bites} of {bites.dice} bite."
    gives = worth_of(state, bites, again) - worth_of(state, bites, stands) - cost
    return Preview(odds=again, without=stands, gives=gives, target=name_of(state, bites), notes=(lies,))


def name_of(state: State, bites: Bites) -> str:
    """Whom a card is about: a model by its id, a building by its name."""
    return state.ground.piece(bites.building).name if bites.building else bites.target


def _card(state: State, bites: Bites, weights: Weights) -> OddsCard:
    """The odds of so many bites; the hits themselves are certain."""
    damage: Weights = {}
    for count, weight in weights.items():
        amount = damage_of(state, bites, count)
        damage[amount] = damage.get(amount, 0) + weight
    whole = sum(weights.values())
    piece = standing_building(state, bites.building)
    if piece is not None:
        return card_of(odds_left(whole, whole, damage, *strength_of(state, piece)))
    target = state.units[bites.target]
    return card_of(odds_left(whole, whole, damage, target.hull, target.structure))


def damage_of(state: State, bites: Bites, count: int) -> int:
    """What so many bites come to: of an attack's effects what they add to its damage, else a point each."""
    if not bites.weapon:
        return count
    weapon = state.units[bites.unit].line.weapons[bites.weapon]
    if bites.building:
        return razed(bites.raw + count, weapon)
    target = state.units[bites.target]
    return dealt(bites.raw + bites.before + count, weapon, target) - dealt(bites.raw, weapon, target)


def worth_of(state: State, bites: Bites, card: OddsCard) -> float:
    """What such odds are worth to whoever rolls, in shares of a model."""
    seat = state.units[bites.unit].seat
    piece = standing_building(state, bites.building)
    if piece is not None:
        return card.p_destroyed * collapse_worth(state, piece, seat)
    target = state.units[bites.target]
    left = target.hull + target.structure
    lost = sum(min(amount, left) * chance for amount, chance in card.damage.items()) / target.line.bulk
    return -lost if target.seat == seat else lost
