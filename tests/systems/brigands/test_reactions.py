from __future__ import annotations

import pytest

from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Scripted
from gearlock.kernel.orders import Decline
from gearlock.systems.brigands.attacks.attack import Attack, AttackRolled, SnapFire, SnapFireDeclared
from gearlock.systems.brigands.damage import Damaged
from gearlock.systems.brigands.movement.paths import Move
from gearlock.systems.brigands.reactions import Overwatch, Standby
from gearlock.systems.brigands.rounds import Activate, EndActivation, KeepOverwatch
from gearlock.systems.brigands.state import BRACED, COMBAT_SPEED, TOP_SPEED, WRECK, State
from systems.brigands.field import (
    EAST,
    NORTH,
    SOUTH,
    WEST,
    Stand,
    again,
    code,
    give,
    ground,
    kinds,
    lay,
    piece,
    remodel,
)


def _shot(*blue: Stand) -> Battle[State]:
    """Red at 10, 10 is about to shoot north at blue-1, ten inches away."""
    battle = lay([("hunter", 10, 10, NORTH)], [("hunter", 10, 21.182, SOUTH), *blue])
    give(battle, Activate("red-1", COMBAT_SPEED))
    return battle


FIRE = Attack("red-1", "LAC", "Ballistic", ("blue-1",))
SNAP = SnapFire("blue-1", "LAC", "Ballistic")


@pytest.mark.rule("brigands.6.3", "brigands.1.6b", "brigands.5.8")
def test_the_target_may_answer_and_pays_for_it() -> None:
    battle = again(_shot(), (1, 1, 1), (6, 6), (6, 5, 4), (1, 1))
    give(battle, FIRE)
    assert battle.waiting_for() == ("blue",)
    events = give(battle, SNAP)
    blue, red = battle.state.units["blue-1"], battle.state.units["red-1"]
    assert (blue.actions, blue.used) == (0, ["LAC"])
    assert red.status == WRECK or red.hull < 4
    assert kinds(events)[0] == "SnapFireDeclared"


@pytest.mark.rule("brigands.6.3", "brigands.5.8")
def test_both_die_in_one_exchange_because_damage_waits_for_all_rolls() -> None:
    battle = _shot(("hunter", 40, 40, SOUTH))
    for unit in ("red-1", "blue-1"):
        battle.state.units[unit].hull, battle.state.units[unit].structure = 1, 0
    battle = again(battle, (4, 1, 1), (1, 1), (4, 1, 1), (1, 1))
    events = give(battle, FIRE, SNAP)
    rolls = [number for number, event in enumerate(events) if isinstance(event, AttackRolled)]
    wounds = [number for number, event in enumerate(events) if isinstance(event, Damaged)]
    assert len(rolls) == len(wounds) == 2
    assert max(rolls) < min(wounds)
    assert battle.state.units["red-1"].status == battle.state.units["blue-1"].status == WRECK
    assert battle.outcome is not None
    assert battle.outcome.winner == "blue"


@pytest.mark.rule("brigands.A4")
def test_when_nobody_is_left_it_is_a_draw() -> None:
    battle = _shot()
    for unit in ("red-1", "blue-1"):
        battle.state.units[unit].hull, battle.state.units[unit].structure = 1, 0
    battle = again(battle, (4, 1, 1), (1, 1), (4, 1, 1), (1, 1))
    give(battle, FIRE, SNAP)
    assert battle.outcome is not None
    assert battle.outcome.winner == ""


@pytest.mark.rule("brigands.6.3")
def test_models_within_six_inches_of_a_target_may_answer_too_and_others_may_not() -> None:
    near, far = ("hunter", 17.182, 21.182, SOUTH), ("hunter", 17.183, 21.182, SOUTH)
    battle = again(_shot(near), (1, 1, 1), (6, 6))
    give(battle, FIRE)
    assert battle.pending[0].unit == "blue-1"
    give(battle, Decline())
    assert battle.pending[0].unit == "blue-2"
    battle = again(_shot(far), (1, 1, 1), (6, 6))
    give(battle, FIRE, Decline())
    assert battle.waiting_for() == ("red",)


