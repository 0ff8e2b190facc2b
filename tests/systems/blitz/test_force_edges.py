"""Where exactly a fault is said to be, and the corners of what is allowed."""

from __future__ import annotations

import msgspec
import pytest

from gearlock.muster.fitting import Unfit
from gearlock.systems.blitz.forces.enlisting import enlist, fit_stripped, model_names
from gearlock.systems.blitz.forces.lists import Limit, limit_for, sublists
from gearlock.systems.blitz.models import model_cards, ready
from systems.blitz.roll_call import GREEN, cost, fielded, first, found, of, roster, the_one

NEXT = GREEN.replace("CO", "CGL")
CHASSEURS = "primary GP\n Chasseur: CO\n 3x Chasseur\n"
JAGERS = "primary GP\n Jager: CO\n 3x Jager\n"
STRIKE = "primary SK\n Warrior IV: CO\n 3x Warrior IV\n"
TALONS = "primary TI\n Dark Jaguar: CO\n Dark Jaguar\n 2x Dark Mamba\n"
TANKS = "primary LT\n LHT-67: CO\n {}\n"
FLIGHT = "primary GF\n Generic Fighter: CGL\n 2x Generic Fighter\n"
DUEL = GREEN + "support SK\n Jaguar: Duelist\n"
STAFF = "primary GP\n Hunter: CGL\n Hunter: XO\n 2x Hunter\n"
TIES = "primary GP\n Hunter: {}, Vet, {}\n 3x Hunter\n"


@pytest.mark.rule("blitz.5.4", "blitz.5.2", "blitz.5.5", "blitz.A.2.0", "blitz.A.2.2-xo", "blitz.A.2.4")
@pytest.mark.parametrize(
    ("text", "places"),
    [
        (of("North", GREEN.replace("CO", "CGL")), [("A.2.0", 4)]),
        (of("North", GREEN, GREEN), [("A.2.0", 9)]),
        (of("North", GREEN, STAFF, STAFF), [("A.2.2-xo", 15)]),
        (of("North", "primary GP\n Hunter: CO\n Hunter: CGL\n 2x Hunter"), [("5.4", 6)]),
        (of("North", "primary GP\n Hunter: CO\n Hunter: 2iC\n Hunter: 2iC\n Hunter"), [("A.2.2-xo", 7)]),
        (of("North", GREEN + "support FS\n Grizzly\nsupport FS\n Grizzly"), [("A.2.0", 9)]),
        (of("North", "primary SK\n Jaguar: CO\n Hunter\n Jaguar\n 2x Hunter"), [("5.2", 8)]),
        (of("North", DUEL, DUEL.replace("CO", "CGL")), [("A.2.4", 14)]),
        (of("North", GREEN, "primary GP: veteran\n Hunter: CGL\n 3x Hunter", TIES.format("CGL", "XO")), [
            ("A.2.2-xo", 13), ("5.5", 12),
        ]),
        (of("North", TIES.format("CO", "Ace Gunner"), TIES.format("CGL", "Rugged Sensors"), list="WFP"), [
            ("force.north.wfp", 10),
        ]),
        (of("North", TIES.format("CO", "Ace Gunner"), NEXT, list="WFP"), [("force.north.wfp", 10)]),
        (of("NuCoal", CHASSEURS, CHASSEURS.replace("CO", "CGL"), list="TH"), [("force.nucoal.th", 5)]),
        (of("North", GREEN.replace("GP", "GP: HHG"), NEXT.replace("GP", "GP: HHG")), [("A.2.2-grenades", 8)]),
        (of("North", GREEN.replace("3x Hunter", "Hunter: AA\n Hunter: AA\n Hunter: AA")), [("A.2.2-aa", 8)]),
        (of("North", GREEN, size=10), [("5.1", 2)]),
        (of("North", GREEN, list="XX"), [("A.2.5", 3)]),
        (of("South", "primary GP\n Jager: CO\n 3x Jager", list="MK", allies="CEF"), [
            ("force.south.mk", 4), ("force.south.mk", 6),
        ]),
        (of("North", GREEN, "primary GF\n Generic Fighter: CGL\n Generic Fighter",
            "primary FB\n Generic Fighter/Bomber: CGL\n Generic Fighter/Bomber"), [("17.6", 12)]),
        (of("North", GREEN, elite="perhaps"), [("5.5-elite", 3)]),
        (of("Peace River", STRIKE, list="CTF", elite="no"), [("force.peace-river.ctf", 4)]),
        (of("Black Talon", TALONS, elite="no"), [("force.black-talon", 3)]),
        (of("North", GREEN + "support Any\n AC Turret: Vet"), [("5.5", 8)]),
        (of("North", GREEN + "support Any: Vet\n AC Turret"), [("5.5", 7)]),
        (of("North", GREEN + "support Any\n AC Turret: Vet, Recon Drone", list="NG"), [
            ("5.5", 9), ("A.2.2-drones", 9),
        ]),
        (of("North", GREEN + "support IN: Vet\n Infantry Squad", NEXT.replace("GP", "GP: Vet"), list="NG"), [
            ("5.5", 11),
        ]),
        (of("North", GREEN + "support SK\n Jaguar: Duelist, Thunder Jaguar"), [("A.2.4", 8)]),
        (of("North", GREEN + "support FS\n Den Mother: Duelist"), [("A.2.4", 8)]),
        (of("North", GREEN.replace("GP", "GP: Warrior Monks")), [("force.north.nlc", 4)]),
        (of("North", GREEN.replace("GP", "GP: Military Police")), [("force.peace-river.poc", 4)]),
        (of("North", GREEN + "support Any\n Bunker: Stripped Down", list="WFP"), [("force.north.wfp", 9)]),
        (of("South", JAGERS + "support Any\n AC Turret: Conscript", list="MILICIA"), [("force.south.milicia", 9)]),
        (of("Leagueless", GREEN, TALONS.replace("CO", "CGL")), [("force.leagueless", 9)]),
        (of("Leagueless", GREEN + "support SK\n Hunter"), [("5.2", 8)]),
    ],
)  # fmt: skip
def test_a_fault_is_where_it_is_said_to_be(text: str, places: list[tuple[str, int]]) -> None:
    assert sorted((it.rule.removeprefix("blitz."), it.line) for it in found(text)) == sorted(places)


