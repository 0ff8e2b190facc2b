"""Errata to army lists of other books: who may have what, at what price, and what it makes of a card."""

from __future__ import annotations

import pytest

from gearlock.systems.fieldmanual.army.building import list_price, price, squad_price
from systems.fieldmanual.deals import NOTHING, Deal, bought, played, refused, weapons
from systems.fieldmanual.roll_call import OwnFiles, card, expect, force, found, of


@pytest.mark.rule("fieldmanual.errata-strike-squad")
def test_grizzlies_of_a_strike_squad_link_their_rockets() -> None:
    grizzly = bought("Strike Squad", "Grizzly", "Link MRP", NOTHING, faction="North")
    assert price(grizzly) == 90
    assert [mount.link for mount in played(grizzly).weapons if mount.weapon.id == "MRP"] == ["MRP", "MRP"]
    assert all("Link" in mount.weapon.traits for mount in played(grizzly).weapons if mount.weapon.id == "MRP")
    assert [mount.link for mount in played(grizzly).weapons if mount.weapon.id != "MRP"] == [""] * 6
    assert price(bought("Strike Squad", "Grizzly", "Link", NOTHING, faction="North")) == 90
    refused("Line", "Grizzly", "Link MRP", NOTHING, "errata-strike-squad", "may not take Link here", faction="North")
    refused("Strike Squad", "Grizzly", "Link IRP", NOTHING, "errata-strike-squad", "has no two", faction="North")


@pytest.mark.rule("fieldmanual.errata-cavalry-squad")
def test_badgers_link_rockets_or_cannons_without_being_veterans() -> None:
    own = OwnFiles([card("Badger", 35, "LAC|T; LAC|T; MRP/9|F; MRP/9|F", kind="vehicle")])
    badger = bought("Cavalry Squad", "Badger", "Link LAC", own, faction="North")
    assert (price(badger), [mount.link for mount in played(badger).weapons]) == (40, ["LAC", "LAC", "", ""])
    refused("Cavalry Squad", "Badger", "Link", own, "errata-cavalry-squad", "more than one kind", faction="North")
    linked = OwnFiles([card("Badger", 35, "LAC|T|||||Link; LAC|T|||||Link")])
    refused("Cavalry Squad", "Badger", "Link", linked, "errata-cavalry-squad", "linked already", faction="North")


@pytest.mark.rule("fieldmanual.errata-leagueless-elite", "fieldmanual.errata-leagueless-troopers")
def test_leagueless_jaguars_and_bears_link_their_rockets() -> None:
    own = OwnFiles([card("Jaguar", 60, "MRP/9|F; MRP/9|F"), card("Bear", 70, "MRP/18|F; MRP/18|F")])
    assert price(bought("Elite", "Jaguar", "Link", own, faction="Leagueless", army="Leagueless")) == 65
    assert price(bought("Support", "Bear", "Link", own, faction="Leagueless", army="Leagueless")) == 75
    with_lrp = OwnFiles([card("Jaguar", 60, "LRP/24|F")])
    refused("Elite", "Jaguar", "Link", with_lrp, "errata-leagueless-elite", "no two of MRP", faction="Leagueless",
            army="Leagueless")  # fmt: skip


@pytest.mark.rule("fieldmanual.errata-dragoon-squad")
def test_cheetahs_of_veteran_dragoons_learn_electronic_warfare() -> None:
    cheetah = bought("Dragoon Squad", "Cheetah", "EW 2", NOTHING, faction="North", veteran=True)
    assert (price(cheetah), played(cheetah).skills) == (70, (2, 2, 2, 0))
    refused("Dragoon Squad", "Cheetah", "EW 2", NOTHING, "errata-dragoon-squad", "is a veteran option", faction="North")
    clever = OwnFiles([card("Cheetah", 60).replace('"2","2","1"', '"2","2","2"')])
    rule = "errata-dragoon-squad"
    refused("Dragoon Squad", "Cheetah", "EW 2", clever, rule, "has EW 2 already", faction="North", veteran=True)
    refused("Recon Squad", "Cheetah", "EW 2", NOTHING, "errata-dragoon-squad", "may not take", faction="North",
            veteran=True)  # fmt: skip


