"""Concealment: how much terrain lies on the line, whether it hides enough to count, and what the target does."""

from __future__ import annotations

import pytest

from gearlock.systems.fieldmanual.lock_and_cover.lock import concealment, concealment_lines, has_combat_lock
from gearlock.systems.fieldmanual.lock_and_cover.looks import look_at
from gearlock.systems.fieldmanual.state import COMBAT, DEAD, FIRED, HIDING, REVERSE, STATIONARY, TOP
from gearlock.table.measure import advance
from gearlock.table.terrain import Piece
from systems.fieldmanual.lock_and_cover.scene import LEFT, across, facing_off, perked
from systems.fieldmanual.tables import piece, put, table

TYPES = [
    ("light", 1.99, 0), ("light", 2, 1), ("light", 3.99, 1), ("light", 4, 1), ("light", 7.99, 1), ("light", 8, 2),
    ("medium", 0.99, 0), ("medium", 1, 1), ("medium", 1.99, 1), ("medium", 2, 1), ("medium", 3.99, 1),
    ("medium", 4, 2), ("heavy", 0.99, 0), ("heavy", 1, 1), ("heavy", 1.99, 1), ("heavy", 2, 2), ("heavy", 5, 5),
]  # fmt: skip


@pytest.mark.rule("fieldmanual.concealment-types")
@pytest.mark.parametrize(("rating", "deep", "points"), TYPES)
@pytest.mark.parametrize("kind", ["area", "instance"])
def test_each_type_counts_by_its_length(rating: str, deep: float, points: int, kind: str) -> None:
    state, red, blue = facing_off(across(2, 2 + deep, 3, rating, kind))
    assert concealment(state, red, blue) == concealment(state, blue, red) == points


@pytest.mark.rule("fieldmanual.concealment-types")
def test_the_example_five_inches_light_and_three_medium_at_combat_speed() -> None:
    woods = (across(1, 6, 3, "light"), across(7, 10, 3, "medium"))
    state, red, blue = facing_off(*woods, band=COMBAT)
    assert [line.value for line in concealment_lines(state, red, blue)] == [1, 1, -1]
    assert concealment(state, red, blue) == 1
    assert red.card.detect == 2
    assert has_combat_lock(state, red, blue)


@pytest.mark.rule("fieldmanual.concealment-types")
def test_lengths_of_one_type_are_added_before_they_are_counted() -> None:
    state, red, blue = facing_off(across(1, 2, 3, "light"), across(5, 6, 3, "light"))
    assert look_at(state, red, blue).light == 2000
    assert concealment(state, red, blue) == 1


@pytest.mark.rule("fieldmanual.concealment-types")
def test_lengths_of_different_types_are_not() -> None:
    state, red, blue = facing_off(across(1, 2.5, 3, "light"), across(5, 5.9, 3, "medium"), across(7, 7.9, 3, "heavy"))
    assert concealment(state, red, blue) == 0


@pytest.mark.rule("fieldmanual.concealment-types")
def test_terrain_that_overlaps_is_there_once() -> None:
    state, red, blue = facing_off(across(1, 4, 3, "medium"), across(2, 5, 3, "medium", "instance"))
    assert look_at(state, red, blue).medium == 4000
    assert concealment(state, red, blue) == 2


@pytest.mark.rule("fieldmanual.concealment-types", "fieldmanual.measurement")
def test_only_what_lies_between_the_bases_counts() -> None:
    state, red, blue = facing_off(across(-4, 1.99, 3, "light"))
    assert look_at(state, red, blue).light == 1990
    assert concealment(state, red, blue) == 0
    state, red, blue = facing_off(across(10.01, 16, 3, "light"))
    assert concealment(state, red, blue) == 0
    state, red, blue = facing_off(across(10, 16, 3, "light"))
    assert concealment(state, red, blue) == 1


@pytest.mark.rule("fieldmanual.concealment-types")
def test_slanting_lines_count_their_own_length() -> None:
    state = table(piece("area", (10, 0, 12, 40), 3, rating="medium", id="wood"))
    red, blue = put(state, "red-1", "jager", 5, 5), put(state, "blue-1", "jager", 20, 20)
    assert look_at(state, red, blue).medium == round(2000 * 2**0.5)
    assert concealment(state, red, blue) == 1


@pytest.mark.rule("fieldmanual.concealment-types")
def test_a_line_along_the_side_of_a_wood_is_not_in_it() -> None:
    for box in ((6, 10, 14, 14), (6, 6, 14, 10)):
        state, red, blue = facing_off(piece("area", box, 3, rating="heavy"))
        assert look_at(state, red, blue).heavy == 0


@pytest.mark.rule("fieldmanual.concealment-types")
def test_unrated_terrain_is_what_its_kind_says() -> None:
    for kind, points in (("area", 1), ("instance", 4), ("building", 4), ("road", 0), ("water", 0)):
        state, red, blue = facing_off(across(2, 6, 3, "", kind))
        assert concealment(state, red, blue) == points, kind


