"""Dice are read as the story reads them: from which face they add, how many bite, and for whom that is bad."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.bots.uniform import RandomBot
from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Faces, Roll
from gearlock.kernel.record import Rolled
from gearlock.kernel.seat import Seat
from gearlock.systems.brigands import SYSTEM
from gearlock.systems.brigands.advice.previews import fortune
from gearlock.systems.brigands.attacks.attack import AttackRolled
from gearlock.systems.brigands.damage import MarginalHitsRolled


def fought(scenario: str, seed: int, options: dict[str, str]) -> Battle[Any]:
    battle = Battle.begin(SYSTEM, SYSTEM.prepare(scenario, seed, options))
    bots = {seat: RandomBot(seed * 2 + place) for place, seat in enumerate(SYSTEM.seats)}
    while not battle.over:
        seat = battle.waiting_for()[0]
        battle.answer(seat, bots[seat].decide(Seat(battle, seat)))
    return battle


@pytest.mark.parametrize("options", [{}, {"dice": "augment"}], ids=["standard", "augment"])
def test_throws_are_read_as_the_story_reads_them(options: dict[str, str]) -> None:
    battle = fought("command", 3, options)
    throws = attacks = 0
    seats = {unit.id: unit.seat for unit in battle.start.units.values()}
    for entry in battle.entries:
        throws += isinstance(entry.input, Rolled)
        for event in entry.events:
            if isinstance(event, AttackRolled) and event.attack_faces and seats[event.unit] != seats[event.target]:
                last = battle.thrown[max(0, throws - 8) : throws]  # with the Rerolls of both sides
                assert (event.attack_step, event.attack_faces) in [(roll.step, faces) for roll, faces in last]
                attacks += 1
            if isinstance(event, MarginalHitsRolled):
                roll, faces = battle.thrown[throws - 1]
                worth = fortune(roll, faces)
                assert worth is not None
                own = seats[event.unit] == seats.get(event.target)  # a building is nobody's
                assert worth.rolled == (len(faces) - event.damage if own else event.damage)
    assert attacks > 3


@pytest.mark.parametrize(
    ("roll", "faces", "rolled", "low", "weights"),
    [
        (Roll("attack", 1, 6, 1, "red", step=4), (5,), 5, 1, (1, 1, 1, 1, 1, 1)),
        (Roll("defence", 2, 6, 1, "red", step=4), (6, 4), 7, 1, (1, 3, 5, 6, 7, 9, 5)),
        (Roll("Marginal Hit", 1, 6, 1, "red", marks=(4,)), (4,), 1, 0, (3, 3)),
        (Roll("Marginal Hits: fall", 2, 6, 1, "red", marks=(5,), ill=True), (5, 4), 1, 0, (4, 16, 16)),
    ],
)
def test_points_are_counted_for_whoever_rolls(
    roll: Roll, faces: Faces, rolled: int, low: int, weights: tuple[int, ...]
) -> None:
    found = fortune(roll, faces)
    assert found is not None
    assert (found.seat, found.rolled, found.low, found.weights) == ("red", rolled, low, weights)


def test_dice_that_decide_an_order_are_nobodys_luck() -> None:
    assert fortune(Roll("Initiative", 2, 6), (4, 2)) is None
    assert fortune(Roll("attack", 2, 6, 1, "red"), (4, 2)) is None  # at a friend
