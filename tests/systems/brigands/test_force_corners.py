"""Chapter 10 at its corners: what is refused to whom, and prices that only show with another model."""

from __future__ import annotations

import msgspec
import pytest

from gearlock.muster.fitting import Unfit
from gearlock.systems.brigands.forces import force_building as enlisting
from gearlock.systems.brigands.forces.force_building import find_model
from gearlock.systems.brigands.forces.upgrades import fit_weapons
from systems.brigands.drill import LEGAL, duelist_card, duelist_force, force_of, found, recruits, rules_broken, the_one

VETERANS = LEGAL.replace("primary GP", "primary GP: veteran")


@pytest.mark.rule("brigands.10.3", "brigands.7.1")
def test_two_models_of_one_line_cannot_both_lead() -> None:
    twice = LEGAL.replace("Hunter: FOC\n    3x Hunter", "2x Hunter: FOC\n    2x Hunter")
    assert {violation.message for violation in found(twice)} == {
        "The force has 2 Force Commanders; it has one.",
        "The Primary Unit GP of Alpha has 2 leaders; it has one.",
    }
    second = "group Bravo\n  primary GP\n    3x Hunter: CGL\n"
    assert "3 leaders" in the_one(found(LEGAL + second)).message


@pytest.mark.rule("brigands.trait.conscript")
def test_a_conscript_holds_no_rank(monkeypatch: pytest.MonkeyPatch) -> None:
    hunter = find_model("Hunter", "North")
    assert hunter is not None
    drafted = msgspec.structs.replace(hunter, traits=(*hunter.traits, "Conscript"))
    monkeypatch.setattr(enlisting, "find_model", lambda name, faction: drafted)
    for rank in ("FOC", "XO", "2iC"):
        assert "trait.conscript" in rules_broken(LEGAL.replace(": FOC", f": {rank}"))


@pytest.mark.rule("brigands.10.4-weapons")
def test_hand_weapons_are_light_and_infantry_with_arms_has_none() -> None:
    for choice, broken in (("LHG", set()), ("LPZ", set()), ("MHG", {"10.4-weapons"}), ("LAC", {"10.4-weapons"})):
        assert rules_broken(VETERANS.replace("3x Hunter", f"3x Hunter: Weapons {choice}")) == broken
    hunter = find_model("Hunter", "North")
    assert hunter is not None
    with pytest.raises(Unfit, match="Infantry"):
        fit_weapons(msgspec.structs.replace(hunter, type="Infantry"), "LHG")


@pytest.mark.rule("brigands.10.5-drones")
@pytest.mark.parametrize(
    ("drone", "tv"),
    [("Recon Drone", 1), ("Demolition Drone", 1), ("Demo Drone (Grenade)", 1), ("HK Drone", 1), ("Defender Drone", 2)],
)
def test_drones_cost_what_the_book_says(drone: str, tv: int) -> None:
    text = LEGAL.replace(": FOC", f": FOC, {drone}")
    assert found(text) == []
    assert recruits(text)[0].price == 6 + tv


@pytest.mark.rule("brigands.10.4-melee-specialist")
def test_a_melee_specialist_pays_for_each_action() -> None:
    plain = force_of("Scimitar: FOC", "Scimitar", unit="primary SK: veteran")
    trained = plain.replace("Scimitar\n", "Scimitar: Melee Specialist\n")
    assert found(trained) == []
    assert recruits(trained)[1].price == recruits(plain)[1].price + 2


@pytest.mark.rule("brigands.10.6-gunslinger", "brigands.10.6-polearm", "brigands.10.6-zapmaster")
@pytest.mark.parametrize(
    ("bought", "tv"), [("Gunslinger LAC", 2), ("Sabre, Polearm", 2), ("Zapmaster", 2), ("Weaponmaster", 1)]
)
def test_a_duelist_with_two_actions_pays_twice_only_where_the_book_says(bought: str, tv: int) -> None:
    text = duelist_force(f"Hunter: Duelist, ACS, {bought}")
    assert found(text) == []
    assert recruits(text)[-1].price == 6 + 2 + 4 + tv


@pytest.mark.rule("brigands.10.6")
@pytest.mark.parametrize(("model", "code"), [("Klemm", "LT"), ("Scimitar", "SK"), ("Stinger", "IN")])
def test_a_duelist_is_neither_vehicle_nor_strider(model: str, code: str) -> None:
    assert rules_broken(duelist_force(f"{model}: Duelist", code=code)) == {"10.6"}


@pytest.mark.rule("brigands.10.6-shield")
def test_a_shield_that_is_there_grows() -> None:
    text = duelist_force("Iguana MP: Duelist, Shield").replace("North", "South").replace("Hunter", "Iguana")
    traits = recruits(text)[-1].played
    assert traits is not None
    assert "Shield:3" in traits.traits
    assert "Shield:2" not in traits.traits


@pytest.mark.rule("brigands.10.6-sabre", "brigands.10.6-polearm")
def test_a_weapon_with_reach_takes_a_polearm_and_no_sabre() -> None:
    assert rules_broken(duelist_force("Bricklayer: Duelist, Sabre LCW", code="EG")) == {"10.6-sabre"}
    assert found(duelist_force("Bricklayer: Duelist, Polearm LCW", code="EG")) == []
    assert "LCW (Snap, Reach:2)" in duelist_card("Bricklayer: Duelist, Polearm LCW", code="EG").weapons


@pytest.mark.rule("brigands.10.1")
def test_a_number_behind_the_name_is_answered_with_how_to_write_it() -> None:
    for line in ("Grizzly x2", "Grizzly X 2"):
        assert the_one(found(LEGAL.replace("    Grizzly", f"    {line}"))).fix.startswith("Write '2x Grizzly'")
