from __future__ import annotations

import pytest

from gearlock.kernel.battle import Battle
from gearlock.kernel.orders import Refusal
from gearlock.systems.brigands.deployment.places import Deployed
from gearlock.systems.brigands.models import Model
from gearlock.systems.brigands.movement.paths import EndMove, Move, Moved, Turn, cost_of, trace, turns_of
from gearlock.systems.brigands.rounds import Activate, EndActivation
from gearlock.systems.brigands.state import BRACED, COMBAT_SPEED, TOP_SPEED, WRECK, State, Unit
from gearlock.table.terrain import Ground
from systems.brigands.field import EAST, NORTH, SOUTH, again, code, give, ground, lay, piece, remodel, water


def _start(posture: str = COMBAT_SPEED, on: Ground | None = None, model: str = "hunter") -> Battle[State]:
    """A model at 10, 10 facing north, activated in a posture."""
    battle = lay([(model, 10, 10, NORTH)], on=on)
    give(battle, Activate("red-1", posture))
    return battle


def _move(gait: str, *legs: tuple[int, int], last: bool = True) -> Move:
    return Move("red-1", gait, legs, last)


def _unit(battle: Battle[State]) -> Unit:
    return battle.state.units["red-1"]


@pytest.mark.rule("brigands.2.2")
def test_forward_costs_an_inch_an_inch_and_backward_two() -> None:
    assert cost_of(((0, 3_000), (900, 0), (0, -1_000))) == 5_000


@pytest.mark.rule("brigands.2.2", "brigands.2.3")
def test_a_walker_goes_as_far_as_its_rating_and_no_mil_farther() -> None:
    battle = _start()
    assert code(battle, _move("W", (0, 5_000))) == ""
    assert code(battle, _move("W", (0, 5_001))) == "movement"
    assert code(battle, _move("W", (0, -2_500))) == ""
    assert code(battle, _move("W", (0, -2_501))) == "movement"
    give(battle, _move("W", (900, 3_000), (-900, 2_000)))
    assert (_unit(battle).x, _unit(battle).y, _unit(battle).facing) == (7_000, 12_000, NORTH)


@pytest.mark.rule("brigands.2.2")
def test_a_refusal_says_what_is_there_and_what_is_needed() -> None:
    refusal = _start().refuse("red", _move("W", (0, 6_200)))
    assert refusal is not None
    assert refusal.message == "The Red Hunter 1 has 5 in of movement (6 in on a road); this path needs 6.2 in."
    refusal = _start().refuse("red", _move("W", (0, 5_500)))
    assert refusal is not None
    assert refusal.facts == {"needs": 5_500, "has": 5_000}


@pytest.mark.rule("brigands.2.2a")
def test_one_turn_is_at_most_a_quarter() -> None:
    battle = _start()
    assert code(battle, _move("W", (901, 0))) == "turn"
    assert code(battle, _move("W", (900, 0), (900, 0))) == ""


@pytest.mark.rule("brigands.2.3")
def test_ground_movement_has_one_turn_in_a_move() -> None:
    battle = _start()
    assert code(battle, _move("G", (450, 6_000))) == ""
    assert code(battle, _move("G", (450, 3_000), (10, 0))) == "turns"


@pytest.mark.rule("brigands.1.3", "brigands.2.3", "brigands.trait.lumbering")
def test_lumbering_holds_a_walker_to_one_turn() -> None:
    battle = _start()
    line = _unit(battle).line
    assert turns_of(line, "W") > 100
    remodel(_unit(battle), traits=("Lumbering",))
    lumbering: Model = _unit(battle).line
    assert turns_of(lumbering, "W") == 1
    assert code(battle, _move("W", (100, 1_000), (100, 1_000))) == "turns"


@pytest.mark.rule("brigands.2.3")
def test_a_model_moves_only_in_ways_it_has() -> None:
    assert code(_start(), _move("H", (0, 1_000))) == "gait"
    assert code(_start(), _move("X", (0, 1_000))) == "gait"


@pytest.mark.rule("brigands.2.1", "brigands.2.1-combat-speed", "brigands.2.1-top-speed")
@pytest.mark.parametrize(("posture", "moves"), [(COMBAT_SPEED, 1), (TOP_SPEED, 2)])
def test_posture_sets_the_number_of_moves(posture: str, moves: int) -> None:
    battle = _start(posture)
    for _ in range(moves):
        give(battle, _move("W", (0, 5_000)))
    assert _unit(battle).y == 10_000 + moves * 5_000
    assert code(battle, _move("W", (0, 1))) == "no-move"


