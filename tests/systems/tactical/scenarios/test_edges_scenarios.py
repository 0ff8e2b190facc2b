"""4.3: printed scenarios at their limits: the last of a count, who is not there, what is asked of nobody."""

from __future__ import annotations

import pytest

from gearlock.kernel.asks import Ask
from gearlock.mechanics.secrets import Sealed
from gearlock.systems.tactical.flow import resolve_round
from gearlock.systems.tactical.printed_scenarios import the_six as bridge
from gearlock.systems.tactical.printed_scenarios import the_six as c
from gearlock.systems.tactical.printed_scenarios import the_six as ridge
from gearlock.systems.tactical.printed_scenarios.in_play import (
    DIG_IN,
    ChitIdentified,
    StevensNamed,
    is_eve,
    refuse_chit,
    resolve_digging_in,
)
from gearlock.systems.tactical.printed_scenarios.the_six import (
    BEGAN,
    FIRST_LOSS,
    PlaceChit,
    earned_so_far,
    gives_orders,
    is_half_gone,
    is_let_loose,
    points_for_escorts,
    stevens,
    trucks,
)
from gearlock.systems.tactical.state import KEPT_SLOW, RESERVE, STATIONARY, WAITING
from gearlock.systems.tactical.victory_points import EARNED
from systems.tactical.scenarios.scenes import destroy, judged, of, put, scene
from systems.tactical.tables import mils, play


@pytest.mark.rule("tactical.4.3.5")
def test_trucks_stay_slow_as_long_as_none_is_lost_and_are_let_loose_once() -> None:
    state = scene("come-out-come-out")
    assert all(unit.token(KEPT_SLOW) for unit in trucks(state))
    assert not is_let_loose(state)
    play(state, resolve_round)
    assert all(unit.token(KEPT_SLOW) for unit in trucks(state))
    state.points[FIRST_LOSS] = 1
    assert is_let_loose(state)
    for unit in trucks(state):
        unit.tokens.pop(KEPT_SLOW)
    assert not is_let_loose(state), "once is enough"


@pytest.mark.rule("tactical.4.3.5")
@pytest.mark.parametrize(
    ("began", "gone", "points"),
    [(10, 4, 0), (10, 5, 2), (10, 9, 2), (10, 10, 3), (9, 4, 0), (9, 5, 2), (9, 8, 2), (9, 9, 3), (1, 0, 0), (1, 1, 3),
     (0, 0, 0)],
)  # fmt: skip
def test_escorts_count_from_half_of_them_on(began: int, gone: int, points: int) -> None:
    state = scene("come-out-come-out")
    escorts = [unit for unit in of(state, "blue") if not unit.token("no evasion")]
    state.points[BEGAN + "blue"] = began
    destroy(escorts[:gone])
    assert points_for_escorts(state) == points
    destroy(trucks(state)[:3])
    assert earned_so_far(state)[EARNED + "red"] == points + 3


@pytest.mark.rule("tactical.4.3.4")
def test_stevens_gives_orders_only_while_he_is_on_the_table() -> None:
    state = scene("back-against-the-wall")
    assert stevens(state) is None
    assert not gives_orders(state), "nobody is Stevens yet"
    StevensNamed(of(state, "blue")[0].id).change(state)
    colonel = stevens(state)
    assert colonel is not None
    assert gives_orders(state)
    for status in (WAITING, RESERVE, "left", "destroyed"):
        colonel.status = status
        assert not gives_orders(state), status
    colonel.status = "fielded"
    colonel.crew_lost = 9
    assert not gives_orders(state)


@pytest.mark.rule("tactical.4.3.4")
@pytest.mark.parametrize(("began", "gone", "broken"), [(10, 5, False), (10, 6, True), (9, 4, False), (9, 5, True)])
def test_the_north_is_broken_by_more_than_half(began: int, gone: int, broken: bool) -> None:
    state = scene("back-against-the-wall")
    state.points[BEGAN + "blue"] = began
    destroy(of(state, "blue")[:gone])
    assert is_half_gone(state) == broken
    del state.points[BEGAN + "blue"]
    assert not is_half_gone(state), "nobody has counted them yet"


