"""10.4-10.6: veterans, generic upgrades, drones and the Duelist: prices, conditions, and what they change."""

from __future__ import annotations

import msgspec
import pytest

from gearlock.systems.brigands.forces import force_building as enlisting
from gearlock.systems.brigands.forces.force_building import enlist, field_force, find_model
from gearlock.systems.brigands.forces.upgrades import ListedModel, read_purchase, upgrades
from gearlock.systems.brigands.models import weapons_table
from systems.brigands.drill import (
    LEGAL,
    duelist_card,
    duelist_force,
    force_of,
    found,
    in_play,
    recruits,
    roster,
    rules_broken,
)

VETERANS = LEGAL.replace("primary GP", "primary GP: veteran")


def veteran_card(upgrades: str, model: str = "Hunter") -> tuple[str, ...]:
    line = recruits(VETERANS.replace("3x Hunter", f"2x Hunter\n    {model}: {upgrades}"))[2]
    assert line.played is not None
    return (*line.played.weapons, "|", *line.played.traits)


def price_of(text: str, model: int) -> int:
    return recruits(text)[model].price


@pytest.mark.rule("brigands.10.4", "brigands.10.5-veterans")
def test_a_veteran_unit_pays_actions_plus_one_for_each_model_without_vet() -> None:
    assert found(VETERANS) == []
    assert enlist(roster(VETERANS)).price == 36 + 4 * 2
    heavy = force_of("Scimitar: FOC", "Scimitar", unit="primary SK: veteran")
    assert price_of(heavy, 0) == price_of(heavy.replace(": veteran", ""), 0) + 3
    assert all("Vet" in in_play(one).traits for one in field_force(roster(VETERANS))[:4])


@pytest.mark.rule("brigands.10.4")
def test_models_with_vet_in_their_list_pay_nothing_and_serve_anywhere() -> None:
    vets = force_of("Espion CV: FOC", "2x Espion", faction="NuCoal", unit="primary SF")
    assert found(vets) == []
    assert enlist(roster(vets)).price == enlist(roster(vets.replace("SF", "SF: veteran"))).price


@pytest.mark.rule("brigands.10.4", "brigands.10.5-veterans")
def test_a_unit_is_veteran_as_a_whole_or_not() -> None:
    some = LEGAL.replace("3x Hunter", "2x Hunter\n    Hunter: Vet")
    assert rules_broken(some) == {"10.4"}
    assert found(LEGAL.replace("Hunter: FOC", "Hunter: FOC, Vet").replace("3x Hunter", "3x Hunter: Vet")) == []
    assert rules_broken(LEGAL.replace("support FS", "support FS: veteran")) == {"10.4"}
    assert rules_broken(LEGAL.replace("Grizzly", "Grizzly: Vet")) == {"10.4"}


@pytest.mark.rule("brigands.10.4-list")
def test_veteran_upgrades_need_vet_and_are_bought_once() -> None:
    green = LEGAL.replace("3x Hunter", "3x Hunter: Ace Gunner")
    assert rules_broken(green) == {"10.4-ace-gunner"}
    assert rules_broken(VETERANS.replace("3x Hunter", "3x Hunter: Panzerfaust, LHG")) == {"10.4-list"}


@pytest.mark.rule("brigands.A1.1")
def test_no_trait_is_bought_twice() -> None:
    vets = force_of("Espion CV: FOC, Vet", "2x Espion", faction="NuCoal", unit="primary SF")
    assert any("twice" in violation.message for violation in found(vets))
    assert any("twice" in violation.message for violation in found(duelist_force("Jaguar: Duelist, Dancer", code="SK")))


