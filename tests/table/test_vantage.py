import pytest

from gearlock.table.bodies import Body
from gearlock.table.polygon import rectangle
from gearlock.table.shadow import Solid
from gearlock.table.sight import Scene, prism
from gearlock.table.strip import Patch
from gearlock.table.terrain import Ground
from gearlock.table.vantage import Vantage

A, B = Body(0, 0, 0, 600, 1_500), Body(20_000, 0, 0, 600, 1_500)
INCH = 1_000


def wood(x0: int, y0: int, x1: int, y1: int, top: int = 3_000) -> Patch:
    return Patch(f"{x0} {y0}", 1, rectangle(x0, y0, x1, y1), 0, top)


def vantage(*patches: Patch, start: Body = A, solids: tuple[Solid, ...] = ()) -> Vantage:
    return Vantage(start, B, list(solids), list(patches), INCH, False)


def test_a_wood_across_all_lines_to_the_middle_hides_all_from_everywhere() -> None:
    assert not vantage(wood(5_000, -5_000, 9_000, 5_000)).is_open
    assert vantage(wood(5_000, -5_000, 9_000, 5_000, 1_499)).is_open


def test_past_a_wood_one_sees_from_the_part_of_the_base_that_has_less_than_an_inch_of_it_before_it() -> None:
    side = vantage(wood(5_000, -5_000, 9_000, 100))
    ((low, high),) = side.clear_spans(side.patches)
    assert high == 600
    assert low == pytest.approx(100 * 20_000 / 12_000, abs=20)  # the corner, seen from the far middle: a hair less deep
    assert side.is_open


def test_between_two_woods_one_sees_from_the_place_between_them() -> None:
    lane = vantage(wood(5_000, -5_000, 9_000, 200), wood(5_000, 260, 9_000, 5_000))
    ((low, high),) = lane.clear_spans(lane.patches)
    assert 200 < low < high < 600
    assert lane.is_open
    assert not vantage(wood(5_000, -5_000, 9_000, 200), wood(5_000, 200, 9_000, 5_000)).is_open


def test_a_wall_before_the_only_clear_part_leaves_nothing_open() -> None:
    wall = prism("wall", 1, rectangle(1_000, 0, 1_100, 5_000), 0, 9_000)
    assert vantage(solids=(wall,)).is_open
    assert not vantage(wood(5_000, -5_000, 9_000, 100), solids=(wall,)).is_open


def test_a_point_has_one_place_to_look_from() -> None:
    point = Body(0, 0, 500)
    assert vantage(wood(5_000, 100, 9_000, 5_000), start=point).is_open
    assert not vantage(wood(5_000, -100, 9_000, 5_000), start=point).is_open
    assert not list(vantage(start=point).eyes((1_000,)))


def test_of_all_points_the_one_that_sees_most_is_tried_first() -> None:
    ends = ((-5_000, -450), (-400, 200), (500, 5_000))  # a narrow gap and a wide one, neither before the middle
    fence = [prism(str(low), 1, rectangle(700, low, 750, high), 0, 9_000) for low, high in ends]
    scene = Scene(Ground(48_000, 48_000), lambda piece: 0)
    eyes = list(vantage(solids=tuple(fence)).eyes((1_000,)))
    hidden = [scene.look(*eye, B, fence).obscured for eye in eyes]
    assert hidden[0] <= min(hidden) + 60_000
    assert all(x * x + y * y <= 600**2 and z == 1_500 for x, y, z in eyes)


def test_where_no_more_than_a_little_can_show_no_point_is_tried() -> None:
    slit = [prism("l", 1, rectangle(15_000, -5_000, 15_001, 0), 0, 9_000)]
    slit.append(prism("r", 1, rectangle(15_000, 50, 15_001, 5_000), 0, 9_000))
    narrow = vantage(solids=tuple(slit))
    assert narrow.is_open
    assert len(list(narrow.eyes((1_000,)))) == 1  # the front of the base
