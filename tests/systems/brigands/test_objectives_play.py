"""11.3 and 1.1: Objectives in the course of a battle, and who wins it."""

from __future__ import annotations

import random

import pytest

from gearlock.kernel.battle import Battle
from gearlock.kernel.events import Event
from gearlock.systems.brigands import SYSTEM
from gearlock.systems.brigands.attacks.attack import Attack
from gearlock.systems.brigands.command import initiative_bonus, reroll_sources
from gearlock.systems.brigands.electronic_warfare.contests import DetailedScan
from gearlock.systems.brigands.movement.paths import Move
from gearlock.systems.brigands.objectives.objectives import (
    TARGET,
    MarkerCaptured,
    ObjectiveAchieved,
    ObjectiveLost,
    scannable_wrecks,
)
from gearlock.systems.brigands.objectives.winning import full_outcome
from gearlock.systems.brigands.rounds import Activate, EndActivation
from gearlock.systems.brigands.state import (
    ASSASSINATE,
    BRACED,
    BREAK_THE_LINE,
    CAPTURE,
    COMBAT_SPEED,
    DEMOLITIONS,
    FIELDED,
    GONE,
    HOLD,
    SCAN,
    WIPE_THEM_OUT,
    WRECK,
    Pursuit,
    State,
    Unit,
)
from systems.brigands.field import WEST, again, code, give, kinds, lay, mil, remodel
from systems.brigands.mission import FOE, Side, mission, move, pursue
from systems.brigands.shooting import lines

ALONE: Side = [[("hunter/foc", 14, 20)]]
NEAR, FAR = (mil(14), mil(24)), (mil(34), mil(24))


def _with_target(battle: Battle[State], x: float, y: float) -> Battle[State]:
    """Blue's Demolitions target stands there."""
    target = Unit("blue-demolitions", "blue", "Blue Demolitions target", TARGET, group=0, status=FIELDED, hull=8)
    battle.state.units[target.id] = target
    move(battle, target.id, x, y)
    return pursue(battle, Pursuit("red", DEMOLITIONS, target=target.id, markers=((mil(x), mil(y)),)))


def _end_round(battle: Battle[State]) -> list[Event]:
    """Everybody does nothing until the Round is over, or the battle."""
    events: list[Event] = []
    this = battle.state.round
    while not battle.over and battle.state.round == this:
        ask = battle.pending[0]
        order = battle.options(ask.seat)[0].order if ask.kind == "activate" else EndActivation(ask.unit)
        events += battle.answer(ask.seat, order)
    return events


@pytest.mark.rule("brigands.11.3-capture")
def test_markers_are_captured_when_the_round_ends_and_leave_the_table() -> None:
    battle = mission(ALONE, FOE, [3, 3], [4, 3])
    battle = pursue(battle, Pursuit("red", CAPTURE, markers=(NEAR, FAR, (mil(30), mil(30)))))
    battle = again(battle, [4, 3])
    events = give(battle, Activate("red-1", COMBAT_SPEED), Move("red-1", "W", ((0, 2_000),)), EndActivation("red-1"))
    assert "MarkerCaptured" not in kinds(events)
    events = _end_round(battle)
    assert MarkerCaptured("red", "red-1", *NEAR) in events
    assert kinds(events).index("TurnPassed") < kinds(events).index("MarkerCaptured") < kinds(events).index("RoundBegun")
    (pursuit,) = battle.state.pursuits
    assert pursuit.markers == (FAR, (mil(30), mil(30)))
    assert (pursuit.captured, pursuit.achieved) == (1, False)


