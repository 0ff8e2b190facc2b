"""Options, new units and adjusted prices: who may have them, and what they make of a card."""

from __future__ import annotations

import pytest

from gearlock.systems.fieldmanual.army.building import price, prices, squad_price
from gearlock.systems.fieldmanual.army.upgrades import option_list
from systems.fieldmanual.deals import NOTHING, Deal, bought, played, refused, weapons
from systems.fieldmanual.roll_call import OwnFiles, card, expect, force, found, of


@pytest.mark.rule("fieldmanual.options-scope", "fieldmanual.option-redundant-systems")
def test_a_hetairoi_gains_a_sturdy_box_after_1940() -> None:
    own = OwnFiles([card("Hetairoi", 100, kind="tank")])
    tank = bought("Tanks", "Hetairoi", "Redundant Systems", own, army="HAPF", era="post 1940")
    assert (price(tank), played(tank).boxes, played(tank).overkill) == (115, "SSLHC", 50)
    refused("Tanks", "Hetairoi", "Redundant Systems", own, "options-scope", "none before TN 1940", army="HAPF")
    refused("Tanks", "Hetairoi", "Redundant Systems", own, "options-scope", "none before", army="HAPF", era="TN 1939")
    assert bought("Tanks", "Hetairoi", "Redundant Systems", own, army="HAPF", era="TN1940")
    full = OwnFiles([card("Hetairoi", 100, track="SSLHC")])
    refused("Tanks", "Hetairoi", "Redundant Systems", full, "option-redundant-systems", "has 5 boxes", army="HAPF",
            era="1950")  # fmt: skip


@pytest.mark.rule("fieldmanual.options-scope")
def test_an_era_is_a_year_or_a_word() -> None:
    body = "squad General Purpose Cadre\n    4x Jäger\n"
    assert found(of(body, more="era 1936")) == []
    expect(of(body, more="era of peace"), "options-scope", "is no era")


@pytest.mark.rule("fieldmanual.option-prdf-wartime-economy")
def test_the_wartime_economy_takes_jammers_away() -> None:
    own = OwnFiles(
        [card("Warrior", 45, perks="ECM (1)"), card("Chieftain", 60), card("Warrior IV", 60, perks="ECM (1)")]
    )
    river = Deal(faction="Peace River", army="PRDF")
    warrior = bought("Line", "Warrior", "Remove ECM", own, faction="Peace River", army="PRDF")
    assert (price(warrior), played(warrior).perks, played(warrior).aux) == (40, {}, ())
    rule = "option-prdf-wartime-economy"
    refused("Line", "Chieftain", "Remove ECM", own, rule, "has no Electronic Countermeasures to lose", **river)
    refused("Line", "Warrior IV", "Remove ECM", own, rule, "may not take Remove ECM", **river)


@pytest.mark.rule("fieldmanual.option-crusader-v")
def test_two_crusaders_of_a_veteran_squad_are_rebuilt() -> None:
    load = "HAC|F|||||R; MRP/18|F|||||IF, Link; MRP/18|F|||||IF, Link; LFM|F"
    own = OwnFiles([card("Crusader IV", 75, load, flaws="Vulnerable to Haywire, LSP")])
    river = Deal(faction="Peace River", army="PRDF")
    rebuilt = bought("Strike", "2x Crusader IV", "Crusader V", own, faction="Peace River", army="PRDF", veteran=True)
    new = played(rebuilt)
    assert (price(rebuilt), new.name, new.flaws) == (80, "Crusader V", {"Large Sensor Profile": 1})
    assert weapons(rebuilt) == ["HAC", "MRP/36", "MFM"]
    pod = new.weapons[1]
    assert (pod.weapon.rof, pod.arc, pod.link, pod.weapon.traits) == (4, "F", "", {"IF": 1})
    assert "R" not in new.weapons[2].weapon.traits
    rule = "option-crusader-v"
    refused("Strike", "Crusader IV", "Crusader V", own, rule, "is a veteran option", **river)
    refused(
        "Strike", "3x Crusader IV", "Crusader V", own, rule, "2 may", faction="Peace River", army="PRDF", veteran=True
    )


