"""Chains of campaign battles, as somebody would check them with the book open: what one battle leaves to the next."""

from __future__ import annotations

import msgspec
import pytest

from gearlock.kernel.campaigning import Campaign, Plan
from gearlock.kernel.errors import BadInput
from gearlock.mechanics.secrets import Sealed
from gearlock.systems.tactical.battles.battles import begin
from gearlock.systems.tactical.campaigns.linking import is_spent, lay_out, muster, next_battles, winner, wounds
from gearlock.systems.tactical.campaigns.workshop import buy, mend, wares
from gearlock.systems.tactical.state import DESTROYED, State
from gearlock.systems.tactical.unit_files import all_cards
from gearlock.systems.tactical.victory_points import SPENT, recruit_tv
from systems.tactical.campaign_rules.campaigns import after_battle, begun, campaign, hurt, offers, thrown

VP, LABOR = "Victory Points", "Labor Points"


def quiet(_state: State) -> None:
    """A battle in which nothing happens."""


def pools(now: Campaign, pool: str = VP) -> tuple[int, int]:
    return now.sides["red"].pools[pool], now.sides["blue"].pools[pool]


def mended(now: Campaign, repair: str, *faces: tuple[int, ...]) -> Campaign:
    return thrown(mend(now, "red", offers(now)[repair]), *faces).campaign


def bought(now: Campaign, ware: str, what: str, seat: str = "red") -> Campaign:
    goods = {each.id: each for each in wares(now, seat)}
    return thrown(buy(now, seat, goods[ware], what)).campaign


@pytest.mark.rule("tactical.4.2", "tactical.4.2.1", "tactical.4.2.1-table")
def test_armor_lost_in_two_battles_is_one_repair_and_what_is_not_mended_goes_on() -> None:
    def first(state: State) -> None:
        state.units["red-1"].armor_lost = 2
        state.units["red-1"].harm = {"accuracy:LAC": 1}

    def second(state: State) -> None:
        assert state.units["red-1"].armor_lost == 2
        state.units["red-1"].armor_lost += 1

    now = after_battle(campaign(technicians="3"), first)
    now = after_battle(now, second)
    assert offers(now)["red-1:armor"].cost == {LABOR: 9}
    assert offers(now)["red-1:armor"].threshold == 3
    now = mended(now, "red-1:armor", (4, 2, 1))
    assert pools(now, LABOR) == (6, 15)
    assert offers(now)["red-1:accuracy:lac"].refused
    unit = begun(after_battle(now, quiet), "red-1")
    assert (unit.armor_lost, unit.harm) == (0, {"accuracy:LAC": 1})


@pytest.mark.rule("tactical.4.2.1", "tactical.4.2.2-spending")
def test_bought_labor_counts_on_its_day_and_is_gone_with_the_next_battle() -> None:
    now = hurt(campaign(technicians="1"), "red-1", armor_lost=1).paid("red", VP, 4)
    assert offers(now)["red-1:armor"].refused
    now = bought(now, "labor", "2")
    assert (pools(now)[0], pools(now, LABOR)[0]) == (2, 7)
    now = mended(now, "red-1:armor", (1,))
    unit = begun(now, "red-1")
    assert (unit.armor_lost, unit.tokens) == (1, {"light": 1}), "a single 1 is a fumble: Light Damage on top"
    now = after_battle(bought(now, "labor", "2"), quiet, won="blue")
    assert pools(now, LABOR)[0] == 5


@pytest.mark.rule("tactical.4.2.1", "tactical.2.6.10-heavy")
def test_a_fumble_that_makes_a_second_heavy_puts_the_machine_out_until_its_frame_is_mended() -> None:
    now = hurt(campaign(technicians="3,9,9,9"), "red-1", tokens={"light": 1, "heavy": 1})
    now = thrown(mend(now, "red", offers(now)["red-1:heavy"]), (1,) * 9).campaign
    member = now.sides["red"].members[0]
    assert member.away == "destroyed"
    assert begun(now, "red-1").name == "Red Hunter 2", "who is left keeps its name"
    assert len(begin(lay_out(now, "skirmish", 1, {})).units) == 3
    frame = offers(now)["red-1:frame"]
    assert (frame.cost, frame.threshold) == ({LABOR: 12}, 8)
    now = mended(now, "red-1:frame", (6, 6, 6, 6, 1, 1, 1, 1, 1))
    assert now.sides["red"].members[0].away == ""
    assert len(begin(lay_out(now, "skirmish", 1, {})).units) == 4


