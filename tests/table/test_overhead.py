from math import pi

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from shapely.geometry import Point, Polygon
from shapely.ops import unary_union

from gearlock.table.overhead import covered_share
from gearlock.table.polygon import Outline, is_simple, rectangle
from gearlock.table.sight import WHOLE

BASE = 591

corners = st.tuples(st.integers(-1_500, 1_500), st.integers(-1_500, 1_500))
outlines = st.lists(corners, min_size=3, max_size=6, unique=True).map(tuple).filter(is_simple)


def under(*roofs: Outline) -> int:
    return covered_share(10_000, 20_000, BASE, roofs)


def from_x(x: int) -> Outline:
    """A roof over everything east of a line so many mils from the middle of the base."""
    return rectangle(10_000 + x, 0, 40_000, 40_000)


def test_half_is_half_and_a_mil_less_is_less() -> None:
    assert under(from_x(0)) == WHOLE // 2
    assert under(from_x(1)) == WHOLE // 2 - round(WHOLE * 2 / (pi * BASE))
    assert under(from_x(-1)) == WHOLE // 2 + round(WHOLE * 2 / (pi * BASE))


def test_all_of_it_and_a_mil_that_sticks_out() -> None:
    assert under(from_x(-BASE)) == WHOLE
    assert under(from_x(1 - BASE)) == 999_958
    assert under(from_x(BASE)) == 0
    assert under(from_x(BASE - 1)) == WHOLE - 999_958


def test_a_roof_within_the_base_covers_its_own_area() -> None:
    assert under(rectangle(9_900, 19_800, 10_200, 20_300)) == round(WHOLE * 300 * 500 / (pi * BASE**2))
    assert under() == 0


def test_two_roofs_are_counted_once_where_they_overlap() -> None:
    west, south = rectangle(0, 0, 10_000, 40_000), rectangle(0, 0, 40_000, 20_000)
    assert under(west, west) == WHOLE // 2
    assert under(west, south) == WHOLE * 3 // 4
    assert under(west, from_x(0)) == WHOLE


@settings(max_examples=150, deadline=None)
@given(st.lists(outlines, min_size=1, max_size=3), st.integers(200, 1_200))
def test_the_share_agrees_with_cut_polygons(roofs: list[Outline], radius: int) -> None:
    base = Point(0, 0).buffer(radius, quad_segs=512)
    shapes = [Polygon(roof) for roof in roofs]
    assume(all(shape.is_valid for shape in shapes))
    cut = unary_union(shapes).intersection(base).area / base.area
    assert covered_share(0, 0, radius, roofs) == pytest.approx(WHOLE * cut, abs=10)