@pytest.mark.rule("brigands.6.3")
def test_several_models_answer_one_attack_and_all_of_it_is_applied_together() -> None:
    battle = _shot(("hunter", 12, 21.182, SOUTH))
    battle.state.units["red-1"].hull = 1
    battle.state.units["red-1"].structure = 0
    battle = again(battle, (4, 1, 1), (1, 1), (4, 1, 1), (1, 1), (5, 1, 1), (1, 1))
    give(battle, FIRE, SNAP)
    give(battle, SnapFire("blue-2", "LAC", "Ballistic"))
    assert battle.state.units["red-1"].status == WRECK
    assert battle.state.units["blue-1"].hull == 1
    assert battle.state.units["blue-2"].actions == 0


@pytest.mark.rule("brigands.6.3", "brigands.5.4", "brigands.5.4a")
def test_secondary_targets_of_an_area_may_answer() -> None:
    battle = _shot(("hunter", 12, 21.182, SOUTH))
    give(battle, Attack("red-1", "LRP", "Ballistic", (), (11_000, 20_000, 0)))
    assert battle.pending[0].unit == "blue-1"
    assert battle.pending[0].kind == "snap"


@pytest.mark.rule("brigands.6.3", "brigands.wtrait.snap")
def test_only_snap_weapons_that_bear_and_have_not_fired_answer() -> None:
    battle = _shot()
    give(battle, FIRE)
    assert code(battle, SnapFire("blue-1", "LPZ", "Ballistic")) == "snap"
    assert code(battle, SnapFire("blue-1", "LVB", "Melee")) == "range"
    assert code(battle, SnapFire("red-1", "LAC", "Ballistic")) == "unit"
    assert code(battle, SNAP) == ""
    battle.state.units["blue-1"].used = ["LAC"]
    assert code(battle, SNAP) == "used"


@pytest.mark.rule("brigands.6.3", "brigands.1.5b")
def test_a_model_that_cannot_answer_is_not_asked() -> None:
    battle = lay([("hunter", 10, 10, NORTH)], [("hunter", 10, 21.182, NORTH)])
    battle = again(battle, (1, 1, 1, 1), (6, 6))
    give(battle, Activate("red-1", COMBAT_SPEED), FIRE)
    assert battle.waiting_for() == ("red",)


@pytest.mark.rule("brigands.6.3", "brigands.5.4c")
def test_snap_fire_is_never_split() -> None:
    battle = lay([("hunter", 10, 10, NORTH), ("hunter", 12, 10, NORTH)], [("hunter", 10, 21.182, SOUTH)])
    give(battle, Activate("red-1", COMBAT_SPEED), FIRE)
    for option in battle.options("blue"):
        assert isinstance(option.order, SnapFire | Decline)
    events = give(again_at_snap(battle), SNAP)
    declared = next(event for event in events if isinstance(event, SnapFireDeclared))
    assert declared.targets == ("red-1",)


def again_at_snap(battle: Battle[State]) -> Battle[State]:
    """The same reaction, with dice for it."""
    return battle.fork(Scripted((1, 1, 1), (6, 6), (1, 1, 1), (6, 6)))


@pytest.mark.rule("brigands.6.3a")
def test_snap_fire_with_an_area_reaches_whoever_stands_beside_the_active_model() -> None:
    battle = lay([("hunter", 10, 10, NORTH), ("hunter", 12, 10, NORTH)], [("hunter", 10, 21.182, SOUTH)])
    remodel(battle.state.units["blue-1"], weapons=("LRP (Snap)",))
    battle = again(battle, (1, 1, 1), (6, 6), (1, 1), (6, 6), (1,), (6, 6))
    give(battle, Activate("red-1", COMBAT_SPEED), FIRE)
    events = give(battle, SnapFire("blue-1", "LRP", "Ballistic"))
    declared = next(event for event in events if isinstance(event, SnapFireDeclared))
    assert declared.targets == ("red-1", "red-2")


