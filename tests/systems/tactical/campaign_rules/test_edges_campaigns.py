"""4.2: campaigns at their limits: agreements, repairs, supplies, what a scenario needs, what is bought."""

from __future__ import annotations

import pytest

from gearlock.kernel.campaigning import Campaign
from gearlock.kernel.errors import BadInput
from gearlock.systems.tactical.attacks.weapons_in_use import SPARE
from gearlock.systems.tactical.campaigns.linking import lay_out
from gearlock.systems.tactical.campaigns.members import duelist_of, faction_of, ratings_of
from gearlock.systems.tactical.campaigns.workshop import TABLE, buy, labor_for, threshold_for, wares
from gearlock.systems.tactical.printed_scenarios.the_six import CHITS, LAST_STAND, VILLAGE
from gearlock.systems.tactical.state import State
from systems.tactical.campaign_rules.campaigns import after_battle, begun, campaign, hurt, offers, thrown

VP, LABOR = "Victory Points", "Labor Points"


def bought(now: Campaign, ware: str, what: str) -> Campaign:
    goods = {each.id: each for each in wares(now, "red")}
    return thrown(buy(now, "red", goods[ware], what)).campaign


@pytest.mark.rule("tactical.4.2.1")
def test_twenty_technicians_of_ratings_one_to_nine_are_the_most() -> None:
    assert ratings_of({"technicians": ",".join("1" * 20)}, "red") == (1,) * 20
    assert ratings_of({"technicians": "9,1"}, "red") == (9, 1)
    for bad in (",".join("1" * 21), "0", "10", "-1"):
        with pytest.raises(BadInput, match="ratings from 1 to 9 with commas, 20 at most"):
            ratings_of({"technicians": bad}, "red")


BOOK = {
    "armor": (0, 1, 0, 1), "mp:": (0, 1, 1, 1), "maneuver": (0, 2, 2, 2), "accuracy:": (0, 1, 2, 1),
    "weapon destroyed": (5, 0, 5, 0), "fire control": (6, 0, 6, 0), "power": (5, 0, 5, 0),
    "crew compartment": (10, 0, 7, 0), "auxiliary system": (3, 0, 4, 0),
}  # fmt: skip


@pytest.mark.rule("tactical.4.2.1-table")
@pytest.mark.parametrize("row", BOOK)
def test_every_row_of_the_repair_table_is_size_and_its_modifiers(row: str) -> None:
    labor, a_point, threshold, more = BOOK[row]
    for size in (1, 6, 14):
        for points in (1, 2, 5):
            assert labor_for(size, row, points) == size + labor + a_point * points
            assert threshold_for(row, points) == threshold + more * points
    assert set(TABLE) == {*BOOK, "frame"}
    assert [(labor_for(size, "frame", 1), threshold_for("frame", 1)) for size in (1, 6, 14)] == [
        (2, 8),
        (12, 8),
        (28, 8),
    ]


@pytest.mark.rule("tactical.4.2.1-table")
def test_repairs_are_told_by_what_is_broken() -> None:
    harm = {"mp:W": 2, "maneuver": 1, "accuracy:LAC": 3, "fire control": 1, "power": 1, "ruptured": 1, "frame": 1,
            "crew compartment": 1, "aux:sensors": 5, "aux:communications": 2}  # fmt: skip
    now = hurt(campaign(), "red-1", armor_lost=4, harm=harm, tokens={"light": 1, "heavy": 1})
    told = {id.partition(":")[2]: offer.effect for id, offer in offers(now).items()}
    assert told == {
        "light": "Light Damage", "heavy": "Heavy Damage", "armor": "4 Armor lost",
        "mp:w": "2 MP lost in Walker movement", "maneuver": "1 Maneuver lost",
        "accuracy:lac": "3 Accuracy lost of the Light Autocannon", "fire-control": "Fire Control destroyed",
        "power": "power transfer failed", "ruptured": "fuel and ammunition storage ruptured",
        "crew-compartment": "crew compartment collapsed", "frame": "complete structural failure",
        "aux:sensors": "Sensors destroyed", "aux:communications": "Communications: 2 less",
    }  # fmt: skip


@pytest.mark.rule("tactical.4.2.1-table")
@pytest.mark.parametrize(("lost", "row"), [(5, "accuracy:lac"), (6, "lost:lac")])
def test_a_weapon_is_gone_with_more_than_five_accuracy(lost: int, row: str) -> None:
    now = hurt(campaign(), "red-1", harm={"accuracy:LAC": lost})
    assert set(offers(now)) == {f"red-1:{row}"}


@pytest.mark.rule("tactical.4.2")
def test_who_has_only_fired_is_as_new_with_supplies() -> None:
    def fires(state: State) -> None:
        state.units["red-1"].used = {"LAC": 20}

    now = after_battle(campaign(resupply="yes", battles="9"), fires)
    assert now.sides["red"].members[0].hurt == {}, "nothing is written down of magazines that are full"


@pytest.mark.rule("tactical.4.2")
def test_a_spare_clip_that_was_not_needed_stays_with_supplies() -> None:
    def carries(state: State) -> None:
        state.units["red-1"].tokens[f"{SPARE}LAC"] = 1

    now = after_battle(campaign(resupply="yes", battles="9"), carries)
    assert begun(now, "red-1").tokens == {f"{SPARE}LAC": 1}


