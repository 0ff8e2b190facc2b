"""A battle that once stopped in the lab: what was offered to bots was refused."""

from __future__ import annotations

import pytest

from gearlock.bots.players import make_bot
from gearlock.kernel.battle import Battle
from gearlock.kernel.log import dumps, loads
from gearlock.kernel.seat import Seat
from gearlock.kernel.verify import verify
from gearlock.systems.fieldmanual import SYSTEM

SEED = 77_969_611


@pytest.mark.soak
def test_two_greedy_bots_with_the_seeds_of_the_lab_play_it_to_its_end() -> None:
    """The lab gives each seat's bot twice the seed of the battle and its place."""
    battle = Battle.begin(SYSTEM, SYSTEM.prepare("battle", SEED, {}))
    bots = {seat: make_bot("greedy", SEED * 2 + place) for place, seat in enumerate(SYSTEM.seats)}
    while not battle.over:
        seat = battle.waiting_for()[0]
        battle.answer(seat, bots[seat].decide(Seat(battle, seat)))
    assert battle.outcome is not None
    assert verify(loads(dumps(battle))) is None