@pytest.mark.rule("brigands.6.3b")
@pytest.mark.parametrize(("start", "asked"), [((10.0, 15.0), True), ((10.0, 5.0), False)])
def test_a_charge_into_the_back_does_not_escape_the_arc_it_began_in(start: tuple[float, float], asked: bool) -> None:
    battle = lay([("hunter", *start, SOUTH if asked else NORTH)], [("hunter", 10, 10, NORTH)])
    give(battle, Activate("red-1", COMBAT_SPEED))
    red = battle.state.units["red-1"]
    red.x, red.y, red.facing = 10_000, 8_818, NORTH
    battle = again(battle, (1, 1) if asked else (1, 1, 1), (6, 6))
    give(battle, Attack("red-1", "LVB", "Melee", ("blue-1",)))
    assert (battle.pending[0].kind == "snap") is asked
    if asked:
        assert code(battle, SnapFire("blue-1", "LVB", "Melee")) == ""


@pytest.mark.rule("brigands.5.3", "brigands.6.3")
def test_leaving_melee_may_be_answered_with_a_blade_before_the_move() -> None:
    battle = lay([("hunter", 10, 10, NORTH), ("hunter", 30, 10, NORTH)], [("hunter", 10, 11.182, SOUTH)])
    battle.state.units["red-1"].hull, battle.state.units["red-1"].structure = 1, 0
    battle = again(battle, (3, 1), (1, 1))
    give(battle, Activate("red-1", COMBAT_SPEED), Move("red-1", "W", ((0, -2_000),)))
    assert battle.pending[0].kind == "snap"
    assert code(battle, SnapFire("blue-1", "LAC", "Ballistic")) == "melee"
    give(battle, SnapFire("blue-1", "LVB", "Melee"))
    red = battle.state.units["red-1"]
    assert (red.status, red.y) == (WRECK, 10_000)
    assert battle.pending[0].kind == "activate"


@pytest.mark.rule("brigands.5.3")
def test_a_model_that_survives_the_blade_moves_away_and_one_that_only_turns_is_left_alone() -> None:
    battle = lay([("hunter", 10, 10, NORTH)], [("hunter", 10, 11.182, SOUTH)])
    battle = again(battle, (3, 1), (3, 1))
    give(battle, Activate("red-1", TOP_SPEED), Move("red-1", "W", ((450, 0),)))
    assert battle.waiting_for() == ("red",)
    give(battle, Move("red-1", "W", ((450, 0), (900, 1_000))))
    assert battle.pending[0].kind == "snap"
    give(battle, Decline())
    assert battle.state.units["red-1"].y < 10_000


@pytest.mark.rule("brigands.5.3")
def test_thrusters_leave_melee_unharmed() -> None:
    battle = lay([("hunter", 10, 10, NORTH)], [("hunter", 10, 11.182, SOUTH)])
    remodel(battle.state.units["red-1"], traits=("Thrusters:4",))
    battle = again(battle)
    give(battle, Activate("red-1", COMBAT_SPEED), Move("red-1", "W", ((0, -2_000),)))
    assert battle.waiting_for() == ("red",)


def _watched(posture: str = COMBAT_SPEED) -> Battle[State]:
    battle = lay([("hunter", 10, 10, NORTH)], [("hunter", 10, 30, SOUTH)])
    blue = battle.state.units["blue-1"]
    blue.actions, blue.overwatch = 0, 2
    battle = again(battle, (1, 1, 1, 1), (6, 6), (1, 1, 1, 1), (6, 6))
    give(battle, Activate("red-1", posture))
    return battle


