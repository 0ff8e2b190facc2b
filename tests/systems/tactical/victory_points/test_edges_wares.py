"""4.2.2: wares at their limits: who may be asked, what is offered, and what the next point buys."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Decline, Order
from gearlock.systems.tactical import SYSTEM
from gearlock.systems.tactical import victory_points as o
from gearlock.systems.tactical import victory_points as w
from gearlock.systems.tactical.book import BOOK
from gearlock.systems.tactical.datacards import Mount
from gearlock.systems.tactical.scenario_generator.priorities import priority_points
from gearlock.systems.tactical.state import RESERVE, State
from gearlock.systems.tactical.victory_points import (
    PURCHASE,
    ClipBought,
    ReinforcementBought,
    offer_conditions,
    points_to_spend,
    resolve_purchases,
)
from systems.tactical.tables import LAC, play, put, table

SPENDING = pytest.mark.rule("tactical.4.2.2-spending")
RED = Ask("red", PURCHASE)
PRICES = {"fog": 3, "night": 2, "rain": 1, "steady heavy rain": 2}
"""Of the book's table."""


def told(*orders: Order) -> Any:
    left = list(orders)
    return lambda _state, _ask: left.pop(0) if left else Decline()


def pooled(red: int, blue: int = 0) -> State:
    state = table()
    put(state, "red-1", "hunter", 10, 5)
    put(state, "blue-1", "hunter", 10, 25, 270)
    state.points |= {"pool:red": red, "pool:blue": blue}
    return state


def code(refusal: object) -> str:
    return getattr(refusal, "code", "")


@SPENDING
@pytest.mark.parametrize("points", range(4))
def test_conditions_are_offered_that_can_be_paid_for_to_the_last_point(points: int) -> None:
    offered = {str(getattr(option.order, "condition", "")) for option in offer_conditions(pooled(points), RED)}
    assert offered - {""} == {name for name, price in PRICES.items() if price <= points}


@SPENDING
def test_nobody_is_asked_who_has_nothing_to_spend() -> None:
    assert not play(pooled(0), resolve_purchases).asks
    assert [ask.seat for ask in play(pooled(1), resolve_purchases).asks] == ["red"]
    assert [ask.seat for ask in play(pooled(1, 1), resolve_purchases).asks] == ["red", "blue"]
    owing = pooled(0)
    owing.points["pool:red"] = -1
    assert not play(owing, resolve_purchases).asks


@SPENDING
@pytest.mark.rule("tactical.4.1.3")
@pytest.mark.parametrize(("points", "bought"), [(6, 0), (7, 1), (13, 1), (14, 2)])
def test_every_seven_points_are_a_priority_point(points: int, bought: int) -> None:
    state = pooled(points)
    played = play(state, w.resolve_priority_points, answer=told(*[o.BuyPriority()] * bought))
    assert len(played.asks) == bought
    assert priority_points(state, "red") == 5 + bought
    refusal = w.refuse_priority(state, RED, o.BuyPriority())
    assert code(refusal) == "points"
    assert code(w.refuse_priority(pooled(7), RED, o.BuyPriority())) == ""


@SPENDING
@pytest.mark.rule("tactical.2.3.6")
def test_clips_are_for_ones_own_weapons_on_the_table_and_add_up() -> None:
    state = pooled(9)
    put(state, "red-1", "hunter", 10, 5, stats={"weapons": (Mount("LAC", LAC, ammo=60),)})
    put(state, "blue-1", "hunter", 10, 25, stats={"weapons": (Mount("LAC", LAC, ammo=60),)})
    unit = state.units["red-1"]
    price = w.clip_tv(unit, "LAC")
    order = o.BuyClip("red-1", "LAC")
    assert code(w.refuse_clip(state, RED, order)) == ("" if price else "weapon")
    assert code(w.refuse_clip(state, RED, o.BuyClip("blue-1", "LAC"))) == "unit"
    assert code(w.refuse_clip(state, RED, o.BuyClip("nobody", "LAC"))) == "unit"
    assert code(w.refuse_clip(state, RED, o.BuyClip("red-1", "XXX"))) == "weapon"
    unit.status = RESERVE
    assert code(w.refuse_clip(state, RED, order)) == "unit"
    state.units["blue-1"].status = RESERVE
    assert code(w.refuse_clip(state, RED, o.BuyClip("blue-1", "LAC"))) == "unit"
    for number in (1, 2, 3):
        ClipBought("red", "red-1", "LAC", 2).change(state)
        assert [count for name, count in unit.tokens.items() if name.endswith("LAC")] == [number]
        assert points_to_spend(state, "red") == 9 - 2 * number