@pytest.mark.rule("fieldmanual.option-naga-refit")
def test_a_refitted_naga_defends_better_in_every_row() -> None:
    for name, tv in (("Naga", 115), ("Long Fang Naga", 110)):
        naga = bought("Striders", name, "Brahmin Refit", NOTHING)
        assert price(naga) == tv
        assert [row[2:] for row in played(naga).rows.values()] == [(-2, -1, 0), (-3, -1, 0)]
        assert [row[:2] for row in played(naga).rows.values()] == [(4, 7), (6, 12)]


@pytest.mark.rule("fieldmanual.option-cataphract-juggernaut")
def test_a_juggernaut_has_an_action_more_and_pays_double_for_skills() -> None:
    own = OwnFiles([card("Cataphract", 100), card("Cataphract Lord", 120, actions=2)])
    for name, actions, tv in (("Cataphract", 2, 120), ("Cataphract Lord", 3, 140)):
        lord = bought("Guard", name, "Juggernaut", own)
        assert (played(lord).actions, price(lord)) == (actions, tv)
    tank = bought("Tank Cadre", "Cataphract", "Juggernaut, Attack +1, EW +1", own)
    assert price(tank) == 100 + 20 + 2 * 10 + 2 * 5
    refused("Guard", "Jäger", "Juggernaut", own, "option-cataphract-juggernaut", "may not take Juggernaut")


@pytest.mark.rule("fieldmanual.option-king-of-the-field")
def test_a_king_of_the_field_has_two_actions() -> None:
    own = OwnFiles([card("King Cobra", 120), card("Emperor", 130, family="King Cobra", actions=2)])
    for army in ("SRA", "MILICIA", "ESE"):
        king = bought("Tank Cadre", "King Cobra", "King of the Field, Defense +1", own, army=army)
        assert (played(king).actions, price(king)) == (2, 165)
    rule = "option-king-of-the-field"
    refused("Guard", "King Cobra", "King of the Field", own, rule, "may not take", army="HAPF")
    refused("Guard", "Emperor", "King of the Field", own, rule, "has 2 Actions already", army="SRA")


@pytest.mark.rule("fieldmanual.option-kodiak-conqueror")
def test_conquerors_are_many_in_some_armies_and_few_in_others() -> None:
    own = OwnFiles([card("Kodiak", 130)])
    for army in ("UMFA", "Northern Guard"):
        kodiak = bought("Guard", "3x Kodiak", "Kodiak Conqueror", own, faction="North", army=army)
        assert (played(kodiak).actions, played(kodiak).boxes, price(kodiak)) == (2, "SSLHC", 160)
    for army in ("WFPA", "NAF"):
        assert bought("Guard", "2x Kodiak", "Conqueror", own, faction="North", army=army, size=2000)
        said = "2 models take Kodiak Conqueror; there is one for every 1000 TV, so 1"
        refused("Guard", "2x Kodiak", "Conqueror", own, "option-kodiak-conqueror", said,
                faction="North", army=army, size=1999)  # fmt: skip


@pytest.mark.rule("fieldmanual.newunit-boa")
def test_boas_take_the_place_of_tigers_and_cobras() -> None:
    own = OwnFiles([card("Tiger", 60), card("Boa", 65, "HAC|F|||||R; LGM|F; MRP/36|F||||4")])
    late = "post 1940"
    assert price(bought("Line", "Tiger", "Boa", own, faction="PAK", army="PAK", era=late)) == 65
    for army in ("HAPF", "MILICIA"):
        boa = bought("Line", "Spitting Cobra", "Boa, MBZK", own, army=army, era=late)
        assert (price(boa), weapons(boa)) == (75, ["MBZK", "LGM", "MRP/36"])
        assert "R" not in played(boa).weapons[0].weapon.traits
    boa = bought("Line", "Tiger", "Boa, HGLC, MFM", own, faction="PAK", army="PAK", era=late, veteran=True)
    assert (price(boa), weapons(boa)) == (90, ["HGLC", "MFM"])
    assert (played(boa).weapons[0].weapon.rof, played(boa).weapons[0].weapon.traits) == (1, {"MB": 3, "R": 1})
    cheap = bought("Line", "Spitting Cobra", "Boa, MFM", own, army="MILICIA", era=late, veteran=True)
    dear = bought("Line", "Spitting Cobra", "Boa, MFM", own, army="HAPF", era=late, veteran=True)
    assert (price(cheap), price(dear)) == (70, 85)
    refused("Line", "Spitting Cobra", "Boa", own, "options-scope", "none before TN 1940", army="MILICIA")
    refused("Line", "Spitting Cobra", "Boa, HGLC", own, "newunit-boa", "may not take HGLC", army="MILICIA", era=late,
            veteran=True)  # fmt: skip
    refused(
        "Line",
        "Spitting Cobra",
        "Boa",
        NOTHING,
        "newunit-boa",
        "there is no card for the Boa",
        army="MILICIA",
        era=late,
    )


