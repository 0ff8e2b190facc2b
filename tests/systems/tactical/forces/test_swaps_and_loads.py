"""6.1, 7.1, 3.6.6: other models in a squad, Gears armed anew, squads with outfits of their own, crews and ranks."""

from __future__ import annotations

import pytest

from gearlock.muster.text import read_text
from gearlock.systems.tactical.forces.around_a_force import FORCE
from gearlock.systems.tactical.forces.force_building import enlist
from systems.tactical.forces.roll_call import GP, NORTH, SOUTH, found, of, only, part, rules


def tv(body: str, faction: str = NORTH) -> int:
    """What a legal detachment costs."""
    assert found(part(body, faction)) == []
    return enlist(part(body, faction)).tv


@pytest.mark.rule("tactical.6.1-swap")
def test_a_model_of_the_same_or_lower_tv_may_stand_in_anothers_place() -> None:
    assert tv("squad General Purpose Squadron\n4x Hunter\nBadger\n") == 4 * 301 + 190
    assert tv("squad Recon Squadron\n3x Cheetah\nGrizzly\nHunter\n") == 3 * 547 + 522 + 301
    assert tv("squad Recon Squadron\n3x Cheetah\nGrizzly\nBadger\n") == 3 * 547 + 522 + 190
    assert tv("squad Heavy Support Squadron\n2x Mammoth\nAssault Mammoth\n") == 3991
    assert tv("cadre Artillery Strider Cadre\nNaga\n2x Long Fang Naga\n", SOUTH) == 1645 + 1302
    assert tv("squad General Purpose Squadron\n5x Hunter: HAC, APGL\n") == 5 * 351


@pytest.mark.rule("tactical.6.1-swap")
def test_a_dearer_model_needs_tv_diverted_from_elsewhere() -> None:
    fault = only(part("squad General Purpose Squadron\n4x Hunter\nJaguar\n"))
    assert (fault.rule, fault.line) == ("tactical.6.1-swap", 9)
    assert "Jaguar (439 TV) stands in place of a Hunter (301 TV)" in fault.message
    assert "Diverted" in fault.fix
    assert tv("squad General Purpose Squadron\n4x Hunter\nJaguar: Diverted\n") == 4 * 301 + 439
    assert rules(part("squad General Purpose Squadron\n4x Hunter\nRookie Squad: Diverted\n")) == ["6.1-swap"]


@pytest.mark.rule("tactical.6.1-swap")
def test_the_example_of_the_book_stands_or_falls_with_the_tv_of_the_brawler() -> None:
    cadre = "cadre Recon Cadre\n4x Iguana\nBrawler Black Mamba\n"
    lost = only(part(cadre, SOUTH))
    assert "Brawler Black Mamba cannot take the field: named only" in lost.message
    assert "a line 'cards'" in lost.fix
    head = "name,kind,tv,size,crew,armor,walker,weapons\nBrawler Black Mamba,gear,{},6,1,17,5/9,MAC|F|40\n"
    for cost, broken in ((470, []), (471, ["6.1-swap"])):
        assert rules(part(cadre, SOUTH, more="cards c.csv"), {"c.csv": head.format(cost)}) == broken


@pytest.mark.rule("tactical.7.1-customization", "tactical.2.3.6")
@pytest.mark.parametrize(
    ("line", "cost"),
    [
        ("Hunter: HAC", 336),
        ("Hunter: HAC, Clip HAC", 346),
        ("Hunter: HAC, 2x Clip, Veteran", 801),
        ("Hunter: Smoke Launchers", 313),
        ("Hunter: Clip LAC", 311),
        ("Hunter: Rookie, Heavy Autocannon, APGL", 88),
        ("Hunter: 2x HG, DPG, Spare Clip DPG", 281),
        ("Black Mamba: SC, Elite", 2860),
        ("Hunter", 301),
    ],
)
def test_prices_clips_and_crews_make_the_value_of_a_gear(line: str, cost: int) -> None:
    faction = SOUTH if line.startswith("Black") else NORTH
    assert tv(f"squad\n{line}\n", faction) == cost


@pytest.mark.rule("tactical.7.1-customization", "tactical.2.3.6")
@pytest.mark.parametrize(
    ("line", "rule", "words", "fix"),
    [
        ("Hunter: HFG", "2.3.6", "is not on the price list of the Hunter", "There are APGL, DPG, LAC"),
        ("Hunter: APGL, Clip APGL", "2.3.6", "no spare clip is sold for its APGL", "Leave the clip out"),
        ("Hunter: LAC, Clip HAC", "2.3.6", "it carries no HAC", "'Clip' and one of LAC"),
        ("Hunter: LAC, HAC, Clip", "2.3.6", "does not say for which weapon", "LAC, HAC"),
        ("Hunter: 2x Smoke Launchers", "7.1-customization", "one is enough", "Leave one"),
        ("Mammoth: HAC", "7.1-customization", "Mammoth has no price list", "can be armed anew"),
        ("Hunter: Laser Beard", "7.1-customization", "There is no option 'Laser Beard'", ""),
        ("Hunter: Heavy Flak", "3.6.6", "Hunter is no infantry", ""),
        ("Rookie Squad: HAC", "7.1-customization", "infantry does not carry it", "infantry list"),
        ("Hunter: Legendary", "2.3.2", "that is a quality of infantry", "Elite is the best"),
        ("Hunter: Veteran, Elite", "2.3.2", "more than one crew level", "Leave one"),
        ("Veteran Squad: 9x 7mm Rifle, 2x 9mm Chaingun", "3.6.1-weapons", "11 weapons for 10 men", "Name fewer"),
        ("Veteran Squad: Leader 11", "3.6.1", "numbered from 1 to 10", ""),
        ("Veteran Squad: Heavy Flak, Light Flak", "3.6.1", "one of the kind", "Leave one"),
        ("2x Hunter: Commander", "2.6.2-step0-commander", "2 models as Commander", "Leave it to one"),
        ("Hunter: Commander, Second", "2.6.2-step0-commander", "cannot be Commander and Second", "Choose one"),
    ],
)
def test_what_cannot_be_had_is_told_with_rule_line_and_remedy(line: str, rule: str, words: str, fix: str) -> None:
    fault = only(part(f"squad\n{line}\n"))
    assert (fault.rule, fault.line) == (f"tactical.{rule}", 8)
    assert words in fault.message
    assert fix in fault.fix


