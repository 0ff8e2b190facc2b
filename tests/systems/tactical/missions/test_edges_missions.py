"""4.1.2, 4.1.3: missions at their limits: who is left alone, who has gone, what is brought where, who stays behind."""

from __future__ import annotations

import pytest

from gearlock.kernel.asks import Ask
from gearlock.mechanics.secrets import Sealed
from gearlock.systems.tactical.book import BOOK
from gearlock.systems.tactical.damage.condition import is_immobile
from gearlock.systems.tactical.scenario_generator import missions as carrying
from gearlock.systems.tactical.scenario_generator import preparing, priorities
from gearlock.systems.tactical.scenario_generator.missions import (
    ESCAPED,
    GONE,
    Bid,
    LeaveBehind,
    LeaveTable,
    LeftBehind,
    Mission,
    Prioritise,
    SubplotRolled,
    TableLeft,
    TakeObject,
    WreckObject,
    can_call,
    can_jam,
    is_so,
    key,
    square_of,
)
from gearlock.systems.tactical.scenario_generator.priorities import is_alone, is_fulfilled
from gearlock.systems.tactical.state import DESTROYED, LEFT, NEEDED, SKIRMISH_SCALE, Activation, State
from gearlock.systems.tactical.switches import bought
from systems.tactical.tables import mils, play, put, table


def field() -> State:
    """Two Hunters a side, far apart; objects and places in each half."""
    state = table(leaving="yes")
    put(state, "red-1", "hunter", 10, 5)
    put(state, "red-2", "hunter", 14, 5)
    put(state, "blue-1", "hunter", 10, 43)
    put(state, "blue-2", "hunter", 14, 43)
    for seat, y in (("red", 10), ("blue", 38)):
        state.markers[f"object:{seat}"] = (mils(40), mils(y))
        state.markers[f"place:{seat}"] = (mils(60), mils(y))
    return state


def given(state: State, seat: str, kind: str, objective: str, limit: str = "None") -> None:
    for part, value in zip(("mission", "objective", "limit"), (kind, objective, limit), strict=True):
        state.facts[key(part, seat)] = Sealed(value, (seat,))


def so(state: State, kind: str, objective: str, seat: str = "red") -> bool:
    return is_so(state, seat, Mission(kind, objective, "None"))


def act(state: State, name: str, spent: int = 0) -> Ask:
    unit = state.units[name]
    state.activation = Activation(name, "combat", unit.mode, spent=spent)
    return Ask(unit.seat, "act", name)


def code(refusal: object) -> str:
    return getattr(refusal, "code", "")


@pytest.mark.rule("tactical.4.1.2-provide")
@pytest.mark.rule("tactical.4.1.2-all-forces")
def test_all_forces_are_provided_when_nobody_is_left_behind_and_one_has_got_through() -> None:
    state = field()
    first, second = state.units["red-1"], state.units["red-2"]
    assert not so(state, "Provide", "All forces")
    for unit in (first, second):
        unit.status = LEFT
    assert not so(state, "Provide", "All forces"), "they went home"
    second.tokens[ESCAPED] = 1
    assert so(state, "Provide", "All forces")
    first.status = "fielded"
    assert not so(state, "Provide", "All forces"), "one is still there"
    first.status = DESTROYED
    assert so(state, "Provide", "All forces"), "the dead go nowhere"
    state.units["blue-1"].tokens[ESCAPED], state.units["blue-1"].status = 1, LEFT
    second.tokens.clear()
    assert not so(state, "Provide", "All forces"), "the enemy's are none of them"


@pytest.mark.rule("tactical.4.1.2-reading")
@pytest.mark.rule("tactical.4.1.2-time-none")
@pytest.mark.parametrize(
    ("kind", "objective", "done"),
    [("Capture", "Terrain", True), ("Defend", "Terrain", True), ("Capture", "Object", True),
     ("Defend", "Vehicle", True), ("Capture", "Vehicle", False), ("Capture", "Communications", True),
     ("Provide", "Communications", True), ("Provide", "ECM", False), ("Provide", "Object", False),
     ("Destroy", "Vehicle", True), ("Destroy", "Object", False)],
)  # fmt: skip
def test_who_is_left_alone_holds_whatever_there_still_is_to_hold(kind: str, objective: str, done: bool) -> None:
    state = field()
    given(state, "red", kind, objective)
    for name in ("blue-1", "blue-2"):
        assert not is_alone(state, "red")
        state.units[name].status = DESTROYED
    assert is_alone(state, "red")
    assert is_fulfilled(state, "red") == done
    for name in ("red-1", "red-2"):
        state.units[name].crew_lost = 1
    assert not is_alone(state, "red"), "nobody of its own can hold anything"