@pytest.mark.rule("brigands.6.3", "brigands.6.2")
def test_overwatch_answers_each_end_of_a_move() -> None:
    battle = _watched(TOP_SPEED)
    blue = battle.state.units["blue-1"]
    remodel(blue, weapons=("LAC (Snap)", "LAC (Snap)"))
    battle = again(battle, (1, 1, 1, 1), (6, 6, 6), (1, 1, 1, 1), (6, 6, 6))
    give(battle, Move("red-1", "W", ((0, 5_000),)))
    assert battle.pending[0].about == ("red-1", "end of a Move")
    give(battle, SnapFire("blue-1", "LAC", "Ballistic"))
    give(battle, Move("red-1", "W", ((0, 5_000),)))
    assert battle.pending[0].kind == "snap"
    give(battle, SnapFire("blue-1", "LAC 2", "Ballistic"))
    assert battle.state.units["blue-1"].overwatch == 0


@pytest.mark.rule("brigands.6.3")
def test_a_move_of_no_length_triggers_nothing_and_a_stop_within_a_move_neither() -> None:
    battle = _watched()
    give(battle, Move("red-1", "W", ((0, 2_000),), last=False))
    assert battle.waiting_for() == ("red",)
    give(battle, EndActivation("red-1"))
    assert battle.pending[0].kind == "snap"
    battle = _watched()
    give(battle, Move("red-1", "W", ((450, 0),)))
    assert battle.waiting_for() == ("red",)


@pytest.mark.rule("brigands.6.3", "brigands.4.3-los")
def test_overwatch_needs_to_see_the_mover() -> None:
    wall = ground(piece("instance", 5, 20, 15, 21, 9))
    battle = lay([("hunter", 10, 10, NORTH)], [("hunter", 10, 24, SOUTH)], on=wall)
    battle.state.units["blue-1"].overwatch = 1
    battle = again(battle)
    give(battle, Activate("red-1", COMBAT_SPEED), Move("red-1", "W", ((0, 2_000),)))
    assert battle.waiting_for() == ("red",)


@pytest.mark.rule("brigands.6.2", "brigands.2.1")
def test_the_last_overwatch_token_still_braces_while_it_is_spent_and_no_longer() -> None:
    battle = _watched()
    battle.state.units["blue-1"].overwatch = 1
    battle = again(battle, (4, 4, 1, 1), (6, 1))
    events = give(battle, Move("red-1", "W", ((0, 2_000),)), SnapFire("blue-1", "LAC", "Ballistic"))
    rolled = next(event for event in events if isinstance(event, AttackRolled))
    assert len(rolled.attack_faces) == 4
    blue = battle.state.units["blue-1"]
    assert (blue.bracing, blue.stance) == (False, COMBAT_SPEED)


@pytest.mark.rule("brigands.6.1", "brigands.2.1-combat-speed")
def test_standby_keeps_the_actions_as_tokens_and_ends_the_activation() -> None:
    battle = lay([("hunter", 10, 10, NORTH)])
    give(battle, Activate("red-1", COMBAT_SPEED))
    assert code(battle, Overwatch("red-1")) == "posture"
    give(battle, Standby("red-1"))
    unit = battle.state.units["red-1"]
    assert (unit.standby, unit.actions, unit.activated, unit.stance) == (1, 0, True, COMBAT_SPEED)


@pytest.mark.rule("brigands.6.2", "brigands.2.1-braced")
def test_overwatch_needs_bracing_and_an_action() -> None:
    battle = lay([("hunter", 10, 10, NORTH)])
    give(battle, Activate("red-1", BRACED))
    assert code(battle, Standby("red-1")) == "posture"
    battle.state.units["red-1"].actions = 0
    assert code(battle, Overwatch("red-1")) == "no-action"
    battle.state.units["red-1"].actions = 1
    give(battle, Overwatch("red-1"))
    unit = battle.state.units["red-1"]
    assert (unit.overwatch, unit.activated, unit.stance) == (1, True, BRACED)


@pytest.mark.rule("brigands.trait.autopilot", "brigands.6.1")
def test_an_autopilot_keeps_one_token_more() -> None:
    battle = lay([("hunter", 10, 10, NORTH)])
    remodel(battle.state.units["red-1"], traits=("Autopilot",))
    battle = again(battle)
    give(battle, Activate("red-1", COMBAT_SPEED), Standby("red-1"))
    assert battle.state.units["red-1"].standby == 2


