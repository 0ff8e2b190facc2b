"""Edges of seeing: prices nobody uses often, terraces, squads that melt away, smoke across a slanting line."""

from __future__ import annotations

import pytest

from gearlock.systems.tactical.line_of_sight.lines import SMOKE
from gearlock.systems.tactical.line_of_sight.seeing import is_lit, look, partial_cover, sees
from gearlock.systems.tactical.line_of_sight.terrain import cost_of, distance, terrain_under
from gearlock.systems.tactical.state import SEARCHLIGHT, SKIRMISH_SCALE, TACTICAL_SCALE, Patch
from systems.tactical.line_of_sight.scene import changed, facing_off, fitted, ridge, strip
from systems.tactical.tables import HUNTER, RIFLES, piece, put, table


@pytest.mark.rule("tactical.2.6.5-terrain-costs", "tactical.3.8.1-terrain")
def test_deep_water_bridges_and_walls_have_their_prices() -> None:
    kinds = ("deep water", "bridge", "wall", "dense wall")
    assert [cost_of(SKIRMISH_SCALE, "W", kind) for kind in kinds] == [3, 1, None, None]
    assert [cost_of(SKIRMISH_SCALE, "G", kind) for kind in kinds] == [4, 1, None, None]
    assert [cost_of(SKIRMISH_SCALE, "H", kind) for kind in kinds] == [1, 1, None, None]
    assert [cost_of(TACTICAL_SCALE, "G", kind) for kind in kinds] == [3, 1, 2, 2]  # walls are broken ground there


@pytest.mark.rule("tactical.2.6.5-terrain")
@pytest.mark.parametrize(("y", "type_"), [(9.99, "clear"), (10.01, "swamp"), (14.99, "swamp"), (15.02, "clear")])
def test_half_a_base_is_counted_in_every_direction(y: float, type_: str) -> None:
    state = table(piece("area", (5, 10, 20, 15), props={"going": "swamp"}))
    assert terrain_under(state, put(state, "red-1", HUNTER, 10, y)) == type_


@pytest.mark.rule("tactical.2.6.6")
def test_terraces_that_share_an_edge_are_one_rise() -> None:
    state, red, blue = facing_off(ridge(0.4, 0.9, 1), ridge(-10, 0.4, 2), apart=1.3)
    assert (red.z, blue.z) == (2000, 0)
    assert sees(state, red, blue)
    assert sees(state, blue, red)


@pytest.mark.rule("tactical.2.6.6")
def test_flat_hills_and_trees_of_their_own_stop_nothing() -> None:
    trees = piece("instance", (14, 8, 16, 12), 3, props={"going": "woodland"}, name="Stand of trees")
    state, red, blue = facing_off(trees)
    assert sees(state, red, blue)
    state, red, blue = facing_off(ridge(0.5, 3, 0), apart=3.5)
    assert sees(state, red, blue)


@pytest.mark.rule("tactical.3.8.2")
def test_terrain_far_below_the_line_is_not_crossed() -> None:
    state, red, blue = facing_off(strip("woodland", -2, 14), ridge(-3, 15), skirmish=True)
    assert (red.z, blue.z, look(state, red, blue).obscurement) == (1000, 1000, 0)


@pytest.mark.rule("tactical.2.6.6")
def test_a_squad_sees_as_long_as_anybody_is_left() -> None:
    state, _, blue = facing_off()
    squad = put(state, "red-2", RIFLES, 10, 10)
    squad.troopers = [0, 0, 1]
    assert sees(state, squad, blue)
    squad.troopers = [0, 0, 0]
    state.notes.clear()
    assert not sees(state, squad, blue)


@pytest.mark.rule("tactical.3.2.2")
def test_two_units_on_one_level_are_as_far_apart_as_on_the_plain() -> None:
    state, red, blue = facing_off(apart=1, elevation_as_range="yes")
    red.z = blue.z = 4000
    assert distance(state, red, blue) == 1000


@pytest.mark.rule("tactical.2.6.6-concealment")
def test_concealment_is_never_below_nothing() -> None:
    state, red, blue = facing_off()
    fitted(blue, {"Large Sensor Profile": 2})
    assert look(state, red, blue).concealment == 0


@pytest.mark.rule("tactical.7.2-searchlight")
def test_light_reaches_as_far_to_the_north_and_passes_low_rocks() -> None:
    rock = piece("instance", (9, 12, 11, 13), 0.8, name="Rocks")
    state, red, _ = facing_off(rock, time_of_day="night")
    fitted(red, Searchlight=1).tokens[SEARCHLIGHT] = 1
    red.facing = 900
    for y, lit in ((30000, True), (30001, False)):
        assert is_lit(state, red.x, y, 0) == lit


@pytest.mark.rule("tactical.7.2-smoke")
def test_smoke_is_measured_along_a_slanting_line() -> None:
    state, red, blue = facing_off()
    blue.x, blue.y = red.x + 9000, red.y + 12000
    red.facing = 450
    state.patches.append(Patch(SMOKE, red.x + 3000, red.y + 4000, 1000, 2))
    assert look(state, red, blue).obscurement == 4
    state.patches = [Patch(SMOKE, red.x + 3000, red.y - 4000, 1000, 2)]
    state.notes.clear()
    assert look(state, red, blue).obscurement == 0


@pytest.mark.rule("tactical.3.8.2-partial-cover")
def test_woods_are_no_obstacle_and_marked_off_houses_are() -> None:
    for going, seen in (("woodland", True), ("rough", True), ("urban", False)):
        state, red, blue = facing_off(strip(going, 9, 11.5, top=3), skirmish=True)
        assert sees(state, red, blue) == seen
        if seen:
            assert partial_cover(state, blue, red).armor == 0


@pytest.mark.rule("tactical.3.8.2-partial-cover")
def test_trees_hide_nobody_wholly() -> None:
    trees = piece("instance", (14, 8, 16, 12), 3, props={"going": "woodland"}, name="Stand of trees")
    state, red, blue = facing_off(trees, skirmish=True)
    assert sees(state, red, blue)
    assert partial_cover(state, blue, red).armor == 2


@pytest.mark.rule("tactical.3.8.2-partial-cover")
def test_half_is_enough_in_contact() -> None:
    block = piece("instance", (21.3, 8, 21.5, 12), 0.5, rating="heavy", name="Boulder")
    state, red, blue = facing_off(block, skirmish=True)
    changed(red, height=500)  # an eye at the very top of the block hides just the lower half
    assert partial_cover(state, blue, red).armor == 4


@pytest.mark.rule("tactical.2.6.5-water", "tactical.2.6.6-concealment")
def test_water_counts_beside_other_terrain() -> None:
    state, red, blue = facing_off(strip("woodland", 2, 3), strip("water", 11, 14, kind="water"))
    assert look(state, red, blue).obscurement == 3
