from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gearlock.systems.brigands.lock_and_cover.sight import (
    Look,
    has_line_of_sight,
    has_sensor_lock,
    look_at,
    look_from_above,
    sensor_range,
)
from gearlock.systems.brigands.state import WRECK
from gearlock.table.terrain import Piece
from systems.brigands.field import BASE, EAST, NORTH, SOUTH, WEST, ground, lay, mil, piece, remodel, water

CLEAR = Look(True, False, 0)
LIGHT_DEFENSIVE, HEAVY_DEFENSIVE = Look(True, False, 1), Look(True, False, 2)
FULL_LIGHT, FULL_HEAVY = Look(False, False, 1), Look(False, True, 2)


def _look(
    *pieces: Piece, target: tuple[float, float] = (20, 10), model: str = "hunter", shooter: str = "hunter"
) -> Look:
    """What a model at 10, 10 makes of another, east of it."""
    state = lay([(shooter, 10, 10, EAST)], [(model, *target, WEST)], on=ground(*pieces)).state
    return look_at(state, state.units["red-1"], state.units["blue-1"])


@pytest.mark.rule("brigands.4.4", "brigands.4.4-table", "brigands.4.3-los")
def test_open_ground_gives_no_cover() -> None:
    assert _look() == CLEAR


@pytest.mark.rule("brigands.4.4-full", "brigands.3.1-rating", "brigands.4.3-los")
@pytest.mark.parametrize(("rating", "expected"), [("heavy", FULL_HEAVY), ("light", FULL_LIGHT)])
def test_a_tall_wall_hides_all_and_stops_shots_only_if_heavy(rating: str, expected: Look) -> None:
    assert _look(piece("instance", 15, 5, 16, 15, 4, rating=rating)) == expected


@pytest.mark.rule("brigands.4.4-defensive", "brigands.4.4")
@pytest.mark.parametrize(("rating", "expected"), [("heavy", HEAVY_DEFENSIVE), ("light", LIGHT_DEFENSIVE)])
def test_a_wall_of_half_a_gear_s_height_right_before_it_hides_half_of_it(rating: str, expected: Look) -> None:
    wall = piece("instance", 19.3, 5, 19.4, 15, 0.9, rating=rating)
    assert _look(wall) == expected
    assert _look(piece("instance", 19.3, 5, 19.4, 15, 0.6, rating=rating)) == CLEAR


@pytest.mark.rule("brigands.4.4", "brigands.4.4-full")
def test_a_mixture_of_light_and_heavy_hides_all_but_only_the_heavy_half_counts_double() -> None:
    heavy = piece("instance", 19.3, 5, 19.4, 15, 0.9)
    light = piece("instance", 15, 5, 16, 15, 4, rating="light")
    assert _look(heavy, light) == Look(False, False, 2)


@pytest.mark.rule("brigands.4.2")
def test_the_attacker_chooses_the_point_of_its_silhouette_with_the_least_cover() -> None:
    middle_only = piece("instance", 12, 9.8, 13, 10.2, 4)
    assert _look(middle_only) == CLEAR


@pytest.mark.rule("brigands.4.4a", "brigands.3.2")
@pytest.mark.parametrize(
    ("height", "expected"),
    [(1.5, FULL_HEAVY), (1.499, HEAVY_DEFENSIVE), (0.75, HEAVY_DEFENSIVE), (0.749, CLEAR), (3.0, FULL_HEAVY)],
)
def test_area_terrain_hides_up_to_its_height(height: float, expected: Look) -> None:
    assert _look(piece("area", 14, 5, 17, 15, height)) == expected


@pytest.mark.rule("brigands.4.4a")
def test_area_terrain_hides_up_to_its_height_from_a_taller_model_too() -> None:
    assert _look(piece("area", 14, 5, 17, 15, 1.5, rating="light"), shooter="chasseur") == FULL_LIGHT
    assert _look(piece("area", 14, 5, 17, 15, 1.5, rating="light"), model="chasseur") == LIGHT_DEFENSIVE


@pytest.mark.rule("brigands.4.4a")
def test_an_inch_of_area_terrain_must_lie_between() -> None:
    assert _look(piece("area", 14, 5, 15, 15, 3, rating="light")) == FULL_LIGHT
    assert _look(piece("area", 14, 5, 14.99, 15, 3, rating="light")) == CLEAR
    inside = piece("area", 18.4, 5, 25, 15, 3, rating="light")
    assert _look(inside) == FULL_LIGHT
    assert _look(piece("area", 18.5, 5, 25, 15, 3, rating="light")) == CLEAR


