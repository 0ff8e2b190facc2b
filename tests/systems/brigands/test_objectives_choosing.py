"""11.3: choosing Objectives and placing their markers."""

from __future__ import annotations

import random

import pytest

from gearlock.kernel.asks import Place
from gearlock.kernel.battle import Battle
from gearlock.kernel.orders import Refusal
from gearlock.kernel.system import Aim
from gearlock.systems.brigands import SYSTEM
from gearlock.systems.brigands.objectives.objectives import ChooseObjective, PlaceMarker
from gearlock.systems.brigands.objectives.winning import allowance, dearest_groups, refuse_objective
from gearlock.systems.brigands.state import (
    ASSASSINATE,
    BREAK_THE_LINE,
    CAPTURE,
    DEMOLITIONS,
    FIELDED,
    HOLD,
    LEAD_BY_EXAMPLE,
    SCAN,
    WIPE_THEM_OUT,
    State,
    objectives,
)
from systems.brigands.field import again, code, ground, mil, piece, remodel, water
from systems.brigands.mission import choose, choosing, spot

ALLOWED = {
    "GP": {BREAK_THE_LINE, HOLD, CAPTURE},
    "SK": {ASSASSINATE, BREAK_THE_LINE, CAPTURE},
    "LT": {BREAK_THE_LINE, CAPTURE},
    "RC": {SCAN, BREAK_THE_LINE},
    "VL": {BREAK_THE_LINE},
    "FS": {HOLD, WIPE_THEM_OUT, DEMOLITIONS},
    "ST": {HOLD, WIPE_THEM_OUT},
    "HT": {HOLD, WIPE_THEM_OUT, DEMOLITIONS},
    "IN": {HOLD, CAPTURE},
    "SI": {ASSASSINATE, HOLD, CAPTURE},
    "SF": {ASSASSINATE, SCAN, CAPTURE, DEMOLITIONS},
    "EG": {DEMOLITIONS},
}


def _offered(battle: Battle[State]) -> set[str]:
    seat = battle.waiting_for()[0]
    return {option.order.name for option in battle.options(seat) if isinstance(option.order, ChooseObjective)}


@pytest.mark.rule("brigands.11.3")
@pytest.mark.parametrize("availability", ALLOWED)
def test_a_force_may_choose_what_its_units_are_made_for(availability: str) -> None:
    battle = choosing(availability)
    assert _offered(battle) == ALLOWED[availability]
    for name in objectives():
        assert (code(battle, ChooseObjective(name)) == "") == (name in ALLOWED[availability]) or name == WIPE_THEM_OUT


@pytest.mark.rule("brigands.11.3")
def test_one_unit_of_a_listed_code_is_enough_and_the_refusal_names_them() -> None:
    battle = choosing("VL")
    refusal = refuse_objective(battle.state, "red", ChooseObjective(SCAN))
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("units", "brigands.11.3-scan")
    assert "RC, SF" in refusal.message
    assert "VL" in refusal.message
    battle.state.units["red-4"].code = "RC"
    assert refuse_objective(battle.state, "red", ChooseObjective(SCAN)) is None
    assert refuse_objective(battle.state, "blue", ChooseObjective(SCAN)) is not None


@pytest.mark.rule("brigands.11.3-lead-by-example")
def test_only_a_force_with_a_duelist_may_lead_by_example() -> None:
    battle = choosing("GP")
    assert code(battle, ChooseObjective(LEAD_BY_EXAMPLE)) == "duelist"
    remodel(battle.state.units["red-4"], traits=("Duelist",))
    battle = again(battle)
    assert code(battle, ChooseObjective(LEAD_BY_EXAMPLE)) == ""
    choose(battle, LEAD_BY_EXAMPLE)
    assert battle.state.pursuits[0].target == "red-4"