@pytest.mark.rule("tactical.4.2")
def test_ammunition_runs_out_over_battles_and_no_repair_brings_it() -> None:
    def fires(state: State) -> None:
        used = state.units["red-1"].used
        state.units["red-1"].used = {"LAC": used.get("LAC", 0) + 20}

    now = campaign(battles="9")
    for battle in (1, 2, 3):
        now = after_battle(now, fires)
        assert begun(now, "red-1").used == {"LAC": 20 * battle}
    assert offers(now) == {}
    assert "LAC 60 used" in wounds(now, "red", now.sides["red"].members[0])


@pytest.mark.rule("tactical.4.2")
def test_men_of_a_squad_stay_lost_and_a_squad_without_men_is_no_more() -> None:
    now = campaign(red="infantry-squad,hunter", technicians="9,9")

    def shot(state: State) -> None:
        squad = state.units["red-1"]
        squad.troopers = [0, *squad.troopers[1:]]

    def wiped_out(state: State) -> None:
        state.units["red-1"].troopers = [0 for _ in state.units["red-1"].troopers]
        state.units["red-1"].status = DESTROYED

    now = after_battle(now, shot)
    assert begun(now, "red-1").troopers[0] == 0
    assert offers(now) == {}
    now = after_battle(now, wiped_out)
    assert now.sides["red"].members[0].away == "lost"
    assert begun(now, "red-1").card.id == "hunter"


@pytest.mark.rule("tactical.4.2.2", "tactical.4.2.2-winner")
def test_who_loses_every_battle_may_win_the_campaign() -> None:
    def red_pays(state: State) -> None:
        state.points.update({"VP:red": 5, "VP:blue": 3, SPENT + "red": 4})

    now = campaign(battles="3")
    for _ in range(3):
        assert now.over is None
        now = after_battle(now, red_pays, won="red")
    assert pools(now) == (3, 9)
    assert now.over is not None
    assert now.over.winner == "blue"
    assert [fought.outcome.winner for fought in now.battles] == ["red"] * 3


@pytest.mark.rule("tactical.4.2.2")
def test_points_taken_off_stop_at_nothing_and_are_not_owed_in_the_next_battle() -> None:
    now = after_battle(campaign(battles="9").paid("red", VP, 4), lambda state: state.points.update({"VP:red": -7}))
    assert pools(now) == (0, 0)
    now = after_battle(now, lambda state: state.points.update({"VP:red": 2}))
    assert pools(now) == (2, 0)


@pytest.mark.rule("tactical.4.2.2", "tactical.4.2.2-winner")
def test_drawn_battles_earn_nothing_and_equal_pools_are_a_draw() -> None:
    now = campaign(battles="2")
    now = after_battle(after_battle(now, quiet, won=""), quiet, won="")
    assert now.over is not None
    assert (now.over.winner, pools(now)) == ("", (0, 0))


def with_missions(state: State) -> None:
    """Both sides have a mission, and none is done."""
    for seat in ("red", "blue"):
        for part, value in (("mission", "Destroy"), ("objective", "Vehicle"), ("limit", "None")):
            state.facts[f"{part}:{seat}"] = Sealed(value, (seat,))


@pytest.mark.rule("tactical.4.2.2", "tactical.4.2")
def test_missions_of_a_generated_battle_earn_what_they_score_for_both_sides() -> None:
    now = campaign(battles="9")
    assert "battle" in next_battles(now)

    def fought(state: State) -> None:
        with_missions(state)
        state.points["VP:red"] = 2

    now = after_battle(now, fought, won="red", scenario="battle", score={"red": 7, "blue": 5})
    assert pools(now) == (7, 5)
    now = after_battle(now, fought, won="blue", scenario="battle")
    assert pools(now) == (9, 10), "who is given the field does its mission; the other keeps what it has earned"


