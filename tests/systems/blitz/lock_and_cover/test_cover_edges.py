"""7.0 to 7.5: cover at its edges: exact distances, heights, thickness, and several pieces at once."""

from __future__ import annotations

import pytest

from gearlock.systems.blitz.lock_and_cover.cover import (
    crowd_of,
    has_lock,
    look_at,
)
from gearlock.systems.blitz.lock_and_cover.ground import cloud_of
from gearlock.systems.blitz.models import model_cards
from gearlock.systems.blitz.state import COMBAT, Unit
from gearlock.table.terrain import Piece
from systems.blitz.lock_and_cover.scene import SQUAD, STRIDER, mil, model, pair, piece, table, wall, wood


def seen(*things: Piece | Unit, at: float = 10.0, to: float = 20.0) -> tuple[bool, bool, int, int]:
    """Sight, blocked, adjacent and additional dice between two Gears; looked at with and without a crowd."""
    state, red, blue = pair(*things, at=at, to=to)
    look = look_at(state, red, blue)
    assert look == look_at(state, red, blue, crowd_of(state))
    assert look.full is not look.sight
    assert look.has_cover is (look.full or look.dice > 0)
    return look.sight, look.blocked, look.adjacent, look.additional


@pytest.mark.rule("blitz.7.2")
@pytest.mark.parametrize(("top", "dice"), [(1.0, 1), (0.999, 0)])
def test_half_the_height_of_the_target(top: float, dice: int) -> None:
    assert seen(wall("heavy", 14, 15, top)) == (True, False, 0, dice)
    assert seen(wall("heavy", 18, 19, top)) == (True, False, 3 * dice, 0)


@pytest.mark.rule("blitz.7.0")
@pytest.mark.parametrize(("top", "dice"), [(0.5, 2), (0.499, 0)])
def test_what_is_lower_than_half_an_inch_is_no_cover_even_for_infantry(top: float, dice: int) -> None:
    red, squad = model("red", "red", 10), model("blue", "blue", 20, card=SQUAD)
    state = table(red, squad, wall("medium", 18, 19, top))
    assert look_at(state, red, squad).adjacent == dice


@pytest.mark.rule("blitz.7.0")
def test_half_an_inch_is_the_least_however_low_the_target() -> None:
    red = model("red", "red", 10)
    low = model("blue", "blue", 20, card=SQUAD, traits=("Low Profile",))
    assert low.height == 500
    assert look_at(table(red, low, wall("medium", 18, 19, 0.4)), red, low).dice == 0
    assert look_at(table(red, low, wall("medium", 18, 19, 0.5)), red, low).adjacent == 2


@pytest.mark.rule("blitz.trait.lowprofile")
def test_a_low_silhouette_finds_cover_that_a_tall_one_does_not() -> None:
    red = model("red", "red", 10)
    low = model("blue", "blue", 20, card="naga")
    state = table(red, low, wall("medium", 17, 18.3, 1))
    assert (low.height, look_at(state, red, low).adjacent) == (1500, 2)
    low.tall, low.posture = True, "combat"
    assert (low.height, look_at(state, red, low).adjacent) == (3000, 0)


@pytest.mark.rule("blitz.trait.lowprofile", "blitz.trait.sms", "blitz.6.3a")
@pytest.mark.parametrize(
    ("card", "traits", "gait", "low", "stands"),
    [
        ("bobcat", (), "W", 2000, True),
        ("bobcat", (), "G", 1000, True),
        ("hunter", ("Low Profile", "SMS:G (-Low Profile)"), "W", 1000, True),
        ("hunter", ("Low Profile", "SMS:G (-Low Profile)"), "G", 2000, True),
        ("hussar", ("Low Profile", "SMS:G"), "W", 1500, True),
        ("hussar", ("Low Profile", "SMS:G"), "G", 1000, True),
        ("hussar", (), "G", 2000, False),
        ("badger", ("Low Profile",), "G", 1000, False),
    ],
)
def test_a_low_profile_may_come_and_go_with_the_movement_type(
    card: str, traits: tuple[str, ...], gait: str, low: int, stands: bool
) -> None:
    unit = model("red", "red", 10, card=card, traits=traits or model_cards()[card].traits)
    unit.gait = gait
    assert (unit.height, unit.line.may_stand_up) == (low, stands)
    unit.tall, unit.posture = True, COMBAT
    assert unit.height == (2000 if gait == "G" or card != "hussar" else 3000)


