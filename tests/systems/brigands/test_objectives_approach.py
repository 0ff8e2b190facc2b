"""The ways left to Objectives of position: the nearest models are called, as many as are needed, and nobody else."""

from __future__ import annotations

import pytest

from gearlock.kernel.battle import Battle
from gearlock.systems.brigands.objectives.objectives import ground_worth
from gearlock.systems.brigands.objectives.winning import AT_FIRST, FOR_A_MARKER, LONG, approach, ground_in_reach
from gearlock.systems.brigands.state import BREAK_THE_LINE, CAPTURE, HOLD, Pursuit, State
from gearlock.table.measure import INCH
from systems.brigands.field import mil
from systems.brigands.mission import ENEMY, THREE, Side, mission, move

NEAR_LEFT, NEAR_RIGHT, FAR = (mil(10), mil(20)), (mil(30), mil(20)), (mil(24), mil(38))
PER_INCH = FOR_A_MARKER * INCH / LONG


def battle_for(name: str, *markers: tuple[int, int], seat: str = "red", captured: int = 0) -> Battle[State]:
    """Hunters at the left, Jagers at the right, in the last Round; one Objective."""
    battle = mission(THREE, ENEMY)
    battle.state.round = battle.state.rounds
    battle.state.pursuits = [Pursuit(seat, name, markers=markers, captured=captured)]
    return battle


def gained(battle: Battle[State], unit: str, x: float, y: float) -> float:
    """What red gains by having a model elsewhere."""
    before = approach(battle.state, "red")
    move(battle, unit, x, y)
    return approach(battle.state, "red") - before


def test_markers_call_the_nearest_and_others_may_go_where_they_like() -> None:
    battle = battle_for(CAPTURE, NEAR_LEFT, NEAR_RIGHT, FAR)
    assert gained(battle, "red-1", 10, 14) == pytest.approx(4 * PER_INCH)
    assert gained(battle, "red-4", 36, 6) == 0
    assert gained(battle, "red-3", 30, 8) == pytest.approx(-2 * PER_INCH)


def test_nobody_is_called_to_two_markers() -> None:
    battle = battle_for(CAPTURE, NEAR_LEFT, (mil(14), mil(20)), FAR)
    move(battle, "red-1", 12, 19)
    assert gained(battle, "red-2", 14, 16) > PER_INCH


def test_as_many_are_called_as_markers_are_still_to_be_taken() -> None:
    battle = battle_for(CAPTURE, NEAR_LEFT, NEAR_RIGHT, captured=1)
    assert gained(battle, "red-3", 30, 8) == 0
    assert gained(battle, "red-1", 10, 12) == pytest.approx(2 * PER_INCH)
    battle.state.pursuits = [Pursuit("red", CAPTURE, markers=(FAR,), captured=2, achieved=True)]
    assert approach(battle.state, "red") == 0


def test_with_too_few_models_what_is_left_is_as_far_as_can_be() -> None:
    alone: Side = [[("hunter/foc", 10, 20)]]
    battle = mission(alone, ENEMY)
    battle.state.pursuits = [Pursuit("red", CAPTURE, markers=(NEAR_LEFT, NEAR_RIGHT, FAR))]
    assert approach(battle.state, "red") == pytest.approx(-FOR_A_MARKER)


def test_markers_to_hold_call_somebody_until_they_are_held_and_more_towards_the_end() -> None:
    battle = battle_for(HOLD, NEAR_LEFT, NEAR_RIGHT)
    late = approach(battle.state, "red")
    assert late < 0
    battle.state.round = 0
    assert approach(battle.state, "red") == pytest.approx(AT_FIRST * late)
    battle.state.round = battle.state.rounds
    move(battle, "red-1", 10, 20)
    assert late < approach(battle.state, "red") < 0
    move(battle, "red-3", 30, 20)
    assert approach(battle.state, "red") == 0
    move(battle, "blue-1", 10, 24)
    assert approach(battle.state, "red") < 0, "as many enemies there: somebody else is called"


def test_one_marker_of_the_enemys_is_enough_to_go_to() -> None:
    battle = battle_for(HOLD, NEAR_LEFT, FAR, seat="blue")
    assert approach(battle.state, "red") == 0, "nobody holds them"
    move(battle, "blue-1", 10, 24)
    move(battle, "blue-2", 24, 38)
    assert gained(battle, "red-2", 12, 12) > PER_INCH
    assert gained(battle, "red-4", 33, 20) == 0
    move(battle, "red-2", 12, 17)
    assert approach(battle.state, "red") == 0


def test_half_of_one_combat_group_goes_to_break_the_line() -> None:
    battle = battle_for(BREAK_THE_LINE)
    assert gained(battle, "red-1", 10, 16) == pytest.approx(12 * PER_INCH), "it counts as two markers"
    assert gained(battle, "red-2", 12, 14) == 0, "one of two is half"
    assert gained(battle, "red-3", 30, 12) == 0, "another Combat Group has the longer way"
    move(battle, "red-1", 10, 46)
    assert approach(battle.state, "red") == 0


def test_ground_in_reach_is_what_is_held_less_the_way_left() -> None:
    battle = battle_for(HOLD, NEAR_LEFT, NEAR_RIGHT)
    move(battle, "red-1", 10, 20)
    held, left = ground_worth(battle.state, "red"), approach(battle.state, "red")
    assert held > 0 > left
    assert ground_in_reach(battle.state, "red") == held + left