@settings(max_examples=40, deadline=None)
@given(st.integers(200, 3_000), st.integers(0, 1_000))
def test_more_height_never_means_less_cover(height: int, more: int) -> None:
    low = _look(piece("instance", 16, 5, 17, 15, height / 1000))
    high = _look(piece("instance", 16, 5, 17, 15, (height + more) / 1000))
    assert (high.blocked, high.dice) >= (low.blocked, low.dice)
    assert low.sight >= high.sight


@pytest.mark.rule("brigands.4.4b")
@pytest.mark.parametrize(("armor", "dice"), [(7, 1), (8, 2)])
def test_models_in_the_way_are_light_up_to_ar_7_and_heavy_from_8(armor: int, dice: int) -> None:
    battle = lay([("hunter", 10, 10, EAST), ("hunter", 18, 10, EAST)], [("hunter", 20, 10, WEST)])
    state = battle.state
    remodel(state.units["red-2"], armor=armor)
    assert look_at(state, state.units["red-1"], state.units["blue-1"]).dice == dice


@pytest.mark.rule("brigands.4.4b")
def test_infantry_hides_nobody() -> None:
    battle = lay([("hunter", 10, 10, EAST), ("hunter", 18, 10, EAST)], [("hunter", 20, 10, WEST)])
    remodel(battle.state.units["red-2"], type="Infantry")
    assert look_at(battle.state, battle.state.units["red-1"], battle.state.units["blue-1"]) == CLEAR


@pytest.mark.rule("brigands.4.4b", "brigands.5.6d")
def test_a_wreck_still_covers_at_half_its_height() -> None:
    battle = lay([("hunter", 10, 10, EAST), ("chasseur", 18.7, 10, EAST)], [("hunter", 20, 10, WEST)])
    state = battle.state
    assert not look_at(state, state.units["red-1"], state.units["blue-1"]).sight
    state.units["red-2"].status = WRECK
    assert look_at(state, state.units["red-1"], state.units["blue-1"]) == LIGHT_DEFENSIVE


@pytest.mark.rule("brigands.3.2", "brigands.5.2b", "brigands.4.2")
@pytest.mark.parametrize(
    ("height", "rating", "blocked", "dice"),
    [(1.5, "light", False, 1), (1.5, "heavy", True, 2), (1.4, "heavy", False, 0), (0.0, "light", False, 0)],
)
def test_from_above_only_area_terrain_as_tall_as_the_target_covers_it(
    height: float, rating: str, blocked: bool, dice: int
) -> None:
    wood = piece("area", 15, 5, 25, 15, height, rating=rating)
    wall = piece("instance", 12, 5, 13, 15, 6)
    state = lay([("hunter", 10, 10, EAST)], [("hunter", 20, 10, WEST)], on=ground(wood, wall)).state
    look = look_from_above(state, state.units["blue-1"])
    assert (look.blocked, look.dice) == (blocked, dice)


@pytest.mark.rule("brigands.5.2b")
def test_something_hanging_over_the_target_covers_it_from_above() -> None:
    bridge = piece("instance", 15, 5, 25, 15, 4, base=mil(3))
    state = lay([("hunter", 10, 10, EAST)], [("hunter", 20, 10, WEST)], on=ground(bridge)).state
    assert look_from_above(state, state.units["blue-1"]).blocked
    assert look_at(state, state.units["red-1"], state.units["blue-1"]) == CLEAR


def _under(*pieces: Piece) -> Look:
    """What a model at 20, 10 is covered by from above."""
    state = lay([("hunter", 10, 10, EAST)], [("hunter", 20, 10, WEST)], on=ground(*pieces)).state
    return look_from_above(state, state.units["blue-1"])


