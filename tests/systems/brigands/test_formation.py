"""7.1 to 7.4: who succeeds whom, who hears whom, and who may spend points on whom."""

from __future__ import annotations

import pytest

from gearlock.kernel.battle import Battle
from gearlock.kernel.orders import Decline
from gearlock.systems.brigands.attacks.attack import Attack, SnapFire
from gearlock.systems.brigands.chain_of_command import circle_of, is_in_formation, leader_of
from gearlock.systems.brigands.command import (
    Promoted,
    Reroll,
    Rerolled,
    commander_of,
    initiative_bonus,
    promotions,
    reroll_givers,
    reroll_sources,
)
from gearlock.systems.brigands.deployment.places import Deploy
from gearlock.systems.brigands.movement.paths import Move
from gearlock.systems.brigands.rounds import Activate, EndActivation
from gearlock.systems.brigands.state import COMBAT_SPEED, WAITING, WRECK, State
from systems.brigands.company import FOE, Side, company
from systems.brigands.field import NORTH, again, code, give, kinds, remodel

LINE: Side = [[("hunter/foc", 10, 10), ("hunter", 17, 10), ("hunter", 24, 10), ("hunter", 24, 17)]]
"""Seven inches from base to base is under six of gap; each hears the one before."""


def _ids(state: State, leader: str) -> list[str]:
    return sorted(unit.id for unit in circle_of(state, state.units[leader]))


@pytest.mark.rule("brigands.7.3", "brigands.trait.comms")
def test_a_model_with_comms_relays_to_those_near_it_and_so_on() -> None:
    state = company(LINE).state
    assert _ids(state, "red-1") == ["red-1", "red-2"]
    remodel(state.units["red-2"], traits=("Comms:1",))
    assert _ids(state, "red-1") == ["red-1", "red-2", "red-3"]
    remodel(state.units["red-3"], traits=("Comms:0",))
    assert _ids(state, "red-1") == ["red-1", "red-2", "red-3", "red-4"]
    state.units["red-2"].x -= 19
    assert _ids(state, "red-1") == ["red-1", "red-2", "red-3", "red-4"]
    state.units["red-2"].status = WRECK
    assert _ids(state, "red-1") == ["red-1"]


@pytest.mark.rule("brigands.7.3", "brigands.trait.satup")
def test_models_with_an_uplink_hear_each_other_anywhere_once_one_is_in_formation() -> None:
    state = company(LINE).state
    remodel(state.units["red-4"], traits=("SatUp",))
    assert "red-4" not in _ids(state, "red-1")
    remodel(state.units["red-3"], traits=("SatUp",))
    assert "red-4" not in _ids(state, "red-1")
    remodel(state.units["red-2"], traits=("SatUp",))
    assert _ids(state, "red-1") == ["red-1", "red-2", "red-3", "red-4"]
    remodel(state.units["red-2"], traits=())
    remodel(state.units["red-1"], traits=("SatUp",))
    assert _ids(state, "red-1") == ["red-1", "red-2", "red-3", "red-4"]


@pytest.mark.rule("brigands.7.3", "brigands.wtrait.aux")
def test_an_auxiliary_relay_is_silent_on_a_crippled_model() -> None:
    state = company(LINE).state
    remodel(state.units["red-2"], traits=("Comms:1 (Aux)",))
    assert "red-3" in _ids(state, "red-1")
    state.units["red-2"].hull = 0
    assert "red-3" not in _ids(state, "red-1")


@pytest.mark.rule("brigands.7.3", "brigands.A4")
def test_the_introductory_game_knows_only_nearness() -> None:
    state = company(LINE, scenario="intro").state
    for unit in ("red-1", "red-2", "red-3", "red-4"):
        remodel(state.units[unit], traits=("Comms:1", "SatUp"))
    assert _ids(state, "red-1") == ["red-1", "red-2"]


@pytest.mark.rule("brigands.7.3")
def test_models_of_another_group_do_not_relay_and_are_not_led() -> None:
    state = company([[("hunter/foc", 10, 10)], [("hunter/cgl", 40, 10), ("hunter", 34, 10), ("hunter", 14, 10)]]).state
    leader, stray = state.units["red-2"], state.units["red-4"]
    assert leader_of(state, "red", 2) is leader
    assert not is_in_formation(state, stray, leader)
    assert is_in_formation(state, state.units["red-3"], leader)
    assert is_in_formation(state, leader, leader)
    state.units["red-1"].x = 38_000
    assert not is_in_formation(state, state.units["red-1"], leader)


