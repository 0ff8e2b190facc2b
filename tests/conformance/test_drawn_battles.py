"""Battles drawn over all scenarios, options and bots, each played to its end: no ask without an answer, no fault."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from gearlock.bots.arena import play_out
from gearlock.bots.players import make_bot
from gearlock.kernel.battle import Battle
from gearlock.kernel.errors import BadInput
from gearlock.kernel.registry import AnySystem
from gearlock.kernel.system import Setup

BOTS = ("random", "random", "greedy", "tactician:60n", "strategist:60n")
"""Those that take anything find most; the others look at few orders, so that all battles end within the hour."""
MANY, BLOCK, FEW = 200, 10, 1
"""Battles of a system in `make soak`, so many a test; and in every run."""
TRIES = 20
ENDLESS = 50_000


def drawn(system: AnySystem, number: int) -> Setup:
    """A scenario in its turn, with some of its options drawn; combinations that cannot be are drawn again."""
    scenarios = list(system.scenarios().values())
    scenario, chooser = scenarios[number % len(scenarios)], random.Random(number)
    for _ in range(TRIES):
        options = {name: chooser.choice(values) for name, values in scenario.choices.items() if chooser.random() < 0.4}
        several = {n: ",".join(chooser.sample(v, 2)) for n, v in scenario.several.items() if chooser.random() < 0.3}
        try:
            return system.prepare(scenario.id, number, {**options, **several})
        except BadInput:
            continue
    return system.prepare(scenario.id, number, {})


def numbers() -> Iterator[object]:
    yield pytest.param(range(FEW), id="first")
    for first in range(0, MANY, BLOCK):
        yield pytest.param(range(first, first + BLOCK), id=str(first), marks=pytest.mark.soak)


@pytest.mark.parametrize("battles", list(numbers()))
def test_battles_of_bots_end_without_a_fault(system: AnySystem, battles: range) -> None:
    for number in battles:
        setup, chooser = drawn(system, number), random.Random(number)
        bots = {seat: make_bot(chooser.choice(BOTS), number * 2 + at) for at, seat in enumerate(system.seats)}
        battle = Battle.begin(system, setup)

        def check(played: Battle[Any], number: int = number) -> None:
            assert len(played.entries) < ENDLESS, f"battle {number} has no end"

        try:
            play_out(battle, bots, check)
        except Exception as error:
            asked = [battle.ask_for(seat) for seat in battle.waiting_for()]
            raise AssertionError(
                f"{system.id} {setup.scenario} {setup.options}, battle {number}, at {asked}"
            ) from error
        assert battle.outcome is not None
