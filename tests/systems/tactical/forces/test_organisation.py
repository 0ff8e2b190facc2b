"""6.1.3 to 6.5.1: sections, companies, headquarters, Duelists, patrols, bands: what is legal and what is told."""

from __future__ import annotations

import pytest

from gearlock.systems.tactical.army_lists import armies, echelons, our_formations, settles_by_duel
from gearlock.systems.tactical.forces.around_a_force import force_sheet
from systems.tactical.forces.roll_call import GP, GPS, HQ, NORTH, SECTION, SOUTH, WHOLE, found, of, only, part, rules

PATROL = "patrol Patrol\n2x HT-68\n2x HT-72\n"
CEF_WHOLE = f"group HQ\nhq Patrol\n2x HT-68\n2x HT-72\ngroup Troop 1\n{PATROL * 3}"
LEADER = "leader\nJaguar\nHunter\n"
GRELS = "patrol GREL Patrol\n4x GREL Squad\n"
GROUPS = {
    "General Purpose Squadron": ("5 x Hunter", 1505, "6.2.1"),
    "Recon Squadron": ("4 x Cheetah; 1 x Hunter", 2489, "6.2.2"),
    "Strike Squadron": ("2 x Jaguar; 3 x Hunter", 1781, "6.2.3"),
    "Fire Support Squadron": ("2 x Grizzly; 3 x Hunter", 1947, "6.2.4"),
    "Heavy Support Squadron": ("3 x Mammoth", 4500, "6.2.5"),
    "General Purpose Cadre": ("5 x Jaeger", 1505, "6.3.1-gp"),
    "Recon Cadre": ("4 x Iguana; 1 x Black Mamba", 2658, "6.3.1-recon"),
    "Strike Cadre": ("2 x Black Mamba; 3 x Jaeger", 1843, "6.3.3"),
    "Fire Support Cadre": ("2 x Spitting Cobra; 2 x Jaeger; 1 x Iguana", 2157, "6.3.4"),
    "Artillery Strider Cadre": ("3 x Naga", 4935, "6.3.5"),
}


@pytest.mark.rule(
    "tactical.6.2.1", "tactical.6.2.2", "tactical.6.2.3", "tactical.6.2.4", "tactical.6.2.5", "tactical.6.3.1-gp",
    "tactical.6.3.1-recon", "tactical.6.3.3", "tactical.6.3.4", "tactical.6.3.5",
)  # fmt: skip
@pytest.mark.parametrize("name", GROUPS)
def test_a_squad_of_the_lists_is_legal_as_it_stands_and_costs_its_sum(name: str) -> None:
    composition, tv, rule = GROUPS[name]
    squad = next(it for it in our_formations().values() if it.name == name)
    assert "; ".join(f"{count} x {model}" for count, model in squad.composition) == composition
    assert (squad.rule, squad.mark) == (f"tactical.{rule}", "proposed")
    assert squad.reason
    lines = "".join(f"{count}x {model}\n" for count, model in squad.composition)
    roster = part(f"squad {name}\n{lines}", squad.faction, tv)
    assert found(roster) == []
    assert only(part(f"squad {name}\n{lines}", squad.faction, tv - 1)).message.startswith(f"The force costs {tv} TV")
    assert f"{name} (proposed): {tv} TV" in str(force_sheet(roster))


@pytest.mark.rule("tactical.6.2.6-size")
def test_a_whole_force_is_a_headquarters_and_a_complete_section() -> None:
    assert found(of(WHOLE)) == []
    fault = only(of(HQ + f"group Section 1\n{GP * 2}"))
    assert fault.rule == "tactical.6.2.6-size"
    assert "no complete section, which is 3 complete squads; the fullest has 2" in fault.message
    assert fault.fix.startswith("Add 1, or write 'detachment yes'")
    assert found(part(GP)) == []