@pytest.mark.rule("fieldmanual.concealment")
@pytest.mark.parametrize(("top", "points"), [(0.59, 0), (0.6, 3), (1.2, 3), (5, 3)])
def test_a_zone_counts_from_half_the_height_of_who_is_in_it(top: float, points: int) -> None:
    state, red, blue = facing_off(across(9, 20, top, "heavy"))
    assert concealment(state, red, blue) == points


@pytest.mark.rule("fieldmanual.concealment")
@pytest.mark.parametrize(("top", "points"), [(0.58, 0), (0.6, 3), (2, 3)])
def test_a_wall_in_contact_counts_from_half_the_height(top: float, points: int) -> None:
    state, red, blue = facing_off(across(9, 12, top, "heavy", "instance"))
    assert concealment(state, red, blue) == points


@pytest.mark.rule("fieldmanual.concealment")
def test_a_low_wall_far_from_the_target_is_looked_over() -> None:
    state, red, blue = facing_off(across(5, 7, 0.6, "heavy", "instance"))
    assert concealment(state, red, blue) == 0
    state, red, blue = facing_off(across(5, 7, 0.95, "heavy", "instance"))
    assert concealment(state, red, blue) == 2


@pytest.mark.rule("fieldmanual.concealment")
def test_a_wall_that_leaves_more_than_half_to_the_side_does_not_count() -> None:
    for low, points in ((9.9, 0), (9.8, 0), (9.5, 2)):
        state, red, blue = facing_off(piece("instance", (15, low, 17, 10.1), 3, rating="heavy"))
        assert concealment(state, red, blue) == points


@pytest.mark.rule("fieldmanual.concealment")
@pytest.mark.parametrize(("top", "points"), [(0.1, 0), (0.12, 0), (0.2, 3), (0.4, 3)])
def test_solid_terrain_counts_once_more_than_the_base_is_hidden(top: float, points: int) -> None:
    state, red, blue = facing_off(across(9, 12, top, "solid", "hill"))
    assert concealment(state, red, blue) == points


@pytest.mark.rule("fieldmanual.concealment-solid", "fieldmanual.concealment-types")
def test_solid_terrain_is_heavy_unless_the_map_says_otherwise() -> None:
    state, red, blue = facing_off(across(8, 12, 0.5, "medium", "hill", props={"solid": 1}))
    assert concealment(state, red, blue) == 2
    state, red, blue = facing_off(across(8, 12, 0.5, "", "hill"))
    assert concealment(state, red, blue) == 4
    state, red, blue = facing_off(across(8, 12, 0.5, "medium", "instance"))
    assert concealment(state, red, blue) == 0


@pytest.mark.rule("fieldmanual.concealment-types")
@pytest.mark.parametrize(("y", "points"), [(10, 1), (10.2, 1), (10.9, 0)])
def test_a_model_between_counts_if_it_hides_half(y: float, points: int) -> None:
    state, red, blue = facing_off()
    put(state, "blue-2", "jager", 16, y)
    assert concealment(state, red, blue) == points


@pytest.mark.rule("fieldmanual.concealment-types")
def test_each_model_between_counts_friend_or_foe() -> None:
    state, red, blue = facing_off()
    put(state, "blue-2", "jager", 16, 10)
    put(state, "red-2", "jager", 12, 10)
    put(state, "red-3", "jager", 9, 14)
    assert concealment(state, red, blue) == 2


@pytest.mark.rule("fieldmanual.concealment-types")
def test_a_small_model_does_not_hide_half_of_a_tall_one() -> None:
    state, red, strider = facing_off(card="mammoth")
    put(state, "blue-2", "infantry-squad-proposed", 15, 10)
    assert concealment(state, red, strider) == 0
    assert look_at(state, red, strider).hidden > 0


@pytest.mark.rule("fieldmanual.concealment-types", "fieldmanual.damage-dead")
def test_a_wreck_is_heavy_terrain_as_long_as_the_line_through_it() -> None:
    state, red, blue = facing_off()
    put(state, "red-2", "jager", blue.x / 1000 - 1, 10, status=DEAD)
    assert look_at(state, red, blue).heavy == 1000
    assert concealment(state, red, blue) == 1
    state.units["red-2"].y += 100
    state.notes.clear()
    assert concealment(state, red, blue) == 0


@pytest.mark.rule("fieldmanual.concealment-modifiers")
@pytest.mark.parametrize(("band", "fired", "points"), [
    (STATIONARY, False, 4), (COMBAT, False, 3), (REVERSE, False, 3), (TOP, False, 2),
    (STATIONARY, True, 3), (COMBAT, True, 2), (TOP, True, 1),
])  # fmt: skip
def test_speed_and_fire_give_a_target_away(band: str, fired: bool, points: int) -> None:
    state, red, blue = facing_off(across(4, 8, 3, "heavy"), band=band)
    if fired:
        blue.tokens[FIRED] = 1
    assert concealment(state, red, blue) == points


@pytest.mark.rule("fieldmanual.concealment-modifiers")
def test_a_mount_that_was_fired_gives_it_away_too_and_only_once() -> None:
    state, red, blue = facing_off(across(4, 8, 3, "heavy"), fired=["LAC", "LRP/24"])
    blue.tokens[FIRED] = 2
    assert concealment(state, red, blue) == 3


