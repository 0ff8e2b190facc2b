"""7.3b, 10.2, 14.7c and 17.7b: cover on any side, from above, in the air, and from the middle of an area attack."""

from __future__ import annotations

import pytest

from gearlock.systems.blitz.lock_and_cover.cover import (
    crowd_of,
    has_adjacent_cover,
    look_at,
    look_from_above,
    look_from_point,
)
from gearlock.systems.blitz.state import State, Unit
from gearlock.table.bodies import Body
from gearlock.table.terrain import Piece
from systems.blitz.lock_and_cover.scene import SQUAD, STRIDER, mil, model, pair, piece, table, wall, wood


@pytest.mark.rule("blitz.7.3b", "blitz.18.1", "blitz.18.2")
@pytest.mark.parametrize(
    ("thing", "has"),
    [
        (wall("light", 17, 18.5, 1), True),
        (wall("light", 17, 18.499, 1), False),
        (wall("light", 21.5, 23, 1), True),
        (wall("light", 17, 18.5, 0.999), False),
        (wood("light", 10, 30, 3), True),
        (wall("light", 17, 19, 6, base=mil(2)), False),
        (piece("hill", "heavy", 10, 10, 30, 30, 0), False),
        (model("wreck", "red", 22, status="wreck"), True),
        (model("wreck", "red", 22.001, status="wreck"), False),
        (model("friend", "blue", 22, card=STRIDER), False),
        (model("fort", "red", 22.5, card="outpost"), True),
    ],
)
def test_adjacent_cover_on_any_side(thing: Piece | Unit, has: bool) -> None:
    state, _, blue = pair(thing)
    assert has_adjacent_cover(state, blue) is has
    assert (look_from_above(state, blue).adjacent > 0) is has


@pytest.mark.rule("blitz.7.3b")
def test_the_ground_under_a_model_is_not_adjacent_cover() -> None:
    state, _, blue = pair(piece("hill", "heavy", 10, 10, 30, 30, 2), wall("light", 18, 19, 2.9))
    blue.z = mil(2)
    assert not has_adjacent_cover(state, blue)
    state, _, blue = pair(piece("hill", "heavy", 10, 10, 30, 30, 2), wall("light", 18, 19, 3))
    blue.z = mil(2)
    assert has_adjacent_cover(state, blue)


@pytest.mark.rule("blitz.14.7c")
@pytest.mark.parametrize(
    ("things", "dice", "screens"),
    [
        ([], 0, ()),
        ([wall("light", 18, 19, 1)], 1, ()),
        ([model("wreck", "red", 21.5, status="wreck")], 2, ("wreck",)),
        ([model("wreck", "red", 21.5, status="wreck"), wall("medium", 18, 19, 1)], 2, ()),
        ([model("fort", "red", 22.5, card="outpost"), wall("heavy", 18, 19, 1)], 3, ()),
        ([model("fort", "red", 22.5, card="outpost"), wall("medium", 18, 19, 1)], 3, ("fort",)),
    ],
)
def test_from_above_terrain_counts_before_models(
    things: list[Piece | Unit], dice: int, screens: tuple[str, ...]
) -> None:
    state, _, blue = pair(*things)
    assert look_from_above(state, blue) == (True, False, False, dice, 0, dice > 0, screens, 0)


@pytest.mark.rule("blitz.14.7c")
def test_from_above_adjacent_cover_counts_and_only_a_hard_roof_hides() -> None:
    state, _, blue = pair(wall("medium", 18, 19, 1), wood("light", 15, 25, 3))
    assert look_from_above(state, blue)[:6] == (True, False, False, 2, 0, True)
    state, _, blue = pair(wood("heavy", 15, 25, 3))
    assert look_from_above(state, blue)[:6] == (True, False, False, 3, 0, True)
    for rating, x0, hidden in (("heavy", 19.5, True), ("heavy", 19.501, False), ("medium", 19.5, False)):
        roof = wall(rating, x0, 22, 3, base=mil(2.5))
        state, _, blue = pair(roof)
        assert look_from_above(state, blue).blocked is hidden
        assert look_from_above(state, blue).sight is not hidden
    house = piece("building", "light", 18, 18, 24, 22, 3)
    squad = model("squad", "blue", 21, card=SQUAD, place=house.id)
    assert look_from_above(table(house, squad), squad).full


@pytest.mark.rule("blitz.17.7b")
def test_nothing_but_fog_hides_who_is_in_the_air() -> None:
    state, red, blue = pair(wall("heavy", 14, 15, 3), to=35)
    assert look_at(state, red, blue).blocked
    blue.tokens["aloft"] = 1
    assert look_at(state, red, blue)[:6] == (True, False, False, 0, 0, False)
    state.switches["weather"] = "fog"
    assert look_at(state, red, blue)[:6] == (False, True, False, 0, 1, True)


@pytest.mark.rule("blitz.10.2")
def test_cover_from_the_middle_of_an_area_attack() -> None:
    """The primary target stands at the point and hides nobody; cover between that and the target counts."""
    state, red, blue = pair(wall("medium", 18, 19, 1))
    primary = model("primary", "blue", 16.2, card=STRIDER)
    state.units[primary.id] = primary
    point = Body(primary.x, primary.y, mil(1.5))
    assert look_from_point(state, point, blue)[3:5] == (2, 0)
    assert look_from_point(state, Body(mil(20), mil(25)), blue).dice == 0
    assert look_from_point(state, point, red).dice == 0
    near = model("near", "blue", 13.9)
    state.units["near"] = near
    assert look_from_point(state, point, near).dice == 0


@pytest.mark.rule("blitz.7.0")
def test_a_look_is_the_same_whoever_else_looked_before() -> None:
    state, red, blue = pair(wall("medium", 14, 15, 1))
    other: State = state.with_unit(blue)
    assert crowd_of(state) is crowd_of(state)
    assert crowd_of(other) is not crowd_of(state)
    assert look_at(other, red, blue) == look_at(state, red, blue, crowd_of(state))
