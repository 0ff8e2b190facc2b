"""What bots reckon with: danger and prospects, stakes, how one stands, and menaces with the worst first."""

from __future__ import annotations

import pytest

from gearlock.kernel.survey import Menace
from gearlock.kernel.view import OddsCard
from gearlock.mechanics.judging.danger import Reckoned, noted
from gearlock.mechanics.judging.menaces import worst_of_each
from gearlock.mechanics.judging.outlook import (
    AFTER_A_MOVE,
    Rival,
    here_or_nearer,
    stakes_by_price,
    standing_among,
    step_towards,
)
from gearlock.table.measure import INCH
from mechanics import counsel
from mechanics import miniature as book
from mechanics.miniature import piece
from mechanics.track import on, race, runner


def test_everybody_is_worked_out_once_and_only_if_asked_for() -> None:
    asked: list[str] = []

    def as_gunner(it: book.Runner) -> str:
        asked.append(it.id)
        return it.id.upper()

    found = Reckoned(as_gunner, lambda it: it.id)
    one, two = runner(1, 1), runner(2, 2)
    assert (found.gunner(one), found.gunner(one), found.mark(two)) == (one.id.upper(), one.id.upper(), two.id)
    assert asked == [one.id]


def test_danger_is_the_sum_of_the_best_attacks_and_a_prospect_the_best_of_them() -> None:
    here = runner(10, 10)
    state = race(here, runner(10, 17, seat="blue"), runner(10, 20, seat="blue"), runner(1, 32, seat="blue"))
    assert counsel.danger(state, here) == pytest.approx(13 / 60 + 10 / 60)
    assert counsel.prospect(state, here) == pytest.approx(13 / 60)
    assert counsel.danger(race(here), here) == counsel.prospect(race(here), here) == 0.0


def test_what_is_noted_is_not_reckoned_again() -> None:
    notes: dict[object, object] = {}
    assert noted(notes, "danger", lambda: 0.0) == 0.0
    assert noted(notes, "danger", lambda: 1.0) == 0.0
    assert noted(notes, "other", lambda: 1.0) == 1.0


def test_stakes_are_shares_of_the_average_of_ones_own_side() -> None:
    assert stakes_by_price({"a": 1, "b": 3}, {"c": 7}) == {"a": 0.5, "b": 1.5, "c": 1.0}
    assert stakes_by_price({}, {"c": 7}) == {"c": 1.0}


def test_standing_counts_the_best_strike_by_its_stake_and_threats_by_when_they_come() -> None:
    rivals = [Rival("a", 1.0, 0.2, 0.4), Rival("b", 3.0, 0.1, 0.2, spent=True), Rival("c", 9.0, 0.0, 0.0)]
    found = standing_among(rivals, 1.5, 0.75)
    assert found.strikes == pytest.approx(0.6)
    assert (found.soon, found.late, found.stake, found.left) == ({"a": 0.2}, {"b": 0.1}, 1.5, 0.75)


def test_an_attack_after_a_move_counts_less() -> None:
    assert here_or_nearer(0.5, ()) == 0.5
    assert here_or_nearer(0.5, (0.6, 1.0)) == AFTER_A_MOVE
    assert here_or_nearer(0.5, (0.6,)) == 0.5


def test_a_step_goes_straight_as_far_as_the_bases_allow(monkeypatch: pytest.MonkeyPatch) -> None:
    on(monkeypatch, piece("hill", 12, 0, 13, 24, 300), piece("instance", 14, 0, 15, 24, 400))
    state, here = race(), runner(10, 5)
    high = runner(10, 5, z=400)
    assert step_towards(state.ground, high, runner(20, 5), 2_500, INCH) == (12_500, 5_000, 300)
    assert step_towards(state.ground, high, runner(20, 5), 4_500, INCH) == (14_500, 5_000, 400)
    assert step_towards(state.ground, here, runner(12, 5), 6_000, INCH) == (11_000, 5_000, 0)
    assert step_towards(state.ground, here, runner(11, 5), 6_000, INCH) is None
    assert step_towards(state.ground, here, runner(20, 5), 4_500, INCH) is None, "something solid stands there"


def test_a_runner_comes_nearer_before_it_throws() -> None:
    state = race(runner(1, 5), runner(23, 5, seat="blue"))
    found = counsel.standing(state, "red", "red-1-5")
    assert found.strikes == pytest.approx(AFTER_A_MOVE * (20 - 16) / 60)
    assert found.soon == {"blue-23-5": pytest.approx(found.strikes)}
    assert not found.late
    state.runners["blue-23-5"].hangs = True
    assert list(counsel.standing(state, "red", "red-1-5").late) == ["blue-23-5"]
    assert counsel.standing(state, "blue", "red-1-5").left == 0.0


def test_of_each_enemy_the_worst_is_shown_and_the_worst_enemy_first() -> None:
    def menace(who: str, weapon: str, mean: float) -> Menace:
        return Menace(who, weapon, OddsCard(1.0, mean, {}))

    enemies = [[menace("a", "x", 1.0), menace("a", "y", 2.0), menace("a", "z", 2.0)], [], [menace("b", "x", 3.0)]]
    assert [(it.piece, it.weapon) for it in worst_of_each(enemies)] == [("b", "x"), ("a", "y")]
    equal = [[menace("a", "x", 1.0)], [menace("b", "x", 1.0)]]
    assert [it.piece for it in worst_of_each(equal)] == ["a", "b"]


def test_stones_are_thrown_overarm_from_where_they_reach() -> None:
    state = race(runner(10, 10), runner(10, 17, seat="blue"), runner(10, 13, seat="blue"), runner(1, 32, seat="blue"))
    found = counsel.menaces(state, "red", "red-10-10", None)
    assert isinstance(found, tuple)
    assert [(it.piece, it.weapon) for it in found] == [("blue-10-13", "overarm"), ("blue-10-17", "overarm")]
