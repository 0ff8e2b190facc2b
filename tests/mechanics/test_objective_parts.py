"""Objectives of position: who is near, who holds, how far the others are, and where somebody is wanted."""

from __future__ import annotations

import pytest

from gearlock.mechanics.objectives.approach import left_to_any, left_to_bring, left_to_hold, left_to_take, way_to
from gearlock.mechanics.objectives.progress import GroundWorth, Progress, is_held, largest_share, near_by_seat
from gearlock.mechanics.objectives.wanted import Errand, errand_into, gained, with_ways
from gearlock.table.bodies import point
from gearlock.table.measure import INCH
from gearlock.table.polygon import rectangle
from mechanics import counsel
from mechanics.miniature import Runner
from mechanics.track import race, runner

FLAG, OTHER = (10_000, 10_000), (20_000, 10_000)


def test_a_base_counts_that_is_partly_within_reach() -> None:
    edge, out, blue = runner(10, 15.5), runner(10, 15.501), runner(10, 8, seat="blue")
    near = near_by_seat(point(*FLAG), 5_000, [edge, out, blue], ("red", "blue", "green"))
    assert near == {"red": [edge], "blue": [blue], "green": []}


def test_a_marker_is_held_by_more_than_anybody_else_has() -> None:
    assert is_held({"red": 2, "blue": 1}, "red")
    assert not is_held({"red": 2, "blue": 2}, "red")
    assert not is_held({"red": 2, "blue": 1, "green": 3}, "red")


def test_the_largest_share_is_of_its_own_whole() -> None:
    assert largest_share([(1, 4), (2, 5), (4, 10)]) == (2, 5), "the first of equal ones"
    assert largest_share([(0, 4)]) == largest_share([]) == (0, 1)


def test_half_an_objective_is_worth_its_share_of_less_than_a_whole() -> None:
    worth = GroundWorth(whole=2.0, on_the_way=0.5)
    assert worth.of(Progress(True, "", 1.0)) == 2.0
    assert worth.of(Progress(False, "", 0.5)) == 0.25


def test_flags_are_counted_by_the_numbers_around_them() -> None:
    state = race(runner(10, 10), runner(20, 10), runner(20, 12, seat="blue"))
    state.flags = (FLAG, OTHER)
    assert counsel.strengths(state, OTHER)["blue"] == 12
    assert counsel.flags_held(state, "red") == Progress(False, "1 of 2 flags", 0.5)
    assert counsel.ground(state, "red") == pytest.approx(0.25 - 0.25 - 0.1 * counsel.ways_left(state, "red"))
    assert counsel.most_across(state) == (10, 20)


def test_a_way_is_a_share_of_an_endless_one() -> None:
    assert way_to(runner(10, 20), FLAG, 4_000, 12_000) == 0.5
    assert way_to(runner(10, 13), FLAG, 4_000, 12_000) == 0.0
    assert way_to(runner(40, 40), FLAG, 4_000, 12_000) == 1.0


def way(it: Runner, spot: tuple[int, int]) -> float:
    return way_to(it, spot, 0, 10 * INCH)


def test_one_goes_to_each_spot_the_nearest_first() -> None:
    near, far = runner(10, 11), runner(10, 14)
    called: set[str] = set()
    assert left_to_take([near, far], (FLAG, (10_000, 5_000)), way, 2, called) == pytest.approx(0.1 + 0.9)
    assert called == {near.id, far.id}
    assert left_to_take([near, far], (FLAG,), way, 2, set()) == pytest.approx(0.1 + 1), (
        "a spot too few counts as endless"
    )
    assert left_to_take([near, far], (FLAG,), way, 1, {near.id}) == pytest.approx(0.4)
    assert left_to_take([near, far], (FLAG,), way, 0, set()) == 0.0


def test_to_a_spot_that_is_not_held_goes_the_nearest_that_is_not_there() -> None:
    there, near, far = runner(10, 10), runner(10, 12), runner(10, 14)
    called: set[str] = set()
    assert left_to_hold([there, near, far], FLAG, way, called) == 0.2
    assert left_to_hold([there, near, far], FLAG, way, called) == 0.4
    assert left_to_hold([there, near, far], FLAG, way, called) == 1.0, "nobody is left to go"
    assert called == {near.id, far.id, ""}


def test_one_spot_of_several_is_enough_for_anybody() -> None:
    runners = [runner(10, 10), runner(20, 13)]
    assert left_to_any(runners, (FLAG, OTHER), way) == 0.3
    assert left_to_any([], (FLAG,), way) == left_to_any(runners, (), way) == 1.0


def test_the_foremost_bring_as_much_as_is_needed() -> None:
    assert left_to_bring([(0.5, 2), (0.0, 1), (0.2, 2)], 4) == pytest.approx(0.2 * 2 + 0.5 * 1)
    assert left_to_bring([(0.5, 1)], 3) == pytest.approx(0.5 + 2)


def test_an_errand_leads_to_the_nearest_spot_or_into_an_area() -> None:
    flags = Errand((FLAG, OTHER), 2 * INCH)
    assert (flags.way(10_000, 15_000), flags.way(20_000, 11_000), flags.way(17_000, 10_000)) == (3_000, 0, 1_000)
    corner = errand_into(rectangle(0, 0, 8_000, 6_000))
    assert corner.spots == ((4_000, 3_000),)
    assert (corner.way(4_000, 9_000), corner.way(1_000, 1_000)) == (3_000, 0)


def test_straying_costs_what_coming_nearer_gains() -> None:
    errands = with_ways([Errand((FLAG,), 0), Errand((OTHER,), 0)], 13_000, 10_000)
    assert [left for _, left in errands] == [3_000, 7_000]
    assert gained(errands, 10_000, 10_000) == 3_000 - 3_000
    assert gained(errands, 20_000, 15_000) == (3_000 - 11_181) + (7_000 - 5_000)
    assert gained([], 0, 0) == 0
