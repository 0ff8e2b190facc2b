"""A.2.2 to A.2.4, 5.5: commanders, veterans, drones, grenades, anti-air, veteran upgrades, duelists."""

from __future__ import annotations

import pytest

from gearlock.systems.blitz.chain_of_command import can_command
from gearlock.systems.blitz.models import ready
from gearlock.systems.blitz.state import Unit
from systems.blitz.roll_call import GREEN, broken, cost, fielded, first, found, of, the_one

VETS = "primary GP: veteran\n Hunter: CO{}\n 3x Hunter\n"
DUEL = GREEN + "support SK\n Jaguar: Duelist{}\n"


@pytest.mark.rule("blitz.5.4", "blitz.A.2.0")
def test_every_primary_unit_has_one_leader_and_the_force_one_commanding_officer() -> None:
    assert "has no leader" in found(of("North", GREEN.replace(": CO", "")))[1].message
    assert broken(of("North", GREEN.replace(": CO", ""))) == ["A.2.0", "5.4"]
    assert the_one(of("North", GREEN.replace("CO", "CGL"))).rule == "blitz.A.2.0"
    assert "2 Commanding Officers" in found(of("North", GREEN, GREEN))[0].message
    assert found(of("North", GREEN, GREEN.replace("CO", "CGL"))) == []
    assert "4 leaders" in the_one(of("North", GREEN.replace("3x Hunter", "3x Hunter: CGL"))).message


@pytest.mark.rule("blitz.15.0-large", "blitz.15.0")
def test_a_force_of_more_than_500_has_one_commanding_officer_too_above_all_the_others() -> None:
    company = "primary GP\n Hunter: {}\n 5x Hunter\n"
    large = of("North", company.format("CO"), *[company.format("CGL")] * 14, size=600)
    models = fielded(large)
    units = [Unit(f"red-{number}", "red", "", ready(it.card), it.rank) for number, it in enumerate(models)]
    assert (cost(large), [it.rank for it in models].count("co")) == (540, 1)
    assert all(can_command(units[0], unit) for unit in units)
    assert the_one(large.replace("CGL", "CO", 1)).rule == "blitz.A.2.0"


@pytest.mark.rule("blitz.A.2.2-xo")
def test_an_executive_officer_and_seconds_in_command() -> None:
    staffed = of("North", "primary GP\n Hunter: CO\n Hunter: XO\n Hunter: 2iC\n Hunter")
    assert (found(staffed), cost(staffed)) == ([], 24 + 3 + 2)
    assert broken(staffed.replace(" Hunter\n", " Hunter: 2iC\n")) == ["A.2.2-xo"]
    second = "primary GP\n Hunter: CGL\n Hunter: XO\n 2x Hunter"
    assert broken(staffed + "group\n" + second) == ["A.2.2-xo"]
    assert (
        "one model holds one rank"
        in the_one(staffed.replace("Hunter: CO", "Hunter: CO, 2iC").replace("Hunter: 2iC\n", "Hunter\n")).message
    )
    assert broken(of("North", GREEN + "support FS\n Grizzly: XO")) == ["5.4"]


@pytest.mark.rule("blitz.5.4")
def test_medics_never_command() -> None:
    text = of("North", "primary IN\n Medical Badger: CO\n 4x Infantry Squad")
    assert broken(text) == ["18.7-medic"]


@pytest.mark.rule("blitz.A.2.0")
def test_the_commanding_officer_commands_with_a_die_more() -> None:
    assert ready(first(of("North", GREEN)).card).traits["CMD"] == 1
    assert ready(first(of("North", GREEN.replace("Hunter: CO", "Hunter: CO, Headhunter"))).card).traits["CMD"] == 2
    assert "CMD" not in ready(fielded(of("North", GREEN))[1].card).traits


@pytest.mark.rule("blitz.5.5", "blitz.A.2.2-vet")
def test_one_unit_is_veteran_at_two_points_an_action() -> None:
    text = of("North", VETS.format(""))
    assert (found(text), cost(text)) == ([], 24 + 8)
    assert all("Vet" in ready(model.card).traits for model in fielded(text))
    two = of("North", VETS.format(""), VETS.format("").replace("CO", "CGL"))
    assert the_one(two).rule == "blitz.5.5"
    tanks = of("North", "primary LT: veteran\n Klemm: CO\n Klemm")
    assert cost(tanks) == 44 + 8


