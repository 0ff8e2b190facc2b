"""Step 1: Threat Value, Priority Levels and what Combat Groups are made of."""

from __future__ import annotations

from itertools import product

import pytest

from gearlock.systems.fieldmanual.army.building import enlist, force_price, squad_price
from gearlock.systems.fieldmanual.army.limits import Bound, priority_levels, wanting
from systems.fieldmanual.roll_call import OwnFiles, card, expect, found, of, roster

GP = "squad General Purpose Cadre\n    4x Jäger\n"
FS = "squad Fire Support Cadre\n    2x Spitting Cobra\n    3x Jäger\n"
PARA = "squad Paratroop Cadre\n    Command Jäger\n    4x Jäger (third row option, with LGL)\n"
STRIKE = "squad Strike Cadre\n    2x Black Mamba\n    3x Jäger\n"
BODIES = {"C": GP, "A": FS, "S": PARA, "E": STRIKE}


def legal_by_the_table(level: int, core: int, auxiliary: int, specialist: int, elite: int) -> bool:
    """The table of the book, row by row, in the most obvious way."""
    match level:
        case 1:
            return core >= 1 and auxiliary <= 2 and specialist <= (1 if core >= 2 else 0) and elite == 0
        case 2:
            return core >= 2 and auxiliary <= 3 and specialist <= 2 and elite <= (1 if core >= 3 else 0)
        case 3:
            return core <= auxiliary and 1 <= specialist <= 3 and elite <= 2
    return core <= specialist and specialist <= 4 and 1 <= elite <= 3


@pytest.mark.rule("fieldmanual.pl1", "fieldmanual.pl2", "fieldmanual.pl3", "fieldmanual.pl4")
@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_each_level_allows_what_its_table_says_and_nothing_else(level: int) -> None:
    for core, auxiliary, specialist, elite in product(range(6), repeat=4):
        numbers = {"Core": core, "Auxiliary": auxiliary, "Specialist": specialist, "Elite": elite}
        legal = not any(wanting(priority_levels()[level], numbers, 0))
        assert legal == legal_by_the_table(level, core, auxiliary, specialist, elite), (level, numbers)


@pytest.mark.rule("fieldmanual.pl1", "fieldmanual.pl2", "fieldmanual.pl3", "fieldmanual.pl4")
@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_each_level_has_as_many_veterans_as_its_number(level: int) -> None:
    numbers = {"Core": 2, "Auxiliary": 2, "Specialist": 2, "Elite": 1}
    plain = len(list(wanting(priority_levels()[level], numbers, 0)))
    assert len(list(wanting(priority_levels()[level], numbers, level))) == plain
    assert len(list(wanting(priority_levels()[level], numbers, level + 1))) == plain + 1


@pytest.mark.parametrize(
    ("level", "groups", "rule", "words"),
    [
        (1, "C", "", ""),
        (1, "CCCAAS", "", ""),
        (1, "AA", "pl1", "has no Core groups; it has at least 1"),
        (1, "CAAA", "pl1", "has 3 Auxiliary groups; it may have at most 2"),
        (1, "CS", "pl1", "has 1 Specialist group with 1 Core groups; it needs 2 of them first"),
        (1, "CE", "pl1", "has 1 Elite group; it may have none"),
        (2, "CCAAASS", "", ""),
        (2, "CCCE", "", ""),
        (2, "C", "pl2", "has 1 Core group; it has at least 2"),
        (2, "CCE", "pl2", "it needs 3 of them first"),
        (3, "CAS", "", ""),
        (3, "S", "", ""),
        (3, "A", "pl3", "has no Specialist groups; it has at least 1"),
        (3, "CCAS", "pl3", "it may have one for each Auxiliary group, which are 1"),
        (4, "CSE", "", ""),
        (4, "E", "", ""),
        (4, "S", "pl4", "has no Elite groups; it has at least 1"),
        (4, "CCSE", "pl4", "it may have one for each Specialist group"),
        (4, "EEEE", "pl4", "has 4 Elite groups; it may have at most 3"),
    ],
)
@pytest.mark.rule("fieldmanual.pl1", "fieldmanual.pl2", "fieldmanual.pl3", "fieldmanual.pl4", "fieldmanual.group-types")
def test_rosters_are_held_to_their_level(level: int, groups: str, rule: str, words: str) -> None:
    written = of("".join(BODIES[each] for each in groups), level=level, more="proposed yes")
    if rule:
        expect(written, rule, words)
    else:
        assert found(written) == []


