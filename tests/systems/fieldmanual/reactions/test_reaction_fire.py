"""Reaction Fire: declared while a model moves, or in answer to an Action."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.kernel.asks import Ask
from gearlock.systems.fieldmanual.attacks.weapons_in_use import Attack, AttackDeclared
from gearlock.systems.fieldmanual.damage.damage import Damaged
from gearlock.systems.fieldmanual.datacards import all_cards
from gearlock.systems.fieldmanual.dice_tests import SkillRolled
from gearlock.systems.fieldmanual.reactions import (
    DeclareFire,
    FireDeclared,
    FireOver,
    HoldFire,
    answer_action,
    answer_stop,
    fire_declared,
    has_gun,
    may_answer,
    offer_declarations,
    reactors,
    refuse_declaring,
)
from gearlock.systems.fieldmanual.state import COMBAT, COORDINATED, DEAD, FALLEN, TOP, State
from systems.fieldmanual.radio import asked, model, pool, with_card
from systems.fieldmanual.reactions.scene import BOOK, crossing, fight
from systems.fieldmanual.tables import activate, piece

SHOT = Attack("blue-1", "LAC", "red-1")
DECLARE = DeclareFire("blue-1")
HILL = piece("hill", (16, 0, 17, 19.9), 4)
"""Solid: hides what is south of y = 19.9 or so."""


def code(state: State, order: Any, kind: str = "answer", **more: Any) -> str:
    found = BOOK.refuse(state, Ask("blue", kind, **more), order)
    return "" if found is None else found.code


# --- declared while it moves -----------------------------------------------------------------------------------------


@pytest.mark.rule("fieldmanual.reaction-fire")
def test_declared_before_an_inch_it_is_made_after_it_and_the_action_is_spent_at_once() -> None:
    state = crossing()
    played = fight(state, offer_declarations, replies=[DECLARE])
    assert asked(played) == [("blue", "declare fire")]
    assert state.declared == ["blue-1"]
    assert state.units["blue-1"].actions == 0
    state.units["red-1"].x += 1000
    played = fight(state, fire_declared, (1, 2), (6, 6), replies=[SHOT])
    assert played.of(AttackDeclared)[0].target == "red-1"
    assert state.declared == []
    assert played.of(FireOver) == [FireOver("blue-1")]


@pytest.mark.rule("fieldmanual.reaction-fire", "fieldmanual.combat-lock")
def test_who_leaves_the_lock_in_the_next_inch_is_not_fired_at_and_the_action_is_gone() -> None:
    state = crossing(HILL)
    state.units["red-1"].y = state.units["blue-1"].y = 22_000
    fight(state, offer_declarations, replies=[DECLARE])
    state.units["red-1"].y = 10_000
    state.notes.clear()
    played = fight(state, fire_declared)
    assert played.of(AttackDeclared) == []
    assert played.of(FireOver) == [FireOver("blue-1", lost=True)]
    assert state.units["blue-1"].actions == 0
    assert state.units["blue-1"].fired == []


@pytest.mark.rule("fieldmanual.reaction-fire", "fieldmanual.arcs")
def test_who_leaves_the_arc_is_not_fired_at_either() -> None:
    state = crossing()
    fight(state, offer_declarations, replies=[DECLARE])
    state.units["red-1"].x = 40_000
    state.notes.clear()
    assert fight(state, fire_declared).of(FireOver) == [FireOver("blue-1", lost=True)]


@pytest.mark.rule("fieldmanual.reaction-fire")
def test_several_declare_one_after_another_and_each_once() -> None:
    state = crossing()
    model(state, "blue-2", 25, 26, actions=2)
    played = fight(state, offer_declarations, replies=[DeclareFire("blue-2"), DECLARE])
    assert state.declared == ["blue-2", "blue-1"]
    assert asked(played) == [("blue", "declare fire")] * 2
    assert code(state, DeclareFire("blue-2"), "declare fire") == "declared"


@pytest.mark.rule("fieldmanual.reaction-fire")
def test_holding_fire_is_not_asked_again_until_somebody_else_could_fire() -> None:
    state = crossing()
    fight(state, offer_declarations, replies=[HoldFire()])
    assert state.activation is not None
    assert fight(state, offer_declarations).asks == []
    assert fight(state, answer_stop).asks == []
    assert asked(fight(state, answer_action)) == [("blue", "answer")]
    model(state, "blue-2", 25, 26)
    assert asked(fight(state, offer_declarations)) == [("blue", "declare fire")]
    state.activation.marks.append("jumped")
    fight(state, offer_declarations, replies=[HoldFire()])
    assert state.activation.marks == ["jumped", "held:blue-1 blue-2"]


@pytest.mark.rule("fieldmanual.reaction-fire")
def test_who_declared_and_was_killed_in_between_does_not_fire() -> None:
    state = crossing()
    fight(state, offer_declarations, replies=[DECLARE])
    state.units["blue-1"].status = DEAD
    assert fight(state, fire_declared).asks == []
    assert state.declared == []


@pytest.mark.rule("fieldmanual.reaction-fire")
def test_where_the_mover_stops_fire_is_made_at_once() -> None:
    state = crossing()
    played = fight(state, answer_stop, (1, 2), (6, 6), replies=[SHOT])
    assert played.of(FireDeclared) == [FireDeclared("blue-1")]
    assert state.units["blue-1"].actions == 0


# --- in answer to an Action ------------------------------------------------------------------------------------------


@pytest.mark.rule("fieldmanual.reaction-fire")
def test_an_action_is_answered_after_it_is_resolved_as_often_as_actions_allow() -> None:
    state = crossing()
    state.units["blue-1"].actions = 2
    rocket = Attack("blue-1", "LRP/24", "red-1")
    dice = ((6, 1), (6, 6), (6, 1), (6, 6))
    played = fight(state, answer_action, *dice, replies=[SHOT, rocket])
    assert [event.unit for event in played.of(FireDeclared)] == ["blue-1", "blue-1"]
    assert state.units["blue-1"].actions == 0
    assert asked(played) == [("blue", "answer")] * 2


@pytest.mark.rule("fieldmanual.reaction-fire")
def test_it_ends_when_the_target_is_dead() -> None:
    state = crossing()
    state.units["blue-1"].actions = 2
    state.units["red-1"].boxes = 4
    played = fight(state, answer_action, (6, 6), (1, 1), replies=[SHOT])
    assert played.of(Damaged)[0].fate
    assert asked(played) == [("blue", "answer")]


@pytest.mark.rule("fieldmanual.reaction-fire")
def test_a_weapon_fires_once_a_round_in_reactions_too() -> None:
    state = crossing()
    blue = state.units["blue-1"]
    blue.fired = ["LAC"]
    assert code(state, SHOT) == "used"
    blue.fired = [mount.id for mount in blue.card.weapons]
    assert [mount.id for mount in blue.card.weapons if "M" in mount.weapon.traits and not mount.weapon.is_melee]
    assert has_gun(blue)
    assert fight(state, answer_action).asks == []


@pytest.mark.rule("fieldmanual.reaction-fire")
def test_only_direct_and_thrown_attacks_on_the_active_model() -> None:
    state = crossing()
    model(state, "red-2", 15, 24)
    assert code(state, SHOT) == ""
    assert code(state, Attack("blue-1", "LAC", "red-2")) == "target"
    assert code(state, Attack("blue-1", "LRP/24", "red-1", way="indirect")) == "way"
    assert code(state, Attack("blue-1", "HG", "red-1", way="self")) == "way"
    assert code(state, Attack("red-1", "LAC", "blue-1")) == "unit"
    assert code(state, Attack("blue-1", "LAC", "red-1", extra=1)) == "no-action"
    assert code(state, SHOT, "reaction fire", unit="blue-2") == "unit"


@pytest.mark.rule("fieldmanual.reaction-fire")
def test_it_takes_an_unused_action_lock_and_an_enemy_being_activated() -> None:
    state = crossing()
    blue = state.units["blue-1"]
    assert reactors(state) == [blue]
    blue.used = True
    assert reactors(state) == [blue]
    blue.actions = 0
    assert reactors(state) == []
    assert code(state, DECLARE, "declare fire") == "no-action"
    blue.actions, blue.tokens[FALLEN] = 1, 1
    assert reactors(state) == []
    blue.tokens.clear()
    activate(state, "red-1", extra=True)
    assert reactors(state) == []
    state.activation = None
    assert reactors(state) == []
    assert code(state, DECLARE, "declare fire") == "unit"
    hidden = crossing(piece("hill", (16, 0, 17, 48), 4))
    assert code(hidden, DECLARE, "declare fire") == "lock"
    assert fight(hidden, offer_declarations).asks == []


@pytest.mark.rule("fieldmanual.reaction-fire")
def test_who_cannot_declare_at_all() -> None:
    state = crossing()
    blue = state.units["blue-1"]
    base = model(state, "blue-2", 25, 26, team="blue-1")
    blue.team = "blue-1"
    assert code(state, DeclareFire("blue-2"), "declare fire") == "unit"
    assert code(state, DECLARE, "declare fire") == ""
    blue.status = DEAD
    assert code(state, DeclareFire("blue-2"), "declare fire") == ""
    assert reactors(state) == [base]
    assert code(state, DECLARE, "declare fire") == "unit"
    assert code(state, DeclareFire("nobody"), "declare fire") == "unit"
    own = refuse_declaring(state, model(state, "red-2", 15))
    assert own is not None
    assert own.code == "unit"
    assert code(state, DeclareFire("red-1"), "declare fire") == "unit"


@pytest.mark.rule("fieldmanual.reaction-fire")
def test_a_weapon_with_m_may_answer_again_and_others_not() -> None:
    state = crossing()
    blue = state.units["blue-1"]
    rifle = tuple(mount for mount in blue.card.weapons if mount.id == "LAC")
    with_card(blue, weapons=rifle)
    assert has_gun(blue)
    blue.fired = ["LAC"]
    assert not has_gun(blue)
    with_card(blue, weapons=tuple(mount for mount in all_cards()["jager"].weapons if mount.id in ("APGL", "VB")))
    blue.fired = ["APGL"]
    assert has_gun(blue) is ("M" in blue.card.weapons[0].weapon.traits)


@pytest.mark.rule("fieldmanual.reaction-fire", "fieldmanual.cp-issue")
def test_who_could_do_something_about_a_way() -> None:
    state = crossing()
    assert may_answer(state)
    blue = state.units["blue-1"]
    blue.actions = 0
    assert not may_answer(state)
    state.declared = ["blue-1"]
    assert may_answer(state)
    state.declared = []
    pool(state, blue=1)
    assert not may_answer(state)
    model(state, "blue-2", 60, ld=1, rank="commander", actions=0)
    assert may_answer(state)
    state.activation = None
    assert not may_answer(state)


@pytest.mark.rule("fieldmanual.reaction-fire", "fieldmanual.coordinated-attack", "fieldmanual.crossfire")
def test_it_profits_neither_from_coordination_nor_makes_crossfire() -> None:
    state = crossing()
    state.units["red-1"].tokens[f"{COORDINATED}:blue:1"] = 1
    played = fight(state, answer_action, (6, 1), (6, 6), replies=[SHOT])
    defense = next(event for event in played.of(SkillRolled) if event.unit == "red-1")
    assert not any(line.rule == "fieldmanual.coordinated-attack" for line in defense.lines)
    assert state.shots == []


@pytest.mark.rule("fieldmanual.reaction-fire", "fieldmanual.speed-top")
@pytest.mark.parametrize(("used", "left", "band"), [(False, 1, COMBAT), (True, 1, TOP), (False, 2, TOP)])
def test_the_last_action_before_its_activation_slows_who_is_at_top_speed(used: bool, left: int, band: str) -> None:
    state = crossing()
    blue = state.units["blue-1"]
    blue.band, blue.used, blue.actions = TOP, used, left
    fight(state, offer_declarations, replies=[DECLARE])
    assert blue.band == band


@pytest.mark.rule("fieldmanual.reaction-fire", "fieldmanual.active-lock")
def test_an_active_lock_alone_lets_a_model_throw_and_not_shoot() -> None:
    wood = piece("area", (11, 0, 14, 48), 4, rating="heavy")
    state = crossing(wood, x_blue=19)
    state.units["red-1"].tokens["locked:blue-1"] = 1
    assert code(state, DECLARE, "declare fire") == ""
    assert code(state, SHOT) == "lock"
    assert code(state, Attack("blue-1", "HG", "red-1", way="thrown")) == ""


@pytest.mark.rule("fieldmanual.reaction-fire")
def test_a_model_may_answer_with_further_actions_for_dice() -> None:
    state = crossing()
    state.units["blue-1"].actions = 2
    more = Attack("blue-1", "LAC", "red-1", extra=1)
    played = fight(state, answer_action, (1, 2, 3), (6, 6), replies=[more])
    assert played.rolls[0].count == 3
    assert state.units["blue-1"].actions == 0