@pytest.mark.rule("brigands.6.1", "brigands.6.3")
def test_a_standby_token_pays_for_a_reaction() -> None:
    battle = _shot()
    blue = battle.state.units["blue-1"]
    blue.actions, blue.standby, blue.activated = 0, 1, True
    battle = again(battle, (1, 1, 1), (6, 6), (1, 1, 1), (6, 6))
    give(battle, FIRE, SNAP)
    assert battle.state.units["blue-1"].standby == 0


@pytest.mark.rule("brigands.6.2", "brigands.1.8-setup")
@pytest.mark.parametrize(("keep", "overwatch", "actions"), [(True, 1, 0), (False, 0, 1)])
def test_overwatch_is_kept_instead_of_refreshing_actions(keep: bool, overwatch: int, actions: int) -> None:
    battle = lay([("hunter", 10, 10, NORTH)], [("hunter", 10, 40, SOUTH)])
    state = battle.state
    state.phase, state.winner, state.turn = "setup", "red", ""
    state.units["blue-1"].overwatch, state.units["blue-1"].actions = 1, 0
    state.units["red-1"].standby = 2
    battle = again(battle)
    assert battle.pending[0].kind == "keep"
    give(battle, KeepOverwatch("blue-1") if keep else Decline())
    blue = battle.state.units["blue-1"]
    assert (blue.overwatch, blue.actions) == (overwatch, actions)
    assert battle.state.units["red-1"].standby == 0


@pytest.mark.rule("brigands.6.2")
@pytest.mark.parametrize(("posture", "tokens"), [(BRACED, 1), (COMBAT_SPEED, 0), (TOP_SPEED, 0)])
def test_a_kept_overwatch_is_lost_in_any_posture_but_braced(posture: str, tokens: int) -> None:
    battle = lay([("hunter", 10, 10, NORTH)])
    battle.state.units["red-1"].actions, battle.state.units["red-1"].overwatch = 0, 1
    give(battle, Activate("red-1", posture))
    assert battle.state.units["red-1"].overwatch == tokens


@pytest.mark.rule("brigands.trait.low-profile", "brigands.6.3")
def test_a_crouching_model_stands_up_for_a_reaction_only_with_a_token() -> None:
    wall = ground(piece("instance", 5, 20.2, 15, 20.3, 1.2))
    rockets = Attack("red-1", "LRP", "Indirect", ("blue-1",))
    tall = SnapFire("blue-1", "MRF", "Ballistic", tall=True)
    battle = lay([("chasseur", 10, 10, NORTH)], [("man-at-arms", 10, 21, SOUTH)], on=wall)
    battle.state.units["blue-1"].actions, battle.state.units["blue-1"].standby = 0, 1
    give(battle, Activate("red-1", COMBAT_SPEED), rockets)
    assert code(battle, SnapFire("blue-1", "MRF", "Ballistic")) == "blocked"
    assert code(battle, tall) == ""
    battle = lay([("chasseur", 10, 10, NORTH)], [("man-at-arms", 10, 21, SOUTH)])
    give(battle, Activate("red-1", COMBAT_SPEED), rockets)
    assert code(battle, tall) == "tall"
    assert code(battle, SnapFire("blue-1", "MRF", "Ballistic")) == ""


@pytest.mark.rule("brigands.6.3", "brigands.5.3")
def test_a_passive_model_of_the_same_side_never_answers() -> None:
    battle = lay([("hunter", 10, 10, EAST), ("hunter", 12.6, 12, WEST)], [("hunter", 12.6, 10, WEST)])
    battle.state.units["blue-1"].actions = 0
    battle = again(battle, (1,), (6, 6), (1,), (6, 6), (1,), (6, 6))
    give(battle, Activate("red-1", COMBAT_SPEED), Attack("red-1", "LRP", "Ballistic", ("blue-1",)))
    assert battle.waiting_for() == ("red",)
