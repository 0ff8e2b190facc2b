"""Cover levels, Solid cover, smoke, and the minimum Defense of whoever is Hull Down."""

from __future__ import annotations

import pytest

from gearlock.systems.fieldmanual.lock_and_cover.lock import (
    Cover,
    cover_lines,
    cover_of,
    hull_down_minimum,
    is_walled_off,
    level_of,
)
from gearlock.systems.fieldmanual.state import ALOFT, DEAD, HULL_DOWN
from systems.fieldmanual.lock_and_cover.scene import across, facing_off, perked
from systems.fieldmanual.tables import mils, piece, put, table

SHARES = [(0, 0), (20_000, 1), (500_000, 1), (520_000, 2), (890_000, 2), (900_000, 3), (1_000_000, 3)]


@pytest.mark.rule("fieldmanual.cover")
@pytest.mark.parametrize(("hidden", "level"), SHARES)
def test_levels_go_by_the_share_that_is_hidden(hidden: int, level: int) -> None:
    assert level_of(hidden) == level


@pytest.mark.rule("fieldmanual.cover")
@pytest.mark.parametrize(
    ("top", "level", "modifier"), [(None, 0, 1), (0.3, 1, 0), (0.6, 1, 0), (0.7, 2, -1), (1.05, 2, -1), (1.1, 3, -2)]
)
def test_a_wall_in_contact_covers_as_high_as_it_is(top: float | None, level: int, modifier: int) -> None:
    walls = () if top is None else (across(10, 12, top, "heavy", "instance"),)
    state, red, blue = facing_off(*walls)
    assert cover_of(state, red, blue) == Cover(level, False)
    assert sum(line.value for line in cover_lines(state, red, blue)) == modifier


@pytest.mark.rule("fieldmanual.cover")
def test_cover_is_judged_from_the_eyes_of_each_model() -> None:
    state, red, blue = facing_off(across(10, 12, 1, "heavy", "instance"))
    assert cover_of(state, red, blue).level == 2
    assert cover_of(state, blue, red).level == 0
    behind = put(state, "red-2", "jager", 30, 10)
    assert cover_of(state, behind, blue).level == 0


@pytest.mark.rule("fieldmanual.cover")
def test_models_and_wrecks_between_are_cover_too() -> None:
    state, red, blue = facing_off()
    other = put(state, "blue-2", "jager", 16, 10)
    assert cover_of(state, red, blue) == Cover(3, False)
    other.status = DEAD
    state.notes.clear()
    assert cover_of(state, red, blue) == Cover(1, False)


@pytest.mark.rule("fieldmanual.cover-solid")
@pytest.mark.parametrize(("top", "level", "solid"), [(0.1, 1, False), (0.3, 1, True), (0.8, 2, True), (1.0, 2, True)])
def test_solid_terrain_takes_one_more_off(top: float, level: int, solid: bool) -> None:
    state, red, blue = facing_off(across(10, 12, top, "solid", "hill"))
    assert cover_of(state, red, blue) == Cover(level, solid)
    lines = cover_lines(state, red, blue)
    assert sum(line.value for line in lines) == (1, 0, -1)[level] - solid
    assert any(line.rule == "fieldmanual.cover-solid" for line in lines) is solid


@pytest.mark.rule("fieldmanual.cover-solid")
def test_solid_cover_counts_beside_other_cover() -> None:
    state, red, blue = facing_off(across(11, 12, 0.3, "solid", "hill"), across(4, 8, 3, "light"))
    assert cover_of(state, red, blue) == Cover(3, True)
    assert not is_walled_off(state, red, blue)


@pytest.mark.rule("fieldmanual.cover-solid", "fieldmanual.concealment-solid")
@pytest.mark.parametrize(("top", "walled"), [(1.0, False), (1.1, True), (4, True)])
def test_full_solid_cover_stops_all_fire(top: float, walled: bool) -> None:
    state, red, blue = facing_off(across(10, 12, top, "solid", "hill"))
    assert is_walled_off(state, red, blue) is walled


