"""4.1.1, 4.1.3: totals, bids, glory and priorities: the book's examples and what lies around them."""

from __future__ import annotations

import pytest

from gearlock.systems.tactical.scenario_generator import tables as p


@pytest.mark.rule("tactical.4.1.1-bidding")
def test_bids_go_down_in_hundreds() -> None:
    assert p.bid_fault(1700, 2000, 2000, 0) == ""
    assert "steps of 100" in p.bid_fault(1650, 2000, 2000, 0)
    assert "lower than 1700" in p.bid_fault(1700, 2000, 1700, 0)
    assert "lower than 2000" in p.bid_fault(2000, 2000, 9999, 0)
    assert "below the 1500" in p.bid_fault(1400, 2000, 1700, 1500)
    assert p.bid_fault(1500, 2000, 1700, 1500) == ""
    assert p.bid_totals(2000, {"red": 1500, "blue": 0}) == {"red": 1500, "blue": 2000}


@pytest.mark.rule("tactical.4.1.1-glory")
@pytest.mark.parametrize(
    ("vp", "own", "enemy", "counted"),
    [(5, 3000, 4000, 7), (5, 2000, 4000, 10), (5, 4000, 4000, 5), (5, 4000, 3000, 5), (0, 2000, 4000, 0),
     (-2, 2000, 4000, -2), (3, 2000, 3000, 5)],
)  # fmt: skip
def test_fewer_troops_make_more_of_victory_points(vp: int, own: int, enemy: int, counted: int) -> None:
    assert p.glory(vp, own, enemy) == counted


@pytest.mark.rule("tactical.4.1.1-glory")
def test_the_exact_value_can_be_told_too() -> None:
    assert round(float(p.glory_exact(5, 75, 100)), 2) == 6.67


@pytest.mark.rule("tactical.4.1.1-subplots-galore")
def test_each_extra_subplot_costs_a_tenth_of_what_was_agreed() -> None:
    assert p.subplot_cost(1500, 1) == 150
    assert 1500 - p.subplot_cost(1500, 2) == 1200


@pytest.mark.rule("tactical.4.1.3")
def test_all_priority_points_are_split() -> None:
    assert p.priorities_fault(p.Priorities(2, 2, 1)) == ""
    assert p.priorities_fault(p.Priorities(3, 3, 0), 6) == ""
    assert "come to 4" in p.priorities_fault(p.Priorities(2, 1, 1))
    assert p.priorities_fault(p.Priorities(6, -1, 0))


@pytest.mark.rule("tactical.4.1.3-troops")
def test_who_has_fewer_troops_points_loses_a_tenth_a_point() -> None:
    assert (p.troops_percent(2, 4), p.troops_percent(4, 2), p.troops_percent(3, 3)) == (80, 100, 100)


@pytest.mark.rule("tactical.4.1.3-support")
def test_a_support_point_is_a_tenth_of_the_total() -> None:
    assert p.support_tv(4000, 2) == 800


@pytest.mark.rule("tactical.4.1.3-scouting")
def test_the_margin_of_scouting_is_an_advantage() -> None:
    assert p.scouting_advantage(4, 1) == p.Scouting("red", 3, "Ambush")
    names = [p.scouting_advantage(0, margin).name for margin in range(6)]
    assert names == [
        "No effect", "Minor Advantage", "Major Advantage", "Ambush", "Total Ambush", "Perfect Intelligence",
    ]  # fmt: skip
    assert p.scouting_advantage(0, 6) == p.Scouting("blue", 5, "Perfect Intelligence")
    assert p.scouting_advantage(2, 2).seat == ""


@pytest.mark.rule("tactical.4.1.3-scouting")
@pytest.mark.parametrize(
    ("margin", "gives"),
    [(0, (False,) * 4), (1, (False,) * 4), (2, (True, False, False, False)), (3, (True, True, False, False)),
     (4, (True, False, True, False)), (5, (True, False, True, True))],
)  # fmt: skip
def test_what_each_advantage_gives(margin: int, gives: tuple[bool, ...]) -> None:
    found = p.scouting_advantage(margin, 0)
    assert (found.is_major, found.is_ambush, found.may_hide, found.knows_mission) == gives