@pytest.mark.rule("brigands.7.3-foc")
def test_the_force_commander_hears_whoever_is_near_and_leaders_near_its_relays() -> None:
    red: Side = [[("hunter/foc", 10, 10), ("hunter", 17, 10)], [("jager/cgl", 24, 10), ("jager", 24, 11.5)]]
    state = company(red).state
    commander, relay, leader, trooper = list(state.units.values())[:4]
    assert not is_in_formation(state, leader, commander)
    remodel(relay, traits=("Comms:1",))
    assert is_in_formation(state, leader, commander)
    assert not is_in_formation(state, trooper, commander)
    trooper.x, trooper.y = 12_000, 12_000
    assert is_in_formation(state, trooper, commander)
    assert [giver.id for giver in reroll_givers(state, trooper)] == ["red-1"]
    assert [giver.id for giver in reroll_givers(state, leader)] == ["red-3", "red-1"]


@pytest.mark.rule("brigands.7.3-foc", "brigands.trait.satup")
def test_leaders_with_an_uplink_hear_the_force_commander_s_uplink() -> None:
    red: Side = [[("hunter/foc", 10, 10), ("hunter", 12, 10)], [("jager/cgl", 40, 10), ("jager", 42, 10)]]
    state = company(red).state
    commander, leader = state.units["red-1"], state.units["red-3"]
    remodel(leader, traits=("SatUp",))
    remodel(state.units["red-4"], traits=("SatUp",))
    assert not is_in_formation(state, leader, commander)
    remodel(state.units["red-2"], traits=("SatUp",))
    assert is_in_formation(state, leader, commander)
    assert not is_in_formation(state, state.units["red-4"], commander)
    remodel(leader, traits=())
    assert not is_in_formation(state, leader, commander)


@pytest.mark.rule("brigands.7.1", "brigands.7.4a")
def test_a_leader_s_points_serve_its_own_group_only() -> None:
    red: Side = [[("hunter/foc", 10, 10)], [("jager/cgl", 12, 10), ("jager", 14, 10)]]
    state = company(red).state
    assert [giver.id for giver in reroll_givers(state, state.units["red-1"])] == ["red-1"]
    assert [giver.id for giver in reroll_givers(state, state.units["red-3"])] == ["red-2", "red-1"]
    state.units["red-2"].command = 0
    assert [giver.id for giver in reroll_givers(state, state.units["red-3"])] == ["red-1"]


def _shot_at(*dice: tuple[int, ...]) -> Battle[State]:
    """Blue's leader, one Structure left and nobody to answer, about to be shot."""
    blue = [[("hunter/foc", 10, 20), ("hunter/2ic", 40, 40)], [("jager/cgl", 44, 40), ("jager/xo", 44, 44)]]
    battle = company([[("hunter/foc", 10, 10)]], blue)
    for unit in battle.state.units.values():
        unit.command = 0
        if unit.seat == "blue":
            unit.actions = 0
    battle.state.units["blue-1"].hull, battle.state.units["blue-1"].structure = 0, 1
    return again(battle, *dice)


@pytest.mark.rule("brigands.7.1-2ic", "brigands.7.1-xo", "brigands.7.4c")
def test_deputies_take_over_at_once_with_the_points_of_their_new_rank() -> None:
    battle = _shot_at((6, 6, 1), (1,))
    events = give(battle, Activate("red-1", COMBAT_SPEED), Attack("red-1", "LAC", "Ballistic", ("blue-1",)))
    promoted = [event for event in events if isinstance(event, Promoted)]
    assert promoted == [Promoted("blue-2", "cgl", 1), Promoted("blue-4", "foc", 2)]
    second, executive = battle.state.units["blue-2"], battle.state.units["blue-4"]
    assert (second.rank, second.command, executive.rank, executive.command) == ("cgl", 1, "foc", 2)
    assert commander_of(battle.state, "blue") is executive
    assert initiative_bonus(battle.state, "blue") == 4


@pytest.mark.rule("brigands.7.1-xo")
def test_an_executive_officer_in_command_leaves_its_group_to_its_leader() -> None:
    battle = _shot_at((6, 6, 1), (1,))
    give(battle, Activate("red-1", COMBAT_SPEED), Attack("red-1", "LAC", "Ballistic", ("blue-1",)))
    state = battle.state
    assert leader_of(state, "blue", 2) is state.units["blue-3"]
    assert leader_of(state, "blue", 1) is state.units["blue-2"]
    assert [giver.id for giver in reroll_givers(state, state.units["blue-3"])] == ["blue-4"]


