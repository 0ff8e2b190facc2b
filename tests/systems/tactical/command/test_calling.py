"""2.6.4: a Command Point activates a unit out of sequence: on either turn, in an enemy's move; and what is left."""

from __future__ import annotations

import pytest

from gearlock.kernel.battle import Battle
from gearlock.kernel.orders import Decline
from gearlock.kernel.positions import Position
from gearlock.systems.tactical.attacks.weapons_in_use import HoldFire
from gearlock.systems.tactical.command import SpendPoint, leader
from gearlock.systems.tactical.damage.condition import inches_moved
from gearlock.systems.tactical.movement.course import Move
from gearlock.systems.tactical.rounds.round import Activate, EndActivation, PassGroup
from gearlock.systems.tactical.state import COMMANDER, SECOND, State, pace_of
from systems.tactical.play import code, give, under_way, unit


def asked(battle: Battle[State]) -> list[tuple[str, str]]:
    return [(ask.seat, ask.kind) for ask in battle.pending]


def far_apart(**head: object) -> Position:
    """Two groups of one Hunter each on both sides, out of each other's reach."""
    position = Position("tactical", turn="red", map="48x48", **head)
    position.model("red-1", "hunter", at=(20, 5)).model("red-2", "hunter", at=(25, 5), group=2)
    return position.model("blue-1", "hunter", at=(20, 34)).model("blue-2", "hunter", at=(30, 34), group=2)


def called(battle: Battle[State], name: str = "blue-1") -> Battle[State]:
    """The unit is called, goes 2 in and ends."""
    seat = name.partition("-")[0]
    give(battle, SpendPoint(name, "activate"), Activate(name, "combat"), seat=seat)
    return give(battle, Move(name, ((0, 2_000),)), EndActivation(name), seat=seat)


@pytest.mark.rule("tactical.2.6.4-activate")
def test_who_was_called_acts_with_its_group_but_moves_no_more() -> None:
    battle = called(far_apart(points={"TCP:blue": 1}).battle())
    give(battle, Activate("red-1", "stationary"), EndActivation("red-1"))
    give(battle, Activate("blue-1", "stationary"), seat="blue")
    assert unit(battle, "blue-1").actions == 1
    assert code(battle, Move("blue-1", ((0, 1_000),)), "blue") == "halted"
    give(battle, EndActivation("blue-1"), seat="blue")
    assert (unit(battle, "blue-1").moved, unit(battle, "blue-1").went) == (2_000, "half"), "its move stays recorded"
    assert code(battle, Activate("blue-1", "stationary"), "blue") != ""


@pytest.mark.rule("tactical.2.6.4-activate", "tactical.2.6.2-step3")
def test_a_group_that_lets_its_turn_pass_is_not_asked_again_for_who_was_called() -> None:
    position = Position("tactical", turn="red", map="48x48", points={"TCP:blue": 1})
    position.model("red-1", "hunter", at=(20, 5)).model("red-2", "hunter", at=(25, 5), group=2)
    battle = called(position.model("blue-1", "hunter", at=(20, 34)).battle())
    give(battle, Activate("red-1", "stationary"), EndActivation("red-1"))
    give(battle, PassGroup(), seat="blue")
    assert battle.state.turn == "red"
    assert unit(battle, "blue-1").moved == 2_000


@pytest.mark.rule("tactical.2.6.4-activate", "tactical.3.3.1-command-points")
def test_a_point_that_does_not_get_through_activates_nobody() -> None:
    position = far_apart(points={"TCP:blue": 2}, switches={"ecm": "yes"})
    position.tables["model"][0] |= {"stats": {"perks": {"ECM": 3}, "sensor_km": 4}, "tokens": {"ecm": 9}}
    battle = position.dice("communication", 3).battle()
    give(battle, SpendPoint("blue-1", "activate"), seat="blue")
    assert battle.state.activation is None
    assert battle.state.points["TCP:blue"] == 1
    assert not unit(battle, "blue-1").done


@pytest.mark.rule("tactical.2.6.4", "tactical.3.3.1-command-points")
def test_jamming_over_the_receiver_alone_has_to_be_beaten_too() -> None:
    position = Position("tactical", turn="red", map="48x48", points={"TCP:blue": 2}, switches={"ecm": "yes"})
    jams = {"stats": {"perks": {"ECM": 3}, "sensor_km": 1}, "tokens": {"ecm": 9}}
    position.model("red-1", "hunter", at=(5, 5), **jams).model("red-2", "hunter", at=(9, 5), group=2)
    position.model("blue-1", "hunter", at=(5, 20)).model("blue-2", "hunter", at=(5, 46), rank=COMMANDER, group=2)
    battle = position.dice("communication", 3).battle()
    give(battle, SpendPoint("blue-1", "activate"), seat="blue")
    assert [roll.purpose for roll, _ in battle.thrown] == ["communication"]
    assert battle.state.activation is None


