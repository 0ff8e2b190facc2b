from gearlock.table.bodies import Body, point
from gearlock.table.inches import (
    bodies_overlap,
    footprint_inside,
    footprint_overlaps,
    footprint_touches,
    footprints_overlap,
    gap,
    height_gap,
    is_on_table,
    is_wholly_within,
    is_within,
    plan_gap,
)
from gearlock.table.polygon import rectangle

GEAR = Body(10_000, 10_000, 0, 600, 1_500)
BLOCK = rectangle(20_000, 0, 30_000, 20_000)


def at(x: int, y: int = 10_000, z: int = 0) -> Body:
    return Body(x, y, z, 600, 1_500)


def test_bodies_are_measured_edge_to_edge() -> None:
    assert gap(GEAR, at(17_200)) == 6_000
    assert is_within(GEAR, at(17_200), 6_000)
    assert not is_within(GEAR, at(17_200, 10_090), 6_000)


def test_bodies_that_touch_are_nothing_apart_and_do_not_overlap() -> None:
    assert gap(GEAR, at(11_200)) == 0
    assert not bodies_overlap(GEAR, at(11_200))
    assert bodies_overlap(GEAR, at(11_199))


def test_a_model_on_a_roof_is_measured_along_the_slope() -> None:
    roof = at(10_000 + 1_200 + 3_000, z=1_500 + 4_000)
    assert height_gap(GEAR, roof) == 4_000
    assert plan_gap(GEAR, roof) == 3_000
    assert gap(GEAR, roof) == 5_000


def test_straight_overhead_only_the_height_counts() -> None:
    assert gap(GEAR, at(10_300, z=5_500)) == 4_000
    assert footprints_overlap(GEAR, at(10_300, z=5_500))
    assert not bodies_overlap(GEAR, at(10_300, z=1_500))


def test_points_are_bodies_without_size() -> None:
    assert gap(GEAR, point(16_600, 10_000)) == 6_000


def test_wholly_within_needs_the_far_edge_in_reach() -> None:
    assert is_wholly_within(GEAR, 16_000, 10_000, 6_600)
    assert not is_wholly_within(GEAR, 16_000, 10_000, 6_599)
    assert not is_wholly_within(GEAR, 10_000, 10_000, 599)


def test_a_footprint_may_stand_at_the_very_edge_of_the_table() -> None:
    assert is_on_table(at(600, 600), 48_000, 48_000)
    assert not is_on_table(at(599), 48_000, 48_000)
    assert not is_on_table(at(47_401), 48_000, 48_000)


def test_a_footprint_beside_inside_and_across_a_block() -> None:
    assert footprint_touches(at(19_400), BLOCK)
    assert not footprint_overlaps(at(19_400), BLOCK)
    assert footprint_overlaps(at(19_401), BLOCK)
    assert footprint_overlaps(at(25_000), BLOCK)
    assert footprint_inside(at(20_600), BLOCK)
    assert not footprint_inside(at(20_599), BLOCK)
    assert not footprint_touches(at(19_399), BLOCK)


def test_a_bare_point_on_the_border_is_beside_not_in() -> None:
    assert not footprint_overlaps(point(20_000, 10_000), BLOCK)
    assert footprint_touches(point(20_000, 10_000), BLOCK)
    assert footprint_overlaps(point(20_001, 10_000), BLOCK)