@pytest.mark.rule("brigands.7.1-2ic", "brigands.7.1-xo")
def test_deputies_who_fall_first_do_not_succeed_and_have_no_points_before() -> None:
    battle = _shot_at((6, 6, 1), (1,))
    state = battle.state
    assert (state.units["blue-2"].command, state.units["blue-4"].command) == (0, 0)
    state.units["blue-2"].status = state.units["blue-4"].status = WRECK
    battle = again(battle, (6, 6, 1), (1,))
    events = give(battle, Activate("red-1", COMBAT_SPEED), Attack("red-1", "LAC", "Ballistic", ("blue-1",)))
    assert "Promoted" not in kinds(events)
    assert leader_of(battle.state, "blue", 1) is None
    assert commander_of(battle.state, "blue") is battle.state.units["blue-3"]
    assert initiative_bonus(battle.state, "blue") == 2


@pytest.mark.rule("brigands.7.1-2ic", "brigands.7.1-xo", "brigands.7.4c")
def test_deputies_have_neither_points_nor_initiative_and_points_do_not_pile_up() -> None:
    battle = _shot_at()
    battle.state.phase, battle.state.turn = "setup", ""
    battle.state.units["blue-1"].command = 2
    units = again(battle).state.units
    assert [units[f"blue-{number}"].command for number in (1, 2, 3, 4)] == [2, 0, 1, 0]
    state = battle.state
    state.units["blue-1"].status = state.units["blue-3"].status = WRECK
    assert initiative_bonus(state, "blue") == 0


@pytest.mark.rule("brigands.7.1-xo")
def test_a_leader_keeps_its_group_wherever_the_new_force_commander_stands_in_it() -> None:
    state = company([[("hunter/foc", 10, 10), ("hunter/cgl", 12, 10)]]).state
    assert leader_of(state, "red", 1) is state.units["red-2"]
    state.units["red-2"].status = WRECK
    assert leader_of(state, "red", 1) is state.units["red-1"]


@pytest.mark.rule("brigands.7.3-foc", "brigands.A4")
def test_the_introductory_force_commander_hears_only_who_is_near() -> None:
    red: Side = [[("hunter/foc", 10, 10), ("hunter", 17, 10)], [("jager/cgl", 24, 10)]]
    for scenario, heard in (("command", True), ("groups", False)):
        state = company(red, scenario=scenario).state
        remodel(state.units["red-2"], traits=("Comms:1",))
        assert is_in_formation(state, state.units["red-3"], state.units["red-1"]) is heard


@pytest.mark.rule("brigands.7.1-2ic", "brigands.7.1-xo", "brigands.9.3")
def test_nobody_succeeds_a_commander_who_is_only_off_the_table() -> None:
    battle = _shot_at()
    commander = battle.state.units["blue-1"]
    commander.status = "riding"
    assert list(promotions(battle.state)) == []
    commander.status = WRECK
    assert [event.unit for event in promotions(battle.state)] == ["blue-2", "blue-4"]


@pytest.mark.rule("brigands.7.1-2ic", "brigands.7.4c")
def test_a_deputy_takes_over_before_the_move_goes_on_that_cost_the_leader_its_life() -> None:
    red: Side = [[("hunter/foc", 12, 10), ("hunter", 10, 10), ("hunter/2ic", 8, 6)]]
    battle = company(red, [[("hunter/foc", 10, 11.2)]])
    leader, blade = battle.state.units["red-1"], battle.state.units["blue-1"]
    remodel(blade, weapons=("LVB (Snap, AE:3, Reach:2)",))
    leader.hull, leader.structure, leader.command, blade.command = 0, 1, 0, 0
    battle = again(battle, (1, 1), (6, 6), (6,), (1,), (1,), (6, 6))
    give(battle, Activate("red-2", COMBAT_SPEED))
    events = give(battle, Move("red-2", "W", ((900, 1_000),)), SnapFire("blue-1", "LVB", "Melee"))
    names = kinds(events)
    assert names.index("Promoted") < names.index("Moved")


@pytest.mark.rule("brigands.7.2", "brigands.1.8-initiative", "brigands.trait.init")
def test_of_equal_leaders_the_best_rolls_and_without_any_the_best_model() -> None:
    state = company([[("hunter/cgl", 10, 10), ("hunter", 12, 10)], [("hunter/cgl", 20, 10)]]).state
    remodel(state.units["red-3"], traits=("Init:2",))
    assert initiative_bonus(state, "red") == 4
    state.units["red-3"].hull = 0
    assert initiative_bonus(state, "red") == 3
    state.units["red-3"].haywire = True
    assert initiative_bonus(state, "red") == 2
    state.units["red-1"].status = state.units["red-3"].status = WRECK
    assert initiative_bonus(state, "red") == 0
    remodel(state.units["red-2"], traits=("Init:1",))
    assert initiative_bonus(state, "red") == 1


