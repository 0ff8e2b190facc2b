"""10.1-10.3: faction, size, Units, codes, Actions, limits."""

from __future__ import annotations

import pytest

from gearlock.systems.brigands.forces.force_building import FACTIONS, enlist, find_model
from gearlock.systems.brigands.forces.upgrades import unit_cards
from systems.brigands.drill import LEGAL, force_of, found, roster, rules_broken, spoilt, the_one


def test_the_stock_roster_is_legal_and_costs_what_its_models_cost() -> None:
    assert found(LEGAL) == []
    assert enlist(roster(LEGAL)).price == 4 * 6 + 12


@pytest.mark.rule("brigands.10.1")
def test_a_faction_must_be_named_and_known() -> None:
    assert the_one(spoilt("faction North\n", "")).rule == "brigands.10.1"
    wrong = the_one(spoilt("faction North", "faction Nrth"))
    assert (wrong.rule, wrong.line) == ("brigands.10.1", 2)
    assert "Did you mean North" in wrong.fix


@pytest.mark.rule("brigands.10.1")
def test_leagueless_has_no_list_to_choose_from() -> None:
    violations = spoilt("faction North", "faction Leagueless")
    assert "no list" in violations[0].message


@pytest.mark.rule("brigands.10.1")
def test_models_come_from_one_faction_and_the_list_for_everybody() -> None:
    foreign = the_one(spoilt("    Grizzly", "    Spitting Cobra"))
    assert (foreign.rule, foreign.line) == ("brigands.10.1", 9)
    assert "model of South, not of North" in foreign.message
    assert spoilt("    Grizzly", "    AC Turret") == []
    assert spoilt("    Grizzly", "    Bunker\n    Grizzly") == []


@pytest.mark.rule("brigands.10.1")
def test_names_shared_by_factions_mean_the_model_of_ones_own() -> None:
    for faction in ("North", "South"):
        card = find_model("infantry squad", faction)
        assert card is not None
        assert card.faction == faction


def test_every_model_is_found_by_the_name_its_list_prints() -> None:
    for faction in FACTIONS:
        for card in unit_cards().values():
            if card.faction == faction:
                read = roster(force_of(card.name, faction=faction)).groups[0].blocks[0].entries
                assert [entry.model for entry in read] == [card.name]
                assert find_model(card.name, faction) == card


def test_an_unknown_model_is_answered_with_near_ones_and_hides_no_other_finding() -> None:
    wrong = the_one(spoilt("    3x Hunter", "    3x Huntr"))
    assert (wrong.line, wrong.rule) == (7, "brigands.10.1")
    assert "Did you mean Hunter" in wrong.fix
    assert any("Write 'Hunter: FOC'" in it.fix for it in spoilt("Hunter: FOC", "Hunter, FOC"))


@pytest.mark.rule("brigands.10.2")
@pytest.mark.parametrize(("size", "over"), [(36, 0), (35, 1), (30, 6)])
def test_a_force_costs_no_more_than_the_game_allows(size: int, over: int) -> None:
    violations = spoilt("size 100", f"size {size}")
    assert len(violations) == bool(over)
    for violation in violations:
        assert f"costs 36 TV; the game allows {size}" in violation.message
        assert violation.fix == f"Save {over} TV."


@pytest.mark.rule("brigands.10.2")
@pytest.mark.parametrize("size", ["-5", "0", "ten", "1e9", "99999999999999999999", "100.5", ""])
def test_absurd_sizes_are_found(size: str) -> None:
    wrong = the_one(spoilt("size 100", f"size {size}"))
    assert (wrong.rule, wrong.line) == ("brigands.10.2", 3)


@pytest.mark.rule("brigands.10.2")
def test_a_missing_size_is_found_with_the_price_so_far() -> None:
    assert "36 TV" in the_one(spoilt("size 100\n", "")).fix