@pytest.mark.rule("tactical.6.2.6-size")
def test_further_sections_need_one_complete_squad_and_further_companies_a_complete_section() -> None:
    short = "squad Recon Squadron\n2x Cheetah\n"
    assert found(of(WHOLE + f"group Section 2\n{GP}{short}")) == []
    fault = only(of(WHOLE + f"group Section 2\n{short}"))
    assert (fault.rule, fault.message) == ("tactical.6.2.6-size", "Section 2 has no complete squad.")
    assert "Add 3 units" in fault.fix
    other = WHOLE.replace("group ", "group A Company / ")
    assert "B Company has no complete section" in only(of(other + f"group B Company / Section 1\n{GP * 2}")).message
    assert found(of(other + SECTION.replace("group ", "group B Company / "))) == []


@pytest.mark.rule("tactical.6.1.3", "tactical.6.3.6")
def test_a_section_has_three_squads_in_the_north_and_four_cadres_in_the_south() -> None:
    fault = only(of(WHOLE + GP))
    assert (fault.rule, fault.message) == ("tactical.6.1.3", "Section 1 has 4 squads; a section may have 3.")
    south = "group HQ\nhq General Purpose Cadre\n5x Jaeger\ngroup Section 1\n"
    assert found(of(south + GPS * 3, SOUTH)) == []
    assert found(of(south + GPS * 4, SOUTH)) == []
    assert "5 cadres; a section may have 4" in only(of(south + GPS * 5, SOUTH)).message


@pytest.mark.rule("tactical.6.1.3", "tactical.6.1.2")
def test_a_company_has_four_sections_and_a_regiment_four_companies() -> None:
    four = HQ + "".join(SECTION.replace("Section 1", f"Section {number}") for number in range(1, 5))
    assert found(of(four)) == []
    fault = only(of(four + SECTION.replace("Section 1", "Section 5")))
    assert (fault.rule, fault.message) == ("tactical.6.1.3", "The company has 5 sections; it may have 4.")
    many = "".join(WHOLE.replace("group ", f"group {letter} / ") for letter in "ABCD")
    assert found(of(many, size=200_000)) == []
    assert "has 5 companies" in only(of(many + WHOLE.replace("group ", "group E / "), size=200_000)).message


@pytest.mark.rule("tactical.6.2.6-units")
def test_a_headquarters_is_compulsory_complete_and_of_machines() -> None:
    missing = only(of(SECTION))
    assert (missing.rule, missing.line) == ("tactical.6.2.6-units", 2)
    assert "no headquarters squad" in missing.message
    assert "The headquarters has 1 units" in only(of(SECTION + "group HQ\nhq\nHunter\n")).message
    fault = only(of(SECTION + "group HQ\nhq Infantry Block\n3x Qualified Squad\n"))
    assert "only where the whole regiment is infantry" in fault.message
    block = "squad Infantry Block\n3x Qualified Squad\n"
    assert found(of(f"group HQ\nhq Infantry Block\n3x Veteran Squad\ngroup Section 1\n{block * 3}")) == []
    assert "has a headquarters already" in only(of(WHOLE + HQ)).message


@pytest.mark.rule("tactical.6.2.6-size", "tactical.6.2.6-support")
def test_a_staff_above_named_companies_is_that_of_the_whole_force() -> None:
    first, second = (SECTION.replace("group ", f"group {letter} / ") for letter in "AB")
    duelists = [f"group {where}Duelist\nduelist\nHunter\n" for where in ("", "A / ", "B / ")]
    assert found(of(HQ + first)) == found(of(HQ + first + second + duelists[0] + duelists[1])) == []
    assert "Each of 2 companies has a Duelist" in only(of(HQ + first + second + "".join(duelists))).message
    named = HQ.replace("group ", "group C / ")
    assert "C has no complete section" in only(of(HQ + first + named)).message
    assert "The company has no complete section" in only(of(HQ)).message


