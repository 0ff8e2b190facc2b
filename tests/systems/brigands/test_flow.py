from __future__ import annotations

import random

import pytest

from gearlock.kernel.asks import OPEN_OPTIONS
from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Scripted
from gearlock.kernel.errors import BadInput, UnknownName
from gearlock.kernel.orders import Decline
from gearlock.kernel.system import Aim
from gearlock.systems.brigands import SYSTEM
from gearlock.systems.brigands.battles import setup_for
from gearlock.systems.brigands.chain_of_command import one_group
from gearlock.systems.brigands.command import initiative_bonus
from gearlock.systems.brigands.deployment.places import Deploy, map_names
from gearlock.systems.brigands.rounds import Activate, ChooseFirst, EndActivation, InitiativeRolled
from gearlock.systems.brigands.state import BRACED, COMBAT_SPEED, WRECK, State
from systems.brigands.field import EAST, NORTH, SOUTH, again, code, give, ground, kinds, lay, piece, remodel, water


def _deploying(*dice: tuple[int, ...], models: int = 2) -> Battle[State]:
    rock, pond = piece("instance", 20, 5, 22, 7, 3), water(30, 5, 34, 9, 2)
    forces = {"red": one_group(*["hunter"] * models), "blue": one_group(*["hunter"] * models)}
    return Battle.begin(SYSTEM, setup_for("intro", 0, {}, ground(rock, pond), forces, 12), Scripted(*dice))


@pytest.mark.rule("brigands.11.4b", "brigands.1.2k")
def test_the_higher_die_decides_who_deploys_first_and_ties_roll_again() -> None:
    battle = _deploying((4, 4), (2, 5))
    assert battle.waiting_for() == ("blue",)
    give(battle, ChooseFirst("red"))
    assert battle.waiting_for() == ("red",)


@pytest.mark.rule("brigands.11.4b", "brigands.11.4b-standard")
def test_a_whole_group_deploys_leader_first_and_then_the_other() -> None:
    battle = _deploying((6, 1), (6, 1))
    give(battle, ChooseFirst("red"))
    assert battle.pending[0].unit == "red-1"
    give(battle, Deploy("red-1", 10_000, 10_000, NORTH), Deploy("red-2", 12_000, 10_000, NORTH))
    assert battle.waiting_for() == ("blue",)
    give(battle, Deploy("blue-1", 10_000, 40_000, SOUTH), Deploy("blue-2", 12_000, 40_000, SOUTH))
    assert (battle.state.round, battle.state.phase) == (1, "action")


@pytest.mark.rule("brigands.11.4a", "brigands.11.4a-wide")
def test_a_third_of_the_table_is_the_deployment_zone() -> None:
    battle = _deploying((6, 1))
    give(battle, ChooseFirst("red"))
    assert code(battle, Deploy("red-1", 10_000, 15_409, NORTH)) == ""
    assert code(battle, Deploy("red-1", 10_000, 15_410, NORTH)) == "zone"
    assert code(battle, Deploy("red-1", 590, 5_000, NORTH)) == "zone"
    assert code(battle, Deploy("red-1", 10_000, 5_000, 3_600)) == "facing"
    assert code(battle, Deploy("red-1", 21_000, 6_000, NORTH)) == "terrain"
    assert code(battle, Deploy("red-1", 32_000, 7_000, NORTH)) == "water"


@pytest.mark.rule("brigands.11.4b-standard", "brigands.7.3", "brigands.2.6")
def test_the_others_deploy_in_formation_and_not_on_their_leader() -> None:
    battle = _deploying((6, 1))
    give(battle, ChooseFirst("red"), Deploy("red-1", 10_000, 10_000, NORTH))
    assert code(battle, Deploy("red-2", 17_182, 10_000, NORTH)) == ""
    assert code(battle, Deploy("red-2", 17_183, 10_000, NORTH)) == "formation"
    assert code(battle, Deploy("red-2", 11_181, 10_000, NORTH)) == "overlap"
    assert code(battle, Deploy("red-2", 11_182, 10_000, NORTH)) == ""


@pytest.mark.rule("brigands.1.8-initiative", "brigands.7.1", "brigands.7.2")
def test_initiative_adds_the_commander_s_rank_and_takes_one_if_it_is_crippled() -> None:
    state = lay([("hunter", 10, 10, NORTH), ("hunter", 12, 10, NORTH)]).state
    leader = state.units["red-1"]
    assert initiative_bonus(state, "red") == 4
    leader.rank = "cgl"
    assert initiative_bonus(state, "red") == 2
    leader.hull = 0
    assert initiative_bonus(state, "red") == 1
    leader.status = WRECK
    assert initiative_bonus(state, "red") == 0
    state.units["red-2"].hull = 0
    assert initiative_bonus(state, "red") == -1