@pytest.mark.rule("blitz.7.3b")
@pytest.mark.parametrize(("gap", "adjacent", "additional"), [(1.0, 2, 0), (1.001, 0, 1)])
def test_an_inch_from_the_target(gap: float, adjacent: int, additional: int) -> None:
    far = 19.5 - gap
    assert seen(wall("medium", far - 2, far, 1)) == (True, False, adjacent, additional)
    assert seen(wall("light", far - 2, far, 3), wall("medium", 12, 13.9, 1)) == (
        False,
        False,
        min(adjacent, 1),
        2 - min(adjacent, 1),
    )


@pytest.mark.rule("blitz.7.3b")
@pytest.mark.parametrize(
    ("near", "far", "dice"),
    [(11.5, 14.5, 0), (11.501, 14.4, 1), (11.5, 14.501, 1), (10.5, 12.0, 0)],
)
def test_an_attackers_own_cover_is_near_and_ends_within_twice_its_height(near: float, far: float, dice: int) -> None:
    assert seen(wall("medium", near, far, 1, 19, 21)) == (True, False, 0, dice)


@pytest.mark.rule("blitz.7.3b")
def test_an_attackers_own_cover_may_not_reach_far_to_the_side_either() -> None:
    assert seen(wall("medium", 11, 12, 1, 15.8, 24.2)) == (True, False, 0, 0)
    assert seen(wall("medium", 11, 12, 1, 15.0, 25.0)) == (True, False, 0, 1)


@pytest.mark.rule("blitz.7.3b")
@pytest.mark.parametrize(("far", "dice"), [(13.6, 0), (16.6, 0), (16.601, 1)])
def test_twice_the_height_is_that_of_the_attackers_silhouette(far: float, dice: int) -> None:
    """A Strider is 3 in tall and has a wider base."""
    strider, blue = model("red", "red", 10 - 0.581, card=STRIDER), model("blue", "blue", 25)
    state = table(strider, blue, wall("medium", 11, far, 1, 19.9, 20.1))
    assert look_at(state, strider, blue).additional == dice


@pytest.mark.rule("blitz.7.3b")
@pytest.mark.parametrize(("corner", "dice"), [(15.8, 0), (15.2, 1)])
def test_every_side_of_the_attackers_own_cover_comes_near_it(corner: float, dice: int) -> None:
    """Looking west past a block 2 in deep: its far corners lie beyond 4 in, all of its sides come nearer."""
    block = wall("medium", 17.0, 19.0, 1, corner, 40 - corner)
    assert seen(block, at=20, to=10) == (True, False, 0, dice)


@pytest.mark.rule("blitz.7.3b")
@pytest.mark.parametrize(("to", "adjacent"), [(15.0, 2), (15.001, 0)])
def test_an_attackers_own_cover_counts_for_a_target_that_touches_it(to: float, adjacent: int) -> None:
    assert seen(wall("medium", 11, 14.5, 1, 19, 21), to=to) == (True, False, adjacent, 0)


@pytest.mark.rule("blitz.7.3b")
def test_an_attackers_own_cover_counts_if_it_is_full() -> None:
    assert seen(wall("medium", 11, 12, 2, 17, 23)) == (False, False, 0, 2)


@pytest.mark.rule("blitz.7.3b")
def test_additional_cover_is_one_die_unless_it_is_full() -> None:
    low = [wall("heavy", x, x + 0.5, 1) for x in (12.5, 14, 16)]
    assert seen(*low) == (True, False, 0, 1)
    assert seen(*low, wall("light", 17, 17.5, 3)) == (False, False, 0, 2)
    assert seen(*low, wall("light", 17, 17.5, 3), wall("heavy", 15, 15.5, 3)) == (False, False, 0, 5)


