import pytest

from gearlock.table.bodies import Body
from gearlock.table.corridor import length_overlapping
from gearlock.table.path import (
    Step,
    Stride,
    is_walk_on_table,
    lengths_inside,
    steps,
    sweeps_body,
    sweeps_outline,
    walk,
)
from gearlock.table.polygon import rectangle
from gearlock.table.terrain import Ground, Piece

WOOD = Piece("wood", "Wood", "area", rectangle(5_000, 0, 10_000, 10_000), top=1_500)
HILL = Piece("hill", "Hill", "hill", rectangle(12_000, 0, 20_000, 10_000), top=1_000, footing=True)
CREST = Piece("crest", "Crest", "hill", rectangle(14_000, 0, 16_000, 10_000), top=2_500, footing=True)
GROUND = Ground(24_000, 24_000, (WOOD, HILL, CREST))


def stride(x0: int, y0: int, x1: int, y1: int) -> Stride:
    return Stride(x0, y0, x1, y1, max(abs(x1 - x0), abs(y1 - y0)))


def test_a_walk_counts_inches_forward_backward_and_turns() -> None:
    done = walk(1_000, 1_000, 0, ((0, 3_000), (900, 2_000), (-450, 0), (0, -1_000)))
    assert (done.forward, done.backward, done.length, done.turns) == (5_000, 1_000, 6_000, (900, -450))
    assert done.facing == 450
    assert (done.x, done.y) == (4_000 - 707, 3_000 - 707)
    assert [(s.x1, s.y1) for s in done.strides] == [(4_000, 1_000), (4_000, 3_000), (3_293, 2_293)]


def test_standing_still_is_a_walk_without_strides() -> None:
    still = walk(1_000, 2_000, 300, ())
    assert (still.x, still.y, still.facing, still.strides, still.length) == (1_000, 2_000, 300, (), 0)


def test_lengths_inside_add_up_over_the_strides() -> None:
    there_and_back = walk(1_000, 5_000, 0, ((0, 6_000), (0, -3_000)))
    assert lengths_inside(there_and_back.strides, GROUND) == {"wood": 2_000 + 2_000}


@pytest.mark.parametrize(("y", "over"), [(1_200, False), (1_199, True), (-1_200, False), (-1_199, True)])
def test_brushing_past_a_model_is_allowed_and_running_over_it_is_not(y: int, over: bool) -> None:
    assert sweeps_body(stride(0, 0, 9_000, 0), 600, Body(5_000, y, 0, 600, 1_500)) is over


def test_brushing_a_wall_is_allowed_and_entering_it_is_not() -> None:
    block = rectangle(4_000, 600, 6_000, 3_000)
    assert not sweeps_outline(stride(0, 0, 9_000, 0), 600, block)
    assert sweeps_outline(stride(0, 1, 9_000, 1), 600, block)
    assert sweeps_outline(stride(0, 1_500, 9_000, 1_500), 100, block)
    assert sweeps_outline(stride(4_900, 1_500, 5_000, 1_500), 100, block)
    assert not sweeps_outline(stride(0, 1_500, 3_900, 1_500), 100, block)
    assert sweeps_outline(stride(0, 1_500, 3_901, 1_500), 100, block)


def test_a_thin_post_between_the_ends_is_noticed() -> None:
    post = rectangle(4_990, 100, 5_010, 110)
    assert sweeps_outline(stride(0, 0, 9_000, 0), 600, post)


def test_a_walk_off_the_table_is_noticed() -> None:
    assert is_walk_on_table([stride(600, 600, 23_400, 600)], 600, 24_000, 24_000)
    assert not is_walk_on_table([stride(600, 600, 23_401, 600)], 600, 24_000, 24_000)


def test_steps_tell_every_change_of_footing() -> None:
    up_and_down = steps(stride(11_000, 5_000, 21_000, 5_000), GROUND)
    assert up_and_down == [
        Step(1_000, 0, 1_000),
        Step(3_000, 1_000, 2_500),
        Step(5_000, 2_500, 1_000),
        Step(9_000, 1_000, 0),
    ]
    assert [step.rise for step in up_and_down] == [1_000, 1_500, -1_500, -1_000]


def test_steps_end_at_the_elevation_of_the_last_point() -> None:
    assert steps(stride(11_000, 5_000, 12_000, 5_000), GROUND) == [Step(1_000, 0, 1_000)]
    assert steps(stride(12_000, 5_000, 11_000, 5_000), GROUND) == [Step(0, 1_000, 0)]
    assert steps(stride(1_000, 5_000, 9_000, 5_000), GROUND) == []


def test_a_footprint_is_in_a_piece_a_radius_longer_at_either_end() -> None:
    assert length_overlapping(stride(0, 5_000, 12_000, 5_000), 600, WOOD.outline) == 5_000 + 1_200
    assert length_overlapping(stride(0, 10_300, 12_000, 10_300), 500, WOOD.outline) == 5_000 + 2 * 400
    assert length_overlapping(stride(0, 10_600, 12_000, 10_600), 600, WOOD.outline) == 0
    assert length_overlapping(stride(7_000, 5_000, 8_000, 5_000), 100, WOOD.outline) == 1_000
