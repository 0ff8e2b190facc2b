import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely.geometry import LineString, Polygon

from gearlock.kernel.errors import BadFile
from gearlock.table.arcs import Arc, is_centre_in, is_partly_in, is_wholly_in
from gearlock.table.bodies import Body
from gearlock.table.inches import bodies_overlap, footprint_inside, footprint_overlaps, footprint_touches, gap
from gearlock.table.maps import read_map
from gearlock.table.mapwriting import write_map
from gearlock.table.measure import advance, bearing, inches_text, mils, turn_between
from gearlock.table.path import Stride, sweeps_body, sweeps_outline, walk
from gearlock.table.polygon import Outline, crossing_length, distance_to, is_inside
from gearlock.table.terrain import KINDS, Ground, Piece
from properties.geometry_strategies import Turn, bodies, outlines, places, turned_body, turns

facings = st.integers(0, 3_599)
lengths = st.integers(-20_000, 20_000)
paths = st.lists(st.tuples(st.integers(-1_800, 1_800), lengths), max_size=4).map(tuple)
arcs = st.builds(Arc, st.integers(-1_800, 1_800), st.integers(0, 1_800))
strides = st.builds(Stride, places, places, places, places, st.just(0))


@given(bodies, bodies, turns)
def test_a_gap_is_symmetric_and_does_not_turn(a: Body, b: Body, turn: Turn) -> None:
    assert gap(a, b) == gap(b, a) == gap(turned_body(a, turn), turned_body(b, turn))
    assert gap(a, b) == 0 or not bodies_overlap(a, b)


@given(bodies, bodies, bodies)
def test_a_gap_obeys_the_triangle_through_a_point(a: Body, b: Body, c: Body) -> None:
    spot = Body(c.x, c.y, c.z)
    assert gap(a, b) <= gap(a, spot) + gap(spot, b) + 1


@given(facings, lengths)
def test_an_advance_mirrors_and_turns_with_its_facing(facing: int, length: int) -> None:
    x, y = advance(0, 0, facing, length)
    assert advance(0, 0, facing + 900, length) == (-y, x)
    assert advance(0, 0, -facing, length) == (x, -y)
    assert advance(0, 0, facing, -length) == (-x, -y)
    assert abs(x * x + y * y - length * length) <= 2 * abs(length) + 2


@given(places, places, places, places)
def test_a_bearing_mirrors_turns_and_comes_back(x0: int, y0: int, x1: int, y1: int) -> None:
    there = bearing(x0, y0, x1, y1)
    if (x0, y0) != (x1, y1):
        assert turn_between(there, bearing(x1, y1, x0, y0)) == 1_800
        assert bearing(-y0, x0, -y1, x1) == (there + 900) % 3_600
        assert bearing(x0, -y0, x1, -y1) == -there % 3_600


@given(st.integers(-(10**7), 10**7))
def test_inches_survive_writing(length: int) -> None:
    assert mils(inches_text(length)) == length


@given(arcs, facings, bodies)
def test_arcs_mirror_and_hold_together(arc: Arc, facing: int, body: Body) -> None:
    mirrored_body, mirrored_arc = Body(body.x, -body.y, body.z, body.radius, body.height), Arc(-arc.middle, arc.half)
    for is_in in (is_centre_in, is_partly_in, is_wholly_in):
        assert is_in(arc, 0, 0, facing, body) == is_in(mirrored_arc, 0, 0, -facing, mirrored_body)
    assert not is_wholly_in(arc, 0, 0, facing, body) or is_centre_in(arc, 0, 0, facing, body)
    assert not is_centre_in(arc, 0, 0, facing, body) or is_partly_in(arc, 0, 0, facing, body)


@given(facings, bodies)
def test_a_body_is_in_front_behind_or_on_the_line(facing: int, body: Body) -> None:
    front, rear = Arc(0, 900), Arc(1_800, 900)
    assert is_centre_in(front, 0, 0, facing, body) or is_centre_in(rear, 0, 0, facing, body)
    assert is_wholly_in(front, 0, 0, facing, body) or is_partly_in(rear, 0, 0, facing, body)


