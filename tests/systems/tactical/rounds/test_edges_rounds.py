"""2.6.2, 2.6.4: rounds at their limits: who may declare, whose turn a group has had, what a Command Point does last."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.kernel.asks import Ask
from gearlock.systems.tactical import command as p
from gearlock.systems.tactical.battles.generated import read_groups
from gearlock.systems.tactical.command import PointSpent, SpendPoint, resolve_passing
from gearlock.systems.tactical.deployment import (
    Appoint,
    Deploy,
    Hide,
    half_of,
    offer_appointments,
    refuse_appoint,
    refuse_deploy,
    resolve_appointment,
)
from gearlock.systems.tactical.rounds.activation import activatable, is_waiting, refuse_activate, waiting_groups
from gearlock.systems.tactical.rounds.round import MOST_EXTRA, Activate, Declare, may_declare, refuse_declare
from gearlock.systems.tactical.state import ABOARD, COMMANDER, DESTROYED, NO_GROUP, RESERVE, SECOND, WAITING, State
from gearlock.systems.tactical.unit_files import all_cards
from systems.tactical.tables import mils, play, put, table

NOT_THERE = (WAITING, RESERVE, ABOARD, DESTROYED)
RED = Ask("red", "activate")


def field(groups: int = 1) -> State:
    state = table()
    for number in range(1, 4):
        put(state, f"red-{number}", "hunter", 5 * number, 5, group=1 + (number > 2 and groups > 1))
        put(state, f"blue-{number}", "hunter", 5 * number, 40, 270)
    return state


def code(refusal: Any) -> str:
    return getattr(refusal, "code", "")


@pytest.mark.rule("tactical.2.6.2-step1")
@pytest.mark.rule("tactical.2.6.9")
@pytest.mark.rule("tactical.2.6.3")
def test_who_has_an_action_and_does_not_evade_may_declare() -> None:
    state = field()
    unit, ask = state.units["red-1"], Ask("red", "declare")
    assert may_declare(unit)
    for field_, value in (("actions", 0), ("actions", -1), ("group", NO_GROUP), ("tokens", {"evading": 1})):
        unit.actions, unit.group, unit.tokens = 1, 1, {}
        setattr(unit, field_, value)
        assert not may_declare(unit), (field_, value)
        assert code(refuse_declare(state, ask, Declare("red-1", 1))) != ""
    unit.actions, unit.group, unit.tokens = 1, 1, {}
    for extra, found in ((0, "extra"), (1, ""), (MOST_EXTRA, ""), (MOST_EXTRA + 1, "extra"), (-1, "extra")):
        assert code(refuse_declare(state, ask, Declare("red-1", extra))) == found, extra
    unit.extra = 4
    assert code(refuse_declare(state, ask, Declare("red-1", MOST_EXTRA - 4))) == ""
    assert code(refuse_declare(state, ask, Declare("red-1", MOST_EXTRA - 3))) == "extra"
    assert code(refuse_declare(state, ask, Declare("red-1", 0, True))) == "both"
    for status in NOT_THERE:
        unit.status = status
        assert code(refuse_declare(state, ask, Declare("red-1", 1))) == "unit", status


@pytest.mark.rule("tactical.2.6.2-step3")
@pytest.mark.rule("tactical.2.6.2-alternation")
def test_only_who_is_there_and_has_a_group_is_activated() -> None:
    state = field()
    unit, order = state.units["red-1"], Activate("red-1", "combat")
    assert code(refuse_activate(state, RED, order)) == ""
    for status in NOT_THERE:
        unit.status = status
        assert code(refuse_activate(state, RED, order)) == "unit", status
        assert not is_waiting(unit)
    unit.status, unit.group = "fielded", NO_GROUP
    assert code(refuse_activate(state, RED, order)) == "unit", "civilians activate themselves"
    assert code(refuse_activate(state, RED, Activate("blue-1", "combat"))) == "unit"
    assert code(refuse_activate(state, RED, Activate("nobody", "combat"))) == "unit"
    unit.group, unit.done = 1, True
    assert code(refuse_activate(state, RED, order)) == "done"


@pytest.mark.rule("tactical.2.6.2-alternation")
@pytest.mark.rule("tactical.2.5.1")
def test_a_group_under_way_comes_first_and_any_other_may_be_next() -> None:
    state = field(groups=2)
    assert (waiting_groups(state, "red"), len(activatable(state, "red"))) == ({1, 2}, 3)
    state.group = 1
    assert [unit.id for unit in activatable(state, "red")] == ["red-1", "red-2"]
    assert code(refuse_activate(state, RED, Activate("red-3", "combat"))) == "group"
    assert code(refuse_activate(state, RED, Activate("red-2", "combat"))) == ""
    state.group = 2
    assert code(refuse_activate(state, RED, Activate("red-2", "combat"))) == "group"
    state.group = 0
    assert code(refuse_activate(state, RED, Activate("red-3", "combat"))) == ""
    for name in ("red-1", "red-2"):
        state.units[name].done = True
    assert waiting_groups(state, "red") == {2}
    assert code(refuse_activate(state, Ask("red", "activate", "red-3"), Activate("red-1", "combat"))) == "called"


@pytest.mark.rule("tactical.2.6.4")
@pytest.mark.rule("tactical.2.6.4-about-face")
@pytest.mark.parametrize(("facing", "angle", "after"), [(900, -900, 0), (900, 1800, 2700), (1800, -1800, 0),
                                                       (0, 1, 1), (0, -1, 3599)])  # fmt: skip
def test_an_about_face_ends_in_any_direction_east_as_well(facing: int, angle: int, after: int) -> None:
    state = field()
    state.points["TCP:red"] = 1
    unit = state.units["red-1"]
    unit.facing = facing
    assert code(p.refuse_use(state, unit, "about-face", angle)) == ""
    played = play(state, lambda ctx: p.resolve_spending(ctx, SpendPoint("red-1", "about-face", angle)))
    assert played.of(PointSpent)[0].facing == after
    assert (unit.facing, state.points["TCP:red"]) == (after, 0)
    for wrong in (0, 1801, -1801):
        state.points["TCP:red"], unit.tokens = 1, {}
        assert code(p.refuse_use(state, unit, "about-face", wrong)) == "angle"


@pytest.mark.rule("tactical.2.6.4")
def test_points_are_for_units_on_the_table_that_have_a_group() -> None:
    state = field()
    unit = state.units["red-1"]
    assert code(p.refuse_point(state, unit)) == "points"
    state.points["TCP:red"] = 1
    assert code(p.refuse_point(state, unit)) == ""
    for status in NOT_THERE:
        unit.status = status
        assert code(p.refuse_point(state, unit)) == "unit", status
    unit.status, unit.group = "fielded", NO_GROUP
    assert code(p.refuse_point(state, unit)) == "unit"
    unit.group, unit.carrier = 1, "red-2"
    assert code(p.refuse_point(state, unit)) == "unit"


@pytest.mark.rule("tactical.2.6.4")
def test_an_initiative_point_is_spent_before_a_tactical_one_and_each_once_a_round() -> None:
    state = field()
    state.points |= {"ICP:red": 1, "TCP:red": 1}
    spent = []
    for name in ("red-1", "red-2"):
        play(state, lambda ctx, name=name: p.resolve_spending(ctx, SpendPoint(name, "about-face", 900)))  # type: ignore[misc]
        spent.append((state.points["ICP:red"], state.points["TCP:red"]))
        assert code(p.refuse_point(state, state.units[name])) == ("used" if len(spent) < 2 else "points")
    assert spent == [(0, 1), (0, 0)]


@pytest.mark.rule("tactical.2.6.4-extra-action")
@pytest.mark.rule("tactical.2.6.4-warning")
def test_every_other_use_of_a_point_leaves_a_unit_looking_where_it_did() -> None:
    for use in ("extra action", "activate"):
        state = field()
        state.points["TCP:red"] = 1
        unit = state.units["red-1"]
        play(state, lambda ctx, use=use: p.resolve_spending(ctx, SpendPoint("red-1", use)))  # type: ignore[misc]
        assert (unit.facing, state.points["TCP:red"], unit.actions) == (900, 0, 1 + (use == "extra action"))


@pytest.mark.rule("tactical.3.3.1-command-points")
def test_without_a_commander_nothing_keeps_a_point_from_its_unit() -> None:
    state = field()
    for name in ("red-1", "red-2", "red-3"):
        state.units[name].group = NO_GROUP
    assert play(state, lambda ctx: resolve_passing(ctx, "red-1")).value is True


@pytest.mark.rule("tactical.2.6.2-step0-commander")
def test_each_side_names_two_of_its_own_once() -> None:
    state = field()
    state.phase, state.round = "command", 0
    ask = Ask("red", "appoint")
    for commander, second, found in (
        ("red-1", "red-2", ""), ("red-1", "red-1", "second"), ("red-1", "", "second"), ("blue-1", "red-1", "unit"),
        ("red-1", "blue-1", "second"), ("", "red-1", "unit"),
    ):  # fmt: skip
        assert code(refuse_appoint(state, ask, Appoint(commander, second))) == found
    asked = play(state, resolve_appointment, answer=lambda _s, _a: Appoint("red-3", "red-2")).asks
    assert [one.seat for one in asked] == ["red"]
    assert (state.units["red-3"].rank, state.units["red-2"].rank) == (COMMANDER, SECOND)
    asked = play(state, resolve_appointment, answer=lambda _s, _a: Appoint("blue-1", "blue-2")).asks
    assert [one.seat for one in asked] == ["blue"]


@pytest.mark.rule("tactical.2.6.2-step0-commander")
@pytest.mark.parametrize("held", [COMMANDER, SECOND])
def test_who_was_named_before_the_battle_stays_and_the_other_is_asked_for(held: str) -> None:
    state = field()
    state.phase, state.round, state.points["appointed:blue"] = "command", 0, 1
    state.units["red-3"].rank = held
    right, wrong = Appoint("red-3", "red-1"), Appoint("red-1", "red-3")
    if held == SECOND:
        right, wrong = wrong, right
    ask = Ask("red", "appoint")
    assert code(refuse_appoint(state, ask, wrong)) == "named"
    assert code(refuse_appoint(state, ask, right)) == ""
    offered = [option.order for option in offer_appointments(state, ask) if isinstance(option.order, Appoint)]
    assert right in offered
    assert all(code(refuse_appoint(state, ask, order)) == "" for order in offered)
    asked = play(state, resolve_appointment, answer=lambda _s, _a: right).asks
    assert [one.seat for one in asked] == ["red"]
    assert (state.units["red-3"].rank, state.units["red-1"].rank) == (held, SECOND if held == COMMANDER else COMMANDER)


@pytest.mark.rule("tactical.2.6.2-step0-commander")
@pytest.mark.parametrize("rank", ["commander", "second"])
def test_no_side_is_typed_with_two_of_a_rank(rank: str) -> None:
    for side in (f"hunter/{rank}*2", f"hunter/{rank},jaguar+jaguar/{rank}"):
        wrong: list[str] = []
        read_groups(side, "red", all_cards(), wrong)
        assert len(wrong) == 1
        assert "red has 2 units as" in wrong[0]
    wrong = []
    read_groups("hunter/commander,hunter/second+hunter", "red", all_cards(), wrong)
    assert not wrong


@pytest.mark.rule("tactical.4.1.3-scouting")
@pytest.mark.rule("tactical.2.6.2-step0-deployment")
def test_units_are_hidden_only_when_they_are_placed_and_only_by_who_may() -> None:
    state = field()
    state.phase, state.round, state.turn = "deployment", 0, "red"
    unit, ask = state.units["red-1"], Ask("red", "deploy")
    unit.status = WAITING
    openly = Deploy("red-1", mils(30), mils(2), 900)
    hidden = Hide("red-1", mils(30), mils(2), 900)
    assert code(refuse_deploy(state, ask, openly)) == ""
    assert code(refuse_deploy(state, ask, hidden)) == "hidden"
    state.points["hides:red"] = 1
    assert code(refuse_deploy(state, ask, hidden)) == ""
    for facing in (-1, 3600):
        assert code(refuse_deploy(state, ask, Deploy("red-1", mils(30), mils(2), facing))) == "facing"
    state.phase = "round"
    assert code(refuse_deploy(state, ask, hidden)) != "", "who comes later comes openly"


@pytest.mark.rule("tactical.4.1.3-scouting")
@pytest.mark.rule("tactical.2.6.2-step0-deployment")
@pytest.mark.parametrize(
    ("home", "half", "inside", "outside"),
    [("south", (0, 0, 72, 24), (30, 23.5), (30, 23.501)), ("north", (0, 24, 72, 48), (30, 24.5), (30, 24.499)),
     ("west", (0, 0, 36, 48), (35.5, 20), (35.501, 20)), ("east", (36, 0, 72, 48), (36.5, 20), (36.499, 20))],
)  # fmt: skip
def test_who_is_hidden_lies_with_its_whole_base_in_its_half(
    home: str, half: tuple[int, ...], inside: tuple[float, float], outside: tuple[float, float]
) -> None:
    state = field()
    across = {"south": "north", "north": "south", "west": "east", "east": "west"}
    state.phase, state.round, state.turn, state.homes = "deployment", 0, "red", {"red": home, "blue": across[home]}
    state.points["hides:red"] = 1
    state.units["red-1"].status = WAITING
    assert half_of(state, "red") == tuple(map(mils, half))
    for (x, y), found in ((inside, ""), (outside, "zone")):
        order = Hide("red-1", mils(x), mils(y), 900)
        assert code(refuse_deploy(state, Ask("red", "deploy"), order)) == found