@pytest.mark.rule("fieldmanual.errata-augmented-infantry")
def test_golems_learn_it_for_less_and_n_kidu_drop_from_the_air() -> None:
    own = OwnFiles([card("Golem", 30), card("N-KIDU [T]", 30)])
    troupe, utopia = "Augmented Armored Infantry Troupe", "Utopia"
    golem = bought(troupe, "Golem", "EW 2", own, faction=utopia, army=utopia)
    assert (price(golem), played(golem).skills.ew) == (35, 2)
    drone = bought(troupe, "N-KIDU [T]", "Airdroppable", own, faction=utopia, army=utopia)
    assert (played(drone).perks, drone.fitted and [it.id for it in drone.fitted.unpriced]) == (
        {"Airdroppable": 1}, ["airdroppable"],
    )  # fmt: skip


@pytest.mark.rule("fieldmanual.errata-nkidu-recce")
def test_in_recce_troupes_only_veterans_drop_from_the_air() -> None:
    own = OwnFiles([card("N-KIDU [R]", 30), card("N-KIDU [T]", 30, perks="Airdroppable")])
    troupe, utopia = "Armiger Automated Control Recce Troupe", "Utopia"
    drone = bought(troupe, "N-KIDU [R]", "Airdroppable", own, faction=utopia, army=utopia, veteran=True)
    assert played(drone).has("Airdroppable")
    refused(
        troupe, "N-KIDU [R]", "Airdroppable", own, "errata-nkidu-recce", "may not take", faction=utopia, army=utopia
    )
    refused(troupe, "N-KIDU [T]", "Airdroppable", own, "errata-nkidu-recce", "has Airdroppable already", faction=utopia,
            army=utopia, veteran=True)  # fmt: skip


@pytest.mark.rule("fieldmanual.errata-rrp-uplink")
def test_an_uplink_costs_ten_and_is_lost_with_the_aux_systems() -> None:
    group = "Rapid Reconnaissance & Patrol Squadron"
    car = bought(group, "Placeholder", "Satellite Uplink", NOTHING, faction="CEF", army="CEF")
    assert (price(car), played(car).aux) == (20, ("Satellite Uplink",))
    assert list_price(car.squad) == 130


@pytest.mark.rule("fieldmanual.errata-accompanying-gears")
def test_gears_that_accompany_tanks_learn_at_a_price_of_their_own() -> None:
    jager = bought("Tank Cadre", "Jäger", "Attack +1, Defense +1, EW +1", NOTHING)
    assert (price(jager), played(jager).skills) == (65, (3, 3, 2, 0))
    refused("Tank Cadre", "Visigoth", "Attack +1", NOTHING, "errata-accompanying-gears", "may not take Attack +1")
    refused("Guard", "Jäger", "Attack +1", NOTHING, "errata-accompanying-gears", "may not take Attack +1")


@pytest.mark.rule("fieldmanual.errata-high-technology")
def test_the_laser_of_a_hetairoi_has_a_turret_no_reloads_and_fires_at_aircraft() -> None:
    own = OwnFiles([card("Hetairoi", 100, "HAC|T|||||R; LMG|T", kind="tank")])
    tank = bought("High Technology", "Hetairoi", "HPLC HAC", own, army="HAPF")
    laser = played(tank).weapons[0]
    assert (laser.name, laser.arc, laser.weapon.traits) == ("HPLC", "T", {"MB": 4, "AA": 1})
    assert weapons(tank) == ["HPLC", "LMG"]
    refused(
        "High Technology", "Hetairoi", "HPLC", own, "errata-high-technology", "which weapon is replaced", army="HAPF"
    )
    refused("High Technology", "Hetairoi", "HPLC SC", own, "errata-high-technology", "has no SC to give", army="HAPF")


