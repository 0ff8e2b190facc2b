"""4.1.1: what is said in place of a roll, at its limits: glory of nothing, extra subplots, Threat Value."""

from __future__ import annotations

from itertools import pairwise

import pytest

from gearlock.kernel.errors import BadInput
from gearlock.systems.tactical.scenario_generator import tables as d
from gearlock.systems.tactical.scenario_generator import tables as p
from gearlock.systems.tactical.scenario_generator import tables as t
from gearlock.systems.tactical.scenario_generator.tables import GENERATOR


@pytest.mark.rule("tactical.4.1.1-glory")
def test_glory_is_rounded_at_the_half_and_there_is_none_without_a_force() -> None:
    assert [p.glory(vp, 2000, 3000) for vp in (1, 2, 3, 4, 5)] == [2, 3, 5, 6, 8], "1.5, 3, 4.5, 6, 7.5"
    assert [p.glory(vp, 3000, 4000) for vp in (1, 2, 3, 4, 5)] == [1, 3, 4, 5, 7], "1.33, 2.67, 4, 5.33, 6.67"
    assert p.glory(5, 0, 4000) == 5
    assert p.glory(5, 3999, 4000) == 5
    assert p.glory(1, 4000, 4001) == 1
    assert p.glory(1, 1, 4000) == 4000


@pytest.mark.rule("tactical.4.1.1-bidding")
def test_a_bid_is_a_whole_hundred_above_nothing() -> None:
    assert p.bid_fault(100, 2000, 2000, 0) == ""
    for bid in (0, -100, 50, 99, 101, 150):
        assert "steps of 100" in p.bid_fault(bid, 2000, 2000, 0), bid
    assert p.bid_fault(1900, 2000, 2000, 1900) == ""
    assert p.bid_fault(1900, 2000, 2000, 1901) != ""


@pytest.mark.rule("tactical.4.1.3-troops")
@pytest.mark.rule("tactical.4.1.3-support")
@pytest.mark.rule("tactical.4.1.1-subplots-galore")
def test_tenths_are_rounded_down_point_by_point() -> None:
    assert [p.troops_percent(own, 5) for own in range(6)] == [50, 60, 70, 80, 90, 100]
    assert [p.troops_percent(5, enemy) for enemy in (0, 4, 5)] == [100] * 3
    assert [p.support_tv(1999, points) for points in range(4)] == [0, 199, 399, 599]
    assert [p.subplot_cost(1999, extra) for extra in range(4)] == [0, 199, 399, 599]


@pytest.mark.rule("tactical.4.1.3")
@pytest.mark.parametrize(
    ("split", "fault"),
    [((5, 0, 0), False), ((0, 5, 0), False), ((0, 0, 5), False), ((2, 2, 1), False), ((2, 2, 2), True),
     ((2, 2, 0), True), ((6, -1, 0), True), ((-1, 6, 0), True), ((3, 3, -1), True)],
)  # fmt: skip
def test_five_priority_points_are_split_and_none_is_owed(split: tuple[int, int, int], fault: bool) -> None:
    assert bool(p.priorities_fault(p.Priorities(*split))) == fault


@pytest.mark.rule("tactical.4.1.3-scouting")
def test_scouting_counts_the_difference_whichever_side_has_it() -> None:
    for red in range(6):
        for blue in range(6):
            found = p.scouting_advantage(red, blue)
            assert found.margin == abs(red - blue)
            assert found.seat == ("red" if red > blue else "blue" if blue > red else "")


@pytest.mark.rule("tactical.4.1.1-subplots-galore")
def test_a_side_buys_none_to_nine_extra_subplots_since_ten_would_cost_all_of_its_force() -> None:
    assert p.subplot_cost(1500, 9) == 1350
    for number in range(10):
        rolls = GENERATOR.draw(7, {"extra-red": str(number)}).rolls
        assert sum(roll.name.startswith("subplot-red") for roll in rolls) == 1 + number
    for bad in ("10", "99", "-1", "x", "", "٣", "1.0"):
        with pytest.raises(BadInput, match="a side buys 0 to 9 extra subplots"):
            GENERATOR.draw(7, {"extra-blue": bad})


@pytest.mark.rule("tactical.4.1.1")
def test_a_battle_is_fought_with_one_to_so_many_tv_and_as_large_as_its_table_says() -> None:
    for tv in ("1", "2000", "40000"):
        assert GENERATOR.draw(7, {"tv": tv}).options["tv"] == tv
    for bad in ("0", "-1", "x", "40001", "1000000", "٣"):
        with pytest.raises(BadInput, match="fought with 1 to"):
            GENERATOR.draw(7, {"tv": bad})
    sizes = [t.battle_of(tv) for tv in range(0, 40_000, 50)]
    for here, after in pairwise(sizes):
        assert here.tv <= after.tv
    for size in dict.fromkeys(sizes):
        if size.tv:
            assert t.battle_of(size.tv) == size, "at the very number it begins"
            assert t.battle_of(size.tv - 1).tv <= size.tv


@pytest.mark.rule("tactical.4.1.4")
def test_the_first_die_of_a_subplot_says_which_list_and_the_second_which_of_it() -> None:
    for first, kind in ((1, "Cinematic"), (2, "Cinematic"), (3, "Military"), (4, "Military"), (5, "Unforeseen")):
        for second in range(1, 7):
            faces = {"subplot-red: list": first, "subplot-red": second}
            roll = d.one_roll("subplot-red", "", "Badlands", faces.__getitem__)
            assert (roll.value, roll.faces) == (t.subplot_of(kind, second), (first, second))
    left = [6, 6, 1, 2]
    roll = d.one_roll("subplot-red", "", "Northern Hemisphere", lambda _name: left.pop(0))
    assert (roll.value, roll.faces, left) == ("Coward", (1, 2), []), "no tempest in the north: both dice again"
