"""11.3: when each Objective is achieved, on both sides of its limits."""

from __future__ import annotations

import pytest

from gearlock.kernel.battle import Battle
from gearlock.systems.brigands.damage import Damaged
from gearlock.systems.brigands.objectives.objectives import (
    TARGET,
    WORTH,
    can_capture,
    casualties_winner,
    ground_worth,
    hold_on,
    legal_captures,
    standing_of,
    won_by,
    worth_left,
)
from gearlock.systems.brigands.state import (
    ASSASSINATE,
    BREAK_THE_LINE,
    CAPTURE,
    DEMOLITIONS,
    FIELDED,
    GONE,
    HOLD,
    LEAD_BY_EXAMPLE,
    RIDING,
    SCAN,
    WIPE_THEM_OUT,
    WRECK,
    Pursuit,
    State,
    Unit,
)
from systems.brigands.field import BASE, ground, mil, piece, remodel
from systems.brigands.mission import FOE, Side, mission, move

SQUADS: Side = [[("hunter/foc", 10, 40), ("hunter", 12, 40), ("hunter", 14, 40), ("hunter", 16, 40)]]


def _achieved(battle: Battle[State], pursuit: Pursuit) -> bool:
    return standing_of(battle.state, pursuit).achieved


def _destroy(battle: Battle[State], *units: str, by: str = "red-1", overkill: bool = False) -> None:
    for unit in units:
        event = Damaged(unit, by, "LAC", 9, 0, 0, destroyed=True, overkill=overkill)
        battle.system.apply(battle.state, event)


@pytest.mark.rule("brigands.11.3-casualties")
def test_casualties_goes_to_more_tv_left_and_to_nobody_at_equal_totals() -> None:
    battle = mission()
    assert (worth_left(battle.state, "red"), worth_left(battle.state, "blue")) == (40, 40)
    assert casualties_winner(battle.state) == ""
    battle.state.units["blue-2"].tv = 9
    assert casualties_winner(battle.state) == "red"
    _destroy(battle, "red-4", by="blue-1")
    assert casualties_winner(battle.state) == "blue"


@pytest.mark.rule("brigands.11.3-casualties")
def test_the_crippled_and_fortifications_do_not_count_but_the_haywired_and_the_embarked_do() -> None:
    battle = mission()
    units = battle.state.units
    units["red-1"].hull = 0
    assert worth_left(battle.state, "red") == 30
    units["red-2"].haywire = True
    units["red-3"].status, units["red-3"].carrier = RIDING, "red-4"
    assert worth_left(battle.state, "red") == 30
    remodel(units["red-4"], type="Fortification")
    assert worth_left(battle.state, "red") == 20
    _destroy(battle, "red-2", overkill=True)
    assert worth_left(battle.state, "red") == 10


@pytest.mark.rule("brigands.11.3-casualties", "brigands.9.2")
def test_a_drone_counts_for_its_own_price_until_it_is_lost_or_crippled() -> None:
    battle = mission()
    drone = battle.state.units["red-2"]
    drone.controller, drone.tv = "red-1", 3
    assert worth_left(battle.state, "red") == 33
    drone.status, drone.carrier = RIDING, "red-1"
    assert worth_left(battle.state, "red") == 33
    battle.state.units["red-1"].hull = 0
    assert worth_left(battle.state, "red") == 23
    drone.hull = 0
    assert worth_left(battle.state, "red") == 20
    drone.hull, drone.status = 1, GONE
    assert worth_left(battle.state, "red") == 20


@pytest.mark.rule("brigands.11.3-assassinate")
def test_the_first_force_commander_must_die_and_no_successor_will_do() -> None:
    battle = mission()
    wanted = Pursuit("red", ASSASSINATE, target="blue-1")
    battle.state.units["blue-1"].hull = 0
    assert not _achieved(battle, wanted)
    battle.state.units["blue-2"].rank = "foc"
    _destroy(battle, "blue-2")
    assert not _achieved(battle, wanted)
    _destroy(battle, "blue-1")
    assert _achieved(battle, wanted)


