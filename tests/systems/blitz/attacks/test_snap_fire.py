"""10.3, 10.4, 15.3a: who may answer, with what, and when."""

from __future__ import annotations

import pytest

from gearlock.kernel.battle import Battle
from gearlock.kernel.orders import Decline
from gearlock.systems.blitz.attacks.aiming import SnapFire, StandBy
from gearlock.systems.blitz.attacks.exchange import Trigger, answerers, is_snap_weapon
from gearlock.systems.blitz.movement.terrain import Move
from gearlock.systems.blitz.state import State
from systems.blitz.field import Field, accepted, asked, decline_all, facing, fire, give, refused, unit


def answer_of(battle: Battle[State]) -> str:
    """Who is asked to snap fire; empty if nobody is."""
    return asked(battle).unit if asked(battle).kind == "snap" else ""


@pytest.mark.rule("blitz.10.4", "blitz.3.4a")
def test_who_is_named_may_answer_and_both_shots_count() -> None:
    """Both hit, both are destroyed: damage comes after all tests."""
    field = facing(blue_actions=1, blue_hull=1, blue_structure=0, red_hull=1, red_structure=0)
    field.model("blue-2", "hunter", 40, 40, actions=0).model("red-2", "hunter", 2, 2, actions=0)
    field.dice("attack", 6, 5, 5).dice("defence", 1, 1).dice("attack", 6, 5, 5).dice("defence", 1, 1)
    battle = field.battle()
    battle.answer("red", fire())
    assert answer_of(battle) == "blue-1"
    battle.answer("blue", SnapFire("blue-1", "LAC"))
    decline_all(battle)
    assert unit(battle, "red-1").is_destroyed
    assert unit(battle, "blue-1").is_destroyed


@pytest.mark.rule("blitz.10.4", "blitz.8.4", "blitz.A.2.3-ace")
def test_only_arm_fast_turret_and_melee_weapons_snap_fire() -> None:
    state = facing(blue_stats={"weapons": ["LAC (Arm)", "LRP", "MAC (FT)", "HAC (T)", "LVB", "LBZ (FT+F)"]}).state
    quick = {name for name, weapon in unit_weapons(state).items() if is_snap_weapon(state.units["blue-1"], weapon)}
    assert quick == {"LAC", "MAC", "LVB", "LBZ"}
    ace = facing(blue_stats={"weapons": ["LRP"], "traits": ["Ace Gunner"]}).state
    assert is_snap_weapon(ace.units["blue-1"], ace.units["blue-1"].line.weapons["LRP"])


def unit_weapons(state: State) -> dict:  # type: ignore[type-arg]
    return dict(state.units["blue-1"].line.weapons)


@pytest.mark.rule("blitz.10.4")
def test_a_model_without_actions_or_lock_does_not_answer() -> None:
    battle = facing().battle()
    battle.answer("red", fire())
    assert asked(battle).kind != "snap"
    behind = facing(blue_actions=1, blue_facing="north").battle()
    behind.answer("red", fire())
    assert asked(behind).kind != "snap"


@pytest.mark.rule("blitz.15.3a", "blitz.15.1", "blitz.15.3")
@pytest.mark.parametrize(
    ("x", "group", "squad", "answers"),
    [(16, 1, "primary", True), (16, 1, "support", True), (18.5, 1, "primary", False), (16, 2, "primary", False)],
)
def test_comrades_in_formation_answer_for_each_other(x: float, group: int, squad: str, answers: bool) -> None:
    field = facing(blue_rank="cgl").model("blue-2", "hunter", x, 20, group=group, squad=squad, rank="")
    field.model("blue-3", "hunter", 40, 40, group=3, rank="co", actions=0)
    state = field.state
    found = list(answerers(state, Trigger(("red-1",), ("blue-1",))))
    assert ("blue-2" in found) is answers


@pytest.mark.rule("blitz.15.3a")
def test_a_target_out_of_formation_has_nobody_at_its_back() -> None:
    field = (
        facing(blue_rank="").model("blue-2", "hunter", 20, 20, rank="cgl").model("blue-3", "hunter", 22, 20, rank="")
    )
    field.model("blue-4", "hunter", 40, 40, group=2, rank="co")
    assert list(answerers(field.state, Trigger(("red-1",), ("blue-1",)))) == []
    assert list(answerers(field.state, Trigger(("red-1",), ("blue-3",)))) == ["blue-3", "blue-2"]


