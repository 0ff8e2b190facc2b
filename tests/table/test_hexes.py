"""Hex coordinates: distances, rings, arcs, turning, mirroring and the map's offset pairs."""

import pytest

from gearlock.table.hexes import (
    DIRECTIONS,
    centre_point,
    cone,
    corner_points,
    disc,
    distance,
    from_offset,
    is_in_front,
    mirror,
    neighbours,
    relative_sides,
    ring,
    rotate,
    sides_toward,
    step,
    to_offset,
)


def test_directions_run_counter_clockwise_from_east() -> None:
    assert [rotate((1, 0), turn) for turn in range(6)] == list(DIRECTIONS)
    assert neighbours((4, 7)) == tuple(step((4, 7), side) for side in range(6))


def test_north_is_up_on_the_drawing() -> None:
    x, y = centre_point((3, 3))
    east, north_east, north_west = (centre_point(step((3, 3), side)) for side in range(3))
    assert east == (x + 2, y)
    assert north_east == (x + 1, y - 3)
    assert north_west == (x - 1, y - 3)


@pytest.mark.parametrize(
    ("goal", "steps"), [((0, 0), 0), ((1, 1), 2), ((2, -2), 2), ((-3, 1), 3), ((5, -2), 5), ((-2, -4), 6)]
)
def test_distance_counts_steps(goal: tuple[int, int], steps: int) -> None:
    assert distance((0, 0), goal) == steps
    assert distance((10, -7), (10 + goal[0], -7 + goal[1])) == steps


def test_a_ring_holds_six_hexes_per_step_of_radius_all_at_that_distance() -> None:
    assert list(ring((2, 2), 0)) == [(2, 2)]
    assert list(ring((0, 0), 1)) == list(DIRECTIONS)
    for radius in range(1, 6):
        hexes = list(ring((2, -1), radius))
        assert len(set(hexes)) == 6 * radius
        assert {distance((2, -1), hex_) for hex_ in hexes} == {radius}


def test_a_disc_is_its_rings_from_the_centre_outward() -> None:
    hexes = list(disc((0, 0), 3))
    assert len(set(hexes)) == 37
    assert [distance((0, 0), hex_) for hex_ in hexes] == [0] + [1] * 6 + [2] * 12 + [3] * 18


def test_a_line_through_a_hexside_has_one_side_and_through_a_corner_two() -> None:
    for side in range(6):
        assert sides_toward((3, 1), step((3, 1), side, 4)) == (side,)
        corner = step(step((3, 1), side, 2), side + 1, 2)
        assert sides_toward((3, 1), corner) == (side, (side + 1) % 6)
    assert sides_toward((0, 0), (5, -1)) == (0,)
    assert sides_toward((0, 0), (5, -2)) == (0,)
    assert sides_toward((0, 0), (5, -3)) == (1,)
    assert sides_toward((3, 1), (3, 1)) == ()


def test_sides_are_counted_from_the_facing() -> None:
    assert relative_sides((0, 0), 2, (0, -3)) == (0,)
    assert relative_sides((0, 0), 2, (0, 3)) == (3,)
    assert relative_sides((0, 0), 2, (3, -3)) == (5,)
    assert relative_sides((0, 0), 4, (1, 1)) == (1, 2)


def test_the_front_arc_at_one_hex_is_the_three_hexes_ahead() -> None:
    for facing in range(6):
        ahead = {step((0, 0), facing + turn) for turn in (-1, 0, 1)}
        assert set(cone((0, 0), facing, 1)) == ahead
    assert not is_in_front((0, 0), 0, (0, 0))


def test_the_edge_of_the_front_arc_belongs_to_it_and_to_the_rear_arc_of_the_opposite_facing() -> None:
    edge = (-1, 2)
    assert sides_toward((0, 0), edge) == (4, 5)
    assert is_in_front((0, 0), 0, edge)
    assert is_in_front((0, 0), 3, edge)


def test_a_cone_is_half_of_the_disc_and_its_two_edges() -> None:
    # The disc of radius 4 has 60 hexes round the own one; two lie on either edge of the front arc.
    assert len(list(cone((0, 0), 1, 4))) == (60 - 4) // 2 + 4


def test_six_turns_or_two_mirrors_bring_a_hex_back() -> None:
    assert rotate((4, -1), 6, (1, 1)) == (4, -1)
    assert rotate((1, 0), -1) == (0, 1)
    assert mirror(mirror((4, -1), (2, 2)), (2, 2)) == (4, -1)
    assert [mirror(DIRECTIONS[side]) for side in range(6)] == [DIRECTIONS[-side % 6] for side in range(6)]


def test_odd_rows_are_pushed_east() -> None:
    assert from_offset(0, 0) == (0, 0)
    assert from_offset(0, 1) == step(from_offset(0, 0), 5)
    assert from_offset(0, 2) == step(from_offset(0, 1), 4)
    for column in range(-3, 4):
        for row in range(-3, 4):
            assert to_offset(from_offset(column, row)) == (column, row)


def test_neighbours_share_the_two_corners_of_their_hexside() -> None:
    for side in range(6):
        here, there = corner_points((2, 5)), corner_points(step((2, 5), side))
        assert set(here) & set(there) == {here[side], here[(side + 1) % 6]}
