"""Ground, zones, spots and markers, with the numbers of the book in miniature."""

from __future__ import annotations

import random

import pytest

from gearlock.kernel.orders import Refusal
from gearlock.mechanics.ground.changed import opened, ruined
from gearlock.mechanics.ground.forms import depth_of, doors_of, is_area, is_incline, is_solid, reaches_into
from gearlock.mechanics.ground.surfaces import slope_at, solids_under, surface_at, water_depth
from gearlock.mechanics.placing.markers import Spacing, apart_from, level_spots, roomy_spots
from gearlock.mechanics.placing.search import GRID, grid, has_room, scattered
from gearlock.mechanics.placing.spots import Stand, spots_around, spots_away
from gearlock.mechanics.placing.zones import AHEAD, CORNERS, EDGES, SIDES, corner, ninth, opposite, strip
from gearlock.table.bodies import Body
from gearlock.table.inches import bodies_overlap
from gearlock.table.measure import INCH, distance
from gearlock.table.polygon import bounds, doubled_area, rectangle
from gearlock.table.terrain import Ground, Piece
from mechanics import miniature as book
from mechanics.miniature import deploy, deployments, flags, piece, put, refuse_flag, shove
from mechanics.track import on, race, runner

TABLE = Ground(25 * INCH, 20 * INCH)


def code(found: Stand | Refusal | None) -> str:
    return found.code if isinstance(found, Refusal) else ""


# --- ground -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("slope", "incline"), [(45, True), (46, False), (None, False)])
def test_up_to_45_degrees_a_slope_is_walked(slope: int | None, incline: bool) -> None:
    hill = piece("hill", 4, 4, 8, 8, 900) if slope is None else piece("hill", 4, 4, 8, 8, 900, slope=slope)
    assert (is_incline(hill), is_solid(hill)) == (incline, not incline)
    ground = Ground(24 * INCH, 24 * INCH, (hill,))
    assert slope_at(ground, 4_000, 4_000) == (900 if incline else 0), "its border is its own"
    assert (surface_at(ground, 6_000, 6_000, 900), surface_at(ground, 6_000, 6_000, 899)) == (900, 0)


def test_forms_are_what_the_map_says() -> None:
    lake, house = (
        piece("water", 4, 4, 8, 8, depth=700),
        piece("building", 10, 4, 14, 8, 3_000, doors="10,5 no,6 14,7.5"),
    )
    ground = Ground(24 * INCH, 24 * INCH, (lake, house))
    assert (is_area(lake), depth_of(lake), depth_of(house)) == (True, 700, 0)
    assert (water_depth(ground, 8_000, 8_000), water_depth(ground, 8_001, 8_000)) == (700, 0)
    assert doors_of(house) == [(10_000, 5_000), (14_000, 7_500)]
    assert solids_under(ground, Body(9_500, 6_000, 0, 500)) == [], "a base may lean against it"
    assert solids_under(ground, Body(9_501, 6_000, 0, 500)) == [house]
    assert [reaches_into(house, Body(0, 0, z, 0, 1_000)) for z in (2_999, 3_000)] == [True, False]


def test_a_house_is_an_area_to_those_within_and_when_it_has_fallen() -> None:
    house = piece("building", 10, 4, 14, 8, 3_000, rating="heavy")
    ground = Ground(24 * INCH, 24 * INCH, (house,))
    inner, rubble = opened(ground, (house.id,)).piece(house.id), ruined(ground, house.id, 500, "light").piece(house.id)
    assert (inner.kind, inner.rating, inner.top) == ("area", "heavy", 3_000)
    assert (rubble.kind, rubble.rating, rubble.top, rubble.footing) == ("area", "light", 500, False)
    assert ground.piece(house.id) is house


# --- zones and search -------------------------------------------------------------------------------------------------


def test_ninths_cover_the_table_once_and_the_middle_has_what_does_not_divide() -> None:
    ninths = [ninth(TABLE, column, row) for column in range(3) for row in range(3)]
    assert sum(abs(doubled_area(outline)) for outline in ninths) == 2 * TABLE.width * TABLE.height
    assert bounds(ninth(TABLE, 0, 0)) == (0, 0, 8_333, 6_666)
    assert bounds(ninth(TABLE, 1, 1)) == (8_333, 6_666, 16_667, 13_334)
    assert bounds(ninth(TABLE, 2, 2)) == (16_667, 13_334, 25_000, 20_000)


