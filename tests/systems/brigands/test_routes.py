"""The way an order of movement goes, as it is drawn and counted before it is given."""

from __future__ import annotations

import random

import pytest

from gearlock.kernel.asks import OPEN_OPTIONS, Facing, Path
from gearlock.kernel.battle import Battle
from gearlock.kernel.orders import Refusal
from gearlock.kernel.seat import Seat
from gearlock.kernel.system import Aim
from gearlock.kernel.view import Route
from gearlock.systems.brigands.movement.paths import Jump, Move, Moved
from gearlock.systems.brigands.rounds import Activate
from gearlock.systems.brigands.state import COMBAT_SPEED, State
from gearlock.table.measure import distance
from gearlock.table.suggesting import in_one_go, suggestions
from systems.brigands.field import EAST, WEST, give, ground, lay, mil, piece, remodel


def _moving(*pieces: object, model: str = "hunter") -> Battle[State]:
    battle = lay([(model, 10, 10, EAST)], [("hunter", 30, 10, WEST)], on=ground(*pieces))  # type: ignore[arg-type]
    give(battle, Activate("red-1", COMBAT_SPEED))
    return battle


def _route(battle: Battle[State], order: Move | Jump) -> Route:
    route = battle.preview("red", order).route
    assert route is not None
    return route


@pytest.mark.rule("brigands.2.2", "brigands.2.3")
def test_a_route_has_every_leg_and_what_it_uses_of_the_move() -> None:
    battle = _moving()
    order = Move("red-1", "G", ((0, mil(2)), (900, mil(1.5))))
    route = _route(battle, order)
    assert route.start == (mil(10), mil(10))
    assert [(leg.x, leg.y, leg.used) for leg in route.legs] == [
        (mil(12), mil(10), "2 in"),
        (mil(12), mil(11.5), "3.5 in"),
    ]
    most = battle.state.units["red-1"].line.move["G"] // 1000
    assert route.used == f"3.5 of {most} in, 1 of 1 Turn"
    moved = next(event for event in give(battle, order) if isinstance(event, Moved))
    assert moved.through == tuple((leg.x, leg.y) for leg in route.legs), "the model goes exactly as drawn"


@pytest.mark.rule("brigands.2.2", "brigands.2.3")
def test_backing_up_counts_twice_and_a_walker_turns_as_it_likes() -> None:
    battle = _moving()
    route = _route(battle, Move("red-1", "W", ((300, mil(1)), (-300, mil(-1)), (100, 0))))
    most = battle.state.units["red-1"].line.move["W"] // 1000
    assert [leg.used for leg in route.legs] == ["1 in", "3 in"]
    assert route.used == f"3 of {most} in, 3 Turns"


@pytest.mark.rule("brigands.1.7a")
def test_a_move_that_goes_on_counts_from_its_beginning() -> None:
    battle = _moving()
    give(battle, Move("red-1", "G", ((450, mil(2)),), last=False))
    route = _route(battle, Move("red-1", "G", ((0, mil(1)),)))
    assert route.used.startswith("3 of ")
    assert route.used.endswith("in, 1 of 1 Turn")


@pytest.mark.rule("brigands.3.1a")
def test_the_road_bonus_is_counted_in_on_a_road_alone() -> None:
    road = piece("road", 5, 9, 30, 11, rating="")
    most = _moving().state.units["red-1"].line.move["G"] // 1000
    on, off = _moving(road), _moving()
    assert f"of {most + 2} in" in _route(on, Move("red-1", "G", ((0, mil(3)),))).used
    assert f"of {most} in" in _route(off, Move("red-1", "G", ((0, mil(3)),))).used


@pytest.mark.rule("brigands.2.7a")
def test_a_jump_is_one_straight_leg() -> None:
    battle = _moving()
    remodel(battle.state.units["red-1"], traits=("Jetpack:5",))
    route = _route(battle, Jump("red-1", 0, mil(4)))
    assert route.used == "4 of 5 in by Jetpack"
    assert [(leg.x, leg.y) for leg in route.legs] == [(mil(14), mil(10))]


@pytest.mark.parametrize("seed", range(4))
def test_what_is_suggested_is_taken_when_it_is_typed(seed: int) -> None:
    corner = piece("instance", 12, 11, 13.37, 17, 4)
    battle = _moving(corner, piece("building", 8, 13, 10, 15, 3))
    seat, typed = Seat(battle, "red"), 0
    for option in seat.options():
        if not isinstance(option, OPEN_OPTIONS) or isinstance(option, Facing):
            continue
        for way in in_one_go(suggestions(seat, option, random.Random(seed), 12, 6)):
            assert way.place is not None, f"{option.label}: {way}"
            answer = seat.aim(option, Aim(*way.place))
            assert not isinstance(answer, Refusal), f"{option.label} at {way.place}: {answer}"
            end, aimed = seat.preview(answer), way.preview
            for one, other in ((end.spot or end.ends, way.place), (aimed.spot or aimed.ends, way.place)):
                assert one is not None
                assert distance(one[0], one[1], *other) <= 71, "it ends where it says"
            typed += isinstance(option, Path) and way.place[0] % 100 == way.place[1] % 100 == 0
    assert typed >= 6, "most places are written to the tenth of an inch"


@pytest.mark.parametrize("seed", range(4))
def test_no_two_suggestions_end_within_an_inch_or_look_the_same_way(seed: int) -> None:
    seat = Seat(_moving(), "red")
    for option in seat.options():
        if not isinstance(option, OPEN_OPTIONS):
            continue
        ways = in_one_go(suggestions(seat, option, random.Random(seed), 24, 5))
        ends = [way.preview.spot or way.preview.ends for way in ways]
        for number, one in enumerate(ends):
            for other in ends[:number]:
                assert one is not None
                assert other is not None
                if isinstance(option, Facing):
                    assert 300 <= abs(one[2] - other[2]) <= 3300
                else:
                    assert distance(one[0], one[1], other[0], other[1]) > 850, option.label
