"""Buildings with floors of an inch and a half."""

from __future__ import annotations

import pytest

from gearlock.mechanics.structures import (
    distance_between,
    facade,
    floors_of,
    height_of_floor,
    roof_at,
    wall_point,
)
from gearlock.table.bodies import Body
from gearlock.table.polygon import rectangle
from gearlock.table.terrain import Ground, Piece

STOREY = 1_500
HALL = Piece("hall", "Hall", "building", rectangle(10_000, 10_000, 16_000, 14_000), top=4_000, footing=True)
BRIDGE = Piece("bridge", "Bridge", "instance", rectangle(0, 0, 2_000, 9_000), top=3_000, base=2_500, footing=True)
GROUND = Ground(30_000, 30_000, (HALL, BRIDGE))


def test_one_aims_at_the_nearest_wall_halfway_up_and_at_corners() -> None:
    assert wall_point(HALL, 5_000, 12_000) == Body(9_998, 12_000, 2_000)
    assert wall_point(HALL, 13_000, 20_000) == Body(13_000, 14_002, 2_000)
    points = facade(HALL, 5_000, 12_000, (1_000, 4_000))
    assert points[:2] == [Body(9_998, 12_000, 1_000), Body(9_998, 12_000, 4_000)]
    assert len(points) == 2 * (1 + len(HALL.outline))


@pytest.mark.parametrize(
    ("body", "distance"),
    [
        (Body(5_000, 12_000, 0, 600, 2_000), 4_400),
        (Body(7_000, 6_000, 0, 1_000, 2_000), 4_000),
        (Body(9_500, 12_000, 0, 600, 2_000), 0),
        (Body(12_000, 12_000, 4_000, 600, 2_000), 0),
        (Body(12_000, 12_000, 7_000, 600, 2_000), 3_000),
        (Body(5_400, 12_000, 7_000, 600, 2_000), 5_000),
    ],
)
def test_distance_is_from_edge_to_wall_and_over_a_roof_from_above(body: Body, distance: int) -> None:
    assert distance_between(body, HALL) == distance


def test_under_a_bridge_only_the_height_counts() -> None:
    assert distance_between(Body(1_000, 5_000, 0, 500, 2_000), BRIDGE) == 500


def test_floors_are_as_high_as_the_book_says_and_the_roof_is_above_the_last() -> None:
    assert floors_of(HALL, STOREY) == 2
    assert floors_of(HALL, 1_000) == 4
    assert floors_of(HALL, 5_000) == 1, "a low building has a floor too"
    assert [height_of_floor(HALL, floor, STOREY) for floor in (0, 1, 2)] == [0, 1_500, 4_000]


def test_a_roof_is_where_a_building_ends_and_nothing_else_has_one() -> None:
    assert roof_at(GROUND, 12_000, 12_000, 4_000) == HALL
    assert roof_at(GROUND, 12_000, 12_000, 1_500) is None
    assert roof_at(GROUND, 1_000, 5_000, 3_000) is None
