"""4.1.3: aircraft: the corridor, the attacks, interception, and when they fly home."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Decline, Order
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.tactical.damage.damage import DamageCompared
from gearlock.systems.tactical.state import LIGHT, State
from gearlock.systems.tactical.support import aircraft as i
from gearlock.systems.tactical.support import buying as e
from gearlock.systems.tactical.support.aircraft import (
    Run,
    air_lines,
    attack_run,
    line_through,
    refuse_strafe,
    run_pair,
    targets_on,
)
from gearlock.systems.tactical.support.buying import Fly, Intercept, Strafe
from gearlock.systems.tactical.support_assets import Plane, Stock, aircraft, keep_stock, plane_cost, stock_of
from systems.tactical.tables import mils, play, put, table

SOUTH_NORTH = ((mils(10), 0), (mils(10), mils(48)))


def told(*orders: Order) -> Any:
    left = list(orders)
    return lambda _state, _ask: left.pop(0) if left else Decline()


def sky(weather: str = "") -> State:
    """A table with a Hunter of blue under a line from south to north, and a Fighter of red."""
    state = table(weather=weather)
    put(state, "red-1", "hunter", 30, 4)
    put(state, "blue-1", "hunter", 10, 20, 270)
    keep_stock(state, "red", Stock(planes=(Plane("red-air-1", "Fighter", 2, 2),)))
    return state


@pytest.mark.rule("tactical.4.1.3-air")
def test_the_table_of_aircraft_and_what_better_crews_cost() -> None:
    known = {name: (each.weapon, each.attacks, each.interception, each.defense, each.tv)
             for name, each in aircraft().items()}  # fmt: skip
    assert known == {
        "Fighter": ("LAC", 2, (2, 2), (1, 0), 200),
        "Fighter-Bomber": ("AGM", 2, (2, 0), (2, 0), 1000),
        "Bomber": ("ATM", 4, None, (2, 0), 2000),
    }
    assert [plane_cost("Fighter", level) for level in (2, 3, 4)] == [200, 450, 800]


@pytest.mark.rule("tactical.4.1.3-air")
def test_the_corridor_reaches_two_inches_and_its_border_belongs_to_it() -> None:
    state = sky()
    run = Run("red", aircraft()["Fighter"], 2, *SOUTH_NORTH)
    unit = state.units["blue-1"]
    for x, inside in ((12, True), (12.001, False), (8, True), (7.999, False)):
        unit.x = mils(x)
        assert bool(targets_on(state, run)) == inside, x
    unit.x, state.units["red-1"].x = mils(10), mils(10)
    assert [each.id for each in targets_on(state, run)] == ["blue-1"], "nobody aims at friends"
    assert [each.id for each in targets_on(state, run, anyone=True)] == ["red-1", "blue-1"]
    unit.carrier = "blue-2"
    assert not targets_on(state, run)


@pytest.mark.rule("tactical.4.1.3-air")
def test_an_aircraft_attacks_enemies_in_its_corridor_and_nobody_else() -> None:
    state = sky()
    state.units["red-1"].x = mils(10)
    put(state, "blue-2", "hunter", 20, 20)
    about = ("Fighter", "2", *(str(number) for spot in SOUTH_NORTH for number in spot))
    question = Ask("red", "strafe", "", about)
    for target, said in (("blue-1", ""), ("blue-2", "target"), ("red-1", "target"), ("", "target")):
        assert getattr(refuse_strafe(state, question, Strafe(target)), "code", "") == said


@pytest.mark.rule("tactical.4.1.3-air")
def test_a_line_goes_across_the_table_through_a_point() -> None:
    state = table()
    assert line_through(state, mils(10), mils(20), 900) == SOUTH_NORTH
    assert line_through(state, mils(10), mils(20), 1800) == ((mils(72), mils(20)), (0, mils(20)))
    assert line_through(state, mils(10), mils(10), 450) == ((0, 0), (mils(48), mils(48)))


@pytest.mark.rule("tactical.4.1.3-air")
def test_an_attack_from_the_air_is_gunnery_and_accuracy_at_short_range() -> None:
    state = sky()
    unit = state.units["blue-1"]
    for kind, accuracy in (("Fighter", 0), ("Fighter-Bomber", 1), ("Bomber", 1)):
        run = Run("red", aircraft()[kind], 2, *SOUTH_NORTH)
        lines = air_lines(run_pair(state, run, unit), 2)
        assert sum(line.value for line in lines) == 2 + 1 + accuracy, "two dice, +1, Accuracy"
    elite = air_lines(run_pair(state, run, unit), 4)
    assert [line.value for line in elite] == [4, 2, 1]
    unit.tokens["designated:red"] = 1
    assert sum(line.value for line in air_lines(run_pair(state, run, unit), 2)) == 6, "both missiles are Guided"


@pytest.mark.rule("tactical.4.1.3-air")
def test_the_attack_comes_in_the_arc_of_the_flight_line() -> None:
    state = sky()
    unit = state.units["blue-1"]
    run = Run("red", aircraft()["Fighter"], 2, *SOUTH_NORTH)
    assert run_pair(state, run, unit).arc == "front", "it looks south, and the aircraft comes from there"
    unit.y = mils(1)
    assert run_pair(state, run, unit).arc == "front", "also at the very edge"
    back = run._replace(start=run.end, end=run.start)
    assert run_pair(state, back, unit).arc == "rear"


@pytest.mark.rule("tactical.4.1.3-air")
def test_a_run_makes_as_many_attacks_as_the_table_says_and_hits_do_damage() -> None:
    state = sky()
    hit, miss = ((3, 2), (2, 1)), ((2, 1), (6, 6))
    played = play(
        state, lambda ctx: attack_run(ctx, "red", "Fighter", *SOUTH_NORTH), *hit, *miss,
        answer=told(Strafe("blue-1"), Strafe("blue-1")),
    )  # fmt: skip
    met = played.of(e.AirAttackMet)
    assert [(one.attack, one.defense, one.hit) for one in met] == [(4, 0, True), (3, 4, False)]
    assert [one.amount for one in played.of(DamageCompared)] == [4 * 8]
    assert played.value == 2
    assert played.rolls[0].seat == "red"


@pytest.mark.rule("tactical.4.1.3-air")
def test_a_run_over_nobody_asks_nothing_and_a_pilot_may_keep_his_weapons() -> None:
    state = sky()
    empty = play(state, lambda ctx: attack_run(ctx, "red", "Bomber", (mils(60), 0), (mils(60), mils(48))))
    assert (empty.value, empty.asks) == (0, [])
    kept = play(state, lambda ctx: attack_run(ctx, "red", "Bomber", *SOUTH_NORTH), answer=told(Decline()))
    assert (kept.value, len(kept.asks)) == (0, 1)


@pytest.mark.rule("tactical.4.1.3-air")
def test_a_run_at_random_strikes_friend_and_foe_by_lot() -> None:
    state = sky()
    state.units["red-1"].x = mils(11)
    played = play(
        state, lambda ctx: attack_run(ctx, "red", "Fighter-Bomber", *SOUTH_NORTH, at_random=True),
        (1,), (1, 1), (3, 3), (2,), (1, 1), (3, 3),
    )  # fmt: skip
    assert [one.target for one in played.of(e.AirAttackMet)] == ["red-1", "blue-1"]


def flight(state: State, *dice: tuple[int, ...], answers: tuple[Order, ...]) -> Any:
    def script(ctx: Ctx[State]) -> Script[None]:
        while (yield from i.resolve_air_support(ctx, "red")) == e.AGAIN:
            assert state.phase

    return play(state, script, *dice, answer=told(*answers))


FLY = Fly("red-air-1", mils(10), mils(20), 900)


@pytest.mark.rule("tactical.4.1.3-interception")
def test_who_has_used_up_its_weapons_flies_home_and_does_not_return() -> None:
    state = sky()
    flight(state, (1, 1), (4, 4), answers=(FLY, Strafe("blue-1"), Decline()))
    (plane,) = stock_of(state, "red").planes
    assert (plane.attacks, plane.home) == (1, False)
    assert not i.ready_to_fly(state, "red"), "one run a round"
    state.round += 1
    flight(state, (1, 1), (4, 4), answers=(FLY, Strafe("blue-1")))
    (plane,) = stock_of(state, "red").planes
    assert (plane.attacks, plane.home) == (0, True)
    state.round += 1
    assert not i.ready_to_fly(state, "red")
    assert not i.ready_to_intercept(state, "red")


@pytest.mark.rule("tactical.4.1.3-interception")
@pytest.mark.parametrize(
    ("hunt", "guard", "through", "down"),
    [((2, 1), (4,), True, False), ((1, 1), (2,), True, False), ((2, 1), (3,), False, False),
     ((4, 1), (3,), False, False), ((5, 1), (3,), False, True), ((6, 6), (1,), False, True)],
)  # fmt: skip
def test_interception_drives_off_with_one_to_three_and_shoots_down_with_four(
    hunt: tuple[int, ...], guard: tuple[int, ...], through: bool, down: bool
) -> None:
    """2d6+2 against 1d6: a tie and a fumble do nothing."""
    state = sky()
    keep_stock(state, "blue", Stock(planes=(Plane("blue-air-1", "Fighter", 2, 2),)))
    played = flight(state, hunt, guard, answers=(FLY, Intercept("blue-air-1"), Decline()))
    (prey,), (hunter,) = stock_of(state, "red").planes, stock_of(state, "blue").planes
    assert bool(played.of(e.RunFlown)) == through
    assert (prey.home, hunter.home) == (down, not through), "whoever succeeds flies back to base"
    assert prey.attacks == 2
    assert bool(i.ready_to_intercept(state, "red")) == through, "who was driven off is away for this round"
    state.round += 1
    assert bool(i.ready_to_fly(state, "red")) == (not down), "who was driven off comes again in the next round"


@pytest.mark.rule("tactical.4.1.3-interception")
def test_each_aircraft_tries_once_on_another_and_bombers_never() -> None:
    state = sky()
    keep_stock(state, "blue", Stock(planes=(Plane("blue-air-1", "Fighter", 2, 2), Plane("blue-air-2", "Bomber", 2, 4))))
    played = flight(state, (1, 1), (5,), answers=(FLY, Intercept("blue-air-1"), Decline()))
    asked = [ask.kind for ask in played.asks]
    assert asked[:3] == ["fly", "intercept", "strafe"], "it has tried, and the bomber cannot"
    ask = Ask("blue", i.INTERCEPT, "", ("Fighter",))
    assert i.refuse_interception(state, ask, Intercept("blue-air-2")) is not None
    assert i.refuse_interception(state, ask, Intercept("blue-air-1")) is None, "any number of times"


@pytest.mark.rule("tactical.4.1.2-condition-winds")
@pytest.mark.rule("tactical.4.1.3-air")
def test_nothing_flies_in_heavy_winds() -> None:
    calm, windy = sky(), sky(weather="fog+winds")
    assert i.ready_to_fly(calm, "red")
    assert not i.ready_to_fly(windy, "red")
    assert not i.ready_to_intercept(windy, "red")
    refusal = i.refuse_flight(windy, Ask("red", i.FLY), FLY)
    assert refusal is not None
    assert refusal.code == "winds"


@pytest.mark.rule("tactical.4.1.3-air")
def test_flights_that_make_no_sense_are_refused() -> None:
    state, ask = sky(), Ask("red", i.FLY)
    assert i.refuse_flight(state, ask, FLY) is None
    wrong = {
        "plane": Fly("red-air-2", 0, 0), "point": Fly("red-air-1"), "table": Fly("red-air-1", mils(73), 0),
        "facing": Fly("red-air-1", 0, 0, 3600),
    }  # fmt: skip
    for code, order in wrong.items():
        refusal = i.refuse_flight(state, ask, order)
        assert refusal is not None
        assert refusal.code == code
    offered = list(i.offer_flights(state, ask))
    assert offered[0].label == "Fighter: over Blue Hunter 1"
    assert state.units["blue-1"].token(LIGHT) == 0