@pytest.mark.rule("tactical.4.1.2-object")
@pytest.mark.rule("tactical.4.1.2-time-none")
def test_what_is_destroyed_cannot_be_held_by_who_is_alone() -> None:
    state = field()
    given(state, "red", "Capture", "Object")
    for name in ("blue-1", "blue-2"):
        state.units[name].status = DESTROYED
    state.points[GONE + "blue"] = 1
    assert not is_fulfilled(state, "red")


@pytest.mark.rule("tactical.4.1.2-communications")
@pytest.mark.rule("tactical.4.1.2-ecm")
def test_one_vehicle_that_works_is_enough_for_calls_and_for_cover() -> None:
    state = field()
    state.units["red-1"].harm["aux:communications"] = 5
    assert can_call(state, "red")
    state.units["red-2"].harm["aux:communications"] = 5
    assert not can_call(state, "red")
    state.switches["infantry holds"] = "yes"
    put(state, "red-3", "rifle-squad", 20, 5)
    assert not can_call(state, "red"), "squads wave their hands"
    assert not can_jam(state, "red")
    put(state, "red-4", "hunter", 24, 5, stats={"perks": {"ECM": 1}})
    assert can_jam(state, "red")


@pytest.mark.rule("tactical.4.1.2-terrain-objective")
def test_the_place_is_fifty_metres_across_at_either_scale() -> None:
    state = field()
    assert (square_of(state, "red"), square_of(state, "")) == (mils(1), 0)
    state.scale = SKIRMISH_SCALE
    assert square_of(state, "blue") == mils(5)


@pytest.mark.rule("tactical.4.1.2-object")
@pytest.mark.rule("tactical.4.1.2-destroy")
@pytest.mark.parametrize(("away", "found"), [(0.0, ""), (1.5, ""), (1.501, "reach"), (-1.5, ""), (-1.501, "reach")])
def test_an_object_is_within_reach_an_inch_from_the_rim(away: float, found: str) -> None:
    state = field()
    unit = state.units["red-1"]
    unit.x, unit.y = mils(40 + away), mils(38)
    ask = act(state, "red-1")
    assert code(carrying.refuse_take(state, ask, TakeObject("red-1", "blue"))) == found
    assert code(carrying.refuse_wreck(state, ask, WreckObject("red-1", "blue"))) == found
    unit.y = mils(10)
    assert code(carrying.refuse_wreck(state, ask, WreckObject("red-1", "red"))) == "object"
    assert code(carrying.refuse_take(state, ask, TakeObject("red-1", "red"))) == found


@pytest.mark.rule("tactical.4.1.2-object")
def test_what_somebody_carries_is_taken_by_nobody_else_until_he_falls() -> None:
    state = field()
    for name in ("red-1", "red-2", "blue-1"):
        state.units[name].x, state.units[name].y = mils(40), mils(38)
    state.units["red-2"].tokens["object:blue"] = 1
    assert code(carrying.refuse_take(state, act(state, "red-1"), TakeObject("red-1", "blue"))) == "carried"
    assert code(carrying.refuse_wreck(state, act(state, "red-1"), WreckObject("red-1", "blue"))) == "carried"
    assert code(carrying.refuse_take(state, act(state, "red-2"), TakeObject("red-2", "blue"))) == "carried"
    assert code(carrying.refuse_wreck(state, act(state, "red-2"), WreckObject("red-2", "blue"))) == ""
    state.units["red-2"].status = DESTROYED
    assert code(carrying.refuse_take(state, act(state, "red-1"), TakeObject("red-1", "blue"))) == ""
    tank = put(state, "red-3", "aller", 40, 38)
    assert code(carrying.refuse_take(state, act(state, tank.id), TakeObject(tank.id, "blue"))) == "hands"
    assert code(carrying.refuse_wreck(state, act(state, tank.id), WreckObject(tank.id, "blue"))) == ""


@pytest.mark.rule("tactical.4.1.2-provide")
@pytest.mark.parametrize(("edge", "x", "y"), [("south", 30, 1.5), ("north", 30, 46.5), ("west", 1.5, 20),
                                              ("east", 70.5, 20)])  # fmt: skip