@pytest.mark.rule("tactical.4.2", "tactical.4.1.1")
def test_a_generated_battle_is_as_large_as_the_larger_force_that_is_left() -> None:
    now = hurt(campaign(red="hunter*3", blue="jaeger*4"), "blue-1", harm={"frame": 1})
    setup = lay_out(now, "battle", 5, {})
    assert setup.data["points"]["TV:agreed"] == 3 * 301
    assert setup.data["points"]["pool:red"] == 0
    units = begin(setup).units
    assert [sum(unit.seat == seat for unit in units.values()) for seat in ("red", "blue")] == [3, 3]
    assert begin(setup).phase == "missions"
    assert setup.data["map"] != lay_out(now, "battle", 6, {}).data["map"]
    said = lay_out(now, "battle", 5, {"location": "Badlands", "mission-red": "Destroy"}).data["switches"]
    assert (said["location"], said["mission:red"]) == ("Badlands", "Destroy")
    for name in ("red", "tv", "units"):
        with pytest.raises(BadInput, match="forces of a campaign"):
            lay_out(now, "battle", 5, {name: "hunter"})


@pytest.mark.rule("tactical.4.2", "tactical.4.1.1-glory")
def test_glory_that_was_agreed_on_ends_where_the_battles_are_no_larger() -> None:
    options = {"red": "hunter*3", "blue": "jaeger*3", "map": "drawn", "glory-red": "700", "rounds": "5"}
    now = muster(Plan("battle", {}, options))
    assert lay_out(now, "battle", 1, {}).data["points"]["glory:red"] == 700
    for id in ("red-1", "blue-1"):
        now = hurt(now, id, harm={"frame": 1})
    setup = lay_out(now, "battle", 1, {})
    assert (setup.data["points"]["TV:agreed"], "glory:red" in setup.data["points"]) == (602, False)
    assert lay_out(now, "battle", 1, {"glory-red": "500"}).data["points"]["glory:red"] == 500


@pytest.mark.rule("tactical.4.2.2-spending", "tactical.4.2")
def test_reinforcements_take_the_field_and_stay_hurt_like_all_others() -> None:
    now = bought(campaign(battles="9").paid("red", VP, 4), "reinforcements", "hunter")
    now = after_battle(now, lambda state: setattr(state.units["red-3"], "armor_lost", 2))
    assert begun(now, "red-3").armor_lost == 2
    assert begun(now, "red-3").group != begun(now, "red-1").group
    with pytest.raises(BadInput, match="costs 4 Victory Points; blue has 0"):
        bought(now, "reinforcements", "hunter", "blue")


@pytest.mark.rule("tactical.4.2", "tactical.4.2.2-spending")
def test_a_side_with_nothing_left_may_buy_or_mend_and_else_the_campaign_is_over() -> None:
    def wiped_out(state: State) -> None:
        for unit in state.units.values():
            if unit.seat == "blue":
                unit.status = DESTROYED

    now = after_battle(campaign(battles="9", technicians="none"), wiped_out)
    assert now.over is not None
    assert now.over.winner == "red"
    mending = after_battle(campaign(battles="9", technicians="4"), wiped_out)
    assert mending.over is None, "20 Labor Points may mend a frame"
    with pytest.raises(BadInput, match="force of blue cannot fight on"):
        lay_out(mending, "skirmish", 1, {})
    rich = after_battle(campaign(battles="9", technicians="none").paid("blue", VP, 4), wiped_out)
    assert rich.over is None
    rich = bought(rich, "reinforcements", "jaeger", "blue")
    assert len(begin(lay_out(rich, "skirmish", 1, {})).units) == 3
    assert not is_spent(rich, "blue")
    assert winner(rich).winner == "red"


@pytest.mark.rule("tactical.4.2.1")
def test_days_between_battles_bring_labor_for_each_day() -> None:
    now = after_battle(campaign(days="3", technicians="2"), quiet)
    assert (now.day, pools(now, LABOR)) == (4, (30, 30))
    assert msgspec.structs.replace(now, day=4) == now