@pytest.mark.rule("fieldmanual.newunit-gladiator")
def test_gladiators_take_the_place_of_pit_bulls_and_warriors() -> None:
    own = OwnFiles([card("Pit Bull", 30), card("Warrior", 45), card("Gladiator", 65, "MAC|F|||||R")])
    late, rule = Deal(faction="Peace River", army="POC", era="post 1940"), "newunit-gladiator"
    two = bought("Line", "2x Pit Bull", "Gladiator", own, faction="Peace River", army="POC", era="post 1940")
    assert price(two) == 65
    armed = bought("Line", "Pit Bull", "Gladiator, RFB", own, faction="Peace River", army="PRDF", era="post 1940")
    assert (price(armed), weapons(armed)) == (70, ["RFB"])
    old = bought("Line", "Warrior", "Gladiator, MBZK", own, faction="Peace River", army="POC", era="1945", veteran=True)
    assert (price(old), weapons(old)) == (75, ["MBZK"])
    refused("Line", "3x Pit Bull", "Gladiator", own, rule, "2 may", **late)
    refused("Line", "Warrior", "Gladiator", own, rule, "is a veteran option", **late)
    refused("Line", "2x Pit Bull", "Gladiator, MBZK", own, rule, "take MBZK; 1 may", **late)


@pytest.mark.rule("fieldmanual.newunit-wildcat")
def test_wildcats_take_the_place_of_hunters_and_their_options() -> None:
    own = OwnFiles([card("Wildcat", 30)])
    assert price(bought("Line", "9x Hunter", "Wildcat", own, faction="North", army="WFPA")) == 30
    assert price(bought("Line", "4x Jäger", "Wildcat", own, faction="PAK", army="PAK")) == 30
    for army, most in (("Northern Guard", 2), ("NAF", 4)):
        assert bought("Line", f"{most}x Hunter", "Wildcat", own, faction="North", army=army, era="post 1940")
        late, many = Deal(faction="North", army=army, era="post 1940"), f"{most + 1}x Hunter"
        refused("Line", many, "Wildcat", own, "newunit-wildcat", f"{most} may", **late)
        refused("Line", "Hunter", "Wildcat", own, "options-scope", "none before", faction="North", army=army)
    swapped = bought("Line", "Headhunter", "Wildcat", own, faction="North", army="WFPA")
    assert (price(swapped), swapped.fitted and swapped.fitted.families) == (35, frozenset(("Hunter", "Wildcat")))


@pytest.mark.rule("fieldmanual.newunit-copperhead")
def test_copperheads_take_the_place_of_jagers() -> None:
    own = OwnFiles([card("Copperhead", 35)])
    for army in ("MILICIA", "Peacekeepers", "Southern City Militia"):
        snake = bought("Line", "4x Jäger", "Copperhead", own, army=army)
        assert (price(snake), snake.fitted and snake.fitted.families) == (35, frozenset(("Jäger", "Copperhead")))
    refused("Line", "Jäger", "Copperhead", own, "newunit-copperhead", "may not take", army="SRA")
    refused("Line", "Jäger", "Copperhead", own, "newunit-copperhead", "may not take Copperhead")
    body = "squad General Purpose Cadre\n    4x Jäger: Copperhead\n"
    nameless, republic = found(of(body))[0].fix, found(of(body, more="army SRA"))[0].fix
    assert "It is for Jäger of MILICIA; Jäger of Southern City Militia." in nameless
    assert ("Name the army" in nameless, "Name the army" in republic) == (True, False)