def test_an_edge_is_left_from_within_an_inch_with_a_movement_point(edge: str, x: float, y: float) -> None:
    state = field()
    unit = state.units["red-1"]
    unit.x, unit.y = mils(x), mils(y)
    order = LeaveTable("red-1", edge)
    assert code(carrying.refuse_leave(state, act(state, "red-1"), order)) == ""
    assert code(carrying.refuse_leave(state, act(state, "red-1", 3000), order)) == "", "the last of four"
    assert code(carrying.refuse_leave(state, act(state, "red-1", 3001), order)) == "mp"
    for name in {"south", "north", "west", "east"} - {edge}:
        assert code(carrying.refuse_leave(state, act(state, "red-1"), LeaveTable("red-1", name))) == "edge"
    assert code(carrying.refuse_leave(state, act(state, "red-1"), LeaveTable("red-1", "up"))) == "edge"
    unit.x += {"west": 1, "east": -1}.get(edge, 0)
    unit.y += {"south": 1, "north": -1}.get(edge, 0)
    assert code(carrying.refuse_leave(state, act(state, "red-1"), order)) == "edge"
    state.switches.clear()
    assert code(carrying.refuse_leave(state, act(state, "red-1"), order)) == "stay"


@pytest.mark.rule("tactical.4.1.2-provide")
def test_an_object_is_delivered_by_its_own_side_over_the_enemys_edge_alone() -> None:
    for owner, edge, brought in (("red", "north", ("red",)), ("red", "south", ()), ("blue", "north", ()),
                                 ("red", "west", ())):  # fmt: skip
        state = field()
        unit = state.units["red-1"]
        unit.tokens[f"object:{owner}"] = 1
        act(state, "red-1")
        played = play(state, lambda ctx, edge=edge: carrying.resolve_leave(ctx, LeaveTable("red-1", edge)))  # type: ignore[misc]
        assert played.of(TableLeft) == [TableLeft("red-1", edge, edge == "north", brought)]
        assert so(state, "Provide", "Object") == bool(brought)
        assert (unit.status, unit.actions, unit.done) == (LEFT, 0, True)


@pytest.mark.rule("tactical.4.1.3-troops")
def test_who_stays_behind_has_no_part_in_the_battle() -> None:
    state = field()
    LeftBehind("red-2").change(state)
    assert "red-2" not in state.units
    assert priorities.force_tv(state, "red") == 236


@pytest.mark.rule("tactical.4.1.3-troops", "tactical.2.6.2-step0-commander")
@pytest.mark.parametrize("who", ["red-1", "red-2"])
def test_a_side_whose_second_stays_behind_names_both_anew(who: str) -> None:
    state = field()
    put(state, "red-3", "hunter", 18, 5)
    state.units["red-1"].rank, state.units["red-2"].rank = "commander", "second"
    state.units["blue-1"].rank = "commander"
    LeftBehind(who).change(state)
    assert [unit.rank for unit in state.units.values() if unit.seat == "red"] == ["", ""]
    assert state.units["blue-1"].rank == "commander"
    LeftBehind("blue-2").change(state)
    assert state.units["blue-1"].rank == "commander", "who has no rank takes none along"


@pytest.mark.rule("tactical.4.1.3-troops")
def test_units_stay_behind_until_the_rest_is_worth_no_more_than_allowed_and_one_always_fights() -> None:
    state = field()
    ask = Ask("red", priorities.TROOPS, rule="tactical.4.1.3-troops")
    for allowed, over in ((472, False), (471, True), (236, True)):
        state.points["TV:red"] = allowed
        assert priorities.over_budget(state, "red") == over, allowed
    assert code(priorities.refuse_leave_behind(state, ask, LeaveBehind("red-1"))) == ""
    assert code(priorities.refuse_leave_behind(state, ask, LeaveBehind("blue-1"))) == "unit"
    assert code(priorities.refuse_leave_behind(state, ask, LeaveBehind("nobody"))) == "unit"
    state.units["red-2"].tv = 300
    assert [option.order for option in priorities.offer_leaving_behind(state, ask)] == [
        LeaveBehind("red-1"), LeaveBehind("red-2"),
    ]  # fmt: skip
    state.units["red-2"].tokens[NEEDED] = 1
    assert code(priorities.refuse_leave_behind(state, ask, LeaveBehind("red-2"))) == "needed"
    assert priorities.force_tv(state, "red") == 236, "what the scenario is about costs nothing"
    state.points["TV:red"] = 1
    assert not priorities.over_budget(state, "red")


@pytest.mark.rule("tactical.4.1.2-object")
@pytest.mark.rule("tactical.4.1.2-terrain-objective")
@pytest.mark.parametrize(
    ("homes", "lie"),
    [({"red": "south", "blue": "north"}, lambda deep, along: (along * 72 / 14, deep * 48 / 10)),
     ({"red": "north", "blue": "south"}, lambda deep, along: (along * 72 / 14, 48 - deep * 48 / 10)),
     ({"red": "west", "blue": "east"}, lambda deep, along: (deep * 72 / 10, along * 48 / 14)),
     ({"red": "east", "blue": "west"}, lambda deep, along: (72 - deep * 72 / 10, along * 48 / 14))],
)  # fmt: skip
def test_objects_lie_three_tenths_deep_and_places_two_by_a_die_along_the_edge(
    homes: dict[str, str], lie: object
) -> None:
    assert callable(lie)
    for face in range(1, 7):
        state = table()
        faces = [(face,)] * 4
        found = play(state, lambda ctx: priorities.roll_markers(ctx, homes), *faces).value
        for name, deep in (("object:red", 3), ("place:red", 2)):
            x, y = lie(deep, 1 + 2 * face)
            assert max(abs(found[name][0] - mils(x)), abs(found[name][1] - mils(y))) <= 1, name