@pytest.mark.rule("brigands.2.1-braced", "brigands.2.2a")
def test_a_braced_model_turns_once_and_does_not_move() -> None:
    battle = _start(BRACED)
    assert code(battle, _move("W", (0, 1_000))) == "braced"
    assert code(battle, Turn("red-1", 901)) == "turn"
    give(battle, Turn("red-1", -900))
    assert _unit(battle).facing == EAST
    assert code(battle, Turn("red-1", 10)) == "turns"
    assert code(_start(COMBAT_SPEED), Turn("red-1", 10)) == "posture"


@pytest.mark.rule("brigands.2.1-top-speed", "brigands.5.6c")
def test_a_crippled_model_knows_no_top_speed() -> None:
    battle = lay([("hunter", 10, 10, NORTH)])
    battle.state.units["red-1"].hull = 0
    assert code(battle, Activate("red-1", TOP_SPEED)) == "crippled"
    assert code(battle, Activate("red-1", COMBAT_SPEED)) == ""


@pytest.mark.rule("brigands.1.7a", "brigands.2.2")
def test_a_move_goes_on_after_a_stop_with_what_is_left_of_it() -> None:
    battle = _start()
    give(battle, _move("G", (450, 2_000), last=False))
    assert code(battle, _move("W", (0, 1_000))) == "gait"
    assert code(battle, _move("G", (0, 4_001))) == "movement"
    assert code(battle, _move("G", (10, 1_000))) == "turns"
    assert code(battle, EndMove("red-1")) == ""
    give(battle, _move("G", (0, 4_000)))
    assert code(battle, _move("G", (0, 1))) == "no-move"
    assert code(battle, EndMove("red-1")) == "no-move"


@pytest.mark.rule("brigands.2.6")
def test_nobody_moves_through_a_model_but_may_brush_past_it() -> None:
    battle = lay([("hunter", 10, 10, NORTH), ("hunter", 11.182, 12, NORTH), ("hunter", 10, 14, NORTH)])
    give(battle, Activate("red-1", COMBAT_SPEED))
    assert code(battle, _move("W", (0, 2_818))) == ""
    assert code(battle, _move("W", (0, 2_819))) == "overlap"
    assert code(battle, _move("W", (-10, 2_500))) == "overlap"
    assert code(battle, _move("W", (0, 5_000))) == "overlap"


@pytest.mark.rule("brigands.2.6", "brigands.5.6d", "brigands.2.3-walker-step")
def test_walkers_step_over_wrecks_but_do_not_stop_on_them_and_wheels_go_around() -> None:
    battle = lay([("hunter", 10, 10, NORTH), ("hunter", 10, 12.5, NORTH)])
    battle.state.units["red-2"].status = WRECK
    battle = again(battle)
    give(battle, Activate("red-1", COMBAT_SPEED))
    assert code(battle, _move("W", (0, 5_000))) == ""
    assert code(battle, _move("W", (0, 2_000))) == "overlap"
    assert code(battle, _move("G", (0, 5_000))) == "overlap"


@pytest.mark.rule("brigands.2.6")
def test_infantry_may_be_passed_through_but_not_stopped_in() -> None:
    battle = lay([("hunter", 10, 10, NORTH), ("hunter", 10, 12.5, NORTH)])
    remodel(battle.state.units["red-2"], type="Infantry")
    battle = again(battle)
    give(battle, Activate("red-1", COMBAT_SPEED))
    assert code(battle, _move("W", (0, 5_000))) == ""
    assert code(battle, _move("W", (0, 2_500))) == "overlap"


@pytest.mark.rule("brigands.2.2")
def test_nobody_leaves_the_table() -> None:
    battle = lay([("hunter", 10, 2, SOUTH)])
    give(battle, Activate("red-1", COMBAT_SPEED))
    assert code(battle, _move("W", (0, 1_409))) == ""
    assert code(battle, _move("W", (0, 1_410))) == "table"
    assert code(battle, _move("W", (0, 1_500), (900, 0), (900, 1_500), (0, 500))) == "table"


@pytest.mark.rule("brigands.3.1")
def test_instance_terrain_cannot_be_crossed_even_by_the_rim_of_a_base() -> None:
    wall = piece("instance", 10.6, 12, 12, 13, 2)
    battle = _start(on=ground(wall))
    assert code(battle, _move("W", (0, 5_000))) == ""
    wall = piece("instance", 10.59, 12, 12, 13, 2)
    battle = _start(on=ground(wall))
    assert code(battle, _move("W", (0, 5_000))) == "terrain"
    assert code(battle, _move("W", (0, 1_400))) == ""


