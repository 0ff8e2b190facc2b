from __future__ import annotations

import msgspec
import pytest

from gearlock.campaign.following import come_home, received
from gearlock.campaign.lines import Return
from gearlock.kernel.campaigning import Fought, Homecoming, Marching
from gearlock.kernel.errors import BadInput
from gearlock.kernel.events import Outcome
from gearlock.systems.tactical import SYSTEM
from gearlock.systems.tactical.battles.battles import begin
from gearlock.systems.tactical.campaigns.linking import (
    CAMPAIGN,
    carry_over,
    lay_out,
    next_battles,
    points_earned,
    settle,
    winner,
    wounds,
)
from gearlock.systems.tactical.campaigns.workshop import buy, wares
from gearlock.systems.tactical.state import DESTROYED, State
from gearlock.systems.tactical.victory_points import price_of_reinforcements
from systems.tactical.campaign_rules.campaigns import after_battle, begun, campaign, hurt, thrown
from systems.tactical.scenarios.scenes import scene

VP = "Victory Points"
LABOR = "Labor Points"


@pytest.mark.rule("tactical.4.2")
def test_damage_crew_and_ammunition_carry_over_and_nothing_else() -> None:
    def change(state: State) -> None:
        unit = state.units["red-1"]
        unit.armor_lost, unit.crew_lost, unit.harm = 2, 0, {"maneuver": 1}
        unit.used = {"LAC": 20, "arc:LAC": 2}
        unit.tokens = {"light": 1, "stunned": 2, "fallen": 1, "ecm": 3, "evading": 1}
        unit.speed, unit.x, unit.y = "top", 5000, 6000

    now = after_battle(campaign(), change)
    unit = begun(now, "red-1")
    assert (unit.armor_lost, unit.harm, unit.used, unit.tokens) == (2, {"maneuver": 1}, {"LAC": 20}, {"light": 1})
    assert (unit.x, unit.speed, unit.status) == (0, "combat", "waiting")
    assert begun(now, "red-2").armor_lost == 0
    told = wounds(now, "red", now.sides["red"].members[0])
    assert "2 Armor lost" in told
    assert "LAC 20 used" in told


@pytest.mark.rule("tactical.4.2")
def test_ammunition_is_filled_up_only_where_that_was_agreed() -> None:
    def change(state: State) -> None:
        state.units["red-1"].used = {"LAC": 60}

    assert begun(after_battle(campaign(), change), "red-1").used == {"LAC": 60}
    assert begun(after_battle(campaign(resupply="yes"), change), "red-1").used == {}


@pytest.mark.rule("tactical.4.2")
def test_who_is_destroyed_or_without_crew_sits_out_the_next_battle() -> None:
    def change(state: State) -> None:
        state.units["red-1"].status = DESTROYED
        state.units["red-1"].tokens = {"heavy": 2}
        state.units["blue-2"].crew_lost = 1

    now = after_battle(campaign(), change)
    assert [member.away for member in now.sides["red"].members] == ["destroyed", ""]
    assert [member.away for member in now.sides["blue"].members] == ["", "no crew left"]
    assert now.sides["red"].members[0].hurt == {"": {"harm": {"frame": 1}}}
    units = begin(lay_out(now, "skirmish", 1, {})).units
    assert list(units) == ["red-1", "blue-1"]
    for seat in ("red", "blue"):
        now = now.side(seat, members=tuple(each for each in now.sides[seat].members if each.away))
    with pytest.raises(BadInput, match="cannot fight on"):
        lay_out(now, "skirmish", 1, {})


@pytest.mark.rule("tactical.4.2")
def test_who_sat_out_is_as_it_was_after_the_next_battle() -> None:
    now = hurt(campaign(), "red-1", harm={"frame": 1})
    now = after_battle(now, lambda state: setattr(state.units["red-1"], "armor_lost", 4))
    first, second = now.sides["red"].members
    assert first.hurt == {"": {"harm": {"frame": 1}}}
    assert second.hurt == {"": {"armor_lost": 4}}


@pytest.mark.rule("tactical.4.2.1")
def test_every_battle_brings_the_labor_of_its_days_and_what_was_left_is_lost() -> None:
    now = campaign(technicians="3,2", days="2")
    assert now.sides["red"].pools[LABOR] == 50
    now = after_battle(now.paid("red", LABOR, -20), lambda state: None)
    assert now.sides["red"].pools[LABOR] == 50
    assert now.day == 3