@pytest.mark.rule("brigands.11.3-hold", "brigands.11.3")
def test_what_is_achieved_and_lost_again_is_told() -> None:
    battle = mission([[("hunter/foc", 14, 24), ("hunter", 34, 24)]], FOE)
    battle = pursue(battle, Pursuit("red", HOLD, markers=(NEAR, FAR)))
    battle = again(battle)
    assert [pursuit.achieved for pursuit in battle.state.pursuits] == [True]
    assert battle.view("red").score == {"red": 2, "blue": 0}
    move(battle, "red-2", 34, 31)
    events = give(battle, Activate("red-1", COMBAT_SPEED), EndActivation("red-1"))
    assert ObjectiveLost("red", HOLD) in events
    assert [pursuit.achieved for pursuit in battle.state.pursuits] == [False]
    line = SYSTEM.tell(battle.state, ObjectiveLost("red", HOLD), "red")
    assert line is not None
    assert line.rule == "brigands.11.3-hold"


@pytest.mark.rule("brigands.1.1", "brigands.11.3")
def test_most_objectives_win_and_the_reason_names_them() -> None:
    battle = mission(ALONE, FOE)
    state = battle.state
    state.pursuits = [Pursuit("red", CAPTURE, captured=2), Pursuit("blue", CAPTURE, captured=2), Pursuit("red", SCAN)]
    assert full_outcome(state) is None
    state.finished = True
    state.units["blue-1"].hull = 0
    outcome = full_outcome(state)
    assert outcome is not None
    assert (outcome.winner, outcome.score) == ("red", {"red": 2, "blue": 1})
    assert outcome.reason == "red won 2 Objectives to 1: Capture, Casualties"


@pytest.mark.rule("brigands.1.1", "brigands.11.3", "brigands.11.3-casualties")
def test_a_tie_goes_to_the_winner_of_casualties_and_without_one_it_is_a_draw() -> None:
    state = mission(ALONE, FOE).state
    state.pursuits = [Pursuit("red", CAPTURE, captured=2)]
    state.finished = True
    state.units["red-1"].tv = 9
    outcome = full_outcome(state)
    assert outcome is not None
    assert (outcome.winner, outcome.score) == ("blue", {"red": 1, "blue": 1})
    assert outcome.reason == "1 Objective each, and blue won Casualties"
    state.pursuits, state.units["red-1"].tv = [], 10
    outcome = full_outcome(state)
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == ("", "no Objectives each, and nobody won Casualties")


@pytest.mark.rule("brigands.1.1", "brigands.11.2", "brigands.11.3-break-the-line")
def test_the_battle_is_decided_when_the_last_round_is_over() -> None:
    battle = mission([[("hunter/foc", 14, 40)]], FOE)
    battle.state.rounds = 1
    battle = pursue(battle, Pursuit("red", BREAK_THE_LINE), Pursuit("blue", BREAK_THE_LINE))
    _end_round(battle)
    assert battle.outcome is not None
    assert (battle.outcome.winner, battle.outcome.score) == ("red", {"red": 1, "blue": 0})


@pytest.mark.rule("brigands.1.1")
def test_losing_more_hull_loses_no_full_battle_and_other_battles_are_won_by_it() -> None:
    full, plain = mission(ALONE, FOE), lay([("hunter", 14, 20, WEST)], [("hunter", 40, 40, WEST)])
    for battle, winner in ((full, ""), (plain, "blue")):
        battle.state.rounds, battle.state.units["red-1"].hull = 1, 1
        battle = again(battle)
        _end_round(battle)
        assert battle.outcome is not None
        assert battle.outcome.winner == winner


@pytest.mark.rule("brigands.11.3")
def test_a_side_without_models_ends_the_battle_and_all_is_scored_as_the_table_lies() -> None:
    battle = mission([[("hunter/foc", 14, 22.5), ("hunter", 40, 40)]], FOE)
    state = battle.state
    state.units["blue-1"].status = WRECK
    state.units["blue-1"].hull = state.units["blue-1"].structure = 0
    chosen = Pursuit("red", CAPTURE, markers=(NEAR, FAR), captured=1), Pursuit("blue", WIPE_THEM_OUT, group=1)
    battle = pursue(battle, *chosen, Pursuit("red", HOLD, markers=(NEAR, FAR)))
    assert battle.outcome is not None
    assert battle.outcome.reason == "red won 2 Objectives to 0: Capture, Casualties"
    assert battle.state.round == 1