@given(facings, paths)
def test_a_walk_mirrors_with_its_path(facing: int, path: tuple[tuple[int, int], ...]) -> None:
    done = walk(0, 0, facing, path)
    mirrored = walk(0, 0, -facing, tuple((-turn, length) for turn, length in path))
    assert (mirrored.x, mirrored.y, mirrored.facing) == (done.x, -done.y, -done.facing % 3_600)
    assert (mirrored.forward, mirrored.backward) == (done.forward, done.backward)


@given(outlines, bodies, turns)
def test_footprints_and_polygons_turn_together(outline: Outline, body: Body, turn: Turn) -> None:
    turned: Outline = tuple(turn(x, y) for x, y in outline)
    for asked in (footprint_overlaps, footprint_touches, footprint_inside):
        assert asked(body, outline) == asked(turned_body(body, turn), turned)
    assert not footprint_inside(body, outline) or footprint_touches(body, outline)
    assert not footprint_overlaps(body, outline) or footprint_touches(body, outline)
    assert footprint_touches(body, outline) == (distance_to(outline, body.x, body.y) <= body.radius)


@given(outlines, strides)
def test_what_lies_inside_is_what_shapely_cuts_but_for_the_border(outline: Outline, stride: Stride) -> None:
    x0, y0, x1, y1 = stride.x0, stride.y0, stride.x1, stride.y1
    shape, line = Polygon(outline), LineString([(x0, y0), (x1, y1)])
    inside = line.intersection(shape).length - line.intersection(shape.boundary).length
    assert abs(crossing_length(outline, x0, y0, x1, y1) - inside) <= 0.6
    assert is_inside(outline, x0, y0) == shape.intersects(LineString([(x0, y0), (x0, y0)]).centroid)


@given(strides, bodies, st.sampled_from([300, 600]))
def test_a_stride_runs_over_a_body_as_shapely_says(stride: Stride, body: Body, radius: int) -> None:
    line = LineString([(stride.x0, stride.y0), (stride.x1, stride.y1)])
    spare = line.distance(LineString([(body.x, body.y), (body.x, body.y)])) - radius - body.radius
    assert sweeps_body(stride, radius, body) == (spare < 0) or abs(spare) < 1e-6


@given(strides, outlines, st.sampled_from([300, 600]))
def test_a_stride_enters_a_polygon_as_shapely_says(stride: Stride, outline: Outline, radius: int) -> None:
    line = LineString([(stride.x0, stride.y0), (stride.x1, stride.y1)])
    spare = line.distance(Polygon(outline)) - radius
    assert sweeps_outline(stride, radius, outline) == (spare < 0) or abs(spare) < 1e-6


table_outlines = outlines.map(lambda outline: tuple((x + 24_000, y + 24_000) for x, y in outline))
texts = st.text(st.characters(blacklist_categories=["Cs"]))
words = texts.filter(lambda text: bool(text.strip()))
props = st.dictionaries(words, st.one_of(st.integers(1 - 10**6, 10**6 - 1), texts), max_size=3)
pieces = st.builds(
    Piece, words, words, st.sampled_from(KINDS), table_outlines, st.integers(500, 9_000), st.integers(0, 500),
    st.sampled_from(["", "light", "heavy"]), st.booleans(), props,
)  # fmt: skip


@given(st.lists(pieces, max_size=3, unique_by=lambda piece: piece.id), words)
def test_any_map_survives_writing_and_reading(found: list[Piece], name: str) -> None:
    ground = Ground(48_000, 48_000, tuple(found), name)
    assert read_map(write_map(ground), "any.toml") == ground


@given(st.text())
def test_any_text_is_refused_with_lines_of_its_own(text: str) -> None:
    with pytest.raises(BadFile) as caught:
        read_map(text, "any.toml")
    assert caught.value.findings
    assert all(1 <= finding.line <= len(text.splitlines()) + 1 for finding in caught.value.findings)
