"""Exact odds of an opposed pool attack, 8 v 8 dice, beside the same question put to icepool; and of real attacks.

Cold means that nothing is remembered: our caches are cleared, icepool gets a new evaluator. Warm means that the same
question was asked before.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any

import icepool

from attacks import measure_attacks
from gearlock.odds.outcome import strike_odds
from gearlock.odds.percent import Shot, volley
from gearlock.odds.pools import Harm, Pools, pool_margin, pool_result, pool_strike

POOLS = Pools(8, 8)
HARM = Harm(offset=-1)
MARGINAL = icepool.d6 >= 4


class HighestPlus(icepool.MultisetEvaluator):  # type: ignore[misc]
    """The highest die and one for each other die of four or more."""

    def next_state(self, state: Any, _order: Any, outcome: int, count: int) -> Any:
        """Carry the highest face seen and how many dice add."""
        highest, adding = state or (0, 0)
        if count:
            highest = max(highest, outcome)
        return highest, adding + (count if outcome >= 4 else 0)

    def final_outcome(self, final_state: Any, *_unused: Any) -> int:
        """The highest die does not add to itself."""
        highest, adding = final_state
        return int(highest + adding - (1 if highest >= 4 else 0))


def icepool_damage(evaluate: HighestPlus) -> Any:
    """The same damage distribution, marginal hit and all, as icepool works it out."""

    def damage(margin: int) -> Any:
        if margin >= 0 and margin + HARM.offset == 0:
            return MARGINAL
        return max(0, margin + HARM.offset) if margin >= 0 else 0

    return (evaluate(icepool.d6.pool(POOLS.attack)) - evaluate(icepool.d6.pool(POOLS.defence))).map(damage)


def forget() -> None:
    """Clear every cache of the odds."""
    for cached in (pool_result, pool_margin, pool_strike, volley):
        cached.cache_clear()


def best(action: Callable[[], object], repeats: int, inner: int = 1, before: Callable[[], None] | None = None) -> float:
    """The fastest of `repeats` timings of `inner` calls, in microseconds a call; `before` runs untimed."""
    fastest = float("inf")
    for _ in range(repeats):
        if before is not None:
            before()
        start = perf_counter()
        for _ in range(inner):
            action()
        fastest = min(fastest, perf_counter() - start)
    return fastest * 1e6 / inner


def measure() -> dict[str, float]:
    """Microseconds and ratios; icepool's answer is checked against ours first."""
    strike, die = pool_strike(POOLS, HARM), icepool_damage(HighestPlus())
    ours = {value: weight / strike.damage.total for value, weight in strike.damage.items()}
    theirs = {int(value): float(chance) for value, chance in zip(die.outcomes(), die.probabilities(), strict=True)}
    if any(abs(ours.get(value, 0) - theirs.get(value, 0)) > 1e-12 for value in ours | theirs):
        raise ArithmeticError("icepool and the odds disagree: a ratio between them would mean nothing")
    known = HighestPlus()
    icepool_damage(known)
    cold = best(lambda: pool_strike(POOLS, HARM), 200, before=forget)
    warm = best(lambda: pool_strike(POOLS, HARM), 20, inner=2_000)
    icepool_cold = best(lambda: icepool_damage(HighestPlus()), 20)
    icepool_warm = best(lambda: icepool_damage(known), 40)
    shot = Shot(75, 5, reduction=2, evasion=50, penetration=20, critical=1)
    return {
        "odds_pool_8v8_cold_us": cold,
        "odds_pool_8v8_warm_us": warm,
        "odds_pool_8v8_icepool_cold_us": icepool_cold,
        "odds_pool_8v8_icepool_warm_us": icepool_warm,
        "odds_pool_8v8_cold_times_icepool": icepool_cold / cold,
        "odds_pool_8v8_warm_times_icepool": icepool_warm / warm,
        "odds_pool_8v8_wire_warm_us": best(lambda: strike_odds(POOLS, HARM), 20, inner=200),
        "odds_percent_4_shots_cold_us": best(lambda: volley(shot, 4), 100, before=forget),
    } | measure_attacks()
