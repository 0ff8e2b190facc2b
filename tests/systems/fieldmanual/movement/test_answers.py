"""What is offered to who moves: legal, guessed for bots, aimed for people, and shown with its price."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from gearlock.kernel.asks import Option, Path, Pick
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.system import Aim
from gearlock.systems.fieldmanual.movement.offers import offer_moves, route_of
from gearlock.systems.fieldmanual.movement.terrain import Climb, Decelerate, Jump, Move, QuickTurn
from gearlock.systems.fieldmanual.state import COMBAT, REVERSE, STATIONARY, TOP, State
from gearlock.table.measure import bearing, distance, turn_between
from systems.fieldmanual.movement.test_climbing import JETS, at_foot, onto
from systems.fieldmanual.movement.walks import ACT, RULES, code, drive, field, go, piece, put, red


def offered(state: State) -> list[Option]:
    state.notes.clear()
    return list(offer_moves(state, ACT))


def aimed(state: State, order: Order, x: float, y: float, facing: float | None = None, *via: tuple[int, int]) -> Order:
    point = RULES[type(order)].aim
    assert point is not None
    spot = Aim(round(x * 1000), round(y * 1000), None if facing is None else round(facing * 10), via)
    found = point(state, ACT, order, spot)
    assert not isinstance(found, Refusal), found
    assert code(state, found) == "", code(state, found)
    return found


def crowded(**more: Any) -> State:
    """A model among woods, a hill, a road and others."""
    state = field(
        piece("area", (12, 18, 16, 22), rating="light"), piece("hill", (6, 22, 9, 26), 1, footing=True),
        piece("road", (0, 16, 72, 18)), piece("water", (14, 24, 20, 30), props={"depth": 500}), **more,
    )  # fmt: skip
    put(state, "blue-1", "jager", 22, 22)
    put(state, "red-2", "jager", 9, 18)
    return state


@pytest.mark.rule("fieldmanual.movement-points")
@pytest.mark.parametrize("mode", ["W", "G", "H"])
@pytest.mark.parametrize("band", [STATIONARY, COMBAT, REVERSE, TOP])
def test_guesses_are_legal_and_mostly_found(mode: str, band: str) -> None:
    if mode == "W" and band == REVERSE:
        return
    chooser, found, facing = Random(1), 0, 0
    for _ in range(30):
        state = crowded(mode=mode, band=band)
        option = next(o for o in offered(state) if isinstance(o, Path))
        rules = RULES[type(option.order)]
        assert rules.guess is not None
        tries = (rules.guess(state, ACT, option.order, chooser, attempt) for attempt in range(rules.tries))
        legal = next((order for order in tries if order is not None and not code(state, order)), None)
        if legal is None:
            continue
        found += 1
        drive(state, legal)
        unit, foe = red(state), state.units["blue-1"]
        facing += abs(turn_between(unit.facing, bearing(unit.x, unit.y, foe.x, foe.y))) <= 20
    assert found >= 20
    assert facing >= (5 if mode == "W" and band != TOP else 0)


@pytest.mark.rule("fieldmanual.movement-points")
def test_every_ready_answer_is_legal() -> None:
    for state in (crowded(), crowded(mode="G", band=TOP), at_foot(), at_foot(stats=JETS)):
        for option in offered(state):
            if isinstance(option, Pick):
                assert code(state, option.order) == "", option


@pytest.mark.rule("fieldmanual.speed-combat")
def test_what_must_still_be_moved_is_a_ready_answer() -> None:
    state = field(mode="G", band=TOP)
    ready = [option for option in offered(state) if isinstance(option, Pick)]
    assert [option.label for option in ready] == ["Move on as it must"]
    drive(state, ready[0].order)
    assert not [option for option in offered(state) if isinstance(option, Pick)]


@pytest.mark.rule("fieldmanual.rapid-deceleration", "fieldmanual.perk-jump-jets", "fieldmanual.mode-walker")
def test_who_is_offered_what() -> None:
    def kinds(**more: object) -> set[str]:
        return {type(option.order).__name__ for option in offered(field(**more))}  # type: ignore[arg-type]

    assert kinds() == {"Move", "Decelerate", "QuickTurn"}
    assert kinds(band=STATIONARY) == {"Move", "QuickTurn"}
    assert kinds(tokens={"stun": 1}) == {"Move"}
    assert kinds(stats=JETS) == {"Move", "Decelerate", "QuickTurn", "Jump"}
    assert kinds(tokens={"fallen": 1}) == set()
    assert len([option for option in offered(field()) if option.label.startswith("Move,")]) == 1
    assert not [option for option in offered(field(mode="G")) if option.label.startswith("Move,")]


@pytest.mark.rule("fieldmanual.movement-points")
def test_somebody_points_at_a_spot_a_walker_can_reach() -> None:
    state = field()
    drive(state, aimed(state, Move("red-1"), 12, 22, 270))
    assert distance(red(state).x, red(state).y, 12_000, 22_000) <= 3
    assert red(state).facing == 2700


@pytest.mark.rule("fieldmanual.mode-walker")
def test_somebody_points_at_a_spot_for_who_keeps_its_facing() -> None:
    state = field()
    drive(state, aimed(state, Move("red-1", aside=True), 10, 22, None, (11_000, 21_000)))
    assert distance(red(state).x, red(state).y, 10_000, 22_000) <= 4
    assert red(state).facing == 0


@pytest.mark.rule("fieldmanual.turns")
@pytest.mark.parametrize(("mode", "band"), [("G", COMBAT), ("G", TOP), ("H", TOP), ("W", TOP)])
def test_who_pays_for_turns_goes_straight_first_and_then_turns_to_the_spot(mode: str, band: str) -> None:
    state = field(mode=mode, band=band)
    order = aimed(state, Move("red-1"), 14, 24)
    assert isinstance(order, Move)
    assert order.legs[0][0] == 0
    drive(state, order)
    assert distance(red(state).x, red(state).y, 14_000, 24_000) <= 4_000


@pytest.mark.rule("fieldmanual.turns", "fieldmanual.speed-reverse")
def test_in_reverse_one_backs_up_to_a_spot_behind() -> None:
    state = field(mode="G", band=REVERSE)
    drive(state, aimed(state, Move("red-1"), 6, 20))
    assert red(state).x == 6_000


@pytest.mark.rule("fieldmanual.move-through")
def test_pointing_at_somebody_or_too_far_goes_as_far_as_it_can() -> None:
    state = field()
    put(state, "blue-1", "jager", 13, 20)
    drive(state, aimed(state, Move("red-1"), 13, 20))
    assert 11_990 <= red(state).x <= 12_000
    slow = field(piece("area", (11, 0, 40, 48), props={"going": "rough"}))
    drive(slow, aimed(slow, Move("red-1"), 20, 20))
    assert 12_480 <= red(slow).x <= 12_500


@pytest.mark.rule("fieldmanual.speed-stationary")
def test_a_stationary_model_is_only_turned_to_where_somebody_points() -> None:
    state = field(mode="G", band=STATIONARY)
    drive(state, aimed(state, Move("red-1"), 10, 20, 170))
    assert red(state).facing == 1200


@pytest.mark.rule("fieldmanual.rapid-deceleration", "fieldmanual.perk-jump-jets", "fieldmanual.perk-arms")
def test_other_orders_are_aimed_too() -> None:
    state = field(mode="G", band=TOP, stats=JETS)
    assert aimed(state, QuickTurn("red-1"), 0, 20) == QuickTurn("red-1", 1200)
    assert aimed(state, Decelerate("red-1"), 10, 30) == Decelerate("red-1", 600)
    assert aimed(state, Jump("red-1"), 12, 20) == Jump("red-1", 2000)
    climbs = at_foot(stats={"perks": {"Arms": 1, "Climbing Equipment": 1}})
    drive(climbs, aimed(climbs, Climb("red-1", "cliff"), 20, 20))
    assert red(climbs).z == 2000


@pytest.mark.rule("fieldmanual.movement-points")
def test_the_route_shows_every_leg_and_the_mps() -> None:
    state = field(piece("area", (11, 0, 40, 48), props={"going": "rough"}))
    route = route_of(state, go((0, 2), (90, 0.5)))
    assert route is not None
    assert [(leg.x, leg.y, leg.used) for leg in route.legs] == [(12_000, 20_000, "3 MP"), (12_000, 20_500, "4 MP")]
    assert (route.used, route.length) == ("4 of 4 MP", 2500)
    assert route_of(state, go((0, 5))) is None
    still = field(band=STATIONARY)
    shown = route_of(still, go((0, 0.5)))
    assert shown is not None
    assert shown.used == "0.5 of 1 in"
    climb = at_foot()
    up = route_of(climb, onto(climb))
    assert up is not None
    assert up.used == "4 of 4 MP, climbing"
    jump = route_of(field(stats=JETS), Jump("red-1", 2000))
    assert jump is not None
    assert jump.used == "2 of 3 in on Jump Jets"