@pytest.mark.rule("brigands.11.3", "brigands.11.3-demolitions")
def test_a_target_and_drones_alone_are_nobody() -> None:
    battle = mission(ALONE, [[("hunter/foc", 46, 46), ("hunter", 44, 46)]])
    battle.state.units["blue-1"].status = WRECK
    battle.state.units["blue-2"].controller = "blue-1"
    battle = _with_target(battle, 30, 30)
    assert battle.over


@pytest.mark.rule("brigands.11.3-demolitions")
def test_the_target_never_activates_nor_keeps_a_round_open_nor_leads() -> None:
    battle = _with_target(mission(ALONE, FOE), 30, 30)
    battle = again(battle, [4, 3])
    give(battle, Activate("red-1", COMBAT_SPEED), EndActivation("red-1"))
    offered = {option.order.unit for option in battle.options("blue") if isinstance(option.order, Activate)}
    assert offered == {"blue-1"}
    assert battle.refuse("blue", Activate("blue-demolitions", BRACED)) is not None
    _end_round(battle)
    assert battle.state.round == 2
    state = battle.state
    state.units["blue-1"].rank, state.units["blue-1"].hull = "", 0
    assert initiative_bonus(state, "blue") == -1


@pytest.mark.rule("brigands.11.3-demolitions", "brigands.9.4")
def test_the_target_is_braced_has_no_back_no_skill_and_no_melee_weapon() -> None:
    battle = _with_target(mission([[("hunter/foc", 10, 20)]], FOE), 20, 20)
    battle.state.units["red-1"].facing = 0
    battle.state.units["blue-demolitions"].facing = 0
    battle = again(battle)
    give(battle, Activate("red-1", COMBAT_SPEED))
    attack, defence = lines(battle, Attack("red-1", "LAC", "Ballistic", ("blue-demolitions",)))
    assert "Back Attack" not in attack
    assert attack["better Gunnery"] == 1
    assert sum(defence.values()) == -1
    assert battle.state.units["blue-demolitions"].stance == BRACED
    move(battle, "blue-demolitions", 12, 20)
    _, defence = lines(battle, Attack("red-1", "LVB", "Melee", ("blue-demolitions",)))
    assert defence["no melee weapon"] == -1


@pytest.mark.rule("brigands.11.3-demolitions")
def test_no_commander_rerolls_for_the_target_and_shots_destroy_it() -> None:
    battle = _with_target(mission([[("hunter/foc", 10, 20)]], [[("hunter/foc", 20, 22)]]), 20, 20)
    battle.state.units["red-1"].facing = 0
    battle.state.units["blue-1"].actions, battle.state.units["blue-1"].command = 0, 2
    battle.state.units["blue-demolitions"].hull = 1
    assert reroll_sources(battle.state, battle.state.units["blue-demolitions"], ()) == []
    battle = again(battle, [6, 6, 6, 6], [1])
    give(battle, Activate("red-1", COMBAT_SPEED))
    give(battle, Attack("red-1", "LAC", "Ballistic", ("blue-demolitions",)))
    events = give(battle, EndActivation("red-1"))
    assert battle.state.units["blue-demolitions"].slayer == "red-1"
    assert ObjectiveAchieved("red", DEMOLITIONS) in events


def test_the_table_shows_score_markers_and_how_each_objective_stands() -> None:
    battle = mission([[("hunter/foc", 14, 24)]], FOE)
    battle = pursue(battle, Pursuit("red", HOLD, markers=(NEAR, FAR)), Pursuit("blue", BREAK_THE_LINE))
    view = battle.view("blue")
    assert view.score == {"red": 0, "blue": 0}
    assert [marker.label for marker in view.markers] == ["red Hold, 6 in around it"] * 2
    assert view.markers[0].outline[0] == (NEAR[0] + 1_000, NEAR[1])
    assert "red Hold: 1 of 2 markers controlled (at 14 24; 34 24)" in view.notes
    assert "blue Break the Line: nobody in the enemy zone" in view.notes
    assert "Casualties: red has 10 TV left, blue 10" in view.notes
    assert [zone.id for zone in view.zones] == ["blue-line"]
    assert (max(y for _, y in view.zones[0].outline)) == mil(16)