@pytest.mark.rule("tactical.2.6.4-activate")
def test_ones_own_turn_may_be_interrupted_by_a_unit_of_another_group() -> None:
    position = Position("tactical", turn="red", map="48x48", points={"TCP:red": 2})
    position.model("red-1", "hunter", at=(20, 5)).model("red-2", "hunter", at=(25, 5))
    position.model("red-3", "hunter", at=(30, 5), group=2).model("blue-1", "hunter", at=(20, 34))
    battle = give(position.battle(), Activate("red-1", "stationary"), EndActivation("red-1"))
    assert code(battle, SpendPoint("red-2", "activate")) == "group"
    called(battle, "red-3")
    assert (battle.state.turn, battle.state.group) == ("red", 1), "the group under way goes on"
    give(battle, Activate("red-2", "stationary"), EndActivation("red-2"))
    assert battle.state.turn == "blue"


@pytest.mark.rule("tactical.2.6.4-activate", "tactical.2.6.2-snap-fire")
def test_an_enemys_move_may_be_interrupted_and_who_is_on_it_does_not_snap_fire() -> None:
    position = Position("tactical", active="red-1", pace="combat", map="48x48", points={"TCP:blue": 2})
    position.model("red-1", "hunter", at=(20, 10), facing="north", mode="G").model("red-2", "hunter", at=(40, 10))
    position.model("blue-1", "hunter", at=(20, 18), facing="south", mode="G")
    battle = give(position.battle(), Move("red-1", ((0, 3_000),)))
    assert asked(battle) == [("blue", "snap fire")]
    give(battle, SpendPoint("blue-1", "activate"), seat="blue")
    while asked(battle) == [("blue", "snap fire")]:
        give(battle, HoldFire(), seat="blue")
    give(battle, Activate("blue-1", "combat"), Move("blue-1", ((900, 4_000),)), seat="blue")
    while asked(battle) == [("red", "snap fire")]:
        assert code(battle, SpendPoint("red-1", "about-face", 1_800)) != ""
        give(battle, Decline())
    give(battle, EndActivation("blue-1"), seat="blue")
    assert under_way(battle).unit == "red-1"
    assert unit(battle).y == 13_000, "and the move goes on to its end"
    assert code(battle, EndActivation("red-1")) == ""


@pytest.mark.rule("tactical.2.6.4-activate", "tactical.2.6.7-target-speed", "tactical.2.6.7-attacker-movement")
def test_who_was_interrupted_on_the_move_is_fired_at_as_one_who_moves() -> None:
    position = Position("tactical", active="red-1", pace="combat", map="48x48", points={"TCP:blue": 2})
    position.model("red-1", "hunter", at=(20, 10), facing="north", mode="G")
    position.model("blue-1", "hunter", at=(20, 18), facing="south")
    battle = give(position.battle(), Move("red-1", ((0, 3_000),)))
    give(battle, SpendPoint("blue-1", "activate"), seat="blue")
    while asked(battle) == [("blue", "snap fire")]:
        give(battle, HoldFire(), seat="blue")
    give(battle, Activate("blue-1", "stationary"), seat="blue")
    assert under_way(battle).unit == "blue-1"
    assert inches_moved(battle.state, unit(battle)) == 6
    assert pace_of(battle.state, unit(battle)) == "combat"


@pytest.mark.rule("tactical.2.6.2-step0-commander")
def test_a_commander_without_crew_is_a_casualty() -> None:
    position = Position("tactical", turn="red")
    position.model("red-1", "hunter", at=(5, 5), rank=COMMANDER, crew_lost=1)
    position.model("red-2", "hunter", at=(10, 5), rank=SECOND).model("blue-1", "hunter", at=(5, 30))
    found = leader(position.battle().state, "red")
    assert found is not None
    assert found.id == "red-2"


@pytest.mark.rule("tactical.2.6.4-activate", "tactical.2.6.4-about-face")
def test_who_is_called_says_its_speed_before_another_point_is_spent() -> None:
    battle = far_apart(points={"TCP:blue": 2}).battle()
    give(battle, SpendPoint("blue-1", "activate"), seat="blue")
    for use, angle in (("about-face", 1_800), ("activate", 0), ("pay debt", 0), ("extra action", 0)):
        assert code(battle, SpendPoint("blue-2", use, angle), "blue") == "called"
    assert code(battle, Activate("blue-1", "combat"), "blue") == ""