@pytest.mark.rule(
    "brigands.10.4-precautions",
    "brigands.10.4-ace-gunner",
    "brigands.10.4-ew-specialist",
    "brigands.10.4-weapons",
    "brigands.10.4-melee-specialist",
)
@pytest.mark.parametrize(
    ("upgrade", "tv", "gained"),
    [
        ("Precautions", 2, ["Field Armor", "Resist:F"]),
        ("Ace Gunner", 2, ["LRP (Snap)"]),
        ("EW Specialist", 2, ["ECM:1"]),
        ("Weapons LHG", 1, ["LHG"]),
        ("Melee Specialist", 1, ["Brawler:1"]),
    ],
)
def test_veteran_upgrades_cost_and_give_what_the_book_says(upgrade: str, tv: int, gained: list[str]) -> None:
    text = VETERANS.replace("3x Hunter", f"3x Hunter: {upgrade}")
    assert found(text) == []
    assert price_of(text, 1) == 6 + 2 + tv
    before, after = veteran_card(""), veteran_card(upgrade)
    assert set(gained) <= set(after)
    assert not set(gained) <= set(before)


@pytest.mark.rule("brigands.10.4-precautions", "brigands.10.4-melee-specialist")
def test_prices_by_the_action_grow_with_actions() -> None:
    heavy = force_of("Scimitar: FOC", "Scimitar: Precautions", unit="primary SK: veteran")
    assert price_of(heavy, 1) == price_of(heavy, 0) + 4


@pytest.mark.rule("brigands.10.4-ew-specialist")
def test_a_rating_that_is_there_grows_by_one_and_stays_auxiliary() -> None:
    scouts = force_of("Bashan: FOC, EWS", "2x Bashan", faction="Caprice", unit="primary RC: veteran")
    assert found(scouts) == []
    card = recruits(scouts)[0].played
    assert card is not None
    assert "ECM:2 (Aux)" in card.traits
    assert "ECM:1 (Aux)" not in card.traits


@pytest.mark.rule("brigands.10.4-ace-gunner")
def test_an_ace_gunner_snaps_with_everything() -> None:
    hunter = next(one for one in field_force(roster(VETERANS.replace(": FOC", ": FOC, Ace Gunner"))) if one.rank)
    assert all("Snap" in weapon.traits for weapon in in_play(hunter).weapons.values())


@pytest.mark.rule("brigands.10.4-weapons", "brigands.trait.arms")
def test_grenades_need_arms_and_no_infantry_buys_them() -> None:
    assert rules_broken(VETERANS.replace("3x Hunter", "3x Hunter: Weapons")) == {"10.4-weapons"}
    squads = force_of("Infantry Squad: FOC, LHG", "3x Infantry Squad", unit="primary IN: veteran")
    assert rules_broken(squads) == {"10.4-weapons"}
    walkers = force_of("Bashan: FOC, LPZ", "2x Bashan", faction="Caprice", unit="primary RC: veteran")
    assert rules_broken(walkers) == {"10.4-weapons"}


@pytest.mark.rule("brigands.10.4-melee-specialist")
def test_a_melee_specialist_needs_a_melee_weapon() -> None:
    squads = force_of("Infantry Squad: FOC, Melee Specialist", "3x Infantry Squad", unit="primary IN: veteran")
    assert rules_broken(squads) == {"10.4-melee-specialist"}


@pytest.mark.rule("brigands.10.5-drones", "brigands.9.2", "brigands.trait.drone-bay")
def test_a_model_of_a_primary_unit_may_have_one_drone_or_fill_its_bay() -> None:
    one = LEGAL.replace(": FOC", ": FOC, Recon Drone")
    assert found(one) == []
    assert price_of(one, 0) == 7
    assert [drone.id for drone in field_force(roster(one))[0].drones] == ["recon-drone"]
    assert price_of(LEGAL.replace(": FOC", ": FOC, Defender Drone"), 0) == 8
    assert rules_broken(LEGAL.replace(": FOC", ": FOC, Recon Drone, HK Drone")) == {"10.5-drones"}
    assert rules_broken(LEGAL.replace("Grizzly", "Grizzly: Recon Drone")) == {"10.5-drones"}
    bay = force_of("Recce Armiger: FOC, 2x Recon Drone", "2x Recon N-KIDU", faction="Utopia", unit="primary RC")
    assert found(bay) == []
    assert len(field_force(roster(bay))[0].drones) == 2
    assert rules_broken(bay.replace("2x Recon Drone", "3x Recon Drone")) == {"10.5-drones"}