@pytest.mark.rule("brigands.11.3-assassinate")
def test_an_overkilled_commander_is_destroyed_too() -> None:
    battle = mission()
    _destroy(battle, "blue-1", overkill=True)
    assert battle.state.units["blue-1"].status == GONE
    assert _achieved(battle, Pursuit("red", ASSASSINATE, target="blue-1"))


def _scan(battle: Battle[State], *units: str) -> None:
    for unit in units:
        battle.state.units[unit].scanned = True


@pytest.mark.rule("brigands.11.3-scan")
def test_three_models_of_different_units_must_be_scanned() -> None:
    battle = mission(blue=SQUADS)
    for number, unit in enumerate(unit for unit in battle.state.units.values() if unit.seat == "blue"):
        unit.squad = 1 + min(number, 2)
    wanted = Pursuit("red", SCAN)
    _scan(battle, "blue-1", "blue-3", "blue-4")
    assert standing_of(battle.state, wanted)[:2] == (False, "2 of 3 models scanned")
    _scan(battle, "blue-2")
    assert _achieved(battle, wanted)


@pytest.mark.rule("brigands.11.3-scan")
@pytest.mark.parametrize("squads", [1, 2])
def test_against_two_units_or_one_any_three_models_will_do(squads: int) -> None:
    battle = mission(blue=SQUADS)
    battle.state.units["blue-4"].squad = squads
    wanted = Pursuit("red", SCAN)
    _scan(battle, "blue-1", "blue-2")
    assert not _achieved(battle, wanted)
    _destroy(battle, "blue-3")
    _scan(battle, "blue-3")
    assert _achieved(battle, wanted)
    assert not _achieved(battle, Pursuit("blue", SCAN))


@pytest.mark.rule("brigands.11.3-scan", "brigands.11.3-demolitions")
def test_a_demolitions_target_is_no_unit_of_the_force() -> None:
    battle = mission(blue=SQUADS)
    battle.state.units["blue-4"].squad = 2
    target = Unit("blue-demolitions", "blue", "target", TARGET, status=FIELDED, hull=8, group=0, squad=0)
    battle.state.units[target.id] = target
    _scan(battle, "blue-1", "blue-2", target.id)
    assert not _achieved(battle, Pursuit("red", SCAN))
    _scan(battle, "blue-3")
    assert _achieved(battle, Pursuit("red", SCAN)), "two Units, so any three models will do"


@pytest.mark.rule("brigands.11.3-break-the-line")
def test_half_the_starting_actions_of_one_group_in_the_enemy_zone_break_the_line() -> None:
    battle = mission(red=[[("hunter/foc", 10, 10), ("hunter", 12, 10), ("hunter", 14, 10)], [("jager/cgl", 30, 10)]])
    wanted = Pursuit("red", BREAK_THE_LINE)
    move(battle, "red-1", 20, 34)
    assert standing_of(battle.state, wanted)[:2] == (False, "1 of 3 Actions of a Combat Group in the enemy zone")
    move(battle, "red-2", 22, 34)
    assert _achieved(battle, wanted)
    move(battle, "red-2", 22, 10)
    move(battle, "red-4", 30, 40)
    assert _achieved(battle, wanted)


@pytest.mark.rule("brigands.11.3-break-the-line")
def test_the_dead_still_count_among_the_starting_actions_and_drones_never_do() -> None:
    battle = mission(red=[[("hunter/foc", 10, 10), ("hunter", 12, 10), ("hunter", 14, 10)]])
    wanted = Pursuit("red", BREAK_THE_LINE)
    move(battle, "red-1", 20, 34)
    _destroy(battle, "red-2", "red-3", by="blue-1")
    assert not _achieved(battle, wanted)
    battle.state.units["red-2"].controller = "red-1"
    assert _achieved(battle, wanted)
    battle.state.units["red-1"].controller = "red-3"
    assert not _achieved(battle, wanted)


