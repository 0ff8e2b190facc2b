"""Command Points in the middle of things: who is asked when, activation out of sequence, an additional Action."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.kernel.asks import Ask
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.fieldmanual.command_points.spending import (
    ACTED,
    ACTIVATE,
    BETWEEN,
    EXTRA,
    MOVE,
    SEEN,
    STOPPED,
    can_issue,
    offer_windows,
    refuse_command,
    resolve_own_command,
    watchers,
)
from gearlock.systems.fieldmanual.command_points.tests import ActionGiven, CalledUp, Command, points_left
from gearlock.systems.fieldmanual.electronic_warfare import Jam
from gearlock.systems.fieldmanual.rounds import Activated, ActivationEnded
from gearlock.systems.fieldmanual.state import ATTEMPTS, COMMANDER, DEAD, FALLEN, LEADER, NO_GROUP, STATIONARY, State
from systems.fieldmanual.radio import asked, model, pool, run
from systems.fieldmanual.tables import activate, piece, play, table

CALL, GIVE = Command("blue-2", ACTIVATE), Command("blue-2", EXTRA)


def battle(*pieces: Any, **settings: Any) -> State:
    """Red's model is active; blue has a commander behind and a model in sight of it."""
    state = table(*pieces)
    pool(state, red=2, blue=2)
    model(state, "red-1", 10, ld=1, rank=COMMANDER)
    model(state, "red-2", 10, 30)
    model(state, "blue-1", 60, ld=1, rank=COMMANDER)
    model(state, "blue-2", 25, group=2)
    activate(state, "red-1")
    for key, value in settings.items():
        setattr(state, key, value)
    return state


def window(moment: str, before: frozenset[str] = frozenset()) -> Any:
    def script(ctx: Ctx[State]) -> Script[None]:
        return offer_windows(ctx, moment, before)

    return script


def code(state: State, order: Command, seat: str = "blue", kind: str = "command") -> str:
    found = refuse_command(state, Ask(seat, kind), order)
    return "" if found is None else found.code


# --- who is asked ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("fieldmanual.cp-issue")
@pytest.mark.parametrize("moment", [MOVE, SEEN, STOPPED, ACTED])
def test_the_enemy_of_the_active_model_is_asked_and_its_own_side_is_not(moment: str) -> None:
    assert asked(run(battle(), window(moment))) == [("blue", "command")]


@pytest.mark.rule("fieldmanual.cp-issue")
def test_nobody_is_asked_without_points_attempts_or_anybody_who_sees_the_model() -> None:
    assert run(battle(points={}), window(ACTED)).asks == []
    spent = battle()
    spent.units["blue-1"].tokens[ATTEMPTS] = 1
    assert run(spent, window(ACTED)).asks == []
    blind = battle(piece("hill", (15, 0, 16, 48), 4))
    assert run(blind, window(ACTED)).asks == []
    given = battle()
    given.units["blue-1"].tokens["CP received"] = given.units["blue-2"].tokens["CP received"] = 1
    assert run(given, window(ACTED)).asks == []


@pytest.mark.rule("fieldmanual.cp-issue")
def test_one_leader_of_the_side_with_an_attempt_left_is_enough() -> None:
    state = battle()
    assert can_issue(state, "blue")
    model(state, "blue-3", 60, 40, ld=2, rank=LEADER, group=2)
    state.units["blue-1"].tokens[ATTEMPTS] = 1
    assert can_issue(state, "blue")
    state.units["blue-3"].tokens[ATTEMPTS] = 1
    assert not can_issue(state, "blue")
    assert can_issue(state, "red")
    state.units["red-1"].status = DEAD
    assert not can_issue(state, "red")


@pytest.mark.rule("fieldmanual.cp-issue")
def test_seeing_one_base_of_a_combined_model_is_enough() -> None:
    state = battle(piece("hill", (15, 28, 16, 48), 4))
    for name in ("red-1", "red-2"):
        state.units[name].team = "red-1"
    state.units["red-2"].y = 40_000
    state.notes.clear()
    assert watchers(state) == {"blue-1", "blue-2"}