@pytest.mark.rule("brigands.11.3")
@pytest.mark.parametrize(("size", "count"), [(99, 2), (100, 3), (250, 3)])
def test_below_a_hundred_tv_two_objectives_are_chosen_otherwise_three(size: int, count: int) -> None:
    battle = choosing("GP", size)
    assert allowance(battle.state) == count
    asked = []
    while battle.pending[0].kind == "objective":
        asked.append(battle.waiting_for()[0])
        choose(battle, sorted(_offered(battle))[0])
    assert asked == ["red", "blue"] * count
    assert len({(pursuit.seat, pursuit.name) for pursuit in battle.state.pursuits}) == 2 * count


@pytest.mark.rule("brigands.11.3")
def test_without_an_agreed_size_the_dearer_force_decides() -> None:
    battle = choosing("GP", 0)
    state = battle.state
    assert allowance(state) == 2
    state.units["blue-1"].tv = 69
    assert allowance(state) == 2
    state.units["blue-1"].tv = 70
    assert allowance(state) == 3


@pytest.mark.rule("brigands.11.3")
def test_each_objective_is_chosen_once_by_a_player_but_both_may_have_it() -> None:
    battle = choosing("GP")
    choose(battle, HOLD)
    assert code(battle, ChooseObjective(HOLD)) == ""
    choose(battle, HOLD)
    assert code(battle, ChooseObjective(HOLD)) == "chosen"
    assert code(battle, ChooseObjective("Casualties")) == "objective"
    assert code(battle, ChooseObjective(CAPTURE, 1)) == "group"


@pytest.mark.rule("brigands.11.3")
def test_a_force_that_is_made_for_too_little_chooses_what_it_may() -> None:
    battle = choosing("VL", 100)
    choose(battle, BREAK_THE_LINE, BREAK_THE_LINE)
    assert battle.state.phase == "roll-off"


@pytest.mark.rule("brigands.11.3-wipe-them-out")
def test_the_dearest_enemy_group_is_marked_and_of_equals_the_player_picks() -> None:
    battle = choosing("ST")
    orders = [option.order for option in battle.options("red")]
    assert ChooseObjective(WIPE_THEM_OUT, 1) in orders
    assert ChooseObjective(WIPE_THEM_OUT, 2) in orders
    assert ChooseObjective(WIPE_THEM_OUT) not in orders
    assert code(battle, ChooseObjective(WIPE_THEM_OUT)) == "group"
    assert code(battle, ChooseObjective(WIPE_THEM_OUT, 2)) == ""
    battle.state.units["blue-2"].tv = 11
    battle = again(battle)
    assert code(battle, ChooseObjective(WIPE_THEM_OUT, 2)) == "group"
    choose(battle, WIPE_THEM_OUT)
    assert battle.state.pursuits[0].group == 1


@pytest.mark.rule("brigands.11.3-wipe-them-out", "brigands.9.2")
def test_a_group_is_as_dear_as_all_its_models_with_their_drones() -> None:
    battle = choosing("ST")
    battle.state.units["blue-4"].controller, battle.state.units["blue-4"].tv = "blue-3", 11
    battle = again(battle)
    assert dearest_groups(battle.state, "blue") == [2]
    battle.state.units["blue-4"].tv = 9
    assert dearest_groups(battle.state, "blue") == [1]


@pytest.mark.rule("brigands.11.3-hold", "brigands.11.3-capture", "brigands.11.3-demolitions")
def test_hold_markers_are_placed_by_the_player_all_others_by_the_opponent() -> None:
    battle = choosing("GP")
    choose(battle, HOLD, CAPTURE, BREAK_THE_LINE, BREAK_THE_LINE)
    asked = []
    places = [spot(14, 20), spot(30, 20), spot(14, 17), spot(34, 17), spot(24, 34)]
    for place in places:
        asked.append((battle.waiting_for()[0], battle.pending[0].about))
        battle.answer(battle.waiting_for()[0], place)
    assert asked == [("red", ("red", HOLD))] * 2 + [("red", ("blue", CAPTURE))] * 3
    assert battle.state.phase == "roll-off"
    assert [len(pursuit.markers) for pursuit in battle.state.pursuits] == [2, 3, 0, 0]


