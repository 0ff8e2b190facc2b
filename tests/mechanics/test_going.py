"""Ways over a table, with the numbers of the book in miniature: the edges of every shared part."""

from __future__ import annotations

import pytest

from gearlock.kernel.orders import Refusal
from gearlock.mechanics.figures import ruled
from gearlock.mechanics.going.climbing import Ascent, Climber, beside, climb_towards, faces_near, nearest_face, upon
from gearlock.mechanics.going.edges import Passage, Way
from gearlock.mechanics.going.legs import Pace, aside_of, by_inches, legs_to, turns_by
from gearlock.mechanics.going.passage import fly_along, go_along, keeps_to_roads, met
from gearlock.mechanics.going.reach import FINE, farthest, longest, rays
from gearlock.mechanics.going.walls import walls_crossed
from gearlock.table.measure import distance
from gearlock.table.path import walk
from gearlock.table.terrain import Piece
from mechanics import miniature as book
from mechanics.miniature import Gone, climb, felled, go, leap, mover, piece
from mechanics.track import EAST, NORTH, on, race, runner


def code(found: Gone | Refusal) -> str:
    return found.code if isinstance(found, Refusal) else ""


# --- figures ----------------------------------------------------------------------------------------------------------


def test_a_book_lends_its_rule_to_a_refusal_and_to_nothing_else() -> None:
    bare = Refusal("table", "", "Off the table.", {"x": 1})
    assert ruled(bare, {"table": "miniature.9"}) == Refusal("table", "miniature.9", "Off the table.", {"x": 1})
    own = Refusal("table", "miniature.1", "Off the table.")
    assert ruled(own, {"table": "miniature.9"}) is own
    assert ruled(None, {}) is None
    with pytest.raises(KeyError):
        ruled(bare, {"overlap": "miniature.9"})


# --- passage ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("length", "refused"), [(6_000, ""), (6_001, "points")])
def test_the_budget_may_be_spent_to_the_last_mil(monkeypatch: pytest.MonkeyPatch, length: int, refused: str) -> None:
    on(monkeypatch)
    me = runner(2, 12)
    assert code(go(race(me), me, ((0, length),))) == refused


@pytest.mark.parametrize(("length", "refused"), [(4_500, ""), (4_501, "points")])
def test_ground_has_a_price_by_the_inch(monkeypatch: pytest.MonkeyPatch, length: int, refused: str) -> None:
    on(monkeypatch, piece("area", 3, 10, 4, 14, rating="light"), piece("area", 4, 10, 20, 14, rating=""))
    monkeypatch.setitem(book.PRICES, "", 1)
    me = runner(2, 12)
    found = go(race(me), me, ((0, length + 500),))
    assert code(found) == refused
    assert isinstance(found, Refusal) or found.points == 6_000


def test_a_road_halves_the_price_from_end_to_end_only(monkeypatch: pytest.MonkeyPatch) -> None:
    on(monkeypatch, piece("road", 0, 11, 6, 13), piece("road", 5, 11, 12, 13))
    me = runner(2, 12)
    found = go(race(me), me, ((0, 10_000),))
    assert isinstance(found, Gone)
    assert found.points == 5_000, "where two roads overlap the ground counts once"
    assert code(go(race(me), me, ((0, 10_100),))) == "points"
    assert keeps_to_roads(book.GROUND, walk(2_000, 13_000, EAST, ((0, 5_000),)).strides) is False


def test_closed_ground_is_refused_by_the_book(monkeypatch: pytest.MonkeyPatch) -> None:
    on(monkeypatch, piece("water", 5, 10, 8, 14, depth=800))
    me = runner(2, 12)
    refusal = go(race(me), me, ((0, 3_500),))
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.rule) == ("water", "miniature.water")
    assert code(go(race(me), me, ((0, 3_000),))) == "", "up to its very shore"


