"""2.6.3, 7.2: transports at their limits: what is offered, where men get out, and what keeps the doors shut."""

from __future__ import annotations

import random
from typing import Any

import pytest

from gearlock.kernel.asks import Ask, Place
from gearlock.kernel.system import Aim
from gearlock.systems.tactical import transports as p
from gearlock.systems.tactical.deployment import DeployAboard, refuse_aboard
from gearlock.systems.tactical.state import ABOARD, Activation, State
from gearlock.systems.tactical.transports import Board, Disembark
from systems.tactical.tables import mils, piece, put, table

ASK = Ask("red", "act", "red-1")
PASSENGERS = pytest.mark.rule("tactical.7.2-passengers")


def code(found: Any) -> str:
    return getattr(found, "code", "")


def loaded(seats: int = 10, aboard: bool = True) -> State:
    """A tank with seats and a squad of ten, aboard or beside it."""
    state = table()
    put(state, "red-1", "aller", 30, 20, stats={"perks": {"Passenger Seating": seats}})
    put(state, "red-2", "rifle-squad", 30 if aboard else 32, 20)
    if aboard:
        state.units["red-2"].status, state.units["red-2"].carrier = ABOARD, "red-1"
    state.activation = Activation("red-1", "combat", "G")
    return state


@PASSENGERS
@pytest.mark.rule("tactical.2.6.3")
def test_whoever_is_aboard_may_get_out_and_who_stands_near_may_get_in() -> None:
    state = loaded()
    (offer,) = p.offer_passengers(state, state.units["red-1"])
    assert isinstance(offer, Place)
    assert offer.label == "Red Rifle Squad 2 gets out (all after this Action)"
    beside = loaded(aboard=False)
    (enter,) = p.offer_passengers(beside, beside.units["red-1"])
    assert (enter.label, enter.order) == ("Red Rifle Squad 2 gets in (all after this Action)", Board("red-1", "red-2"))
    beside.units["red-1"].card = put(table(), "red-9", "hunter", 0, 0, stats={
        "perks": {"Passenger Seating": 10}, "size": 8}).card  # fmt: skip
    beside.units["red-2"].x = mils(31.5)
    (enter,) = p.offer_passengers(beside, beside.units["red-1"])
    assert enter.label == "Red Rifle Squad 2 gets in (8 men after this Action)"
    beside.units["red-2"].x = mils(40)
    assert not list(p.offer_passengers(beside, beside.units["red-1"]))


@PASSENGERS
def test_men_count_for_seats_and_the_fallen_do_not() -> None:
    for seats, fallen, found in ((10, 0, ""), (9, 0, "seats"), (9, 1, ""), (1, 9, ""), (1, 8, "seats")):
        state = loaded(seats, aboard=False)
        squad = state.units["red-2"]
        squad.troopers = [0] * fallen + squad.troopers[fallen:]
        assert code(p.refuse_board(state, Board("red-1", "red-2"))) == found, (seats, fallen)
    state = loaded(12)
    assert p.seats_left(state, state.units["red-1"]) == 2


@PASSENGERS
@pytest.mark.rule("tactical.2.6.3")
@pytest.mark.parametrize(
    ("change", "found"),
    [({}, ""), ({"speed": "top"}, "top"), ({"next_speed": "top"}, "top"), ({"crew_lost": 4}, "crew"),
     ({"actions": 0}, "actions"), ({"status": "destroyed"}, "passive")],
)  # fmt: skip
def test_the_doors_open_at_combat_speed_with_a_crew_and_an_action(change: dict[str, Any], found: str) -> None:
    state = loaded()
    vehicle = state.units["red-1"]
    for name, value in change.items():
        setattr(vehicle, name, value)
    assert code(p.refuse_carrier(state, vehicle)) == found
    assert code(p.refuse_disembark(state, Disembark("red-1", "red-2", mils(32), mils(20)))) == found
    state.activation = Activation("red-2", "combat", "W")
    assert code(p.refuse_carrier(state, vehicle)) == "passive"
    state.activation = None
    assert code(p.refuse_carrier(state, vehicle)) == "passive"