@pytest.mark.rule("tactical.6.2.6-units")
def test_squads_of_ones_own_are_five_gears_three_vehicles_or_thirty_men() -> None:
    for body in ("squad\n5x Jaguar\n", "squad Gear Squad\n5x Jaguar\n", "squad Own Squad\n2x Aller\nKlemm\n"):
        assert found(part(body)) == []
    assert found(part("squad Infantry Block\n3x Rookie Squad\n")) == []
    mixed = only(part("squad\n4x Jaguar\nAller\n"))
    assert "which has Gears only" in mixed.message
    assert "has 6 units; a Gear Squad has 5 Gears" in only(part("squad\n6x Jaguar\n")).message
    assert "4 units; a Armored Squad has 3" in only(part("squad\n4x Aller\n")).message


@pytest.mark.rule("tactical.6.2.6-support")
def test_a_company_has_one_duelist_in_a_gear_with_a_price_list() -> None:
    assert found(of(WHOLE + "group D\nduelist\nHunter: Elite, HAC, APGL\n")) == []
    assert "has a Duelist already" in only(of(WHOLE + "group D\nduelist\nHunter\nduelist\nJaguar\n")).message
    assert "A Duelist is one Gear; here are 2" in only(of(WHOLE + "group D\nduelist\n2x Hunter\n")).message
    fault = only(of(WHOLE + "group D\nduelist\nMammoth\n"))
    assert (fault.rule, "pilots a Gear" in fault.message) == ("tactical.6.2.6-support", True)
    assert rules(part(PATROL + "duelist\nHT-72\n", "CEF")) == ["6.4.1", "6.2.6-support"]
    assert "CEF has no Duelists" in found(part(PATROL + "duelist\nHT-72\n", "CEF"))[0].message


@pytest.mark.rule("tactical.6.2.6-support")
def test_tv_is_set_aside_for_support() -> None:
    assert found(part(GP, size=1600, more="support 95")) == []
    assert "costs 1601 TV" in only(part(GP, size=1600, more="support 96")).message
    assert "is no Threat Value to set aside" in only(part(GP, more="support some")).message


@pytest.mark.rule("tactical.6.2.1")
def test_senior_and_prime_squadrons_wait_for_their_composition_and_then_keep_to_their_numbers() -> None:
    lost = only(part("squad Prime General Purpose Squadron\n5x Hunter\n"))
    assert "cannot take the field: its composition is lost" in lost.message
    text = "faction,squad,kind,composition\n" + "".join(
        f"{NORTH},{name} General Purpose Squadron,gear,5 x Hunter\n" for name in ("Senior", "Prime")
    )
    files, more = {"s.csv": text}, "squads s.csv"
    senior, prime = (GP.replace("General", f"{name} General") for name in ("Senior", "Prime"))
    fault = only(part(GP * 2 + senior, more=more), files)
    assert "needs 10 General Purpose Squadrons in its company; it has 2" in fault.message
    leading = only(part(GP * 2 + senior.replace("squad ", "hq ", 1), more=more), files)
    assert "it has 2" in leading.message, "as a headquarters it is a Senior squadron as well"
    blocks = [GP] * 10 + [senior, prime]
    groups = [f"group Section {n}\n" + "".join(blocks[3 * n : 3 * n + 3]) for n in range(4)]
    assert found(part("".join(groups), more=more), files) == []
    assert "a regiment has one" in only(part(GP + prime * 2, more=more), files).message


@pytest.mark.rule("tactical.6.4.1")
def test_the_cef_has_patrols_of_four_in_troops_and_a_headquarters_of_vehicles() -> None:
    assert found(of(CEF_WHOLE, "CEF")) == []
    assert found(part(PATROL, "CEF")) == []
    assert found(part("patrol Night Hounds: Rookie\n4x HT-72\n", "CEF")) == []
    assert "5 units; a Patrol has 4 vehicles" in only(part(PATROL + "HT-72\n", "CEF")).message
    fault = only(of(CEF_WHOLE.replace("hq Patrol\n2x HT-68\n2x HT-72\n", "hq GREL Patrol\n4x GREL Squad\n"), "CEF"))
    assert (fault.rule, "in a headquarters never" in fault.message) == ("tactical.6.4.1", True)
    assert rules(of(f"group Troop 1\n{PATROL * 2}", "CEF")) == ["6.4.1", "6.4.1"]
    assert "6.4.1" in rules(part("patrol\n4x Hunter\n", "CEF"))


