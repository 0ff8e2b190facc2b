"""4.2, 4.3: the Origin Point may be any point of a Silhouette, and the attacker takes the one with least cover."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gearlock.systems.brigands.lock_and_cover.sight import CLEAR, FULL_HEAVY, Look, look_at, scrutinise
from gearlock.systems.brigands.rounds import Activate
from gearlock.systems.brigands.state import COMBAT_SPEED, State
from gearlock.table.polygon import rectangle
from gearlock.table.terrain import Piece
from systems.brigands.field import EAST, WEST, code, give, ground, lay, mil, piece
from systems.brigands.shooting import fire


def slats(x: float, *ends: float, rating: str = "heavy", deep: float = 0.2, top: float = 4.0) -> list[Piece]:
    """Walls side by side across the look, from and to so many inches left of the middle, each pair one wall."""
    return [
        piece("instance", x, 10 + low, x + deep, 10 + high, top, rating=rating)
        for low, high in zip(ends[::2], ends[1::2], strict=True)
    ]


def two(*pieces: Piece, far: float = 20.0, model: str = "hunter") -> State:
    """A model at 10, 10 and another, east of it."""
    return lay([("hunter", 10, 10, EAST)], [(model, far, 10, WEST)], on=ground(*pieces)).state


def looks(state: State) -> tuple[Look, Look]:
    red, blue = state.units["red-1"], state.units["blue-1"]
    return look_at(state, red, blue), look_at(state, blue, red)


@pytest.mark.rule("brigands.4.2", "brigands.4.3-los")
def test_between_slats_a_target_is_open_from_a_point_that_is_neither_the_middle_nor_an_end_of_the_base() -> None:
    """The slats stand right before the looker: gaps of 0.2 in are 0.3 in off its middle, on either side."""
    fence = slats(10.7, -9, -0.4, -0.2, 0.2, 0.4, 9, deep=0.05)
    there, back = looks(two(*fence))
    assert there == CLEAR
    assert back.sight
    one_gap = slats(10.7, -9, 0.2, 0.4, 9, deep=0.05)
    assert looks(two(*one_gap))[0] == CLEAR


@pytest.mark.rule("brigands.4.2", "brigands.4.3-los", "brigands.4.4-full")
@pytest.mark.parametrize(("gap", "sight"), [(0.001, True), (0.0, False)])
def test_the_narrowest_gap_between_two_walls_gives_sight_both_ways_and_a_joint_does_not(
    gap: float, sight: bool
) -> None:
    for x, aside in ((15, 0.27), (12, -0.4)):
        for look in looks(two(*slats(x, -9, aside, aside + gap, 9, deep=0.001))):
            assert look == (Look(True, False, 2) if sight else FULL_HEAVY)


@pytest.mark.rule("brigands.4.2", "brigands.5.2a")
def test_an_attack_between_slats_is_allowed() -> None:
    fence = slats(10.7, -9, -0.4, -0.2, 0.2, 0.4, 9, deep=0.05)
    battle = lay([("hunter", 10, 10, EAST)], [("hunter", 33, 10, WEST)], on=ground(*fence))
    give(battle, Activate("red-1", COMBAT_SPEED))
    assert code(battle, fire()) == ""


@pytest.mark.rule("brigands.4.2", "brigands.4.4a")
@pytest.mark.parametrize(("ahead", "expected"), [(1.588, CLEAR), (1.591, FULL_HEAVY)])
def test_out_of_a_wood_one_looks_from_the_front_of_the_base(ahead: float, expected: Look) -> None:
    """Less than an inch of it lies before the front of the base, though more before its middle."""
    wood = piece("area", 5, 5, 10 + ahead, 15, 4)
    there, _ = looks(two(wood))
    assert there == expected


@pytest.mark.rule("brigands.4.2", "brigands.4.4")
def test_over_the_edge_of_a_roof_one_looks_from_the_front_of_the_base() -> None:
    house = piece("building", 5, 5, 10.6, 15, 5, footing=True)
    state = two(house, far=12.0)
    state.units["red-1"].z = mil(5)
    assert looks(state)[0] == CLEAR


@pytest.mark.rule("brigands.4.2", "brigands.4.4-defensive")
def test_the_attacker_takes_the_gap_that_shows_most() -> None:
    """One gap shows a little of the target from everywhere, the other most of it from one point."""
    fence = slats(11, -9, -0.55, -0.5, 0.3, 0.5, 9, deep=0.05)
    assert looks(two(*fence))[0] == CLEAR


@pytest.mark.rule("brigands.4.4", "brigands.4.4-defensive")
def test_past_light_slats_before_a_heavy_wall_only_the_heavy_ones_count_double() -> None:
    heavy = slats(15, -9, 0.25, 0.35, 9, deep=0.01)
    light = slats(16, -9, 9, rating="light")
    assert looks(two(*heavy, *light)) == (Look(False, False, 2), Look(False, False, 2))
    assert looks(two(*light)) == (Look(False, False, 1), Look(False, False, 1))


@pytest.mark.rule("brigands.4.2", "brigands.4.4")
def test_what_is_told_of_a_look_is_what_the_chosen_point_sees() -> None:
    fence = slats(10.7, -9, -0.4, -0.2, 0.2, 0.4, 9, deep=0.05)
    state = two(*fence)
    look, (hidden, _, _) = scrutinise(state, state.units["red-1"], state.units["blue-1"])
    assert look == CLEAR
    assert hidden < 50
    narrow = two(*slats(15, -9, 0.27, 0.271, 9, deep=0.001))
    look, (hidden, in_the_way, _) = scrutinise(narrow, narrow.units["red-1"], narrow.units["blue-1"])
    assert look.sight
    assert hidden == 99
    assert len(in_the_way) == 2


walls = st.tuples(st.integers(10_700, 18_500), st.integers(8_000, 12_000), st.integers(20, 800), st.integers(20, 2_000),
                  st.integers(300, 4_000), st.sampled_from(["light", "heavy"]))  # fmt: skip


@settings(max_examples=120, deadline=None)
@given(st.lists(walls, min_size=1, max_size=6), st.sampled_from(["hunter", "chasseur"]))
def test_whoever_sees_is_seen_whatever_walls_stand_between(
    found: list[tuple[int, int, int, int, int, str]], model: str
) -> None:
    pieces = [
        Piece(f"w{number}", "Wall", "instance", rectangle(x, y, x + deep, y + wide), top, rating=rating)
        for number, (x, y, deep, wide, top, rating) in enumerate(found)
    ]
    there, back = looks(two(*pieces, model=model))
    assert there.sight is back.sight
    assert there.blocked is back.blocked