@pytest.mark.rule("brigands.11.4b-standard", "brigands.7.3", "brigands.trait.comms")
def test_a_group_deploys_in_formation_by_its_relays() -> None:
    battle = company(LINE, FOE)
    state = battle.state.clone()
    state.phase, state.round, state.group = "deployment", 0, 1
    for unit in ("red-2", "red-3", "red-4"):
        state.units[unit].status = WAITING
    remodel(state.units["red-2"], traits=("Comms:1",))
    remodel(state.units["red-4"], traits=("SatUp",))
    battle.state.units.update(state.units)
    battle.state.phase, battle.state.round, battle.state.group = "deployment", 0, 1
    battle = again(battle)
    assert code(battle, Deploy("red-3", 24_000, 10_000, NORTH)) == "formation"
    give(battle, Deploy("red-2", 17_000, 10_000, NORTH))
    assert code(battle, Deploy("red-3", 24_000, 10_000, NORTH)) == ""
    assert code(battle, Deploy("red-4", 40_000, 10_000, NORTH)) == "formation"
    remodel(battle.state.units["red-2"], traits=("Comms:1", "SatUp"))
    assert code(again(battle), Deploy("red-3", 40_000, 10_000, NORTH)) == "formation"
    assert code(again(battle), Deploy("red-4", 40_000, 10_000, NORTH)) == ""


def _duel(*dice: tuple[int, ...], traits: tuple[str, ...] = ("Vet",), command: int = 0) -> Battle[State]:
    battle = company([[("hunter/foc", 10, 10)]], [[("hunter/foc", 10, 21.182)]])
    for unit in battle.state.units.values():
        unit.command = command if unit.seat == "red" else 0
    battle.state.units["blue-1"].actions = 0
    red = battle.state.units["red-1"]
    remodel(red, traits=traits)
    red.skill = 1
    battle = again(battle, *dice)
    give(battle, Activate("red-1", COMBAT_SPEED), Attack("red-1", "LAC", "Ballistic", ("blue-1",)))
    return battle


@pytest.mark.rule("brigands.trait.vet", "brigands.1.2i")
def test_a_veteran_spends_its_own_skill_point_first() -> None:
    battle = _duel((1, 1, 1), (6, 6), (2, 1, 1), (3, 1, 1), command=1)
    assert {option.label for option in battle.options("red")} == {
        "Reroll: Skill Point", "Reroll: Command Point of the Red Hunter 1", "Let it stand",
    }  # fmt: skip
    events = give(battle, Reroll("red-1"))
    assert Rerolled("red-1", "Skill Point") in events
    assert battle.state.units["red-1"].skill == 0
    assert code(battle, Reroll("red-1", "Skill Point")) == "no-point"
    events = give(battle, Reroll("red-1", "red-1"))
    assert Rerolled("red-1", "Command Point", "red-1") in events
    assert battle.pending[0].kind == "act"


@pytest.mark.rule("brigands.trait.vet", "brigands.1.8-setup")
def test_skill_points_come_back_in_the_setup_phase() -> None:
    battle = company([[("hunter/foc", 10, 10), ("hunter", 12, 10)]])
    remodel(battle.state.units["red-1"], traits=("Vet",))
    battle.state.phase, battle.state.turn = "setup", ""
    state = again(battle).state
    assert (state.units["red-1"].skill, state.units["red-2"].skill) == (1, 0)


@pytest.mark.rule("brigands.trait.conscript", "brigands.1.2i")
def test_conscripts_reroll_nothing() -> None:
    battle = _duel((1, 1, 1), (6, 6), traits=("Vet", "Conscript"), command=2)
    assert battle.pending[0].kind == "act"
    assert reroll_sources(battle.state, battle.state.units["red-1"], ("AMS",)) == []


@pytest.mark.rule("brigands.10.6", "brigands.7.4a")
def test_duelists_have_their_own_skill_and_nobody_s_points() -> None:
    battle = _duel((1, 1, 1), (6, 6), traits=("Vet", "Duelist"), command=2)
    assert [option.label for option in battle.options("red")] == ["Reroll: Skill Point", "Let it stand"]
    give(battle, Decline(), EndActivation("red-1"))
