"""A model that must move and cannot: no move is offered that leads nowhere, and the way out says what it does."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from gearlock.kernel.asks import OPEN_OPTIONS
from gearlock.kernel.battle import Battle
from gearlock.kernel.positions import Position
from gearlock.systems.fieldmanual import SYSTEM
from gearlock.systems.fieldmanual.movement.terrain import Move
from gearlock.systems.fieldmanual.rounds import EndActivation
from gearlock.systems.fieldmanual.state import STUN, State


def boxed(mode: str = "G", **more: Any) -> Battle[State]:
    """Red's Gear in a yard with rock on all four sides of its base."""
    position = Position("fieldmanual", active="red-1", band="combat", mode=mode, seed=1)
    for name, box in {
        "north": (8, 10.51, 12, 14), "south": (8, 6, 12, 9.49), "west": (6, 6, 9.49, 14), "east": (10.51, 6, 14, 14),
    }.items():  # fmt: skip
        position.piece("hill", box, top=3, id=name, name=f"{name.title()} spire")
    position.model("red-1", "jager", at=(10, 10), facing="north", **more).dice("impact", 2, 1)
    battle: Battle[State] = position.model("blue-1", "jager", at=(40, 40), actions=0).battle()
    return battle


def options(battle: Battle[State]) -> dict[str, Any]:
    return {option.label: option for option in SYSTEM.options(battle.state, battle.pending[0])}


@pytest.mark.rule("fieldmanual.move-through", "fieldmanual.unintentional-impact")
def test_a_move_that_leads_nowhere_is_not_offered_and_the_end_says_what_it_does() -> None:
    battle = boxed()
    labels = options(battle)
    assert "Move" not in labels
    assert not [label for label in labels if label.startswith("Move")]
    end = "End the activation: it runs into the North spire"
    assert isinstance(labels[end].order, EndActivation)
    shown = SYSTEM.preview(battle.state, "red", labels[end].order)
    assert shown.notes == ("It must go on and cannot: it runs into the North spire.",)
    assert shown.risks > shown.lasting
    battle.answer("red", labels[end].order)
    assert battle.state.units["red-1"].token(STUN), "it struck the rock"


@pytest.mark.rule("fieldmanual.mode-walker", "fieldmanual.move-through")
def test_a_walker_may_turn_on_the_spot_and_is_told_so() -> None:
    battle = boxed("W")
    labels = options(battle)
    assert "Turn on the spot" in labels
    assert "Move" not in labels
    assert "Move, facing as it is" not in labels
    for seed in range(5):
        order = SYSTEM.sample(battle.state, battle.pending[0], labels["Turn on the spot"], Random(seed))
        assert isinstance(order, Move)
        assert SYSTEM.refuse(battle.state, battle.pending[0], order) is None


@pytest.mark.rule("fieldmanual.move-through")
def test_who_has_a_way_is_offered_it_and_ends_without_a_warning() -> None:
    position = Position("fieldmanual", active="red-1", band="combat", mode="G", seed=1)
    position.model("red-1", "jager", at=(10, 10), facing="north").model("blue-1", "jager", at=(40, 40), actions=0)
    battle: Battle[State] = position.battle()
    labels = options(battle)
    assert isinstance(labels["Move"], OPEN_OPTIONS)
    battle.answer("red", Move("red-1", ((0, 1_000),)))
    assert "End the activation" in options(battle)


@pytest.mark.rule("fieldmanual.unintentional-impact")
def test_a_friend_ahead_is_named() -> None:
    position = Position("fieldmanual", active="red-1", band="combat", mode="G", seed=1)
    for name, box in {"west": (6, 6, 9.49, 14), "east": (10.51, 6, 14, 14)}.items():
        position.piece("hill", box, top=3, id=name)
    position.model("red-1", "jager", at=(10, 10), facing="north").model("red-2", "jager", at=(10, 11.005))
    battle: Battle[State] = position.model("blue-1", "jager", at=(40, 40), actions=0).battle()
    assert "End the activation: it runs into the Red Jäger 2" in options(battle)
