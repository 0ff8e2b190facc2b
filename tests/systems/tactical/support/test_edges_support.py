"""4.1.3: support at its limits: the last salvo of a quarter, the rim of the table, the turn of the other side."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Decline, Order
from gearlock.mechanics.secrets import Sealed
from gearlock.systems.tactical.book import BOOK
from gearlock.systems.tactical.scenario_generator.priorities import disguise
from gearlock.systems.tactical.state import Patch, State
from gearlock.systems.tactical.support import aircraft as i
from gearlock.systems.tactical.support import artillery as c
from gearlock.systems.tactical.support import buying as b
from gearlock.systems.tactical.support import buying as e
from gearlock.systems.tactical.support.aircraft import Run, attack_run, is_in_corridor, line_through, targets_on
from gearlock.systems.tactical.support.artillery import landing_point, resolve_next_barrage, resolve_step_four
from gearlock.systems.tactical.support.buying import BuySupport, Fly, Intercept, Strafe
from gearlock.systems.tactical.support_assets import Plane, Stock, aircraft, keep_stock, salvos, stock_of
from systems.tactical.tables import mils, play, put, table

CORNERS = ((0, 0), (72, 0), (0, 48), (72, 48))
OUTSIDE = ((-1, 0), (0, -1), (mils(72) + 1, 0), (0, mils(48) + 1))


def told(*orders: Order) -> Any:
    left = list(orders)
    return lambda _state, _ask: left.pop(0) if left else Decline()


def field() -> State:
    state = table()
    put(state, "red-1", "hunter", 20, 10)
    put(state, "blue-1", "hunter", 10, 20, 270)
    put(state, "blue-2", "hunter", 40, 20, 270)
    return state


def rich(tv: int = 4000) -> State:
    state = field()
    state.points |= {"TV:agreed": tv, "TV:red": tv, "TV:blue": tv, "support:red": 2 * tv, "support:blue": 0}
    state.phase, state.round, state.turn = "support", 0, ""
    return state


def code(state: State, what: str, count: int = 1) -> str:
    refusal = b.refuse_buying(state, Ask("red", b.BUY), BuySupport(what, 2, count))
    return "" if refusal is None else refusal.code


@pytest.mark.rule("tactical.4.1.3-artillery")
@pytest.mark.rule("tactical.4.1.3-support")
def test_purchases_add_up_to_a_quarter_and_aircraft_do_not_count() -> None:
    state = rich(800)
    light, medium = salvos()["Light Salvo"].tv, salvos()["Medium Salvo"].tv
    assert b.most_on_salvos(state, "red") == 200
    play(state, b.resolve_buying, answer=told(BuySupport("Fighter", 2)))
    play(state, b.resolve_buying, answer=told(BuySupport("Light Salvo", count=2)))
    stock = stock_of(state, "red")
    assert (stock.shelled, stock.spent) == (2 * light, 2 * light + 200)
    assert b.budget_left(state, "red") == 1600 - stock.spent
    left = 200 - 2 * light
    assert code(state, "Light Salvo", left // light) == ""
    assert code(state, "Light Salvo", left // light + 1) == "quarter"
    assert code(state, "Medium Salvo") == ("" if medium <= left else "quarter")
    play(state, b.resolve_buying, answer=told(BuySupport("Light Salvo", count=left // light)))
    assert code(state, "Light Salvo") == "quarter"
    assert stock_of(state, "red").salvos == {"Light Salvo": 200 // light}
    state.points.pop("TV:red")
    assert b.most_on_salvos(state, "red") == 0


@pytest.mark.rule("tactical.4.1.3-support")
def test_aircraft_of_several_purchases_are_numbered_on_and_rerolls_add_up() -> None:
    state = rich()
    for order in (BuySupport("Fighter", 3, 2), BuySupport("Bomber"), BuySupport("Fighter"), BuySupport(e.REROLL),
                  BuySupport(e.REROLL, count=2)):  # fmt: skip
        assert code(state, order.what, order.count) == ""
        play(state, b.resolve_buying, answer=told(order))
    stock = stock_of(state, "red")
    assert [(plane.id, plane.kind, plane.level, plane.attacks) for plane in stock.planes] == [
        ("red-air-1", "Fighter", 3, 2), ("red-air-2", "Fighter", 3, 2), ("red-air-3", "Bomber", 2, 4),
        ("red-air-4", "Fighter", 2, 2),
    ]  # fmt: skip
    assert stock.rerolls == 3
    assert stock.spent == 2 * 450 + 2000 + 200 + 3 * 40


@pytest.mark.rule("tactical.4.1.3-support")
def test_what_was_bought_is_told_to_who_bought_it_alone() -> None:
    state = rich()
    words = {
        ("Fighter", 2): "Red buys 2 Fighters with a Qualified crew for 9 TV, in secret.",
        ("Heavy Salvo", 1): "Red buys 1 Heavy Salvo for 9 TV, in secret.",
        (e.REROLL, 2): "Red buys 2 rerolls of dice for 9 TV, in secret.",
        (e.REROLL, 1): "Red buys 1 reroll of dice for 9 TV, in secret.",
        ("mission", 1): "Red buys the enemy's mission type for 9 TV, in secret.",
    }
    for (what, count), text in words.items():
        event = e.SupportBought("red", what, 2, count, 9)
        line = BOOK.tell(state, event, "red")
        assert line is not None
        assert line.text == text
        assert BOOK.tell(state, event, "blue") is None
        assert BOOK.tell(state, event, None) is not None


@pytest.mark.rule("tactical.4.1.3-artillery")
def test_a_call_that_is_heard_tells_the_enemy_only_that_something_comes() -> None:
    state = field()
    for heard, mine, theirs in (
        (False, "is not heard; a new one next round has +1.", "is not heard; a new one next round has +1."),
        (
            True,
            "is heard: a Light Salvo comes down at (20, 30) in Step 4.",
            "is heard: something comes down in Step 4.",
        ),
    ):
        event = e.CallAnswered("red-1", "Light Salvo", mils(20), mils(30), 1000, heard)
        for seat, words in (("red", mine), (None, mine), ("blue", theirs)):
            line = BOOK.tell(state, event, seat)
            assert line is not None
            assert line.text == f"The call of the Red Hunter 1 {words}"


@pytest.mark.rule("tactical.4.1.3-artillery")
@pytest.mark.rule("tactical.4.1.3-air")
def test_the_rim_of_the_table_is_the_last_of_it_for_calls_and_flights() -> None:
    state = field()
    keep_stock(state, "red", Stock(planes=(Plane("red-air-1", "Fighter", 2, 2),)))
    for x, y in CORNERS:
        found = c.refuse_point(state, state.units["red-1"], mils(x), mils(y))
        assert found is None or found.code != "table", (x, y)
        assert i.refuse_flight(state, Ask("red", i.FLY), Fly("red-air-1", mils(x), mils(y), 0)) is None
    for x, y in OUTSIDE:
        for found in (
            c.refuse_point(state, state.units["red-1"], x, y),
            i.refuse_flight(state, Ask("red", i.FLY), Fly("red-air-1", x, y, 0)),
        ):
            assert found is not None
            assert found.code == "table"
    assert i.refuse_flight(state, Ask("red", i.FLY), Fly("red-air-1", 0, 0, 3599)) is None


@pytest.mark.rule("tactical.4.1.3-artillery-effect")
@pytest.mark.parametrize(
    ("at", "face", "inside"),
    [((20, 46), 1, True), ((20, 46.001), 1, False), ((20, 2), 4, True), ((20, 1.999), 4, False)],
)
def test_a_salvo_that_drifts_over_the_rim_is_lost(at: tuple[float, float], face: int, inside: bool) -> None:
    """Two dice of 4 are 2 in short of 6: straight on from red's edge in the south, or straight back."""
    state = field()
    smoke = Patch("smoke", 0, 0, 1000, seat="red")
    salvo = Patch("barrage", mils(at[0]), mils(at[1]), 1000, seat="red", unit="red-1", word="Light Salvo")
    state.patches = [smoke, salvo]
    played = play(state, resolve_next_barrage, (4, 2), (face,))
    (landed,) = played.of(e.BarrageLanded)
    assert (landed.on_table, landed.inches, landed.face) == (inside, 2, face)
    assert [patch.kind for patch in state.patches] == ["smoke"], "nothing else of its side goes with it"


