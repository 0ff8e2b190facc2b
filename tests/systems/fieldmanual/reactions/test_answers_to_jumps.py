"""Jumps and climbs are movement in one step: Reaction Fire comes where they end."""

from __future__ import annotations

import pytest

from gearlock.kernel.positions import Position
from gearlock.systems.fieldmanual.movement.terrain import Climb, Jump
from gearlock.systems.fieldmanual.reactions import ANSWER

JETS = {"perks": {"Arms": 1, "Jump Jets": 5}}


@pytest.mark.rule("fieldmanual.reaction-fire", "fieldmanual.perk-jump-jets")
def test_a_jump_that_costs_no_action_is_answered_where_it_ends() -> None:
    position = Position("fieldmanual", active="red-1", band="stationary", mode="W")
    position.model("red-1", "jager", at=(10, 10), facing="north", stats=JETS)
    position.model("blue-1", "jager", at=(10, 30), facing="south")
    battle = position.order(Jump("red-1", 3000)).battle()
    assert (battle.state.units["red-1"].y, battle.state.units["red-1"].actions) == (13000, 1)
    assert [(ask.seat, ask.kind, ask.about) for ask in battle.pending] == [("blue", ANSWER, ("blue-1",))]


@pytest.mark.rule("fieldmanual.reaction-fire", "fieldmanual.perk-arms")
def test_so_is_a_climb() -> None:
    position = Position("fieldmanual", active="red-1", band="combat", mode="W")
    position.piece("hill", (8, 10.5, 12, 14), top=2, id="cliff")
    position.model("red-1", "jager", at=(10, 10), facing="north")
    position.model("blue-1", "jager", at=(20, 10), facing="west")
    battle = position.order(Climb("red-1", "cliff", 10000, 10000, 1000)).battle()
    assert battle.state.units["red-1"].z == 1000
    assert [(ask.seat, ask.kind) for ask in battle.pending] == [("blue", ANSWER)]


@pytest.mark.rule("fieldmanual.reaction-fire")
def test_who_has_no_action_left_answers_nothing() -> None:
    position = Position("fieldmanual", active="red-1", band="stationary", mode="W")
    position.model("red-1", "jager", at=(10, 10), facing="north", stats=JETS)
    position.model("blue-1", "jager", at=(10, 30), facing="south", actions=0)
    battle = position.order(Jump("red-1", 3000)).battle()
    assert [ask.seat for ask in battle.pending] == ["red"]
