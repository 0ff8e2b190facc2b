"""Deviation in sixths of a turn from the line of fire, clockwise; and by a die of twelve."""

from __future__ import annotations

import pytest

from gearlock.mechanics.scatter import astray, direction_of, landing
from gearlock.table.measure import INCH, bearing, distance

NORTH = 900


@pytest.mark.parametrize(("face", "facing"), [(1, 900), (2, 300), (3, 3300), (4, 2700), (5, 2100), (6, 1500)])
def test_a_one_goes_straight_on_and_each_face_more_a_sixth_clockwise(face: int, facing: int) -> None:
    assert direction_of(face, NORTH) == facing


def test_a_die_of_twelve_turns_by_twelfths() -> None:
    assert [direction_of(face, 0, 12) for face in (1, 2, 7, 12)] == [0, 3300, 1800, 300]


def test_a_shot_goes_as_far_astray_as_it_was_rolled_and_failed_less_what_helps() -> None:
    assert astray(4, margin=2) == 6 * INCH
    assert astray(4, margin=2, less=1) == 5 * INCH
    assert astray(1, less=3) == 0, "never back"
    assert astray(1, less=-1) == 2 * INCH, "what hinders adds"
    assert astray(0, margin=3) == 3 * INCH, "a book may roll for the direction only"


def test_it_lands_so_far_from_the_aim_in_that_direction() -> None:
    assert landing(10_000, 10_000, NORTH, 3 * INCH) == (10_000, 13_000)
    for face in range(1, 7):
        x, y = landing(10_000, 10_000, direction_of(face, NORTH), 5 * INCH)
        assert abs(distance(10_000, 10_000, x, y) - 5 * INCH) <= 1
        assert abs(bearing(10_000, 10_000, x, y) - direction_of(face, NORTH)) <= 1
    assert landing(7, 8, 300, 0) == (7, 8)
