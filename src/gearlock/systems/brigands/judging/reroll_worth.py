"""What a Reroll is worth: the damage to expect of the new roll against what lies on the table."""

from __future__ import annotations

from gearlock.odds.pools import is_marginal, pool_result, sure_damage
from gearlock.systems.brigands.attacking.rerolls import FREE_REROLLS
from gearlock.systems.brigands.command.orders import Reroll
from gearlock.systems.brigands.damage.damage import MARGINAL, capped, harm_of, soaked
from gearlock.systems.brigands.dice_on_table import Rolled
from gearlock.systems.brigands.judging.electronic_warfare import STAKES
from gearlock.systems.brigands.state import State

KEPT_POINT = 0.08
"""What a point is worth that is kept for a worse moment, in shares of a model."""
EVEN = 0.5
"""How often a Marginal Hit bites."""


def reroll_worth(state: State, order: Reroll) -> float:
    """The share of the target that a Reroll gains for whoever rolls, less the point it costs."""
    rolled = state.rolled
    if rolled is None or order.unit not in (rolled.unit, rolled.target):
        return 0.0
    cost = cost_of_reroll(order)
    if rolled.face:
        bites = 1 if rolled.face >= MARGINAL else 0
        return share_of(state, rolled, EVEN) - share_of(state, rolled, bites) - cost
    now = expected(state, rolled, rolled.attack - rolled.defence)
    if order.unit == rolled.unit:
        results = pool_result(rolled.attack_dice, rolled.attack_bonus, rolled.attack_step)
        after = sum(expected(state, rolled, result - rolled.defence) * ways for result, ways in results.items())
        return after / results.total - now - cost
    results = pool_result(rolled.defence_dice, rolled.defence_bonus, rolled.defence_step)
    after = sum(expected(state, rolled, rolled.attack - result) * ways for result, ways in results.items())
    return now - after / results.total - cost


def cost_of_reroll(order: Reroll) -> float:
    """What the point is worth that a Reroll takes; some are free."""
    return 0.0 if order.by in FREE_REROLLS else KEPT_POINT


def expected(state: State, rolled: Rolled, margin: int) -> float:
    """The share of the target that an attack with this margin takes, a Marginal Hit counted half.

    An Opposed Roll of electronic warfare is won or lost, and its stake with it.
    """
    if rolled.weapon in STAKES:
        return STAKES[rolled.weapon] if margin >= 0 else 0.0
    target, weapon = state.units[rolled.target], state.units[rolled.unit].line.weapons[rolled.weapon]
    harm = harm_of(weapon, target.line, not target.is_fielded)
    if is_marginal(margin, harm):
        return share_of(state, rolled, EVEN)
    return share_of(state, rolled, soaked(capped(sure_damage(margin, harm), weapon, target.line), target))


def share_of(state: State, rolled: Rolled, damage: float) -> float:
    """Damage as a share of the whole target, no more than is left of it; wrecks are worth nothing."""
    target = state.units[rolled.target]
    return min(damage, target.hull + target.structure) / target.line.bulk if target.is_fielded else 0.0
