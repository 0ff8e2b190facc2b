"""What a player is told of a battle before and while it is fought: its goal, its length, its markers, its score."""

from __future__ import annotations

import pytest

from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Seeded
from gearlock.systems.hex100 import SYSTEM
from gearlock.systems.hex100.damage.units_hit import Destroyed
from systems.hex100.kit import E, Place, Position, W, at, plain

TEGU = "tegu-siege"


@pytest.mark.rule("hex100.victory")
@pytest.mark.parametrize("scenario", [name for name in SYSTEM.scenarios() if name != "briefing"])
def test_every_scenario_says_in_a_sentence_how_it_is_won(scenario: str) -> None:
    goal = SYSTEM.scenarios()[scenario].goal
    assert goal.endswith(".")
    assert f"round {SYSTEM.prepare(scenario, 1, {}).data['turns']}" in goal


def test_the_view_says_how_many_rounds_there_are() -> None:
    battle = Battle.begin(SYSTEM, SYSTEM.prepare("ridge", 1, {}), Seeded(1))
    assert battle.view("red").rounds == 10


@pytest.mark.rule("hex100.victory")
def test_where_ground_is_held_it_makes_the_score_and_lies_on_the_table() -> None:
    red: list[Place] = [(TEGU, (1, 4), E), (TEGU, (8, 8), E)]
    position = Position(plain(), red, [(TEGU, (15, 0), W)], objectives=True)
    position.state.scored = [(0, "round 1", "red", 3)]
    position.ctx.emit(Destroyed("red-2"))
    shown = position.play().view("blue")
    assert shown.score == {"red": 3, "blue": 0}
    assert [each.hexes for each in shown.markers if "objective" in each.kind] == [
        (at(2, 4),),
        (at(8, 4),),
        (at(13, 4),),
    ]
    assert [each.hexes for each in shown.markers if "wreck" in each.kind] == [(at(8, 8),)]


@pytest.mark.rule("hex100.once-per-turn", "hex100.attr-limited-ammo")
def test_the_owners_sheet_names_weapons_as_the_options_do_and_says_what_is_left() -> None:
    position = Position(plain(), [("cobra-hunter", (0, 0), E)], [(TEGU, (15, 8), W)])
    position.unit("red-1").used = ["light-auto-cannon#2"]
    (mine,) = (piece for piece in position.play().view("red").pieces if piece.id == "red-1")
    sheet = mine.cards[-1]
    assert sheet.title == "This round"
    assert ("Light Auto Cannon (right arm)", "used this round") in sheet.rows
    assert ("Hunter-Killer Missile", "1 attack left") in sheet.rows


def test_blue_may_bring_the_same_force_as_red() -> None:
    for options in ({}, {"red": "first-column-3000"}):
        found = SYSTEM.prepare("skirmish", 1, {**options, "blue": "same"}).data
        assert found["blue"] == found["red"] == SYSTEM.prepare("skirmish", 1, options).data["red"]
    assert SYSTEM.prepare("skirmish", 1, {}).data["blue"] != SYSTEM.prepare("skirmish", 1, {}).data["red"]