@pytest.mark.rule("blitz.7.3b")
def test_only_the_best_adjacent_piece_counts() -> None:
    assert seen(wall("light", 17.8, 18.5, 1), wall("heavy", 18.6, 19, 1)) == (True, False, 3, 0)
    assert seen(wall("heavy", 18.6, 19, 1), wall("light", 17.8, 18.5, 3), wall("light", 14, 14.5, 1)) == (
        False,
        False,
        3,
        1,
    )


@pytest.mark.rule("blitz.7.3b", "blitz.7.2")
def test_cover_beside_or_behind_the_target_is_none() -> None:
    assert seen(wall("heavy", 20.5, 22, 3)) == (True, False, 0, 0)
    assert seen(wall("heavy", 18, 22, 3, 20.5, 22)) == (True, False, 0, 0)


@pytest.mark.rule("blitz.7.5a", "blitz.7.5-table")
@pytest.mark.parametrize(
    ("rating", "thick", "top", "blocked"),
    [
        ("heavy", 1.0, 2, True),
        ("heavy", 0.999, 2, False),
        ("medium", 3.0, 2, False),
        ("heavy", 3.0, 1.999, False),
    ],
)
def test_heavy_full_cover_an_inch_thick(rating: str, thick: float, top: float, blocked: bool) -> None:
    state, red, blue = pair(wall(rating, 14, 14 + thick, top))
    assert look_at(state, red, blue).blocked is blocked
    assert has_lock(state, red, blue) is not blocked


@pytest.mark.rule("blitz.7.5a")
def test_heavy_area_terrain_stops_attacks_too() -> None:
    assert seen(wood("heavy", 14, 15.001, 3)) == (False, True, 0, 3)
    assert seen(wood("heavy", 14, 15, 3)) == (True, False, 0, 0)


@pytest.mark.rule("blitz.7.5")
def test_two_pieces_hide_together_what_neither_hides_alone() -> None:
    """No line is open, so it takes detection; but each of them is partial cover."""
    left, right = wall("medium", 14, 15, 3, 10, 20.2), wall("medium", 15, 16, 3, 19.8, 30)
    assert seen(left) == seen(right) == (True, False, 0, 1)
    assert seen(left, right) == (False, False, 0, 1)
    heavy = wall("heavy", 14, 15, 3, 10, 20.2), wall("heavy", 15, 16, 3, 19.8, 30)
    assert seen(*heavy) == (False, True, 0, 1)
    thin = wall("heavy", 14, 15, 3, 10, 20.2), wall("heavy", 15, 15.9, 3, 19.8, 30)
    assert seen(*thin) == (False, False, 0, 1)
    assert seen(left, heavy[1]) == (False, False, 0, 1)


@pytest.mark.rule("blitz.7.5b")
@pytest.mark.parametrize(("thick", "expected"), [(1.0, (True, False, 0, 0)), (1.001, (False, False, 0, 2))])
def test_an_inch_of_area_terrain_between(thick: float, expected: tuple[bool, bool, int, int]) -> None:
    assert seen(wood("medium", 14, 14 + thick, 2)) == expected


@pytest.mark.rule("blitz.7.5b")
def test_each_area_is_measured_by_itself() -> None:
    assert seen(wood("light", 13, 14, 3), wood("light", 15, 16, 3)) == (True, False, 0, 0)
    assert seen(wood("light", 13, 14.1, 3), wood("light", 15, 16.1, 3)) == (False, False, 0, 2)


@pytest.mark.rule("blitz.7.5b")
@pytest.mark.parametrize(("edge", "sight"), [(18.5, True), (18.499, False)])
def test_into_area_terrain_it_is_adjacent_cover_all_the_same(edge: float, sight: bool) -> None:
    assert seen(wood("light", edge, 30, 3)) == (sight, False, 1, 0)