def test_strips_and_corners_lie_on_the_side_they_are_named_after() -> None:
    for side in EDGES:
        mine, theirs = bounds(strip(TABLE, side, 3_000)), bounds(strip(TABLE, opposite(side), 3_000))
        assert mine == (25_000 - theirs[2], 20_000 - theirs[3], 25_000 - theirs[0], 20_000 - theirs[1])
    assert bounds(strip(TABLE, "west", 3_000)) == (0, 0, 3_000, 20_000)
    assert {side: (AHEAD[side] - AHEAD[opposite(side)]) % 3600 for side in SIDES} == dict.fromkeys(SIDES, 1800)
    assert AHEAD["south"] == 900
    for side in CORNERS:
        assert doubled_area(corner(TABLE, side)) == 2 * 3 * 8_333 * 6_666, "counter-clockwise, three ninths"
        x = 0 if side.endswith("west") else 25_000
        assert (x, 0 if side.startswith("south") else 20_000) in corner(TABLE, side)


def test_a_grid_keeps_bases_in_their_box_and_near_somebody() -> None:
    spots = list(grid((0, 0, 4_000, 3_000), 500))
    assert (spots[0], spots[-1], len(spots)) == ((500, 500), (3_500, 2_500), 35)
    assert list(grid((0, 0, 4_000, 3_000), 500, [(500, 500, GRID)])) == [
        (500, 500),
        (1_000, 500),
        (500, 1_000),
        (1_000, 1_000),
    ]
    assert list(grid((0, 0, 999, 3_000), 500)) == [], "too narrow for a base"
    mixed = list(scattered(spots, random.Random(1).randrange))
    assert sorted(mixed) == sorted(spots)
    assert mixed != spots
    assert list(scattered([], random.Random(1).randrange)) == []


@pytest.mark.parametrize(("many", "room"), [(2, True), (3, False)])
def test_a_zone_has_room_for_half_as_many_as_stand_side_by_side(many: int, room: bool) -> None:
    zone = rectangle(0, 0, 2_000, 2_000)
    assert has_room((zone,), [500] * many, lambda spot: True) is room
    assert has_room((zone, zone), [500] * (many + 2), lambda spot: True) is room
    assert not has_room((zone,), [500] * 2, lambda spot: spot.x > 1_000), "half of it is taken"


# --- spots ------------------------------------------------------------------------------------------------------------


def test_one_deploys_in_ones_ninth_and_by_ones_partner(monkeypatch: pytest.MonkeyPatch) -> None:
    on(monkeypatch)
    first, second = runner(0, 0), runner(1, 1)
    first.placed = second.placed = False
    here = race(first, second)
    assert [code(deploy(here, first, x, 500)) for x in (500, 499, 7_500, 7_501)] == ["", "zone", "", "zone"]
    first.x, first.y, first.placed = 2_000, 2_000, True
    assert [code(deploy(here, second, x, 2_000)) for x in (6_000, 6_001)] == ["", "partner"], "middle to middle"
    assert [code(deploy(here, second, x, 2_000)) for x in (3_000, 2_999)] == ["", "overlap"], "base to base"
    found = list(deployments(here, second))
    assert found
    assert all(isinstance(deploy(here, second, *spot), Stand) for spot in found)
    assert found == sorted(found, key=lambda spot: (spot[0] - 2_000) ** 2 + (spot[1] - 2_000) ** 2), "the nearest first"