@pytest.mark.rule("tactical.4.1.3-artillery-effect")
@pytest.mark.parametrize(("at", "turn"), [((1.5, 20), 5), ((70.5, 20), 3)])
def test_a_salvo_is_lost_over_the_sides_as_well(at: tuple[float, float], turn: int) -> None:
    state = field()
    x, y = landing_point(state, "red", mils(at[0]), mils(at[1]), turn, 4)
    assert not 0 <= x <= mils(72)
    assert 0 <= y <= mils(48)
    state.patches = [Patch("barrage", mils(at[0]), mils(at[1]), 1000, seat="red", unit="red-1", word="Light Salvo")]
    assert not play(state, resolve_next_barrage, (4, 2), (turn,)).of(e.BarrageLanded)[0].on_table


@pytest.mark.rule("tactical.4.1.3-artillery-effect")
def test_each_side_of_salvos_that_wait_loses_its_own() -> None:
    state = field()
    for seat in ("blue", "red"):
        state.patches.append(
            Patch("barrage", mils(60), mils(40), 1000, seat=seat, unit=f"{seat}-1", word="Light Salvo")
        )
    e.BarrageLanded("red", "Light Salvo", 0, 0, 6).change(state)
    assert [patch.seat for patch in state.patches] == ["blue"]


@pytest.mark.rule("tactical.4.1.3-air")
def test_the_corridor_of_a_slanting_line_is_two_inches_to_either_side() -> None:
    start, end = (0, 0), (mils(30), mils(40))
    for along in (5, 25, 45):
        for side in (1, -1):
            x, y = mils(along * 0.6 - side * 2 * 0.8), mils(along * 0.8 + side * 2 * 0.6)
            assert is_in_corridor(start, end, x, y)
            assert not is_in_corridor(start, end, x - side, y + side)