@pytest.mark.parametrize(("y", "refused"), [(13.0, ""), (12.999, "overlap")])
def test_bases_may_touch_on_the_way(monkeypatch: pytest.MonkeyPatch, y: float, refused: str) -> None:
    on(monkeypatch)
    me, other = runner(2, 12), runner(5, y, seat="blue")
    assert code(go(race(me, other), me, ((0, 6_000),))) == refused


@pytest.mark.parametrize(("length", "refused"), [(2_000, ""), (2_001, "overlap")])
def test_bases_may_touch_at_the_end(monkeypatch: pytest.MonkeyPatch, length: int, refused: str) -> None:
    on(monkeypatch)
    me, friend = runner(2, 12), runner(5, 12)
    assert code(go(race(me, friend), me, ((0, length),))) == refused
    assert code(go(race(me, friend), me, ((0, 5_000),))) == "", "friends are run through"


@pytest.mark.parametrize(("z", "refused"), [(1_000, ""), (999, "overlap")])
def test_nobody_is_met_above_ones_head(monkeypatch: pytest.MonkeyPatch, z: int, refused: str) -> None:
    on(monkeypatch)
    me, other = runner(2, 12), runner(4, 12, seat="blue", z=z)
    assert code(go(race(me, other), me, ((0, 4_000),))) == refused


@pytest.mark.parametrize(
    ("facing", "length", "refused"), [(1800, 1_500, ""), (1800, 1_501, "table"), (0, -1_501, "table")]
)
def test_the_table_ends_at_its_edge(monkeypatch: pytest.MonkeyPatch, facing: int, length: int, refused: str) -> None:
    on(monkeypatch)
    me = runner(2, 12, facing)
    refusal = go(race(me), me, ((0, length),))
    assert code(refusal) == refused
    assert not isinstance(refusal, Refusal) or refusal.rule == "miniature.table"


@pytest.mark.parametrize(("y", "refused"), [(10.5, ""), (10.501, "terrain")])
def test_a_corner_is_brushed_but_not_cut(monkeypatch: pytest.MonkeyPatch, y: float, refused: str) -> None:
    on(monkeypatch, piece("instance", 4, 11, 6, 14, 4_000))
    me = runner(2, y)
    assert code(go(race(me), me, ((0, 5_000),))) == refused


def test_what_a_book_has_against_a_place_stops_a_way(monkeypatch: pytest.MonkeyPatch) -> None:
    on(monkeypatch)
    me = runner(2, 12)
    way = Way(walk(me.x, me.y, EAST, ((0, 2_000),)), 0)
    never = Refusal("never", "miniature.never", "Not here.")
    stopping = mover(me)._replace(stops=lambda x, y: never if x == 4_000 else None)
    assert go_along(book.GROUND, stopping, way, met([]), lambda piece, mils: None) is never
    assert go_along(book.GROUND, mover(me), way, met([]), lambda piece, mils: None) == Passage(0)


def test_in_the_air_only_others_there_are_met(monkeypatch: pytest.MonkeyPatch) -> None:
    on(monkeypatch, piece("instance", 4, 10, 6, 14, 4_000))
    me, other = runner(2, 12, z=9_000), runner(7, 12, seat="blue", z=9_000)
    flying = mover(me)._replace(passes=lambda it: it.z < 9_000)
    way = Way(walk(me.x, me.y, EAST, ((0, 8_000),)), 0)
    found = fly_along(book.GROUND, flying, way, 9_000, met([other]))
    assert isinstance(found, Refusal)
    assert found.facts == {"unit": other.id}
    other.z = 0
    assert fly_along(book.GROUND, flying, way, 9_000, met([other])) == Passage(9_000)
    short = Way(walk(me.x, me.y, EAST, ((0, 4_001),)), 0)
    other.z = 8_001
    assert isinstance(fly_along(book.GROUND, flying, short, 9_000, met([other])), Refusal), "nor does it end in one"
    off = Way(walk(me.x, me.y, EAST, ((0, 21_501),)), 0)
    assert isinstance(fly_along(book.GROUND, flying, off, 9_000, []), Refusal)