@pytest.mark.rule("brigands.10.2", "brigands.10.3")
@pytest.mark.parametrize(("followers", "says"), [(1, "1 Action more"), (2, ""), (5, ""), (6, "1 Action less")])
def test_a_primary_unit_has_three_to_six_actions(followers: int, says: str) -> None:
    violations = spoilt("3x Hunter", f"{followers}x Hunter")
    assert len(violations) == bool(says)
    for violation in violations:
        assert violation.rule == "brigands.10.2"
        assert says in violation.fix


@pytest.mark.rule("brigands.10.2", "brigands.10.3")
@pytest.mark.parametrize(("number", "legal"), [(1, True), (3, True), (4, False)])
def test_a_support_unit_has_one_to_three_actions(number: int, legal: bool) -> None:
    assert (spoilt("    Grizzly", f"    {number}x Grizzly") == []) is legal


@pytest.mark.rule("brigands.10.2", "brigands.10.2a")
def test_models_serve_only_in_units_of_a_code_in_their_list() -> None:
    wrong = the_one(spoilt("support FS", "support RC"))
    assert "Grizzly does not serve in RC Units" in wrong.message
    assert "FS" in wrong.fix


@pytest.mark.rule("brigands.10.2a")
def test_an_unknown_code_is_answered_with_those_the_models_share() -> None:
    wrong = the_one(spoilt("primary GP", "primary XX"))
    assert (wrong.rule, wrong.line) == ("brigands.10.2a", 5)
    assert "GP" in wrong.fix
    assert "has no code" in the_one(spoilt("primary GP", "primary")).message


@pytest.mark.rule("brigands.10.2b")
def test_two_of_a_variant_to_a_unit_unless_its_code_is_marked() -> None:
    assert spoilt("3x Hunter", "2x Hunter Gunner") == []
    wrong = the_one(spoilt("3x Hunter", "2x Hunter Gunner\n    Hunter Gunner"))
    assert (wrong.rule, wrong.line) == ("brigands.10.2b", 8)
    assert "3 Hunter Gunner; it may have 2" in wrong.message
    assert spoilt("3x Hunter", "5x Hunter") == []


@pytest.mark.rule("brigands.10.3")
def test_a_group_has_one_primary_and_at_most_one_support_unit() -> None:
    assert "no Primary Unit" in spoilt("primary GP\n    Hunter: FOC\n    3x Hunter\n", "")[0].message
    twice = LEGAL.replace("support FS", "primary FS")
    assert any("2 Primary Units" in violation.message for violation in found(twice))
    more = found(LEGAL + "  support FS\n    Grizzly\n")
    assert "2 Support Units" in the_one(more).message


@pytest.mark.rule("brigands.10.3")
def test_units_of_a_group_may_have_the_same_code_or_different_ones() -> None:
    assert spoilt("support FS\n    Grizzly", "support GP\n    Hunter") == []


def test_a_misspelt_unit_word_is_wrong_only_once() -> None:
    wrong = the_one(spoilt("primary GP", "primry GP"))
    assert wrong.fix == "Did you mean primary?"


def test_an_empty_roster_is_no_force() -> None:
    assert {"10.1", "10.2", "10.3"} <= rules_broken("system brigands\n")


@pytest.mark.rule("brigands.9.2")
def test_drones_are_no_models_of_a_unit_and_count_no_actions() -> None:
    wrong = spoilt("3x Hunter", "2x Hunter\n    4x Recon Drone")
    assert {violation.rule for violation in wrong} == {"brigands.9.2"}


@pytest.mark.rule("brigands.9.5")
def test_a_great_vehicle_has_its_parts_in_one_unit_and_only_its_core_counts() -> None:
    whole = force_of("HHT-90 Body: FOC", "HHT-90 Turret", faction="CEF", unit="primary HT")
    assert found(whole) == []
    assert rules_broken(whole.replace("    HHT-90 Turret\n", "")) == {"9.5"}
    assert rules_broken(whole.replace("HHT-90 Turret", "2x HHT-90 Turret")) == {"9.5"}
    alone = force_of("LHT-67: FOC", "LHT-71", "HHT-90 Turret", faction="CEF", unit="primary LT")
    assert "9.5" in rules_broken(alone)
