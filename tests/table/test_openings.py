from math import hypot

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from gearlock.table.bodies import Body
from gearlock.table.openings import Cell, Vista, area_of, seen_from
from gearlock.table.polygon import rectangle
from gearlock.table.shadow import Solid
from gearlock.table.sight import cylinder, prism
from gearlock.table.sightlines import front_point, is_above, open_cells
from properties.geometry_strategies import bodies, solids
from table.slow_lines import is_open, scanned

A, B = Body(0, 0, 0, 600, 1_500), Body(20_000, 0, 0, 600, 1_500)
few = settings(max_examples=100, deadline=None)
standing = st.lists(solids(floating=False), max_size=5, unique_by=lambda solid: solid.id)


def wall(y0: int, y1: int, x: int = 10_000, top: int = 9_000) -> Solid:
    return prism(f"{x} {y0}", 1, rectangle(x, y0, x + 500, y1), 0, top)


def middle(cell: Cell) -> tuple[float, float]:
    return sum(here for here, _ in cell) / len(cell), sum(there for _, there in cell) / len(cell)


def test_without_anything_between_all_lines_are_open() -> None:
    (cell,) = open_cells(A, B, [])
    assert area_of(cell) == 1_200 * 1_200
    assert seen_from([cell], 0.0) == seen_from([cell], 600.0) == 1_200


def test_a_wall_across_leaves_nothing_and_one_beside_takes_nothing() -> None:
    assert not open_cells(A, B, [wall(-600, 600)])
    assert area_of(open_cells(A, B, [wall(600, 5_000)])[0]) == 1_200 * 1_200


def test_a_slit_of_a_mil_is_open_and_a_joint_is_not() -> None:
    assert open_cells(A, B, [wall(-5_000, 300), wall(301, 5_000)])
    assert not open_cells(A, B, [wall(-5_000, 300), wall(300, 5_000)])


def test_half_of_the_far_body_shows_from_one_end_past_a_corner() -> None:
    cells = open_cells(A, B, [prism("w", 1, rectangle(10_000, -5_000, 10_001, 300), 0, 9_000)])
    assert seen_from(cells, 600.0) == pytest.approx(600, abs=1)
    assert seen_from(cells, 0.0) == pytest.approx(0, abs=1)


def test_two_rows_of_slats_are_looked_through_where_their_gaps_are_in_line() -> None:
    near = [wall(-2_000, 270, 5_000), wall(330, 2_000, 5_000)]
    assert open_cells(A, B, [*near, wall(-2_000, -330, 15_000), wall(-270, 2_000, 15_000)])
    assert not open_cells(A, B, [*near, wall(-2_000, -960, 15_000), wall(-900, 2_000, 15_000)])


def test_a_low_wall_breaks_only_lines_that_are_low_where_it_stands() -> None:
    tall = Body(20_000, 0, 0, 600, 3_500)
    for top, x, seen in ((1_500, 10_000, True), (2_600, 10_000, False), (2_600, 15_000, True)):
        assert bool(open_cells(A, tall, [wall(-9_000, 9_000, x, top)])) is seen
        assert bool(open_cells(tall, A, [wall(-9_000, 9_000, x, top)])) is seen


def test_from_the_front_of_a_base_one_looks_down_over_an_edge() -> None:
    """The roof's edge is a mil before the base; from its middle the line to the other's top would meet the roof."""
    above, below = Body(0, 0, 6_000, 600, 1_000), Body(1_700, 0, 0, 600, 500)
    roof = prism("roof", 1, rectangle(-3_000, -3_000, 601, 3_000), 0, 6_000)
    assert 6_000 > 7_000 - 6_500 * 601 / 1_700 > 0
    assert open_cells(above, below, [roof])
    assert open_cells(below, above, [roof])


