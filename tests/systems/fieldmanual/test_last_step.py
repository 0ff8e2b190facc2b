"""The last step of the last round: what dies in it is settled before anybody counts who has won."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from gearlock.kernel.battle import Battle
from gearlock.kernel.orders import Decline
from gearlock.kernel.positions import Position
from gearlock.systems.fieldmanual.attacks.weapons_in_use import SELF, Attack
from gearlock.systems.fieldmanual.reactions import TakePartingShot
from gearlock.systems.fieldmanual.state import ABOARD, DEAD, FIELDED, State
from gearlock.systems.fieldmanual.support.points import STAGE

FRAGILE: dict[str, Any] = {"boxes": "C"}


def last_round(**head: Any) -> Position:
    """The end of Step 3 of the last round of a Brawl: red has lost a model."""
    switches = {STAGE: "done"}
    position = Position(
        "fieldmanual", scenario="brawl", phase="support", round=3, rounds=3, turn="red", switches=switches, **head
    )
    position.model("red-1", "jager", at=(30, 10), facing="north", stats=FRAGILE)
    return position.model("red-2", "jager", at=(5, 5), status=DEAD)


def burning_transport(boxes: int) -> Position:
    """A Caiman of blue burns and will be lost in Step 4; in it is a model that has so many boxes filled."""
    position = last_round()
    position.model("blue-1", "caiman", at=(30, 30), stats=FRAGILE, boxes=1, tokens={"burning": 1})
    position.model("blue-2", "jager", status=ABOARD, carrier="blue-1", stats={"boxes": "LHC"}, boxes=boxes)
    return position.model("blue-3", "jager", at=(44, 40), facing="south").dice("fire", 6)


@pytest.mark.rule("fieldmanual.transport-destroyed", "fieldmanual.misc-events", "fieldmanual.straight-up-brawl")
@pytest.mark.parametrize(("face", "winner", "lost"), [(6, "red", 2), (4, "red", 2), (3, "", 1)])
def test_passengers_of_a_transport_that_burns_out_in_the_last_step_are_rolled_for(
    face: int, winner: str, lost: int
) -> None:
    position = burning_transport(2).dice("passengers", face)
    battle: Battle[State] = position.battle()
    assert [faces for roll, faces in battle.thrown if roll.purpose == "passengers"] == [(face,)]
    if battle.pending:
        assert (battle.pending[0].kind, battle.outcome) == ("get out", None), "the battle waits for its last answer"
        option = battle.options("blue")[0]
        order = battle.system.sample(battle.state, battle.pending[0], option, Random(1))
        assert order is not None
        battle.answer("blue", order)
    assert battle.outcome is not None
    assert (battle.outcome.winner, battle.outcome.score["red"]) == (winner, lost)
    assert battle.state.units["blue-2"].carrier == "" or battle.state.units["blue-2"].is_lost


@pytest.mark.rule("fieldmanual.cp-parting-shot", "fieldmanual.misc-events")
def test_a_parting_shot_in_the_last_step_counts() -> None:
    """Whoever burns out last may take an enemy with it: the shot is made, and what it does counts."""
    position = last_round(points={"CP:blue": 1})
    position.model("blue-1", "jager", at=(30, 16), facing="south", stats=FRAGILE, boxes=1, tokens={"burning": 1})
    position.model("blue-2", "command-jager", at=(44, 40), facing="south", rank="commander")
    battle: Battle[State] = position.dice("fire", 6).dice("attack", 6, 6).dice("defense", 1, 1).battle()
    while battle.pending[0].kind == "reroll other":
        battle.answer("blue", Decline())
    assert (battle.pending[0].kind, battle.state.phase) == ("parting shot", "misc"), "before the round is over"
    battle.answer("blue", TakePartingShot("blue-1", "blue-2"))
    assert battle.pending[0].kind == "parting fire"
    battle.answer("blue", Attack("blue-1", "LAC", "red-1"))
    while not battle.over:
        battle.answer(battle.pending[0].seat, Decline())
    assert battle.outcome is not None
    assert (battle.outcome.winner, battle.outcome.score) == ("blue", {"red": 1, "blue": 2})


@pytest.mark.rule("fieldmanual.transport-destroyed", "fieldmanual.game-overview")
def test_a_side_that_is_wiped_out_ends_the_battle_once_all_that_died_with_it_is_settled() -> None:
    """Red's last model blows itself up beside blue's transport: both are gone, and so may be who rode in it."""
    grenade = {"weapons": "HG|F|||x40||T,AI,AE2|3", "boxes": "C"}
    position = Position("fieldmanual", scenario="brawl", round=2, rounds=5, active="red-1", band="stationary")
    position.model("red-1", "jager", at=(30, 29), facing="north", stats=grenade, boxes=1)
    position.model("blue-1", "caiman", at=(30, 31), stats=FRAGILE, boxes=1)
    position.model("blue-2", "jager", status=ABOARD, carrier="blue-1", stats={"boxes": "LHC"}, boxes=3)
    position.dice("self-detonation", 6, 6).dice("defense", 1, 1).dice("passengers", 6)
    battle: Battle[State] = position.order(Attack("red-1", "HG", way=SELF)).battle()
    assert battle.state.units["red-1"].is_lost
    assert battle.state.units["blue-1"].is_lost
    assert battle.state.units["blue-2"].status not in (ABOARD, FIELDED), "it was rolled for"
    assert battle.outcome is not None
    assert battle.outcome.score == {"red": 2, "blue": 1}
    assert battle.outcome.winner == "red", "it lost one model, blue two"