@pytest.mark.rule("tactical.4.1.3-air")
def test_the_corridor_of_a_line_from_the_side_lies_along_it() -> None:
    start, end = (0, mils(20)), (mils(72), mils(20))
    for x in (1, 36, 71):
        inside = [is_in_corridor(start, end, mils(x), mils(y)) for y in (17.999, 18, 20, 22, 22.001)]
        assert inside == [False, True, True, True, False]


@pytest.mark.rule("tactical.4.1.3-air")
@pytest.mark.parametrize(
    ("facing", "start", "end"),
    [(0, (0, 20), (72, 20)), (2700, (10, 48), (10, 0)), (1350, (30, 0), (0, 30)), (3150, (0, 30), (30, 0)),
     (2250, (38, 48), (0, 10))],
)  # fmt: skip
def test_a_line_runs_from_rim_to_rim_whichever_way_it_points(
    facing: int, start: tuple[int, int], end: tuple[int, int]
) -> None:
    found = line_through(table(), mils(10), mils(20), facing)
    for got, wanted in zip(found, (start, end), strict=True):
        assert max(abs(got[0] - mils(wanted[0])), abs(got[1] - mils(wanted[1]))) <= 30


@pytest.mark.rule("tactical.4.1.3-air")
def test_a_pilot_is_asked_for_each_attack_that_is_left() -> None:
    state = field()
    run = ((mils(10), 0), (mils(10), mils(48)))
    played = play(
        state, lambda ctx: attack_run(ctx, "red", "Fighter", *run), (1, 1), (3, 3), (1, 1), (3, 3),
        answer=told(Strafe("blue-1"), Strafe("blue-1")),
    )  # fmt: skip
    assert [ask.prompt.rpartition("? ")[2] for ask in played.asks] == [
        "It has 2 attacks left.", "It has 1 attack left.",
    ]  # fmt: skip
    assert all(ask.optional for ask in played.asks)
    assert played.value == 2
    assert not targets_on(state, Run("blue", aircraft()["Fighter"], 2, *run)), "red is 10 in off the line"


@pytest.mark.rule("tactical.4.1.3-interception")
def test_interceptors_are_offered_but_for_those_that_have_tried() -> None:
    state = field()
    planes = [Plane(f"blue-air-{number}", "Fighter", 2, 2) for number in (1, 2)]
    keep_stock(state, "blue", Stock(planes=(*planes, Plane("blue-air-3", "Bomber", 2, 4))))
    for tried, left in (((), [1, 2]), (("blue-air-1",), [2]), (("blue-air-1", "blue-air-2"), [])):
        ask = Ask("blue", i.INTERCEPT, "", ("Bomber", *tried))
        offered = [each.order for each in i.offer_interceptions(state, ask)]
        assert offered[:-1] == [Intercept(f"blue-air-{number}", "Fighter", "Bomber") for number in left]
        assert isinstance(offered[-1], Decline)
        for number in (1, 2, 3):
            refusal = i.refuse_interception(state, ask, Intercept(f"blue-air-{number}", "Fighter", "Bomber"))
            assert (refusal is None) == (number in left), number


@pytest.mark.rule("tactical.4.1.3-air")
def test_a_flight_is_a_run_only_with_an_aircraft_and_a_point() -> None:
    state = field()
    keep_stock(state, "red", Stock(planes=(Plane("red-air-1", "Fighter", 3, 2),)))
    run = i.run_of(state, "red", Fly("red-air-1", mils(10), mils(20), 900))
    assert run == Run("red", aircraft()["Fighter"], 3, (mils(10), 0), (mils(10), mils(48)))
    for order in (Fly("red-air-9", mils(10), mils(20)), Fly("red-air-1", None, mils(20)), Fly("red-air-1", mils(10))):
        assert i.run_of(state, "red", order) is None


