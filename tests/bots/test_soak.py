"""Hundreds of battles between bots that think: every answer is taken, and none takes longer than a bot may think."""

from __future__ import annotations

import time

import pytest

from gearlock.bots.patience import SECONDS
from gearlock.bots.players import make_bot
from gearlock.kernel.battle import Battle
from gearlock.kernel.registry import AnySystem, all_systems
from gearlock.kernel.seat import Seat

FROZEN = 5 * SECONDS
"""Seconds after which nobody would call it thinking any more, on a machine that is busy with other things too."""
PAIRS = (
    ("tactician:200n", "greedy"),
    ("tactician:cautious:200n", "tactician:aggressive:200n"),
    ("strategist:300n", "tactician:objective:200n"),
)
"""They look at fewer orders than they might, so that three hundred battles end within the hour."""
AT_LENGTH = ("strategist:0.2s", "tactician")
"""One battle in thirty is played by the clock and with all the looks they may take."""


@pytest.mark.soak
@pytest.mark.parametrize("first", range(0, 300, 10))
@pytest.mark.parametrize("system", all_systems(), ids=lambda system: system.id)
def test_three_hundred_battles_without_a_freeze_or_an_illegal_answer(system: AnySystem, first: int) -> None:
    scenarios = list(system.scenarios())
    for seed in range(first, first + 10):
        battle = Battle.begin(system, system.prepare(scenarios[seed % len(scenarios)], seed, {}))
        names = (AT_LENGTH if seed % 30 == 0 else PAIRS[seed % len(PAIRS)])[:: 1 if (seed + seed // 10) % 2 else -1]
        bots = {
            seat: make_bot(name, seed * 2 + at) for at, (seat, name) in enumerate(zip(system.seats, names, strict=True))
        }
        while not battle.over:
            seat = Seat(battle, battle.waiting_for()[0])
            begun = time.monotonic()
            order = bots[seat.name].decide(seat)
            assert time.monotonic() - begun < FROZEN, (seed, seat.ask)
            assert seat.refuse(order) is None, (seed, order)
            battle.answer(seat.name, order)