@pytest.mark.rule("brigands.2.3-walker-step", "brigands.3.1")
def test_walkers_step_onto_what_is_no_taller_than_half_their_height() -> None:
    low = _start(on=ground(piece("instance", 8, 12, 12, 20, 0.75)))
    assert code(low, _move("G", (0, 4_000))) == "terrain"
    give(low, _move("W", (0, 4_000)))
    assert _unit(low).z == 750
    tall = _start(on=ground(piece("instance", 8, 12, 12, 20, 0.751)))
    assert code(tall, _move("W", (0, 4_000))) == "terrain"


@pytest.mark.rule("brigands.2.3-walker-step")
def test_a_walker_steps_over_a_low_wall_and_stands_on_the_ground_again() -> None:
    battle = _start(on=ground(piece("instance", 5, 12, 15, 12.5, 0.5)))
    give(battle, _move("W", (0, 4_500)))
    assert (_unit(battle).y, _unit(battle).z) == (14_500, 0)


@pytest.mark.rule("brigands.2.3-walker-step")
def test_steps_of_one_move_do_not_add_up_to_a_climb() -> None:
    stairs = ground(piece("instance", 5, 11.5, 15, 13, 0.7), piece("instance", 5, 13, 15, 16, 1.4))
    battle = _start(TOP_SPEED, on=stairs)
    give(battle, _move("W", (0, 1_800), last=False))
    assert _unit(battle).z == 700
    assert code(battle, _move("W", (0, 2_000))) == "terrain"
    give(battle, EndMove("red-1"), _move("W", (0, 2_500)))
    assert _unit(battle).z == 1_400
    give(battle, EndActivation("red-1"))


@pytest.mark.rule("brigands.2.3-walker-step")
def test_what_is_too_high_to_step_down_from_keeps_a_model_up() -> None:
    battle = lay([("hunter", 10, 10, NORTH)], on=ground(piece("instance", 5, 5, 15, 12, 3)))
    battle.state.units["red-1"].z = 3_000
    give(battle, Activate("red-1", COMBAT_SPEED))
    assert code(battle, _move("W", (0, 1_000))) == ""
    assert code(battle, _move("W", (0, 5_000))) == "step"


@pytest.mark.rule("brigands.2.3", "brigands.3.2")
def test_ground_movement_has_two_inches_of_area_terrain_in_each_move() -> None:
    battle = _start(TOP_SPEED, on=ground(piece("area", 8, 12, 12, 20, 1)))
    assert code(battle, _move("G", (0, 4_001))) == "area"
    give(battle, _move("G", (0, 3_000), last=False))
    assert code(battle, _move("G", (0, 1_001))) == "area"
    give(battle, _move("G", (0, 1_000)))
    assert code(battle, _move("G", (0, 2_001))) == "area"
    assert code(battle, _move("G", (0, 2_000))) == ""
    assert code(_start(on=ground(piece("area", 8, 12, 12, 20, 1))), _move("W", (0, 5_000))) == ""


@pytest.mark.rule("brigands.2.3")
def test_hover_minds_area_terrain_only_if_it_has_height() -> None:
    assert code(_start(on=ground(piece("area", 8, 12, 12, 20, 0)), model="chasseur"), _move("H", (0, 8_000))) == ""
    assert (
        code(_start(on=ground(piece("area", 8, 12, 12, 20, 0.5)), model="chasseur"), _move("H", (0, 8_000))) == "area"
    )


@pytest.mark.rule("brigands.3.1a", "brigands.2.3")
@pytest.mark.parametrize(("gait", "rating", "bonus"), [("W", 5_000, 1_000), ("G", 6_000, 2_000)])
def test_a_move_wholly_on_a_road_goes_farther(gait: str, rating: int, bonus: int) -> None:
    road = ground(piece("road", 9, 0, 11, 40))
    assert code(_start(on=road), _move(gait, (0, rating + bonus))) == ""
    assert code(_start(on=road), _move(gait, (0, rating + bonus + 1))) == "movement"
    short = ground(piece("road", 9, 0, 11, 12))
    assert code(_start(on=short), _move(gait, (0, rating + bonus))) == "movement"
    ahead = ground(piece("road", 9, 10.5, 11, 40))
    assert code(_start(on=ahead), _move(gait, (0, rating + bonus))) == "movement"