# --- heights and edges ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("top", "refused", "z"), [(500, "", 500), (501, "terrain", 0)])
def test_a_step_goes_up_to_its_height(monkeypatch: pytest.MonkeyPatch, top: int, refused: str, z: int) -> None:
    on(monkeypatch, piece("instance", 4, 10, 8, 14, top))
    me = runner(2, 12)
    found = go(race(me), me, ((0, 4_000),))
    assert code(found) == refused
    assert isinstance(found, Refusal) or found.z == z


def test_an_incline_is_no_step(monkeypatch: pytest.MonkeyPatch) -> None:
    on(monkeypatch, piece("hill", 4, 10, 8, 14, 2_000, slope=45))
    me = runner(2, 12)
    found = go(race(me), me, ((0, 4_000),))
    assert isinstance(found, Gone)
    assert found.z == 2_000


def test_half_on_a_solid_and_half_in_it_is_nowhere_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    on(monkeypatch, piece("instance", 4, 10, 8, 14, 400))
    me = runner(2, 12)
    assert code(go(race(me), me, ((0, 1_999),))) == "edge", "its middle is not yet on it"
    assert code(go(race(me), me, ((0, 2_001),))) == "", "its base may jut over the edge"
    assert code(go(race(me), me, ((0, 1_500),))) == "", "at its side"


def test_below_a_step_one_drops_or_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    on(monkeypatch, piece("instance", 4, 10, 8, 14, 3_000))
    me = runner(7, 12, z=3_000)
    assert code(go(race(me), me, ((0, 3_000),))) == "step"
    found = go(race(me), me, ((0, 1_600),), drop=True)
    assert isinstance(found, Gone)
    assert (found.z, found.fall) == (0, 3_000)
    assert code(go(race(me), me, ((0, 1_400),), drop=True)) == "edge", "it must come clear of what it drops from"
    assert code(go(race(me), me, ((0, 2_001),), drop=True)) == "air", "and comes down beside it"


@pytest.mark.parametrize(("gap", "refused"), [(1, ""), (2, "air")])
def test_a_gap_as_wide_as_a_base_is_bridged(monkeypatch: pytest.MonkeyPatch, gap: int, refused: str) -> None:
    on(monkeypatch, piece("instance", 4, 10, 8, 14, 3_000), piece("instance", 8 + gap, 10, 14, 14, 3_000))
    me = runner(7, 12, z=3_000)
    assert code(go(race(me), me, ((0, 5_000),))) == refused


# --- walls ------------------------------------------------------------------------------------------------------------


def test_walls_cost_and_doors_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    on(monkeypatch, piece("building", 4, 10, 8, 14, 3_000, doors="4,12"))
    for y, points in ((12, 3_000), (13, 3_000), (13.1, 5_000)):
        me = runner(3, y)
        found = go(race(me), me, ((0, 3_000),))
        assert isinstance(found, Gone)
        assert (found.inside, found.z, found.points) == ("building-4-10", 0, points), "a door is an inch to each side"


def test_whoever_stops_at_a_wall_is_where_it_came_from(monkeypatch: pytest.MonkeyPatch) -> None:
    on(monkeypatch, house := piece("building", 4, 10, 8, 14, 3_000))
    out = walk(2_000, 12_000, EAST, ((0, 2_000),))
    assert walls_crossed(book.GROUND, mover(runner(2, 12)), out, "") == ([], "")
    within = runner(6, 12)
    to_wall, through = (walk(6_000, 12_000, EAST, ((0, mils),)) for mils in (2_000, 2_001))
    within.inside = house.id
    assert walls_crossed(book.GROUND, mover(within), to_wall, house.id) == ([], house.id)
    walls, ends = walls_crossed(book.GROUND, mover(within), through, house.id)
    assert [(wall.x, wall.y) for wall in walls] == [(8_000, 12_000)]
    assert ends == ""