@pytest.mark.rule("fieldmanual.cp-issue")
def test_after_an_inch_only_who_newly_sees_the_mover_counts() -> None:
    state = battle()
    assert watchers(state) == {"blue-1", "blue-2"}
    assert run(state, window(SEEN, frozenset({"blue-1", "blue-2"}))).asks == []
    assert asked(run(state, window(SEEN, frozenset({"blue-1"})))) == [("blue", "command")]


@pytest.mark.rule("fieldmanual.cp-issue")
def test_between_activations_both_sides_are_asked_at_once() -> None:
    state = battle()
    state.activation = None
    assert asked(run(state, window(BETWEEN))) == [("red", "command"), ("blue", "command")]
    pool(state, red=2)
    assert asked(run(state, window(BETWEEN))) == [("red", "command")]
    state = battle(piece("hill", (15, 0, 16, 48), 4))
    state.activation = None
    assert run(state, window(BETWEEN)).asks == []


# --- activation out of sequence --------------------------------------------------------------------------------------


@pytest.mark.rule("fieldmanual.cp-activate")
def test_a_model_is_called_up_into_anothers_activation_which_goes_on_afterwards() -> None:
    state = battle()
    assert state.activation is not None
    state.activation.gone["red-1"] = 2000
    played = run(state, window(STOPPED), replies=[CALL])
    assert played.of(CalledUp) == [CalledUp("blue-2")]
    assert (state.activation.unit, state.activation.banded) == ("blue-2", False)
    assert [one.unit for one in state.interrupted] == ["red-1"]
    Activated("blue-2", "W", STATIONARY).change(state)
    assert (state.activation.unit, state.activation.banded, state.group) == ("blue-2", True, 1)
    ActivationEnded("blue-2").change(state)
    assert state.units["blue-2"].used
    assert state.activation.unit == "red-1"
    assert state.activation.gone == {"red-1": 2000}
    assert (state.turn, state.group) == ("red", 1)


@pytest.mark.rule("fieldmanual.cp-activate")
def test_who_is_used_active_or_in_no_group_is_not_called_up() -> None:
    state = battle()
    blue = state.units["blue-2"]
    assert code(state, CALL) == ""
    blue.used = True
    assert code(state, CALL) == "used"
    assert code(state, GIVE) == ""
    blue.used, blue.group = False, NO_GROUP
    assert code(state, CALL) == "group"
    assert code(state, Command("red-1", ACTIVATE), "red", "act") == "active"
    assert code(state, Command("red-2", ACTIVATE), "red", "act") == ""


@pytest.mark.rule("fieldmanual.cp-activate", "fieldmanual.combined-models")
def test_a_squad_that_is_being_activated_is_not_called_up() -> None:
    state = battle()
    for name in ("red-1", "red-2"):
        state.units[name].team = "red-1"
    assert code(state, Command("red-1", ACTIVATE), "red", "act") == "active"
    assert code(state, Command("red-2", EXTRA), "red", "act") == "unit"


@pytest.mark.rule("fieldmanual.cp-issue")
def test_between_activations_a_side_is_asked_only_if_who_sees_an_enemy_may_receive() -> None:
    """Blue's leader may issue to its own squad alone, and nobody of that sees an enemy."""
    state = battle(piece("hill", (40, 0, 41, 48), 4))
    rest(state)
    pool(state, blue=2)
    model(state, "blue-1", 60, ld=0, rank=COMMANDER)
    model(state, "blue-3", 60, 40, ld=2, rank=LEADER, group=3)
    assert run(state, window(BETWEEN)).asks == []
    state.units["blue-3"].group = 2
    assert asked(run(state, window(BETWEEN))) == [("blue", "command")]


@pytest.mark.rule("fieldmanual.cp-activate", "fieldmanual.cp-extra-action")
def test_nothing_interrupts_what_a_command_point_gave() -> None:
    for use in (ACTIVATE, EXTRA):
        state = battle()
        run(state, window(ACTED), replies=[Command("blue-2", use)])
        assert run(state, window(ACTED)).asks == []
        assert code(state, Command("red-2", EXTRA), "red") == "effect"
        ActivationEnded("blue-2").change(state)
        assert code(state, Command("red-2", EXTRA), "red") == ""


