"""Positions laid out by hand with leaders, Command Points, jammers and drones: the whole way from sheet to story."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.kernel.battle import Battle
from gearlock.kernel.orders import Decline, Order
from gearlock.kernel.positions import Position
from gearlock.kernel.seat import Seat
from gearlock.systems.fieldmanual.command_points.tests import Command
from gearlock.systems.fieldmanual.drones import PlaceDrone
from gearlock.systems.fieldmanual.electronic_warfare import Counter, Jam
from gearlock.systems.fieldmanual.rounds import EndActivation
from gearlock.systems.fieldmanual.sensors import ActiveLock, ForwardObserve
from gearlock.systems.fieldmanual.state import State

RADIO: dict[str, Any] = {"ew": 2, "leadership": 2, "comm": 1, "auto_comm": 4, "actions": 2}


def perks(*names: str) -> dict[str, Any]:
    return {**RADIO, "perks": {"Arms": 1, **dict.fromkeys(names, 1)}}


def field() -> Position:
    """Red's commander in the middle of an activation, a mate near and one far; blue's jammer in sight."""
    position = Position("fieldmanual", round=1, active="red-1", points={"CP:red": 2, "CP:blue": 1})
    position.model("red-1", "jager", at=(10, 20), facing=0, rank="commander", stats=RADIO)
    position.model("red-2", "jager", at=(13, 20), facing=0, stats=perks("Electronic Counter-Countermeasures"))
    position.model("red-3", "jager", at=(10, 40), facing=0, stats=RADIO)
    position.model("blue-1", "jager", at=(26, 24), facing=180, stats=perks("Electronic Countermeasures"))
    return position


def answered(battle: Battle[State], *orders: Order) -> Battle[State]:
    """Every order answers the first question it is legal for; what nobody answers is declined."""
    left = list(orders)
    while left:
        (ask, *_) = battle.pending
        fit = next((each for each in left if battle.system.refuse(battle.state, ask, each) is None), None)
        assert fit is not None or ask.optional, f"{ask} takes none of {left}"
        battle.answer(ask.seat, Decline() if fit is None else fit)
        if fit is not None:
            left.remove(fit)
    while battle.pending and battle.pending[0].optional:
        battle.answer(battle.pending[0].seat, Decline())
    return battle


@pytest.mark.rule("fieldmanual.cp-receive", "fieldmanual.auto-comm", "fieldmanual.cp-extra-action")
def test_a_blocked_point_reaches_the_mate_near_and_not_the_one_far_away() -> None:
    for to, reached, left in (("red-2", True, 1), ("red-3", False, 2)):
        position = field().dice("ECM", 6, 6).dice("Comm", 2, 1)
        battle = answered(position.battle(), Command(to, "extra Action", "red-1"), Jam("blue-1"))
        now = battle.state.activation
        assert now is not None
        assert (now.unit == to and now.extra) is reached
        assert battle.state.points["CP:red"] == left
        story = " ".join(line.text for line in Seat(battle, "red").story())
        assert ("does not reach" in story) is not reached


@pytest.mark.rule("fieldmanual.eccm", "fieldmanual.cp-receive")
def test_eccm_lets_the_point_through_to_the_far_one() -> None:
    position = field().dice("ECM", 5, 1).dice("Comm", 2, 1).dice("ECCM", 5, 1)
    orders = (Command("red-3", "extra Action", "red-1"), Jam("blue-1"), Counter("red-2"))
    battle = answered(position.battle(), *orders)
    assert battle.state.activation is not None
    assert battle.state.activation.unit == "red-3"
    assert battle.state.points["CP:red"] == 1


@pytest.mark.rule("fieldmanual.active-lock", "fieldmanual.forward-observation")
def test_a_lock_and_an_observation_cost_one_action_in_all() -> None:
    battle = answered(field().battle(), ActiveLock("red-1", "blue-1"), ForwardObserve("red-1", "blue-1"))
    assert battle.state.units["red-1"].actions == 1
    assert battle.state.units["blue-1"].tokens == {"locked:red-1": 1, "observed:red-1": 1}


@pytest.mark.rule("fieldmanual.perk-drone")
def test_a_drone_on_a_card_comes_docked_and_follows_its_owner() -> None:
    position = Position("fieldmanual", round=1, active="red-1", band="stationary")
    position.model("red-1", "jager", at=(10, 20), facing=0, stats=perks("Recon Drone"))
    position.model("blue-1", "jager", at=(40, 24), facing=180)
    battle = position.battle()
    drone = next(unit for unit in battle.state.units.values() if unit.parent == "red-1")
    assert drone.status == "docked"
    answered(battle, PlaceDrone("red-1", drone.id, 14_000, 20_000), EndActivation("red-1"))
    assert (battle.state.units[drone.id].status, battle.state.units[drone.id].x) == ("out", 14_000)
