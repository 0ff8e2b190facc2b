"""Lines and sight over hexes: ties, blocking, and what lies between."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gearlock.table.hexes import Hex, from_offset, neighbours
from gearlock.table.hexlines import Step, line
from gearlock.table.hexmaps import HexGround
from gearlock.table.hexsight import Crossing, can_see, sight

COORDINATES = st.integers(-9, 9)


def field(drawing: str) -> HexGround:
    rows = [row.split() for row in drawing.strip().splitlines()]
    names = {".": "open", "w": "woods", "h": "house"}
    return HexGround("field", len(rows[0]), len(rows), tuple(names[mark] for row in rows for mark in row))


@pytest.mark.parametrize(
    ("goal", "steps"),
    [
        ((0, 0), [((0, 0),)]),
        ((3, 0), [((0, 0),), ((1, 0),), ((2, 0),), ((3, 0),)]),
        ((1, 1), [((0, 0),), ((0, 1), (1, 0)), ((1, 1),)]),
        ((-1, 2), [((0, 0),), ((-1, 1), (0, 1)), ((-1, 2),)]),
        ((-2, 1), [((0, 0),), ((-1, 0), (-1, 1)), ((-2, 1),)]),
        ((2, 1), [((0, 0),), ((1, 0),), ((1, 1),), ((2, 1),)]),
        ((3, 1), [((0, 0),), ((1, 0),), ((1, 1), (2, 0)), ((2, 1),), ((3, 1),)]),
        ((2, 2), [((0, 0),), ((0, 1), (1, 0)), ((1, 1),), ((1, 2), (2, 1)), ((2, 2),)]),
    ],
)
def test_a_line_steps_from_centre_to_centre_and_a_hexside_gives_both_hexes(goal: Hex, steps: list[Step]) -> None:
    assert list(line((0, 0), goal)) == steps
    assert list(line((5, -9), (5 + goal[0], goal[1] - 9))) == [tuple((q + 5, r - 9) for q, r in at) for at in steps]


def test_a_blocking_hex_between_blocks_and_the_ends_never_do() -> None:
    ground = field("h w h w h")
    houses = ground.mask({"house"})
    assert can_see(ground, (0, 0), (2, 0), houses)
    looked = sight(ground, (0, 0), (4, 0), houses)
    assert not looked.clear
    assert looked.blocked_by == ((2, 0),)
    assert looked.crossed == (Crossing((1, 0), "woods"), Crossing((2, 0), "house"), Crossing((3, 0), "woods"))
    assert looked.ties == ()


def test_the_caller_says_which_terrain_blocks_and_adds_smoke() -> None:
    ground = field("h w h w h")
    assert can_see(ground, (0, 0), (4, 0), ground.mask(()))
    smoke = ground.mask((), extra=[(1, 0), (40, 40)])
    assert sight(ground, (0, 0), (4, 0), smoke).blocked_by == ((1, 0),)


@pytest.mark.parametrize(
    ("drawing", "clear"),
    [
        (". . .\n . . .\n. . .", True),
        (". . .\n h . .\n. . .", True),
        (". . .\n . h .\n. . .", True),
        (". . .\n h h .\n. . .", False),
    ],
)
def test_a_tie_blocks_only_when_both_hexes_block(drawing: str, clear: bool) -> None:
    ground = field(drawing)
    top, bottom = from_offset(1, 0), from_offset(1, 2)
    houses = ground.mask({"house"})
    assert can_see(ground, top, bottom, houses) is clear
    looked = sight(ground, top, bottom, houses)
    assert looked.clear is clear
    pair = (from_offset(0, 1), from_offset(1, 1))
    assert looked.blocked_by == (None if clear else pair)
    assert looked.crossed == ()
    assert tuple(crossing.hex for crossing in looked.ties[0]) == pair


def test_along_the_edge_of_the_map_the_hex_on_the_map_decides() -> None:
    ground = field(". . .\n h . .\n. . .")
    houses = ground.mask({"house"})
    looked = sight(ground, from_offset(0, 0), from_offset(0, 2), houses)
    assert looked.blocked_by == (from_offset(0, 1),)
    assert looked.ties == ((Crossing(from_offset(0, 1), "house"),),)
    assert not can_see(ground, from_offset(0, 0), from_offset(0, 2), houses)
    assert can_see(ground, from_offset(0, 0), from_offset(0, 2), ground.mask({"woods"}))


def test_neighbours_and_the_own_hex_are_always_seen() -> None:
    ground = field("h h h\n h h h\nh h h")
    houses = ground.mask({"house"})
    middle = from_offset(1, 1)
    for hex_ in (middle, *neighbours(middle)):
        assert can_see(ground, middle, hex_, houses)
        assert sight(ground, middle, hex_, houses) == (True, None, (), ())


def test_a_look_from_or_to_beyond_the_map_is_blocked_by_the_first_step_that_is_not_on_it() -> None:
    ground = field(". w h\n . . .\n. . .")
    clear = ground.mask(())
    beyond, inside = (-3, 0), (1, 0)
    looked = sight(ground, beyond, inside, clear)
    assert (looked.clear, looked.blocked_by) == (False, ((-2, 0),))
    assert looked.crossed == (Crossing((0, 0), "open"),)
    back = sight(ground, inside, beyond, clear)
    assert (back.clear, back.blocked_by, back.crossed) == (False, ((-1, 0),), looked.crossed)
    assert not can_see(ground, beyond, inside, clear)
    assert not can_see(ground, inside, beyond, clear)


def test_a_look_from_just_beyond_the_edge_goes_by_the_hexes_of_the_map() -> None:
    ground = field(". w h\n . . .\n. . .")
    houses, woods = ground.mask({"house"}), ground.mask({"woods"})
    assert sight(ground, (-1, 0), (2, 0), houses) == (
        True,
        None,
        (Crossing((0, 0), "open"), Crossing((1, 0), "woods")),
        (),
    )
    assert sight(ground, (-1, 0), (2, 0), woods).blocked_by == ((1, 0),)
    assert can_see(ground, (3, 0), (1, 0), woods)
    assert not can_see(ground, (3, 0), (1, 0), houses)


@given(a=st.tuples(COORDINATES, COORDINATES), b=st.tuples(COORDINATES, COORDINATES))
def test_any_two_hexes_can_be_asked_about_and_the_look_back_is_the_same(a: Hex, b: Hex) -> None:
    ground = field(". w h .\n . h h .\n. w . .\n h . . w")
    houses = ground.mask({"house"})
    there, back = sight(ground, a, b, houses), sight(ground, b, a, houses)
    assert there.clear is back.clear is can_see(ground, a, b, houses)
    assert there.crossed == back.crossed[::-1]
    assert there.ties == back.ties[::-1]
    assert all(crossing.terrain == ground.terrain_at(crossing.hex) for crossing in there.crossed)
    off = [step for step in line(a, b)[1:-1] if not any(hex_ in ground for hex_ in step)]
    assert not (off and there.clear)
