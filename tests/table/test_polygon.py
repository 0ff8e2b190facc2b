import random

import pytest
from shapely.geometry import LineString, Point, Polygon

from gearlock.table.polygon import (
    bounds,
    compare_to_segment,
    counter_clockwise,
    crossing_length,
    distance_to,
    doubled_area,
    is_inside,
    rectangle,
    spans_inside,
)

SQUARE = rectangle(0, 0, 1_000, 1_000)
U = ((0, 0), (3_000, 0), (3_000, 2_000), (2_000, 2_000), (2_000, 1_000), (1_000, 1_000), (1_000, 2_000), (0, 2_000))


def test_area_tells_the_sense_of_the_corners() -> None:
    assert doubled_area(SQUARE) == 2_000_000
    assert doubled_area(SQUARE[::-1]) == -2_000_000
    assert counter_clockwise(SQUARE[::-1]) == SQUARE[::-1][::-1]
    assert bounds(U) == (0, 0, 3_000, 2_000)


def test_the_border_belongs_to_the_polygon() -> None:
    assert all(is_inside(SQUARE, x, y) for x, y in [(0, 0), (500, 0), (1_000, 1_000), (500, 500)])
    assert not any(is_inside(SQUARE, x, y) for x, y in [(-1, 0), (1_001, 500), (2_000, 0), (2_000, 1_000)])
    assert not is_inside(U, 1_500, 1_500)


def test_a_line_across_two_wings_has_two_stretches() -> None:
    assert spans_inside(U, 0, 1_500, 3_000, 1_500, True) == [(0.0, 1 / 3), (2 / 3, 1.0)]
    assert crossing_length(U, -1_000, 1_500, 4_000, 1_500) == 2_000


def test_a_line_along_a_side_or_through_a_corner_does_not_enter() -> None:
    assert crossing_length(SQUARE, -500, 0, 1_500, 0) == 0
    assert crossing_length(SQUARE, -500, 500, 500, -500) == 0
    assert crossing_length(SQUARE, 0, 0, 1_000, 1_000) == 1_414


def test_a_point_is_compared_with_a_segment_exactly() -> None:
    assert compare_to_segment(500, 600, 0, 0, 1_000, 0, 600) == 0
    assert compare_to_segment(1_300, 400, 0, 0, 1_000, 0, 500) == 0
    assert compare_to_segment(-300, 401, 0, 0, 1_000, 0, 500) == 1
    assert compare_to_segment(5, 5, 0, 0, 0, 0, 8) == -1


@pytest.mark.parametrize("seed", range(20))
def test_random_polygons_agree_with_shapely(seed: int) -> None:
    chance = random.Random(seed)
    shape = Polygon()
    while not shape.is_valid or shape.area == 0:
        outline = tuple((chance.randrange(9_000), chance.randrange(9_000)) for _ in range(chance.randint(3, 6)))
        shape = Polygon(outline)
    for _ in range(40):
        x0, y0, x1, y1 = (chance.randrange(-1_000, 10_000) for _ in range(4))
        assert is_inside(outline, x0, y0) == shape.intersects(Point(x0, y0))
        assert -1e-6 <= distance_to(outline, x0, y0) - shape.distance(Point(x0, y0)) < 1
        crossed = LineString([(x0, y0), (x1, y1)]).intersection(shape).length
        assert crossing_length(outline, x0, y0, x1, y1) == pytest.approx(crossed, abs=0.51)