def test_one_is_put_on_tops_in_houses_or_under_roofs(monkeypatch: pytest.MonkeyPatch) -> None:
    bridge = Piece("bridge", "bridge", "instance", rectangle(0, 0, 4_000, 4_000), 3_000, 1_000, footing=True)
    house, crate = piece("building", 8, 0, 12, 4, 3_000), piece("instance", 14, 0, 18, 4, 2_000)
    on(monkeypatch, bridge, house, crate)
    me = runner(20, 20)

    def stand(x: int, level: int = 0) -> tuple[int, str] | str:
        found = put(race(me), me, x, 2_000, level)
        return found.code if isinstance(found, Refusal) else (found.body.z, found.inside)

    assert stand(2_000) == (0, ""), "an inch of headroom is enough"
    assert stand(2_000, 3_000) == (3_000, ""), "whoever puts it down stands on the bridge"
    assert stand(10_000) == (0, house.id)
    assert stand(8_000) == (0, house.id), "its wall is its own"
    assert stand(7_999) == "terrain"
    assert [stand(x) for x in (14_500, 14_499, 13_500)] == [(2_000, ""), "terrain", (0, "")]
    assert stand(23_501) == "table"


def test_spots_lie_around_a_body_or_away_from_it() -> None:
    body = Body(9_000, 9_000, 0, 500)
    around = list(spots_around(body, 1_000))
    assert around[0] == (9_000, 9_000)
    assert max(distance(9_000, 9_000, *spot) for spot in around) == 2_000, "reach, base and a step of the grid"
    pushed, by = runner(10, 9), runner(9, 9)
    away = list(spots_away(pushed, by, INCH))
    assert away[0] == (10_002, 9_000), "straight away, and just beside"
    assert len(away) == 4 * 16
    assert not any(bodies_overlap(Body(*spot, 0, 500, 1_000), by.body) for spot in away)


@pytest.mark.parametrize(("x", "refused"), [(4.0, ""), (4.001, "arm")])
def test_a_shove_reaches_two_inches_and_goes_where_there_is_room(
    monkeypatch: pytest.MonkeyPatch, x: float, refused: str
) -> None:
    on(monkeypatch)
    me, other = runner(2, 12), runner(x, 12, seat="blue")
    assert code(shove(race(me, other), me, other)) == refused
    behind = runner(3.5, 12, seat="blue")
    other.x, other.y = 3_000, 12_000
    stand = shove(race(me, other, behind), me, other)
    assert isinstance(stand, Stand)
    assert not bodies_overlap(stand.body, behind.body)


# --- markers ----------------------------------------------------------------------------------------------------------


def test_a_flag_lies_beyond_seven_inches_from_the_edge_and_three_from_the_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    on(monkeypatch, piece("instance", 12, 12, 13, 13, 400), piece("hill", 14, 12, 15, 13, 400, slope=10))
    ground = book.GROUND
    assert [code(refuse_flag(ground, (), x, 9_000)) for x in (7_000, 7_001, 16_999, 17_000)] == ["edge", "", "", "edge"]
    assert [code(refuse_flag(ground, ((9_000, 9_000),), x, 9_000)) for x in (12_000, 12_001)] == ["apart", ""]
    assert [code(refuse_flag(ground, (), x, 12_500)) for x in (12_500, 14_500, 13_500)] == ["level", "level", ""]
    refusal = refuse_flag(ground, (), 7_000, 9_000)
    assert refusal is not None
    assert (refusal.rule, refusal.facts) == ("miniature.edges", {"distance": 7_000})


def test_a_marker_leaves_room_for_those_that_follow() -> None:
    row = [(x * INCH, 0) for x in range(7)]
    assert list(roomy_spots(row, 1, 3 * INCH)) == row
    assert [x // INCH for x, _ in roomy_spots(row, 2, 3 * INCH)] == [0, 1, 2, 4, 5, 6], "four apart, not three"
    assert list(roomy_spots(row, 3, 3 * INCH)) == []
    assert apart_from(row, (0, 0), 3 * INCH) == row[4:]


def test_flags_are_found_on_any_table(monkeypatch: pytest.MonkeyPatch) -> None:
    on(monkeypatch)
    first, second = flags(book.GROUND)
    assert refuse_flag(book.GROUND, (), *first) is None
    assert refuse_flag(book.GROUND, (first,), *second) is None
    wide = Spacing(1_000, 2_000, 0)
    assert all(3_000 < x < 21_000 for x, _ in level_spots(book.GROUND, wide))
    vast = Ground(3_000 * INCH, 3_000 * INCH)
    assert 0 < sum(1 for _ in level_spots(vast, book.SPACING)) < 20_000, "coarser where the table is vast"