@pytest.mark.rule("blitz.5.5", "blitz.force.north.ng", "blitz.force.cef.tank", "blitz.force.leagueless")
@pytest.mark.parametrize(
    ("text", "price"),
    [
        (of("North", GREEN + "support IN: Vet\n Infantry Squad: Ace Gunner", list="NG"), 24 + 3 + 2 + 2),
        (of("North", GREEN, elite="no"), 24),
        (of("CEF", TANKS.format("2x LHT-71"), list="TANK"), 18 + 36),
        (of("CEF", TANKS.format("2x LHT-71: AA LATM"), list="TANK"), 18 + 36 + 1),
        (of("CEF", TANKS.format("LHT-71: AA LATM\n LHT-71"), list="TANK"), 18 + 36),
        (of("CEF", TANKS.format("2x LHT-71: AA LATM")), 18 + 36 + 2),
        (of("Leagueless", GREEN, FLIGHT), 24 + 45),
    ],
)
def test_what_is_allowed_and_what_it_costs(text: str, price: int) -> None:
    assert (found(text), cost(text)) == ([], price)
    assert sum(model.tv for model in fielded(text)) == price


def test_the_leagueless_are_offered_the_lists_they_draw_on() -> None:
    wrong = the_one(of("Leagueless", GREEN, TALONS.replace("CO", "CGL")))
    assert wrong.fix == "Choose a model of North or South or Peace River or NuCoal."


@pytest.mark.rule("blitz.5.2", "blitz.5.3")
def test_a_variant_for_commanders_of_any_unit_needs_a_rank() -> None:
    lions = "primary SK\n Jaguar: CO\n 2x Jaguar\n Lion: Thunder Lion"
    assert "Thunder Lion serves in SK units as a commander only" in the_one(of("North", lions)).message
    assert found(of("North", lions.replace("Thunder Lion", "Thunder Lion, 2iC"))) == []
    scimitars = "primary SK\n Scimitar: CO, Scimitar Command\n Scimitar: 2iC, Scimitar Command"
    assert the_one(of("North", scimitars)).rule == "blitz.5.2"


@pytest.mark.rule("blitz.5.3")
def test_what_upgrade_variants_add_and_take() -> None:
    crusader = of("Peace River", "primary FS\n Crusader IV: CO, Crusader V\n 3x Crusader IV")
    plain, better = ready(fielded(crusader)[1].card), ready(first(crusader).card)
    assert ("Vul: Haywire" in plain.traits, "Vul: Haywire" in better.traits) == (True, False)
    assert ("LFM" in plain.weapons, "LFM" in better.weapons, "MFM" in better.weapons) == (True, False, True)
    assert ("Link" in plain.weapons["MRP"].traits, "Link" in better.weapons["MRP"].traits) == (True, False)
    riders = of("South", "primary IN\n Infantry Squad: CO\n 2x Infantry Squad: Lizard Rider\n Infantry Squad")
    rider = fielded(riders)[1]
    assert (rider.card.move, rider.card.armor, rider.tv, ready(rider.card).traits["Profile"]) == (7, 3, 4, 6)
    mammoth = first(of("North", "primary ST\n Mammoth: CO, Mammoth AI\n Mammoth"))
    assert (ready(mammoth.card).automatic, "MMG" in ready(mammoth.card).weapons) == (("MAPR",), False)
    assert "MAPR 2" in ready(mammoth.card).weapons