@pytest.mark.rule("tactical.4.2.2")
def test_objectives_earn_points_and_a_pool_never_drops_below_nothing() -> None:
    now = after_battle(campaign(), lambda state: state.points.update({"VP:red": 4, "VP:blue": -3}), won="blue")
    assert now.sides["red"].pools[VP] == 4
    assert now.sides["blue"].pools[VP] == 0
    state = begin(lay_out(now, "skirmish", 1, {}))
    assert points_earned(state, Outcome("red", ""), "red", {}) == 5
    assert points_earned(state, Outcome("red", ""), "blue", {}) == 0
    assert points_earned(state, Outcome("red", ""), "red", {"mission": "2"}) == 2
    assert received(now, "red", Homecoming({}, {}, {VP: -9})).sides["red"].pools[VP] == 0


@pytest.mark.rule("tactical.4.2.2")
@pytest.mark.rule("tactical.4.3.4")
def test_a_printed_scenario_earns_what_it_prints_also_for_who_has_lost() -> None:
    state = scene("back-against-the-wall")
    found = Outcome("blue", "", {"red": 5, "blue": 2})
    assert [points_earned(state, found, seat, {}) for seat in ("red", "blue")] == [5, 2]
    drawn = Outcome("", "", {"red": 0, "blue": 0})
    assert [points_earned(state, drawn, seat, {}) for seat in ("red", "blue")] == [0, 0]
    given_up = Outcome("red", "")
    assert [points_earned(state, given_up, seat, {}) for seat in ("red", "blue")] == [5, 0]


@pytest.mark.rule("tactical.4.2.2-winner")
def test_most_unspent_points_win_whatever_the_battles_were() -> None:
    now = campaign(battles="1")
    now = now.paid("red", VP, 3).paid("blue", VP, 4)
    lost = Fought(1, "skirmish", Outcome("red", ""), "x")
    after = settle(msgspec.structs.replace(now, battles=(lost,))).campaign
    assert after.over is not None
    assert after.over.winner == "blue"
    assert winner(now.paid("red", VP, 1)).winner == ""
    assert settle(msgspec.structs.replace(campaign(battles="2"), battles=(lost,))).campaign.over is None


@pytest.mark.rule("tactical.4.2.2-spending")
def test_points_buy_labor_and_reinforcements_and_nothing_on_credit() -> None:
    now = campaign(technicians="3").paid("red", VP, 7)
    goods = {ware.id: ware for ware in wares(now, "red")}
    after = thrown(buy(now, "red", goods["labor"], "3")).campaign
    assert (after.sides["red"].pools[VP], after.sides["red"].pools[LABOR]) == (4, 18)
    assert [price_of_reinforcements(tv) for tv in (1, 100, 101, 301)] == [1, 1, 2, 4]
    after = thrown(buy(after, "red", goods["reinforcements"], "hunter")).campaign
    assert after.sides["red"].pools[VP] == 0
    assert [member.id for member in after.sides["red"].members] == ["red-1", "red-2", "red-3"]
    assert begun(after, "red-3").card.id == "hunter"
    for ware, what, words in (
        ("labor", "1", "costs 1"),
        ("labor", "0", "no number"),
        ("reinforcements", "hunter", "costs 4"),
        ("reinforcements", "hunter*99", "60"),
        ("reinforcements", "nobody", "No unit"),
    ):
        with pytest.raises(BadInput, match=words):
            thrown(buy(after, "red", goods[ware], what))


@pytest.mark.rule("tactical.6.1.2-duel")
def test_north_and_south_may_end_a_campaign_by_a_duel_and_others_may_not() -> None:
    now = campaign(red="hunter,hunter/veteran")
    assert "duelists" in next_battles(now)
    assert "duelists" not in next_battles(campaign(blue="hunter*2"))
    units = begin(lay_out(now, "duelists", 1, {})).units
    assert [(unit.id, unit.level) for unit in units.values()] == [("red-1", 3), ("blue-1", 2)]
    now = msgspec.structs.replace(now.paid("blue", VP, 9), marching=Marching(1, "duelists", 1))
    setup = lay_out(now, "duelists", 1, {})
    state, outcome = begin(setup), Outcome("red", "a test")
    state.units["red-1"].armor_lost = 1
    home = carry_over(now, setup, state, outcome)
    after = thrown(come_home(CAMPAIGN, now, Return("x", outcome, home))).campaign
    assert after.over is not None
    assert after.over.winner == "red"
    assert [member.hurt for member in after.sides["red"].members] == [{}, {"": {"armor_lost": 1}}]
    assert SYSTEM.campaign is CAMPAIGN