@pytest.mark.rule("brigands.11.3-break-the-line")
def test_a_model_in_the_zone_has_its_whole_base_there() -> None:
    battle = mission(red=[[("hunter/foc", 10, 10)]])
    wanted = Pursuit("red", BREAK_THE_LINE)
    unit = battle.state.units["red-1"]
    unit.y = 32_000 + BASE
    assert _achieved(battle, wanted)
    unit.y -= 1
    assert not _achieved(battle, wanted)
    unit.y = 40_000
    unit.status = RIDING
    assert not _achieved(battle, wanted)


MARKERS = ((mil(14), mil(24)), (mil(34), mil(24)))


@pytest.mark.rule("brigands.11.3-hold")
def test_both_markers_must_be_controlled_by_more_actions_within_six_inches() -> None:
    battle = mission()
    wanted = Pursuit("red", HOLD, markers=MARKERS)
    move(battle, "red-1", 14, 20)
    assert standing_of(battle.state, wanted)[:2] == (False, "1 of 2 markers controlled")
    move(battle, "red-3", 34, 24)
    assert _achieved(battle, wanted)
    move(battle, "blue-1", 16, 24)
    assert not _achieved(battle, wanted)
    move(battle, "red-2", 14, 26)
    assert _achieved(battle, wanted)


@pytest.mark.rule("brigands.11.3-hold")
def test_six_inches_are_measured_to_the_marker_as_a_point() -> None:
    battle = mission()
    unit = battle.state.units["red-1"]
    unit.x, unit.y = MARKERS[0][0], MARKERS[0][1] - 6_000 - BASE
    assert hold_on(battle.state, MARKERS[0]) == {"red": 1, "blue": 0}
    unit.y -= 1
    assert hold_on(battle.state, MARKERS[0]) == {"red": 0, "blue": 0}


@pytest.mark.rule("brigands.11.3-hold")
def test_drones_fortifications_wrecks_and_the_embarked_hold_nothing_and_big_models_hold_more() -> None:
    battle = mission()
    for unit in ("red-1", "red-2", "red-3", "red-4"):
        move(battle, unit, 14, 24)
    units = battle.state.units
    assert hold_on(battle.state, MARKERS[0])["red"] == 4
    units["red-1"].controller = "red-2"
    assert hold_on(battle.state, MARKERS[0])["red"] == 3
    remodel(units["red-2"], type="Fortification")
    assert hold_on(battle.state, MARKERS[0])["red"] == 2
    _destroy(battle, "red-3", by="blue-1")
    units["red-4"].actions = 0
    assert hold_on(battle.state, MARKERS[0])["red"] == 1
    remodel(units["red-4"], actions=3)
    assert hold_on(battle.state, MARKERS[0])["red"] == 3
    units["red-4"].status = RIDING
    assert hold_on(battle.state, MARKERS[0])["red"] == 0


@pytest.mark.rule("brigands.11.3-capture")
def test_a_model_within_two_inches_captures_and_two_markers_are_enough() -> None:
    battle = mission()
    unit = battle.state.units["red-1"]
    unit.x, unit.y = MARKERS[0][0], MARKERS[0][1] - 2_000 - BASE
    assert can_capture(battle.state, unit, MARKERS[0])
    unit.y -= 1
    assert not can_capture(battle.state, unit, MARKERS[0])
    assert not _achieved(battle, Pursuit("red", CAPTURE, captured=1))
    assert _achieved(battle, Pursuit("red", CAPTURE, captured=2))


