"""4.2.2: salvos, cover, Priority Points and reinforcements for Victory Points in a battle."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Decline, Order
from gearlock.systems.tactical import victory_points as o
from gearlock.systems.tactical import victory_points as w
from gearlock.systems.tactical.attacks.weapons_in_use import ChangeClip, resolve_clip, rounds_left
from gearlock.systems.tactical.attacks.weapons_in_use import refuse_clip as refuse_change
from gearlock.systems.tactical.datacards import Mount
from gearlock.systems.tactical.deployment import Deploy, refuse_deploy
from gearlock.systems.tactical.scenario_generator.priorities import priority_points
from gearlock.systems.tactical.sensors.sensors import compare_jamming, jamming_threshold
from gearlock.systems.tactical.state import FIELDED, RESERVE, State
from gearlock.systems.tactical.support.artillery import bring_clips, resolve_arrivals
from gearlock.systems.tactical.support.buying import NameSpotter, resolve_spotters
from gearlock.systems.tactical.support_assets import is_barred, stock_of
from gearlock.systems.tactical.victory_points import (
    PURCHASE,
    left_over,
    offer_conditions,
    points_to_spend,
    resolve_purchases,
)
from systems.tactical.tables import LAC, mils, play, put, table

SPENDING = pytest.mark.rule("tactical.4.2.2-spending")
RED = Ask("red", PURCHASE)


def told(*orders: Order) -> Any:
    left = list(orders)
    return lambda _state, _ask: left.pop(0) if left else Decline()


def pooled(red: int, **switches: Any) -> State:
    state = table(**switches)
    put(state, "red-1", "hunter", 10, 5)
    put(state, "blue-1", "hunter", 10, 25, 270)
    state.points |= {"pool:red": red, "pool:blue": 0}
    return state


@SPENDING
@pytest.mark.parametrize(("size", "price"), [("Light Salvo", 2), ("Medium Salvo", 3), ("Heavy Salvo", 5)])
def test_salvos_are_bought_for_their_price_and_called_by_a_spotter(size: str, price: int) -> None:
    state = pooled(price)
    play(state, resolve_purchases, answer=told(o.BuySalvo(size)))
    assert (stock_of(state, "red").salvos, points_to_spend(state, "red")) == ({size: 1}, 0)
    assert stock_of(state, "red").shelled == 0, "it counts for no quarter"
    asked = play(state, resolve_spotters, answer=told(NameSpotter("red-1"))).asks
    assert [ask.kind for ask in asked] == ["spotter"]
    assert not play(state, resolve_spotters).asks
    poor = w.refuse_salvo(pooled(price - 1), RED, o.BuySalvo(size))
    assert poor is not None
    assert poor.code == "points"


@SPENDING
def test_salvos_are_for_nobody_who_has_no_artillery() -> None:
    state = pooled(9, **{"barred:red": "air+artillery"})
    assert is_barred(state, "red", "artillery")
    refusal = w.refuse_salvo(state, RED, o.BuySalvo("Light Salvo"))
    assert refusal is not None
    assert refusal.code == "barred"
    assert not [each for each in offer_conditions(state, RED) if "Salvo" in each.label]
    assert w.refuse_salvo(state, RED, o.BuySalvo("Huge Salvo")) is not None


@SPENDING
def test_ecm_cover_lies_over_the_whole_table_for_one_round_against_the_enemy_alone() -> None:
    state = pooled(6, ecm="yes")
    state.units["blue-1"].x = mils(72)
    play(state, resolve_purchases, (4,), answer=told(o.BuyCover("ecm", 3)))
    assert jamming_threshold(state, state.units["blue-1"]) == 7, "one die and the rating"
    assert jamming_threshold(state, state.units["red-1"]) == -1
    assert points_to_spend(state, "red") == 0
    play(state, resolve_purchases)
    assert jamming_threshold(state, state.units["blue-1"]) == -1, "the round is over"


@SPENDING
@pytest.mark.rule("tactical.3.3.1-eccm")
@pytest.mark.parametrize(("counter", "left"), [(6, 7), (7, -1), (8, -1)])
def test_eccm_as_strong_cancels_bought_cover(counter: int, left: int) -> None:
    state = pooled(0, ecm="yes")
    state.points["cover:ecm:red"] = 7
    unit = put(state, "blue-2", "hunter", 70, 45, stats={"perks": {"ECCM": 1}})
    unit.tokens["eccm"] = counter
    assert jamming_threshold(state, state.units["blue-1"]) == left
    unit.tokens.clear()
    state.points["cover:eccm:blue"] = counter
    assert jamming_threshold(state, state.units["blue-1"]) == left


@SPENDING
@pytest.mark.rule("tactical.3.3.1-eccm")
@pytest.mark.parametrize(("cover", "jammed"), [(4, True), (5, False)])
def test_bought_eccm_cancels_emitters_wherever_they_are(cover: int, jammed: bool) -> None:
    state = pooled(0, ecm="yes")
    foe = put(state, "blue-2", "hunter", 30, 25, stats={"perks": {"ECM": 1}})
    foe.tokens["ecm"] = 5
    state.points["cover:eccm:red"] = cover
    play(state, lambda ctx: compare_jamming(ctx))
    assert (jamming_threshold(state, state.units["red-1"]) == 5) == jammed


@SPENDING
def test_cover_is_refused_that_makes_no_sense() -> None:
    state = pooled(4, ecm="yes")
    codes = []
    for order in (o.BuyCover("radar", 1), o.BuyCover("ecm", 0), o.BuyCover("ecm", 11), o.BuyCover("ecm", 3)):
        refusal = w.refuse_cover(state, RED, order)
        assert refusal is not None
        codes.append(refusal.code)
    assert codes == ["system", "rating", "rating", "points"]
    assert w.refuse_cover(state, RED, o.BuyCover("ecm", 2)) is None, "two points a rating"
    assert w.refuse_cover(state, RED, o.BuyCover("eccm", 4)) is None, "one point a rating"
    state.points["cover:eccm:red"] = 3
    again = w.refuse_cover(state, RED, o.BuyCover("eccm", 1))
    assert again is not None
    assert again.code == "again"
    plain = w.refuse_cover(pooled(4), RED, o.BuyCover("ecm", 1))
    assert plain is not None
    assert plain.code == "module"


@SPENDING
@pytest.mark.rule("tactical.4.1.3")
def test_a_priority_point_more_costs_seven() -> None:
    state = pooled(14)
    play(state, w.resolve_priority_points, answer=told(o.BuyPriority(), o.BuyPriority()))
    assert (priority_points(state, "red"), priority_points(state, "blue")) == (7, 5)
    assert not play(pooled(6), w.resolve_priority_points).asks


@SPENDING
def test_reinforcements_arrive_at_the_home_edge_in_the_next_round() -> None:
    """A Hunter of 236 TV costs three points: one for each hundred begun."""
    state = pooled(3)
    play(state, resolve_purchases, answer=told(o.BuyReinforcement("hunter")))
    unit = state.units["red-2"]
    assert (unit.status, unit.group, points_to_spend(state, "red")) == (RESERVE, 2, 0)
    assert not play(state, resolve_arrivals).asks, "not in this round"
    state.round += 1
    wanted = Deploy("red-2", mils(30), mils(2.5), 900)

    def answer(now: State, ask: Ask) -> Order:
        assert refuse_deploy(now, ask, wanted) is None
        assert refuse_deploy(now, ask, Deploy("red-2", mils(30), mils(2.501), 900)) is not None
        return wanted

    asked = play(state, resolve_arrivals, answer=answer).asks
    assert [(ask.kind, ask.unit) for ask in asked] == [("deploy", "red-2")]
    assert (unit.status, state.group) == (FIELDED, 0)


@SPENDING
def test_only_models_of_ones_own_are_called_in_and_nothing_on_credit() -> None:
    poor = w.refuse_reinforcement(pooled(2), RED, o.BuyReinforcement("hunter"))
    assert poor is not None
    assert poor.code == "points"
    strange = w.refuse_reinforcement(pooled(9), RED, o.BuyReinforcement("aller"))
    assert strange is not None
    assert strange.code == "card"


@SPENDING
@pytest.mark.rule("tactical.2.3.6")
def test_a_point_buys_a_hundred_of_threat_value_together_and_what_is_left_lapses_with_the_round() -> None:
    """Ten clips of 10 TV are one point; the eleventh is another, of which 90 are left for the rest of the round."""
    state = pooled(2)
    unit = put(state, "red-1", "hunter", 10, 5, stats={"weapons": (Mount("LAC", LAC, ammo=60),)})
    unit.used["LAC"] = 60
    clip = o.BuyClip("red-1", "LAC")
    play(state, resolve_purchases, answer=told(*[clip] * 10, Decline()))
    assert (points_to_spend(state, "red"), unit.token("clip on its way:LAC")) == (1, 10)
    play(state, resolve_purchases, answer=told(clip, clip, Decline()))
    assert (points_to_spend(state, "red"), left_over(state, "red"), left_over(state, "blue")) == (0, 80, 0)
    state.round += 1
    assert left_over(state, "red") == 0
    assert w.refuse_clip(state, RED, clip) is not None


@SPENDING
@pytest.mark.rule("tactical.2.3.6")
def test_clips_are_reinforcements_too_and_reach_a_gear_in_the_next_round() -> None:
    """A clip of 10 TV begins a hundred: one point."""
    state = pooled(1)
    unit = put(state, "red-1", "hunter", 10, 5, stats={"weapons": (Mount("LAC", LAC, ammo=60),)})
    unit.used["LAC"] = 60
    assert w.refuse_clip(state, RED, o.BuyClip("red-1", "VB")) is not None
    assert w.refuse_clip(state, RED, o.BuyClip("blue-1", "LAC")) is not None
    play(state, resolve_purchases, answer=told(o.BuyClip("red-1", "LAC"), Decline()))
    assert points_to_spend(state, "red") == 0
    assert refuse_change(state, ChangeClip("red-1", "LAC")) is not None, "it is still on its way"
    play(state, lambda ctx: bring_clips(ctx))
    assert refuse_change(state, ChangeClip("red-1", "LAC")) is None
    play(state, lambda ctx: resolve_clip(ctx, ChangeClip("red-1", "LAC")))
    mount = unit.mount("LAC")
    assert mount is not None
    assert rounds_left(unit, mount) == 60