@pytest.mark.rule("tactical.6.4.1")
def test_grels_beside_tanks_are_remarked_upon_and_legal() -> None:
    roster = of(CEF_WHOLE.replace(PATROL * 3, PATROL * 2 + GRELS), "CEF")
    assert found(roster) == []
    notes = " ".join(force_sheet(roster).notes)
    assert "Troop 1: GRELs are generally in troops of their own" in notes
    assert "the diagram is lost" in notes
    apart = f"group A / Troop 1\n{PATROL}group B / Troop 1\n{GRELS}"
    words = " ".join(force_sheet(part(apart, "CEF")).notes)
    assert "GRELs are generally" not in words, "troops of two companies may be called the same"


@pytest.mark.rule("tactical.6.5.1")
def test_rovers_have_teams_of_two_to_six_and_a_leader_in_a_vehicle() -> None:
    gang = f"group Gang\n{LEADER}"
    team = "team Crushers\nJaeger\nHunter\n3x Rookie Squad\nCaiman\n"
    assert found(of(gang + team, "Rovers")) == []
    assert "7 units; a Team has 2 to 6" in only(of(gang + team + "Badger\n", "Rovers")).message
    assert "1 units; a Team has 2 to 6" in only(of(gang + "team\nHunter\n", "Rovers")).message
    assert "The band has no leader" in only(of(f"group Gang\n{team}", "Rovers")).message
    assert found(part(team, "Rovers")) == []
    walking = only(of(f"group Gang\nleader\nRookie Squad\nHunter\n{team}", "Rovers"))
    assert "The leader always drives a vehicle" in walking.message
    assert "A band has one leader" in only(of(gang + LEADER, "Rovers")).message
    fault = only(of(gang + "team\n2x HT-72\n", "Rovers"))
    assert "is of the CEF list" in fault.message
    assert "neither artillery nor aircraft" in only(of(gang, "Rovers", more="support 100")).message
    assert rules(of(gang + "duelist\nHunter\n", "Rovers")) == ["6.5.1"]
    assert rules(of(gang + "hq Gear Squad\n5x Hunter\n", "Rovers"))[0] == "6.5.1"


@pytest.mark.rule("tactical.6.1.2")
def test_armies_and_their_numbers() -> None:
    numbers = {name: (it.squads, it.most_squads, it.sections, it.companies) for name, it in armies().items()}
    assert numbers == {NORTH: (3, 3, 4, 4), SOUTH: (3, 4, 4, 4), "CEF": (3, 3, 4, 0), "Rovers": (0, 0, 0, 1)}
    assert "five Gears: 200 to 250 Gears" in echelons()["Gear regiment"].consists


@pytest.mark.rule("tactical.6.1.1")
def test_larger_bodies_of_troops_are_told_of() -> None:
    assert echelons()["Brigade"].people == "5,000 to 12,000"
    assert echelons()["Division or legion"].people == "about 20,000"
    assert "three brigades" in echelons()["Division or legion"].consists


@pytest.mark.rule("tactical.6.1.2-duel")
def test_only_north_and_south_settle_a_campaign_by_a_duel() -> None:
    assert settles_by_duel(NORTH, SOUTH)
    assert settles_by_duel(SOUTH, NORTH)
    assert not settles_by_duel(NORTH, NORTH)
    assert not settles_by_duel(NORTH, "CEF")
    assert not settles_by_duel("Rovers", SOUTH)
    assert not settles_by_duel(NORTH, "Nobody")


@pytest.mark.rule("tactical.6.2.6-background")
def test_a_name_and_a_badge_stand_on_the_sheet_and_change_nothing() -> None:
    plain, named = part(GP), part(GP, more="name 3rd Rangers\nbadge a blue hand")
    assert force_sheet(named).title == "3rd Rangers (a blue hand)"
    assert force_sheet(plain).title == "A force"
    assert found(named) == []
    assert force_sheet(plain).facts == force_sheet(named).facts