@pytest.mark.rule("brigands.1.8-initiative", "brigands.1.8", "brigands.1.8-action")
def test_ties_are_rolled_again_and_the_winner_says_who_is_first() -> None:
    battle = lay([("hunter", 10, 10, NORTH)])
    battle.state.phase, battle.state.round, battle.state.winner, battle.state.turn = "initiative", 1, "", ""
    battle = again(battle, (3, 3), (2, 6))
    rolled = [event for entry in battle.entries for event in entry.events if isinstance(event, InitiativeRolled)]
    assert [(event.red, event.blue, event.winner) for event in rolled] == [(7, 7, ""), (6, 10, "blue")]
    assert battle.waiting_for() == ("blue",)
    assert code(battle, ChooseFirst("green")) == "seat"
    give(battle, ChooseFirst("red"))
    assert battle.waiting_for() == ("red",)


@pytest.mark.rule("brigands.1.8-setup", "brigands.7.4c")
def test_setup_refreshes_actions_points_and_weapons_and_removes_tokens() -> None:
    battle = lay([("hunter", 10, 10, NORTH)])
    unit = battle.state.units["red-1"]
    unit.actions, unit.standby, unit.command, unit.used, unit.activated = 0, 2, 0, ["LAC"], True
    battle.state.phase, battle.state.winner, battle.state.turn = "setup", "red", ""
    unit = again(battle).state.units["red-1"]
    assert (unit.actions, unit.standby, unit.command, unit.used, unit.activated) == (1, 0, 2, [], False)


@pytest.mark.rule("brigands.1.1", "brigands.1.6a", "brigands.1.8-action")
def test_a_whole_group_activates_in_any_order_before_the_other_side() -> None:
    battle = lay([("hunter", 10, 10, NORTH), ("hunter", 12, 10, NORTH)], [("hunter", 10, 40, SOUTH)])
    battle = again(battle, (1, 6))
    give(battle, Activate("red-2", COMBAT_SPEED), EndActivation("red-2"))
    assert code(battle, Activate("red-2", COMBAT_SPEED)) == "activated"
    assert code(battle, Activate("blue-1", COMBAT_SPEED)) == "unit"
    assert code(battle, Activate("red-1", "sprint")) == "posture"
    give(battle, Activate("red-1", COMBAT_SPEED), EndActivation("red-1"))
    assert battle.waiting_for() == ("blue",)
    give(battle, Activate("blue-1", COMBAT_SPEED), EndActivation("blue-1"))
    assert battle.state.round == 2


@pytest.mark.rule("brigands.1.6b", "brigands.1.7a")
def test_actions_left_at_the_end_are_lost() -> None:
    battle = lay([("hunter", 10, 10, NORTH)])
    give(battle, Activate("red-1", COMBAT_SPEED), EndActivation("red-1"))
    assert battle.state.units["red-1"].actions == 0


@pytest.mark.rule("brigands.1.6b")
def test_a_model_that_reacted_still_moves_but_has_no_action() -> None:
    battle = lay([("hunter", 10, 10, NORTH)])
    battle.state.units["red-1"].actions = 0
    give(battle, Activate("red-1", COMBAT_SPEED))
    kinds_of_orders = {type(option.order).__name__ for option in battle.options("red")}
    assert kinds_of_orders == {"Move", "EndActivation"}


@pytest.mark.rule("brigands.trait.low-profile")
def test_a_low_profile_model_may_stand_up_when_it_activates() -> None:
    battle = lay([("man-at-arms", 10, 10, NORTH), ("hunter", 12, 10, NORTH)])
    assert battle.state.units["red-1"].height == 1_000
    assert code(battle, Activate("red-2", COMBAT_SPEED, tall=True)) == "tall"
    give(battle, Activate("red-1", COMBAT_SPEED, tall=True))
    assert battle.state.units["red-1"].height == 1_500
    give(battle, EndActivation("red-1"))
    assert battle.state.units["red-1"].height == 1_000


@pytest.mark.rule("brigands.A4", "brigands.11.2")
@pytest.mark.parametrize(("hull", "winner"), [(3, "blue"), (4, "")])
def test_after_the_last_round_more_hull_and_structure_wins(hull: int, winner: str) -> None:
    battle = lay([("hunter", 10, 10, NORTH)], [("hunter", 10, 40, SOUTH)], rounds=1)
    battle.state.units["red-1"].hull = hull
    battle = again(battle)
    give(battle, Activate("red-1", BRACED), EndActivation("red-1"), Activate("blue-1", BRACED), EndActivation("blue-1"))
    assert battle.outcome is not None
    assert battle.outcome.winner == winner
    assert battle.outcome.score == {"red": hull + 2, "blue": 6}


