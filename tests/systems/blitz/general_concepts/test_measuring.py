"""2.7: distances from base to base."""

from __future__ import annotations

import pytest

from gearlock.systems.blitz.general_concepts.dice import rectangle_across
from gearlock.systems.blitz.general_concepts.measuring import distance, distance_between
from gearlock.systems.blitz.lock_and_cover.ground import pieces_of
from gearlock.systems.blitz.state import RIDING
from systems.blitz.lock_and_cover.scene import SQUAD, STRIDER, mil, model, piece, table


@pytest.mark.rule("blitz.2.7", "blitz.2.7-between-models")
def test_from_base_edge_to_base_edge_and_never_rounded() -> None:
    gear, strider = model("red", "red", 10), model("blue", "blue", 20.2504, card=STRIDER)
    assert distance(gear.body, strider.body) == 10_250 - 500 - 1181
    assert distance(strider.body, gear.body) == 10_250 - 500 - 1181


@pytest.mark.rule("blitz.2.7-between-models")
def test_up_on_a_roof_the_bases_are_farther_apart_however_tall_the_models() -> None:
    low, high = model("red", "red", 10), model("blue", "blue", 14)
    high.z = mil(4)
    assert distance(low.body, high.body) == 5_000


@pytest.mark.rule("blitz.18.5b")
def test_infantry_in_a_building_is_as_far_away_as_the_building() -> None:
    house = piece("building", "light", 18, 18, 24, 22, 3)
    squad = model("blue", "blue", 21, card=SQUAD, place=house.id)
    gear = model("red", "red", 10)
    state = table(house, squad, gear)
    assert distance_between(state, gear, squad) == distance_between(state, squad, gear) == 7_500
    other = piece("building", "light", 30, 18, 34, 22, 3)
    friend = model("friend", "blue", 33, card=SQUAD, place=other.id)
    assert distance_between(table(house, other, squad, friend), squad, friend) == 6_000


@pytest.mark.rule("blitz.18.3")
def test_whoever_is_in_a_fortification_is_where_it_stands() -> None:
    bunker = model("bunker", "blue", 20, card="bunker")
    squad = model("blue", "blue", 0, card=SQUAD, status=RIDING, carrier="bunker")
    gear = model("red", "red", 10)
    assert distance_between(table(bunker, squad, gear), gear, squad) == 10_000 - 500 - 1_000


@pytest.mark.rule("blitz.18.3a-table")
def test_a_fortification_covers_a_rectangle_across_its_facing() -> None:
    corners = {(18_000, 16_000), (22_000, 16_000), (22_000, 24_000), (18_000, 24_000)}
    assert set(rectangle_across(20_000, 20_000, 0, 8_000, 4_000)) == corners
    assert set(rectangle_across(20_000, 20_000, 900, 4_000, 8_000)) == corners


@pytest.mark.rule("blitz.18.3a-obstacles")
def test_the_cubes_of_obstacles_lie_an_inch_apart_about_their_middle() -> None:
    cubes = pieces_of(("o", "obstacles", "obstacles", 20_000, 20_000, 0, False))
    assert [min(y for _, y in cube.outline) for cube in cubes] == [15_500, 17_500, 19_500, 21_500, 23_500]
    assert {x for cube in cubes for x, _ in cube.outline} == {19_500, 20_500}