@pytest.mark.rule("blitz.10.3", "blitz.10.4")
@pytest.mark.parametrize(("gap", "answers"), [(12, True), (12.001, False)])
def test_who_stands_by_answers_for_anybody_within_detection_range(gap: float, answers: bool) -> None:
    field = facing(5).model(
        "blue-2", "hunter", 10 + gap + 1, 10, facing="west", tokens={"standby": 1}, actions=0, group=2
    )
    found = list(answerers(field.state, Trigger(("red-1",), ("blue-1",))))
    assert ("blue-2" in found) is answers
    field.wall("heavy", 12, 5, 13, 15, 3)
    assert "blue-2" not in answerers(field.state, Trigger(("red-1",), ("blue-1",))), "without Lock nobody answers"


@pytest.mark.rule("blitz.7.7", "blitz.10.4", "blitz.7.5a")
@pytest.mark.parametrize(("gap", "sensors", "answers"), [(24, True, True), (24.001, True, False), (11, False, False)])
def test_active_sensors_are_answered_by_everybody_who_detects_them(gap: float, sensors: bool, answers: bool) -> None:
    field = facing(5).model("blue-2", "hunter", 11 + gap, 10, facing="west", group=2)
    found = list(answerers(field.state, Trigger(("red-1",), ("blue-1",), sensors=sensors)))
    assert ("blue-2" in found) is answers


@pytest.mark.rule("blitz.10.4")
def test_one_model_may_answer_with_several_actions() -> None:
    field = facing(5, blue_stats={"actions": 2, "weapons": ["LAC (Arm)", "MAC (Arm)"]}, blue_actions=2, seed=3)
    battle = field.battle()
    battle.answer("red", fire())
    battle.answer("blue", SnapFire("blue-1", "LAC"))
    assert answer_of(battle) == "blue-1"
    assert refused(battle, SnapFire("blue-1", "LAC")).code == "used"


@pytest.mark.rule("blitz.wtrait.point", "blitz.10.4")
def test_point_defence_answers_again_and_again() -> None:
    field = facing(8, blue_stats={"actions": 3, "weapons": ["LMG (Arm, Point)"]}, blue_actions=3, seed=3)
    battle = field.battle()
    battle.answer("red", fire())
    for _ in range(3):
        assert answer_of(battle) == "blue-1"
        battle.answer("blue", SnapFire("blue-1", "LMG"))
    assert unit(battle, "blue-1").actions == 0


@pytest.mark.rule("blitz.6.3c", "blitz.10.4", "blitz.15.5d")
def test_infantry_kept_at_top_speed_may_answer() -> None:
    tokens = {"full speed ahead": 1}
    stats = {"weapons": ["LMG (Arm)"]}
    field = facing(8, target="north-infantry-squad", blue_actions=1, blue_tokens=tokens, blue_stats=stats, seed=3)
    battle = field.battle()
    battle.answer("red", fire())
    assert unit(battle, "blue-1").stance == "top speed"
    assert accepted(battle, SnapFire("blue-1", "LMG"))


@pytest.mark.rule("blitz.10.4a")
def test_snap_fire_is_not_split_but_may_be_an_area() -> None:
    field = facing(8, blue_stats={"weapons": ["LRP (Arm)"]}, blue_actions=1, seed=3)
    battle = field.battle()
    battle.answer("red", fire())
    battle.answer("blue", SnapFire("blue-1", "LRP"))
    decline_all(battle)
    assert "blue-1" in {roll.unit for roll, _ in battle.thrown if roll.purpose == "attack"}


@pytest.mark.rule("blitz.10.4", "blitz.10.4b", "blitz.11.0", "blitz.10.3")
def test_who_is_moved_into_may_answer_and_loses_its_standby() -> None:
    field = facing(3, posture="combat", blue_actions=0, blue_tokens={"standby": 2}, seed=5)
    battle = field.battle()
    battle.answer("red", Move("red-1", "W", ((0, 3000),), last=True))
    assert answer_of(battle) == "blue-1"
    battle.answer("blue", SnapFire("blue-1", "LVB"))
    decline_all(battle)
    assert unit(battle, "blue-1").token("standby") == 0


@pytest.mark.rule("blitz.10.4")
def test_ordinary_movement_triggers_nothing() -> None:
    battle = facing(9, blue_actions=1).battle()
    battle.answer("red", Move("red-1", "W", ((0, 3000),), last=True))
    assert asked(battle).kind == "act"