@pytest.mark.rule("blitz.7.5b", "blitz.7.3b")
def test_a_thin_hedge_within_an_inch_of_the_target_is_cover() -> None:
    assert seen(wood("light", 18, 18.9, 3)) == (True, False, 1, 0)


@pytest.mark.rule("blitz.7.5b", "blitz.7.2")
def test_a_wood_that_some_lines_pass_is_partial_cover() -> None:
    assert seen(wood("medium", 12, 18, 3, 20.2, 30)) == (True, False, 0, 1)
    assert seen(wood("medium", 12, 18, 3, 20.5, 30)) == (True, False, 0, 0)


@pytest.mark.rule("blitz.7.3b", "blitz.7.5b")
@pytest.mark.parametrize(
    ("area", "dice"),
    [
        (wood("light", 14, 14.5, 1), 1),
        (wood("heavy", 8, 17, 1.999), 1),
        (wood("light", 8, 17, 1), 1),
        (wood("light", 7, 14.5, 1, 18, 22), 0),
        (wood("light", 7, 14.501, 1, 18, 22), 1),
        (wood("light", 2, 11.5, 2), 0),
        (wood("light", 10.5, 14, 2, 20, 30), 0),
        (wood("light", 10.501, 14, 2, 20, 30), 1),
        (wood("light", 14, 15, 2), 0),
    ],
)
def test_the_inch_of_area_terrain_is_for_what_is_tall_enough_to_hide(area: Piece, dice: int) -> None:
    """What is looked over is cover like any other, also to who stands in it, unless it is small."""
    assert seen(area) == (True, False, 0, dice)


@pytest.mark.rule("blitz.7.5b")
def test_low_area_terrain_is_looked_over() -> None:
    assert seen(wood("medium", 12, 18, 1)) == (True, False, 0, 1)
    assert seen(wood("medium", 12, 18, 0.9)) == (True, False, 0, 0)
    strider, blue = model("red", "red", 10, card=STRIDER), model("blue", "blue", 20)
    assert look_at(table(strider, blue, wood("medium", 12, 14, 2)), strider, blue).sight
    assert not look_at(table(strider, blue, wood("medium", 16, 18, 2.4)), strider, blue).sight


@pytest.mark.rule("blitz.7.5b", "blitz.7.5")
def test_a_wood_and_a_wall_hide_together() -> None:
    """The wood leaves its left side open and the wall the right one."""
    copse, fence = wood("light", 13, 16, 3, 10, 20.1), wall("light", 17, 17.5, 3, 19.9, 30)
    assert seen(copse)[0]
    assert seen(fence)[0]
    assert seen(copse, fence) == (False, False, 0, 1)
    assert seen(wood("light", 13, 14, 3, 10, 20.1), fence) == (True, False, 0, 1)


@pytest.mark.rule("blitz.7.5b", "blitz.7.2")
def test_whatever_hangs_in_the_air_is_looked_under() -> None:
    assert seen(wood("light", 13, 16, 4, base=mil(1))) == (True, False, 0, 1)
    assert seen(wall("light", 13, 16, 4, base=mil(1))) == (True, False, 0, 1)
    assert seen(wood("light", 13, 16, 4, base=mil(2.001))) == (True, False, 0, 0)
    assert seen(wall("light", 13, 16, 1.9, base=mil(1))) == (True, False, 0, 0), "it is not an inch high"


@pytest.mark.rule("blitz.7.5b")
@pytest.mark.parametrize(("far", "dice"), [(22.4, 0), (23.0, 1)])
def test_only_what_lies_between_a_narrow_base_and_a_wide_one_counts(far: float, dice: int) -> None:
    """The way widens from half an inch to 1.181 in on each side: where a wood begins to reach into it, it is short."""
    red, strider = model("red", "red", 10), model("blue", "blue", 30, card=STRIDER)
    state = table(red, strider, wood("light", 16, far, 3, 20.9, 25))
    assert look_at(state, red, strider)[:5] == (True, False, False, 0, dice)