@pytest.mark.rule("blitz.5.3")
def test_an_upgrade_changes_only_what_differs_from_the_stock_model() -> None:
    tigers = of("North", "primary SK\n Tiger: CO, Sabertooth Tiger\n Tiger\n 2x Hunter")
    card = first(tigers).card
    assert (card.move, card.ew, card.name) == (4, 5, "Sabertooth Tiger")
    gunner = first(of("North", "primary GP\n Hunter Gunner: CO, Headhunter\n 3x Hunter")).card
    assert (gunner.name, gunner.ew, gunner.weapons[0]) == ("Hunter Gunner, Headhunter", 5, "MAC (Arm)")
    caiman = of("South", "primary CV\n Crocodile: CO, Command Caiman/Crocodile\n 3x Caiman")
    assert (found(caiman), first(caiman).tv, first(caiman).card.ew) == ([], 7, 5)
    bare = "primary TI\n Eagle (Suppression Pack): CO, Eagle Anti-Infantry\n Eagle"
    assert cost(of("Black Talon", bare)) == 32


@pytest.mark.rule("blitz.force.north.wfp")
def test_a_hull_of_two_can_be_stripped_and_a_hull_of_one_cannot() -> None:
    bricklayer = model_cards()["north-bricklayer"]
    assert (bricklayer.hull, fit_stripped(bricklayer, "").hull) == (2, 1)
    with pytest.raises(Unfit, match="no hull point"):
        fit_stripped(msgspec.structs.replace(bricklayer, hull=1), "")


@pytest.mark.rule("blitz.force.utopia-special")
def test_machines_with_one_action_have_no_drones() -> None:
    text = of("Utopia", "primary RC\n Recce Armiger: CO\n 2x Recon N-KIDU\n Recon N-KIDU: Recon Drone")
    assert [it.rule for it in found(text)] == ["blitz.force.utopia-special"]
    emt = text.replace("Recon N-KIDU: Recon Drone", "EMT Commando Drone: Recon Drone")
    assert [it.rule for it in found(emt)] == ["blitz.force.utopia-special"]


@pytest.mark.rule("blitz.A.2.4")
def test_a_duelist_may_have_an_upgrade_that_is_none_of_command() -> None:
    assert found(of("North", GREEN + "support SK\n Lion: Duelist, Mountain Lion")) == []


@pytest.mark.rule("blitz.force.peace-river.poc")
def test_greyhounds_go_everywhere_even_in_support() -> None:
    corps, hound = sublists()["POC"], model_cards()["greyhound"]
    assert limit_for(hound, "ZZ", "Peace River", corps) == Limit(0, 1, fixed=True)
    assert limit_for(hound, "GP", "Peace River", None) is None
    warriors = "primary GP\n Warrior: CO\n 3x Warrior\nsupport FS\n Greyhound"
    assert found(of("Peace River", warriors, list="POC")) == []


def test_hints_name_models_that_can_be_bought() -> None:
    assert "Recon Drone" not in model_names("North").names
    assert "Jager" not in model_names("North").names
    assert "Bunker" in model_names("North").names
    assert "HHT-90 Body" not in model_names("CEF").names
    assert {"Hunter", "Jager"} <= set(model_names(None).names)
    foreign = found(of("South", "primary GP\n Jager: CO\n 2x Jager\n Hunter"))
    assert [it.fix for it in foreign if it.rule == "blitz.force.south"] == ["Choose a model of South."]


def test_groups_without_a_name_are_numbered_from_one() -> None:
    force = enlist(roster(of("North", GREEN, NEXT)))
    assert [group.title for group in force.groups] == ["group 1", "group 2"]


@pytest.mark.rule("blitz.A.2.2-drones", "blitz.A.2.2-aa")
def test_two_guns_of_a_kind_get_anti_air_one_at_a_time() -> None:
    tanks = of("North", "primary ST\n Thunderhammer Flak: CO\n Mammoth")
    assert found(tanks) == []
    fighter = of("North", "primary GF\n Generic Fighter: CO, AA\n Generic Fighter")
    assert "no AC, RC, ATM or LC without AA" in the_one(fighter).message
