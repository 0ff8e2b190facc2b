"""Random battles of squads that ride, hide in buildings and launch smoke, at night and on white sand."""

from __future__ import annotations

import random

import pytest

from conformance.checks import check_aim, check_offers, check_round_trip
from gearlock.bots.uniform import RandomBot
from gearlock.kernel.dice import Seeded
from gearlock.kernel.positions import Position
from gearlock.kernel.seat import Seat
from gearlock.systems.fieldmanual.combined_models import PoolShared
from gearlock.systems.fieldmanual.smoke_and_light import Illuminated, SmokeLaunched
from gearlock.systems.fieldmanual.special_actions import TookCover
from gearlock.systems.fieldmanual.table_effects import SandFound, TemperaturesFelt
from gearlock.systems.fieldmanual.transports import Disembarked, Embarked, PassengerTested

SQUAD = "infantry-squad-proposed"
LIGHT = {"perks": {"Arms": 1, "Smoke Launchers": 3, "Searchlight": 24, "Stealth": 2}, "details": {"Searchlight": "T"}}


def quarter(seed: int, words: str) -> Position:
    """Squads beside transports and houses, few inches apart."""
    position = Position("fieldmanual", seed=seed, rounds=3, switches={"effects": words})
    position.piece("building", (14, 14, 18, 18), top=2, name="House")
    position.piece("area", (20, 12, 26, 20), top=1.5, rating="medium", name="Wood")
    position.piece("hill", (8, 20, 12, 23), top=1, rating="solid", name="Mound")
    for seat, y, side in (("red", 8, 1), ("blue", 24, -1)):
        position.model(f"{seat}-1", "caiman", at=(20, y), band="stationary", boxes=3)
        position.model(f"{seat}-2", SQUAD, at=(21.25, y), band="stationary")
        position.model(f"{seat}-3", "jager", at=(23, 12 if side > 0 else 20), stats=LIGHT, band="stationary")
        position.model(f"{seat}-4", SQUAD, at=(20, y), band="stationary", status="aboard", carrier=f"{seat}-1")
        position.model(f"{seat}-5", SQUAD, at=(16, 13.5 if side > 0 else 18.5), band="stationary")
    return position


def play(seed: int, words: str, seen: dict[type, int]) -> None:
    battle = quarter(seed, words).battle(Seeded(seed))
    bot, chooser = RandomBot(seed), random.Random(seed)
    for number in range(1500):
        if battle.over:
            break
        name = battle.waiting_for()[0]
        if number % 20 == 0:
            check_offers(battle, chooser)
            check_aim(battle, chooser)
            check_round_trip(battle)
        battle.answer(name, bot.decide(Seat(battle, name)))
    assert battle.over
    for event in (event for entry in battle.entries for event in entry.events):
        seen[type(event)] = seen.get(type(event), 0) + 1


@pytest.mark.rule("fieldmanual.transports", "fieldmanual.infantry-structures", "fieldmanual.combined-defense")
def test_squads_fight_legally() -> None:
    seen: dict[type, int] = {}
    effects = ("night", "fog storm", "dusk extreme-temperatures", "white-sand", "blizzard", "")
    for seed in range(8):
        play(seed, effects[seed % len(effects)], seen)
    wanted = (
        Embarked, Disembarked, TookCover, SmokeLaunched, Illuminated, SandFound, TemperaturesFelt, PoolShared,
        PassengerTested,
    )  # fmt: skip
    assert [kind.__name__ for kind in wanted if kind not in seen] == []