@pytest.mark.rule("blitz.5.5", "blitz.A.2.2-vet")
def test_some_of_a_unit_may_be_veterans_and_that_makes_it_the_veteran_unit() -> None:
    some = "primary GP\n Hunter: CO\n 2x Hunter\n Hunter: Vet"
    assert cost(of("North", some)) == 26
    assert found(of("North", some)) == []
    assert broken(of("North", some, some.replace("CO", "CGL"))) == ["5.5"]


@pytest.mark.rule("blitz.5.2", "blitz.5.5")
def test_models_with_vet_take_the_one_place_for_veterans() -> None:
    recon = "primary RC\n Ferret: {}\n 3x Ferret\n Weasel"
    assert found(of("North", recon.format("CO"))) == []
    wrong = the_one(of("North", recon.format("CO"), recon.format("CGL")))
    assert (wrong.rule, wrong.line) == ("blitz.5.5", 12)
    assert "Weasel serves in veteran units only" in wrong.message
    assert broken(of("North", recon.format("CO"), VETS.format("").replace("CO", "CGL"))) == ["5.5"]


@pytest.mark.rule("blitz.5.2", "blitz.5.5")
def test_a_limit_of_vet_binds_as_the_trait_does() -> None:
    strike = "primary {}\n Warrior IV: {}\n 3x Warrior IV"
    plain = of("Peace River", strike.format("SK", "CO"), strike.format("SK", "CGL"))
    assert found(plain) == []
    assert found(of("Peace River", strike.format("GP", "CO"), strike.format("SK", "CGL"))) == []
    assert broken(of("Peace River", strike.format("GP", "CO"), strike.format("FS", "CGL"))) == ["5.5"]


@pytest.mark.rule("blitz.5.5")
def test_a_support_unit_is_veteran_only_by_its_models() -> None:
    assert found(of("North", GREEN + "support SF\n 2x Panther")) == []
    assert broken(of("North", GREEN + "support FS: veteran\n 2x Grizzly")) == ["5.5"]
    assert broken(of("North", GREEN + "support FS\n Grizzly: Vet")) == ["5.5"]
    assert "5.5" in broken(of("North", GREEN + "support RC\n Weasel\n Ferret"))
    assert broken(of("North", VETS.format("") + "support SF\n Panther")) == ["5.5"]


@pytest.mark.rule("blitz.5.5-elite")
def test_an_elite_force_is_veteran_to_a_model() -> None:
    text = of("North", GREEN + "support SF\n Panther", GREEN.replace("CO", "CGL"), elite="yes")
    assert (found(text), cost(text)) == ([], 32 + 14 + 32)
    assert all("Vet" in ready(model.card).traits for model in fielded(text))
    works = of("North", GREEN + "support Any\n AC Turret", elite="yes")
    assert the_one(works).rule == "blitz.5.5-elite"
    assert found(works.replace("elite yes\n", "")) == []
    air = of("North", GREEN + "support GF\n Generic Fighter", elite="yes")
    assert (found(air), cost(air)) == ([], 32 + 15 + 4)


@pytest.mark.rule("blitz.A.2.2-drones", "blitz.trait.dronebay")
def test_two_models_of_a_primary_unit_have_a_drone_each() -> None:
    text = of("North", GREEN.replace("3x Hunter", "2x Hunter: Recon Drone\n Hunter"))
    assert (found(text), cost(text)) == ([], 26)
    crew = fielded(text)[1]
    assert ([drone.id for drone in crew.drones], ready(crew.card).traits["Drone Bay"]) == (["recon-drone"], 1)
    assert broken(text.replace("2x Hunter: Recon Drone\n Hunter", "3x Hunter: Recon Drone")) == ["A.2.2-drones"]
    assert broken(text.replace("2x Hunter: Recon Drone", "Hunter: 2x Recon Drone\n Hunter")) == ["A.2.2-drones"]
    assert broken(of("North", GREEN + "support FS\n Grizzly: Recon Drone")) == ["A.2.2-drones"]


