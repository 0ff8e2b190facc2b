"""Skirmish scale: Obscurement by types, obstacles, walls and partial cover."""

from __future__ import annotations

import pytest

from gearlock.systems.tactical.line_of_sight.seeing import look, partial_cover, sees
from gearlock.table.terrain import Piece
from systems.tactical.line_of_sight.scene import changed, facing_off, fitted, strip
from systems.tactical.tables import RIFLES, piece, put


@pytest.mark.rule("tactical.3.8.2")
@pytest.mark.parametrize(
    ("pieces", "points"),
    [
        ((strip("jungle", 3, 4),), 1),
        ((strip("jungle", 3, 4), strip("swamp", 5, 6)), 2),
        ((strip("jungle", 3, 3.1),), 1),
        ((strip("jungle", 3, 5.999),), 1),
        ((strip("jungle", 3, 6),), 2),
        ((strip("woodland", 3, 7.999),), 1),
        ((strip("woodland", 3, 8),), 2),
        ((strip("woodland", 1, 4), strip("woodland", 6, 8)), 2),
        ((strip("swamp", 1, 11),), 3),
        ((strip("rough", 1, 11),), 0),
        ((strip("urban", 3, 6),), 0),
    ],
)
def test_each_type_that_is_crossed_hides_1_and_more_for_every_step(pieces: tuple[Piece, ...], points: int) -> None:
    state, red, blue = facing_off(*pieces, skirmish=True)
    assert look(state, red, blue).obscurement == points
    assert look(state, red, blue).penalty == points


@pytest.mark.rule("tactical.3.8.2", "tactical.3.8.1-terrain")
def test_water_hides_who_can_submerge_in_it() -> None:
    state, red, blue = facing_off(strip("water", 8, 14, kind="water"), skirmish=True)
    assert look(state, red, blue).obscurement == 0
    fitted(blue, Amphibious=1)
    state.notes.clear()
    assert look(state, red, blue).obscurement == 2  # four inches: 1, and 1 more from three inches on
    blue.mode = "G"
    state.notes.clear()
    assert look(state, red, blue).obscurement == 0


@pytest.mark.rule("tactical.3.8.2-partial-cover")
def test_a_building_that_hides_all_of_a_unit_hides_it() -> None:
    house = piece("building", (14, 8, 18, 12), 2, rating="light", name="House")
    state, red, blue = facing_off(house, skirmish=True)
    refusal = look(state, red, blue).reason
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("hidden", "tactical.3.8.2-partial-cover")
    tactical, red, blue = facing_off(house)
    assert sees(tactical, red, blue)
    assert look(tactical, red, blue).obscurement == 4


@pytest.mark.rule("tactical.3.8.2-partial-cover")
@pytest.mark.parametrize(
    ("kind", "gap", "top", "armor"),
    [
        ({"rating": "heavy", "name": "Boulder"}, 0, 0.6, 4),
        ({"rating": "light", "name": "Fence"}, 0, 0.6, 2),
        ({"props": {"going": "woodland"}, "name": "Trees"}, 0, 0.6, 2),
        ({"rating": "heavy", "name": "Boulder"}, 0, 0.4, 0),
        ({"rating": "heavy", "name": "Boulder"}, 0.5, 0.5, 0),
        ({"rating": "heavy", "name": "Boulder"}, 0.5, 0.9, 4),
    ],
)
def test_partial_cover_adds_to_armor(kind: dict[str, str], gap: float, top: float, armor: int) -> None:
    """Blue's base begins 11.5 in from red; both are 1 in tall."""
    block = piece("instance", (21.3 - gap, 8, 21.5 - gap, 12), top, **kind)
    state, red, blue = facing_off(block, skirmish=True)
    changed(red, height=500)
    changed(blue, height=1000)
    assert partial_cover(state, blue, red).armor == armor
    assert partial_cover(state, red, blue).armor == 0
    assert sees(state, red, blue)
    state.scale = "50 m"
    assert partial_cover(state, blue, red).armor == 0


@pytest.mark.rule("tactical.3.8.2-partial-cover")
@pytest.mark.parametrize(("near", "from_y", "armor"), [(15, 10, 0), (15, 9.9, 4), (21.3, 10, 4), (21.3, 10.1, 0)])
def test_who_is_half_seen_past_something_far_away_has_no_cover(near: float, from_y: float, armor: int) -> None:
    boulder = piece("instance", (near, from_y, near + 0.2, 14), 3, rating="heavy", name="Boulder")
    state, red, blue = facing_off(boulder, skirmish=True)
    assert partial_cover(state, blue, red).armor == armor


@pytest.mark.rule("tactical.3.8.1-walls", "tactical.3.8.2-partial-cover")
def test_large_units_look_over_walls_and_have_cover_behind_them() -> None:
    wall = piece("instance", (21.3, 4, 21.5, 16), 0.3, props={"going": "wall"}, name="Wall")
    state, red, blue = facing_off(wall, skirmish=True)
    assert sees(state, red, blue)
    assert partial_cover(state, blue, red).armor == 4
    assert partial_cover(state, red, blue).armor == 0
    blue.x += 100
    assert partial_cover(state, blue, red).armor == 0
    squad = put(state, "red-2", RIFLES, 15, 10)
    assert sees(state, squad, blue)
    other = put(state, "blue-2", RIFLES, 22.5, 10)
    refusal = look(state, squad, other).reason
    assert refusal is not None
    assert refusal.code == "hidden"
    assert sees(state, red, other)
    changed(red, size=3)
    state.notes.clear()
    assert not sees(state, red, other)


@pytest.mark.rule("tactical.3.8.2-partial-cover")
def test_squads_have_no_armor_that_cover_could_add_to() -> None:
    block = piece("instance", (21.3, 8, 21.5, 12), 0.9, rating="heavy", name="Boulder")
    state, red, _ = facing_off(block, skirmish=True)
    squad = put(state, "blue-2", RIFLES, 22, 10)
    assert partial_cover(state, squad, red).armor == 0