@pytest.mark.rule("blitz.10.4b")
def test_who_was_met_in_front_may_be_shot_at_wherever_it_makes_contact() -> None:
    """It began before the enemy's front and comes up behind: guns may answer, blades may not."""
    field = Field(activation={"x": 10_000, "y": 4_000}).model("red-1", "hunter", 12, 20, facing="west")
    field.model("blue-1", "hunter", 10, 20, facing="south", actions=1)
    battle = field.battle()
    battle.answer("red", Move("red-1", "W", ((0, 1000),), last=True))
    assert answer_of(battle) == "blue-1"
    side = Field(activation={"x": 10_000, "y": 4_000}).model("red-1", "hunter", 10, 23, facing="south")
    side.model("blue-1", "hunter", 10, 20, facing="south", actions=1)
    battle = side.battle()
    battle.answer("red", Move("red-1", "W", ((0, 2000),), last=True))
    assert answer_of(battle) == "blue-1"
    assert accepted(battle, SnapFire("blue-1", "LAC"))
    assert refused(battle, SnapFire("blue-1", "LVB")).code == "arc"


@pytest.mark.rule("blitz.10.3", "blitz.3.2a-table")
def test_standing_by_keeps_a_model_braced_until_its_last_token_is_spent() -> None:
    battle = facing(posture="braced", red_stats={"actions": 2}, red_actions=2).battle()
    battle.answer("red", StandBy("red-1", 2))
    assert (unit(battle, "red-1").token("standby"), unit(battle, "red-1").actions) == (2, 0)
    waiting = facing(blue_tokens={"standby": 1}, seed=2).battle()
    waiting.answer("red", fire())
    assert unit(waiting, "blue-1").stance == "braced"
    waiting.answer("blue", SnapFire("blue-1", "LAC"))
    dice = {roll.purpose: roll.count for roll, _ in waiting.thrown if roll.unit == "blue-1"}
    assert dice == {"attack": 4, "defence": 1}
    assert unit(waiting, "blue-1").is_destroyed or unit(waiting, "blue-1").stance == "combat"


@pytest.mark.rule("blitz.10.3")
def test_only_a_braced_model_stands_by_with_actions_it_has() -> None:
    assert refused(facing().battle(), StandBy("red-1")).code == "posture"
    assert refused(facing(posture="braced").battle(), StandBy("red-1", 2)).code == "actions"
    assert refused(facing(posture="braced").battle(), StandBy("red-1", 0)).code == "actions"
    assert refused(facing(0, posture="braced").battle(), StandBy("red-1")).code == "engaged"
    assert accepted(facing(0.021, posture="braced").battle(), StandBy("red-1"))


@pytest.mark.rule("blitz.10.4", "blitz.A.4-proximity", "blitz.A.2.3-ace")
@pytest.mark.parametrize(("gap", "reaches"), [(2.0, True), (2.501, False)])
def test_an_answer_all_around_reaches_whom_it_answers(gap: float, reaches: bool) -> None:
    """Another enemy in the area does not make up for it: the active model is the target of snap fire."""
    field = facing(gap, blue_actions=1, blue_stats={"weapons": ["APGL"], "traits": ["Ace Gunner"]})
    field.model("red-2", "hunter", 10, 13.2 + gap, stats={"armor": 9})
    battle = field.battle()
    battle.answer("red", fire())
    assert (asked(battle).kind == "snap") is reaches


@pytest.mark.rule("blitz.7.6-stealth", "blitz.wtrait.silent")
@pytest.mark.parametrize(("weapon", "hidden"), [("LAC (Arm)", False), ("LAC (Arm, Silent)", True)])
def test_firing_gives_hiding_and_stealth_away_unless_silenced(weapon: str, hidden: bool) -> None:
    field = facing(red_stats={"weapons": [weapon], "traits": ["Stealth"]}, red_tokens={"hiding": 1}, seed=1)
    battle = field.battle()
    battle.answer("red", fire())
    assert ("hiding" in unit(battle, "red-1").tokens) is hidden
    give_up = unit(battle, "red-1").token("exposed")
    assert (give_up == 0) is hidden or not asked(battle).optional


@pytest.mark.rule("blitz.7.7")
def test_sensors_are_off_again_after_the_action() -> None:
    battle = facing(seed=1).battle()
    battle.answer("red", fire(sensors=True))
    decline_all(battle)
    assert battle.state.sensing == []


@pytest.mark.rule("blitz.10.4")
def test_an_answer_may_be_declined() -> None:
    battle = facing(blue_actions=1, seed=1).battle()
    battle.answer("red", fire())
    battle.answer("blue", Decline())
    assert answer_of(battle) == ""
    assert give is not None