@SPENDING
def test_a_side_calls_in_what_it_brought_up_to_sixty_units() -> None:
    state = pooled(9)
    assert code(w.refuse_reinforcement(state, RED, o.BuyReinforcement("hunter"))) == ""
    assert code(w.refuse_reinforcement(state, RED, o.BuyReinforcement("aller"))) == "card"
    state.points["pool:red"] = 2
    assert code(w.refuse_reinforcement(state, RED, o.BuyReinforcement("hunter"))) == "points", "236 TV are three"
    state.points["pool:red"] = 3
    for number in range(2, 60):
        put(state, f"red-{number}", "hunter", 10, 5)
    assert code(w.refuse_reinforcement(state, RED, o.BuyReinforcement("hunter"))) == ""
    put(state, "red-60", "hunter", 10, 5)
    assert code(w.refuse_reinforcement(state, RED, o.BuyReinforcement("hunter"))) == "room"


@SPENDING
@pytest.mark.parametrize(("system", "each"), [("ecm", 2), ("eccm", 1)])
def test_cover_costs_by_its_rating_from_one_to_ten(system: str, each: int) -> None:
    for rating in (1, 2, 10):
        state = pooled(each * rating)
        state.switches["ecm"] = "yes"
        assert code(w.refuse_cover(state, RED, o.BuyCover(system, rating))) == ""
        state.points["pool:red"] -= 1
        assert code(w.refuse_cover(state, RED, o.BuyCover(system, rating))) == "points"
    for rating in (0, 11, -1):
        assert code(w.refuse_cover(state, RED, o.BuyCover(system, rating))) == "rating"


@SPENDING
@pytest.mark.rule("tactical.2.3.6")
def test_clips_are_offered_for_weapons_that_have_fired_and_a_unit_is_told_by_its_own_name() -> None:
    state = pooled(9)
    for name in ("red-1", "blue-1"):
        put(state, name, "hunter", 10, 5, stats={"family": "Hunter", "weapons": (Mount("LAC", LAC, ammo=60),)})
    assert w.clip_tv(state.units["red-1"], "LAC"), "its price list has a clip"
    offered = [option.order for option in w.wares_for(state, RED)]
    assert not [order for order in offered if isinstance(order, o.BuyClip)], "nothing is fired yet"
    state.units["red-1"].used["LAC"] = 1
    offered = [option.order for option in w.wares_for(state, RED)]
    assert [order for order in offered if isinstance(order, o.BuyClip)] == [o.BuyClip("red-1", "LAC")]
    event = ReinforcementBought("red", "hunter", 3, 236)
    event.change(state)
    line = BOOK.tell(state, event, "blue")
    assert line is not None
    assert line.text == "red pays 3 Victory Points: the Red Hunter 2 arrives next round."


@SPENDING
def test_cover_is_offered_up_to_five_and_no_more_than_can_be_paid() -> None:
    state = pooled(7)
    state.switches["ecm"] = "yes"
    offered = [option.order for option in w.wares_for(state, RED)]
    covers = [(order.system, order.rating) for order in offered if isinstance(order, o.BuyCover)]
    assert covers == [("ecm", 1), ("ecm", 2), ("ecm", 3), *(("eccm", rating) for rating in range(1, 6))]


@pytest.mark.rule("tactical.4.2.2-spending", "tactical.4.1.3-support")
@pytest.mark.parametrize(("seat", "shown"), [("red", True), (None, True), ("blue", False)])
def test_a_salvo_bought_without_support_points_is_shown_to_its_own_side(seat: str | None, shown: bool) -> None:
    state = pooled(2)
    assert not any("Support of" in note for note in SYSTEM.view(state, seat, ()).notes)
    play(state, resolve_purchases, answer=told(o.BuySalvo("Light Salvo")))
    assert ("Support of red: 1 Light Salvo" in SYSTEM.view(state, seat, ()).notes) is shown
