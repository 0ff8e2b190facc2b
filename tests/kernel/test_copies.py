"""Copies of a battle, in this process and in another: the same dice, the same future, nothing shared."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from gearlock.bots.uniform import RandomBot
from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Roll, Scripted, Seeded
from gearlock.kernel.errors import BadInput
from gearlock.kernel.orders import Concede
from gearlock.kernel.registry import all_systems, get_system
from gearlock.kernel.seat import Seat
from kernel.toy import TOY

SYSTEMS = all_systems()
WAYS: dict[str, Callable[[Battle[Any]], Battle[Any]]] = {
    "deepcopy": copy.deepcopy,
    "copy": copy.copy,
    "pickle": lambda battle: pickle.loads(pickle.dumps(battle)),
}


def begun(system: Any, seed: int = 5, decisions: int = 0, scenario: str | None = None) -> Battle[Any]:
    battle = Battle.begin(system, system.prepare(scenario or next(iter(system.scenarios())), seed, {}))
    play_on(battle, decisions)
    return battle


def play_on(battle: Battle[Any], decisions: int, lots: int = 1) -> None:
    bots = {seat: RandomBot(lots + place) for place, seat in enumerate(battle.system.seats)}
    for _ in range(decisions):
        if battle.over:
            return
        seat = battle.waiting_for()[0]
        battle.answer(seat, bots[seat].decide(Seat(battle, seat)))


def facts(battle: Battle[Any]) -> tuple[Any, ...]:
    """Everything that is told of a battle to anybody."""
    views = [battle.view(seat) for seat in (None, *battle.system.seats)]
    record = (battle.entries, [entry.aside for entry in battle.entries], battle.checks, battle.thrown, battle.given)
    return (battle.hash(), battle.pending, battle.waiting_for(), battle.outcome, battle.steps, record, views)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.id)
def test_a_copy_is_the_same_battle_with_the_same_future(system: Any, way: str) -> None:
    for decisions in (0, 7, 33, 60):
        battle = begun(system, decisions=decisions)
        twin = WAYS[way](battle)
        assert twin is not battle
        assert facts(twin) == facts(battle)
        play_on(battle, 25)
        play_on(twin, 25)
        assert facts(twin) == facts(battle)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.id)
def test_a_copy_and_its_original_part_ways(system: Any, way: str) -> None:
    battle = begun(system, decisions=12)
    before = facts(battle)
    twin = WAYS[way](battle)
    play_on(twin, 15, lots=50)
    twin.seats_of["red"] = "Ana"
    assert facts(battle) == before
    assert battle.seats_of == {}
    unchanged = facts(twin)
    play_on(battle, 15, lots=90)
    assert facts(twin) == unchanged


@pytest.mark.parametrize("way", WAYS)
def test_a_script_under_way_with_dice_thrown_is_copied_and_rolls_the_same_dice_on(way: str) -> None:
    """In the middle of a step, with a question pending and dice behind it: the toy duels roll before the next ask."""
    found = 0
    for system in SYSTEMS:
        battle = begun(system)
        for _ in range(80):
            if battle.over:
                break
            play_on(battle, 1, lots=len(battle.entries))
            if battle.over or battle.fresh or len(battle.thrown) == battle._base.rolls:
                continue
            twin = WAYS[way](battle)
            assert (twin.pending, twin.thrown) == (battle.pending, battle.thrown)
            ahead = battle.fork(battle.dice)
            for each in (ahead, twin):
                play_on(each, 6, lots=9)
            assert facts(twin)[:6] == facts(ahead)[:6]
            found += 1
            break
    assert found >= 2


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("system", [each for each in SYSTEMS if each.hidden], ids=lambda system: system.id)
def test_what_is_hidden_and_sealed_stays_so_in_a_copy(system: Any, way: str) -> None:
    """Both copies show each seat what it was shown, and a sealed answer that was given is there and is not told."""
    sealed = secret = 0
    for scenario in [name for name, each in system.scenarios().items() if not each.open][:3]:
        battle = begun(system, scenario=scenario)
        for _ in range(50):
            if battle.over:
                break
            if battle._sealed or battle.is_aside:
                sealed += bool(battle._sealed)
                secret += 1
                twin = WAYS[way](battle)
                assert facts(twin) == facts(battle)
                assert twin._sealed == battle._sealed
                assert twin.is_aside == battle.is_aside
                assert [Seat(twin, seat).waiting_for for seat in system.seats] == [
                    Seat(battle, seat).waiting_for for seat in system.seats
                ]
            play_on(battle, 1, lots=len(battle.entries))
    assert secret
    assert sealed or system.id not in ("blitz", "tactical"), "these have sealed answers early"
    twin = WAYS[way](battle)
    assert [Seat(twin, seat).view() for seat in system.seats] == [Seat(battle, seat).view() for seat in system.seats]
    assert [Seat(twin, seat).story() for seat in system.seats] == [Seat(battle, seat).story() for seat in system.seats]


@pytest.mark.parametrize("way", WAYS)
def test_a_copy_can_be_taken_back_as_far_as_its_original(way: str) -> None:
    battle = begun(get_system("brigands"), decisions=70)
    twin = WAYS[way](battle)
    for until in (60, 31, 3):
        for each in (battle, twin):
            each.rewind(until)
        assert facts(twin) == facts(battle)


@pytest.mark.parametrize("way", WAYS)
def test_a_battle_that_is_over_stays_over(way: str) -> None:
    fought, left = begun(TOY if way != "pickle" else get_system("brigands"), decisions=3000), begun(SYSTEMS[0])
    left.answer(left.waiting_for()[0], Concede())
    for battle in (fought, left):
        assert battle.over
        twin = WAYS[way](battle)
        assert (twin.outcome, twin.checks, twin.hash()) == (battle.outcome, battle.checks, battle.hash())


@pytest.mark.parametrize("way", WAYS)
def test_dice_that_remember_are_not_shared(way: str) -> None:
    system = get_system("brigands")
    battle = Battle.begin(system, system.prepare("duel", 1, {}), Seeded("mine"))
    twin = WAYS[way](battle)
    assert isinstance(twin.dice, Seeded)
    assert twin.dice.seed == "mine"
    battle.dice = Scripted((1, 2), (3,))
    twin = WAYS[way](battle)
    twin.dice.roll(Roll("hit", 2, 6), 0)
    assert isinstance(twin.dice, Scripted)
    assert (twin.dice.left, battle.dice.left) == (1, 2)


def _played_elsewhere(battle: Battle[Any]) -> tuple[str, Battle[Any]]:
    play_on(battle, 20)
    return battle.hash(), battle


def test_a_battle_travels_to_another_process_and_back() -> None:
    """Spawned, so that nothing is inherited: what arrives is what was packed."""
    battles = [begun(system, decisions=20) for system in SYSTEMS]
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        found = pool.map(_played_elsewhere, battles)
    for battle, (fingerprint, back) in zip(battles, found, strict=True):
        play_on(battle, 20)
        assert (fingerprint, back.hash()) == (battle.hash(), battle.hash())
        assert back.system is battle.system
        assert back.entries == battle.entries


def test_a_system_is_itself_wherever_it_goes() -> None:
    for system in SYSTEMS:
        assert pickle.loads(pickle.dumps(system)) is system
        assert copy.copy(system) is system
        assert copy.deepcopy(system) is system


@pytest.mark.parametrize("system", [TOY, replace(get_system("brigands"), about="Mine.")], ids=["toy", "changed"])
def test_a_system_that_is_not_installed_says_why_it_cannot_travel(system: Any) -> None:
    with pytest.raises(BadInput, match="is not the installed system"):
        pickle.dumps(Battle.begin(system, system.prepare(next(iter(system.scenarios())), 1, {})))
    assert copy.deepcopy(begun(system)).system is system