@pytest.mark.rule("tactical.4.3.6")
@pytest.mark.parametrize(
    ("began", "gone", "south", "north"),
    [(10, 0, 0, 2), (10, 2, 0, 2), (10, 3, 0, 0), (10, 7, 0, 0), (10, 8, 2, 0), (10, 10, 2, 0), (8, 2, 0, 2),
     (8, 3, 0, 0), (8, 5, 0, 0), (8, 6, 2, 0)],
)  # fmt: skip
def test_three_quarters_lost_or_kept_are_worth_two_points(began: int, gone: int, south: int, north: int) -> None:
    state = scene("opportunity-knocks")
    state.points[BEGAN + "blue"] = began
    destroy(of(state, "blue")[:gone])
    assert c.force_points(state) == (south, north)


@pytest.mark.rule("tactical.4.3.6")
def test_a_gear_that_cannot_act_spends_nothing_and_uploads_nothing() -> None:
    state = scene("opportunity-knocks")
    state.markers["chit:1"] = (mils(60), mils(14))
    state.facts[c.TRUTH] = Sealed("chit:1", ("red",))
    ChitIdentified("chit:1", "blue-1", True, mils(60), mils(14), 0).change(state)
    target, gear = c.vehicle(state), of(state, "blue")[0]
    assert target is not None
    put(state, gear, 60, 14)
    gear.y += gear.card.radius + target.card.radius + c.TOUCH
    gear.went, gear.moved = STATIONARY, 0
    assert c.uploads(state, gear)
    gear.actions += 1
    assert c.uploads(state, gear), "an extra Action that is kept is none spent"
    gear.actions, gear.crew_lost = 0, gear.card.crew
    assert not c.uploads(state, gear), "without a crew it has none to spend"


@pytest.mark.rule("tactical.4.3.6")
@pytest.mark.parametrize(
    ("x", "y", "code"),
    [(36, 24, ""), (36, 24.001, "half"), (36, -0.001, "half"), (-0.001, 12, "half"), (72.001, 12, "half")],
)
def test_chits_lie_on_the_southern_half_to_its_rim(x: float, y: float, code: str) -> None:
    state = scene("opportunity-knocks")
    state.markers = {}
    assert getattr(refuse_chit(state, Ask("red", ""), PlaceChit(mils(x), mils(y))), "code", "") == code


@pytest.mark.rule("tactical.4.3.2")
def test_who_has_but_one_squadron_keeps_none_back() -> None:
    for groups, asked in ((1, False), (2, True)):
        state = scene("pressure-point")
        for unit in of(state, "blue"):
            unit.status, unit.group = WAITING, min(unit.group, groups)
        state.round = 0
        assert is_eve(state) == asked


@pytest.mark.rule("tactical.4.3.1")
@pytest.mark.rule("tactical.4.3.2")
def test_late_units_need_one_less_on_the_die_for_every_round() -> None:
    for late, first, wanted in ((ridge.arrives, 6, 4), (bridge.arrives_bridge, 4, 5)):
        for more in range(5):
            comes = [face for face in range(1, 7) if late(face, first + more)]
            assert comes == [face for face in range(1, 7) if face + more >= wanted]


@pytest.mark.rule("tactical.4.3.2")
@pytest.mark.parametrize(("began", "over", "across"), [(10, 4, False), (10, 5, True), (9, 4, False), (9, 5, True)])
def test_half_of_who_took_the_field_is_across(began: int, over: int, across: bool) -> None:
    state = scene("pressure-point")
    state.points[BEGAN + "red"] = began
    for number, unit in enumerate(of(state, "red")[:over]):
        put(state, unit, 3 + 3 * number, 44)
    assert bridge.is_across(state, "red") == across
    assert bridge.rounds_across(state)[bridge.ACROSS + "red"] == across
    state.points[bridge.ACROSS + "red"] = 3
    assert bridge.rounds_across(state)[bridge.ACROSS + "red"] == (4 if across else 0)
    assert judged(state) is None
    state.points[bridge.ACROSS + "red"] = 4
    assert judged(state) == ("red", 4, 0)


@pytest.mark.rule("tactical.4.3.1")
def test_who_digs_in_is_asked_and_in_other_battles_nobody_is() -> None:
    state = scene("king-of-the-ridge")
    state.phase, state.round, state.turn = DIG_IN, 0, "red"
    played = play(state, resolve_digging_in)
    assert {ask.seat for ask in played.asks} <= {"blue"}
    assert state.phase == "round"
    plain = scene("pressure-point")
    plain.phase, plain.round, plain.turn = DIG_IN, 0, "red"
    assert not play(plain, resolve_digging_in).asks
    assert plain.phase == "round"
