import random
from math import cos, pi, sin

import pytest

from gearlock.table.bodies import Body
from gearlock.table.polygon import Outline, rectangle
from gearlock.table.shadow import Solid
from gearlock.table.sight import WHOLE, Scene, cylinder, prism
from gearlock.table.terrain import Ground, Piece
from table.slow_sight import marched_share, shapely_share

LIGHT, HEAVY = 1, 2
TARGET = Body(20_000, 0, 0, 600, 1_500)


def star(chance: random.Random, x: int, y: int, size: int) -> Outline:
    count = chance.randint(4, 10)
    corners = []
    for number in range(count):
        reach = size * chance.uniform(0.35, 1.0)
        angle = 2 * pi * number / count
        corners.append((round(x + reach * cos(angle)), round(y + reach * sin(angle))))
    return tuple(corners)


def bare(*solids: Solid) -> Scene:
    scene = Scene(Ground(48_000, 48_000), lambda piece: 0)
    scene.solids.extend(solids)
    return scene


def wall(id: str, klass: int, x: int, depth: int, top: int, base: int = 0, least: int = 0, half: int = 5_000) -> Solid:
    return prism(id, klass, rectangle(x, -half, x + depth, half), base, top, least)


def random_scene(chance: random.Random, floating: bool) -> tuple[tuple[int, int, int], Body, list[Solid]]:
    eye = (chance.randrange(2_000), chance.randrange(-9_000, 9_000), chance.randrange(0, 4_000))
    target = Body(24_000, chance.randrange(-9_000, 9_000), chance.choice([0, 0, 1_500]), 700, 1_700)
    solids = []
    for number in range(8):
        x, y = chance.randrange(-1_000, 27_000), chance.randrange(-9_000, 9_000)
        base = chance.randrange(500, 2_500) if floating and chance.random() < 0.6 else 0
        top, least = base + chance.randrange(300, 4_000), chance.choice([0, 0, 1_000])
        if chance.random() < 0.3:
            solids.append(cylinder(f"m{number}", 1 + number % 2, Body(x, y, base, 800, top - base), least))
        else:
            solids.append(prism(f"p{number}", 1 + number % 2, star(chance, x, y, 4_000), base, top, least))
    return eye, target, solids


def test_open_ground_hides_nothing() -> None:
    sight = bare().look(0, 0, 1_500, TARGET)
    assert (sight.obscured, sight.screens, sight.crossed, sight.distance) == (0, [], {}, 20_000)


def test_a_wall_as_tall_as_eye_and_target_hides_the_target_wholly() -> None:
    sight = bare(wall("w", HEAVY, 10_000, 500, 1_500)).look(0, 0, 1_500, TARGET)
    assert sight.is_hidden
    assert sight.by_class == {HEAVY: WHOLE}
    assert sight.crossed == {"w": 500}
    assert [(s.id, s.near, s.share) for s in sight.screens] == [("w", 10_000, WHOLE)]


def test_a_wall_halfway_hides_what_lies_below_the_line_over_its_top() -> None:
    # Eye at 1.5 in, wall top 1 in, its far side at 10.5 in: the line over that falls 0.952 in on the way to the target.
    sight = bare(wall("w", LIGHT, 10_000, 500, 1_000)).look(0, 0, 1_500, TARGET)
    assert sight.obscured == pytest.approx(WHOLE * (1_500 - 500 * 20 / 10.5) / 1_500, abs=1)


def test_a_wall_over_half_the_width_hides_half_the_columns() -> None:
    half = prism("half", HEAVY, rectangle(10_000, 0, 11_000, 8_000), 0, 5_000)
    assert bare(half).look(0, 0, 1_500, TARGET).obscured == WHOLE // 2


def test_two_abutting_walls_leave_no_crack() -> None:
    left = prism("left", HEAVY, rectangle(10_000, 0, 11_000, 8_000), 0, 5_000)
    right = prism("right", HEAVY, rectangle(10_000, -8_000, 11_000, 0), 0, 5_000)
    assert bare(left, right).look(0, 0, 1_500, TARGET).is_hidden


def test_classes_are_told_apart_and_together() -> None:
    low, tall = wall("low", HEAVY, 19_000, 200, 750), wall("tall", LIGHT, 12_000, 200, 1_500)
    sight = bare(low, tall).look(0, 0, 1_500, TARGET)
    assert sight.obscured == sight.obscured_by(LIGHT) == WHOLE
    assert 0 < sight.obscured_by(HEAVY) < WHOLE // 2 + WHOLE // 20
    assert sight.blockers == ["tall", "low"]


def test_area_terrain_hides_only_where_enough_of_it_lies_between() -> None:
    thin, deep = (
        wall("thin", LIGHT, 12_000, 999, 3_000, least=1_000),
        wall("deep", LIGHT, 12_000, 1_000, 3_000, least=1_000),
    )
    assert bare(thin).look(0, 0, 1_500, TARGET).obscured == 0
    assert bare(deep).look(0, 0, 1_500, TARGET).is_hidden


