from __future__ import annotations

from itertools import product

import pytest

from gearlock.kernel.errors import BadInput
from gearlock.mechanics.silhouette.rolls import Skill, result_of
from gearlock.systems.tactical.campaigns.members import labor_a_day, ratings_of, technician_tv, unit_of
from gearlock.systems.tactical.campaigns.workshop import chances, labor_for, mend, threshold_for
from systems.tactical.campaign_rules.campaigns import campaign, hurt, offers, thrown

LABOR = "Labor Points"
SIZE = 6


@pytest.mark.rule("tactical.4.2.1")
@pytest.mark.parametrize(
    ("rating", "tv", "labor"), [(1, 50, 5), (2, 100, 10), (3, 200, 15), (4, 400, 20), (5, 800, 25)]
)
def test_technicians_double_their_price_and_work_five_points_a_rating(rating: int, tv: int, labor: int) -> None:
    assert technician_tv(rating) == tv
    assert labor_a_day((rating,)) == labor


@pytest.mark.rule("tactical.4.2.1")
def test_technicians_are_agreed_on_for_both_sides_or_each() -> None:
    assert ratings_of({}, "red") == (3,)
    assert ratings_of({"technicians": "2,4, 1"}, "red") == (4, 2, 1)
    assert ratings_of({"technicians": "2", "technicians-blue": "5"}, "blue") == (5,)
    assert ratings_of({"technicians": "none"}, "red") == ()
    for bad in ("", "0", "x", "3,,", "10", ",".join("1" * 21)):
        with pytest.raises(BadInput):
            ratings_of({"technicians": bad}, "red")


@pytest.mark.rule("tactical.4.2.1-table")
@pytest.mark.parametrize(
    ("fields", "id", "modifier", "threshold"),
    [
        ({"armor_lost": 3}, "armor", 3, 3),
        ({"harm": {"mp:W": 2, "minus:W": 2}}, "mp:w", 2, 3),
        ({"harm": {"gone:W": 1}}, "mp:w", 7, 8),
        ({"harm": {"maneuver": 2}}, "maneuver", 4, 6),
        ({"harm": {"accuracy:LAC": 2}}, "accuracy:lac", 2, 4),
        ({"harm": {"accuracy:LAC": 6}}, "lost:lac", 5, 5),
        ({"harm": {"lost:LAC": 1}}, "lost:lac", 5, 5),
        ({"harm": {"fire control": 1}}, "fire-control", 6, 6),
        ({"harm": {"power": 1}}, "power", 5, 5),
        ({"harm": {"ruptured": 1}}, "ruptured", 5, 5),
        ({"harm": {"crew compartment": 1}, "crew_lost": 1}, "crew-compartment", 10, 7),
        ({"harm": {"frame": 1}}, "frame", SIZE, 8),
        ({"harm": {"aux:sensors": 5}}, "aux:sensors", 3, 4),
        ({"harm": {"lost:Backup Sensors": 1}}, "lost:backup-sensors", 3, 4),
        ({"tokens": {"light": 1}}, "light", 3, 4),
        ({"tokens": {"heavy": 1}}, "heavy", 5, 5),
    ],
)
def test_each_effect_has_its_labor_and_threshold_and_is_gone_when_mended(
    fields: dict[str, object], id: str, modifier: int, threshold: int
) -> None:
    now = hurt(campaign(technicians="9,9"), "red-1", **fields)
    assert set(offers(now)) == {f"red-1:{id}"}
    offer = offers(now)[f"red-1:{id}"]
    assert offer.cost == {LABOR: SIZE + modifier}
    assert offer.threshold == threshold
    change = thrown(mend(now, "red", offer), (6,) * 9)
    assert offers(change.campaign) == {}
    assert change.campaign.sides["red"].pools[LABOR] == 90 - SIZE - modifier
    member = change.campaign.sides["red"].members[0]
    assert member.hurt == {}
    assert member.away == ""


@pytest.mark.rule("tactical.4.2.1-table")
def test_labor_is_size_and_modifier() -> None:
    assert labor_for(6, "armor", 4) == 10
    assert labor_for(8, "frame", 1) == 16
    assert threshold_for("maneuver", 1) == 4


@pytest.mark.rule("tactical.4.2.1")
def test_a_tie_is_no_success_and_labor_is_gone() -> None:
    now = hurt(campaign(technicians="3"), "red-1", tokens={"light": 1})
    offer = offers(now)["red-1:light"]
    failed = thrown(mend(now, "red", offer), (4, 1, 2)).campaign
    assert failed.sides["red"].members[0].hurt == {"": {"tokens": {"light": 1}}}
    assert failed.sides["red"].pools[LABOR] == 15 - 9
    assert "6 left" in offers(failed)["red-1:light"].refused
    assert thrown(mend(now, "red", offer), (5, 1, 2)).campaign.sides["red"].members[0].hurt == {}