@pytest.mark.rule("fieldmanual.concealment-modifiers")
def test_concealment_is_never_below_nothing() -> None:
    state, red, blue = facing_off(band=TOP, fired=["LAC"])
    assert concealment(state, red, blue) == 0


@pytest.mark.rule("fieldmanual.hiding", "fieldmanual.perk-low-profile")
@pytest.mark.parametrize(("band", "low", "points"), [
    (STATIONARY, False, 2), (STATIONARY, True, 3), (COMBAT, False, 0), (COMBAT, True, 1),
])  # fmt: skip
def test_hiding_adds_by_speed(band: str, low: bool, points: int) -> None:
    state, red, blue = facing_off(band=band, tokens={HIDING: 1})
    if low:
        perked(blue, Low_Profile=1)
    assert concealment(state, red, blue) == points


@pytest.mark.rule("fieldmanual.perk-low-profile")
def test_a_low_profile_helps_nobody_who_does_not_hide() -> None:
    state, red, blue = facing_off(across(4, 8, 3, "heavy"))
    assert concealment(state, red, perked(blue, Low_Profile=1)) == 4


@pytest.mark.rule("fieldmanual.concealment")
def test_who_stands_high_looks_over_the_nearer_part_of_a_wood() -> None:
    state, red, blue = facing_off(across(1, 20, 1.5, "medium"))
    assert look_at(state, red, blue).medium == 11_000
    red.z = 3000
    state.notes.clear()
    assert look_at(state, red, blue).medium == 6000
    red.z = 20_000
    state.notes.clear()
    assert look_at(state, red, blue).medium == pytest.approx(13_000 * 1.5 / 20 - 500, abs=1)


@pytest.mark.rule("fieldmanual.concealment")
def test_a_hill_hides_who_stands_back_from_its_edge() -> None:
    hill = piece("hill", (12, 2, 40, 18), 2, footing=True, id="hill")
    state, red, blue = facing_off(hill, apart=20)
    blue.z = 2000
    assert look_at(state, red, blue).solid > 0
    assert look_at(state, red, blue).heavy == 13_500
    blue.x = 12_500
    state.notes.clear()
    assert look_at(state, red, blue).hidden == 0


@pytest.mark.rule("fieldmanual.concealment")
def test_a_slope_is_ground_to_whoever_stands_on_it() -> None:
    slope = piece("hill", (12, 2, 40, 18), 2, footing=True, id="slope", props={"slope": 30})
    state, red, blue = facing_off(slope, apart=20)
    blue.z = 2000
    assert look_at(state, red, blue).hidden == 0
    other, red, blue = facing_off(slope, apart=40)
    assert look_at(other, red, blue).is_walled


@pytest.mark.rule("fieldmanual.option-representational-cover")
def test_a_zone_covers_who_is_in_it_up_to_its_height_only() -> None:
    wood = across(6, 20, 0.5, "heavy")
    state, red, blue = facing_off(wood)
    assert look_at(state, red, blue).hidden == pytest.approx(5 / 12 * 1e6, abs=1000)
    red.z = 12_000
    state.notes.clear()
    assert look_at(state, red, blue).hidden == pytest.approx(5 / 12 * 1e6, abs=1000)


@pytest.mark.rule("fieldmanual.option-representational-cover")
def test_without_the_option_a_wood_hides_by_its_shape() -> None:
    tall = across(6, 20, 1.3, "heavy")
    state, red, blue = facing_off(tall, card="spitting-cobra")
    assert look_at(state, red, blue).hidden == pytest.approx(13 / 14 * 1e6, abs=1000)
    state.switches["representational cover"] = "no"
    state.notes.clear()
    assert look_at(state, red, blue).hidden == 1_000_000


@pytest.mark.rule("fieldmanual.option-representational-cover")
def test_a_zone_covers_from_where_its_edge_does_not_stand_between() -> None:
    wood = across(11, 13.5, 3, "light")
    state, red, blue = facing_off(wood)
    assert blue.x == round((LEFT + 12.5) * 1000)
    assert look_at(state, red, blue).hidden == 1_000_000
    blue.x += 1100
    state.notes.clear()
    assert look_at(state, red, blue).hidden == 1_000_000
    turned = put(state, "red-2", "jager", 30, 10)
    assert look_at(state, turned, blue).hidden == 0


@pytest.mark.rule("fieldmanual.concealment")
def test_what_hangs_in_the_air_hides_nothing_below_it() -> None:
    bridge = across(4, 8, 4, "heavy", "instance", base=3)
    state, red, blue = facing_off(bridge)
    assert concealment(state, red, blue) == 0


@pytest.mark.rule("fieldmanual.concealment")
def test_a_triangle_counts_where_the_line_runs() -> None:
    corners = (advance(10_000, 6_000, 0, 0), advance(10_000, 6_000, 0, 6_000), advance(10_000, 6_000, 900, 6_000))
    rock = Piece("rock", "Rock", "instance", tuple(corners), 3000, 0, "heavy")
    state, red, blue = facing_off(rock)
    assert look_at(state, red, blue).heavy == 2000