@pytest.mark.rule("brigands.11.3-capture", "brigands.9.2")
def test_drones_capture_nothing_and_neither_do_enemies_of_whoever_wants_it() -> None:
    battle = mission()
    battle.state.pursuits = [Pursuit("red", CAPTURE, markers=MARKERS), Pursuit("red", HOLD, markers=MARKERS)]
    move(battle, "blue-1", 14, 24)
    assert list(legal_captures(battle.state)) == []
    move(battle, "red-2", 14, 23)
    assert [(event.unit, event.x) for event in legal_captures(battle.state)] == [("red-2", mil(14))]
    battle.state.units["red-2"].controller = "red-1"
    assert list(legal_captures(battle.state)) == []


@pytest.mark.rule("brigands.11.3-capture", "brigands.11.3-demolitions", "brigands.9.4")
def test_a_turret_captures_and_a_demolitions_target_beside_the_marker_does_not() -> None:
    battle = mission()
    turret = battle.state.units["red-1"]
    move(battle, "red-1", 14, 23)
    remodel(turret, type="Fortification")
    assert can_capture(battle.state, turret, MARKERS[0])
    target = Unit("red-demolitions", "red", "target", TARGET, status=FIELDED, x=mil(14), y=mil(25), hull=8, group=0)
    assert not can_capture(battle.state, target, MARKERS[0])


@pytest.mark.rule("brigands.11.3-hold", "brigands.11.3-capture", "brigands.9.7")
def test_who_is_in_the_air_is_too_high_to_hold_or_capture_and_the_crippled_do_both() -> None:
    battle = mission()
    move(battle, "red-1", 14, 24)
    unit = battle.state.units["red-1"]
    unit.hull = 0
    assert hold_on(battle.state, MARKERS[0])["red"] == 1
    assert can_capture(battle.state, unit, MARKERS[0])
    unit.airborne, unit.z = True, mil(12)
    assert hold_on(battle.state, MARKERS[0])["red"] == 0
    assert not can_capture(battle.state, unit, MARKERS[0])


@pytest.mark.rule("brigands.11.3-capture")
def test_a_capture_needs_sight_or_sensor_lock() -> None:
    battle = mission()
    unit = battle.state.units["red-1"]
    move(battle, "red-1", 14, 22)
    battle.state.ground = ground(piece("instance", 10, 22.8, 18, 23.4, 4))
    assert can_capture(battle.state, unit, MARKERS[0])
    remodel(unit, sensors=1)
    assert not can_capture(battle.state, unit, MARKERS[0])
    battle.state.ground = ground()
    assert can_capture(battle.state, unit, MARKERS[0])


@pytest.mark.rule("brigands.11.3-wipe-them-out")
def test_the_group_must_be_down_to_half_its_starting_actions() -> None:
    battle = mission(blue=[[("hunter/foc", 10, 40), ("hunter", 12, 40), ("hunter", 14, 40)], [("jager/cgl", 30, 40)]])
    wanted = Pursuit("red", WIPE_THEM_OUT, group=1)
    _destroy(battle, "blue-1")
    assert standing_of(battle.state, wanted)[:2] == (False, "blue Combat Group 1 has 2 of 3 Actions")
    _destroy(battle, "blue-4")
    assert not _achieved(battle, wanted)
    _destroy(battle, "blue-2")
    assert _achieved(battle, wanted)


@pytest.mark.rule("brigands.11.3-wipe-them-out")
def test_drones_count_neither_among_the_starting_nor_the_living_and_cripples_live() -> None:
    battle = mission(blue=[[("hunter/foc", 10, 40), ("hunter", 12, 40), ("hunter", 14, 40)]])
    wanted = Pursuit("red", WIPE_THEM_OUT, group=1)
    battle.state.units["blue-3"].controller = "blue-2"
    battle.state.units["blue-2"].hull = 0
    assert not _achieved(battle, wanted)
    _destroy(battle, "blue-1")
    assert _achieved(battle, wanted)