@pytest.mark.rule("fieldmanual.cp-activate", "fieldmanual.cp-receive")
def test_a_blocked_call_changes_nothing() -> None:
    state = battle()
    model(state, "red-3", 50, ecm=3)
    state.units["blue-1"].x = 55_000
    played = run(state, window(ACTED), (6, 6), (1, 2), replies=[CALL, Jam("red-3")])
    assert played.of(CalledUp) == []
    assert state.activation is not None
    assert state.activation.unit == "red-1"
    assert points_left(state, "blue") == 2


# --- an additional Action --------------------------------------------------------------------------------------------


@pytest.mark.rule("fieldmanual.cp-extra-action")
@pytest.mark.parametrize("own", [0, 2])
def test_one_action_to_be_used_at_once_beside_those_it_has(own: int) -> None:
    state = battle()
    blue = state.units["blue-2"]
    blue.used, blue.actions = True, own
    played = run(state, window(ACTED), replies=[GIVE])
    assert played.of(ActionGiven) == [ActionGiven("blue-2")]
    assert state.activation is not None
    assert state.activation.extra
    assert blue.actions == 1
    ActivationEnded("blue-2").change(state)
    assert blue.actions == own
    assert blue.used
    assert state.activation.unit == "red-1"


@pytest.mark.rule("fieldmanual.cp-extra-action")
def test_the_active_model_itself_may_be_given_one_and_goes_on() -> None:
    state = battle()
    red = state.units["red-1"]
    red.actions = 0
    play(state, lambda ctx: resolve_own_command(ctx, Command("red-1", EXTRA)))
    assert state.activation is not None
    assert state.activation.extra
    assert red.actions == 1
    ActivationEnded("red-1").change(state)
    assert (red.actions, red.used) == (0, False)
    assert not state.activation.extra


@pytest.mark.rule("fieldmanual.cp-extra-action")
def test_who_lies_on_the_ground_and_who_is_no_model_of_ones_own_gets_none() -> None:
    state = battle()
    state.units["blue-2"].tokens[FALLEN] = 1
    assert code(state, GIVE) == "unable"
    assert code(state, Command("red-2", EXTRA)) == "unit"
    assert code(state, Command("blue-9", EXTRA)) == "unit"
    assert code(state, Command("blue-1", "dance")) == "use"
    assert code(state, Command("blue-1", EXTRA, "blue-2")) == "issuer"


# --- both at once ----------------------------------------------------------------------------------------------------


def rest(state: State) -> None:
    """Nobody is being activated."""
    state.activation = None


def both(ctx: Ctx[State]) -> Script[None]:
    return offer_windows(ctx, BETWEEN)


@pytest.mark.rule("fieldmanual.cp-issue")
def test_both_at_once_the_higher_leadership_roll_goes_first_and_the_other_after_it() -> None:
    state = battle()
    rest(state)
    order = [Command("red-2", EXTRA), Command("blue-2", ACTIVATE)]
    played = run(state, both, (3,), (3,), (2,), (5,), replies=order)
    assert [roll.purpose for roll in played.rolls] == ["precedence"] * 4
    assert state.activation is not None
    assert state.activation.unit == "blue-2"
    assert [one.unit for one in state.interrupted] == ["red-2"]
    ActivationEnded("blue-2").change(state)
    assert state.activation.unit == "red-2"
    assert state.activation.extra
    ActivationEnded("red-2").change(state)
    assert state.active() is None
    assert (points_left(state, "red"), points_left(state, "blue")) == (1, 1)


@pytest.mark.rule("fieldmanual.cp-issue")
def test_the_second_goes_alone_where_the_first_is_blocked() -> None:
    state = battle()
    rest(state)
    model(state, "blue-3", 20, ecm=3)
    order = [Command("red-2", EXTRA), Command("blue-2", ACTIVATE), Jam("blue-3")]
    run(state, both, (6,), (2,), (6, 6), (1, 2), replies=order)
    assert state.activation is not None
    assert state.activation.unit == "blue-2"
    assert state.interrupted == []
