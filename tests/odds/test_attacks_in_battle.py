"""Attacks in battles under way: what is listed may be ordered, and everything that can come of it adds up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from gearlock.bots.greedy import GreedyBot
from gearlock.kernel.battle import Battle
from gearlock.kernel.gunnery import Terms
from gearlock.kernel.orders import Order
from gearlock.kernel.registry import AnySystem, get_system, system_ids
from gearlock.kernel.seat import Seat
from gearlock.odds.attack import fate_of
from gearlock.odds.sequence import gunnery_of


def moments(system: AnySystem, scenario: str, seed: int, most: int) -> Iterator[tuple[Battle[Any], str, list[Order]]]:
    """Moments of a battle at which the unit that acts could attack."""
    battle, bot = Battle.begin(system, system.prepare(scenario, seed, {})), GreedyBot(seed)
    for _ in range(600):
        if battle.over or not most:
            return
        seat = battle.waiting_for()[0]
        listed = list(gunnery_of(system).attacks(battle.state, seat))
        asked = battle.ask_for(seat)
        if listed and asked is not None and not asked.optional:  # an offer in between is not the unit's own move
            yield battle, seat, listed
            most -= 1
        battle.answer(seat, bot.decide(Seat(battle, seat)))


@pytest.mark.parametrize("system_id", system_ids())
def test_listed_attacks_are_legal_and_their_outcomes_whole(system_id: str) -> None:
    system = get_system(system_id)
    guns, met = gunnery_of(system), 0
    for battle, seat, listed in moments(system, next(iter(system.scenarios())), 2, 12):
        before = battle.hash()
        for order in listed[:3]:
            assert battle.refuse(seat, order) is None
            target = guns.marks(battle.state, order)[0]
            found = guns.outcomes(battle.state, order, Terms(about=(target,), ends=False))
            assert sum(branch.weight for branch in found.branches) == found.total
            fate, shown = fate_of(found, target), battle.preview(seat, order).odds
            if not system.hidden and shown is not None:
                assert shown.p_hit == pytest.approx(fate.chance(fate.hits))
                assert shown.p_destroyed == pytest.approx(fate.chance(fate.destroyed))
            met += 1
        assert battle.hash() == before, "asking changes nothing"
    assert met > 5
