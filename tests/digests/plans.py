"""Which battles are digested: every scenario of every system, played at random, by greed and with thought."""

from __future__ import annotations

from itertools import cycle, islice

from digests.digesting import Plan
from gearlock.kernel.registry import AnySystem

BATTLES = 24
"""Of each system in the repository; whoever rebuilds the house plays more."""
PLAYERS = (("random", "random"), ("greedy", "random"), ("greedy", "greedy"))
THINKER, THOUGHTFUL = "tactician:60n:600s", 7
"""A bot limited by what it looks at, not by a clock; it plays every seventh battle."""


def plans_of(system: AnySystem, battles: int = BATTLES, first_seed: int = 1) -> list[Plan]:
    """Scenarios in turn, players in turn."""
    scenarios = system.scenarios()
    rounds = cycle((name, scenario.long) for name, scenario in scenarios.items())
    plans = []
    for number, (name, is_long) in enumerate(islice(rounds, battles)):
        red, blue = PLAYERS[(number // len(scenarios) + number) % len(PLAYERS)]
        decisions, every = (160, 8) if is_long else (240, 4)
        if number % THOUGHTFUL == THOUGHTFUL - 1:
            red, blue, decisions, every = THINKER, "greedy", 24, 2
        plans.append(Plan(system.id, name, first_seed + number, red, blue, decisions, every))
    return plans