@pytest.mark.rule("fieldmanual.priority-level", "fieldmanual.upgrades-options")
def test_veteran_groups_are_as_many_as_the_level_allows() -> None:
    veterans = GP.replace("Cadre", "Cadre: Veteran")
    assert found(of(veterans + GP)) == []
    fault = expect(of(veterans + veterans), "pl1", "has 2 veteran groups; it may have 1")
    assert fault.line == 10
    assert found(of(veterans + veterans, level=2)) == []


@pytest.mark.rule("fieldmanual.priority-level")
@pytest.mark.parametrize("said", ["0", "5", "one", "", "1.5"])
def test_a_level_is_one_of_four(said: str) -> None:
    written = roster(f"faction South\nsize 500\nlevel {said}\ngroup\n  {GP}")
    fault = expect(written, "priority-level", "is no Priority Level")
    assert fault.line == 3
    expect(roster(f"faction South\nsize 500\ngroup\n  {GP}"), "priority-level", "No line says the Priority Level")


@pytest.mark.rule("fieldmanual.threat-value")
def test_a_force_costs_no_more_than_the_game_allows() -> None:
    assert found(of(GP + FS, size=440)) == []
    fault = expect(of(GP + FS, size=439), "threat-value", "The force costs 440 TV; the game allows 439")
    assert (fault.fix, fault.line) == ("Save 1 TV.", 3)
    expect(roster(f"faction South\nlevel 1\ngroup\n  {GP}"), "threat-value", "No line says")
    expect(roster(f"faction South\nsize lots\nlevel 1\ngroup\n  {GP}"), "threat-value", "'lots' is no Threat Value")


@pytest.mark.rule("fieldmanual.threat-value")
def test_value_and_level_have_nothing_to_do_with_each_other() -> None:
    assert found(of(STRIKE, level=4, size=500, more="proposed yes")) == []
    assert found(of(GP * 8 + FS * 2 + PARA, level=1, size=5000)) == []


@pytest.mark.rule("fieldmanual.step1-army")
def test_a_home_made_scenario_may_ignore_level_and_value() -> None:
    body = f"system fieldmanual\nfaction South\nproposed yes\nfree yes\n\ngroup\n  {STRIKE}"
    assert found(roster(body)) == []
    faults = {fault.rule for fault in found(roster(body.replace("free yes", "free no")))}
    assert faults == {"fieldmanual.threat-value", "fieldmanual.priority-level"}
    expect(roster(body.replace("free yes", "free perhaps\nsize 900\nlevel 4")), "step1-army", "says neither yes nor no")


@pytest.mark.rule("fieldmanual.step1-army")
def test_a_force_is_of_one_faction_and_an_army_of_it() -> None:
    expect(of(GP, faction="Nowhere"), "step1-army", "No faction is called 'Nowhere'")
    expect(of(GP, more="army UMFA"), "step1-army", "UMFA is an army of North, not of South")
    expect(of(GP, more="army Foo"), "step1-army", "No army is called 'Foo'")
    assert found(of(GP, more="army Peacekeepers")) == []
    wrong = of("squad General Purpose Squad\n    4x Hunter\n")
    expect(wrong, "step1-army", "is a group of North, the force is of South")
    assert found(roster("army MILICIA\nsize 200\nlevel 1\ngroup\n  " + GP)) == []
    nobody = roster("faction South\nsize 200\nlevel 3\n")
    assert [fault.rule for fault in found(nobody)][-1].startswith("fieldmanual.")
    assert any("has no models" in fault.message for fault in found(nobody))


@pytest.mark.rule("fieldmanual.group-types")
@pytest.mark.parametrize(
    ("models", "words"),
    [
        ("3x Jäger", "has 4 Jäger on its list; this one has 3"),
        ("4x Jäger\n    Spitting Cobra", "has no place for a Spitting Cobra"),
        ("9x Jäger", "has 5 models more than its list; it may have 4 more"),
        ("4x Yaeger", "There is no card for 'Yaeger'"),
    ],
)
def test_a_group_is_made_of_the_models_of_its_list(models: str, words: str) -> None:
    faults = found(of(f"squad General Purpose Cadre\n    {models}\n"))
    assert any(words in fault.message and fault.fix for fault in faults), faults