@pytest.mark.rule("blitz.A.2.2-drones", "blitz.trait.dronebay")
def test_a_drone_bay_has_room_in_support_too_and_a_full_one_has_none() -> None:
    utopia = (
        "primary RC\n Recce Armiger: CO\n 2x Recon N-KIDU\n Recon N-KIDU\nsupport FS\n Support Armiger: 2x Recon Drone"
    )
    assert found(of("Utopia", utopia)) == []
    assert broken(of("Utopia", utopia.replace("2x Recon Drone", "3x Recon Drone"))) == ["A.2.2-drones"]
    huns = of("South", "primary LT\n Hun: CO\n Recon Hun")
    assert [drone.id for drone in fielded(huns)[1].drones] == ["recon-drone"] * 3
    assert fielded(huns)[1].tv == fielded(huns)[1].card.tv
    assert broken(huns.replace("Recon Hun", "Recon Hun: Recon Drone")) == ["A.2.2-drones"]


@pytest.mark.rule("blitz.A.2.2-grenades", "blitz.A.2.2-explosives")
@pytest.mark.parametrize(("weapon", "price"), [("LHG", 2), ("MHG", 4), ("HHG", 8), ("LSE", 2), ("MSE", 4), ("HSE", 8)])
def test_grenades_and_explosives_are_bought_for_a_unit(weapon: str, price: int) -> None:
    text = of("North", GREEN.replace("GP", f"GP: {weapon}"))
    assert (found(text), cost(text)) == ([], 24 + price)
    models = fielded(text)
    assert all(weapon in ready(model.card).weapons for model in models)
    assert sum(model.tv for model in models) == 24 + price


@pytest.mark.rule("blitz.A.2.2-grenades", "blitz.A.2.2-explosives")
def test_heavy_grenades_for_one_unit_and_none_without_arms() -> None:
    heavy = GREEN.replace("GP", "GP: HHG")
    assert broken(of("North", heavy, heavy.replace("CO", "CGL"))) == ["A.2.2-grenades"]
    charges = GREEN.replace("GP", "GP: HSE")
    assert broken(of("North", charges, charges.replace("CO", "CGL"))) == ["A.2.2-explosives"]
    assert broken(of("North", "primary LT: LHG\n Klemm: CO\n Klemm")) == ["A.2.2-grenades"]
    assert broken(of("North", GREEN + "support FS: LHG\n Grizzly")) == ["5.4"]
    assert broken(of("North", GREEN.replace("CO", "CO, LHG"))) == ["A.2.2-grenades"]
    assert broken(of("North", GREEN.replace("GP", "GP: LHG, MHG"))) == ["A.2.2-grenades"]
    assert broken(of("North", GREEN.replace("GP", "GP: Wings"))) == ["A.2.2-grenades"]
    mixed = of("North", "primary IN: MHG\n Infantry Squad: CO\n 2x Infantry Squad\n Bricklayer")
    assert ["MHG" in ready(model.card).weapons for model in fielded(mixed)] == [False, False, False, True]


@pytest.mark.rule("blitz.A.2.2-aa")
def test_anti_air_on_two_models_of_a_unit() -> None:
    text = of("North", GREEN.replace("3x Hunter", "2x Hunter: AA\n Hunter"))
    assert (found(text), cost(text)) == ([], 26)
    assert "AA" in ready(fielded(text)[1].card).weapons["LAC"].traits
    assert broken(text.replace("2x Hunter: AA\n Hunter", "3x Hunter: AA")) == ["A.2.2-aa"]
    assert broken(of("North", GREEN.replace("3x Hunter", "2x Hunter\n Assault Hunter: AA"))) == ["A.2.2-aa"]
    assert broken(of("North", GREEN + "support FS\n Grizzly: AA")) == ["5.4"]


@pytest.mark.rule("blitz.A.2.2-aa")
def test_an_anti_tank_missile_becomes_a_surface_to_air_missile_of_its_size() -> None:
    tanks = of("North", "primary LT\n Klemm: CO, AA MATM\n Klemm")
    weapons = ready(first(tanks).card).weapons
    assert ("MSAM" in weapons, "MATM" in weapons) == (True, False)
    assert (weapons["MSAM"].aux, weapons["MSAM"].arc) == (True, "T")
    assert cost(tanks) == 45
    assert "Say which" in the_one(tanks.replace("AA MATM", "AA")).fix