@pytest.mark.rule("blitz.7.5b")
def test_a_wood_that_is_not_convex() -> None:
    """A horseshoe open to the east: a model inside it sees out of the opening, not through its back."""
    spots = ((12, 18), (18, 18), (18, 19), (14, 19), (14, 21), (18, 21), (18, 22), (12, 22))
    outline = tuple((mil(x), mil(y)) for x, y in spots)
    horseshoe = Piece("horseshoe", "wood", "area", outline, mil(3), 0, "light")
    assert seen(horseshoe, at=16, to=25) == (True, False, 0, 0)
    assert seen(horseshoe, at=16, to=5) == (False, False, 0, 1)


@pytest.mark.rule("blitz.7.1")
@pytest.mark.parametrize(
    "things",
    [
        (wall("medium", 12, 13, 3, 19.9, 30), wood("light", 15, 18, 3, 10, 20.2)),
        (wood("light", 5, 11.2, 3),),
        (wall("heavy", 16, 17, 2, 19.2, 20.8),),
    ],
)
def test_sight_is_the_same_from_both_ends(things: tuple[Piece, ...]) -> None:
    state, red, blue = pair(*things)
    assert look_at(state, red, blue).sight is look_at(state, blue, red).sight


@pytest.mark.rule("blitz.7.2")
def test_roads_water_and_open_ground_are_no_cover() -> None:
    for kind in ("road", "water", "open"):
        assert seen(piece(kind, "heavy", 12, 10, 18, 30, 3)) == (True, False, 0, 0)


@pytest.mark.rule("blitz.7.2")
def test_a_roof_covers_whoever_stands_on_it_from_below_and_a_slope_does_not() -> None:
    for props, dice in (({}, 3), ({"slope": 80}, 3), ({"slope": 25}, 0)):
        mesa = piece("hill", "heavy", 18, 15, 26, 25, 2, footing=True, props=props)
        state, red, blue = pair(mesa, to=21)
        blue.z = mil(2)
        look = look_at(state, red, blue)
        assert (look.sight, look.adjacent) == (True, dice)
        red.x, red.z = mil(24), mil(2)
        assert look_at(state, red, blue).dice == 0


@pytest.mark.rule("blitz.7.2")
def test_what_hangs_above_both_hides_nobody_and_a_floor_between_hides_all() -> None:
    bridge = wall("heavy", 12, 18, 4, base=mil(3))
    assert seen(bridge) == (True, False, 0, 0)
    for rating, blocked, dice in (("heavy", True, 3), ("light", False, 1)):
        state, red, blue = pair(piece("building", rating, 5, 15, 15, 25, 3), to=10.2)
        blue.z = mil(3)
        look = look_at(state, red, blue)
        assert (look.sight, look.blocked, look.adjacent) == (False, blocked, dice)


@pytest.mark.rule("blitz.7.2", "blitz.7.3b")
def test_what_lies_an_inch_below_a_models_foot_is_not_adjacent() -> None:
    for z, adjacent in ((4.0, 2), (4.001, 0)):
        state, red, blue = pair(wall("medium", 17, 19, 3))
        blue.z = mil(z)
        assert look_at(state, red, blue).adjacent == adjacent


@pytest.mark.rule("blitz.trait.smoke", "blitz.7.5b")
def test_smoke_is_light_area_terrain_an_inch_higher_than_its_model() -> None:
    state, red, blue = pair()
    state.smoke.append(cloud_of(model("x", "red", 15)))
    assert state.smoke == [(15_000, 20_000, 0, 3_000)]
    assert look_at(state, red, blue)[:5] == (False, True, False, 0, 1)
    state.smoke[:], state.notes = [cloud_of(model("x", "red", 15, card=SQUAD))], {}
    assert look_at(state, red, blue)[:5] == (False, True, False, 0, 1)
    blue.z = red.z = mil(0.001)
    assert look_at(state, red, blue)[:5] == (True, False, False, 0, 1)
    blue.z = red.z = mil(2)
    assert look_at(state, red, blue).dice == 0
