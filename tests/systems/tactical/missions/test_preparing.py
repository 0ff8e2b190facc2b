"""4.1.1, 4.1.3: bids, priorities, scouting and troops in a generated battle; objects that are carried."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Decline, Order
from gearlock.systems.tactical.rounds.round import ChooseFirst, resolve_initiative
from gearlock.systems.tactical.scenario_generator import missions as o
from gearlock.systems.tactical.scenario_generator.missions import (
    MissionRolled,
    MissionTold,
    SubplotRolled,
    object_at,
    refuse_leave,
    refuse_take,
    refuse_wreck,
    resolve_leave,
    resolve_take,
    resolve_wreck,
)
from gearlock.systems.tactical.scenario_generator.preparing import refuse_bid, resolve_bidding, resolve_missions
from gearlock.systems.tactical.scenario_generator.priorities import (
    offer_priorities,
    refuse_prioritise,
    resolve_edges,
    resolve_priorities,
    resolve_troops,
)
from gearlock.systems.tactical.state import LEFT, WAITING, Activation, State
from systems.tactical.tables import ALLER, mils, play, put, table


def field(**points: int) -> State:
    state = table()
    for name, y in (("red-1", 3), ("red-2", 3), ("blue-1", 45), ("blue-2", 45)):
        put(state, name, "hunter", 10 if name.endswith("1") else 20, y)
    state.points |= {"TV:agreed": 1000, **points}
    state.round, state.turn = 0, ""
    return state


def told(*orders: Order) -> Any:
    left = list(orders)
    return lambda _state, _ask: left.pop(0)


@pytest.mark.rule("tactical.4.1.1-bidding")
def test_bids_go_to_and_fro_until_one_has_enough() -> None:
    state = field()
    play(state, resolve_bidding, (1,), answer=told(o.Bid(900)))
    assert (state.points["bid:blue"], state.turn) == (900, "red")
    ask = Ask("red", "bid")
    assert refuse_bid(state, ask, o.Bid(900)) is not None
    assert refuse_bid(state, ask, o.Bid(850)) is not None
    assert refuse_bid(state, ask, o.Bid(800)) is None
    play(state, resolve_bidding, answer=told(Decline()))
    assert state.phase == "missions"


@pytest.mark.rule("tactical.4.1.1-bidding")
def test_who_is_asked_first_and_bids_nothing_leaves_the_first_bid_to_the_other() -> None:
    state = field()
    play(state, resolve_bidding, (1,), answer=told(Decline(), o.Bid(800)))
    assert (state.points["bid:red"], state.turn) == (800, "blue")
    nobody = field()
    play(nobody, resolve_bidding, (1,), answer=told(Decline(), Decline()))
    assert nobody.phase == "missions"
    assert not any(name.startswith("bid:") for name in nobody.points)


@pytest.mark.rule("tactical.4.1.1-bidding")
def test_who_is_left_over_takes_the_basic_total() -> None:
    state = field()
    play(state, resolve_bidding, (1,), answer=told(o.Bid(900)))
    play(state, resolve_bidding, answer=told(o.Bid(700)))
    assert (state.points["bid:blue"], state.points["bid:red"], state.turn) == (900, 700, "blue")
    play(state, resolve_bidding, answer=told(Decline()))
    assert (state.points.get("bid:blue"), state.points["bid:red"], state.phase) == (None, 700, "missions")
    state.points |= {"glory:red": 600, "glory:blue": 950}
    play(state, resolve_priorities, answer=told(o.Prioritise(0, 5, 0), o.Prioritise(0, 5, 0)))
    assert (state.points["TV:red"], state.points["TV:blue"]) == (600, 950), "glory asks for less than was bid"


@pytest.mark.rule("tactical.4.1")
@pytest.mark.rule("tactical.4.1.2")
def test_each_side_rolls_a_mission_that_only_it_knows() -> None:
    state = field()
    plots = [(1,), (1,), (3,), (2,)]
    played = play(state, resolve_missions, (1,), (3,), (4,), (3,), (3,), (5,), (2,), *plots)
    assert played.of(MissionRolled) == [
        MissionRolled("red", "Capture", "Object", "Random"),
        MissionRolled("blue", "Destroy", "Terrain", "None"),
    ], "no ECM on the table: the objective is rolled again"
    assert state.facts["mission:red"].knows == ("red",)


@pytest.mark.rule("tactical.4.1.4")
@pytest.mark.rule("tactical.4.1.1-subplots-galore")
def test_subplots_are_rolled_or_said() -> None:
    state = field(**{"extra:blue": 1})
    state.switches |= {f"{part}:{seat}": value for seat in ("red", "blue") for part, value in
                       (("mission", "Destroy"), ("objective", "Vehicle"), ("limit", "None"))}  # fmt: skip
    state.switches |= {"subplots:red": "The Hero", "location": "Northern Hemisphere"}
    played = play(state, resolve_missions, (6,), (6,), (1,), (2,), (3,), (4,))
    names = [(event.seat, event.name) for event in played.of(SubplotRolled)]
    assert names == [("red", "The Hero"), ("blue", "Coward"), ("blue", "Low Priority")], "no tempest in the North"


@pytest.mark.rule("tactical.4.1.1-subplots-galore")
def test_one_subplot_may_be_shared() -> None:
    state = field()
    state.switches |= {f"{part}:{seat}": value for seat in ("red", "blue") for part, value in
                       (("mission", "Destroy"), ("objective", "Vehicle"), ("limit", "None"))}  # fmt: skip
    state.switches["shared subplot"] = "yes"
    played = play(state, resolve_missions, (3,), (4,))
    assert [(event.seat, event.name) for event in played.of(SubplotRolled)] == [
        ("red", "Low Priority"), ("blue", "Low Priority"),
    ]  # fmt: skip
    again = field(**{"extra:red": 1})
    again.switches |= {**state.switches, "subplots:blue": "Tempest"}
    played = play(again, resolve_missions, (1,), (2,))
    assert [(event.seat, event.name, event.paid) for event in played.of(SubplotRolled)] == [
        ("red", "Tempest", False), ("blue", "Tempest", False), ("red", "Coward", True),
    ]  # fmt: skip


@pytest.mark.rule("tactical.4.1.3")
@pytest.mark.rule("tactical.4.1.3-troops")
@pytest.mark.rule("tactical.4.1.3-support")
@pytest.mark.rule("tactical.4.1.1-subplots-galore")
def test_priorities_make_budgets() -> None:
    state = field(**{"extra:blue": 1})
    assert refuse_prioritise(state, Ask("red", "priorities"), o.Prioritise(3, 3, 0)) is not None
    assert len(list(offer_priorities(state, Ask("red", "priorities")))) == 21
    play(state, resolve_priorities, answer=told(o.Prioritise(1, 2, 2), o.Prioritise(1, 4, 0)))
    assert (state.points["TV:red"], state.points["TV:blue"]) == (800, 900)
    assert (state.points["support:red"], state.points["support:blue"]) == (200, 0)


@pytest.mark.rule("tactical.4.1.3-troops")
def test_who_may_field_less_leaves_units_behind() -> None:
    state = field(**{"TV:red": 300, "TV:blue": 1000})
    for unit in state.units.values():
        unit.status = WAITING
    play(state, resolve_troops, answer=told(o.LeaveBehind("red-2")))
    assert set(state.units) == {"red-1", "blue-1", "blue-2"}
    play(state, resolve_troops)
    assert state.phase == "support"


def edges(red: int, blue: int, *answers: Order, dice: tuple[tuple[int], ...] = ()) -> Any:
    state = field(**{"scouting:red": red, "scouting:blue": blue})
    state.switches |= {f"{part}:{seat}": value for seat in ("red", "blue") for part, value in
                       (("mission", "Destroy"), ("objective", "Vehicle"), ("limit", "None"))}  # fmt: skip
    play(state, resolve_missions, (1,), (1,), (1,), (1,))
    return play(state, resolve_edges, *dice, (1,), (2,), (3,), (6,), answer=told(*answers))


@pytest.mark.rule("tactical.4.1.3-scouting")
def test_scouting_sets_up_the_field_and_chooses_edges() -> None:
    both = edges(3, 1, o.SetField("west-east"), o.ChooseEdge("east"))
    assert [ask.seat for ask in both.asks] == ["red", "red"]
    assert both.state.homes == {"red": "east", "blue": "west"}
    assert both.state.zones["blue"] == "west"
    minor = edges(1, 2, o.TakeRight("home edge"), o.SetField("south-north"), o.ChooseEdge("south"))
    assert [ask.seat for ask in minor.asks] == ["blue", "red", "blue"]
    assert minor.state.homes["blue"] == "south"
    lot = edges(2, 2, o.SetField("south-north"), o.ChooseEdge("north"), dice=((2,),))
    assert [ask.seat for ask in lot.asks] == ["red", "blue"]
    assert lot.state.homes == {"blue": "north", "red": "south"}
    assert not lot.of(MissionTold)


@pytest.mark.rule("tactical.4.1.3-scouting")
def test_an_ambush_wins_the_first_initiative_and_perfect_intelligence_knows_the_mission() -> None:
    ambush = edges(0, 3, o.SetField("south-north"), o.ChooseEdge("north")).state
    ambush.round, ambush.phase = 1, "initiative"
    play(ambush, resolve_initiative, (6,), (2,), answer=told(ChooseFirst("red")))
    assert (ambush.winner, ambush.points.get("ICP:blue")) == ("blue", 0)
    better = edges(0, 4, o.SetField("south-north"), o.ChooseEdge("north")).state
    assert not better.points.get("ambush:blue"), "a total ambush does not say so"
    assert better.points.get("hides:blue") == 1, "but it hides units"
    assert not ambush.points.get("hides:blue")
    perfect = edges(5, 0, o.SetField("south-north"), o.ChooseEdge("north"))
    assert perfect.state.points.get("hides:red") == 1
    assert perfect.of(MissionTold) == [MissionTold("blue", "red")]
    assert perfect.state.facts["objective:blue"].knows == ("blue", "red")
    assert perfect.state.facts["objective:red"].knows == ("red",)


@pytest.mark.rule("tactical.4.1.2-object")
def test_a_gear_picks_up_carries_and_loses_the_object() -> None:
    state = field()
    state.markers["object:blue"] = (mils(11), mils(3))
    state.activation = Activation("red-1", "combat", "W")
    ask, tank = Ask("red", "act", "red-1"), put(state, "red-3", ALLER, 12.5, 3)
    assert refuse_take(state, ask, o.TakeObject("red-1", "blue")) is None
    assert refuse_take(state, Ask("red", "act", tank.id), o.TakeObject(tank.id, "blue")) is not None, "no hands"
    assert refuse_take(state, Ask("red", "act", "red-2"), o.TakeObject("red-2", "blue")) is not None, "too far"
    play(state, lambda ctx: resolve_take(ctx, o.TakeObject("red-1", "blue")))
    assert state.units["red-1"].actions == 0
    state.units["red-1"].x = mils(30)
    assert object_at(state, "blue") == (mils(30), mils(3))
    state.units["red-1"].actions = 1
    assert refuse_wreck(state, ask, o.WreckObject("red-1", "blue")) is None
    play(state, lambda ctx: resolve_wreck(ctx, o.WreckObject("red-1", "blue")))
    assert object_at(state, "blue") is None


@pytest.mark.rule("tactical.4.1.2-provide")
def test_an_object_is_delivered_by_the_enemys_edge() -> None:
    state = field()
    state.switches["leaving"] = "yes"
    state.markers["object:red"] = (mils(1), mils(1))
    unit = state.units["red-1"]
    unit.tokens["object:red"] = 1
    state.activation = Activation("red-1", "combat", "W")
    ask, order = Ask("red", "act", "red-1"), o.LeaveTable("red-1", "north")
    assert refuse_leave(state, ask, order) is not None
    unit.y = mils(47)
    assert refuse_leave(state, ask, order) is None
    state.switches.clear()
    assert refuse_leave(state, ask, order) is not None
    state.switches["leaving"] = "yes"
    play(state, lambda ctx: resolve_leave(ctx, order))
    assert unit.status == LEFT
    assert not state.activation
    assert state.points["delivered:red"] == 1
    assert object_at(state, "red") is None