def _placing(name: str, *pieces: object, on: str = "GP") -> Battle[State]:
    """Red is to place its own Hold markers, or those of an Objective of blue."""
    battle = choosing(on)
    battle.state.ground = ground(*pieces)  # type: ignore[arg-type]
    battle = again(battle)
    if name == HOLD:
        choose(battle, HOLD, BREAK_THE_LINE, BREAK_THE_LINE, CAPTURE)
    elif name == CAPTURE:
        choose(battle, BREAK_THE_LINE, CAPTURE, HOLD, BREAK_THE_LINE)
    else:
        battle.state.size = 50
        for unit in battle.state.units.values():
            unit.code = "EG"
        battle = again(battle)
        choose(battle, DEMOLITIONS, DEMOLITIONS)
        battle.answer("blue", spot(24, 20))
    return battle


@pytest.mark.rule("brigands.11.3-hold", "brigands.11.3-capture")
@pytest.mark.parametrize("name", [HOLD, CAPTURE])
def test_markers_lie_more_than_a_foot_from_edges_and_outside_the_placers_zone(name: str) -> None:
    battle = _placing(name)
    assert battle.waiting_for() == ("red",)
    assert code(battle, spot(12, 20)) == "edge"
    assert code(battle, spot(12.001, 20)) == ""
    assert code(battle, spot(36, 20)) == "edge"
    assert code(battle, spot(35.999, 20)) == ""
    assert code(battle, spot(13, 36)) == "edge"
    assert code(battle, spot(13, 35.999)) == ""
    assert code(battle, spot(13, 16)) == "zone"
    assert code(battle, spot(13, 16.001)) == ""


@pytest.mark.rule("brigands.11.3-hold", "brigands.11.3-capture", "brigands.11.3-demolitions")
@pytest.mark.parametrize("name", [HOLD, CAPTURE])
def test_blue_keeps_out_of_its_own_zone_and_may_use_red_s(name: str) -> None:
    battle = choosing("GP")
    others = (BREAK_THE_LINE, HOLD, CAPTURE, BREAK_THE_LINE) if name == HOLD else (CAPTURE, HOLD, HOLD, CAPTURE)
    choose(battle, *others)
    assert (battle.waiting_for()[0], battle.pending[0].about[1]) == ("blue", name)
    assert code(battle, spot(24, 32)) == "zone"
    assert code(battle, spot(24, 31.999)) == ""
    assert code(battle, spot(24, 13)) == ""


@pytest.mark.rule("brigands.11.3-hold", "brigands.11.3-capture")
def test_markers_of_a_kind_lie_more_than_a_foot_apart() -> None:
    battle = _placing(HOLD)
    battle.answer("red", spot(14, 20))
    assert code(battle, spot(26, 20)) == "apart"
    assert code(battle, spot(26.001, 20)) == ""


@pytest.mark.rule("brigands.11.3-capture")
def test_no_marker_may_leave_too_little_room_for_the_next() -> None:
    battle = _placing(CAPTURE)
    battle.answer("red", spot(13, 20))
    assert code(battle, spot(25.5, 26)) == ""
    walls = piece("instance", 12, 12, 36, 32, 3), piece("instance", 34, 32, 36, 36, 3)
    cramped = choosing("GP")
    cramped.state.ground = ground(*walls)
    cramped = again(cramped)
    choose(cramped, HOLD, BREAK_THE_LINE, BREAK_THE_LINE)
    assert code(cramped, spot(23, 34)) == "room"
    assert code(cramped, spot(20, 34)) == ""


@pytest.mark.rule("brigands.11.3-hold")
def test_an_objective_without_room_for_its_markers_is_not_on_offer() -> None:
    battle = choosing("GP")
    battle.state.ground = ground(piece("instance", 12, 12, 36, 36, 3))
    battle = again(battle)
    assert _offered(battle) == {BREAK_THE_LINE}
    assert code(battle, ChooseObjective(HOLD)) == "room"


