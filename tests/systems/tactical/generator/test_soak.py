"""4.1: two hundred generated battles between bots end, and their logs play again to the same fingerprint."""

from __future__ import annotations

import pytest

from conformance.checks import check_log
from gearlock.bots.arena import play_out
from gearlock.bots.players import make_bot
from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Seeded
from gearlock.systems.tactical import SYSTEM

BATTLES, EACH = 200, 10
PAIRS = (("greedy", "greedy"), ("greedy", "random"), ("random", "random"), ("tactician:60n", "greedy"))


@pytest.mark.soak
@pytest.mark.rule("tactical.4.1")
@pytest.mark.parametrize("first", range(0, BATTLES, EACH))
def test_generated_battles_between_bots_end_and_go_again_as_they_went(first: int) -> None:
    for seed in range(first, first + EACH):
        options = {"tv": ("1500", "2000", "3000")[seed % 3], "rounds": "10"} | ({"modules": "all"} if seed % 2 else {})
        battle = Battle.begin(SYSTEM, SYSTEM.prepare("battle", seed, options), Seeded(seed))
        names = PAIRS[seed // 2 % len(PAIRS)]
        bots = {
            seat: make_bot(name, seed * 2 + at) for at, (seat, name) in enumerate(zip(SYSTEM.seats, names, strict=True))
        }
        play_out(battle, bots)
        assert battle.over, seed
        check_log(battle)
