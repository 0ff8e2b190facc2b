"""A thinking bot decides by what its seat knows: in a battle that differs in hidden things alone it decides alike."""

from __future__ import annotations

import random
from typing import Any

import pytest

from gearlock.bots.tactician import TacticianBot
from gearlock.bots.uniform import RandomBot
from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Seeded
from gearlock.kernel.registry import all_systems
from gearlock.kernel.seat import Seat

HIDDEN = [system for system in all_systems() if system.hidden]
CASES = [(system, name) for system in HIDDEN for name, each in system.scenarios().items() if not each.long]


def decided(battle: Battle[Any], state: Any, seat: str, seed: int) -> tuple[object, ...]:
    """What a bot would do if this were the state of the battle, and every plan it has weighed."""
    taken_up = Battle.begin(battle.system, battle.setup, Seeded(seed), state)
    assert taken_up.pending == battle.pending
    bot = TacticianBot(seed, looks=10, seconds=60.0)
    return bot.decide(Seat(taken_up, seat)), bot.thoughts()


@pytest.mark.parametrize(("system", "scenario"), CASES, ids=[f"{system.id}-{name}" for system, name in CASES])
def test_a_decision_is_the_same_whatever_is_hidden(system: Any, scenario: str) -> None:
    battle, bot, compared = Battle.begin(system, system.prepare(scenario, 6, {})), RandomBot(6), 0
    for count in range(140):
        seat = battle.waiting_for()[0]
        if count % 10 == 9 and battle.fresh:
            twin = system.disguise(battle.state, seat, random.Random(count))
            plain = decided(battle, battle.state.clone(), seat, count)
            assert decided(battle, twin, seat, count) == plain
            compared += 1
        battle.answer(seat, bot.decide(Seat(battle, seat)))
        if battle.over:
            break
    assert compared
