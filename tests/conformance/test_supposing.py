"""What a seat takes for the truth: the same whatever is hidden from it, the same to look at, and fit to be played."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

from conformance.checks import AnyBattle, decisions, lay_out
from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Seeded
from gearlock.kernel.registry import AnySystem

POSITIONS = 90
"""Decisions of a battle that are gone through."""


def check_supposed(battle: AnyBattle, seat: str, seed: int) -> Any:
    """A supposed state is the same for a disguised truth, and looks like the truth to its seat."""
    system, state = battle.system, battle.state
    before = system.encode(state)
    supposed = system.suppose(state, seat, random.Random(seed))
    for twin in (system.disguise(state, seat, random.Random(seed + other)) for other in (1, 2)):
        again = system.suppose(twin, seat, random.Random(seed))
        assert system.encode(again) == system.encode(supposed), f"what {seat} supposes depends on what is hidden"
        assert again == supposed, f"the plan, the map or the machines that {seat} supposes depend on what is hidden"
    assert system.encode(state) == before
    asks = tuple(ask for ask in battle.pending if ask.seat == seat)
    assert system.view(supposed, seat, asks) == system.view(state, seat, asks)
    for ask in asks:
        assert system.options(supposed, ask) == system.options(state, ask)
    return supposed


def test_what_a_seat_supposes_looks_like_the_truth_and_does_not_depend_on_it(system: AnySystem, scenario: str) -> None:
    battle, looked = lay_out(system, scenario, 2), 0
    for count, _ in enumerate(islice(decisions(battle, 2), POSITIONS if system.hidden else 6)):
        if count % 11 == 3:
            looked += 1
            for seat in system.seats:
                check_supposed(battle, seat, count)
    assert looked


def test_battles_go_on_from_what_a_seat_supposes(system: AnySystem, scenario: str) -> None:
    battle = lay_out(system, scenario, 4)
    for count, _ in enumerate(islice(decisions(battle, 4), POSITIONS if system.hidden else 6)):
        if count % 50 in (5, 39):
            for seat in system.seats:
                supposed = system.suppose(battle.state, seat, random.Random(count))
                imagined = Battle.begin(system, battle.setup, Seeded(count), supposed)
                for _ in islice(decisions(imagined, count), 30):
                    pass