@pytest.mark.rule("fieldmanual.cover-solid")
def test_several_solid_pieces_wall_off_together() -> None:
    low = piece("hill", (14, 5, 15, 10), 3, id="low")
    high = piece("hill", (14, 10, 15, 15), 3, id="high")
    for pieces, walled in (((low,), False), ((high,), False), ((low, high), True)):
        state, red, blue = facing_off(*pieces)
        assert is_walled_off(state, red, blue) is walled


@pytest.mark.rule("fieldmanual.perk-smoke", "fieldmanual.cover")
def test_smoke_covers_who_is_behind_it_and_some_of_who_is_in_it() -> None:
    state, red, blue = facing_off()
    state.smoke.append((11_000, 10_000, 0, 2000))
    assert cover_of(state, red, blue) == Cover(3, False)
    state.smoke[0] = (blue.x, 10_000, 0, 2000)
    state.notes.clear()
    assert cover_of(state, red, blue) == Cover(1, False)
    state.smoke[0] = (blue.x, 13_000, 0, 2000)
    state.notes.clear()
    assert cover_of(state, red, blue) == Cover(0, False)


@pytest.mark.rule("fieldmanual.effect-storm")
def test_in_a_blizzard_nobody_is_fully_in_the_open() -> None:
    state, red, blue = facing_off()
    for words, level in (("storm", 0), ("fog storm", 0), ("blizzard", 1)):
        state.switches["effects"] = words
        state.notes.clear()
        assert cover_of(state, red, blue).level == level


@pytest.mark.rule("fieldmanual.airstrike-attacks")
def test_for_airstrikes_only_terrain_near_the_model_on_the_ground_counts() -> None:
    near, far = across(9, 10, 3, "heavy", "instance"), across(3, 7, 3, "heavy", "instance")
    for walls, level in (((near,), 3), ((far,), 0)):
        state, _, blue = facing_off(*walls)
        flier = put(state, "red-2", "fighter", 2, 10, status=ALOFT)
        assert cover_of(state, flier, blue).level == level
        assert cover_of(state, blue, flier).level == level


MINIMA = [("light", 1), ("medium", 2), ("heavy", 3), ("solid", 4)]


@pytest.mark.rule("fieldmanual.hull-down")
@pytest.mark.parametrize(("rating", "least"), MINIMA)
@pytest.mark.parametrize("low", [False, True])
def test_the_hull_down_chart(rating: str, least: int, low: bool) -> None:
    state, red, blue = facing_off(across(11, 12, 0.8, rating, "instance"), tokens={HULL_DOWN: 1})
    if low:
        perked(blue, Low_Profile=1)
    assert hull_down_minimum(state, red, blue) == least + low


@pytest.mark.rule("fieldmanual.hull-down", "fieldmanual.perk-low-profile")
def test_hull_down_helps_only_where_the_terrain_stands_between() -> None:
    wall = across(11, 12, 0.8, "heavy", "instance")
    state, red, blue = facing_off(wall, tokens={HULL_DOWN: 1})
    perked(blue, Low_Profile=1)
    behind = put(state, "red-2", "jager", 30, 10)
    assert hull_down_minimum(state, red, blue) == 4
    assert hull_down_minimum(state, behind, blue) == 0
    blue.tokens.clear()
    assert hull_down_minimum(state, red, blue) == 0


@pytest.mark.rule("fieldmanual.hull-down")
def test_terrain_that_is_not_touched_or_too_low_protects_nobody() -> None:
    state, red, blue = facing_off(across(10.9, 11.9, 0.8, "heavy", "instance"), tokens={HULL_DOWN: 1})
    assert hull_down_minimum(state, red, blue) == 0
    state, red, blue = facing_off(across(11, 12, 0.55, "heavy", "instance"), tokens={HULL_DOWN: 1})
    assert hull_down_minimum(state, red, blue) == 0
    state, red, blue = facing_off(across(11, 12, 0.6, "heavy", "instance"), tokens={HULL_DOWN: 1})
    assert hull_down_minimum(state, red, blue) == 3


