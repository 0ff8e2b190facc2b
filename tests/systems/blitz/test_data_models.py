"""Models made ready for play, and what is found wrong with stat lines."""

from __future__ import annotations

import msgspec
import pytest

from gearlock.kernel.rulebook import load_rulebook
from gearlock.systems.blitz.lint import card_faults, lint
from gearlock.systems.blitz.models import Model, known_traits, model_cards, ready, weapons_table


def model(id: str) -> Model:
    return ready(model_cards()[id])


def test_the_data_files_are_in_order() -> None:
    assert lint() == []


def test_every_trait_names_a_rule_of_the_book() -> None:
    rules = load_rulebook("gearlock.systems.blitz")
    assert len(rules) == 420
    for kind in ("model", "weapon"):
        assert all(trait.rule in rules for trait in known_traits(kind).values())


@pytest.mark.parametrize(
    ("field", "value", "fault"),
    [
        ("traits", ("Winged",), "no model trait 'Winged'"),
        ("traits", ("SMS:G (Winged)",), "no model trait 'Winged'"),
        ("traits", ("SMS:G (-Winged)",), "no model trait 'Winged'"),
        ("traits", ("AutoAI:XYZ",), "AutoAI names 'XYZ'"),
        ("weapons", ("LAC (Sharp)",), "no weapon trait 'Sharp'"),
        ("weapons", ("LTG (Ammo:Sharp, Ammo:AT)",), "no weapon trait 'Sharp'"),
        ("weapons", ("XYZ",), "XYZ"),
        ("type", "Balloon", "no type 'Balloon'"),
        ("type", "Gear (Tall)", "no type 'Gear (Tall)'"),
        ("gait", "X", "no movement type 'X'"),
        ("ua", ("ZZ (0+)",), "ZZ"),
        ("ua", ("GP (lots)",), "lots"),
    ],
)
def test_a_fault_in_a_stat_line_is_named(field: str, value: object, fault: str) -> None:
    card = msgspec.structs.replace(model_cards()["hunter"], **{field: value})
    found = list(card_faults(card))
    assert len(found) == 1
    assert fault in found[0]


@pytest.mark.rule("blitz.2.8")
@pytest.mark.parametrize(
    ("id", "radius"),
    [
        ("hunter", 500),
        ("spitting-cobra", 500),
        ("barnaby-rider", 500),
        ("south-elan", 500),
        ("south-infantry-squad", 787),
        ("wallaby", 787),
        ("north-sniper-infantry-team", 500),
        ("lht-71", 787),
        ("hun", 787),
        ("fusilier", 787),
        ("aller", 1181),
        ("mht-72", 1181),
        ("drake", 1181),
        ("mammoth", 1181),
        ("naga", 787),
        ("hussar", 787),
        ("fire-dragon", 1181),
        ("recon-drone", 500),
        ("outpost", 1500),
    ],
)
def test_half_a_base(id: str, radius: int) -> None:
    assert model(id).radius == radius


@pytest.mark.rule("blitz.7.2a")
@pytest.mark.parametrize(
    ("id", "height"),
    [
        ("north-infantry-squad", 1000),
        ("hunter", 2000),
        ("hun", 2000),
        ("fusilier", 2500),
        ("f6-16-frame-no-pack", 2500),
        ("mammoth", 3000),
        ("naga", 3000),
        ("fire-dragon", 2000),
        ("generic-fighter", 2000),
        ("dragonfly-north", 2500),
        ("recon-drone", 1000),
        ("hht-90-body", 4000),
        ("hht-90-turret", 4000),
        ("ac-turret", 2000),
        ("outpost", 5000),
        ("minefield", 0),
    ],
)
def test_how_high_a_model_is(id: str, height: int) -> None:
    assert model(id).height == height


@pytest.mark.rule("blitz.7.2a")
def test_low_profile_and_driving_striders() -> None:
    assert (model("ferret").height, model("ferret").low) == (2000, 1000)
    assert (model("fusilier").height, model("fusilier").low) == (2500, 1250)
    assert (model("hunter").height, model("hunter").low) == (2000, 2000)
    assert (model("hussar").height, model("hussar").sms["G"].height) == (3000, 2000)
    assert model("hunter").sms["G"].height == 2000


