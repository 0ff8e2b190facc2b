"""Distances from base to base, and arcs from the middle of a model."""

from __future__ import annotations

from math import cos, radians, sin

import msgspec
import pytest

from gearlock.systems.fieldmanual.lock_and_cover.looks import (
    bears,
    centimetres,
    centre_gap,
    closest_base,
    distance,
    gap,
    gap_to,
    is_behind,
    is_from,
    range_to,
)
from gearlock.table.bodies import point
from systems.fieldmanual.lock_and_cover.scene import facing_off
from systems.fieldmanual.tables import mils, piece, put, table


@pytest.mark.rule("fieldmanual.measurement")
def test_distances_run_from_edge_to_edge_of_bases() -> None:
    state, red, blue = facing_off(apart=7)
    assert gap(red, blue) == gap(blue, red) == distance(state, red, blue) == 7000
    blue.x = red.x + 1000
    assert gap(red, blue) == 0
    assert gap_to(red, red.x + 2500, red.y) == 2000
    assert gap_to(red, red.x, red.y + 300) == 0


@pytest.mark.rule("fieldmanual.measurement")
def test_a_large_base_is_nearer_than_its_middle() -> None:
    _, red, tank = facing_off(apart=7, card="aller")
    assert tank.x - red.x == 8500
    assert gap(red, tank) == 7000


@pytest.mark.rule("fieldmanual.measurement")
def test_areas_of_effect_measure_to_the_middle() -> None:
    _, red, _ = facing_off()
    assert centre_gap(red, red.x + 2500, red.y) == 2500


@pytest.mark.rule("fieldmanual.measurement")
def test_height_counts_where_one_stands_above_the_other() -> None:
    _, red, blue = facing_off(apart=3)
    blue.z = 1200
    assert gap(red, blue) == 3000
    blue.z = 1200 + 4000
    assert gap(red, blue) == 5000


@pytest.mark.rule("fieldmanual.metric-option")
@pytest.mark.parametrize(("inches", "whole"), [(1, 3), (2, 5), (3, 8), (4, 10), (48, 120), (0, 0), (0.1, 1)])
def test_centimetres_are_rounded_up(inches: float, whole: int) -> None:
    assert centimetres(mils(inches)) == whole


@pytest.mark.rule("fieldmanual.combined-movement")
def test_a_combined_model_measures_from_its_closest_base() -> None:
    state, _, blue = facing_off(apart=10)
    far = put(state, "red-2", "infantry-squad-proposed", 3, 10, team="red-2")
    near = put(state, "red-3", "infantry-squad-proposed", 8, 10, team="red-2")
    assert closest_base(state, far, blue) is near
    assert range_to(state, far, blue) == range_to(state, near, blue) == blue.x - 500 - 8500


@pytest.mark.rule("fieldmanual.infantry-structures")
def test_who_is_in_a_building_is_measured_from_its_edge() -> None:
    house = piece("building", (10, 8, 14, 12), 2, id="house")
    state = table(house)
    inside = put(state, "red-1", "infantry-squad-proposed", 12, 10, team="red-1", carrier="house")
    blue = put(state, "blue-1", "jager", 20, 10)
    assert distance(state, inside, blue) == distance(state, blue, inside) == 5500
    assert gap(inside, blue) == 7000
    blue.y = mils(16)
    assert distance(state, inside, blue) == round((36 + 16) ** 0.5 * 1000 - 500 + 0.5)


@pytest.mark.rule("fieldmanual.infantry-structures")
def test_who_is_in_a_bunker_is_measured_from_its_rim() -> None:
    state = table()
    put(state, "red-9", "heavy-bunker", 12, 10)
    inside = put(state, "red-1", "infantry-squad-proposed", 12, 10, team="red-1", carrier="red-9")
    blue = put(state, "blue-1", "jager", 20, 10)
    assert distance(state, inside, blue) == 6500


WEDGES = {
    "F": (0, 90), "L": (90, 90), "Rr": (180, 90), "R": (270, 90),
    "FF": (0, 45), "FL": (90, 45), "FRr": (180, 45), "FRt": (270, 45), "T": (0, 180), "": (0, 180),
}  # fmt: skip


@pytest.mark.rule("fieldmanual.arcs")
@pytest.mark.parametrize("code", WEDGES)
def test_each_arc_is_as_wide_as_the_book_says(code: str) -> None:
    state = table()
    red = put(state, "red-1", "jager", 20, 20, 90)
    mount = msgspec.structs.replace(red.card.weapons[0], arc=code)
    middle, half = WEDGES[code]
    for degree in range(0, 360, 5):
        off = abs((degree - middle + 180) % 360 - 180)
        angle = radians(90 + degree)
        spot = point(red.x + round(20_000 * cos(angle)), red.y + round(20_000 * sin(angle)))
        if off != half:
            assert bears(red, mount, spot) is (off < half), degree


@pytest.mark.rule("fieldmanual.arcs")
def test_a_base_that_reaches_into_the_arc_is_enough() -> None:
    state = table()
    red = put(state, "red-1", "jager", 20, 20, 90)
    beside = put(state, "blue-1", "jager", 26, 19.6)
    behind = put(state, "blue-2", "jager", 26, 19.4)
    lac = red.card.weapon("LAC")
    assert lac is not None
    assert lac.arc == "F"
    assert bears(red, lac, beside.body)
    assert not bears(red, lac, behind.body)


@pytest.mark.rule("fieldmanual.combined-movement")
def test_a_combined_model_has_no_facing() -> None:
    state = table()
    base = put(state, "red-1", "infantry-squad-proposed", 20, 20, 90, team="red-1")
    forward = msgspec.structs.replace(base.card.weapons[0], arc="FF")
    assert bears(base, forward, point(base.x, base.y - 9000))
    assert not is_behind(base, base.x, base.y - 9000)


@pytest.mark.rule("fieldmanual.arcs")
def test_the_rear_is_the_rear_half_without_its_border() -> None:
    state = table()
    red = put(state, "red-1", "jager", 20, 20, 90)
    assert is_behind(red, red.x + 5000, red.y - 10)
    assert not is_behind(red, red.x + 5000, red.y)
    assert not is_behind(red, red.x + 5000, red.y + 10)
    assert is_from(red, "Front", red.x + 5000, red.y)
    assert is_from(red, "Left", red.x - 10, red.y - 4000)
    assert not is_from(red, "Right", red.x - 10, red.y - 4000)
    assert is_from(red, "Right", red.x + 10, red.y + 4000)