@pytest.mark.rule("brigands.5.2b", "brigands.4.4-full", "brigands.4.4-defensive")
@pytest.mark.parametrize(
    ("edge", "heavy", "light"),
    [
        (BASE, CLEAR, CLEAR),
        (BASE - 1, CLEAR, CLEAR),
        (1, CLEAR, CLEAR),
        (0, HEAVY_DEFENSIVE, LIGHT_DEFENSIVE),
        (-1, HEAVY_DEFENSIVE, LIGHT_DEFENSIVE),
        (-291, HEAVY_DEFENSIVE, LIGHT_DEFENSIVE),
        (1 - BASE, HEAVY_DEFENSIVE, LIGHT_DEFENSIVE),
        (-BASE, FULL_HEAVY, FULL_LIGHT),
    ],
)
@pytest.mark.parametrize("kind", ["instance", "area"])
def test_as_much_is_hidden_from_above_as_of_the_base_lies_under_a_roof(
    kind: str, edge: int, heavy: Look, light: Look
) -> None:
    base = mil(3) if kind == "instance" else 0
    for rating, expected in (("heavy", heavy), ("light", light)):
        assert _under(piece(kind, 20 + edge / 1000, 5, 30, 15, 4, base=base, rating=rating)) == expected


@pytest.mark.rule("brigands.5.2b", "brigands.4.4")
def test_roofs_of_both_ratings_add_up_and_only_the_heavy_part_counts_double() -> None:
    west, east = piece("instance", 10, 5, 20, 15, 4, base=mil(3)), piece("instance", 20, 5, 30, 15, 4, base=mil(3))
    light = piece("instance", 19.9, 5, 30, 15, 4, base=mil(3), rating="light")
    assert _under(west, east) == FULL_HEAVY
    assert _under(west, light) == Look(False, False, 2)
    assert _under(piece("instance", 10, 5, 19.9, 15, 4, base=mil(3)), light) == FULL_LIGHT


@pytest.mark.rule("brigands.5.2b", "brigands.3.2b")
def test_who_is_in_a_building_is_under_it_though_the_base_sticks_out() -> None:
    house = piece("building", 19.9, 5, 30, 15, 4)
    state = lay([("hunter", 10, 10, EAST)], [("hunter", 20, 10, WEST)], on=ground(house)).state
    target = state.units["blue-1"]
    assert look_from_above(state, target) == HEAVY_DEFENSIVE
    target.inside = house.id
    assert look_from_above(state, target) == FULL_HEAVY


@pytest.mark.rule("brigands.3.2a")
def test_deep_water_is_light_cover_and_no_more() -> None:
    assert _look(water(18, 8, 22, 12, 0.8)) == LIGHT_DEFENSIVE
    assert _look(water(18, 8, 22, 12, 0.75)) == CLEAR


@pytest.mark.rule("brigands.4.3", "brigands.4.3-sensor-lock")
def test_sensors_reach_through_anything_up_to_their_range() -> None:
    wall = piece("instance", 15, 5, 16, 15, 9)
    state = lay([("hunter", 10, 10, EAST)], [("hunter", 29.182, 10, WEST)], on=ground(wall)).state
    red, blue = state.units["red-1"], state.units["blue-1"]
    assert not has_line_of_sight(state, red, blue)
    assert has_sensor_lock(state, red, blue)
    blue.x += 1
    assert not has_sensor_lock(state, red, blue)


@pytest.mark.rule("brigands.4.3-sensor-lock", "brigands.5.6c")
def test_a_crippled_model_senses_half_as_far() -> None:
    unit = lay([("hunter", 10, 10, NORTH)]).state.units["red-1"]
    assert sensor_range(unit) == 18_000
    unit.hull = 0
    assert sensor_range(unit) == 9_000


@pytest.mark.rule("brigands.4.3-los")
def test_sight_has_no_arc() -> None:
    state = lay([("hunter", 10, 10, NORTH)], [("hunter", 10, 4, SOUTH)]).state
    assert has_line_of_sight(state, state.units["red-1"], state.units["blue-1"])


@pytest.mark.rule("brigands.4.1", "brigands.trait.low-profile")
def test_a_crouching_model_hides_behind_what_would_not_hide_it_standing() -> None:
    wall = piece("instance", 19.3, 5, 19.4, 15, 1.1)
    state = lay([("hunter", 10, 10, EAST)], [("man-at-arms", 20, 10, WEST)], on=ground(wall)).state
    red, blue = state.units["red-1"], state.units["blue-1"]
    assert not has_line_of_sight(state, red, blue)
    blue.tall = True
    assert has_line_of_sight(state, red, blue)