@pytest.mark.rule(
    "blitz.A.2.3", "blitz.A.2.3-jacket", "blitz.A.2.3-ace", "blitz.A.2.3-ew", "blitz.A.2.3-focus", "blitz.A.2.3-melee",
    "blitz.A.2.3-r-blast", "blitz.A.2.3-r-fire", "blitz.A.2.3-r-corr", "blitz.A.2.3-rug-w", "blitz.A.2.3-rug-m",
    "blitz.A.2.3-rug-s",
)  # fmt: skip
@pytest.mark.parametrize(
    ("upgrade", "price", "trait", "rating"),
    [
        ("Armored Jacket", 2, "Field Armor", 1),
        ("Ace Gunner", 2, "Ace Gunner", 1),
        ("EW Specialist", 2, "EW Specialist", 2),
        ("Combat Focus", 2, "Combat Focus", 1),
        ("Melee Specialist", 2, "Brawler", 2),
        ("Blast Resistance", 1, "Resist: Blast", 1),
        ("Fire Resistance", 1, "Resist: Fire", 1),
        ("Corrosion Resistance", 1, "Resist: Corrosion", 1),
        ("Rugged Weapons", 2, "Rugged: Weapons", 1),
        ("Rugged Movement", 2, "Rugged: Move", 1),
        ("Rugged Sensors", 1, "Rugged: Sensors", 1),
    ],
)
def test_veteran_upgrades_are_for_veterans(upgrade: str, price: int, trait: str, rating: int) -> None:
    text = of("North", VETS.format(f", {upgrade}"))
    assert (found(text), cost(text)) == ([], 32 + price)
    assert ready(first(text).card).traits[trait] == rating
    green = the_one(of("North", GREEN.replace("CO", f"CO, {upgrade}")))
    assert "for models with Vet" in green.message
    assert "once is all" in found(of("North", VETS.format(f", {upgrade}, {upgrade}")))[0].message


@pytest.mark.rule("blitz.A.2.3-melee", "blitz.A.2.3")
def test_a_brawler_learns_two_dice_more_and_nobody_has_a_trait_twice() -> None:
    koala = of("North", "primary PT: veteran\n Koala: CO, Melee Specialist\n Koala\n 2x Para Hunter")
    assert ready(first(koala).card).traits["Brawler"] == 3
    assert "has Vet already" in found(of("North", "primary SF\n Panther: CO, Vet\n 3x Panther"))[0].message


@pytest.mark.rule("blitz.A.2.4")
def test_a_duelist_is_a_veteran_gear_alone_in_support() -> None:
    text = of("North", DUEL.format(", Extra Action, Shield, Reach LVB, Ace Gunner, AA, Recon Drone"))
    assert (found(text), cost(text)) == ([], 24 + 10 + 2 + 4 + 1 + 0 + 2 + 1 + 1)
    model = ready(fielded(text)[-1].card)
    assert {"Duelist", "Vet", "Shield", "Ace Gunner"} <= set(model.traits)
    assert (model.actions, model.weapons["LVB"].most) == (2, 1000)
    linked = of("North", DUEL.format(", Linked"))
    assert "Link" in ready(fielded(linked)[-1].card).weapons["LVB"].traits


@pytest.mark.rule("blitz.A.2.4")
def test_what_duelists_may_not_be() -> None:
    assert "not both" in the_one(of("North", DUEL.format(", Shield, Linked"))).message
    primary = GREEN.replace("3x Hunter", "2x Hunter\n Hunter: Duelist")
    assert "serves in a support unit" in the_one(of("North", primary)).message
    assert "is alone" in the_one(of("North", DUEL.format("") + " Hunter\n")).message
    assert "2 duelists" in found(of("North", DUEL.format(""), DUEL.format("").replace("CO", "CGL")))[-1].message
    assert "no Gear" in the_one(of("North", GREEN + "support LT\n Klemm: Duelist")).message
    assert "for duelists" in the_one(of("North", GREEN.replace("CO", "CO, Extra Action"))).message
    assert "may not be a commander" in the_one(of("North", DUEL.format(", 2iC"))).message
    assert "A.2.4" in broken(of("North", DUEL.format(", Thunder Jaguar")))


@pytest.mark.rule("blitz.A.2.4", "blitz.5.5")
def test_a_duelist_takes_no_place_for_veterans() -> None:
    assert found(of("North", VETS.format("") + "support SF\n Panther: Duelist")) == []