@pytest.mark.rule("brigands.3.1a", "brigands.2.3")
def test_hover_gains_two_inches_on_a_road() -> None:
    road = ground(piece("road", 9, 0, 11, 40))
    assert code(_start(on=road, model="chasseur"), _move("H", (0, 10_000))) == ""
    assert code(_start(on=road, model="chasseur"), _move("H", (0, 10_001))) == "movement"


@pytest.mark.rule("brigands.3.1a")
def test_the_ground_two_roads_share_at_a_crossing_counts_once() -> None:
    crossing = (piece("road", 9, 0, 11, 14), piece("road", 0, 10.5, 20, 14))
    assert code(_start(on=ground(*crossing)), _move("W", (0, 6_000))) == "movement"
    assert code(_start(on=ground(*crossing, piece("road", 9, 14, 11, 15.998))), _move("W", (0, 6_000))) == "movement"
    assert code(_start(on=ground(*crossing, piece("road", 9, 14, 11, 20))), _move("W", (0, 6_000))) == ""
    assert code(_start(on=ground(*crossing)), _move("W", (0, 2_000), (900, 4_000))) == ""


@pytest.mark.rule("brigands.3.1a")
def test_a_move_that_left_the_road_before_a_stop_has_lost_its_bonus() -> None:
    battle = _start(on=ground(piece("road", 9, 0, 11, 40)))
    give(battle, _move("W", (-900, 2_000), last=False))
    assert code(battle, _move("W", (0, 3_001))) == "movement"


@pytest.mark.rule("brigands.3.2a")
def test_water_up_to_half_a_height_is_waded_and_deeper_water_is_not_entered() -> None:
    shallow, deep = ground(water(8, 12, 12, 20, 0.75)), ground(water(8, 12, 12, 20, 0.76))
    assert code(_start(on=shallow), _move("W", (0, 5_000))) == ""
    assert code(_start(on=shallow), _move("G", (0, 5_000))) == "area"
    assert code(_start(on=deep), _move("W", (0, 5_000))) == "water"
    assert code(_start(on=deep), _move("W", (0, 1_900))) == ""


@pytest.mark.rule("brigands.3.2a")
def test_amphibious_models_enter_deep_water_and_are_not_slowed_by_it() -> None:
    battle = _start(on=ground(water(8, 12, 12, 20, 3)))
    remodel(_unit(battle), traits=("Amphib",))
    assert code(battle, _move("W", (0, 5_000))) == ""
    assert code(battle, _move("G", (0, 6_000))) == ""


@pytest.mark.rule("brigands.3.2a")
def test_hover_crosses_any_water_and_stops_only_where_it_is_shallow() -> None:
    deep = ground(water(8, 12, 12, 14, 5))
    assert code(_start(on=deep, model="chasseur"), _move("H", (0, 8_000))) == ""
    assert code(_start(on=deep, model="chasseur"), _move("H", (0, 3_000))) == "water"
    exactly_half = ground(water(8, 12, 12, 20, 1))
    assert code(_start(on=exactly_half, model="chasseur"), _move("H", (0, 3_000))) == "water"
    assert code(_start(on=exactly_half, model="chasseur"), _move("W", (0, 3_000))) == ""


def test_a_path_that_was_judged_is_judged_anew_after_an_event_and_in_a_copy() -> None:
    battle = lay([("hunter", 10, 10, NORTH), ("hunter", 20, 12.5, NORTH)])
    give(battle, Activate("red-1", COMBAT_SPEED))
    path = _move("W", (0, 5_000))
    assert isinstance(trace(battle.state, path), Moved)
    assert battle.state.notes
    moved = battle.state.units["red-2"].clone()
    moved.x = 10_000
    assert isinstance(trace(battle.state.with_unit(moved), path), Refusal)
    copied = battle.state.clone()
    copied.units["red-2"].x = 10_000
    assert isinstance(trace(copied, path), Refusal)
    battle.ctx.emit(Deployed("red-2", 10_000, 12_500, 0, NORTH))
    assert not battle.state.notes
    assert isinstance(trace(battle.state, path), Refusal)


def test_absurd_paths_are_refused_and_not_walked() -> None:
    battle = _start()
    assert code(battle, _move("W", *[(1, 1)] * 40)) == "path"
    assert code(battle, _move("W", (0, 10**12))) == "path"
    assert code(battle, _move("W", (10**9, 0))) == "turn"
    assert code(battle, _move("W", (0, 0), last=False)) == "path"
    assert code(battle, Move("blue-1", "W", ((0, 1),))) == "unit"
    assert code(battle, Move("nobody", "W", ((0, 1),))) == "unit"