@pytest.mark.rule("blitz.2.12a")
def test_detection_range_is_twelve_inches_unless_sensors_say_otherwise() -> None:
    assert model("hunter").sensors == 12_000
    assert (model("cheetah").sensors, "Sensors" in model("cheetah").auxiliary) == (24_000, True)
    assert (model("ac-turret").sensors, "Sensors" in model("ac-turret").auxiliary) == (18_000, False)
    assert "Sensors" not in model("cheetah").traits
    assert {model(id).sensors for id in model_cards()} == {6000, 12_000, 18_000, 24_000, 30_000}


@pytest.mark.rule(
    "blitz.2.13-gear", "blitz.2.13-strider", "blitz.2.13-vehicle", "blitz.2.13-infantry", "blitz.2.13-flying",
    "blitz.2.13-vtol", "blitz.2.13-fortification",
)  # fmt: skip
@pytest.mark.parametrize(
    ("id", "type", "subtype"),
    [
        ("hunter", "Gear", ""),
        ("f6-16-frame-no-pack", "Gear", "Hover"),
        ("mammoth", "Strider", ""),
        ("hussar", "Strider", "Tall"),
        ("fire-dragon", "Strider", "Low"),
        ("hun", "Vehicle", ""),
        ("fusilier", "Vehicle", "Hover"),
        ("south-elan", "Vehicle", "ORV"),
        ("generic-bomber", "Vehicle", "Flying"),
        ("varis-south", "Vehicle", "VTOL"),
        ("north-infantry-squad", "Infantry", ""),
        ("north-sniper-infantry-team", "Infantry", "Team"),
        ("wallaby", "Infantry", "ATV"),
        ("bunker", "Fortification", ""),
        ("hunter-killer-drone", "Drone", ""),
    ],
)
def test_types_and_subtypes(id: str, type: str, subtype: str) -> None:
    assert (model(id).type, model(id).subtype) == (type, subtype)


@pytest.mark.rule("blitz.A.3")
def test_traits_with_their_ratings() -> None:
    cheetah = model("cheetah")
    assert cheetah.traits == {
        "Acrobatic": 1, "Agile": 1, "Arms": 1, "Comms": 1, "ECM": 2, "CJ": 1, "TD": 1,
    }  # fmt: skip
    assert model("white-cat-cheetah").traits["SatUp"] == 5
    assert model("white-cat-cheetah").traits["SJ"] == 1
    assert "CJ" not in model("white-cat-cheetah").traits
    assert model("white-cat-cheetah").auxiliary == {"Sensors", "SatUp"}
    assert model("ferret").traits["Fragile: Move"] == 1
    assert model("ferret").traits["Brawler"] == -1
    assert model("jerboa").traits["Jetpack"] == 6
    assert model("hoverbike-grel").traits["Jetpack"] == 6
    assert model("nucoal-bricklayer").traits["Smoke"] == 1
    assert (model("outpost").traits["HGC"], model("outpost").traits["Transport: Infantry"]) == (2, 6)
    assert (model("bunker").traits["Transport: Infantry"], model("bunker").traits["Flank"]) == (2, 0)


@pytest.mark.rule("blitz.A.3")
def test_secondary_movement_with_what_it_gives_and_takes() -> None:
    harrier = model("harrier")
    assert (harrier.traits["Agile"], harrier.sms["H"].gains, harrier.sms["H"].loses) == (
        1,
        {"Fast": 1},
        frozenset({"Agile"}),
    )
    assert model("hunter").sms["G"].gains == {}
    low = [
        ready(card).sms["G"] for card in model_cards().values() if "SMS:G (Low Profile, Offroad:+1D6)" in card.traits
    ]
    assert [sms.gains for sms in low] == [{"Low Profile": 1, "Offroad": 1}]


def test_weapons_that_fire_by_themselves_are_named() -> None:
    assert model("mammoth").automatic == ("MMG",)
    assert model("hunter").automatic == ()


def test_reach_is_that_of_the_longest_melee_weapon() -> None:
    assert (model("hunter").reach, model("scimitar").reach, model("hun").reach) == (0, 2000, -1)
    assert model("hunter").bulk == 6


def test_the_heavy_tank_stands_as_body_and_turret() -> None:
    assert model_cards()["hht-90"].parts == ("hht-90-body", "hht-90-turret")
    assert model("hht-90-turret").attached == "hht-90-body"
    assert (model("hht-90-body").traits["MCV"], model("hht-90-turret").traits["MCV"]) == (1, 1)
    assert model_cards()["hunter"].parts == ()


def test_a_line_is_made_ready_once() -> None:
    card = model_cards()["hunter"]
    assert ready(card) is ready(card, weapons_table())
    assert ready(card, dict(weapons_table())) is not ready(card)
