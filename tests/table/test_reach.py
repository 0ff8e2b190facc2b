import random

from gearlock.table.measure import distance
from gearlock.table.path import walk
from gearlock.table.polygon import doubled_area, is_inside
from gearlock.table.reach import cell_outlines, reach_cells, sample_paths


def straight(x0: int, y0: int, x1: int, y1: int) -> int | None:
    return distance(x0, y0, x1, y1)


def walled(x0: int, y0: int, x1: int, y1: int) -> int | None:
    """A wall along x = 1500 with a gap above y = 3000."""
    crosses = (x0 < 1_500) != (x1 < 1_500)
    return None if crosses and min(y0, y1) < 3_000 else distance(x0, y0, x1, y1)


def test_open_ground_is_reached_all_round() -> None:
    cells = reach_cells(0, 0, 5_000, 1_000, straight)
    assert cells[(5, 0)] == 5_000
    assert (4, 4) not in cells
    assert cells[(3, 3)] <= 4_300
    assert {(-column, row) for column, row in cells} == set(cells)


def test_a_wall_is_walked_round() -> None:
    cells = reach_cells(0, 0, 8_000, 1_000, walled)
    assert cells[(1, 0)] == 1_000
    assert cells[(2, 0)] > 6_000
    assert (7, 0) not in cells


def test_outlines_enclose_exactly_the_cells() -> None:
    ring = {(column, row) for column in range(4) for row in range(4)} - {(1, 1)}
    outer, hole = sorted(cell_outlines(ring, 500, 500, 1_000), key=lambda loop: -doubled_area(loop))
    assert doubled_area(outer) == 2 * 16_000_000
    assert doubled_area(hole) == -2 * 1_000_000
    assert len(outer) == len(hole) == 4
    assert is_inside(outer, 3_999, 3_999)


def test_two_cells_touching_at_a_corner_keep_their_own_outlines() -> None:
    loops = cell_outlines({(0, 0), (1, 1)}, 500, 500, 1_000)
    assert sorted(doubled_area(loop) for loop in loops) == [2_000_000, 2_000_000]


def test_sampled_paths_keep_their_bounds() -> None:
    paths = list(sample_paths(0, 0, 0, 5_000, random.Random(1), 400, legs=3, widest=900, goals=((9_000, 2_000),)))
    assert paths[0] == ()
    assert len(paths) == 400
    for path in paths:
        done = walk(0, 0, 0, path)
        assert done.forward <= 5_000
        assert done.backward <= 2_500
        assert len(path) <= 3
        assert all(abs(turn) <= 900 for turn in done.turns)
    assert len({walk(0, 0, 0, path).x for path in paths}) > 200


def test_sampled_paths_repeat_with_their_seed() -> None:
    def sampled(seed: int) -> list[object]:
        return list(sample_paths(0, 0, 450, 4_000, random.Random(seed), 50))

    assert sampled(5) == sampled(5)
    assert sampled(5) != sampled(6)


def test_paths_toward_a_goal_can_end_on_it() -> None:
    ends = [
        walk(0, 0, 0, path) for path in sample_paths(0, 0, 0, 5_000, random.Random(2), 200, goals=((3_000, 3_000),))
    ]
    assert any(distance(end.x, end.y, 3_000, 3_000) <= 10 for end in ends)


def test_no_budget_still_gives_paths_that_stay() -> None:
    assert all(walk(0, 0, 0, path).length == 0 for path in sample_paths(0, 0, 0, 0, random.Random(3), 20))
