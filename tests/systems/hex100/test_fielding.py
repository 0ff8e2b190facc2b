"""Forces as scenario options: named machines, ready-made forces and files, in battles and in logs."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gearlock.bots.arena import play_out
from gearlock.bots.uniform import RandomBot
from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Seeded
from gearlock.kernel.errors import BadInput, UnknownName
from gearlock.kernel.system import Setup
from gearlock.muster.json_form import write_json
from gearlock.muster.reading import read_roster
from gearlock.muster.text import write_text
from gearlock.systems.hex100 import SYSTEM
from gearlock.systems.hex100.forces.cards import machines
from gearlock.systems.hex100.forces.force_building import BUDGETS
from gearlock.systems.hex100.forces.force_rules import FORCE, ready_made
from gearlock.systems.hex100.forces.machines_brought import field

OWN = """system hex100
name Ours
machine Tegu MBT "Anvil": HMG
machine 2x Cobra-KA1
  Drone Controller
  Drone: Recon Drone
"""


def test_there_are_three_forces_or_more_for_every_budget_and_each_says_how_it_is_played() -> None:
    sizes = []
    for name, text in ready_made().items():
        reading = read_roster(text, name)
        assert reading.violations() == []
        assert reading.rules is FORCE
        assert len(reading.roster.says("about")) > 40
        facts = FORCE.sheet(reading.roster).facts
        assert facts[0] == f"{reading.roster.says('size')} of {reading.roster.says('size')} points"
        sizes.append(int(reading.roster.says("size")))
    assert all(sizes.count(points) >= 3 for points in BUDGETS.values())
    assert set(sizes) == set(BUDGETS.values())


@pytest.mark.rule("hex100.force-cost")
def test_a_side_is_named_by_machines_by_a_force_or_by_a_file(tmp_path: Path) -> None:
    file = tmp_path / "ours.txt"
    file.write_text(OWN, encoding="utf-8")
    faults: list[str] = []
    assert field("red", "tegu-siege, cobra-hunter", 3000, faults) == [
        machines()["tegu-siege"],
        machines()["cobra-hunter"],
    ]
    assert [machine.unit.id for machine in field("red", "hammerfall-3000", 3000, faults)] == [
        "big-guye",
        "linebreaker-mk2",
    ]
    own = field("red", str(file), 3000, faults)
    assert [machine.name for machine in own] == ['Tegu MBT "Anvil"', "Cobra-KA1 1", "Cobra-KA1 2"]
    assert [len(machine.drones) for machine in own] == [0, 1, 1]
    assert sum(machine.cost for machine in own) == 650 + 2 * (500 + 50 + 150)
    assert faults == []


@pytest.mark.rule("hex100.force-cost")
def test_the_budget_of_the_battle_counts_and_not_the_one_a_force_was_written_for() -> None:
    faults: list[str] = []
    assert field("red", "hammerfall-3000", 5000, faults)
    assert faults == []
    assert field("red", "iron-wall-5000", 3000, faults) == []
    (fault,) = faults
    assert "The force costs 5000 points; the game allows 3000." in fault
    assert "hex100.force-cost" in fault


def test_everything_wrong_with_both_files_is_said_at_once(tmp_path: Path) -> None:
    red, blue = tmp_path / "red.txt", tmp_path / "blue.json"
    red.write_text("system hex100\nmachine Tegu MTB\nmachine Squire: Mace, Foo", encoding="utf-8")
    blue.write_text("{", encoding="utf-8")
    with pytest.raises(BadInput) as raised:
        SYSTEM.prepare("skirmish", 1, {"red": str(red), "blue": str(blue)})
    said = str(raised.value)
    for part in (
        "red.txt:2: No unit",
        "red.txt:3: Mace",
        "red.txt:3: No item is called 'Foo'",
        "blue.json:1: not JSON",
    ):
        assert part in said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("hammerfal-3000", "Did you mean hammerfall-3000"),
        ("nowhere.txt", "nowhere.txt: cannot be read"),
        ("", "Red needs at least one machine"),
    ],
)
def test_what_is_no_force_is_answered_with_words(text: str, said: str) -> None:
    faults: list[str] = []
    assert field("red", text, 3000, faults) == []
    assert said in "\n".join(faults)


def test_rosters_of_another_game_stay_at_home(tmp_path: Path) -> None:
    file = tmp_path / "other.txt"
    file.write_text("system nothing\nmachine Squire", encoding="utf-8")
    faults: list[str] = []
    assert field("red", str(file), 3000, faults) == []
    assert "No system that builds forces is called 'nothing'" in faults[0]


def test_unchecked_forces_take_the_field_marked(tmp_path: Path) -> None:
    file = tmp_path / "ours.txt"
    file.write_text("system hex100\nmachine Squire: 2x Railgun, Mace\nmachine Tegu MTB", encoding="utf-8")
    setup = SYSTEM.prepare("skirmish", 1, {"red": str(file), "unchecked": "yes"})
    (squire,) = setup.data["red"]
    assert squire["name"] == "Squire (not legal)"
    assert [mount["id"] for mount in squire["mounts"]] == ["railgun", "railgun#2", "mace"]
    SYSTEM.begin(setup)
    file.write_text("system hex100\nmachine Nobody", encoding="utf-8")
    with pytest.raises(BadInput, match="No unit is called 'Nobody'"):
        SYSTEM.prepare("skirmish", 1, {"red": str(file), "unchecked": "yes"})
    with pytest.raises(BadInput, match="yes or no"):
        SYSTEM.prepare("skirmish", 1, {"unchecked": "maybe"})


def test_a_battle_is_replayed_without_the_file(tmp_path: Path) -> None:
    file = tmp_path / "ours.txt"
    file.write_text(OWN, encoding="utf-8")
    setup = SYSTEM.prepare("close-quarters", 3, {"red": str(file)})
    file.unlink()
    again = Setup(setup.scenario, setup.seed, setup.options, setup.data)
    assert SYSTEM.begin(again) == SYSTEM.begin(setup)


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(list(FORCE.styles)),
    st.one_of(st.sampled_from(list(BUDGETS.values())), st.integers(500, 12_000)),
    st.integers(0, 10_000),
)
def test_recruits_are_legal_within_budget_and_survive_both_forms(style: str, size: int, seed: int) -> None:
    roster = FORCE.recruit("", size, style, random.Random(seed))
    text = write_text(roster)
    reading = read_roster(text, "new.txt")
    assert reading.violations() == []
    spent = int(FORCE.sheet(reading.roster).facts[0].split()[0])
    assert spent <= size
    assert size < 2500 or spent >= size - 200
    assert write_text(reading.roster) == text
    again = read_roster(write_json(reading.roster, []), "new.json").roster
    assert write_text(again) == text


def test_recruiting_refuses_what_there_is_not() -> None:
    with pytest.raises(BadInput, match="no factions"):
        FORCE.recruit("North", 3000, "balanced", random.Random(1))
    with pytest.raises(UnknownName, match="balanced"):
        FORCE.recruit("", 3000, "balance", random.Random(1))
    with pytest.raises(BadInput, match="500 to"):
        FORCE.recruit("", 499, "balanced", random.Random(1))


def test_two_recruited_forces_fight(tmp_path: Path) -> None:
    sides = {}
    for seat, style in (("red", "drones"), ("blue", "electronic")):
        file = tmp_path / f"{seat}.txt"
        file.write_text(write_text(FORCE.recruit("", 3000, style, random.Random(5))), encoding="utf-8")
        sides[seat] = str(file)
    battle = Battle.begin(SYSTEM, SYSTEM.prepare("close-quarters", 5, sides), Seeded(5))
    assert play_out(battle, {seat: RandomBot(5) for seat in SYSTEM.seats}).over