ADJUSTED = """\
North|Dragoon Squad|Grizzly|Jaguar|-25|veteran
Peace River|Strike Squad|Warrior IV|Crusader IV|0|veteran
Peace River|Strike Squad|Crusader IV|Cataphract|25|veteran
South|MP Cadre|Iguana MP|Black Adder|15|
South|MP Cadre|Iguana MP|Desert Viper|15|
HAPF|High Technology|Hun|Hetairoi|-15|
PRDF|Any|Crusader IV|Grizzly|10|
POC|Any|Crusader IV|Spitting Cobra|5|
Utopia|Armiger Automated Control Recce Troupe|N-KIDU [T]|N-KIDU [C]|5|
Utopia|Armiger Automated Control Support Troupe|N-KIDU [T]|N-KIDU [C]|5|
Utopia|Augmented Armored Infantry Troupe|N-KIDU [T]|N-KIDU [C]|5|
Utopia|SIN Cluster|N-KIDU [T]|N-KIDU [C]|5|
"""


@pytest.mark.rule("fieldmanual.tv-adjustments")
@pytest.mark.parametrize("row", ADJUSTED.splitlines())
def test_every_adjusted_swap_has_its_price(row: str) -> None:
    who, group, model, instead, tv, veteran = row.split("|")
    names = ("Warrior IV", "Crusader IV", "Cataphract", "Iguana MP", "Black Adder", "Desert Viper", "Hun", "Hetairoi")
    own = OwnFiles(
        [card(name, 50) for name in (*names, "N-KIDU [T]", "N-KIDU [C]", "Grizzly", "Jaguar", "Spitting Cobra")]
    )
    faction = {"HAPF": "South", "PRDF": "Peace River", "POC": "Peace River"}.get(who, who)
    army = who if who in ("HAPF", "PRDF", "POC", "Utopia") else ""
    swapped = bought(group, model, instead, own, faction=faction, army=army, veteran=bool(veteran))
    assert (price(swapped), played(swapped).name) == (50 + int(tv), instead)
    if veteran:
        refused(group, model, instead, own, "tv-adjustments", "is a veteran option", faction=faction, army=army)


PRICES = """\
North|Infantry Platoon|Badger|35;North|Infantry Platoon|Cavalry Badger|65;North|Cavalry Squad||70
North|Cavalry Squad|Badger|35;South|Infantry Platoon|Caiman|30;South|Cavalry Cadre||60;South|Cavalry Cadre|Caiman|30
Peace River|Cavalry Squad||110;Peace River|Cavalry Squad|Hoplite|40;Peace River|Infantry Section|Hoplite|45
Peace River|Mobile Gun Crew||40;Leagueless|Support|Caiman|30;Leagueless|Heavy|Badger|35
PAK|Command, Veterans and Special Models|Command HPC-64|85;PAK|Light Hover Tank Squad||170
PAK|Light Hover Tank Squad|LHT-67|85;PAK|Hover Tank Squad||460;PAK|Hover Tank Squad|HT-68|230
PAK|Infantry Platoon|Pacifier HPC-64|55;PAK|Cavalry Squad||110;PAK|Cavalry Squad|Pacifier HPC-64|55
CEF|Light Hover Tank Squad||230;CEF|Light Hover Tank Squad|LHT-71|115;CEF|Hover Tank Squad||630
CEF|Hover Tank Squad|HT-72|315;CEF|Infantry Platoon|Pacifier HPC-64|65;CEF|FLAILs Infantry|Pacifier HPC-64|105
CEF|Interdiction Frame Squad||225;CEF|Interdiction Frame Squad|F6-16|40
CEF|Interdiction Frame Squad|GREL Squad in Pacifier HPC-64|105;CEF|Heavy Frame Squad||255
CEF|Heavy Frame Squad|F6-16|40;CEF|Heavy Frame Squad|GREL Squad in Pacifier HPC-64|105
CEF|Kommando Squad||255;CEF|Kommando Squad|SF6-16|35;CEF|Rapid Reconnaissance & Patrol Squadron||130
PAK|Rapid Reconnaissance & Patrol Squadron||130;Utopia|Rapid Reconnaissance & Patrol Squadron||130
CEF|Rapid Reconnaissance & Patrol Squadron|N-KIDU [C]|35;PAK|Rapid Reconnaissance & Patrol Squadron|N-KIDU [C]|35
Utopia|Rapid Reconnaissance & Patrol Squadron|N-KIDU [C]|35;Caprice|Infantry Platoon|Hamath APC|40
Black Talon|Infantry Section|Dark Hoplite|60;Utopia|Armiger Automated Control Commando Troupe||270
Utopia|Armiger Automated Control Commando Troupe|N-KIDU [C]|35;Utopia|Armiger Automated Control Recce Troupe||260
Leagueless|Troopers|Dartjager|35;Leagueless|Troopers|Asp|15;Leagueless|Support|Boa|65;Leagueless|Elite|Gladiator|65
Leagueless|Troopers|Wildcat|30;Leagueless|Troopers|Copperhead|35
"""


