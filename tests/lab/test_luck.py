"""Luck: exact against brute force and another library, even over many battles, and bent dice are seen."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

import icepool
import pytest

from cli.command import Command
from gearlock.bots.uniform import RandomBot
from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import DiceSource, Faces, Roll, Seeded
from gearlock.kernel.record import Rolled
from gearlock.kernel.registry import get_system, system_ids
from gearlock.kernel.seat import Seat
from gearlock.lab.luck import Sum, expected, fold, luck_of
from odds.test_pools import HighestPlus

POOLS = [
    Roll("attack", 2, 6, 1, "red", step=4),
    Roll("attack", 1, 6, 1, "red", step=5),
    Roll("Marginal Hits: fall", 2, 6, 1, "red", marks=(5,), ill=True),
    Roll("Marginal Hit", 1, 6, 1, "red", marks=(4,)),
]
UNDER = [
    Roll("to hit", 2, 10, 0, "red", marks=(3,)),
    Roll("penetration", 1, 10, 0, "red", marks=(0,)),
    Roll("hack, attack", 1, 10, 0, "red", marks=(4,), ill=True),
    Roll("evasion", 1, 10, 0, "red", marks=(12,)),
]


def all_faces(roll: Roll) -> Iterator[Faces]:
    return product(range(roll.low, roll.low + roll.sides), repeat=roll.count)


@pytest.mark.parametrize(("system", "rolls"), [("brigands", POOLS), ("hex100", UNDER)])
def test_the_chance_is_what_counting_every_way_gives(system: str, rolls: list[Roll]) -> None:
    """Every way the dice can fall is worked out die by die, from the value of single throws alone."""
    fortune = get_system(system).fortune
    worth = [[found.rolled for faces in all_faces(roll) if (found := fortune(roll, faces))] for roll in rolls]
    sums: dict[int, int] = {}
    for values in product(*worth):
        sums[sum(values)] = sums.get(sum(values), 0) + 1
    total = prod(len(values) for values in worth)
    mean = Fraction(sum(value * ways for value, ways in sums.items()), total)
    for shown in product(*(list(all_faces(roll))[:: 7 if roll.count == 2 else 3] for roll in rolls)):
        red = luck_of(get_system(system), zip(rolls, shown, strict=True)).sides[0].whole
        least = Fraction(sum(ways for value, ways in sums.items() if value >= red.rolled), total)
        most = Fraction(sum(ways for value, ways in sums.items() if value <= red.rolled), total)
        assert Fraction(red.ways) == least
        assert (red.at_least, red.at_most, red.expected) == (float(least), float(most), float(mean))
        assert red.throws == len(rolls)


def test_another_library_agrees_on_a_long_battle() -> None:
    system = get_system("brigands")
    rolls = [Roll("attack", count, 6, 1, "red", step=step) for count in (1, 2, 3, 4) for step in (3, 4)] * 5
    thrown = [(roll, (2, 5, 4, 6)[: roll.count]) for roll in rolls]
    red = luck_of(system, thrown).sides[0].whole
    whole = icepool.Die([0])
    for roll in rolls:
        whole = whole + HighestPlus(roll.step or 0)(icepool.d6.pool(roll.count))
    assert Fraction(red.ways) == whole.probability(">=", red.rolled)


def test_folding_nothing_and_single_rows() -> None:
    assert fold([]) == (1,)
    assert fold([(1, 2, 3)]) == (1, 2, 3)
    assert fold([(1, 1)] * 4) == (1, 4, 6, 4, 1)
    assert fold([(0, 1), (0, 1), (2, 3)]) == (0, 0, 2, 3)
    assert expected([]) == 0


def test_the_luck_of_both_sides_and_kinds_is_kept_apart() -> None:
    system = get_system("brigands")
    blue = Roll("defence", 1, 6, 1, "blue", step=4)
    first = Roll("Initiative", 2, 6)
    thrown = [(POOLS[0], (6, 6)), (blue, (1,)), (blue, (2,)), (POOLS[3], (3,)), (first, (1, 2))]
    luck = luck_of(system, thrown)
    red, other = luck.sides
    assert [(kind.what, kind.rolled) for kind in red.kinds] == [("attack", 7), ("Marginal Hits", 0)]
    assert (red.whole.rolled, other.whole.rolled, other.whole.expected) == (7, 3, 7.0)
    assert (other.whole.at_least, other.whole.at_most) == (35 / 36, 3 / 36)
    assert Fraction(red.whole.ways) == Fraction(5, 36) + Fraction(9, 36) / 2  # a 7 by itself, or a 6 and a bite
    assert luck.others == {"Initiative": 1}


class Loaded:
    """Dice that never show their three lowest faces."""

    def __init__(self, seed: int) -> None:
        self._fair = Seeded(seed)

    def roll(self, roll: Roll, number: int) -> Faces:
        return tuple(max(face, roll.low + 3) for face in self._fair.roll(roll, number))


def rolled_out(system: str, scenario: str, seed: int, dice: DiceSource) -> Battle[Any]:
    game = get_system(system)
    battle: Battle[Any] = Battle.begin(game, game.prepare(scenario, seed, {}), dice)
    bots = {seat: RandomBot(seed * 2 + place) for place, seat in enumerate(game.seats)}
    while not battle.over:
        seat = battle.waiting_for()[0]
        battle.answer(seat, bots[seat].decide(Seat(battle, seat)))
    return battle


def middles(sums: list[Sum]) -> list[float]:
    """The chance of more, and half the chance of just as much: on average exactly one half for honest dice."""
    return [part.at_least - (part.at_least + part.at_most - 1) / 2 for part in sums]


def luck_of_battles(system: str, scenario: str, seeds: range, loaded: bool = False) -> list[float]:
    """The luck of every side at every kind of throw, where there were some."""
    found: list[Sum] = []
    for seed in seeds:
        battle = rolled_out(system, scenario, seed, Loaded(seed) if loaded else Seeded(seed))
        for side in luck_of(battle.system, battle.thrown).sides:
            found += [kind for kind in side.kinds if kind.throws >= 3]
    return middles(found)


def test_over_many_battles_every_luck_is_as_likely_as_another() -> None:
    found = luck_of_battles("brigands", "intro", range(14)) + luck_of_battles("hex100", "village", range(20))
    assert len(found) > 70
    assert sum(found) / len(found) == pytest.approx(0.5, abs=0.08)
    for part in range(3):
        share = sum(part / 3 <= luck < (part + 1) / 3 for luck in found) / len(found)
        assert share == pytest.approx(1 / 3, abs=0.13), part


def test_loaded_dice_are_seen() -> None:
    found = luck_of_battles("brigands", "intro", range(6), loaded=True)
    assert len(found) > 8
    assert sorted(found)[len(found) // 2] < 0.2
    assert min(found) < 0.001


@pytest.mark.parametrize(
    ("system", "scenario", "chance"),
    [
        ("brigands", "command", {"Initiative", "deployment roll-off", "attack"}),
        ("hex100", "village", {"who goes first", "scatter direction", "scatter distance", "hardpoint struck"}),
    ],
)
def test_what_is_not_measured_is_named(system: str, scenario: str, chance: set[str]) -> None:
    """Of every throw, too, what came up is something the dice could show, and all ways together are all there are."""
    measured: set[str] = set()
    for seed in range(4):
        battle = rolled_out(system, scenario, seed, Seeded(seed))
        luck = luck_of(battle.system, battle.thrown)
        assert set(luck.others) <= chance
        for roll, faces in battle.thrown:
            if worth := battle.system.fortune(roll, faces):
                assert sum(worth.weights) == roll.sides**roll.count
                assert worth.weights[worth.rolled - worth.low] > 0
        measured |= {kind.what for side in luck.sides for kind in side.kinds}
        assert len(battle.thrown) == sum(isinstance(entry.input, Rolled) for entry in battle.entries)
        assert sum(luck.others.values()) + sum(side.whole.throws for side in luck.sides) == len(battle.thrown)
    assert measured & {"attack", "to hit"}


@pytest.mark.parametrize("system", system_ids())
def test_throws_are_remembered_through_forks_and_undo(system: str) -> None:
    game = get_system(system)
    battle = Battle.begin(game, game.prepare(next(iter(game.scenarios())), 4, {}))
    bot = RandomBot(4)
    for _ in range(60):
        if battle.over:
            break
        seat = battle.waiting_for()[0]
        battle.answer(seat, bot.decide(Seat(battle, seat)))
    throws = [(roll.purpose, faces) for roll, faces in battle.thrown]
    assert len(throws) > 1
    assert battle.fork().thrown == battle.thrown
    battle.rewind(len(battle.entries) // 2)
    rolled = [entry.input for entry in battle.entries if isinstance(entry.input, Rolled)]
    assert [(roll.purpose, faces) for roll, faces in battle.thrown] == [(by.purpose, by.faces) for by in rolled]
    assert throws[: len(rolled)] == [(by.purpose, by.faces) for by in rolled]


@pytest.mark.parametrize("system", system_ids())
def test_a_log_tells_the_luck_its_battle_told(gearlock: Command, system: str, tmp_path: Path) -> None:
    log = tmp_path / "b.jsonl"
    words = ("battle", system, "--red", "bot:greedy", "--blue", "bot:random", "--seed", 6, "--log", log)
    told = gearlock(*words, "--json").json()["luck"]
    assert gearlock("luck", log, "--json").json() == {"format": "gearlock.luck/1", **told}
    assert [side["seat"] for side in told["sides"]] == ["red", "blue"]
    assert sum(side["whole"]["throws"] for side in told["sides"]) > 0
    one = gearlock("luck", log, "--seat", "blue", "--json").json()
    assert one["sides"] == [side for side in told["sides"] if side["seat"] == "blue"]
    in_words = gearlock("luck", log)
    assert in_words.code == 0
    assert f"Luck, in {told['unit']}" in in_words.out
    assert f"{told['sides'][1]['whole']['expected']:.1f}" in in_words.out


def test_secret_dice_are_told_when_the_battle_is_over(gearlock: Command, tmp_path: Path) -> None:
    for system, code in (("hex100", 2), ("brigands", 0)):
        log = tmp_path / f"{system}.jsonl"
        gearlock("battle", system, "--red", "bot:random", "--blue", "bot:random", "--seed", 3, "--log", log)
        lines = log.read_text().splitlines()[:-1]
        log.write_text("\n".join(line for line in lines if '"check"' not in line) + "\n")
        done = gearlock("luck", log)
        assert done.code == code, done.err
        assert ("told when it is over" in done.err.replace("\n", " ")) is (code == 2)


def test_what_luck_cannot_be_told_of_is_refused(gearlock: Command, tmp_path: Path) -> None:
    log = tmp_path / "b.jsonl"
    gearlock("battle", "brigands", "--red", "bot:greedy", "--blue", "bot:random", "--seed", 6, "--log", log)
    assert gearlock("luck", log, "--seat", "green").code == 2
    assert gearlock("luck", tmp_path / "none.jsonl").code == 2
    log.write_text(
        log.read_text().replace('"purpose":"attack","faces":[', '"purpose":"attack","faces":[1,2,3,4,5,6,', 1)
    )
    done = gearlock("luck", log)
    assert done.code == 2
    assert "rules have changed" in done.err.replace("\n", " ")