def test_lower_lines_pass_under_what_hangs_in_the_air() -> None:
    deck = prism("deck", 1, rectangle(9_000, -5_000, 10_000, 5_000), 1_000, 3_000)
    assert open_cells(A, B, [deck])
    fence = prism("fence", 1, rectangle(9_000, -5_000, 10_000, 5_000), 0, 990)
    assert open_cells(A, B, [deck, fence])
    assert not open_cells(A, B, [deck, prism("fence", 1, rectangle(9_000, -5_000, 10_000, 5_000), 0, 1_000)])


def test_a_hollow_outline_is_looked_into_where_only_part_of_it_lies_between() -> None:
    """A horseshoe open to the far body stands around the near one: its two arms are not one wall."""
    arms = ((-2_000, -2_000), (3_000, -2_000), (3_000, -1_000), (-1_000, -1_000), (-1_000, 1_000), (3_000, 1_000),
            (3_000, 2_000), (-2_000, 2_000))  # fmt: skip
    assert open_cells(A, B, [prism("horseshoe", 1, arms, 0, 9_000)])
    assert open_cells(B, A, [prism("horseshoe", 1, arms, 0, 9_000)])


def test_a_round_solid_is_passed_along_its_rim() -> None:
    for reach, seen in ((598, True), (601, False)):
        assert bool(open_cells(A, B, [cylinder("tank", 1, Body(10_000, 0, 0, reach, 2_000))])) is seen
    assert open_cells(A, B, [cylinder("tank", 1, Body(10_000, 0, 0, 3_000, 1_400))])


@few
@given(st.lists(solids(), max_size=5, unique_by=lambda solid: solid.id), bodies, bodies)
def test_who_is_seen_sees(found: list[Solid], a: Body, b: Body) -> None:
    assume(not is_above(a, b))
    there, back = open_cells(a, b, found), open_cells(b, a, found)
    assert [[(-v, -u) for u, v in cell] for cell in there] == back


@few
@given(standing, bodies, bodies)
def test_an_open_line_that_is_found_is_open(found: list[Solid], a: Body, b: Body) -> None:
    assume(a.radius and b.radius and not is_above(a, b))
    vista = Vista(a, b)
    for cell in vista.left_open([vista.all_lines()], found, a.top, b.top):
        here, there = middle(cell)
        p = a.x - vista.ahead_y * here, a.y + vista.ahead_x * here
        q = b.x - vista.ahead_y * there, b.y + vista.ahead_x * there
        assert is_open(p, a.top, q, b.top, [_felt(solid) for solid in found])


@few
@given(standing, bodies, bodies)
def test_no_scan_finds_an_open_line_where_there_is_none(found: list[Solid], a: Body, b: Body) -> None:
    assume(hypot(a.x - b.x, a.y - b.y) > a.radius + b.radius)
    standing_free = [s for s in found if not any(_overlaps(s, body) for body in (a, b))]
    if not open_cells(a, b, standing_free):
        assert not scanned(a, b, standing_free)


def _felt(solid: Solid) -> Solid:
    """A solid as it is felt: of a round one only points of its rim, so that two mils of it may be missing."""
    if not solid.radius:
        return solid
    reach = solid.radius - 2.2
    return Solid(solid.id, 1, solid.xs, solid.ys, reach, solid.base, solid.top, solid.least, solid.model)


def _overlaps(solid: Solid, body: Body) -> bool:
    reach = body.radius + solid.reach
    return hypot(solid.cx - body.x, solid.cy - body.y) < reach


@given(st.integers(1, 3_000), st.integers(-3_000, 3_000), st.integers(-9_000, 9_000), st.integers(-9_000, 9_000))
def test_front_points_lie_within_the_base(radius: int, aside: int, x: int, y: int) -> None:
    body = Body(5, 7, 0, radius, 100)
    eye_x, eye_y, z = front_point(body, x, y, aside, 100)
    assert (eye_x - 5) ** 2 + (eye_y - 7) ** 2 <= radius**2
    assert z == 100