@pytest.mark.rule("fieldmanual.errata-growing-pains-skirmishers")
def test_skirmishers_grow_into_other_scouts() -> None:
    names = ("Skirmisher", "Ferret", "Wild Ferret", "Ferret Mk II")
    own = OwnFiles([card(name, 40, "DPG|F") for name in names])
    swaps = {"Cheetah": 60, "Iguana": 55, "Ferret": 30, "LAC for DPG": 45, "Ferret, LAC for DPG": 35}
    for options, tv in swaps.items():
        scout = bought("Scouts", "Skirmisher", options, own, faction="Peace River", army="PRDF")
        assert price(scout) == tv, options
    scout = bought("Scouts", "Skirmisher", "Ferret, Wild Ferret", own, faction="Peace River", army="POC")
    assert (price(scout), played(scout).name) == (25, "Wild Ferret")
    armed = bought("Scouts", "Ferret", "LAC for DPG", own, faction="Peace River", army="PRDF")
    assert (weapons(armed), played(armed).weapons[0].weapon.traits) == (["LAC"], {"R": 1})
    veteran = bought("Scouts", "Ferret", "Ferret Mk II", own, faction="Peace River", army="PRDF", veteran=True)
    assert price(veteran) == 45


@pytest.mark.rule("fieldmanual.errata-growing-pains-skirmishers")
def test_growing_pains_have_their_bounds() -> None:
    names = ("Skirmisher", "Ferret", "Wild Ferret", "Ferret Mk II")
    own = OwnFiles([card(name, 40, "LAC|F") for name in names])
    rule, river = "errata-growing-pains-skirmishers", Deal(faction="Peace River", army="PRDF")
    refused("Scouts", "2x Ferret", "Wild Ferret", own, rule, "2 models of the Scouts take Wild Ferret; 1 may", **river)
    assert bought("Scouts", "2x Ferret", "Wild Ferret", own, faction="Peace River", army="PRDF", veteran=True)
    veterans = Deal(faction="Peace River", army="PRDF", veteran=True)
    refused("Scouts", "3x Ferret", "Wild Ferret", own, rule, "3 models of the Scouts", **veterans)
    refused("Scouts", "Ferret", "Ferret Mk II", own, rule, "is a veteran option", **river)
    refused("Scouts", "Ferret", "LAC for DPG", own, rule, "has no DPG to give", **river)
    refused("Tank Cadre", "Skirmisher", "Cheetah, EW +1", own, rule, "although its swap allows nothing further",
            faction="Peace River", army="PRDF")  # fmt: skip


@pytest.mark.rule("fieldmanual.errata-booby-traps")
def test_infantry_takes_grenades_to_place() -> None:
    squad = bought("Platoon", "Infantry squad (proposed)", "Booby Traps", NOTHING)
    grenade = played(squad).weapons[-1]
    assert (price(squad), grenade.name, grenade.rounds, grenade.arc) == (25, "HG", 3, "T")
    assert not played(squad).has("Arms")
    refused("Platoon", "Jäger", "Booby Traps", NOTHING, "errata-booby-traps", "may not take Booby Traps")
    armed = OwnFiles([card("Sappers", 20, "Rifle|T; HG|T", kind="infantry", track="4 bases", perks="Infantry")])
    refused("Platoon", "Sappers", "Booby Traps", armed, "errata-booby-traps", "has HG already")


@pytest.mark.rule("fieldmanual.errata-flail-upgrade")
def test_flails_come_with_two_light_hover_tanks() -> None:
    own = OwnFiles(
        [card("LHT-71", 115, kind="tank"), card("FLAIL", 60)],
        ["CEF,Light Hover Tank Squad,Core,230,2 x LHT-71", "CEF,Pair,Core,,1 x LHT-71; 1 x Jäger"],
    )
    two = of("squad Light Hover Tank Squad\n    2x LHT-71\n    FLAIL\n", faction="CEF", more=own.headers)
    assert found(two, own) == []
    assert squad_price(force(two, own).squads[0]) == 290
    one = of("squad Light Hover Tank Squad\n    1x LHT-71\n    FLAIL\n", faction="CEF", more=own.headers)
    faults = {fault.rule: fault.message for fault in found(one, own)}
    assert "A FLAIL needs 2 LHT-71 in its group; there are 1" in faults["fieldmanual.errata-flail-upgrade"]
    elsewhere = of("squad Pair\n    LHT-71\n    Jäger\n    FLAIL\n", faction="CEF", more=own.headers)
    expect(elsewhere, "group-types", "has no place for a FLAIL", own)