@pytest.mark.rule("brigands.10.5")
def test_an_upgrade_nobody_knows_is_answered_with_near_ones() -> None:
    (wrong,) = found(LEGAL.replace("3x Hunter", "3x Hunter: Panzerfest"))
    assert "Did you mean Panzerfaust" in wrong.fix
    assert rules_broken(LEGAL.replace("primary GP", "primary GP: shiny")) == {"10.4"}


@pytest.mark.rule("brigands.10.6")
def test_a_duelist_is_a_gear_alone_in_a_support_unit_with_vet_for_two_tv() -> None:
    assert found(duelist_force("Hunter: Duelist")) == []
    assert price_of(duelist_force("Hunter: Duelist"), 2) == 8
    card = duelist_card("Hunter: Duelist")
    assert {"Duelist", "Vet"} <= set(card.traits)
    assert rules_broken(LEGAL.replace("3x Hunter", "2x Hunter\n    Hunter: Duelist")) >= {"10.6"}
    assert rules_broken(duelist_force("2x Hunter: Duelist")) == {"10.6"}
    assert rules_broken(duelist_force("Hunter: Duelist\n    Hunter")) == {"10.6"}
    assert rules_broken(duelist_force("Infantry Squad: Duelist", code="IN")) == {"10.6"}


@pytest.mark.rule("brigands.10.6")
def test_a_force_has_one_duelist_and_it_holds_no_rank() -> None:
    second = "group Bravo\n  primary GP\n    Hunter: CGL\n    2x Hunter\n  support GP\n    Hunter: Duelist\n"
    assert rules_broken(duelist_force("Hunter: Duelist") + second) == {"10.6"}
    assert "10.6" in rules_broken(duelist_force("Hunter: Duelist, XO"))
    assert "10.6" in rules_broken(duelist_force("Headhunter: Duelist"))


@pytest.mark.rule("brigands.trait.duelist")
def test_a_model_with_duelist_in_its_list_serves_as_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    grizzly = find_model("Grizzly", "North")
    assert grizzly is not None
    born = msgspec.structs.replace(grizzly, traits=(*grizzly.traits, "Duelist"))
    monkeypatch.setattr(
        enlisting, "find_model", lambda name, faction: born if name == "Grizzly" else find_model(name, faction)
    )
    assert rules_broken(LEGAL) == {"trait.duelist"}
    assert found(LEGAL.replace("Grizzly", "Grizzly: Duelist")) == []


@pytest.mark.rule("brigands.10.6-list")
def test_duelist_upgrades_are_for_the_duelist_and_bought_once() -> None:
    assert rules_broken(LEGAL.replace("Grizzly", "Grizzly: Dancer")) == {"10.6-dancer"}
    assert "10.6-list" in rules_broken(duelist_force("Hunter: Duelist, Shield, Shield"))
    assert found(duelist_force("Hunter: Duelist, Ace Gunner, Recon Drone, Weaponmaster, Melee Specialist")) == []
    assert "Brawler:2" in duelist_card("Hunter: Duelist, Weaponmaster, Melee Specialist").traits


DUELS = [
    ("advanced-control", "Advanced Control Systems", 4, ""),
    ("tools", "Tools of the Trade LVB to LSG", 0, "LSG (Snap)"),
    ("sabre", "Sabre", 0, "LVB (Snap, Reach:1)"),
    ("zapmaster", "Zapmaster LVB", 1, "LVB (Snap, Haywire)"),
    ("shield", "Shield", 1, "Shield:1"),
    ("weaponmaster", "Weaponmaster", 1, "Brawler:1"),
    ("dancer", "Dancer", 2, "Agile"),
    ("defender", "Defender", 2, "MMG (Aux, Snap, T)"),
    ("quickdraw", "Quickdraw LAC", 2, "LAC (Snap, Auto)"),
    ("shadow", "Shadow", 2, "Stealth (Aux)"),
]


