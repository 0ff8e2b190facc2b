"""Step 3: deployment zones of every kind, at their borders, and the home edges that touch them."""

from __future__ import annotations

import pytest

from gearlock.systems.fieldmanual.deployment import (
    across,
    edges_without,
    faces,
    home_edges,
    is_in_zone,
    sides_of,
    touches_zone,
)
from gearlock.systems.fieldmanual.state import State
from gearlock.table.bodies import Body
from gearlock.table.terrain import Ground

TABLE = Ground(72_000, 48_000)
HALF = 500


def laid(kind: str, side: str, ground: Ground = TABLE) -> State:
    zones = {"red": side, "blue": across(ground, kind, side)}
    return State(ground, {}, zones=zones, switches={"zones": kind})


def inside(kind: str, side: str, x: int, y: int, ground: Ground = TABLE) -> bool:
    return is_in_zone(laid(kind, side, ground), "red", Body(x, y, 0, HALF))


@pytest.mark.rule("fieldmanual.zone-narrow")
def test_narrow_zones_reach_a_third_in_from_the_narrow_edges() -> None:
    assert sides_of(TABLE, "narrow") == ("west", "east")
    assert sides_of(Ground(48_000, 72_000), "narrow") == ("south", "north")
    assert inside("narrow", "west", 23_500, 24_000)
    assert not inside("narrow", "west", 23_501, 24_000), "wholly in the zone"
    assert inside("narrow", "east", 48_500, 24_000)
    assert not inside("narrow", "east", 48_499, 24_000)


@pytest.mark.rule("fieldmanual.zone-wide")
def test_wide_zones_reach_a_third_in_from_the_wide_edges() -> None:
    assert sides_of(TABLE, "wide") == ("south", "north")
    assert sides_of(Ground(48_000, 48_000), "wide") == ("south", "north"), "agreed on for square tables"
    assert inside("wide", "south", 36_000, 15_500)
    assert not inside("wide", "south", 36_000, 15_501)
    assert inside("wide", "north", 36_000, 32_500)
    assert not inside("wide", "south", 499, 3_000), "over the table's edge"


@pytest.mark.rule("fieldmanual.zone-diagonal")
def test_diagonal_zones_are_the_two_ninths_on_the_left_of_a_narrow_edge() -> None:
    assert sides_of(TABLE, "diagonal") == ("northwest+west", "southeast+east")
    assert sides_of(Ground(48_000, 72_000), "diagonal") == ("southwest+south", "northeast+north")
    assert inside("diagonal", "northwest+west", 23_500, 32_000), "across the seam of the two ninths"
    assert inside("diagonal", "northwest+west", 23_500, 16_500)
    assert not inside("diagonal", "northwest+west", 23_500, 16_499), "the third ninth is nobody's"
    assert not inside("diagonal", "northwest+west", 23_501, 30_000)
    assert inside("diagonal", "southeast+east", 48_500, 31_500)
    assert not inside("diagonal", "southeast+east", 60_000, 31_501)


@pytest.mark.rule("fieldmanual.zone-surrounded")
def test_one_side_has_both_zones_and_the_other_what_lies_between() -> None:
    assert sides_of(TABLE, "surrounded wide") == ("south+north", "middle")
    assert inside("surrounded wide", "south+north", 36_000, 2_000)
    assert inside("surrounded wide", "south+north", 36_000, 46_000)
    assert not inside("surrounded wide", "south+north", 36_000, 24_000)
    assert inside("surrounded wide", "middle", 36_000, 16_500)
    assert not inside("surrounded wide", "middle", 36_000, 16_499)
    assert inside("surrounded narrow", "middle", 24_500, 1_000)
    assert not inside("surrounded narrow", "middle", 24_499, 1_000)
    assert inside("surrounded diagonal", "middle", 24_500, 16_500), "the middle ninth"
    assert not inside("surrounded diagonal", "middle", 36_000, 16_499)


@pytest.mark.rule("fieldmanual.step3-zones")
def test_the_home_edge_is_every_part_of_an_edge_that_touches_the_zone() -> None:
    assert set(home_edges(laid("wide", "south"), "red")) == {
        (0, 0, 72_000, 0), (0, 0, 0, 16_000), (72_000, 0, 72_000, 16_000),
    }  # fmt: skip
    assert set(home_edges(laid("diagonal", "northwest+west"), "red")) == {
        (0, 48_000, 24_000, 48_000), (0, 16_000, 0, 48_000),
    }  # fmt: skip


@pytest.mark.rule("fieldmanual.zone-surrounded")
def test_the_home_edge_of_who_is_surrounded_is_every_edge_that_is_not_the_enemys() -> None:
    state = laid("surrounded wide", "middle")
    assert set(home_edges(state, "red")) == {(0, 16_000, 0, 32_000), (72_000, 16_000, 72_000, 32_000)}
    assert len(home_edges(state, "blue")) == 6, "both zones of the other"
    diagonal = laid("surrounded diagonal", "middle")
    assert set(home_edges(diagonal, "red")) == {
        (0, 0, 48_000, 0), (72_000, 32_000, 72_000, 48_000), (24_000, 48_000, 72_000, 48_000), (0, 0, 0, 16_000),
    }  # fmt: skip


@pytest.mark.rule("fieldmanual.straight-up-brawl")
def test_in_a_brawl_bases_come_within_12_in_of_a_long_edge() -> None:
    assert sides_of(TABLE, "edge") == ("south", "north")
    assert inside("edge", "south", 36_000, 12_500), "distances are measured to the edge of the base"
    assert not inside("edge", "south", 36_000, 12_501)
    assert inside("edge", "north", 36_000, 35_500)
    assert not inside("edge", "north", 36_000, 35_499)
    assert home_edges(laid("edge", "south"), "red") == ((0, 0, 72_000, 0),)


@pytest.mark.rule("fieldmanual.step3-zones")
def test_somebody_is_in_a_zone_with_any_part_of_its_base() -> None:
    state = laid("wide", "south")
    assert touches_zone(state, "red", Body(36_000, 16_499, 0, HALF))
    assert not touches_zone(state, "red", Body(36_000, 16_500, 0, HALF)), "to touch the border is not to be in it"
    assert touches_zone(state, "blue", Body(36_000, 31_501, 0, HALF))


def test_edges_that_are_left_are_all_but_those_taken() -> None:
    taken = home_edges(laid("narrow", "west"), "blue")
    assert set(edges_without(TABLE, taken)) == {(0, 0, 0, 48_000), (0, 0, 48_000, 0), (0, 48_000, 48_000, 48_000)}


@pytest.mark.parametrize(
    ("kind", "side", "facing"),
    [("wide", "south", 900), ("narrow", "east", 1800), ("diagonal", "northwest+west", 0), ("edge", "north", 2700)],
)
def test_a_side_looks_across_the_table(kind: str, side: str, facing: int) -> None:
    assert faces(laid(kind, side), "red") == facing