@pytest.mark.rule("tactical.4.2")
@pytest.mark.parametrize(("name", "needed"), [(VILLAGE, 2), (CHITS, 1)])
def test_a_scenario_needs_so_many_gears_of_the_north_and_no_more(name: str, needed: int) -> None:
    modules = "detailed damage"
    for able in (needed, needed + 1):
        assert lay_out(campaign(modules, blue=f"jaeger*{able},infantry-squad"), name, 1, {}).scenario == name
    now = campaign(modules, blue=f"jaeger*{needed},infantry-squad")
    with pytest.raises(BadInput, match=f"needs {needed} Gears of blue, the North; it has {needed - 1}"):
        lay_out(hurt(now, "blue-1", harm={"frame": 1}), name, 1, {})


@pytest.mark.rule("tactical.4.2")
def test_the_last_stand_needs_one_vehicle_of_the_north_which_need_be_no_gear() -> None:
    for blue in ("jaeger,infantry-squad", "aller,infantry-squad"):
        assert lay_out(campaign("detailed damage", blue=blue), LAST_STAND, 1, {}).scenario == LAST_STAND
    with pytest.raises(BadInput, match="needs a vehicle of blue"):
        lay_out(campaign("detailed damage", blue="infantry-squad*2"), LAST_STAND, 1, {})


@pytest.mark.rule("tactical.4.2.2-spending")
def test_labor_is_bought_by_the_point_up_to_999_and_as_far_as_points_reach() -> None:
    now = campaign(technicians="1").paid("red", VP, 1500)
    for text, points in (("1", 1), ("999", 999), (" 7 ", 7), ("", 1)):
        after = bought(now, "labor", text)
        assert (after.sides["red"].pools[VP], after.sides["red"].pools[LABOR]) == (1500 - points, 5 + points)
    for text in ("0", "1000", "-1", "1.5", "٣", "00000000", "9" * 40):
        with pytest.raises(BadInput, match="say 1 to 999"):
            bought(now, "labor", text)
    with pytest.raises(BadInput, match="costs 3 Victory Points; red has 2"):
        bought(campaign().paid("red", VP, 2), "labor", "3")
    assert bought(campaign().paid("red", VP, 3), "labor", "3").sides["red"].pools[VP] == 0
    (labor,) = [ware for ware in wares(now, "red") if ware.id == "labor"]
    several = {number: f"{number} Labor Points" for number in ("2", "3", "5", "10")}
    assert labor.choices == {"1": "1 Labor Point", **several}


@pytest.mark.rule("tactical.4.2.2-spending", "tactical.4.2")
def test_every_group_that_is_bought_is_a_new_one_behind_the_others() -> None:
    now = bought(campaign(red="hunter+hunter*2").paid("red", VP, 90), "reinforcements", "hunter+jaeger*2")
    members = now.sides["red"].members
    assert [member.id for member in members] == [f"red-{number}" for number in range(1, 7)]
    groups = [member.group for member in members]
    assert len(set(groups[:3]) & set(groups[3:])) == 0
    assert groups == sorted(groups)
    assert (groups[3] < groups[4], groups[4] == groups[5]) == (True, True)
    assert [member.name for member in members[3:]] == ["Red Hunter 4", "Red Jaeger 5", "Red Jaeger 6"]


@pytest.mark.rule("tactical.4.2.2-spending")
def test_a_force_grows_to_sixty_units_and_no_further() -> None:
    now = campaign(red="hunter*58").paid("red", VP, 900)
    assert len(bought(now, "reinforcements", "hunter*2").sides["red"].members) == 60
    with pytest.raises(BadInput, match="more than 60 units"):
        bought(now, "reinforcements", "hunter*3")


@pytest.mark.rule("tactical.6.1.2-duel")
def test_the_duelist_is_the_gear_with_the_best_crew_that_can_take_the_field() -> None:
    now = campaign(red="aller/elite,hunter,hunter/veteran,hunter/veteran")
    chosen = duelist_of(now, "red")
    assert chosen is not None
    assert chosen.id == "red-3", "a Gear, and the first of equal ones"
    chosen = duelist_of(hurt(now, "red-3", harm={"frame": 1}), "red")
    assert chosen is not None
    assert chosen.id == "red-4"
    assert duelist_of(campaign(red="infantry-squad"), "red") is None


@pytest.mark.rule("tactical.6.1.2-duel")
def test_a_force_of_two_factions_is_nobodys_and_squads_are_anybodys() -> None:
    assert faction_of(campaign(), "red") != ""
    assert faction_of(campaign(red="hunter,infantry-squad"), "red") == faction_of(campaign(), "red")
    assert faction_of(campaign(red="hunter,jaeger"), "red") == ""
    assert faction_of(campaign(red="infantry-squad"), "red") == ""


@pytest.mark.rule("tactical.4.2.1")
def test_without_technicians_nobody_throws_a_die() -> None:
    offer = offers(hurt(campaign(technicians="none"), "red-1", armor_lost=1))["red-1:armor"]
    assert (offer.dice, offer.threshold, offer.refused) == (
        0,
        1,
        "red has no technicians: they are agreed on before a campaign. [tactical.4.2.1]",
    )
    here = offers(hurt(campaign(technicians="1"), "red-1", armor_lost=1))["red-1:armor"]
    assert (here.dice, here.refused) == (1, "This takes 7 Labor Points; red has 5 left today. [tactical.4.2.1]")
