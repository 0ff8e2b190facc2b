"""What is offered can be done: every option is an answer to its question."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.bots.uniform import RandomBot
from gearlock.kernel.asks import OPEN_OPTIONS, Ask
from gearlock.kernel.battle import Battle
from gearlock.kernel.positions import Position
from gearlock.kernel.seat import Seat
from gearlock.systems.fieldmanual import SYSTEM
from gearlock.systems.fieldmanual.book import BOOK
from gearlock.systems.fieldmanual.movement.terrain import Move
from gearlock.systems.fieldmanual.rounds import EndActivation
from gearlock.systems.fieldmanual.state import FIELDED, State
from gearlock.systems.fieldmanual.support.points import BringIn, Enter

CLIMBS_AND_JUMPS: dict[str, Any] = {"perks": {"Arms": 1, "Jump Jets": 3}}


def unanswerable(battle: Battle[State], ask: Ask) -> list[str]:
    """Options that the rules would not take, whatever spot an open one is given."""
    found = []
    for option in BOOK.options(battle.state, ask):
        if isinstance(option, OPEN_OPTIONS):
            known = any(
                ask.kind in rules.questions
                for chapter in BOOK.chapters
                for rules in chapter.orders
                if rules.order is type(option.order)
            )
            found += [] if known else [option.label]
        elif BOOK.refuse(battle.state, ask, option.order) is not None:
            found.append(option.label)
    return found


def coming_in() -> Battle[State]:
    """Red's reserve stands at its edge, beside a cliff that it could climb in an activation of its own."""
    position = Position("fieldmanual", phase="support", round=2, rounds=3, turn="red", first="red", seed=1)
    position.piece("hill", (20, 1.05, 24, 6), top=3, id="spire", name="Rock spire")
    position.model("red-1", "jager", group=1, status="reserve", stats=CLIMBS_AND_JUMPS)
    position.model("red-2", "command-jager", at=(40, 10), facing="north", group=2, rank="commander", actions=0)
    position.model("blue-1", "jager", at=(40, 40), facing="south", actions=0)
    battle: Battle[State] = position.dice("reserves", 6).battle()
    battle.answer("red", BringIn(1))
    battle.answer("red", Enter("red-1", 22_000, 500, 900, "combat", "W"))
    return battle


@pytest.mark.rule("fieldmanual.reserves")
def test_who_comes_in_is_offered_moves_and_no_climb_jump_or_sudden_turn() -> None:
    battle = coming_in()
    (ask,) = battle.pending
    assert ask.kind == "come in"
    assert unanswerable(battle, ask) == []
    assert {type(option.order) for option in BOOK.options(battle.state, ask)} <= {Move, EndActivation}
    while (ask := battle.pending[0]).kind == "come in":
        order = RandomBot(1).decide(Seat(battle, "red"))
        battle.answer("red", order)
    assert battle.state.units["red-1"].status == FIELDED


@pytest.mark.rule("fieldmanual.round-sequence")
@pytest.mark.parametrize("seed", [3, 5, 8])
def test_every_option_of_a_whole_battle_is_an_answer(seed: int) -> None:
    battle = Battle.begin(SYSTEM, SYSTEM.prepare("battle", seed, {}))
    bot, asked = RandomBot(seed), set()
    while not battle.over:
        ask = battle.ask_for(battle.waiting_for()[0])
        assert ask is not None
        asked.add(ask.kind)
        assert unanswerable(battle, ask) == [], ask
        battle.answer(ask.seat, bot.decide(Seat(battle, ask.seat)))
    assert {"activate", "act", "deploy"} <= asked