@pytest.mark.rule("tactical.4.2.1")
def test_a_fumble_is_a_light_damage_more() -> None:
    now = hurt(campaign(technicians="3"), "red-1", tokens={"heavy": 1})
    after = thrown(mend(now, "red", offers(now)["red-1:heavy"]), (1, 1, 1)).campaign
    assert after.sides["red"].members[0].hurt == {"": {"tokens": {"heavy": 1, "light": 1}}}
    detailed = hurt(campaign("detailed damage", technicians="3"), "red-1", armor_lost=2)
    offer = offers(detailed)["red-1:armor"]
    after = thrown(mend(detailed, "red", offer), (1, 1, 1), (4,)).campaign
    unit = unit_of(after, "red", after.sides["red"].members[0])
    assert unit.armor_lost == 3
    assert unit.harm == {"mp:W": 1, "minus:W": 1}


@pytest.mark.rule("tactical.4.2.1")
def test_two_lights_by_a_fumble_are_a_heavy() -> None:
    now = hurt(campaign(technicians="3"), "red-1", tokens={"light": 1})
    after = thrown(mend(now, "red", offers(now)["red-1:light"]), (1, 1, 1)).campaign
    assert after.sides["red"].members[0].hurt == {"": {"tokens": {"heavy": 1}}}


@pytest.mark.rule("tactical.4.2.1")
def test_the_best_of_several_technicians_rolls() -> None:
    now = hurt(campaign(technicians="2,4"), "red-1", tokens={"light": 1})
    assert offers(now)["red-1:light"].dice == 4
    assert now.sides["red"].pools[LABOR] == 30
    none = hurt(campaign(technicians="none"), "red-1", tokens={"light": 1})
    assert "no technicians" in offers(none)["red-1:light"].refused


@pytest.mark.rule("tactical.4.2.1")
@pytest.mark.parametrize(("dice", "bonus", "threshold"), [(1, 0, 4), (2, 0, 5), (3, 2, 6), (4, 0, 8), (3, 0, 0)])
def test_odds_of_repairs_are_those_of_all_rolls(dice: int, bonus: int, threshold: int) -> None:
    skill = Skill(dice, bonus)
    rolls = [result_of(faces, skill) for faces in product(range(1, 7), repeat=dice)]
    good = sum(not roll.fumbled and roll.total > threshold for roll in rolls)
    fumbles = sum(roll.fumbled for roll in rolls)
    assert chances(skill, threshold) == (good, len(rolls) - good - fumbles, fumbles, len(rolls))


@pytest.mark.rule("tactical.4.2")
def test_men_lost_to_hits_stay_lost_when_the_compartment_is_mended() -> None:
    now = hurt(campaign(red="mammoth", technicians="9,9"), "red-1", crew_lost=3, harm={"crew compartment": 2})
    after = thrown(mend(now, "red", offers(now)["red-1:crew-compartment"]), (6,) * 9).campaign
    assert after.sides["red"].members[0].hurt == {"": {"crew_lost": 1}}


@pytest.mark.rule("tactical.4.2.1")
@pytest.mark.parametrize(("rating", "hopeless"), [("2", True), ("3", True), ("4", False)])
def test_a_repair_that_no_roll_brings_about_is_refused_and_its_labor_kept(rating: str, hopeless: bool) -> None:
    now = hurt(campaign(technicians=f"{rating},{rating},{rating}"), "red-1", harm={"frame": 1})
    frame = offers(now)["red-1:frame"]
    assert (frame.chances[0] == 0, bool(frame.refused), frame.hopeless) == (hopeless, hopeless, hopeless)
    assert not hopeless or "No roll of the technicians beats 8" in frame.refused


@pytest.mark.rule("tactical.4.2.1", "tactical.4.2")
def test_a_repair_that_brings_a_machine_back_says_so_and_one_that_does_not_does_not() -> None:
    strong = {"technicians": "5,5"}
    torn = hurt(campaign("detailed damage", **strong), "red-1", armor_lost=4, harm={"frame": 1, "lost:LAC": 1})
    assert {id for id, offer in offers(torn).items() if offer.returns} == {"red-1:frame"}
    both = hurt(campaign("detailed damage", **strong), "red-1", harm={"frame": 1, "ruptured": 1})
    assert {id for id, offer in offers(both).items() if offer.returns} == {"red-1:frame", "red-1:ruptured"}
    weak = hurt(campaign("detailed damage"), "red-1", harm={"frame": 1, "ruptured": 1})
    assert not any(offer.returns for offer in offers(weak).values()), "the frame stays broken whatever else is done"
    fit = hurt(campaign(**strong), "red-1", tokens={"light": 1})
    assert not any(offer.returns for offer in offers(fit).values()), "it takes the field as it is"
