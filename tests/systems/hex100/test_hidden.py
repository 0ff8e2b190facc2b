"""Hidden information when both sides mean it: nothing leaks in battles between bots that find and fight each other."""

from __future__ import annotations

import random

import pytest

from conformance.checks import check_no_leak, lay_out
from gearlock.bots.greedy import GreedyBot
from gearlock.kernel.seat import Seat
from gearlock.systems.hex100 import SYSTEM
from gearlock.systems.hex100.damage.units_hit import Struck
from gearlock.systems.hex100.detection.sight import Detected
from systems.hex100.kit import events


@pytest.mark.parametrize(("scenario", "seed"), [("close-quarters", 1), ("skirmish", 3), ("ridge", 2)])
def test_nothing_leaks_while_bots_hunt_each_other(scenario: str, seed: int) -> None:
    battle, chooser = lay_out(SYSTEM, scenario, seed), random.Random(seed)
    bots = {seat: GreedyBot(seed + at) for at, seat in enumerate(SYSTEM.seats)}
    seats = {seat: Seat(battle, seat) for seat in SYSTEM.seats}
    while not battle.over:
        check_no_leak(battle, chooser)
        (seat,) = battle.waiting_for()
        battle.answer(seat, bots[seat].decide(seats[seat]))
    assert events(battle, Detected)
    assert events(battle, Struck)
