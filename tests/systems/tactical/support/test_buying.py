"""4.1.3: Support Points spent in secret, intelligence, rerolls, and the whole from set-up to story."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.kernel.asks import Ask
from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Seeded
from gearlock.kernel.errors import BadInput
from gearlock.kernel.orders import Decline, Order
from gearlock.kernel.seat import Seat
from gearlock.mechanics.secrets import Sealed
from gearlock.systems.tactical import SYSTEM
from gearlock.systems.tactical import dice_tests as d
from gearlock.systems.tactical import dice_tests as n
from gearlock.systems.tactical.battles.battles import prepare
from gearlock.systems.tactical.state import State
from gearlock.systems.tactical.support import buying as b
from gearlock.systems.tactical.support import buying as e
from gearlock.systems.tactical.support.buying import BuySupport, NameSpotter
from gearlock.systems.tactical.support_assets import Stock, keep_stock, stock_of
from systems.tactical.tables import play, put, table

RED = Ask("red", b.BUY)


def told(*orders: Order) -> Any:
    left = list(orders)
    return lambda _state, _ask: left.pop(0) if left else Decline()


def sides(red: int = 1000, blue: int = 0, total: int = 4000) -> State:
    state = table()
    for name in ("red-1", "red-2", "blue-1"):
        put(state, name, "hunter", 10, 10)
    state.points |= {"TV:agreed": total, "TV:red": total, "TV:blue": total, "support:red": red, "support:blue": blue}
    state.phase, state.round, state.turn = "support", 0, ""
    return state


def code(state: State, *order: Any) -> str:
    refusal = b.refuse_buying(state, RED, BuySupport(*order))
    return "" if refusal is None else refusal.code


def buy(state: State, *orders: Order) -> Any:
    """One step of the phase for each purchase, and those that end it."""
    answer = told(*orders)
    played = play(state, b.resolve_buying, answer=answer)
    while state.phase == "support":
        played = play(state, b.resolve_buying, answer=answer)
    return played


@pytest.mark.rule("tactical.4.1.3-support")
def test_support_is_bought_up_to_the_points_and_not_one_more() -> None:
    state = sides(red=450)
    assert code(state, "Fighter", 3) == "", "450 TV, exactly"
    state.points["support:red"] = 449
    assert code(state, "Fighter", 3) == "tv"
    assert code(state, "Fighter", 2, 2) == ""
    assert code(state, "Fighter", 2, 3) == "tv"
    assert code(state, "Fighter", 1) == code(state, "Fighter", 5) == "level"
    assert code(state, "Zeppelin") == "ware"
    assert code(state, "Fighter", 2, 0) == code(state, "Fighter", 2, 51) == "count"
    assert code(state, "support", 2, 2) == "count", "a secret is told once"


@pytest.mark.rule("tactical.4.1.3-artillery")
def test_salvos_cost_at_most_a_quarter_of_what_the_side_has() -> None:
    """4000 TV: 1000 TV of salvos at most, and never more than the Support TV that is left."""
    state = sides(red=2000)
    assert code(state, "Heavy Salvo", 2, 2) == ""
    assert code(state, "Heavy Salvo", 2, 3) == "quarter"
    state.switches["artillery by support"] = "yes"
    assert code(state, "Heavy Salvo") == ""
    assert code(state, "Medium Salvo", 2, 3) == "quarter", "a quarter of the support, as the other reading has it"
    state.switches.clear()
    keep_stock(state, "red", Stock(shelled=951, spent=951))
    assert code(state, "Light Salvo") == "quarter"
    keep_stock(state, "red", Stock(shelled=950, spent=950))
    assert code(state, "Light Salvo") == ""


@pytest.mark.rule("tactical.4.1.3-support")
@pytest.mark.rule("tactical.4.1.2-condition-winds")
def test_rovers_have_neither_aircraft_nor_artillery_and_winds_ground_all() -> None:
    state = sides()
    state.switches["barred:red"] = "air+artillery"
    assert code(state, "Fighter") == code(state, "Light Salvo") == "barred"
    assert code(state, e.REROLL) == ""
    state.switches = {"weather": "winds"}
    assert code(state, "Fighter") == "winds"
    assert code(state, "Light Salvo") == ""
    rovers = prepare("battle", 1, {"red": "Rovers", "blue": "Northern Guard", "tv": "2000"})
    assert rovers.data["switches"]["barred:red"] == "air+artillery"
    assert "barred:blue" not in rovers.data["switches"]


@pytest.mark.rule("tactical.4.1.3-intelligence")
def test_a_reroll_costs_a_hundredth_and_a_secret_five() -> None:
    state = sides(total=4000)
    assert (b.price_of(state, e.REROLL), b.price_of(state, "support")) == (40, 200)
    assert (b.percent_of(1950, 1), b.percent_of(1950, 5)) == (20, 98), "a point that is begun is paid"


@pytest.mark.rule("tactical.4.1.3-intelligence")
def test_intelligence_makes_the_enemy_tell_what_it_has_and_only_that() -> None:
    state = sides(red=1000, blue=100)
    for part, value in (("mission", "Capture"), ("objective", "Object"), ("limit", "None")):
        state.facts[f"{part}:blue"] = Sealed(value, ("blue",))
    state.facts["limit:blue"] = Sealed("None", ("blue", "red"))
    assert b.secrets_of(state, "red") == ["mission", "objective", "support"], "the limit is known"
    buy(state, BuySupport("mission"), BuySupport("support"), Decline(), BuySupport("Light Salvo"), Decline(),
        NameSpotter("blue-1"))  # fmt: skip
    assert state.facts["mission:blue"].knows == ("blue", "red")
    assert state.facts["objective:blue"].knows == ("blue",)
    assert state.facts["support:blue"].knows == ("blue", "red")
    assert state.facts["support:red"].knows == ("red",)
    assert state.facts["spotter:blue"].knows == ("blue",), "what was bought, not who calls it"
    assert state.phase == "subplots"


@pytest.mark.rule("tactical.4.1.3-support")
def test_each_side_buys_aside_and_names_one_spotter_for_its_salvos() -> None:
    state = sides(red=400, blue=0)
    played = buy(state, BuySupport("Light Salvo", count=2), BuySupport("Fighter"), Decline(), NameSpotter("red-2"))
    stock = stock_of(state, "red")
    assert (stock.salvos, [plane.id for plane in stock.planes], stock.spent) == ({"Light Salvo": 2}, ["red-air-1"], 300)
    assert state.facts["spotter:red"] == Sealed("red-2", ("red",))
    assert stock_of(state, "blue") == Stock()
    assert isinstance(played.events[-1], e.SupportSettled)
    refusal = b.refuse_spotter(state, Ask("red", b.SPOT), NameSpotter("blue-1"))
    assert refusal is not None


def rolled(rerolls: int, *dice: tuple[int, ...], use: bool = True) -> Any:
    state = sides()
    keep_stock(state, "red", Stock(rerolls=rerolls))
    lines = d.skill_lines(state.units["red-1"], d.PILOTING)
    return play(state, lambda ctx: d.throw_test(ctx, d.Test("skid", "red-1", lines)), *dice,
                answer=told(n.UseIntelligence()) if use else None)  # fmt: skip


@pytest.mark.rule("tactical.4.1.3-intelligence")
def test_a_reroll_may_be_used_at_any_time_and_the_second_result_stands() -> None:
    worse = rolled(2, (6, 6), (2, 1))
    assert worse.value.total == 2, "even if it is worse"
    assert stock_of(worse.state, "red").rerolls == 1
    assert len(worse.asks) == 1, "once for a roll"
    kept = rolled(2, (3, 3), use=False)
    assert (kept.value.total, stock_of(kept.state, "red").rerolls) == (3, 2)
    assert not rolled(0, (3, 3)).asks
    assert n.ASIDE not in worse.state.points


@pytest.mark.rule("tactical.4.1.3-intelligence")
def test_dice_of_tables_may_be_thrown_again_and_only_ones_own() -> None:
    state = sides()
    keep_stock(state, "red", Stock(rerolls=1))
    again = play(state, lambda ctx: d.throw_dice(ctx, "direction", 1, "red", "", "x"), (1,), (5,),
                 answer=told(n.UseIntelligence()))  # fmt: skip
    assert again.value == (5,)
    assert not play(state, lambda ctx: d.throw_dice(ctx, "direction", 1, "blue", "", "x"), (1,)).asks
    refusal = n.refuse_reroll(state, Ask("red", n.REROLLS), n.UseIntelligence())
    assert refusal is not None, "it is used up"


def test_a_player_tries_support_without_the_generator() -> None:
    setup = prepare("skirmish", 1, {"support-red": "300"})
    assert setup.data["begins"] == "support"
    battle = Battle.begin(SYSTEM, setup, Seeded(1))
    assert [ask.kind for ask in battle.pending] == [b.BUY]
    battle.answer("red", BuySupport("Fighter"))
    battle.answer("red", BuySupport("Light Salvo"))
    assert Seat(battle, "blue").waiting_for == ("red",)
    assert not any("buys" in line.text for line in Seat(battle, "blue").story()), "blue hears nothing of it"
    battle.answer("red", Decline())
    battle.answer("red", NameSpotter("red-1"))
    assert battle.state.phase == "command"
    notes = {seat: battle.view(seat).notes for seat in ("red", "blue")}
    assert "Support of red: 1 Fighter, 1 Light Salvo" in notes["red"]
    assert not any("Support" in note for note in notes["blue"])
    with pytest.raises(BadInput, match="support-red"):
        prepare("skirmish", 1, {"support-red": "many"})
    assert prepare("skirmish", 1, {}).data.get("begins", "command") == "command"