# --- climbing, leaping, resting ---------------------------------------------------------------------------------------


def test_a_climb_leads_over_the_edge_for_the_whole_way(monkeypatch: pytest.MonkeyPatch) -> None:
    on(monkeypatch, tower := piece("instance", 4, 10, 8, 14, 3_000))
    me = runner(3.4, 12)
    assert faces_near(book.GROUND, Climber(me, book.HANDHOLD)) == [tower]
    top = Ascent(tower, *upon(Climber(me, book.HANDHOLD), tower, me.x, me.y), 3_000)
    monkeypatch.setattr(book, "CLIMB", 4_101)
    found = climb(race(me), me, top)
    assert (top.x, code(found)) == (4_502, "points"), "3 in up and 1.102 in over the edge"
    monkeypatch.setattr(book, "CLIMB", 4_102)
    found = climb(race(me), me, top)
    assert isinstance(found, Gone)
    assert (found.points, found.hangs) == (4_102, False)
    assert code(climb(race(me), me, top._replace(x=4_400))) == "edge", "the whole base must be on it"
    half = climb(race(me), me, Ascent(tower, me.x, me.y, 1_500))
    assert isinstance(half, Gone)
    assert half.hangs


@pytest.mark.parametrize(("x", "refused"), [(3.25, ""), (3.249, "face")])
def test_a_face_is_reached_within_a_handhold(monkeypatch: pytest.MonkeyPatch, x: float, refused: str) -> None:
    on(monkeypatch, tower := piece("instance", 4, 10, 8, 14, 3_000))
    me = runner(x, 12)
    assert code(climb(race(me), me, Ascent(tower, me.x, me.y, 1_000))) == refused


@pytest.mark.parametrize(("z", "refused"), [(2_000, "overlap"), (2_500, "")])
def test_somebody_on_the_wall_is_in_the_way(monkeypatch: pytest.MonkeyPatch, z: int, refused: str) -> None:
    on(monkeypatch, tower := piece("instance", 4, 10, 8, 14, 4_000))
    me, other = runner(3.4, 12), runner(3.4, 12, seat="blue", z=z)
    assert code(climb(race(me, other), me, Ascent(tower, me.x, me.y, 1_500))) == refused


def test_a_climb_towards_a_spot_goes_sideways_and_up_with_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    on(monkeypatch, tower := piece("instance", 4, 10, 8, 14, 9_000))
    me = runner(3.375, 11)
    climber = Climber(me, book.HANDHOLD)
    assert beside(climber, tower, 3_000, 11_000) == (3_375, 11_000)
    assert climb_towards(climber, tower, 3_000, 13_000, 2_500) == Ascent(tower, 3_375, 13_000, 1_500)
    assert climb_towards(climber, tower, 6_000, 12_000, 5_000) == Ascent(tower, 6_000, 12_000, 9_000)
    assert nearest_face(book.GROUND, me, 125) == tower
    assert nearest_face(book.GROUND, me, 124) is None


@pytest.mark.parametrize(("top", "refused"), [(1_000, ""), (1_001, "barrier")])
def test_a_leap_clears_what_is_no_taller_than_a_runner(monkeypatch: pytest.MonkeyPatch, top: int, refused: str) -> None:
    on(monkeypatch, piece("area", 4, 10, 5, 14, top, rating="light"))
    me, other = runner(2, 12), runner(3, 12, seat="blue")
    assert code(leap(race(me, other), me, 7_000, 12_000)) == refused