@pytest.mark.rule("tactical.6.1.2-duel")
def test_duelists_of_a_campaign_of_generated_battles_meet_without_missions() -> None:
    plan = Plan("battle", {}, {"red": "hunter*2", "blue": "jaeger*2", "map": "drawn", "rounds": "5"})
    setup = lay_out(muster(plan), "duelists", 1, {})
    assert begin(setup).phase == "command"
    assert (setup.data["rounds"], len(begin(setup).units)) == (5, 2)
    usual = campaign()
    assert lay_out(usual, "duelists", 1, {}).scenario == "skirmish"


@pytest.mark.rule("tactical.4.2.2-spending", "tactical.2.3.6")
def test_clips_are_bought_between_battles_together_and_are_there_in_the_next() -> None:
    """A clip of the LAC is 10 TV: fifteen of them are two points."""

    def fires(state: State) -> None:
        state.units["red-1"].used = {"LAC": 60}

    def changes(state: State) -> None:
        state.units["red-1"].used = {"LAC": 70, "clip:LAC": 1}

    now = after_battle(campaign(battles="9").paid("red", VP, 3), fires, won="blue")
    offered = {ware.id: list(ware.choices) for ware in wares(now, "red")}["clips"]
    assert offered == ["red-1 LAC"]
    for wrong in ("", "red-1", "red-9 LAC", "blue-1 LAC", "red-1 VB", "red-1 LAC*0", "red-1 LAC*51", "red-1 LAC*x"):
        with pytest.raises(BadInput, match="no clip to be had"):
            bought(now, "clips", wrong)
    with pytest.raises(BadInput, match="costs 4"):
        bought(now, "clips", "red-1 LAC*31")
    now = bought(now, "clips", "red-1 LAC*10, red-2 LAC*5")
    assert pools(now)[0] == 1
    unit = begun(now, "red-1")
    assert (unit.used, unit.tokens) == ({"LAC": 60}, {"spare clip:LAC": 10})
    unit = begun(after_battle(now, changes), "red-1")
    assert unit.tokens == {"spare clip:LAC": 10}
    assert unit.used == {"LAC": 70, "clip:LAC": 1}
    assert offers(now) == {}


@pytest.mark.rule("tactical.4.2.2-spending")
def test_usual_reinforcements_are_of_the_sides_own_and_anybodys_stock() -> None:
    offered = {ware.id: list(ware.choices) for ware in wares(campaign(), "red")}["reinforcements"]
    assert "hunter" in offered
    assert "jaeger" not in offered
    assert "infantry-squad" in offered
    prices = [recruit_tv(all_cards()[name]) for name in offered]
    assert prices == sorted(prices)


@pytest.mark.rule("tactical.4.2.1")
def test_without_technicians_nothing_can_be_mended() -> None:
    now = hurt(campaign(technicians="none"), "red-1", armor_lost=1)
    assert offers(now)["red-1:armor"].chances == (0, 1, 0, 1)
    assert now.sides["red"].pools[LABOR] == 0


@pytest.mark.rule("tactical.6.1.2-duel")
def test_a_duel_needs_a_duelist_on_both_sides() -> None:
    assert "duelists" in next_battles(campaign())
    for seat in ("red", "blue"):
        now = campaign()
        for number in (1, 2):
            now = hurt(now, f"{seat}-{number}", harm={"frame": 1})
        assert "duelists" not in next_battles(now)


@pytest.mark.rule("tactical.4.2.1")
@pytest.mark.parametrize(("name", "least", "most"), [("battles", 1, 50), ("days", 1, 30), ("mission", 0, 20)])
def test_what_is_agreed_on_has_its_bounds(name: str, least: int, most: int) -> None:
    for good in (least, most):
        assert campaign(**{name: str(good)}).options[name] == str(good)
    for bad in (least - 1, most + 1, "x", "", "٣"):
        with pytest.raises(BadInput, match=f"from {least} to {most}"):
            campaign(**{name: str(bad)})
