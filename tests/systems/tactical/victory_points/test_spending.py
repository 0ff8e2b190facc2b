from __future__ import annotations

import pytest

from gearlock.kernel.asks import Ask
from gearlock.kernel.dice import Seeded
from gearlock.kernel.events import Outcome
from gearlock.kernel.orders import Decline, Order
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.tactical.battles.battles import begin
from gearlock.systems.tactical.book import BOOK
from gearlock.systems.tactical.campaigns.linking import carry_over, lay_out
from gearlock.systems.tactical.damage.amounts import Blow
from gearlock.systems.tactical.damage.resolving import resolve_level
from gearlock.systems.tactical.flow import resolve_round
from gearlock.systems.tactical.line_of_sight.terrain import is_night, rain_obscurement, weather
from gearlock.systems.tactical.state import FIELDED, State
from gearlock.systems.tactical.subplots.orders_and_events import TraitorTurned
from gearlock.systems.tactical.victory_points import (
    CONDITIONS,
    PURCHASE,
    BuyCondition,
    BuyReinforcement,
    CancelDamage,
    conditions_for,
    left_over,
    offer_conditions,
    points_to_spend,
    recruits_for,
    resolve_purchases,
)
from systems.tactical.campaign_rules.campaigns import campaign
from systems.tactical.tables import mils

VP = "Victory Points"
HEAVY = "steady heavy rain"
"""The generator's, by the distance."""


def table(red: int = 0, blue: int = 0) -> State:
    """The first state of a campaign's battle, with so much in the pools."""
    state = begin(lay_out(campaign().paid("red", VP, red).paid("blue", VP, blue), "skirmish", 1, {}))
    for unit in state.units.values():
        unit.status = FIELDED
    return state


def answered(state: State, script: Script[object], ctx: Ctx[State], *orders: Order) -> list[Ask]:
    """Play a script with these answers; every one of them is asked for and refused by nobody."""
    asked, left = [], list(orders)
    try:
        step = next(script)
        while True:
            if isinstance(step, Ask):
                asked.append(step)
                assert BOOK.refuse(state, step, left[0]) is None
                step = script.send(left.pop(0))
            else:
                step = script.send(Seeded(1).roll(step, 0))  # type: ignore[arg-type]
    except StopIteration:
        assert not left
    return asked


def struck(state: State, level: str, *orders: Order) -> list[Ask]:
    ctx: Ctx[State] = Ctx(state, BOOK.apply)
    return answered(state, resolve_level(ctx, "red-1", level, Blow(0)), ctx, *orders)


def round_begins(state: State, *orders: Order) -> list[Ask]:
    ctx: Ctx[State] = Ctx(state, BOOK.apply)
    return answered(state, resolve_purchases(ctx), ctx, *orders)


@pytest.mark.rule("tactical.4.2.2-spending")
@pytest.mark.parametrize(("level", "price"), [("light", 2), ("heavy", 5), ("overkill", 10)])
def test_a_result_is_cancelled_for_its_price_and_never_on_credit(level: str, price: int) -> None:
    state = table(red=price)
    assert len(struck(state, level, CancelDamage("red-1"))) == 1
    assert state.units["red-1"].tokens == {}
    assert state.units["red-1"].status == FIELDED
    assert points_to_spend(state, "red") == 0
    assert struck(table(red=price - 1), level) == []
    taken = table(red=price)
    struck(taken, level, Decline())
    assert taken.units["red-1"].tokens or taken.units["red-1"].is_lost


@pytest.mark.rule("tactical.4.2.2-spending")
def test_a_cancelled_second_light_never_becomes_a_heavy() -> None:
    state = table(red=2)
    state.units["red-1"].tokens = {"light": 1}
    struck(state, "light", CancelDamage("red-1"))
    assert state.units["red-1"].tokens == {"light": 1}


@pytest.mark.rule("tactical.4.2.2")
def test_points_earned_in_a_battle_may_be_spent_in_it_and_outside_campaigns_there_are_none() -> None:
    state = table(red=1)
    state.points["VP:red"] = 1
    assert points_to_spend(state, "red") == 2
    state.points["VP:red"] = -3
    assert points_to_spend(state, "red") == 1
    del state.points["pool:red"]
    assert points_to_spend(state, "red") == 0


@pytest.mark.rule("tactical.4.2.2-spending")
def test_weather_is_bought_for_one_round_on_top_of_what_there_is() -> None:
    state = table(red=8)
    state.switches |= {"weather": "winds", "time of day": "dusk"}
    round_begins(state, BuyCondition("fog"), BuyCondition("night"), BuyCondition(HEAVY), Decline())
    assert weather(state) == ("winds", "fog", HEAVY)
    assert is_night(state)
    assert points_to_spend(state, "red") == 1
    assert conditions_for(state, "red") == ["rain"]
    assert BOOK.refuse(state, Ask("red", PURCHASE), BuyCondition("fog")) is not None
    assert BOOK.refuse(state, Ask("blue", PURCHASE), BuyCondition("night")) is not None
    round_begins(state, Decline())
    assert weather(state) == ("winds",)
    assert state.switches["time of day"] == "dusk"