def test_a_target_inside_a_wood_counts_the_wood_up_to_its_middle() -> None:
    def wood(start: int) -> Solid:
        return wall("wood", LIGHT, start, 9_000, 3_000, least=1_000)

    assert bare(wood(19_000)).look(0, 0, 1_500, TARGET).is_hidden
    assert bare(wood(19_001)).look(0, 0, 1_500, TARGET).crossed == {"wood": 999}
    assert not bare(wood(19_010)).look(0, 0, 1_500, TARGET).is_hidden


def test_an_eye_inside_a_tall_wood_sees_nothing_and_over_a_low_one_all() -> None:
    assert bare(wall("wood", LIGHT, -3_000, 9_000, 3_000)).look(0, 0, 1_500, TARGET).is_hidden
    assert bare(wall("wood", LIGHT, -3_000, 9_000, 1_000)).look(0, 0, 1_500, TARGET).obscured == 0


def test_eye_and_target_in_one_wood_count_all_of_it_between_them() -> None:
    deep, low = wall("deep", LIGHT, -3_000, 40_000, 3_000, least=1_000), wall("low", LIGHT, -3_000, 40_000, 1_000)
    assert bare(deep).look(0, 0, 1_500, TARGET).is_hidden
    assert bare(deep).look(0, 0, 1_500, TARGET).crossed == {"deep": 20_000}
    assert bare(low).look(0, 0, 1_500, TARGET).obscured == round(WHOLE * 1_000 / 1_500)


def test_a_low_model_round_the_target_hides_no_more_than_its_height() -> None:
    hedge = cylinder("hedge", LIGHT, Body(20_000, 0, 0, 2_000, 900))
    assert bare(hedge).look(0, 0, 3_000, TARGET).obscured == round(WHOLE * 900 / 1_500)


@pytest.mark.parametrize("least", [0, 1_000])
def test_an_eye_on_the_side_of_a_wall_sees_outward_but_not_inward(least: int) -> None:
    behind = prism("behind", HEAVY, rectangle(-3_000, -4_000, 0, 5_000), 0, 5_000, least)
    before = prism("before", HEAVY, rectangle(0, -4_000, 3_000, 5_000), 0, 5_000, least)
    assert bare(behind).look(0, 0, 1_500, TARGET).obscured == 0
    assert bare(before).look(0, 0, 1_500, TARGET).is_hidden
    slanted = ((0, 0), (-3_000, -4_000), (6_000, 8_000), (-6_000, 8_000))
    assert bare(prism("slanted", HEAVY, slanted[1:], 0, 5_000, least)).look(0, 0, 1_500, TARGET).obscured == 0


@pytest.mark.parametrize("top", [1_000, 5_000])
def test_an_eye_on_a_corner_is_hidden_only_where_the_corner_opens(top: int) -> None:
    ahead = prism("ahead", HEAVY, ((0, 0), (9_000, -9_000), (9_000, 9_000)), 0, top)
    upper = prism("upper", HEAVY, ((0, 0), (30_000, 0), (9_000, 9_000)), 0, top)
    aside = prism("aside", HEAVY, ((0, 0), (9_000, 5_000), (-9_000, 9_000)), 0, top)
    notch = prism("notch", HEAVY, ((0, 0), (9_000, 9_000), (-9_000, 9_000), (-9_000, -9_000), (9_000, -9_000)), 0, top)
    whole = bare(ahead).look(0, 0, 1_500, TARGET).obscured
    assert whole == (
        WHOLE if top == 5_000 else bare(wall("same", HEAVY, 0, 9_000, top)).look(0, 0, 1_500, TARGET).obscured
    )
    assert bare(upper).look(0, 0, 5_000, TARGET).obscured == pytest.approx(WHOLE * min(top, 1_500) / 1_500 / 2, abs=1)
    assert bare(aside).look(0, 0, 1_500, TARGET).obscured == 0
    assert bare(notch).look(0, 0, 1_500, TARGET).obscured == 0


def test_a_bridge_hides_only_what_is_behind_its_deck() -> None:
    deck = wall("deck", HEAVY, 10_000, 2_000, 1_500, base=1_000)
    eye_level = bare(deck).look(0, 0, 1_250, Body(20_000, 0, 0, 600, 2_500))
    assert 0 < eye_level.obscured < WHOLE // 2
    assert bare(deck).look(0, 0, 500, Body(20_000, 0, 0, 600, 700)).obscured == 0


