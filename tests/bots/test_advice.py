"""What is called advice: only what a bot can tell from anything else."""

from __future__ import annotations

import random

import pytest

from gearlock.bots.advice import NO_ADVICE, advise
from gearlock.bots.lines import NOTHING
from gearlock.bots.patience import Patience
from gearlock.bots.planning import Planner
from gearlock.bots.tempers import USUAL, tempers
from gearlock.bots.thoughts import Thought, are_weighed
from gearlock.bots.uniform import RandomBot
from gearlock.bots.weighing import SPARING
from gearlock.cli.advice import advised
from gearlock.cli.screen import console
from gearlock.kernel.battle import Battle
from gearlock.kernel.registry import AnySystem, all_systems
from gearlock.kernel.seat import Seat


@pytest.mark.parametrize("system", all_systems(), ids=lambda system: system.id)
def test_where_no_answer_is_better_than_another_nothing_is_called_advice(system: AnySystem) -> None:
    battle = Battle.begin(system, system.prepare(next(iter(system.scenarios())), 3, {}))
    seat = Seat(battle, battle.waiting_for()[0])  # who goes first, or the first to be put on the table
    assert advise(seat, "tactician:20n:60s", 1) == ()
    with console.capture() as said:
        assert advised(seat, ["tactician:20n:60s"], 1) == []
    assert NO_ADVICE in " ".join(said.get().split())


def test_ways_are_weighed_if_their_worth_or_a_reason_tells_them_apart() -> None:
    assert not are_weighed(())
    assert not are_weighed((Thought(("a",), 0.0001), Thought(("b",), -0.0001, {"gives": -0.0001})))
    assert are_weighed((Thought(("a",), 0.0), Thought(("b",), -0.08)))
    assert are_weighed((Thought(("a",), 0.0, {"damage": 0.2, "danger": -0.2}),))


@pytest.mark.parametrize("system", all_systems(), ids=lambda system: system.id)
def test_the_reasons_of_an_order_by_itself_add_up_to_its_worth(system: AnySystem) -> None:
    battle, bot, counted = Battle.begin(system, system.prepare(next(iter(system.scenarios())), 4, {})), RandomBot(4), 0
    for _ in range(30):
        name = battle.waiting_for()[0]
        battle.answer(name, bot.decide(Seat(battle, name)))
    seat = Seat(battle, battle.waiting_for()[0])
    planner = Planner(seat, seat.view(), tempers()[USUAL], random.Random(2))
    for step in planner.steps(seat, seat.options(), NOTHING, Patience(60, seconds=60.0)):
        assert sum(step.terms(tempers()[USUAL]).values()) == pytest.approx(step.promise, abs=2 * SPARING)
        counted += 1
    assert counted