def test_a_leap_comes_down_on_a_roof_or_under_one(monkeypatch: pytest.MonkeyPatch) -> None:
    roof = Piece("roof", "roof", "instance", piece("instance", 5, 10, 9, 14).outline, 3_000, 2_000, footing=True)
    on(monkeypatch, roof)
    above, below = runner(3, 12, z=3_000), runner(3, 12)
    found, under = leap(race(above), above, 7_000, 12_000), leap(race(below), below, 7_000, 12_000)
    assert isinstance(found, Gone)
    assert found.z == 3_000
    assert isinstance(under, Refusal)
    assert under.code == "barrier", "the roof is taller than it clears, though there is room below"
    assert code(leap(race(above), above, 5_400, 12_000)) == "terrain", "half over its edge there is no room"
    assert code(leap(race(above), above, 8_001, 12_000)) == "leap", "five inches and a mil"


def test_whoever_falls_comes_to_rest_beside_whoever_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    on(monkeypatch)
    me, other = runner(5, 12, z=3_000), runner(5, 12, seat="blue")
    assert felled(race(me), me) == Gone(5_000, 12_000, 0, EAST)
    found = felled(race(me, other), me)
    assert distance(found.x, found.y, other.x, other.y) == 1_000, "base to base"


# --- legs and reach ---------------------------------------------------------------------------------------------------


def test_turns_are_cut_by_the_widest() -> None:
    assert turns_by(0, 600) == ()
    assert turns_by(600, 600) == ((600, 0),)
    assert turns_by(-1_300, 600) == ((-600, 0), (-600, 0), (-100, 0))


def test_a_way_bends_as_often_as_the_pace_allows_and_backs_up_else() -> None:
    me = runner(10, 10)
    north = legs_to(me, ((10_000, 15_000),), None, Pace(9_000, 2, 600))
    assert north == ((600, 0), (300, 5_000))
    assert legs_to(me, ((5_000, 10_000),), None, Pace(9_000, 2, 600)) == ((0, -5_000),), "what lies behind"
    assert legs_to(me, ((5_000, 10_000),), None, Pace(9_000, 2, 600, 3)) == ((0, -3_000),), "dearer backward"
    assert legs_to(me, ((12_000, 10_000), (12_000, 15_000)), EAST, Pace(4_000, 4, 600)) == (
        (0, 2_000), (600, 0), (300, 2_000), (-600, 0), (-300, 0),
    )  # fmt: skip
    assert legs_to(me, ((12_000, 10_000),), NORTH, Pace(4_000, 1, 600)) == ((0, 2_000),), "no turn is left for it"
    assert (aside_of(me, 10_000, 12_000), aside_of(me, 10_000, 9_000)) == (2_000, -1_000)


def test_a_path_cut_into_inches_is_the_same_path() -> None:
    path = ((600, 2_500), (-300, -1_000), (100, 0))
    cut = list(by_inches(path))
    assert cut == [((600, 1_000),), ((0, 1_000),), ((0, 500),), ((-300, -1_000),), ((100, 0),)]
    whole, parts = walk(0, 0, EAST, path), walk(0, 0, EAST, tuple(leg for part in cut for leg in part))
    assert (whole.facing, whole.length) == (parts.facing, parts.length)
    assert distance(whole.x, whole.y, parts.x, parts.y) <= 2
    assert list(by_inches(())) == []


def test_reach_ends_where_something_is_in_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    on(monkeypatch, piece("instance", 6, 10, 8, 14, 4_000))
    me = runner(2, 12)
    ends = {
        angle: farthest(me, angle, book.POINTS, lambda x, y: go(race(me), me, book.legs_towards(me, x, y)))
        for angle in rays(4)
    }
    ahead, blocked, back = ends[900], ends[0], ends[1800]
    assert ahead is not None
    assert (ahead.x, ahead.y) == (2_000, 18_000), "all the way"
    assert back is not None
    assert 1_500 - FINE < me.x - back.x <= 1_500, "up to the table's edge"
    assert blocked is not None
    assert 3_500 - FINE < blocked.x - me.x <= 3_500
    assert longest(0, lambda length: False) == 0