@pytest.mark.rule("tactical.4.1.3-air")
def test_lines_over_most_of_the_enemy_come_first_and_each_company_once() -> None:
    state = field()
    put(state, "blue-3", "hunter", 12, 30, 270)
    for name, tv in (("blue-1", 100), ("blue-2", 250), ("blue-3", 200)):
        state.units[name].tv = tv
    plane = Plane("red-air-1", "Fighter", 2, 1)
    for attacks, first in ((2, 350), (1, 250)):
        keep_stock(state, "red", Stock(planes=(Plane("red-air-1", "Fighter", 2, attacks),)))
        (plane,) = stock_of(state, "red").planes
        found = i.lines_over(state, "red", plane)
        assert found[0][0] >= first - 50
        assert [worth for worth, _ in found] == sorted((worth for worth, _ in found), reverse=True)
        assert len(found) <= 4
        over = [frozenset(unit.id for unit in targets_on(state, run)) for _, order in found
                if (run := i.run_of(state, "red", order)) is not None]  # fmt: skip
        assert len(set(over)) == len(over)


@pytest.mark.rule("tactical.2.6.2-step4")
@pytest.mark.rule("tactical.4.1.3-air")
@pytest.mark.parametrize(
    ("first", "asks"), [("red", ["red", "blue"]), ("blue", ["blue", "red"]), ("", ["red", "blue"])]
)
def test_who_was_first_in_the_round_flies_first_in_step_four(first: str, asks: list[str]) -> None:
    state = field()
    state.first, state.phase = first, "misc"
    for seat in ("red", "blue"):
        keep_stock(state, seat, Stock(planes=(Plane(f"{seat}-air-1", "Fighter", 2, 2),)))
    played = []
    for _ in range(6):
        played += play(state, resolve_step_four).asks
    assert list(dict.fromkeys(ask.seat for ask in played)) == asks


@pytest.mark.rule("tactical.4.1.3-support")
@pytest.mark.rule("tactical.4.1.3-artillery")
def test_who_was_given_nothing_has_nothing_to_spend() -> None:
    state = field()
    assert (b.agreed_tv(state), b.budget_left(state, "red"), b.most_on_salvos(state, "red")) == (0, 0, 0)
    assert (b.price_of(state, e.REROLL), b.price_of(state, "support")) == (0, 0)
    state.switches["artillery by support"] = "yes"
    assert b.most_on_salvos(state, "red") == 0
    state.facts["support:blue"] = Sealed("{}", ("blue",))
    for seed in range(6):
        stock = stock_of(disguise(state, "red", random.Random(seed)), "blue")
        assert (stock.planes, stock.salvos) == ((), {})


@pytest.mark.rule("tactical.4.1.3-artillery")
def test_a_spotter_is_ready_who_stands_on_the_table_with_salvos_an_action_and_a_radio() -> None:
    def ready(**fields: Any) -> bool:
        state = field()
        keep_stock(state, "red", Stock(salvos=fields.pop("salvos", {"Light Salvo": 1})))
        state.facts["spotter:red"] = Sealed("red-1", ("red",))
        for name, value in fields.items():
            setattr(state.units["red-1"], name, value)
        return c.ready_spotter(state, "red") is not None

    assert ready()
    assert not ready(salvos={})
    assert not ready(carrier="red-2")
    for status in ("waiting", "aboard", "destroyed", "left"):
        assert not ready(status=status), status
    assert not ready(seat="blue")
    assert not ready(actions=0)
    assert not ready(harm={"aux:communications": 5})


@pytest.mark.rule("tactical.4.1.3-artillery")
def test_a_point_has_two_numbers() -> None:
    state = field()
    for x, y in ((None, None), (mils(20), None), (None, mils(20))):
        found = c.refuse_point(state, state.units["red-1"], x, y)
        assert found is not None
        assert found.code == "point"


@pytest.mark.rule("tactical.4.1.3-support")
def test_what_an_enemy_might_have_is_never_more_than_it_could_pay_for() -> None:
    state = rich()
    seen: Counter[str] = Counter()
    for budget in (0, 39, 50, 240, 290, 1000):
        state.points |= {"support:red": 100, "support:blue": budget, "bought:blue": 1, "bought:red": 1}
        state.facts["support:blue"] = Sealed("{}", ("blue",))
        for seed in range(12):
            stock = stock_of(disguise(state, "red", random.Random(seed)), "blue")
            cost = 200 * len(stock.planes) + 50 * stock.salvos.get("Light Salvo", 0) + 40 * stock.rerolls
            assert salvos()["Light Salvo"].tv == 50
            assert cost <= budget, (budget, stock)
            seen.update({"plane": len(stock.planes), "salvo": sum(stock.salvos.values()), "reroll": stock.rerolls})
    assert all(seen[what] > 3 for what in ("plane", "salvo", "reroll")), seen
