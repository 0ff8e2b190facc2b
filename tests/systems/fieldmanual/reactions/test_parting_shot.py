"""Parting Shots: a Command Point for who was just killed."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Decline
from gearlock.kernel.positions import Position
from gearlock.systems.fieldmanual.attacks.weapons_in_use import Attack, AttackDeclared
from gearlock.systems.fieldmanual.command_points.tests import points_left
from gearlock.systems.fieldmanual.damage.damage import PARTING, Damaged
from gearlock.systems.fieldmanual.dice_tests import SkillRolled
from gearlock.systems.fieldmanual.electronic_warfare import Jam
from gearlock.systems.fieldmanual.melee import BlowStruck, Strike
from gearlock.systems.fieldmanual.reactions import TakePartingShot, resolve_parting_shots
from gearlock.systems.fieldmanual.state import COMMANDER, DEAD, DESTROYED, FIELDED, LEADER, State
from systems.fieldmanual.radio import asked, model, pool
from systems.fieldmanual.reactions.scene import BOOK, fight
from systems.fieldmanual.tables import table

SHOT = Attack("red-2", "LAC", "blue-1")
TAKE = TakePartingShot("red-2")


def fallen(fate: str = DEAD, before: int = 1, **more: Any) -> State:
    """Red's second model was just killed by blue's; before that it had so many boxes filled."""
    state = table()
    pool(state, red=2)
    model(state, "red-1", 5, 10, ld=1, rank=COMMANDER)
    unit = model(state, "red-2", 10, **more)
    model(state, "blue-1", 25)
    unit.boxes = before
    filled = len(unit.card.boxes) + (1 if fate == DEAD else 2)
    Damaged("red-2", "blue-1", "LAC", 99, 9, filled, fate).change(state)
    assert unit.token(PARTING) == before + 1
    return state


@pytest.mark.rule("fieldmanual.cp-parting-shot")
@pytest.mark.parametrize("fate", [DEAD, DESTROYED])
def test_it_attacks_once_as_it_was_and_is_lost_afterwards(fate: str) -> None:
    state = fallen(fate)
    played = fight(state, resolve_parting_shots, (5, 1), (6, 6), replies=[TAKE, SHOT])
    unit = state.units["red-2"]
    assert played.of(AttackDeclared)[0].unit == "red-2"
    assert (unit.status, unit.boxes, unit.actions) == (fate, len(unit.card.boxes), 0)
    assert PARTING not in unit.tokens
    assert unit.used
    assert points_left(state, "red") == 1
    assert resolve_parting_shots(played.ctx) is None


@pytest.mark.rule("fieldmanual.cp-parting-shot")
@pytest.mark.parametrize(("before", "penalty"), [(1, 0), (3, -1)])
def test_the_modifiers_are_those_from_before_the_attack_that_killed_it(before: int, penalty: int) -> None:
    state = fallen(before=before)
    played = fight(state, resolve_parting_shots, (5, 1), (6, 6), replies=[TAKE, SHOT])
    roll = next(event for event in played.of(SkillRolled) if event.unit == "red-2")
    assert sum(line.value for line in roll.lines if "damage" in line.label.lower()) == penalty


@pytest.mark.rule("fieldmanual.cp-parting-shot")
def test_a_weapon_that_has_fired_this_round_may_fire() -> None:
    state = fallen(fired=["LAC"])
    played = fight(state, resolve_parting_shots, (5, 1), (6, 6), replies=[TAKE, SHOT])
    assert played.of(AttackDeclared)


@pytest.mark.rule("fieldmanual.cp-parting-shot")
def test_nobody_is_asked_without_a_point_or_a_shot_and_the_moment_is_over() -> None:
    state = fallen()
    pool(state)
    assert fight(state, resolve_parting_shots).asks == []
    assert PARTING not in state.units["red-2"].tokens
    away = fallen()
    away.units["blue-1"].x = 5_000
    assert fight(away, resolve_parting_shots).asks == []
    received = fallen()
    received.units["red-2"].tokens["CP received"] = 1
    assert fight(received, resolve_parting_shots).asks == []


@pytest.mark.rule("fieldmanual.cp-parting-shot", "fieldmanual.cp-receive")
def test_the_point_may_be_blocked() -> None:
    state = fallen()
    model(state, "blue-2", 20, 15, ecm=3)
    played = fight(state, resolve_parting_shots, (6, 6), (1, 2), replies=[TAKE, Jam("blue-2")])
    assert played.of(AttackDeclared) == []
    assert points_left(state, "red") == 2
    assert state.units["red-2"].status == DEAD


@pytest.mark.rule("fieldmanual.cp-parting-shot", "fieldmanual.auto-comm")
def test_inside_auto_comm_a_blocked_point_reaches_who_fell() -> None:
    state = fallen()
    state.units["red-1"].x, state.units["red-1"].y = 9_000, 22_000
    model(state, "blue-2", 20, 30, ecm=3)
    dice = ((6, 6), (1, 2), (5, 1), (6, 6))
    played = fight(state, resolve_parting_shots, *dice, replies=[TAKE, Jam("blue-2"), SHOT])
    assert played.of(AttackDeclared)


@pytest.mark.rule("fieldmanual.cp-parting-shot", "fieldmanual.cp-issue")
def test_a_commander_that_falls_may_still_issue_its_own() -> None:
    state = fallen(rank=COMMANDER, ld=1)
    state.units["red-1"].rank = LEADER
    played = fight(state, resolve_parting_shots, (5, 1), (6, 6), replies=[TAKE, SHOT])
    assert played.of(AttackDeclared)
    assert asked(played) == [("red", "parting shot"), ("red", "parting fire")]


@pytest.mark.rule("fieldmanual.cp-parting-shot")
def test_in_melee_range_it_may_be_a_blow() -> None:
    state = fallen(fired=["LAC"])
    state.units["blue-1"].x = 13_999
    blow = Strike("red-2", "VB", "blue-1")
    played = fight(state, resolve_parting_shots, (5, 1), (6, 6), replies=[TAKE, blow])
    assert played.of(BlowStruck) == [BlowStruck("red-2", "VB", "blue-1", paid=False)]
    assert state.units["red-2"].status == DEAD


@pytest.mark.rule("fieldmanual.cp-parting-shot")
def test_several_who_fell_are_asked_about_one_after_another() -> None:
    state = fallen()
    model(state, "red-3", 10, 24)
    Damaged("red-3", "blue-1", "LAC", 99, 9, 5, DEAD).change(state)
    assert [ask.unit for ask in fight(state, resolve_parting_shots).asks] == ["red-2"]
    assert [ask.unit for ask in fight(state, resolve_parting_shots).asks] == ["red-3"]


@pytest.mark.rule("fieldmanual.cp-parting-shot", "fieldmanual.combined-models")
def test_a_combined_model_is_killed_with_its_last_base() -> None:
    state = fallen(team="red-2")
    mate = model(state, "red-3", 10, 22, team="red-2")
    assert fight(state, resolve_parting_shots).asks == []
    assert PARTING not in state.units["red-2"].tokens
    Damaged("red-3", "blue-1", "LAC", 99, 9, 6, DESTROYED).change(state)
    assert asked(fight(state, resolve_parting_shots)) == [("red", "parting shot")]
    assert mate.status == DESTROYED


@pytest.mark.rule("fieldmanual.cp-parting-shot")
def test_who_kills_back_leaves_another_who_may_answer() -> None:
    state = fallen()
    state.units["blue-1"].boxes = 4
    fight(state, resolve_parting_shots, (6, 6), (1, 1), replies=[TAKE, SHOT])
    assert state.units["blue-1"].is_lost
    assert state.units["blue-1"].token(PARTING)


@pytest.mark.rule("fieldmanual.cp-parting-shot")
def test_refusals() -> None:
    state = fallen()

    def code(order: Any, kind: str) -> str:
        found = BOOK.refuse(state, Ask("red", kind, "red-2"), order)
        return "" if found is None else found.code

    assert code(TakePartingShot("red-1"), "parting shot") == "unit"
    assert code(TakePartingShot("red-2", "red-9"), "parting shot") == "issuer"
    assert code(TAKE, "parting shot") == ""
    assert code(Attack("red-1", "LAC", "blue-1"), "parting fire") == "unit"
    assert code(Strike("red-1", "VB", "blue-1"), "parting fire") == "unit"
    state.units["red-2"].status = FIELDED
    assert code(Strike("red-2", "VB", "blue-1"), "parting fire") == "range"


@pytest.mark.rule("fieldmanual.cp-parting-shot", "fieldmanual.game-overview")
def test_the_last_model_of_a_side_may_part_before_the_battle_is_over() -> None:
    position = Position("fieldmanual", round=1, active="red-1", points={"CP:blue": 1})
    position.model("red-1", "jager", at=(10, 20), facing=0, rank="commander")
    position.model("blue-1", "jager", at=(20, 20), facing=180, rank="commander", boxes=4, stats={"leadership": 1})
    position.dice("attack", 6, 6).dice("defense", 1, 2)
    battle = position.battle()
    battle.answer("red", Attack("red-1", "LAC", "blue-1", burst=2))
    while battle.pending[0].kind != "parting shot":
        battle.answer(battle.pending[0].seat, Decline())
    assert battle.pending[0].unit == "blue-1"
    battle.answer("blue", Decline())
    assert battle.outcome is not None
    assert battle.outcome.winner == "red"