def test_a_question_is_not_answered_by_what_it_did_not_ask() -> None:
    battle = lay([("hunter", 10, 10, NORTH)])
    assert code(battle, Decline()) == "unasked"
    assert code(battle, EndActivation("red-1")) == "unasked"
    assert code(battle, ChooseFirst("red")) == "unasked"


@pytest.mark.parametrize(
    "options",
    [{"models": "hunter,sparrow"}, {"red": "hunter*0"}, {"rounds": "many"}, {"map": "the-moon"}, {"weather": "rain"}],
)
def test_wrong_options_are_named(options: dict[str, str]) -> None:
    with pytest.raises(BadInput):
        SYSTEM.prepare("intro", 1, options)


def test_everything_wrong_is_said_at_once() -> None:
    with pytest.raises(BadInput) as caught:
        SYSTEM.prepare("intro", 1, {"red": "sparrow", "rounds": "0", "map": "the-moon"})
    assert len(str(caught.value).splitlines()) == 3
    with pytest.raises(UnknownName):
        SYSTEM.prepare("siege", 1, {})


@pytest.mark.rule("brigands.A4", "brigands.7.1")
def test_scenarios_lay_out_the_models_that_were_asked_for() -> None:
    duel = SYSTEM.begin(SYSTEM.prepare("duel", 1, {"red": "jager", "blue": "chasseur"}))
    assert [unit.line.id for unit in duel.units.values()] == ["jager", "chasseur"]
    assert [unit.rank for unit in duel.units.values()] == ["foc", "foc"]
    many = SYSTEM.begin(SYSTEM.prepare("intro", 1, {"models": "hunter*11, warrior"}))
    assert len(many.units) == 24
    assert [unit.rank for unit in many.units.values()].count("foc") == 2


def test_every_hand_made_map_can_be_fought_on() -> None:
    for name in map_names():
        state = SYSTEM.begin(SYSTEM.prepare("duel", 1, {"map": name}))
        assert state.ground.pieces, name


def test_pointing_deploys_moves_and_turns() -> None:
    battle = _deploying((6, 1))
    give(battle, ChooseFirst("red"))
    place = battle.options("red")[0]
    assert battle.aim("red", place, Aim(5_000, 5_000)) == Deploy("red-1", 5_000, 5_000, NORTH)
    battle = lay([("hunter", 10, 10, NORTH)])
    give(battle, Activate("red-1", COMBAT_SPEED))
    walk = next(option for option in battle.options("red") if option.label == "Move: Walker")
    give(battle, battle.aim("red", walk, Aim(10_000, 5_000)))  # type: ignore[arg-type]
    unit = battle.state.units["red-1"]
    assert (unit.x, unit.y, unit.facing) == (10_000, 5_000, SOUTH)
    battle = lay([("hunter", 10, 10, NORTH)])
    give(battle, Activate("red-1", COMBAT_SPEED))
    drive = next(option for option in battle.options("red") if option.label == "Move: Ground")
    give(battle, battle.aim("red", drive, Aim(10_000, 2_000, EAST)))  # type: ignore[arg-type]
    assert (battle.state.units["red-1"].y, battle.state.units["red-1"].facing) == (7_000, NORTH)


@pytest.mark.parametrize("seed", range(6))
def test_random_battles_of_every_stock_model_come_to_an_end(seed: int) -> None:
    models = "hunter,jager,warrior" if seed % 2 else "chasseur,f6-16,man-at-arms"
    setup = SYSTEM.prepare("intro", seed, {"red": models, "blue": "man-at-arms,chasseur,jager", "rounds": "4"})
    battle, chooser = Battle.begin(SYSTEM, setup), random.Random(seed)
    while not battle.over:
        seat = battle.waiting_for()[0]
        option = chooser.choice(battle.options(seat))
        order = battle.sample(seat, option, chooser) if isinstance(option, OPEN_OPTIONS) else option.order
        if order is not None:
            battle.answer(seat, order)
    assert battle.state.round <= 4


def test_the_story_of_a_battle_can_be_told_in_full() -> None:
    battle = again(lay([("hunter", 10, 10, NORTH)], [("hunter", 10, 20, SOUTH)]), (1, 6))
    events = give(battle, Activate("red-1", COMBAT_SPEED), EndActivation("red-1"))
    lines = [SYSTEM.tell(battle.state, event, "red") for event in events]
    assert kinds(events) == ["Activated", "ActivationEnded", "TurnPassed"]
    assert lines[0] is not None
    assert lines[0].text == "Red Hunter 1 activates at combat speed."


def test_a_stronger_line_is_shown_on_its_card() -> None:
    battle = lay([("hunter", 10, 10, NORTH)])
    remodel(battle.state.units["red-1"], armor=9)
    shown = battle.view("red").pieces[0]
    assert ("Armor", "9") in shown.cards[0].rows
    assert [(track.name, track.now, track.full) for track in shown.tracks] == [("Hull", 4, 4), ("Structure", 2, 2)]
