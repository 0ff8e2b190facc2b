"""Coordinated Attack and We're In Trouble."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.kernel.asks import Ask
from gearlock.systems.fieldmanual.electronic_warfare import Jam
from gearlock.systems.fieldmanual.rounds import Activated, RoundEnded
from gearlock.systems.fieldmanual.special_actions import (
    Coordinate,
    OffsetPenalty,
    offer_special_actions,
    resolve_coordination,
    resolve_offset,
)
from gearlock.systems.fieldmanual.state import COMBAT, COMMANDER, DEAD, LEADER, STATIONARY, State
from systems.fieldmanual.radio import BOOK, asked, model, refusal, run
from systems.fieldmanual.tables import activate, piece, play, table

ORDER = Coordinate("red-1", "blue-1")


def squad(*pieces: Any) -> State:
    """A leader with two mates, one of them near; an enemy and a jammer in sight."""
    state = table(*pieces)
    model(state, "red-1", 10, ld=1, rank=LEADER, auto_comm=4, actions=2)
    model(state, "red-2", 13)
    model(state, "red-3", 20, 35)
    model(state, "red-4", 12, 22, group=2)
    model(state, "blue-1", 30)
    model(state, "blue-2", 32, 30, ecm=2)
    activate(state, "red-1")
    return state


def coordinate(ctx: Any) -> Any:
    return resolve_coordination(ctx, ORDER)


@pytest.mark.rule("fieldmanual.coordinated-attack")
def test_a_nomination_serves_the_whole_group_for_an_action() -> None:
    state = squad()
    played = run(state, coordinate)
    assert state.units["blue-1"].tokens == {"coordinated:red:1": 1}
    assert state.units["red-1"].actions == 1
    assert asked(played) == [("blue", "jam")]
    RoundEnded().change(state)
    assert state.units["blue-1"].tokens == {}
    assert state.units["red-1"].tokens == {}


@pytest.mark.rule("fieldmanual.coordinated-attack", "fieldmanual.auto-comm")
def test_a_blocked_nomination_serves_members_in_auto_comm_and_the_leader_itself() -> None:
    state = squad()
    run(state, coordinate, (6, 6), (1, 2), replies=[Jam("blue-2")])
    assert state.units["blue-1"].tokens == {"coordinated:red-1": 1, "coordinated:red-2": 1}


@pytest.mark.rule("fieldmanual.coordinated-attack", "fieldmanual.active-lock")
def test_the_free_action_of_an_active_lock_on_the_target_pays_for_it() -> None:
    state = squad()
    leader = state.units["red-1"]
    leader.actions = 0
    assert refusal(state, ORDER) == "no-action"
    activate(state, "red-1", free="blue-2")
    assert refusal(state, ORDER) == "no-action"
    activate(state, "red-1", free="blue-1")
    assert refusal(state, ORDER) == ""
    run(state, coordinate)
    assert state.activation is not None
    assert (state.activation.free, leader.actions) == ("", 0)


@pytest.mark.rule("fieldmanual.coordinated-attack")
def test_only_a_leader_with_lock_once_a_round() -> None:
    state = squad(piece("hill", (36, 0, 37, 48), 4))
    assert refusal(state, Coordinate("red-2", "blue-1")) == "leader"
    assert refusal(state, Coordinate("red-1", "red-2")) == "target"
    assert refusal(state, Coordinate("red-1", "nobody")) == "target"
    hidden = model(state, "blue-3", 45)
    assert refusal(state, Coordinate("red-1", "blue-3")) == "lock"
    hidden.tokens["locked:red-1"] = 1
    assert refusal(state, Coordinate("red-1", "blue-3")) == ""
    run(state, coordinate)
    assert refusal(state, Coordinate("red-1", "blue-2")) == "again"
    state.units["blue-1"].status = DEAD
    state.units["red-1"].tokens.clear()
    assert refusal(state, ORDER) == "target"


@pytest.mark.rule("fieldmanual.coordinated-attack")
def test_the_army_commander_is_the_leader_of_its_own_group() -> None:
    state = squad()
    state.units["red-1"].rank = COMMANDER
    assert refusal(state, ORDER) == ""
    state.units["red-2"].rank = LEADER
    assert refusal(state, ORDER) == "leader"


# --- We're In Trouble ------------------------------------------------------------------------------------------------


def slow() -> State:
    """A Jäger on the ground mode stands: Defense modifier -2."""
    state = table()
    unit = model(state, "red-1", 10, mode="G", band=STATIONARY, actions=3)
    activate(state, "red-1")
    assert unit.defense_modifier == -2
    return state


@pytest.mark.rule("fieldmanual.were-in-trouble")
@pytest.mark.parametrize(("count", "left"), [(1, -1), (2, 0)])
def test_each_action_makes_a_negative_modifier_better_by_one(count: int, left: int) -> None:
    state = slow()
    play(state, lambda ctx: resolve_offset(ctx, OffsetPenalty("red-1", count)))
    unit = state.units["red-1"]
    assert (unit.defense_modifier, unit.actions) == (left, 3 - count)


@pytest.mark.rule("fieldmanual.were-in-trouble")
def test_it_adds_up_never_above_nothing_and_takes_actions() -> None:
    state = slow()
    unit = state.units["red-1"]
    assert refusal(state, OffsetPenalty("red-1", 3)) == "actions"
    assert refusal(state, OffsetPenalty("red-1", 0)) == "actions"
    play(state, lambda ctx: resolve_offset(ctx, OffsetPenalty("red-1", 1)))
    assert refusal(state, OffsetPenalty("red-1", 2)) == "actions"
    unit.actions = 0
    assert refusal(state, OffsetPenalty("red-1", 1)) == "no-action"
    unit.actions = 1
    play(state, lambda ctx: resolve_offset(ctx, OffsetPenalty("red-1", 1)))
    assert unit.defense_modifier == 0
    assert refusal(state, OffsetPenalty("red-1", 1)) == "modifier"


@pytest.mark.rule("fieldmanual.were-in-trouble")
def test_it_is_over_with_another_speed_or_mode_and_at_the_next_activation() -> None:
    state = slow()
    unit = state.units["red-1"]
    play(state, lambda ctx: resolve_offset(ctx, OffsetPenalty("red-1", 2)))
    unit.mode = "W"
    assert unit.defense_modifier == -1
    unit.mode, unit.band = "G", COMBAT
    assert unit.defense_modifier == 0
    unit.band = STATIONARY
    assert unit.defense_modifier == 0
    state.activation = None
    Activated("red-1", "G", STATIONARY).change(state)
    assert unit.defense_modifier == -2


@pytest.mark.rule("fieldmanual.were-in-trouble")
def test_only_in_its_own_activation_not_with_an_action_that_was_given() -> None:
    state = slow()
    activate(state, "red-1", extra=True)
    assert refusal(state, OffsetPenalty("red-1")) == "activation"
    state.activation = None
    assert refusal(state, OffsetPenalty("red-1")) == "activation"


@pytest.mark.rule("fieldmanual.special-actions")
def test_special_actions_are_offered_where_the_circumstances_allow_them() -> None:
    state = squad()
    labels = [option.label for option in offer_special_actions(state, state.units["red-1"])]
    assert any("Coordinated Attack on the blue-1" in label for label in labels)
    assert list(offer_special_actions(state, state.units["red-2"])) == []
    standing = slow()
    found = [option.order for option in offer_special_actions(standing, standing.units["red-1"])]
    assert found == [OffsetPenalty("red-1", 1), OffsetPenalty("red-1", 2)]
    assert BOOK.refuse(standing, Ask("red", "act", "red-1"), found[1]) is None