@pytest.mark.rule("tactical.3.6.6")
@pytest.mark.parametrize(
    ("line", "cost"),
    [
        ("Infantry Squad: 7mm Assault Rifle", 71),
        ("Infantry Squad: 7mm Assault Rifle, Jetpacks", 141),
        ("Infantry Squad: Jump Packs, Night Vision", 283),
        ("Infantry Squad: 2x 50mm Rocket Launcher", 94),
        ("Infantry Squad: Rookie, 8x 7mm Rifle, 2x 50mm Rocket Launcher", 23),
        ("Infantry Squad: Elite, Heavy Flak, 9mm Heavy Rifle, 2x 50mm Rocket Launcher, Jetpacks", 1366),
        ("Infantry Squad: Legendary, Turtleshell", 972),
        ("Infantry Squad: No Armor", 42),
        ("GREL Squad", 1366),
    ],
)
def test_a_squad_with_an_outfit_of_its_own_costs_what_the_formula_gives(line: str, cost: int) -> None:
    body = f"squad\n{line}\n"
    assert tv(body, "CEF" if "GREL" in line else NORTH) == cost


def test_men_who_are_given_nothing_keep_the_standard_weapon() -> None:
    (recruit,) = enlist(part("squad\nVeteran Squad: 3x 9mm Chaingun, Leader 4, ATVs\n")).recruits()
    assert recruit.fitted is not None
    squad = recruit.fitted.card.squad
    assert squad is not None
    assert (squad.carried.count("7mm Assault Rifle"), squad.carried.count("9mm Chaingun")) == (7, 3)
    assert (squad.leader, squad.mount, squad.armor, recruit.level) == (4, "atv", "heavy flak", 3)


@pytest.mark.rule("tactical.2.3.4-threat-value", "tactical.2.5")
def test_a_level_is_said_of_a_squad_or_of_a_model_and_is_qualified_where_nobody_says() -> None:
    assert tv("squad General Purpose Squadron: Veteran\n4x Hunter\nHunter: Rookie\n") == 4 * 677 + 75
    assert tv(GP) == 1505
    assert "is for single models" in only(part("squad Gear Squad: HAC\n5x Hunter\n")).message
    assert "more than one crew level" in only(part("squad Gear Squad: Rookie, Elite\n5x Hunter\n")).message
    assert "There is no option 'Brave'" in only(part("squad Gear Squad: Brave\n5x Hunter\n")).message


@pytest.mark.rule("tactical.2.5.2")
def test_a_force_costs_no_more_than_was_agreed_upon() -> None:
    assert found(part(GP, size=1505)) == []
    fault = only(part(GP, size=1504))
    assert (fault.rule, fault.fix) == ("tactical.2.5.2", "Save 1 TV.")
    unsized = read_text(f"system tactical\nfaction {NORTH}\ndetachment yes\ngroup A\n{GP}", FORCE.layout)
    assert "No line says the Threat Value" in only(unsized).message
    assert rules(part(GP, size=0)) == ["2.5.2"]
    assert "has no models" in only(part("squad General Purpose Squadron\n")).message


@pytest.mark.parametrize(
    ("body", "words", "fix"),
    [
        ("squad Genral Purpose Squadron\n5x Hunter\n", "No squad is called", "Did you mean General Purpose Squadron"),
        ("squad General Purpose Cadre\n5x Jaeger\n", "is of the Southern MILICIA list", "of its own list"),
        ("squad\n5x Huntr\n", "There is no card for 'Huntr'", "Did you mean Hunter"),
        ("squad\nWeasel\n", "Weasel cannot take the field", "Bring a card of it"),
        ("squad\nTruck\n", "comes with a scenario", "Leave it to the scenario"),
        ("squad\n5x Jaeger\n", "Jaeger is of the Southern MILICIA list", "Choose another model"),
        ("leader\nHunter\nHunter\n", "has no 'leader'", ""),
    ],
)
def test_names_that_are_wrong_are_told_with_what_was_perhaps_meant(body: str, words: str, fix: str) -> None:
    faults = found(part(body))
    assert any(words in fault.message and fix in fault.fix for fault in faults), faults


def test_everything_is_told_at_once_in_the_order_of_its_lines() -> None:
    squads = "squad Recn Squadron\n5x Huntr\nsquad General Purpose Squadron\n4x Hunter\nJaguar\n"
    body = f"group HQ\nhq\nHunter: HFG\ngroup S\n{squads}"
    faults = found(of(body, size=10))
    assert [fault.line for fault in faults] == sorted(fault.line for fault in faults)
    assert {"2.5.2", "2.3.6", "6.2.6-units", "ref-datacards", "6.1-swap", "6.2.6-size"} <= {
        fault.rule.removeprefix("tactical.") for fault in faults
    }
    assert all(fault.fix for fault in faults)