@pytest.mark.rule("fieldmanual.hull-down")
def test_who_looks_down_over_the_wall_is_not_hindered_by_it() -> None:
    state, red, blue = facing_off(across(11, 12, 0.8, "heavy", "instance"), tokens={HULL_DOWN: 1})
    red.z = mils(8)
    assert hull_down_minimum(state, red, blue) == 3
    blue.x += 0
    state, red, blue = facing_off(across(10.5, 11.5, 0.8, "heavy", "instance"), tokens={HULL_DOWN: 1})
    assert hull_down_minimum(state, red, blue) == 0


@pytest.mark.rule("fieldmanual.hull-down")
def test_in_a_wood_one_is_hull_down_from_all_sides_and_the_best_terrain_counts() -> None:
    wood, rock = across(8, 18, 2, "light"), across(11, 12, 0.8, "heavy", "instance")
    state, red, blue = facing_off(wood, rock, tokens={HULL_DOWN: 1})
    behind = put(state, "red-2", "jager", 40, 10)
    assert hull_down_minimum(state, red, blue) == 3
    assert hull_down_minimum(state, behind, blue) == 1


@pytest.mark.rule("fieldmanual.hull-down")
def test_a_wreck_in_contact_is_heavy_terrain() -> None:
    state, red, blue = facing_off(tokens={HULL_DOWN: 1})
    wreck = put(state, "red-2", "jager", 0, 10, status=DEAD)
    wreck.x = blue.x - 1000
    assert hull_down_minimum(state, red, blue) == 3
    wreck.x -= 1
    state.notes.clear()
    assert hull_down_minimum(state, red, blue) == 0


@pytest.mark.rule("fieldmanual.infantry-structures")
def test_hull_down_in_a_building_is_partial_cover_from_all_sides() -> None:
    house = piece("building", (10, 8, 14, 12), 2, id="house")
    state = table(house)
    inside = put(state, "red-1", "infantry-squad-proposed", 12, 10, team="red-1", carrier="house")
    around = [put(state, f"blue-{n}", "jager", x, y) for n, (x, y) in enumerate([(20, 10), (4, 10), (12, 20)], 1)]
    assert [cover_of(state, each, inside).level for each in around] == [0, 0, 0]
    inside.tokens[HULL_DOWN] = 1
    state.notes.clear()
    assert [cover_of(state, each, inside) for each in around] == [Cover(2, False)] * 3
    assert [hull_down_minimum(state, each, inside) for each in around] == [4, 4, 4]
    assert [cover_of(state, inside, each).level for each in around] == [0, 0, 0]


@pytest.mark.rule("fieldmanual.infantry-structures")
def test_a_bunker_is_solid_to_those_in_it_and_to_those_behind_it() -> None:
    state, red, blue = facing_off()
    put(state, "blue-9", "heavy-bunker", 14, 10)
    inside = put(state, "blue-2", "infantry-squad-proposed", 14, 10, team="blue-2", carrier="blue-9")
    inside.tokens[HULL_DOWN] = 1
    assert cover_of(state, red, inside) == Cover(2, False)
    assert hull_down_minimum(state, red, inside) == 4
    assert cover_of(state, red, blue).solid
    assert cover_of(state, inside, red).level == 0


@pytest.mark.rule("fieldmanual.infantry-structures")
@pytest.mark.parametrize(("rating", "least"), [("", 4), ("heavy", 4), ("solid", 4), ("medium", 2), ("light", 1)])
def test_inside_hard_buildings_are_solid_and_soft_ones_what_they_are(rating: str, least: int) -> None:
    state = table(piece("building", (10, 8, 14, 12), 2, id="house", rating=rating))
    inside = put(state, "red-1", "infantry-squad-proposed", 12, 10, team="red-1", carrier="house")
    inside.tokens[HULL_DOWN] = 1
    assert hull_down_minimum(state, put(state, "blue-1", "jager", 20, 10), inside) == least
