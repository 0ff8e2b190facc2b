"""Command Points: how many there are, who issues them to whom, and how they are blocked."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.kernel.script import Ctx, Script
from gearlock.systems.fieldmanual.command_points.spending import offer_uplink, resolve_uplink
from gearlock.systems.fieldmanual.command_points.tests import (
    PointBlocked,
    PointIssued,
    Reroll,
    Uplink,
    attempts_allowed,
    attempts_left,
    is_sure,
    issuers,
    points_left,
    resolve_issue,
    resolve_test,
    starting_points,
)
from gearlock.systems.fieldmanual.electronic_warfare import Counter, Jam
from gearlock.systems.fieldmanual.state import ABOARD, ATTEMPTS, COMMANDER, DEAD, LEADER, RECEIVED, RESERVE, State
from systems.fieldmanual.radio import asked, model, pool, refusal, run
from systems.fieldmanual.tables import activate, table


def army(ld: int = 2, **more: Any) -> State:
    """A commander and two groups of red; blue has a jammer in sight of the commander."""
    state = table()
    pool(state, red=3, blue=3)
    model(state, "red-1", 10, ld=ld, rank=COMMANDER, auto_comm=4, **more)
    model(state, "red-2", 12)
    model(state, "red-3", 30, group=2, rank=LEADER, ld=2)
    model(state, "red-4", 33, group=2)
    model(state, "blue-1", 25, 30, ecm=2)
    return state


def issue(by: str, to: str) -> Any:
    def script(ctx: Ctx[State]) -> Script[bool]:
        return resolve_issue(ctx, by, to, "test", resolve_test)

    return script


def names(state: State, unit: str) -> list[str]:
    return [by.id for by in issuers(state, state.units[unit])]


# --- the pool ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("fieldmanual.cp-pool")
def test_the_roster_of_the_book_leadership_1_and_a_limit_of_1250_tv() -> None:
    assert starting_points(1, 1250, 3, 3) == 4


@pytest.mark.rule("fieldmanual.cp-pool")
@pytest.mark.parametrize(
    ("ld", "tv", "own", "other", "points"),
    [(0, 500, 2, 2, 1), (0, 501, 2, 2, 2), (2, 1000, 2, 5, 7), (2, 1000, 5, 2, 4), (0, 1, 1, 1, 1), (0, 0, 1, 1, 0)],
)
def test_a_point_for_each_500_tv_or_part_and_the_difference_for_fewer_groups(
    ld: int, tv: int, own: int, other: int, points: int
) -> None:
    assert starting_points(ld, tv, own, other) == points


# --- who issues ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("fieldmanual.cp-issue")
def test_the_commander_reaches_all_and_leaders_their_own_squad() -> None:
    state = army()
    assert names(state, "red-2") == ["red-1"]
    assert names(state, "red-4") == ["red-1", "red-3"]
    assert names(state, "red-1") == ["red-1"]
    assert names(state, "blue-1") == []


@pytest.mark.rule("fieldmanual.cp-issue")
@pytest.mark.parametrize(
    ("ld", "rank", "times"), [(0, COMMANDER, 0), (3, COMMANDER, 3), (1, LEADER, 0), (2, LEADER, 1)]
)
def test_attempts_are_leadership_for_the_commander_and_half_of_it_for_leaders(ld: int, rank: str, times: int) -> None:
    state = table()
    unit = model(state, "red-1", 5, ld=ld, rank=rank)
    assert attempts_allowed(state, unit) == times
    assert attempts_allowed(state, model(state, "red-2", 8, ld=5)) == 0


@pytest.mark.rule("fieldmanual.cp-issue")
def test_leaders_round_half_down_and_attempts_run_out() -> None:
    state = table()
    pool(state, red=9)
    unit = model(state, "red-1", 5, ld=3, rank=LEADER)
    assert attempts_allowed(state, unit) == 1
    for used in (1, 2):
        unit.tokens[ATTEMPTS] = used
        assert attempts_left(state, unit) == 0
        assert names(state, "red-1") == []


@pytest.mark.rule("fieldmanual.cp-issue")
def test_who_is_not_there_issues_nothing_but_from_a_transport_one_does() -> None:
    state = army()
    chief = state.units["red-1"]
    chief.status = RESERVE
    assert names(state, "red-2") == []
    chief.status = ABOARD
    assert names(state, "red-2") == ["red-1"]
    chief.status = DEAD
    assert names(state, "red-2") == []


@pytest.mark.rule("fieldmanual.cp-receive")
def test_each_model_receives_one_attempt_a_round_the_commander_too() -> None:
    state = army()
    run(state, issue("red-1", "red-1"))
    assert state.units["red-1"].token(RECEIVED) == 1
    assert names(state, "red-1") == []
    about: dict[str, Any] = {"kind": "reroll", "unit": "red-1", "about": ("x",)}
    assert refusal(state, Reroll("red-1"), **about) == "received"
    pool(state)
    assert refusal(state, Reroll("red-2"), kind="reroll", unit="red-2", about=("x",)) == "no-points"


@pytest.mark.rule("fieldmanual.cp-issue")
def test_refusals_name_who_could() -> None:
    state = army()
    about: dict[str, Any] = {"kind": "reroll", "unit": "red-2", "about": ("x",)}
    assert refusal(state, Reroll("red-2", "red-3"), **about) == "issuer"
    assert refusal(state, Reroll("red-2", "red-1"), **about) == ""
    assert refusal(state, Reroll("red-4", "red-1"), **about) == "unit"
    state.units["red-1"].tokens[ATTEMPTS] = 2
    assert refusal(state, Reroll("red-2"), **about) == "issuer"


# --- blocked and not -------------------------------------------------------------------------------------------------


@pytest.mark.rule("fieldmanual.cp-receive")
def test_a_point_that_gets_through_is_spent() -> None:
    state = army()
    played = run(state, issue("red-1", "red-4"))
    assert played.value is True
    assert points_left(state, "red") == 2
    assert state.units["red-1"].token(ATTEMPTS) == 1
    assert state.units["red-1"].actions == 1
    assert asked(played) == [("blue", "jam")]


@pytest.mark.rule("fieldmanual.cp-receive")
def test_a_blocked_point_comes_back_but_the_attempt_is_gone_on_both_sides() -> None:
    state = army()
    played = run(state, issue("red-1", "red-4"), (6, 6), (2, 1), replies=[Jam("blue-1")])
    assert played.value is False
    assert played.of(PointIssued) == [PointIssued("red-1", "red-4", "test")]
    assert played.of(PointBlocked) == [PointBlocked("red-1", "red-4")]
    assert points_left(state, "red") == 3
    assert state.units["red-1"].token(ATTEMPTS) == 1
    assert state.units["red-4"].token(RECEIVED) == 1


@pytest.mark.rule("fieldmanual.cp-receive", "fieldmanual.auto-comm")
def test_inside_auto_comm_a_blocked_point_works_and_is_spent() -> None:
    state = army()
    played = run(state, issue("red-1", "red-2"), (6, 6), (2, 1), replies=[Jam("blue-1")])
    assert played.value is True
    assert played.of(PointBlocked) == []
    assert points_left(state, "red") == 2


@pytest.mark.rule("fieldmanual.cp-receive", "fieldmanual.eccm")
def test_eccm_may_replace_the_issuers_result_and_the_point_arrives() -> None:
    state = army()
    model(state, "red-5", 9, eccm=3)
    dice = ((6, 1), (2, 1), (5, 1))
    played = run(state, issue("red-1", "red-4"), *dice, replies=[Jam("blue-1"), Counter("red-5")])
    assert played.value is True


@pytest.mark.rule("fieldmanual.cp-receive")
def test_commanders_and_leaders_of_2_or_more_cannot_be_blocked_when_they_help_themselves() -> None:
    state = army(ld=1)
    chief, leader = state.units["red-1"], state.units["red-3"]
    assert is_sure(chief, chief)
    assert is_sure(leader, leader)
    assert not is_sure(chief, leader)
    assert not is_sure(leader, state.units["red-4"])
    weak = model(state, "red-6", 40, ld=1, rank=LEADER, group=3)
    assert not is_sure(weak, weak)
    played = run(state, issue("red-1", "red-1"))
    assert played.asks == []
    assert played.value is True
    state.switches["effects"] = "em-storm"
    assert run(state, issue("red-3", "red-3")).rolls == []


@pytest.mark.rule("fieldmanual.cp-receive")
def test_the_last_point_cannot_be_spent_twice_while_it_is_on_its_way() -> None:
    """Red issues its last point; its own Comm roll against the jammer could be re-rolled, but nothing is left."""
    state = army()
    pool(state, red=1)
    played = run(state, issue("red-1", "red-4"), (5, 1), (2, 1), replies=[Jam("blue-1")])
    assert ("red", "reroll") not in asked(played)
    pool(state, red=2)
    for name in ("red-1", "red-4"):
        state.units[name].tokens.clear()
    state.units["blue-1"].actions = 1
    again = [Jam("blue-1"), Reroll("red-1", "red-1")]
    played = run(state, issue("red-1", "red-4"), (5, 1), (2, 1), (6, 6), replies=again)
    assert played.value is True
    assert points_left(state, "red") == 0


# --- satellite uplink ------------------------------------------------------------------------------------------------


def uplink(state: State) -> Any:
    return lambda ctx: resolve_uplink(ctx, Uplink("red-1"))


@pytest.mark.rule("fieldmanual.perk-satellite-uplink")
def test_an_uplink_brings_a_point_never_above_the_start() -> None:
    state = army(uplink=1)
    activate(state, "red-1")
    assert refusal(state, Uplink("red-1")) == "full"
    state.points["CP:red"] = 2
    assert refusal(state, Uplink("red-1")) == ""
    run(state, uplink(state))
    assert points_left(state, "red") == 3
    assert state.units["red-1"].actions == 0
    assert refusal(state, Uplink("red-1")) == "no-action"


@pytest.mark.rule("fieldmanual.perk-satellite-uplink")
def test_it_brings_one_point_and_is_offered_only_where_it_does() -> None:
    state = army(uplink=1)
    activate(state, "red-1")
    assert list(offer_uplink(state, state.units["red-1"])) == []
    state.points["CP:red"] = 1
    assert [option.order for option in offer_uplink(state, state.units["red-1"])] == [Uplink("red-1")]
    assert list(offer_uplink(state, state.units["red-2"])) == []
    run(state, uplink(state))
    assert points_left(state, "red") == 2


@pytest.mark.rule("fieldmanual.perk-satellite-uplink")
def test_an_uplink_may_be_blocked_and_its_action_is_spent() -> None:
    state = army(uplink=1)
    state.points["CP:red"] = 1
    activate(state, "red-1")
    played = run(state, uplink(state), (6, 6), (2, 1), replies=[Jam("blue-1")])
    assert points_left(state, "red") == 1
    assert state.units["red-1"].actions == 0
    assert played.left == 0


@pytest.mark.rule("fieldmanual.perk-satellite-uplink")
def test_an_uplink_is_lost_at_critical_damage_and_the_free_action_does_not_pay_for_it() -> None:
    state = army(uplink=1)
    state.points["CP:red"] = 1
    activate(state, "red-1", free="blue-1")
    state.units["red-1"].actions = 0
    assert refusal(state, Uplink("red-1")) == "no-action"
    state.units["red-1"].actions, state.units["red-1"].boxes = 1, 4
    assert refusal(state, Uplink("red-1")) == "perk"