@pytest.mark.rule("brigands.11.3-hold", "brigands.11.3-demolitions")
def test_markers_lie_at_ground_level() -> None:
    hill = piece("hill", 20, 20, 24, 24, 2, props={"slope": 30})
    block = piece("building", 28, 20, 32, 24, 2)
    battle = _placing(HOLD, hill, block)
    assert code(battle, spot(22, 22)) == "level"
    assert code(battle, spot(30, 22)) == "level"
    assert code(battle, spot(26, 22)) == ""


@pytest.mark.rule("brigands.11.3-demolitions")
def test_a_target_needs_room_for_its_base() -> None:
    battle = _placing(DEMOLITIONS, piece("building", 28, 20, 32, 24, 2), water(14, 26, 20, 30, 2))
    assert battle.waiting_for() == ("red",)
    assert code(battle, spot(12.5, 20)) == "edge"
    assert code(battle, spot(12.79, 20)) == ""
    assert code(battle, spot(14, 16.7)) == "zone"
    assert code(battle, spot(14, 16.8)) == ""
    assert code(battle, spot(27.5, 22)) == "level"
    assert code(battle, spot(17, 28)) == "water"
    assert code(battle, spot(25, 20)) == "overlap"
    assert code(battle, spot(26, 20)) == ""


@pytest.mark.rule("brigands.11.3-demolitions")
def test_the_target_is_a_fortification_of_whoever_places_it() -> None:
    battle = _placing(DEMOLITIONS)
    battle.answer("red", spot(30, 30))
    target = battle.state.units["red-demolitions"]
    assert battle.state.pursuits[1].target == target.id
    assert (target.seat, target.status, target.group, target.x, target.y) == ("red", FIELDED, 0, mil(30), mil(30))
    line = target.line
    assert (line.type, line.armor, line.hull, line.structure, line.actions) == ("Fortification", 8, 8, 0, 0)
    assert (line.height, line.radius, target.hull) == (2000, 787, 8)


def test_markers_can_be_pointed_at_and_guessed() -> None:
    battle = _placing(CAPTURE)
    (option,) = battle.options("red")
    assert isinstance(option, Place)
    assert SYSTEM.aim(battle.state, battle.pending[0], option, Aim(mil(20), mil(20))) == spot(20, 20)
    refused = SYSTEM.aim(battle.state, battle.pending[0], option, Aim(mil(2), mil(20)))
    assert isinstance(refused, Refusal)
    for seed in range(20):
        order = SYSTEM.sample(battle.state, battle.pending[0], option, random.Random(seed))
        assert isinstance(order, PlaceMarker)
        assert battle.refuse("red", order) is None


def test_bots_want_markers_near_their_own_zone() -> None:
    battle = _placing(CAPTURE)
    near, far = (SYSTEM.preview(battle.state, "red", spot(20, y)).gives for y in (18, 34))
    assert near > far
    assert SYSTEM.preview(battle.state, "red", ChooseObjective(HOLD)).notes == (objectives()[HOLD].goal,)


def test_any_answer_to_the_questions_of_objectives_is_taken_or_refused_with_a_reason() -> None:
    battle, chooser = choosing("SF", 100), random.Random(3)
    while battle.state.phase == "objectives":
        seat = battle.waiting_for()[0]
        for order in (ChooseObjective("", 3), spot(-4, 10**9), spot(0, 0), spot(24, 24), ChooseObjective(SCAN, -1)):
            refusal = battle.refuse(seat, order)
            assert refusal is None or refusal.message
            battle.preview(seat, order)
        option = chooser.choice(battle.options(seat))
        taken = battle.sample(seat, option, chooser) if isinstance(option, Place) else option.order
        assert taken is not None
        battle.answer(seat, taken)
    assert sum(len(pursuit.markers) for pursuit in battle.state.pursuits) > 0


@pytest.mark.rule("brigands.11.3")
@pytest.mark.parametrize(("size", "count"), [("99", 2), ("100", 3)])
def test_a_full_battle_knows_the_size_that_was_agreed(size: str, count: int) -> None:
    state = SYSTEM.begin(SYSTEM.prepare("battle", 7, {"size": size}))
    assert state.full
    assert allowance(state) == count