@pytest.mark.rule("fieldmanual.errata-wfpa-exchanges")
def test_an_exchanged_gear_takes_swaps_by_weapon_but_none_that_name_what_it_was() -> None:
    own = OwnFiles([card("Bear", 70, "HAC|F|||||R; MRP/18|F"), card("Mortar Bear", 70, "LGM|F", family="Bear")])
    veterans = Deal(faction="North", army="WFPA", veteran=True)
    bear = bought("Dragoon Squad", "Grizzly", "Bear, LGL", own, **veterans)
    assert weapons(bear) == ["LGL", "MRP/18"]
    cheetah = bought("Dragoon Squad", "Cheetah", "LGL", NOTHING, faction="North", veteran=True)
    assert weapons(cheetah)[:2] == ["LGL", "LRP/8"]
    refused("Dragoon Squad", "Grizzly", "Bear, Jaguar", own, "tv-adjustments", "may not take Jaguar", **veterans)
    assert played(bought("Dragoon Squad", "Grizzly", "Jaguar", own, **veterans)).name == "Jaguar"
    refused(
        "Dragoon Squad", "Mortar Bear", "LGL", own, "errata-wfpa-exchanges", "has no autocannon to give", **veterans
    )


@pytest.mark.rule("fieldmanual.errata-caprice-infantry")
def test_infantry_that_rides_in_a_hamath_has_no_vehicles_of_its_own() -> None:
    foot = card("Foot", 20, kind="infantry", track="4 bases", perks="Infantry, Climbing Equipment")
    riders = foot.replace("Foot", "Riders (ATV)")
    cards = [foot, riders, card("Hamath APC", 40, kind="vehicle")]
    own = OwnFiles(cards, ["Caprice,Infantry Platoon,Core,,2 x Foot", "Caprice,Riders,Core,,2 x Riders (ATV)"])
    platoon = "squad Infantry Platoon\n    2x Foot\n    Hamath APC\n"
    assert found(of(platoon, faction="Caprice", more=own.headers), own) == []
    mixed = OwnFiles(
        [*cards, foot.replace('"Foot",""', '"Foot (ORV)","Foot"')], own.texts["groups.csv"].splitlines()[1:]
    )
    body = platoon.replace("2x Foot", "Foot\n    Foot (ORV)")
    written = of(body, faction="Caprice", more=mixed.headers)
    expect(written, "errata-caprice-infantry", "neither ATVs nor ORVs", mixed)
    alone = of("squad Riders\n    2x Riders (ATV)\n", faction="Caprice", more=own.headers)
    assert found(alone, own) == []


@pytest.mark.rule("fieldmanual.errata-wfpa-exchanges")
def test_the_wfpa_exchanges_gears_it_cannot_afford() -> None:
    own = OwnFiles([card("Bear", 70, "MRP/18|F; MRP/18|F"), card("Field Armor Mad Dog", 50)])
    rule, wfpa = "errata-wfpa-exchanges", Deal(faction="North", army="WFPA")
    refused("Strike Squad", "Grizzly", "Leader", own, rule, "have a Bear in its place", **wfpa)
    refused("Strike Squad", "Jaguar", "Leader", own, rule, "have a Field Armor Mad Dog", **wfpa)
    bear = bought("Strike Squad", "Grizzly", "Bear", own, faction="North", army="WFPA")
    assert (played(bear).name, bear.fitted and len(bear.fitted.unpriced)) == ("Bear", 1)
    assert bought("Strike Squad", "Grizzly", "Leader", own, faction="North", army="WFPA", veteran=True)
    assert bought("Strike Squad", "Grizzly", "Bear", own, faction="North", army="WFPA", veteran=True)
    refused("Strike Squad", "Grizzly", "Bear, Link", own, "errata-strike-squad", "may not take Link", **wfpa)
    refused("Strike Squad", "Grizzly", "Bear", own, rule, "may not take Bear", faction="North", army="UMFA")
