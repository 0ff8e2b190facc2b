"""Quick ways of passing by against the plain ones they stand for."""

import random

from hypothesis import given
from hypothesis import strategies as st

from gearlock.table.bodies import Body
from gearlock.table.inches import gap, height_gap, plan_gap
from gearlock.table.measure import advance, root_up
from gearlock.table.polygon import crossing_length, spans_inside
from gearlock.table.sight import WHOLE, Scene
from gearlock.table.sightlines import sight_points
from gearlock.table.strip import Glance, Patch, Strip
from gearlock.table.terrain import Ground, Piece

near = st.integers(-8, 8).map(lambda n: n * 500)
spots = st.tuples(near, near)
outlines = st.lists(spots, min_size=3, max_size=7, unique=True).map(tuple)
bodies = st.builds(Body, near, near, near, st.integers(0, 1500), st.integers(0, 3000))


@given(outlines, spots, spots)
def test_one_pass_along_a_line_measures_what_both_sides_of_it_would(
    outline: tuple[tuple[int, int], ...], start: tuple[int, int], end: tuple[int, int]
) -> None:
    shares = [sum(out - into for into, out in spans_inside(outline, *start, *end, right)) for right in (False, True)]
    square = (end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2
    assert crossing_length(outline, *start, *end) == round(min(1.0, *shares) * square**0.5)


@given(bodies, bodies)
def test_bodies_beside_each_other_are_as_far_apart_as_their_footprints_and_others_farther(a: Body, b: Body) -> None:
    if height_gap(a, b) == 0:
        assert gap(a, b) == plan_gap(a, b)
    else:
        slant = root_up(plan_gap(a, b) ** 2 + height_gap(a, b) ** 2)
        assert slant - 2 <= gap(a, b) <= slant


@given(bodies, bodies, spots, st.integers(0, 1500), st.integers(0, 100), st.integers(-1, 1))
def test_nothing_that_touches_a_line_between_two_bodies_is_passed_by(
    a: Body, b: Body, disc: tuple[int, int], radius: int, share: int, side: int
) -> None:
    length = max(1, root_up((b.x - a.x) ** 2 + (b.y - a.y) ** 2))
    eye_x, eye_y = a.x - side * a.radius * (b.y - a.y) // length, a.y + side * a.radius * (b.x - a.x) // length
    x, y = eye_x + (b.x - eye_x) * share // 100, eye_y + (b.y - eye_y) * share // 100
    touches = (x - disc[0]) ** 2 + (y - disc[1]) ** 2 <= max(0, radius - 3) ** 2
    strip = Strip(a.x, a.y, a.radius, b.x, b.y, b.radius)
    assert not touches or radius < 3 or strip.meeting([(float(disc[0]), float(disc[1]), float(radius))]) == [0]


@given(st.lists(outlines, max_size=4), bodies, bodies)
def test_patches_in_the_strip_are_all_there_are_across_a_glance(
    outlines: list[tuple[tuple[int, int], ...]], a: Body, b: Body
) -> None:
    patches = [Patch(str(n), 1 + n % 2, outline, 0, 2000 + n) for n, outline in enumerate(outlines)]
    glance = Glance((a.x, a.y, a.top), (b.x, b.y, b.z), b.radius, b.height)
    near = Strip(a.x, a.y, a.radius, b.x, b.y, b.radius).meeting([patch.disc for patch in patches])
    few = glance.across([patches[number] for number in near], 1000, 1, False)
    assert [patch.id for patch in few] == [patch.id for patch in glance.across(patches, 1000, 1, False)]


def test_a_strip_said_to_be_barred_is_barred_from_every_point_one_looks_from() -> None:
    chance, barred = random.Random(8), 0
    for _ in range(1500):
        a = Body(
            chance.randrange(-2_000, 2_000), chance.randrange(-4_000, 4_000), 0, chance.choice((0, 600, 1_500)), 1_500
        )
        b = Body(chance.randrange(4_000, 15_000), chance.randrange(-4_000, 4_000), 0, chance.choice((0, 600)), 1_500)
        x, y, wide = chance.randrange(0, 12_000), chance.randrange(-4_000, 4_000), chance.randrange(800, 4_000)
        turns = sorted(chance.sample(range(3600), 7))
        top, klass = chance.choice((1_499, 1_500, 3_000)), chance.choice((1, 1, 2))
        wood = Patch("wood", klass, tuple(advance(x, y, turn, wide) for turn in turns), chance.choice((0, 1_600)), top)
        if Strip(a.x, a.y, a.radius, b.x, b.y, b.radius).is_barred([wood], 1000, b.z, b.top, 1):
            barred += 1
            assert (wood.klass, wood.top >= b.top) == (1, True)
            for eye in sight_points(a, b.x, b.y):
                assert Glance(eye, (b.x, b.y, b.z), b.radius, b.height).across([wood], 1000, 1, False) == [wood]
    assert barred > 40


def test_a_wood_as_wide_as_the_strip_bars_it_and_a_narrower_one_does_not() -> None:
    strip = Strip(0, 0, 500, 20_000, 0, 500)
    for half, deep, bars in ((510, 1_010, True), (490, 1_010, False), (510, 990, False)):
        wood = Patch("wood", 1, ((9_000, -half), (9_000 + deep, -half), (9_000 + deep, half), (9_000, half)), 0, 3_000)
        assert strip.is_barred([wood], 1_000, 0, 1_500, 1) == bars
    bay = ((9_000, -900), (12_000, -900), (9_500, 0), (12_000, 900), (9_000, 900))
    assert not strip.is_barred([Patch("bay", 1, bay, 0, 3_000)], 1_000, 0, 1_500, 1)


def test_a_strip_said_to_be_walled_hides_everything_from_every_point_one_looks_from() -> None:
    chance, walled = random.Random(9), 0
    for _ in range(1500):
        a, b = (
            Body(x, chance.randrange(-4_000, 4_000), chance.choice((0, 500)), chance.choice((0, 600, 1_500)), 1_500)
            for x in (chance.randrange(-2_000, 2_000), chance.randrange(4_000, 15_000))
        )
        x, y, wide = chance.randrange(0, 12_000), chance.randrange(-4_000, 4_000), chance.randrange(800, 4_000)
        outline = tuple(advance(x, y, turn, wide) for turn in sorted(chance.sample(range(3600), 5)))
        base, top = chance.choice((0, 0, 400)), chance.choice((1_900, 2_000, 3_000))
        strip, foot, height = Strip(a.x, a.y, a.radius, b.x, b.y, b.radius), min(a.z, b.z), max(a.top, b.top)
        if strip.is_walled([Patch("wall", 1, outline, base, top)], foot, height):
            walled += 1
            ground = Ground(60_000, 60_000, (Piece("wall", "wall", "building", outline, top, base),))
            scene = Scene(ground, lambda piece: 1)
            assert all(scene.look(*eye, b).obscured_by(1) >= WHOLE - 1 for eye in sight_points(a, b.x, b.y))
    assert walled > 40


def test_a_wall_as_wide_as_the_wider_of_two_walls_them_off_and_a_narrower_one_does_not() -> None:
    for near, far in ((500, 300), (300, 500)):
        strip = Strip(0, 0, near, 20_000, 0, far)
        for half, top, bars in ((510, 2_000, True), (490, 2_000, False), (510, 1_999, False)):
            wall = Patch("wall", 1, ((9_000, -half), (9_100, -half), (9_100, half), (9_000, half)), 0, top)
            assert strip.is_walled([wall], 0, 2_000) == bars
        hanging = Patch("arch", 1, ((9_000, -900), (9_100, -900), (9_100, 900), (9_000, 900)), 100, 2_000)
        assert not strip.is_walled([hanging], 0, 2_000)
        assert strip.is_walled([hanging], 100, 2_000)