@pytest.mark.rule("tactical.4.1.1-bidding")
def test_bids_are_offered_from_the_next_hundred_below_down_to_half() -> None:
    state = table()
    state.phase, state.points["TV:agreed"] = "bidding", 1000
    ask = Ask("red", preparing.BID, rule="tactical.4.1.1-bidding")
    for lowest, bids in ((0, [900, 800, 700, 600, 500]), (900, [800, 700, 600, 500]), (500, [])):
        state.points["bid:blue"] = lowest
        assert [getattr(option.order, "tv", 0) for option in preparing.offer_bids(state, ask)] == [*bids, 0]
        for tv, found in ((lowest or 1000, "bid"), ((lowest or 1000) - 100, ""), (100, ""), (0, "bid"), (150, "bid")):
            assert code(preparing.refuse_bid(state, ask, Bid(tv))) == found, (lowest, tv)
    state.points |= {"TV:agreed": 950, "bid:blue": 0}
    bids = [getattr(option.order, "tv", 0) for option in preparing.offer_bids(state, ask)]
    assert bids == [900, 800, 700, 600, 500, 0]
    state.points["TV:agreed"] = 4000
    assert len(list(preparing.offer_bids(state, ask))) == 9
    assert BOOK.refuse(state, ask, Bid(3900)) is None


@pytest.mark.rule("tactical.4.1.2-destroy", "tactical.2.6.3")
def test_an_object_is_destroyed_with_an_action() -> None:
    state = field()
    unit = state.units["red-1"]
    unit.x, unit.y, unit.actions = mils(40), mils(38), 2
    order = WreckObject("red-1", "blue")
    assert code(carrying.refuse_wreck(state, act(state, "red-1"), order)) == ""
    play(state, lambda ctx: carrying.resolve_wreck(ctx, order))
    assert unit.actions == 1
    assert "object:blue" not in state.markers


@pytest.mark.rule("tactical.4.1.3")
@pytest.mark.parametrize(("points", "splits"), [(4, 15), (5, 21), (6, 28)])
def test_every_split_of_all_points_is_offered_and_no_other(points: int, splits: int) -> None:
    state, ask = field(), Ask("red", priorities.PRIORITIES)
    state.points["priorities:red"] = points
    offered = [option.order for option in priorities.offer_priorities(state, ask)]
    assert len(set(offered)) == splits
    for order in offered:
        assert isinstance(order, Prioritise)
        assert priorities.refuse_prioritise(state, ask, order) is None


@pytest.mark.rule("tactical.4.1.2-disable", "tactical.4.1.2-capture")
def test_who_cannot_move_but_still_act_is_not_disabled() -> None:
    state = field()
    given(state, "red", "Disable", "All forces")
    for name in ("blue-1", "blue-2"):
        state.units[name].harm |= {f"mp:{mode}": 20 for mode in state.units[name].card.modes}
    assert all(is_immobile(state.units[name]) for name in ("blue-1", "blue-2"))
    assert not so(state, "Disable", "All forces"), "each has an Action left"
    for name in ("blue-1", "blue-2"):
        state.units[name].crew_lost = 1
    assert so(state, "Disable", "All forces")


@pytest.mark.rule("tactical.4.1.4", "tactical.4.1.1-subplots-galore")
def test_each_subplot_counts_once_and_those_that_were_paid_for_are_noted() -> None:
    state = field()
    for paid in (False, True):
        SubplotRolled("red", "Coward", paid).change(state)
    assert (bought(state, "red", "Coward"), bought(state, "blue", "Coward")) == (2, 0)
    assert state.points["paid:red:Coward"] == 1


@pytest.mark.rule("tactical.4.1.2-object")
@pytest.mark.parametrize("name", ["nobody", "", "blue-1", "red-2"])
def test_an_order_for_who_is_not_there_or_not_activated_is_refused_in_words(name: str) -> None:
    state = field()
    ask = act(state, "red-1")
    assert code(carrying.refuse_take(state, ask, TakeObject(name, "blue"))) == "unit"
    assert code(carrying.refuse_wreck(state, ask, WreckObject(name, "blue"))) == "unit"
