"""What dice are rolled for is what the story tells: numbers, and for whom a success is bad."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.bots.uniform import RandomBot
from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Faces, Roll
from gearlock.kernel.events import Event
from gearlock.kernel.record import Rolled
from gearlock.kernel.seat import Seat
from gearlock.systems.hex100 import SYSTEM
from gearlock.systems.hex100.shown.around_the_table import fortune


def fought(scenario: str, seed: int) -> Battle[Any]:
    battle = Battle.begin(SYSTEM, SYSTEM.prepare(scenario, seed, {}))
    bots = {seat: RandomBot(seed * 2 + place) for place, seat in enumerate(SYSTEM.seats)}
    while not battle.over:
        seat = battle.waiting_for()[0]
        battle.answer(seat, bots[seat].decide(Seat(battle, seat)))
    return battle


def rolled_events(battle: Battle[Any]) -> list[tuple[Event, int, Faces, list[tuple[Roll, Faces]]]]:
    """Every event with a number and dice, and the last throws before it."""
    found, throws = [], 0
    for entry in battle.entries:
        throws += isinstance(entry.input, Rolled)
        for event in entry.events:
            number = getattr(event, "number", None)
            faces: Faces = getattr(event, "faces", ()) or ((event.face,) if hasattr(event, "face") else ())
            if number is not None and faces:
                found.append((event, number, faces, battle.thrown[max(0, throws - 2) : throws]))
    return found


@pytest.mark.parametrize("scenario", ["electronic-siege", "stealth-raid", "breakthrough"])
def test_the_number_of_a_throw_is_the_number_that_is_told(scenario: str) -> None:
    events = [each for seed in range(3) for each in rolled_events(fought(scenario, seed))]
    assert len(events) > 25
    for event, number, faces, throws in events:
        numbers = [roll.marks[0] for roll, shown in throws if shown == faces and roll.marks]
        assert number in numbers, event


def test_a_hacker_does_well_not_to_roll_under() -> None:
    hacks = [
        roll
        for seed in range(3)
        for roll, _ in fought("electronic-siege", seed).thrown
        if roll.purpose.startswith("hack")
    ]
    assert {(roll.purpose, roll.ill) for roll in hacks} >= {("hack a site", True), ("hack, attack", True)}
    assert all(roll.ill is (roll.purpose in ("hack a site", "hack, attack")) for roll in hacks)


@pytest.mark.parametrize(
    ("roll", "faces", "rolled", "weights"),
    [
        (Roll("to hit", 2, 100, 0, "red", marks=(30,)), (29, 30), 1, (4900, 4200, 900)),
        (Roll("to hit", 1, 100, 0, "red", marks=(-5,)), (0,), 0, (100, 0)),
        (Roll("to hit", 1, 100, 0, "red", marks=(140,)), (99,), 1, (0, 100)),
        (Roll("hack, attack", 1, 100, 0, "red", marks=(40,), ill=True), (40,), 1, (40, 60)),
        (Roll("stray shots", 2, 100, 0, "red", marks=(50,), ill=True), (49, 3), 0, (2500, 5000, 2500)),
    ],
)
def test_successes_are_counted_for_whoever_rolls(
    roll: Roll, faces: Faces, rolled: int, weights: tuple[int, ...]
) -> None:
    found = fortune(roll, faces)
    assert found is not None
    assert (found.seat, found.rolled, found.low, found.weights) == ("red", rolled, 0, weights)


def test_dice_without_a_number_are_nobodys_luck() -> None:
    assert fortune(Roll("scatter direction", 1, 6, 1, "red"), (4,)) is None
    assert fortune(Roll("to hit", 0, 100, 0, "red", marks=(30,)), ()) is None
