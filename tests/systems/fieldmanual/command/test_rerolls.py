"""Tests and other throws: neural nets add a die, Command Points have them thrown again."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.kernel.dice import Roll
from gearlock.kernel.script import Ctx, Script
from gearlock.mechanics.pools.lines import dice, result
from gearlock.mechanics.silhouette.rolls import Result
from gearlock.systems.fieldmanual.command_points.tests import (
    OtherRerolled,
    Reroll,
    RerollOther,
    SkillRerolled,
    UseNeuralNet,
    can_add_die,
    may_gain,
    points_left,
    resolve_contest,
    resolve_other,
    resolve_test,
)
from gearlock.systems.fieldmanual.dice_tests import SkillRolled
from gearlock.systems.fieldmanual.dice_tests import Test as SkillTest
from gearlock.systems.fieldmanual.electronic_warfare import Jam
from gearlock.systems.fieldmanual.state import ATTEMPTS, COMMANDER, RECEIVED, RESERVE, State
from systems.fieldmanual.radio import asked, model, pool, refusal, run
from systems.fieldmanual.tables import table

PLAIN = (dice(2, "Skill", "x"),)


def attempt(unit: str = "red-2", **more: Any) -> Any:
    skill = SkillTest("attack", unit, **{"lines": PLAIN, **more})

    def script(ctx: Ctx[State]) -> Script[Result]:
        return resolve_test(ctx, skill)

    return script


def side(**more: Any) -> State:
    state = table()
    pool(state, red=2, blue=2)
    model(state, "red-1", 10, ld=2, rank=COMMANDER)
    model(state, "red-2", 30, **more)
    model(state, "blue-1", 40)
    return state


@pytest.mark.rule("fieldmanual.cp-reroll-skill")
@pytest.mark.parametrize("second", [(6, 6), (1, 1), (2, 1)])
def test_the_second_roll_stands_even_if_it_is_worse(second: Any) -> None:
    state = side()
    played = run(state, attempt(), (3, 2), second, replies=[Reroll("red-2")])
    assert played.value.bare == {(6, 6): 7, (1, 1): 0, (2, 1): 2}[second]
    assert len(played.of(SkillRolled)) == 2
    assert played.of(SkillRerolled) == [SkillRerolled("red-2", "attack")]
    assert points_left(state, "red") == 1
    assert asked(played) == [("red", "reroll")]


@pytest.mark.rule("fieldmanual.cp-reroll-skill")
def test_nobody_is_asked_who_has_no_point_no_issuer_or_nothing_to_gain() -> None:
    state = side()
    assert run(state, attempt(), (6, 6)).asks == []
    assert run(state, attempt(lines=(dice(1, "Skill", "x"),)), (6,)).asks == []
    assert run(state, attempt(lines=()), (6, 6)).asks == []
    assert asked(run(state, attempt(lines=()), (6, 5))) == [("red", "reroll")]
    assert asked(run(state, attempt(), (6, 5))) == [("red", "reroll")]
    assert run(state, attempt("blue-1"), (1, 1)).asks == []
    state.units["red-2"].tokens[RECEIVED] = 1
    assert run(state, attempt(), (1, 1)).asks == []
    pool(state)
    assert run(state, attempt("red-1"), (1, 1)).asks == []


@pytest.mark.rule("fieldmanual.cp-reroll-skill")
@pytest.mark.parametrize(("total", "gains"), [(4, True), (5, False)])
def test_where_passing_is_all_a_success_is_not_rolled_again(total: int, gains: bool) -> None:
    skill = SkillTest("terrain", "red-2", PLAIN, against=4, pass_only=True)
    assert may_gain(skill, Result(total, total, False)) is gains
    assert may_gain(skill._replace(pass_only=False), Result(total, total, False))


@pytest.mark.rule("fieldmanual.cp-reroll-skill", "fieldmanual.cp-receive")
def test_a_blocked_point_leaves_the_first_roll_standing() -> None:
    state = side()
    state.units["blue-1"] = model(state, "blue-1", 20, ecm=3)
    dice_ = ((3, 2), (6, 6), (1, 2))
    played = run(state, attempt(), *dice_, replies=[Reroll("red-2"), Jam("blue-1")])
    assert played.value.total == 3
    assert points_left(state, "red") == 2
    assert played.of(SkillRerolled) == []


@pytest.mark.rule("fieldmanual.cp-reroll-skill")
def test_the_modifiers_are_the_same_in_both_rolls_and_a_test_is_rolled_again_once() -> None:
    state = side()
    lines = (dice(2, "Skill", "x"), result(1, "Aim", "x"))
    played = run(state, attempt(lines=lines), (3, 2), (4, 1), replies=[Reroll("red-2")])
    assert played.value.total == 5
    assert asked(played).count(("red", "reroll")) == 1


# --- Advanced Neural Net ---------------------------------------------------------------------------------------------


@pytest.mark.rule("fieldmanual.perk-ann")
def test_a_neural_net_adds_a_die_to_one_test_a_round() -> None:
    state = side(ann=1)
    pool(state)
    played = run(state, attempt(), (1, 2, 6), replies=[UseNeuralNet("red-2")])
    assert played.value.total == 6
    assert run(state, attempt(), (1, 2)).asks == []
    state.units["red-2"].tokens.clear()
    assert asked(run(state, attempt(), (1, 2))) == [("red", "neural net")]


@pytest.mark.rule("fieldmanual.perk-ann")
def test_a_neural_net_makes_one_die_of_none_and_keeps_it_in_a_second_roll() -> None:
    state = side(ann=1)
    given = [UseNeuralNet("red-2"), Reroll("red-2")]
    played = run(state, attempt(lines=()), (3,), (4,), replies=given)
    assert [roll.count for roll in played.rolls] == [1, 1]


@pytest.mark.rule("fieldmanual.perk-ann", "fieldmanual.perk-autopilot")
def test_a_neural_net_does_not_increase_the_skill_of_an_autopilot() -> None:
    state = side(ann=1)
    skill = SkillTest("defense", "red-2", (dice(1, "Autopilot", "fieldmanual.perk-autopilot"),))
    assert not can_add_die(state, skill)
    assert can_add_die(state, skill._replace(lines=PLAIN))
    assert not can_add_die(state, SkillTest("storm", "", PLAIN, seat="red"))


@pytest.mark.rule("fieldmanual.perk-ann", "fieldmanual.cp-reroll-skill")
def test_help_is_for_the_model_whose_test_it_is() -> None:
    state = side(ann=1)
    assert refusal(state, UseNeuralNet("red-2"), "neural net", unit="red-2") == ""
    assert refusal(state, UseNeuralNet("red-1"), "neural net", unit="red-2") == "unit"
    assert refusal(state, RerollOther(), "reroll other", seat="red") == ""
    assert refusal(state, RerollOther(), "reroll other", seat="blue") == "issuer"


# --- what is no Skill test -------------------------------------------------------------------------------------------

SCATTER = Roll("scatter", 1, 6, 1, "red")


def other(ctx: Ctx[State]) -> Script[Any]:
    return resolve_other(ctx, SCATTER)


@pytest.mark.rule("fieldmanual.cp-reroll-other")
def test_the_commander_re_rolls_other_dice_and_nobody_receives_or_blocks_it() -> None:
    state = side()
    state.units["blue-1"] = model(state, "blue-1", 20, ecm=3)
    played = run(state, other, (2,), (5,), replies=[RerollOther()])
    assert played.value == (5,)
    assert asked(played) == [("red", "reroll other")]
    assert played.of(OtherRerolled) == [OtherRerolled("red-1", "scatter", (2,))]
    assert points_left(state, "red") == 1
    assert state.units["red-1"].token(ATTEMPTS) == 1
    assert state.units["red-1"].token(RECEIVED) == 0


@pytest.mark.rule("fieldmanual.cp-reroll-other")
def test_it_takes_a_point_and_an_attempt_of_the_commander_wherever_that_is() -> None:
    state = side()
    state.units["red-1"].status = RESERVE
    assert asked(run(state, other, (2,))) == [("red", "reroll other")]
    state.units["red-1"].tokens[ATTEMPTS] = 2
    assert run(state, other, (2,)).asks == []
    state.units["red-1"].tokens.clear()
    pool(state)
    assert run(state, other, (2,)).asks == []


@pytest.mark.rule("fieldmanual.cp-reroll-other")
def test_what_dice_show_is_reported_each_time() -> None:
    told: list[Any] = []
    state = side()
    script: Any = lambda ctx: resolve_other(ctx, SCATTER, told.append)  # noqa: E731 - a script for one throw
    run(state, script, (2,), (5,), replies=[RerollOther()])
    assert told == [(2,), (5,)]


TOLD: list[Any] = []


def order(ctx: Ctx[State]) -> Script[Any]:
    """Player order without bonuses: who is behind may re-roll."""
    rolls = (Roll("player order", 1, 6, 1, "red"), Roll("player order", 1, 6, 1, "blue"))

    def is_behind(found: Any, seat: str) -> bool:
        red, blue = found[0][0], found[1][0]
        return bool(red < blue if seat == "red" else blue < red)

    return resolve_contest(ctx, rolls, is_behind, lambda roll, faces: TOLD.append((roll.seat, faces)))


@pytest.mark.rule("fieldmanual.cp-reroll-other", "fieldmanual.player-order")
def test_in_a_contest_who_is_behind_may_re_roll_and_who_is_overtaken_then() -> None:
    state = side()
    state.units["blue-1"] = model(state, "blue-1", 40, ld=1, rank=COMMANDER)
    TOLD.clear()
    played = run(state, order, (2,), (5,), (6,), replies=[RerollOther()])
    assert played.value == ((6,), (5,))
    assert TOLD == [("red", (2,)), ("blue", (5,)), ("red", (6,))]
    assert [roll.seat for roll in played.rolls] == ["red", "blue", "red"]
    assert asked(played) == [("red", "reroll other"), ("blue", "reroll other")]
    assert "2 against 5" in played.asks[0].prompt
    assert "6 against 5" in played.asks[1].prompt


@pytest.mark.rule("fieldmanual.cp-reroll-other", "fieldmanual.player-order")
def test_in_a_contest_nobody_re_rolls_twice_or_without_need() -> None:
    state = side()
    pool(state, red=9, blue=9)
    state.units["blue-1"] = model(state, "blue-1", 40, ld=4, rank=COMMANDER)
    played = run(state, order, (5,), (2,), (6,), (1,), replies=[RerollOther(), RerollOther()])
    assert played.value == ((1,), (6,))
    assert asked(played) == [("blue", "reroll other"), ("red", "reroll other")]
    assert run(state, order, (3,), (3,)).asks == []
