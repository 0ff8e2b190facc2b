from gearlock.table.bodies import Body
from gearlock.table.polygon import rectangle
from gearlock.table.shadow import Solid
from gearlock.table.sight import Scene, cylinder, prism
from gearlock.table.sightlines import can_see, sideways, sight_points
from gearlock.table.terrain import Ground

A, B = Body(0, 0, 0, 600, 1_500), Body(20_000, 0, 0, 600, 1_500)


def bare(*solids: Solid) -> Scene:
    scene = Scene(Ground(48_000, 48_000), lambda piece: 0)
    scene.solids.extend(solids)
    return scene


def both_ways(scene: Scene, a: Body, b: Body) -> bool:
    there, back = can_see(scene, a, b), can_see(scene, b, a)
    assert there is back
    return there


def test_nothing_between_hides_nobody() -> None:
    assert both_ways(bare(), A, B)


def test_a_wall_as_tall_as_both_breaks_the_line_and_a_lower_one_does_not() -> None:
    assert not both_ways(bare(prism("w", 1, rectangle(9_000, -5_000, 10_000, 5_000), 0, 1_500)), A, B)
    assert both_ways(bare(prism("w", 1, rectangle(9_000, -5_000, 10_000, 5_000), 0, 1_499)), A, B)


def test_one_edge_peering_past_a_corner_is_enough() -> None:
    assert both_ways(bare(prism("w", 1, rectangle(9_000, -5_000, 10_000, 450), 0, 9_000)), A, B)
    assert not both_ways(bare(prism("w", 1, rectangle(9_000, -5_000, 10_000, 650), 0, 9_000)), A, B)


def test_class_zero_and_those_left_out_never_break_the_line() -> None:
    wall = prism("w", 1, rectangle(9_000, -5_000, 10_000, 5_000), 0, 9_000)
    assert both_ways(bare(prism("w", 0, rectangle(9_000, -5_000, 10_000, 5_000), 0, 9_000)), A, B)
    assert can_see(bare(wall), A, B, without={"w"})
    assert not can_see(bare(), A, B, extras=[wall])


def test_area_terrain_breaks_the_line_only_when_deep_enough() -> None:
    assert both_ways(bare(prism("w", 1, rectangle(9_000, -9_000, 9_900, 9_000), 0, 9_000, least=1_000)), A, B)
    assert not both_ways(bare(prism("w", 1, rectangle(9_000, -9_000, 10_000, 9_000), 0, 9_000, least=1_000)), A, B)


def test_one_sees_under_a_high_deck_but_not_through_it() -> None:
    deck = rectangle(9_000, -5_000, 10_000, 5_000)
    assert both_ways(bare(prism("deck", 1, deck, 1_000, 3_000)), A, B)
    assert not both_ways(bare(prism("deck", 1, deck, 0, 3_000)), A, B)


def test_a_wide_model_between_two_others_breaks_the_line() -> None:
    assert not both_ways(bare(cylinder("tank", 1, Body(10_000, 0, 0, 1_500, 2_000))), A, B)
    assert both_ways(bare(cylinder("jeep", 1, Body(10_000, 0, 0, 300, 2_000))), A, B)


def test_a_line_along_the_side_of_a_wall_is_open_but_not_the_joint_of_two() -> None:
    point_a, point_b = Body(0, 0, 0, 0, 1_500), Body(20_000, 0, 0, 0, 1_500)
    left = prism("left", 1, rectangle(9_000, 0, 10_000, 5_000), 0, 9_000)
    right = prism("right", 1, rectangle(9_000, -5_000, 10_000, 0), 0, 9_000)
    assert both_ways(bare(left), point_a, point_b)
    assert both_ways(bare(right), point_a, point_b)
    assert not both_ways(bare(left, right), point_a, point_b)


def test_a_floor_parts_two_models_one_above_the_other() -> None:
    above = Body(100, 0, 3_000, 600, 1_500)
    assert not both_ways(bare(prism("floor", 1, rectangle(-5_000, -5_000, 5_000, 5_000), 2_000, 2_500)), A, above)
    assert both_ways(bare(prism("floor", 1, rectangle(50, -5_000, 5_000, 5_000), 2_000, 2_500)), A, above)


def test_sight_points_lie_on_the_body_across_the_look() -> None:
    assert sight_points(A, 20_000, 0) == [(0, 0, 1_500), (0, 600, 1_500), (0, -600, 1_500)]
    assert sight_points(A, 20_000, 0, (500,)) == [(0, 0, 750), (0, 600, 750), (0, -600, 750)]
    assert sight_points(Body(5, 5), 9, 9) == [(5, 5, 0)]
    for x, y, _ in sight_points(A, 7_000, 3_000):
        assert x * x + y * y <= 600**2


def test_sideways_is_left_of_the_look() -> None:
    assert sideways(0, 0, 0, 5_000, 600) == (-600, 0)
    assert sideways(0, 0, -5_000, 0, 600) == (0, -600)
    assert sideways(3, 4, 3, 4, 600) == (3, 4)