@pytest.mark.rule(
    "brigands.10.6-advanced-control",
    "brigands.10.6-tools",
    "brigands.10.6-sabre",
    "brigands.10.6-zapmaster",
    "brigands.10.6-shield",
    "brigands.10.6-weaponmaster",
    "brigands.10.6-dancer",
    "brigands.10.6-defender",
    "brigands.10.6-quickdraw",
    "brigands.10.6-shadow",
)
@pytest.mark.parametrize(("id", "text", "tv", "gained"), DUELS, ids=[row[0] for row in DUELS])
def test_duelist_upgrades_cost_and_give_what_the_book_says(id: str, text: str, tv: int, gained: str) -> None:
    force = duelist_force(f"Hunter: Duelist, {text}")
    assert found(force) == []
    assert price_of(force, 2) == 8 + tv
    card = duelist_card(f"Hunter: Duelist, {text}")
    assert not gained or gained in (*card.weapons, *card.traits)
    assert card.actions == (2 if id == "advanced-control" else 1)
    assert ListedModel(card, weapons_table()).traits["Duelist"] == 1


@pytest.mark.rule("brigands.10.6-advanced-control", "brigands.10.6-shadow")
def test_prices_by_the_action_use_the_actions_the_duelist_ends_with() -> None:
    assert price_of(duelist_force("Hunter: Duelist, Advanced Control, Shadow"), 2) == 8 + 4 + 4
    assert "10.6-advanced-control" in rules_broken(duelist_force("Owl: Duelist, ACS", "Black Talon", "SK"))


@pytest.mark.rule("brigands.10.6-polearm", "brigands.10.6-sabre")
def test_a_polearm_lengthens_the_reach_a_sabre_may_give() -> None:
    assert rules_broken(duelist_force("Hunter: Duelist, Polearm")) == {"10.6-polearm"}
    both = duelist_force("Hunter: Duelist, Polearm, Sabre")
    assert found(both) == []
    assert price_of(both, 2) == 9
    assert "LVB (Snap, Reach:2)" in duelist_card("Hunter: Duelist, Polearm, Sabre").weapons


@pytest.mark.rule("brigands.10.6-tools")
@pytest.mark.parametrize(
    ("swap", "legal"), [("LVB to LCW", True), ("LSG", True), ("LVB to MSG", False), ("LVB", False), ("", False)]
)
def test_tools_swap_a_melee_weapon_for_one_of_its_size(swap: str, legal: bool) -> None:
    assert (found(duelist_force(f"Hunter: Duelist, Tools of the Trade {swap}")) == []) is legal


@pytest.mark.rule("brigands.10.6-gunslinger")
def test_a_gunslinger_has_a_weapon_with_snap_twice_without_what_is_added_to_one() -> None:
    text = "Hunter: Duelist, Gunslinger LAC, Quickdraw LAC"
    assert found(duelist_force(text)) == []
    weapons = duelist_card(text).weapons
    assert weapons[:2] == ("LAC (Snap, Auto)", "LAC (Snap)")
    assert rules_broken(duelist_force("Hunter: Duelist, Gunslinger LRP")) == {"10.6-gunslinger"}
    assert found(duelist_force("Hunter: Duelist, Gunslinger LRP, Ace Gunner")) == []


@pytest.mark.rule("brigands.10.6-quickdraw", "brigands.10.6-zapmaster")
def test_a_choice_that_is_not_plain_must_be_made() -> None:
    (wrong,) = found(duelist_force("Hunter: Duelist, Quickdraw"))
    assert wrong.fix == "Say which: LAC or LVB."
    assert found(duelist_force("Hunter: Duelist, Zapmaster")) == []
    assert rules_broken(duelist_force("Hunter: Duelist, Zapmaster LAC")) == {"10.6-zapmaster"}


def test_every_upgrade_is_read_by_its_name_and_cites_a_rule() -> None:
    for upgrade in upgrades().values():
        for name in (upgrade.name, upgrade.name.upper(), *upgrade.aliases):
            read = read_purchase(name)
            assert read is not None
            assert read.upgrade == upgrade
        assert upgrade.rule.startswith("brigands.")
    assert read_purchase("Dancer twice") is None
