"""Rolls made again: what one side's new roll leads to, and a throw that is made again if it came out badly."""

from __future__ import annotations

from gearlock.mechanics.pools.marginal import Weights
from gearlock.odds.pools import Pools, Spread, margin_of, pool_results


def margins_again(pools: Pools, attack: int, defence: int, attacking: bool) -> Spread:
    """The margins that a new roll of one side may lead to while the other's result stands."""
    ours, theirs = pool_results(pools)
    if attacking:
        return margin_of(ours, Spread(defence, (1,), 1))
    return margin_of(Spread(attack, (1,), 1), theirs)


def again_below(weights: Weights, least: int) -> Weights:
    """A throw that is made again, once, if it comes to less than `least`: weights out of the square of their total."""
    total, worse = sum(weights.values()), sum(weight for amount, weight in weights.items() if amount < least)
    return {amount: weight * worse + (weight * total if amount >= least else 0) for amount, weight in weights.items()}
