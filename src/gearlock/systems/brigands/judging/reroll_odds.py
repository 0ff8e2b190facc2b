"""What a Reroll would bring: the exact odds of the new roll beside what lies on the table."""

from __future__ import annotations

from gearlock.kernel.view import OddsCard, Preview
from gearlock.odds.pools import Spread, margin_of, pool_result
from gearlock.systems.brigands.command.orders import Reroll
from gearlock.systems.brigands.damage.damage import MARGINAL, harm_of
from gearlock.systems.brigands.dice_on_table import Rolled
from gearlock.systems.brigands.judging.bite_odds import preview_bites
from gearlock.systems.brigands.judging.building_odds import building_odds, collapse_worth
from gearlock.systems.brigands.judging.electronic_warfare import STAKES
from gearlock.systems.brigands.judging.reroll_worth import cost_of_reroll, reroll_worth
from gearlock.systems.brigands.judging.strike_odds import SIDES, Rolling, card_of, odds_of_rolls, rolls_of
from gearlock.systems.brigands.state import State

ALONE = "As if nobody rerolled after this."


def preview_reroll(state: State, _seat: str, order: Reroll) -> Preview:
    """The attack if the roll is made again, and if it stands; who is asked may be the attacker or the target."""
    if state.bites is not None and state.bites.unit == order.unit:
        return preview_bites(state, state.bites, cost_of_reroll(order))
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
    attack, defence = Spread(rolled.attack, (1,), 1), Spread(rolled.defence, (1,), 1)
    stands = margin_of(attack, defence)
    if rolled.face:
        return stands, stands
    if attacking:
        attack = pool_result(rolled.attack_dice, rolled.attack_bonus, rolled.attack_step)
    else:
        defence = pool_result(rolled.defence_dice, rolled.defence_bonus, rolled.defence_step)
    return stands, margin_of(attack, defence)


def _odds(state: State, rolled: Rolled, margins: Spread, new: bool) -> OddsCard:
    target, weapon = state.units[rolled.target], state.units[rolled.unit].line.weapons[rolled.weapon]
    harm = harm_of(weapon, target.line, not target.is_fielded)
    rolls = list(rolls_of(margins, harm))
    if rolled.face:
        bites = SIDES + 1 - MARGINAL if new else SIDES * (rolled.face >= MARGINAL)
        rolls = [Rolling(margins.low, 1, bites), Rolling(margins.low, 0, SIDES - bites)]
        rolls = [roll for roll in rolls if roll.weight]
    return card_of(odds_of_rolls(weapon, target, rolls, harm))
