"""What a Reroll would bring: the exact odds of the new roll beside what lies on the table, and what that is worth."""

from __future__ import annotations

from gearlock.kernel.view import OddsCard, Preview
from gearlock.mechanics.pools.marginal import Weights, bites_in, bites_of
from gearlock.mechanics.pools.rerolling import margins_again
from gearlock.odds.pools import Spread, pool_results
from gearlock.systems.brigands.attacking.rerolls import FREE_REROLLS
from gearlock.systems.brigands.buildings.strength import hurt_to_building, standing_building, strength_of
from gearlock.systems.brigands.command.orders import Reroll
from gearlock.systems.brigands.damage.hurt import MARGINAL, hurt_of
from gearlock.systems.brigands.dice_on_table import Bites, Rolled
from gearlock.systems.brigands.judging.electronic_warfare import STAKES
from gearlock.systems.brigands.judging.strike_odds import (
    Rolling,
    building_odds,
    card_of,
    collapse_worth,
    odds_left,
    odds_of_rolls,
    rolls_of,
    weights_felt,
)
from gearlock.systems.brigands.state import State

ALONE = "As if nobody rerolled after this."
KEPT_POINT = 0.08
"""What a point is worth that is kept for a worse moment, in shares of a model."""


def preview_reroll(state: State, _seat: str, order: Reroll) -> Preview:
    """The attack if the roll is made again, and if it stands; who is asked may be the attacker or the target."""
    if state.bites is not None and state.bites.unit == order.unit:
        return _preview_bites(state, state.bites, cost_of_reroll(order))
    rolled = state.rolled
    if rolled is not None and rolled.building:
        return _preview_on_building(state, rolled, order) if rolled.unit == order.unit else Preview()
    gives = reroll_worth(state, order)
    if rolled is None or order.unit not in (rolled.unit, rolled.target):
        return Preview(gives=gives)
    stands, again = _margins(rolled, attacking=order.unit == rolled.unit)
    if rolled.weapon in STAKES:
        odds, without = (OddsCard(each.at_least(0) / each.total, 0.0, {}) for each in (again, stands))
    else:
        odds, without = _odds(state, rolled, again, new=True), _odds(state, rolled, stands, new=False)
    lies = f"The attack has {rolled.attack}, the defence {rolled.defence}."
    return Preview(odds=odds, without=without, gives=gives, target=rolled.target, notes=(lies, ALONE))


def _preview_on_building(state: State, rolled: Rolled, order: Reroll) -> Preview:
    """The attack on a building; worth the greater chance that it comes down on those in it."""
    piece, unit = state.ground.piece(rolled.building), state.units[rolled.unit]
    stands, again = _margins(rolled, attacking=True)
    weapon = unit.line.weapons[rolled.weapon]
    odds, without = (building_odds(state, piece, weapon, each) for each in (again, stands))
    gives = (odds.p_destroyed - without.p_destroyed) * collapse_worth(state, piece, unit.seat) - cost_of_reroll(order)
    lies = f"The attack has {rolled.attack}, the building {rolled.defence}."
    return Preview(odds=odds, without=without, gives=gives, target=piece.name, notes=(lies, ALONE))


def _margins(rolled: Rolled, attacking: bool) -> tuple[Spread, Spread]:
    """The margin that lies on the table, and those that one side's new roll may lead to.

    Of a Marginal Hit it stays: the one die alone is rolled again.
    """
    stands = Spread(rolled.attack - rolled.defence, (1,), 1)
    if rolled.face:
        return stands, stands
    return stands, margins_again(rolled.pools, rolled.attack, rolled.defence, attacking)


def _odds(state: State, rolled: Rolled, margins: Spread, new: bool) -> OddsCard:
    target, weapon = state.units[rolled.target], state.units[rolled.unit].line.weapons[rolled.weapon]
    rolls = list(rolls_of(margins, hurt_of(weapon, target)))
    if rolled.face:
        bites = _marginal(rolled, new)
        rolls = [Rolling(margins.low, raw, bites[raw]) for raw in (1, 0) if raw in bites]
    return card_of(odds_of_rolls(weapon, target, rolls))


def _marginal(rolled: Rolled, new: bool) -> Weights:
    """The one die of a Marginal Hit, thrown again or as it lies, out of six."""
    return bites_of(1, MARGINAL) if new else {bites_in((rolled.face,), MARGINAL): 6}