@pytest.mark.rule("fieldmanual.tv-adjustments", "fieldmanual.errata-leagueless-troopers")
def test_every_adjusted_and_added_price() -> None:
    rows = [row.split("|") for line in PRICES.splitlines() for row in line.split(";")]
    wanted = {(army, group, model): int(tv) for army, group, model, tv in rows}
    given = {key: entry.tv for key, entry in prices().items() if entry.tv is not None}
    assert given == wanted
    assert len(prices()) == len(wanted) + 2, "FLAILs and a fifth Jäger cost what their cards say"


@pytest.mark.rule("fieldmanual.tv-adjustments")
def test_an_adjusted_price_wins_over_a_players_own() -> None:
    own = OwnFiles([card("Badger", 99)], ["North,Cavalry Squad,Core,500,2 x Badger"])
    written = of("squad Cavalry Squad\n    3x Badger\n", faction="North", more=own.headers)
    assert found(written, own) == []
    assert squad_price(force(written, own).squads[0]) == 70 + 35
    elsewhere = OwnFiles([card("Badger", 99)], ["North,Raiders,Core,500,2 x Badger"])
    written = of("squad Raiders\n    2x Badger\n", faction="North", more=elsewhere.headers)
    assert squad_price(force(written, elsewhere).squads[0]) == 500


@pytest.mark.rule("fieldmanual.errata-leagueless-troopers")
def test_leagueless_troopers_may_add_what_the_errata_sell() -> None:
    own = OwnFiles([card("Dartjager", 90), card("Asp", 90)], ["Leagueless,Troopers,Core,,2 x Hunter"])
    body = "squad Troopers\n    2x Hunter\n    Dartjager\n    Asp\n"
    written = of(body, faction="Leagueless", more=own.headers)
    assert found(written, own) == []
    assert squad_price(force(written, own).squads[0]) == 80 + 35 + 15


@pytest.mark.rule("fieldmanual.upgrades-options")
def test_options_are_taken_once_and_where_they_belong() -> None:
    body = "squad General Purpose Cadre{}\n    4x Jäger{}\n"
    expect(of(body.format("", ": Turbo")), "upgrades-options", "There is no option 'Turbo'")
    expect(of(body.format("", ": Veteran")), "upgrades-options", "is for a whole Combat Group")
    expect(of(body.format(": Leader", "")), "upgrades-options", "is for single models")
    expect(of(body.format(": Shiny", "")), "upgrades-options", "There is no option 'Shiny'")
    expect(of(body.format("", ": Leader")), "leaders", "has 4 leaders; it has one")
    twice = of(body.replace("{}\n    4x", ": Army Command\n    4x").format("") * 2)
    expect(twice, "upgrades-options", "has 2 Army Command Groups; it has one")
    naga = "squad Strider Cadre\n    2x Naga: Brahmin Refit, Naga Refit\n"
    expect(of(naga, level=3, more="proposed yes"), "upgrades-options", "takes Brahmin Refit more than once")


def test_every_option_of_the_lists_can_be_read_by_its_names() -> None:
    for option in option_list().by_id.values():
        for text in (option.name, option.id, *option.aliases):
            purchase = option_list().read(text)
            assert purchase is not None, text
            assert purchase.id == option.id, text