@pytest.mark.rule("tactical.4.2.2-spending")
@pytest.mark.rule("tactical.3.7-rain")
@pytest.mark.parametrize(("bought", "seen"), [("rain", [0, 0, 1, 2]), (HEAVY, [0, 1, 2, 4])])
def test_bought_rain_is_the_generators(bought: str, seen: list[int]) -> None:
    state = table(red=CONDITIONS[bought])
    round_begins(state, BuyCondition(bought))
    assert [rain_obscurement(weather(state), mils(inches) ** 2) for inches in (9.9, 10, 20, 40)] == seen


@pytest.mark.rule("tactical.4.2.2-spending")
@pytest.mark.rule("tactical.4.1.4-tempest")
def test_a_tempest_that_breaks_out_after_a_bought_round_stays() -> None:
    state = table(red=3)
    state.round, state.points["tempest"] = 1, 2
    round_begins(state, BuyCondition("fog"))
    ctx: Ctx[State] = Ctx(state, BOOK.apply)
    answered(state, resolve_round(ctx), ctx)
    assert state.round == 2
    assert weather(state) == ("tempest",)


@pytest.mark.rule("tactical.4.2.2-spending")
def test_a_side_calls_in_what_its_factions_and_anybody_field() -> None:
    """A squad of anybody's is 71 TV: one point, of which 29 are left; a Mammoth of 1,500 is fifteen."""
    state = table(red=15)
    known = {card.id for card in recruits_for(state, "red")}
    assert {"hunter", "infantry-squad", "mammoth", "aller"} <= known
    assert not {"jaeger", "naga", "truck", "c3-vehicle", "gun-turret-mac"} & known
    offered = {getattr(option.order, "card", "") for option in offer_conditions(state, Ask("red", "purchase"))}
    assert {"mammoth", "hunter"} <= offered
    assert "aller" not in offered, "2,817 TV are 29 points"
    round_begins(state, BuyReinforcement("infantry-squad"), Decline())
    assert points_to_spend(state, "red") == 14
    assert left_over(state, "red") == 29
    assert [unit.card.id for unit in state.units.values() if unit.seat == "red"][-1] == "infantry-squad"


@pytest.mark.rule("tactical.4.2.2-spending", "tactical.3.6.6")
def test_a_ready_squad_comes_in_the_quality_it_is_paid_for() -> None:
    state = table(red=3)
    round_begins(state, BuyReinforcement("veteran-squad"))
    squad = list(state.units.values())[-1]
    assert (squad.card.id, squad.level, squad.tv) == ("veteran-squad", 3, 299)
    assert (points_to_spend(state, "red"), left_over(state, "red")) == (0, 1)
    state = table(red=1)
    round_begins(state, BuyReinforcement("rookie-squad"), Decline())
    assert (list(state.units.values())[-1].level, left_over(state, "red")) == (1, 77)


@pytest.mark.rule("tactical.4.2.2-spending", "tactical.4.1.4-traitor")
def test_a_traitor_brings_none_of_his_faction_along() -> None:
    state = table(red=15)
    traitor = next(unit for unit in state.units.values() if unit.seat == "blue")
    blue = {card.id for card in recruits_for(state, "blue")}
    TraitorTurned(traitor.id, "red", 9, traitor.x, traitor.y, traitor.z).change(state)
    assert "jaeger" in blue - {card.id for card in recruits_for(state, "red")}
    assert {card.id for card in recruits_for(state, "blue")} == blue, "who was brought stays known at home"


@pytest.mark.rule("tactical.4.2.2-spending")
def test_where_it_was_agreed_bought_weather_lasts() -> None:
    now = campaign(**{"bought-weather": "battle"}).paid("red", VP, 3)
    state = begin(lay_out(now, "skirmish", 1, {}))
    round_begins(state, BuyCondition("fog"))
    round_begins(state)
    assert weather(state) == ("fog",)


@pytest.mark.rule("tactical.4.2.2")
def test_what_was_spent_is_gone_from_the_pool_and_the_battle_is_judged_by_what_was_earned() -> None:
    now = campaign().paid("red", VP, 4)
    setup = lay_out(now, "skirmish", 1, {})
    state = begin(setup)
    round_begins(state, BuyCondition("fog"), Decline())
    state.points["VP:red"] = 2
    home = carry_over(now, setup, state, Outcome("red", ""))
    assert home["red"].earned == {VP: -1}
    assert home["blue"].earned == {VP: 0}
