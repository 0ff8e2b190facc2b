"""What a Reroll is worth to whoever is asked."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from gearlock.bots.greedy import GreedyBot
from gearlock.kernel.battle import Battle
from gearlock.kernel.orders import Decline
from gearlock.kernel.seat import Seat
from gearlock.systems.brigands.advice.previews import KEPT_POINT, reroll_worth
from gearlock.systems.brigands.attacks.attack import Attack
from gearlock.systems.brigands.command import Reroll
from gearlock.systems.brigands.rounds import Activate
from gearlock.systems.brigands.state import COMBAT_SPEED, State
from systems.brigands.field import NORTH, SOUTH, again, give, lay


def _shot(*dice: Iterable[int]) -> Battle[State]:
    """Three dice against two, Armor and Penetration equal; both sides have a Command Point."""
    battle = lay([("hunter", 10, 10, NORTH)], [("hunter", 10, 21.182, SOUTH)], command=1)
    battle.state.units["blue-1"].actions = 0
    battle = again(battle, *dice)
    give(battle, Activate("red-1", COMBAT_SPEED), Attack("red-1", "LAC", "Ballistic", ("blue-1",)))
    return battle


def test_a_bad_roll_is_worth_a_point_and_a_good_one_is_not() -> None:
    bad = _shot((1, 1, 1), (6, 6))
    assert bad.preview("red", Reroll("red-1")).gives < 0
    middling = _shot((1, 1, 1), (3, 1))
    assert middling.preview("red", Reroll("red-1")).gives > 0
    good = _shot((6, 1, 1), (1, 1))
    assert good.preview("red", Reroll("red-1")).gives < 0
    give(good, Decline())
    assert good.preview("blue", Reroll("blue-1")).gives > 0


def test_the_worth_of_a_defence_reroll_is_exact() -> None:
    battle = _shot((6, 1, 1), (4, 1))
    worth = reroll_worth(battle.state, Reroll("blue-1", "AMS"))
    results = _two_dice()
    after = sum(_lost(6 - result) * ways for result, ways in results.items()) / 36
    assert worth == pytest.approx((2 - after) / 6)
    assert reroll_worth(battle.state, Reroll("blue-1")) == pytest.approx((2 - after) / 6 - KEPT_POINT)


def _two_dice() -> dict[int, int]:
    results: dict[int, int] = {}
    for one in range(1, 7):
        for other in range(1, 7):
            score = max(one, other) + (1 if min(one, other) >= 4 else 0)
            results[score] = results.get(score, 0) + 1
    return results


def _lost(margin: int) -> float:
    return 0.5 if margin == 0 else max(0, margin)


def test_a_marginal_hit_that_failed_is_worth_half_a_point_of_damage() -> None:
    battle = _shot((3, 1, 1), (3, 1), (2,))
    give(battle, Decline(), Decline())
    assert reroll_worth(battle.state, Reroll("red-1", "AMS")) == pytest.approx(0.5 / 6)
    rolled = battle.state.rolled
    assert rolled is not None
    battle.state.rolled = replace(rolled, face=5)
    assert reroll_worth(battle.state, Reroll("red-1", "AMS")) == pytest.approx(-0.5 / 6)


def _lies_open(battle: Battle[State]) -> bool:
    return battle.state.rolled is not None


def test_nothing_lies_on_the_table_between_exchanges() -> None:
    battle = _shot((1, 1, 1), (6, 6))
    assert _lies_open(battle)
    give(battle, Decline())
    assert not _lies_open(battle)
    assert reroll_worth(battle.state, Reroll("red-1")) == 0


def test_a_greedy_bot_spends_points_where_they_count() -> None:
    assert GreedyBot(1).decide(Seat(_shot((1, 1, 1), (3, 1)), "red")) != Decline()
    assert GreedyBot(1).decide(Seat(_shot((6, 1, 1), (1, 1)), "red")) == Decline()
