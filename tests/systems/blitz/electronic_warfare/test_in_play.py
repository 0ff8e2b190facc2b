"""Forces full of electronics at random play: offers are legal and can be previewed, and logs run again alike."""

from __future__ import annotations

import pytest

from conformance.checks import check_log
from gearlock.bots.uniform import RandomBot
from gearlock.kernel.asks import OPEN_OPTIONS
from gearlock.kernel.battle import Battle
from gearlock.kernel.seat import Seat
from gearlock.systems.blitz import SYSTEM

FORCES = {
    "red": "white-cat-cheetah,cheetah,spitting-cobra,artillery-cobra+wild-ferret,weasel,grizzly",
    "blue": "skirmisher,iguana,artillery-cobra,weasel/2ic,black-box-iguana/xo",
    "rounds": "2",
}


@pytest.mark.parametrize("seed", [0, 4])
def test_offers_hold_and_logs_run_again(seed: int) -> None:
    battle = Battle.begin(SYSTEM, SYSTEM.prepare("skirmish", seed, FORCES))
    bot, used = RandomBot(seed), set()
    while not battle.over:
        seat = battle.waiting_for()[0]
        ask = battle.ask_for(seat)
        assert ask is not None
        for option in SYSTEM.options(battle.state, ask):
            if not isinstance(option, OPEN_OPTIONS):
                assert SYSTEM.refuse(battle.state, ask, option.order) is None, option
                SYSTEM.preview(battle.state, seat, option.order)
        order = bot.decide(Seat(battle, seat))
        used.add(type(order).__name__)
        battle.answer(seat, order)
    check_log(battle)
    assert used & {"Observe", "JamSensors", "JamSights", "Interfere", "JamComms", "GiveOrder", "BoostSensors"}