def test_a_target_on_the_table_is_shown_as_a_model_of_no_combat_group() -> None:
    battle = _with_target(mission(ALONE, FOE), 30, 30)
    (target,) = [piece for piece in battle.view("red").pieces if piece.id == "blue-demolitions"]
    assert (target.side, target.tracks[0].now, target.tokens) == ("blue", 8, ())
    assert not battle.view("red").markers


def test_bots_are_drawn_to_markers_and_zones() -> None:
    for wanted in (Pursuit("red", CAPTURE, markers=(NEAR,)), Pursuit("red", BREAK_THE_LINE)):
        battle = pursue(mission(ALONE, FOE), wanted)
        give(battle, Activate("red-1", COMBAT_SPEED))
        forward, back = (battle.preview("red", Move("red-1", "W", ((0, length),))) for length in (2_000, -2_000))
        assert forward.gives > 0 > back.gives


def test_bots_try_the_straight_way_to_a_marker() -> None:
    battle = pursue(mission(ALONE, FOE), Pursuit("red", CAPTURE, markers=(NEAR,)))
    give(battle, Activate("red-1", COMBAT_SPEED))
    option = next(option for option in battle.options("red") if isinstance(option.order, Move) and option.order.last)
    orders = {battle.sample("red", option, random.Random(seed)) for seed in range(30)}
    straight = Move("red-1", option.order.gait, ((0, 4_000),)) if isinstance(option.order, Move) else None
    assert straight in orders


def test_damage_counts_for_more_where_it_wins_an_objective() -> None:
    plain = mission([[("hunter/foc", 14, 20)]], [[("hunter/foc", 14, 30)]])
    keen = pursue(plain.fork(), Pursuit("red", ASSASSINATE, target="blue-1"))
    shot = Attack("red-1", "LAC", "Ballistic", ("blue-1",))
    gives = []
    for battle in (plain, keen):
        give(battle, Activate("red-1", COMBAT_SPEED))
        gives.append(battle.preview("red", shot).gives)
    assert gives[1] == pytest.approx(1.5 * gives[0])


@pytest.mark.rule("brigands.11.3-scan", "brigands.8.2f")
def test_a_scan_of_a_wreck_counts_and_only_whoever_needs_it_is_offered_one() -> None:
    foes: Side = [[("hunter/foc", 14, 24), ("hunter", 12, 24), ("hunter", 16, 24)]]
    battle = mission([[("hunter/foc", 14, 20)]], foes)
    remodel(battle.state.units["red-1"], traits=("Comms:2",), actions=3)
    battle.state.units["red-1"].actions = 3
    for unit in battle.state.units.values():
        if unit.seat == "blue":
            unit.actions = 0
    battle.state.units["blue-1"].status = WRECK
    scans = [DetailedScan("red-1", f"blue-{number}") for number in (1, 2, 3)]
    idle = again(battle)
    wanted = pursue(battle, Pursuit("red", SCAN))
    for fight, offered in ((idle, scans[1:]), (wanted, scans)):
        give(fight, Activate("red-1", COMBAT_SPEED))
        assert {option.order for option in fight.options("red") if option.order in scans} == set(offered)
        assert code(fight, scans[0]) == ""
    assert wanted.preview("red", scans[0]).gives > 0
    events = give(wanted, *scans)
    assert wanted.preview("red", scans[0]).gives == 0
    assert ObjectiveAchieved("red", SCAN) in events + give(wanted, EndActivation("red-1"))
    wanted.state.units["blue-1"].status = GONE
    assert not list(scannable_wrecks(wanted.state, "red"))