@pytest.mark.rule("fieldmanual.upgrades-options", "fieldmanual.group-types")
def test_a_variant_of_a_vehicle_stands_in_its_place_at_its_own_price() -> None:
    body = "squad General Purpose Cadre\n    Command Jäger\n    Jäger (LAC swapped for LBZK)\n    2x Jäger\n"
    force = enlist(of(body))
    assert found(of(body)) == []
    assert squad_price(force.squads[0]) == 170
    five = body + "    Jäger (third row option, with LGL)\n"
    assert found(of(five)) == []
    assert force_price(enlist(of(five))) == 220, "the cadre of the roster picture: 160, a fifth Gear, options for 20"


@pytest.mark.rule("fieldmanual.upgrades-options")
def test_names_that_only_sound_alike_are_other_vehicles() -> None:
    own = OwnFiles([card("King Cobra", 120), card("Warrior IV", 60)], ["South,Guard,Core,200,1 x Spitting Cobra"])
    written = of("squad Guard\n    King Cobra\n", more=own.headers)
    assert any("no place for a King Cobra" in fault.message for fault in found(written, own))


def test_groups_that_are_not_there_or_lost_are_told_with_a_remedy() -> None:
    expect(of("squad General Porpoise Cadre\n    4x Jäger\n" + GP), "group-types", "No Combat Group is called")
    fault = expect(
        of("squad Opsec Cadre\n    4x Jäger\n" + GP + GP + GP, level=2), "datacards-lost", "nobody knows its models"
    )
    assert "files of your own" in fault.fix
    north = of("squad Cavalry Squad\n    2x Hunter\nsquad General Purpose Squad\n    4x Hunter\n", faction="North")
    expect(north, "datacards-lost", "there is no card for Badger")
    own = OwnFiles([card("LHT-71", 115)])
    typeless = of("squad Light Hover Tank Squad\n    2x LHT-71\n", faction="CEF", level=4, more=own.headers)
    assert any("no list says its type" in fault.message for fault in found(typeless, own))
    hover = of("squad Light Hover Tank Squad\n    2x Hunter\n", faction="CEF", level=4)
    assert any("cannot take the field" in fault.message for fault in found(hover))


@pytest.mark.rule("fieldmanual.datacards-lost")
def test_proposed_cards_stay_out_unless_somebody_asks_for_them() -> None:
    written = of(STRIKE, level=4)
    fault = expect(written, "datacards-lost", "Black Mamba: some of its figures are proposed by us")
    assert "proposed yes" in fault.fix
    assert found(of(STRIKE, level=4, more="proposed yes")) == []
    maybe = of(STRIKE, level=4, more="proposed maybe")
    assert {fault.rule for fault in found(maybe)} == {"fieldmanual.step1-army", "fieldmanual.datacards-lost"}
    headhunters = of("squad General Purpose Squad\n    Headhunter\n    3x Hunter\n", faction="North")
    expect(headhunters, "datacards-lost", "Headhunter")


@pytest.mark.rule("fieldmanual.tv-adjustments")
def test_models_are_added_to_the_groups_that_sell_them() -> None:
    carriers = "squad Cavalry Cadre\n    {}x Caiman\n"
    more = "proposed yes"
    for number in (2, 3, 4):
        written = of(GP + carriers.format(number), more=more)
        assert found(written) == []
        assert squad_price(enlist(written).squads[1]) == 30 * number
    expect(of(GP + carriers.format(5), more=more), "tv-adjustments", "has 3 models more than its list")
    platoon = "squad Infantry Platoon\n    4x Infantry squad (proposed)\n    4x Caiman\n"
    assert found(of(platoon, more=more)) == []
    assert squad_price(enlist(of(platoon, more=more)).squads[0]) == 80 + 4 * 30


def test_levels_are_read_from_their_table() -> None:
    assert priority_levels()[1].bound("Elite") == Bound(most=0)
    assert priority_levels()[4].bound("Auxiliary") == Bound()