def cost_of_reroll(order: Reroll) -> float:
    """What the point is worth that a Reroll takes; some are free."""
    return 0.0 if order.by in FREE_REROLLS else KEPT_POINT


def reroll_worth(state: State, order: Reroll) -> float:
    """The share of the target that a Reroll gains for whoever rolls, less the point it costs."""
    rolled = state.rolled
    if rolled is None or order.unit not in (rolled.unit, rolled.target):
        return 0.0
    cost = cost_of_reroll(order)
    if rolled.face:
        again, lies = (_share(state, rolled, _marginal(rolled, new)) for new in (True, False))
        return again - lies - cost
    now = expected(state, rolled, rolled.attack - rolled.defence)
    ours, theirs = pool_results(rolled.pools)
    if order.unit == rolled.unit:
        after = sum(expected(state, rolled, result - rolled.defence) * ways for result, ways in ours.items())
        return after / ours.total - now - cost
    after = sum(expected(state, rolled, rolled.attack - result) * ways for result, ways in theirs.items())
    return now - after / theirs.total - cost


def expected(state: State, rolled: Rolled, margin: int) -> float:
    """The share of the target that an attack with this margin takes on average.

    An Opposed Roll of electronic warfare is won or lost, and its stake with it.
    """
    if rolled.weapon in STAKES:
        return STAKES[rolled.weapon] if margin >= 0 else 0.0
    target, weapon = state.units[rolled.target], state.units[rolled.unit].line.weapons[rolled.weapon]
    return _share(state, rolled, hurt_of(weapon, target).damages(margin))


def _share(state: State, rolled: Rolled, damages: Weights) -> float:
    """Damage, out of six, as a share of the whole target, no more than is left of it; wrecks are worth nothing."""
    target, weapon = state.units[rolled.target], state.units[rolled.unit].line.weapons[rolled.weapon]
    if not target.is_fielded:
        return 0.0
    hurt, left = hurt_of(weapon, target), target.hull + target.structure
    return sum(min(hurt.felt(raw), left) * ways for raw, ways in damages.items()) / 6 / target.line.bulk


def _preview_bites(state: State, bites: Bites, cost: float) -> Preview:
    """Marginal Hits rolled again, and as they lie: of fire and the like, falls, on buildings.

    They are worth what they do to an enemy, or spare whoever rolls for itself.
    """
    again = _card(state, bites, bites_of(bites.dice, bites.least))
    stands = _card(state, bites, {bites.bites: 1})
    gives = _worth_of_bites(state, bites, again) - _worth_of_bites(state, bites, stands) - cost
    about = state.ground.piece(bites.building).name if bites.building else bites.target
    return Preview(
        odds=again, without=stands, gives=gives, target=about, notes=(f"{bites.bites} of {bites.dice} bite.",)
    )


def _card(state: State, bites: Bites, weights: Weights) -> OddsCard:
    """The odds of so many bites; the hits themselves are certain."""
    whole, piece = sum(weights.values()), standing_building(state, bites.building)
    damage = weights_felt(weights, lambda count: _damage_of(state, bites, count))
    if piece is not None:
        return card_of(odds_left(whole, whole, damage, *strength_of(state, piece)))
    target = state.units[bites.target]
    left = (target.hull, target.structure) if target.is_fielded else (0, target.line.bulk)  # a wreck is only removed
    return card_of(odds_left(whole, whole, damage, *left))


def _damage_of(state: State, bites: Bites, count: int) -> int:
    """What so many bites come to: of an attack's effects what they add to its damage, else a point each."""
    if not bites.weapon:
        return count
    weapon = state.units[bites.unit].line.weapons[bites.weapon]
    if bites.building:
        return hurt_to_building(weapon, state.ground.piece(bites.building)).felt(bites.raw + count)
    hurt = hurt_of(weapon, state.units[bites.target])
    return hurt.felt(bites.raw + bites.before + count) - hurt.felt(bites.raw)


def _worth_of_bites(state: State, bites: Bites, card: OddsCard) -> float:
    """What such odds are worth to whoever rolls, in shares of a model."""
    seat = state.units[bites.unit].seat
    piece = standing_building(state, bites.building)
    if piece is not None:
        return card.p_destroyed * collapse_worth(state, piece, seat)
    target = state.units[bites.target]
    left = target.hull + target.structure
    lost = sum(min(amount, left) * chance for amount, chance in card.damage.items()) / target.line.bulk
    return -lost if target.seat == seat else lost