@pytest.mark.rule("brigands.11.3-demolitions")
def test_the_target_must_be_destroyed() -> None:
    battle = mission()
    target = Unit("blue-demolitions", "blue", "target", TARGET, status=FIELDED, hull=8, group=0)
    battle.state.units[target.id] = target
    wanted = Pursuit("red", DEMOLITIONS, target=target.id)
    battle.system.apply(battle.state, Damaged(target.id, "red-1", "LAC", 7, 1, 0))
    assert standing_of(battle.state, wanted)[:2] == (False, "the target has Hull 1 of 8")
    _destroy(battle, target.id)
    assert target.status == WRECK
    assert _achieved(battle, wanted)


@pytest.mark.rule("brigands.11.3-lead-by-example")
def test_the_duelists_trophies_must_be_worth_as_much_as_the_duelist() -> None:
    battle = mission()
    battle.state.units["red-2"].tv = 20
    wanted = Pursuit("red", LEAD_BY_EXAMPLE, target="red-2")
    _destroy(battle, "blue-1", by="red-1")
    _destroy(battle, "blue-2", by="red-2")
    assert standing_of(battle.state, wanted)[:2] == (False, "the Duelist has destroyed 10 of 20 TV")
    battle.state.units["blue-3"].tv = 9
    _destroy(battle, "blue-3", by="red-2", overkill=True)
    assert not _achieved(battle, wanted)
    battle.state.units["blue-3"].tv = 10
    assert _achieved(battle, wanted)
    battle.state.units["blue-3"].controller = "blue-4"
    assert not _achieved(battle, wanted)


@pytest.mark.rule("brigands.11.3-lead-by-example")
def test_a_duelist_that_fell_afterwards_has_led_by_example_all_the_same() -> None:
    battle = mission()
    wanted = Pursuit("red", LEAD_BY_EXAMPLE, target="red-2")
    _destroy(battle, "blue-1", by="red-2")
    _destroy(battle, "red-2", by="blue-2")
    assert standing_of(battle.state, wanted)[:2] == (True, "the Duelist has destroyed 10 of 10 TV, and is destroyed")


@pytest.mark.rule("brigands.11.3-lead-by-example")
def test_friends_and_what_was_a_wreck_already_are_no_trophies() -> None:
    battle = mission()
    wanted = Pursuit("red", LEAD_BY_EXAMPLE, target="red-2")
    _destroy(battle, "red-1", by="red-2")
    assert not _achieved(battle, wanted)
    _destroy(battle, "blue-1", by="red-4")
    battle.system.apply(battle.state, Damaged("blue-1", "red-2", "LAC", 9, 0, 0, destroyed=False, overkill=True))
    assert not _achieved(battle, wanted)


@pytest.mark.rule("brigands.11.3")
def test_what_a_seat_has_won_is_listed_with_casualties_last() -> None:
    battle = mission(blue=FOE)
    battle.state.pursuits = [Pursuit("red", HOLD, markers=MARKERS), Pursuit("red", ASSASSINATE, target="blue-1")]
    _destroy(battle, "blue-1")
    assert won_by(battle.state, "red") == [ASSASSINATE, "Casualties"]
    assert won_by(battle.state, "blue") == []


def test_ground_counts_for_whoever_holds_it_and_more_towards_the_end() -> None:
    red: Side = [[("hunter/foc", 10, 10), ("hunter", 30, 30)], [("jager/cgl", 40, 10)]]
    battle = mission(red)
    state = battle.state
    state.pursuits.append(Pursuit("red", HOLD, markers=((mil(10), mil(10)), (mil(30), mil(30)))))
    state.round = state.rounds
    assert ground_worth(state, "red") == WORTH.whole == -ground_worth(state, "blue")
    state.round = 1
    assert ground_worth(state, "red") == pytest.approx(WORTH.whole / state.rounds)
    state.round = state.rounds
    _destroy(battle, "red-2")
    assert ground_worth(state, "red") == pytest.approx(WORTH.on_the_way / 2)