def test_two_wings_of_one_floating_piece_leave_the_gap_between_them_open() -> None:
    # A U open to the north: the eye is between the wings and looks out over the right one's underside only.
    u = ((5_000, -4_000), (15_000, -4_000), (15_000, 4_000), (14_000, 4_000), (14_000, -3_000), (6_000, -3_000),
         (6_000, 4_000), (5_000, 4_000))  # fmt: skip
    one = prism("u", HEAVY, u, 1_000, 1_200)
    two = [prism("a", HEAVY, rectangle(5_000, -4_000, 6_000, 4_000), 1_000, 1_200),
           prism("b", HEAVY, rectangle(14_000, -4_000, 15_000, 4_000), 1_000, 1_200)]  # fmt: skip
    target = Body(20_000, 0, 0, 600, 6_000)
    assert bare(one).look(0, 0, 800, target).obscured == bare(*two).look(0, 0, 800, target).obscured > 0


def test_a_model_between_is_named_and_hides_its_width() -> None:
    gear = cylinder("gear", LIGHT, Body(10_000, 0, 0, 600, 1_500))
    sight = bare(gear).look(0, 0, 1_500, TARGET)
    assert sight.intervening == ["gear"]
    assert sight.is_hidden
    assert bare(gear).look(0, 0, 1_500, TARGET, without={"gear"}).obscured == 0


def test_straight_down_only_cover_as_tall_as_the_target_counts() -> None:
    roof, low = wall("roof", HEAVY, 18_000, 4_000, 1_500), wall("low", HEAVY, 18_000, 4_000, 1_499)
    assert bare(roof).look(20_000, 0, 12_000, TARGET).is_hidden
    assert bare(low).look(20_000, 0, 12_000, TARGET).obscured == 0
    assert bare(roof).look(20_000, 0, 700, TARGET).obscured == 0


def test_a_look_with_an_even_number_of_columns_is_refused() -> None:
    with pytest.raises(ValueError, match="odd"):
        bare().look(0, 0, 0, TARGET, columns=16)


def test_a_scene_gives_every_piece_its_class() -> None:
    pieces = (
        Piece("road", "Road", "road", rectangle(5_000, 0, 9_000, 48_000)),
        Piece("rock", "Rock", "instance", rectangle(20_000, 23_000, 22_000, 25_000), top=4_000, rating="heavy"),
    )
    scene = Scene(Ground(48_000, 48_000, pieces), lambda piece: HEAVY if piece.rating == "heavy" else 0)
    sight = scene.look(1_000, 24_000, 1_500, Body(40_000, 24_000, 0, 600, 1_500))
    assert sight.crossed == {"road": 4_000, "rock": 2_000}
    assert sight.blockers == ["rock"]


def test_what_a_look_passes_by_hides_nothing_and_is_not_crossed() -> None:
    chance, passed = random.Random(6), 0
    for _ in range(60):
        eye, target, solids = random_scene(chance, floating=True)
        for solid in solids:
            sight = bare(solid).look(*eye, target)
            if bare().passes_by(*eye, target, [solid]):
                passed += 1
                assert (sight.obscured, sight.screens, sight.crossed) == (0, [], {})
        assert not bare().passes_by(*eye, target, [cylinder("m", LIGHT, target)])
    assert passed > 50


def test_a_look_does_not_depend_on_the_looks_before_it() -> None:
    chance = random.Random(5)
    for _ in range(40):
        eye, target, solids = random_scene(chance, floating=True)
        scene = bare(*solids)
        ahead, low = (
            cylinder("m", LIGHT, Body(eye[0] + 3_000, eye[1], 0, 800, 9_000)),
            wall("w", HEAVY, 12_000, 900, 700),
        )
        scene.look(*eye, Body(24_000, eye[1], 0, 700, 1_700), [ahead])
        again, fresh = scene.look(*eye, target, [low]), bare(*solids).look(*eye, target, [low])
        assert (again.obscured, again.by_class, again.crossed) == (fresh.obscured, fresh.by_class, fresh.crossed)


@pytest.mark.parametrize("floating", [False, True])
def test_random_scenes_agree_with_shapely(floating: bool) -> None:
    chance = random.Random(7)
    for _ in range(25):
        eye, target, solids = random_scene(chance, floating)
        sight = bare(*solids).look(*eye, target)
        assert sight.obscured == pytest.approx(WHOLE * shapely_share(eye, target, solids, 17), abs=30)
        for klass in (LIGHT, HEAVY):
            own = [solid for solid in solids if solid.klass == klass]
            assert sight.obscured_by(klass) == pytest.approx(WHOLE * shapely_share(eye, target, own, 17), abs=30)


def test_random_scenes_agree_with_marched_rays() -> None:
    chance = random.Random(11)
    one_column = 1 / 17  # a ray that clips a corner between two steps
    for _ in range(5):
        eye, target, solids = random_scene(chance, True)
        solids = [solid for solid in solids if not solid.least]
        marched = marched_share(eye, target, solids, 17)
        assert bare(*solids).look(*eye, target).obscured / WHOLE == pytest.approx(marched, abs=one_column + 0.01)
