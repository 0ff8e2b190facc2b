import pytest

from gearlock.table.arcs import Arc, is_centre_in, is_partly_in, is_wholly_in
from gearlock.table.bodies import Body

FRONT, REAR = Arc(0, 900), Arc(1800, 900)
NARROW, WIDE, ROUND = Arc(0, 450), Arc(0, 1350), Arc(0, 1800)


def at(x: int, y: int, radius: int = 600) -> Body:
    return Body(x, y, 0, radius, 1_500)


def test_front_and_rear_share_the_line_between_them() -> None:
    for facing in range(0, 3600, 900):
        assert is_centre_in(FRONT, 0, 0, 0, at(0, 5_000))
        assert is_centre_in(REAR, 0, 0, 0, at(0, 5_000))
        assert is_centre_in(FRONT, 0, 0, facing, at(0, 0))
    assert not is_centre_in(FRONT, 0, 0, 0, at(-1, 5_000))
    assert not is_centre_in(REAR, 0, 0, 0, at(1, 5_000))


def test_a_diagonal_border_is_exact() -> None:
    assert is_centre_in(NARROW, 0, 0, 0, at(5_000, 5_000))
    assert is_centre_in(NARROW, 0, 0, 0, at(5_000, -5_000))
    assert not is_centre_in(NARROW, 0, 0, 0, at(5_000, 5_001))
    assert not is_centre_in(NARROW, 0, 0, 0, at(-5_000, 0))


def test_an_arc_wider_than_half_leaves_out_only_the_rear() -> None:
    assert is_centre_in(WIDE, 0, 0, 0, at(-5_000, 5_000))
    assert not is_centre_in(WIDE, 0, 0, 0, at(-5_001, 5_000))
    assert is_centre_in(ROUND, 0, 0, 0, at(-5_000, 0))


def test_partly_and_wholly_look_at_the_whole_footprint() -> None:
    assert is_partly_in(FRONT, 0, 0, 0, at(-600, 5_000))
    assert not is_partly_in(FRONT, 0, 0, 0, at(-601, 5_000))
    assert is_wholly_in(FRONT, 0, 0, 0, at(600, 5_000))
    assert not is_wholly_in(FRONT, 0, 0, 0, at(599, 5_000))
    assert is_wholly_in(ROUND, 0, 0, 0, at(10, 10))


def test_an_arc_without_width_is_the_line_ahead_only() -> None:
    line = Arc(0, 0)
    assert is_centre_in(line, 0, 0, 0, at(5_000, 0))
    assert not is_centre_in(line, 0, 0, 0, at(-5_000, 0))


def test_a_body_behind_a_narrow_arc_is_not_touched_by_its_backward_lines() -> None:
    assert not is_partly_in(NARROW, 0, 0, 0, at(-5_000, -5_000))
    assert is_partly_in(NARROW, 0, 0, 0, at(-600, 0))


@pytest.mark.parametrize("middle", [900, -900, 1800])
def test_an_arc_turns_with_its_middle(middle: int) -> None:
    side = Arc(middle, 450)
    for facing in (0, 300, 1234):
        turned = Arc(0, 450)
        for x, y in [(5_000, 100), (-4_000, 3_000), (100, -9_000)]:
            assert is_centre_in(side, 0, 0, facing, at(x, y)) == is_centre_in(turned, 0, 0, facing + middle, at(x, y))