@PASSENGERS
def test_men_get_out_within_an_inch_on_ground_they_can_stand_on() -> None:
    state = loaded()
    rim = state.units["red-1"].card.radius + state.units["red-2"].card.radius
    for gap, found in ((0, ""), (1000, ""), (1001, "far")):
        order = Disembark("red-1", "red-2", mils(30) + rim + gap, mils(20))
        assert code(p.refuse_disembark(state, order)) == found, gap
    for x, y in ((None, 20), (30, None), (None, None)):
        order = Disembark("red-1", "red-2", None if x is None else mils(x), None if y is None else mils(y))
        assert code(p.refuse_disembark(state, order)) == "point"
    state.ground = table(piece("hill", (32.4, 10, 40, 30), 5, footing=True)).ground
    assert code(p.refuse_disembark(state, Disembark("red-1", "red-2", mils(30) + rim + 1000, mils(20)))) != ""


@PASSENGERS
def test_pointing_anywhere_lets_them_out_as_near_to_it_as_they_come() -> None:
    state = loaded()
    vehicle, squad = state.units["red-1"], state.units["red-2"]
    near = p.aim_disembark(state, ASK, Disembark("red-1", "red-2"), Aim(mils(32), mils(20)))
    assert near == Disembark("red-1", "red-2", mils(32), mils(20))
    for x, y in ((60, 20), (30, 45), (5, 20), (30, 1)):
        found = p.aim_disembark(state, ASK, Disembark("red-1", "red-2"), Aim(mils(x), mils(y)))
        assert isinstance(found, Disembark)
        assert found.x is not None
        assert found.y is not None
        assert p.refuse_disembark(state, found) is None
        assert 990 <= p.gap(vehicle, found.x, found.y, squad) <= 1000
        assert (found.x - vehicle.x) * (mils(x) - vehicle.x) + (found.y - vehicle.y) * (mils(y) - vehicle.y) > 0


@PASSENGERS
def test_a_place_is_found_wherever_one_is_left() -> None:
    state = loaded()
    for seed in range(6):
        found = p.guess_disembark(state, ASK, Disembark("red-1", "red-2"), random.Random(seed), 0)
        assert isinstance(found, Disembark)
        assert p.refuse_disembark(state, found) is None
    assert p.spot_beside(state, state.units["red-1"], state.units["red-2"]) is not None
    walls = [
        piece("instance", box, 9)
        for box in ((26, 18, 29, 26), (31, 14, 34, 26), (26, 21.1, 34, 26), (26, 14, 34, 18.9))
    ]
    state.ground = table(*walls).ground
    state.notes = {}
    assert p.spot_beside(state, state.units["red-1"], state.units["red-2"]) is None
    assert p.guess_disembark(state, ASK, Disembark("red-1", "red-2"), random.Random(1), 0) is None
    assert not list(p.offer_passengers(state, state.units["red-1"]))


@PASSENGERS
@pytest.mark.rule("tactical.2.6.2-step0-deployment")
def test_a_squad_begins_aboard_a_vehicle_of_its_own_side_that_stands_there() -> None:
    state = loaded(aboard=False)
    state.phase, state.turn, state.activation = "deployment", "red", None
    state.units["red-2"].status = "waiting"
    put(state, "blue-1", "aller", 50, 40, stats={"perks": {"Passenger Seating": 10}})
    put(state, "red-3", "aller", 40, 20, stats={"perks": {"Passenger Seating": 10}}).status = "waiting"
    ask = Ask("red", "deploy")
    for carrier, found in (("red-1", ""), ("blue-1", "carrier"), ("red-3", "carrier"), ("nobody", "carrier")):
        assert code(refuse_aboard(state, ask, DeployAboard("red-2", carrier))) == found, carrier
    assert code(refuse_aboard(state, ask, DeployAboard("red-3", "red-1"))) == "unit"
    assert code(refuse_aboard(state, ask, DeployAboard("blue-1", "red-1"))) == "unit"
