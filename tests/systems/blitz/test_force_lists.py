"""A.2.5: factions, allies, Black Talons, works and aircraft, and the 23 sub-lists with what they ask and give."""

from __future__ import annotations

import pytest

from gearlock.systems.blitz.forces.lists import HOMES, find_list, sublists
from gearlock.systems.blitz.models import ready
from systems.blitz.roll_call import GREEN, broken, cost, fielded, first, found, of, the_one

JAGERS = "primary GP\n Jager: CO\n 3x Jager\n"
WARRIORS = "primary GP\n Warrior: CO\n 3x Warrior\n"
CHASSEURS = "primary GP\n Chasseur: CO\n 3x Chasseur\n"
TALONS = "primary TI\n Dark Jaguar: CGL\n Dark Jaguar\n 2x Dark Mamba\n"


@pytest.mark.rule("blitz.A.2.5", "blitz.5.0")
def test_there_are_ten_kinds_of_force_and_23_sub_lists() -> None:
    assert len(HOMES) == 10
    assert len(sublists()) == 23
    assert find_list("wfp") is find_list("Western Frontier Protectorate") is sublists()["WFP"]
    assert all(each.faction in HOMES for each in sublists().values())


@pytest.mark.rule("blitz.A.2.5")
def test_the_sub_list_is_one_of_the_faction() -> None:
    assert "No sub-list" in the_one(of("North", GREEN, list="XYZ")).message
    assert the_one(of("North", GREEN, list="XYZ")).fix == "There are NG, WFP, UMF, NLC."
    golems = "primary AL\n Marshal Golem: CO\n 4x Constable Golem"
    assert the_one(of("Eden", golems, list="XYZ")).fix == "Eden has no sub-lists; take the line out."
    assert "sub-list of South" in the_one(of("North", GREEN, list="SRA")).message
    assert "no allies" in the_one(of("North", GREEN, allies="South")).message
    assert the_one(of("South", JAGERS, list="MILICIA", elite="yes")).rule == "blitz.force.south.milicia"


@pytest.mark.rule(
    "blitz.force.north", "blitz.force.south", "blitz.force.peace-river", "blitz.force.nucoal", "blitz.force.cef",
    "blitz.force.caprice", "blitz.force.utopia", "blitz.force.eden",
)  # fmt: skip
@pytest.mark.parametrize(
    ("faction", "rule"),
    [
        ("South", "force.south"),
        ("Peace River", "force.peace-river"),
        ("NuCoal", "force.nucoal"),
        ("CEF", "force.cef"),
        ("Caprice", "force.caprice"),
        ("Utopia", "force.utopia"),
        ("Eden", "force.eden"),
    ],
)
def test_a_faction_fields_its_own_list(faction: str, rule: str) -> None:
    assert rule in broken(of(faction, GREEN))
    assert found(of("North", GREEN)) == []
    assert "force.north" in broken(of("North", JAGERS))


@pytest.mark.rule("blitz.A.2.5")
def test_a_unit_is_of_one_list() -> None:
    mixed = "primary SK\n Jaguar: CO\n Jaguar\n 2x Jager"
    assert broken(of("South", mixed, list="MK", allies="North")).count("A.2.5") == 1


@pytest.mark.rule("blitz.force.cef", "blitz.force.caprice", "blitz.force.utopia", "blitz.force.eden")
def test_other_worlds_send_support_units() -> None:
    golems = "primary AL\n Marshal Golem: CO\n 4x Constable Golem\n"
    assert found(of("Eden", golems + "support IN\n GREL")) == []
    assert found(of("Eden", golems + "support IN\n Corporate Troops")) == []
    grels = "primary IN\n GREL: CO\n GREL\n"
    assert found(of("CEF", grels + "support AL\n 2x Constable Golem")) == []
    assert broken(of("Eden", golems, grels.replace("CO", "CGL"))) == ["force.eden"]
    assert "force.north" in broken(of("North", GREEN + "support IN\n GREL"))


@pytest.mark.rule("blitz.force.black-talon")
def test_one_group_of_black_talons_is_the_veteran_unit_of_another_force() -> None:
    group = TALONS + "support RC\n Dark Cheetah\n"
    text = of("North", GREEN, group)
    assert found(text) == []
    talon = ready(fielded(text)[4].card)
    assert {"Vet", "Stealth", "Airdrop"} <= set(talon.traits)
    assert broken(of("North", GREEN, group, group)) == ["force.black-talon"]
    assert broken(of("North", GREEN.replace("GP", "GP: veteran"), group)) == ["5.5"]
    assert broken(of("North", GREEN, group, elite="yes")) == ["force.black-talon"]
    assert "force.cef" in broken(of("CEF", "primary IN\n GREL: CO\n GREL\n", group))
    mixed = TALONS + "support FS\n Grizzly\n"
    assert "force.black-talon" in broken(of("North", GREEN, mixed))
    assert "force.black-talon" in broken(of("North", GREEN + "support RC\n Dark Cheetah"))


@pytest.mark.rule("blitz.force.black-talon")
def test_never_beside_the_cef_and_nine_actions_at_most() -> None:
    golems = "primary AL\n Marshal Golem: CO\n 4x Constable Golem\n"
    assert found(of("Eden", golems, TALONS)) == []
    assert broken(of("Eden", golems + "support IN\n GREL\n", TALONS)) == ["force.black-talon"]


@pytest.mark.rule("blitz.force.black-talon")
def test_black_talons_reach_farther_for_a_point() -> None:
    text = of("Black Talon", TALONS.replace("CGL", "CO, Talon Reach"))
    assert ready(first(text).card).weapons["LVB"].most == 1000
    assert cost(text) - cost(text.replace(", Talon Reach", "")) == 1
    assert the_one(of("North", GREEN.replace("CO", "CO, Talon Reach"))).rule == "blitz.force.black-talon"
    assert found(of("Black Talon", TALONS.replace("CGL", "CO"), TALONS)) == []


@pytest.mark.rule("blitz.5.4")
def test_generic_support_follows_gp_fs_and_in_units() -> None:
    bunker = "support Any\n Bunker\n AC Turret"
    assert (found(of("North", GREEN + bunker)), cost(of("North", GREEN + bunker))) == ([], 24 + 20)
    assert found(of("North", GREEN + bunker.replace("Any", "GP"))) == []
    assert broken(of("North", "primary SK\n Jaguar: CO\n 3x Jaguar\n" + bunker)) == ["18.3"]
    assert "18.3" in broken(of("North", GREEN.replace("3x Hunter", "3x Hunter\n Bunker")))
    assert broken(of("North", GREEN + "support GP\n Bunker\n Hunter")) == ["18.3"]
    assert broken(of("North", GREEN + "support Any\n 2x Bunker")) == ["5.2"]
    assert broken(of("North", GREEN + "support Any\n Outpost")) == ["5.4"]
    wide = GREEN.replace("3x", "4x")
    assert found(of("North", wide + "support Any\n Outpost")) == []
    colony = "primary CV\n HPC-64: CO\n 3x HPC-64\n"
    assert found(of("CEF", colony + "support Any\n Bunker")) == []
    two = of("CEF", colony + "support Any\n Bunker\n", colony.replace("CO", "CGL") + "support Any\n Minefield")
    assert broken(two) == ["18.3"]


@pytest.mark.rule("blitz.5.4")
def test_one_flight_leads_and_one_supports() -> None:
    flight = "primary GF\n Generic Fighter: {}\n 2x Generic Fighter\n"
    assert found(of("Eden", flight.format("CO"))) == []
    assert broken(of("Eden", flight.format("CO"), flight.format("CGL"))) == ["17.6"]
    assert found(of("North", flight.format("CO") + "support GB\n Generic Bomber")) == []
    assert broken(of("North", GREEN.replace("3x Hunter", "2x Hunter\n Generic Fighter"))) != []


@pytest.mark.rule("blitz.force.north.ng")
def test_northern_guard() -> None:
    assert broken(of("North", GREEN + "support FS\n Grizzly", list="NG")) == ["force.north.ng"]
    squads = GREEN + "support IN\n 2x Infantry Squad: Recon Drone"
    assert found(of("North", squads, list="NG")) == []
    assert broken(of("North", squads)) == ["A.2.2-drones"]
    full = "primary GP\n Hunter: CO\n 5x Hunter\n 2x Infantry Squad"
    assert found(of("North", full, list="NG")) == []
    assert broken(of("North", full)) == ["5.4"]
    assert broken(of("North", full.replace("5x", "6x"), list="NG")) == ["5.4"]


@pytest.mark.rule("blitz.force.north.wfp")
def test_western_frontier_protectorate() -> None:
    strike = "primary SK\n Hunter: CO\n Hunter\n 2x Hunter Gunner"
    assert found(of("North", strike, list="WFP")) == []
    wrong = the_one(of("North", strike.replace("2x Hunter Gunner", "2x Jaguar"), list="WFP"))
    assert (wrong.rule, wrong.line) == ("blitz.force.north.wfp", 8)
    assert found(of("North", strike + "\nsupport SK\n 2x Jaguar", list="WFP")) == []
    fast = of("North", strike.replace("CO", "CO, Stripped Down"), list="WFP")
    card = first(fast).card
    assert (card.move, card.hull, cost(fast)) == (6, 4, cost(of("North", strike)))
    assert the_one(of("North", strike.replace("CO", "CO, Stripped Down"))).rule == "blitz.force.north.wfp"


@pytest.mark.rule("blitz.force.north.wfp", "blitz.force.peace-river.psbm", "blitz.force.leagueless")
def test_family_ties() -> None:
    unit = "primary GP\n Hunter: {}, Vet, {}\n 3x Hunter"
    text = of("North", unit.format("CO", "Ace Gunner"), unit.format("CGL", "Ace Gunner"), list="WFP")
    assert (found(text), cost(text)) == ([], 2 * (24 + 2 + 2 - 1))
    assert broken(text.replace("Ace Gunner", "Rugged Sensors", 1)) == ["force.north.wfp"]
    assert broken(text.replace(", Vet, Ace Gunner", "", 1)) == ["force.north.wfp"]
    assert broken(text.replace("list WFP\n", "")) == ["5.5"]
    river = "primary GP\n Warrior: {}, Vet, Ace Gunner\n 3x Warrior"
    assert found(of("Peace River", river.format("CO"), river.format("CGL"), list="PSBM")) == []


@pytest.mark.rule("blitz.force.north.umf")
def test_united_mercantile_federation() -> None:
    text = of("North", GREEN.replace("CO", "CO, Ace Gunner, Headhunter, Prospectors"), list="UMF")
    assert (found(text), cost(text)) == ([], 24 + 0 + 1 - 1 + 1)
    chief = ready(first(text).card)
    assert (chief.traits["CMD"], chief.traits["Climber"], chief.traits["Ace Gunner"]) == (3, 1, 1)
    assert "A.2.3-rug-s" in broken(text.replace("Ace Gunner", "Ace Gunner, Rugged Sensors"))
    tigers = "primary FS\n Tiger: CO\n Tiger\n 2x Grizzly"
    assert found(of("North", tigers, list="UMF")) == []
    assert broken(of("North", tigers)) == ["5.1", "5.1"]
    sabers = tigers.replace("Tiger: CO", "Tiger: CO, Sabertooth Tiger")
    assert broken(of("North", sabers, list="UMF")) == ["5.1"]
    cats = "primary RC\n Ferret: CO\n 3x Ferret\n Cheetah"
    assert broken(of("North", cats, list="UMF")) == ["force.north.umf"]
    support = of("North", GREEN + "support RC\n Cheetah", list="UMF")
    assert {"SJ", "CJ"} <= set(ready(fielded(support)[-1].card).traits)


@pytest.mark.rule("blitz.force.north.nlc")
def test_northern_lights_confederacy() -> None:
    unit = "primary GP{}\n Hunter: CO{}\n Hunter: XO{}\n 2x Hunter"
    plain = cost(of("North", unit.format("", "", "")))
    text = of("North", unit.format("", ", Fighting Staff", ", Fighting Staff"), list="NLC")
    assert (found(text), cost(text)) == ([], plain + 1)
    chief = ready(first(text).card)
    assert (chief.weapons["MVB"].most, chief.traits["Brawler"], "LVB" in chief.weapons) == (2000, 1, True)
    monks = of("North", unit.format(": Warrior Monks", "", ""), list="NLC")
    scouts = of("North", "primary RC: Warrior Monks\n Ferret: CO\n 3x Ferret", list="NLC")
    assert broken(scouts) == ["force.north.nlc"]
    assert (found(monks), cost(monks)) == ([], plain + 1)
    assert all(
        ("MVB" in arms, "LVB" in arms) == (True, False) for it in fielded(monks) for arms in [ready(it.card).weapons]
    )
    assert broken(of("North", GREEN.replace("3x Hunter", "3x Hunter: Fighting Staff"), list="NLC")) == [
        "force.north.nlc"
    ]


@pytest.mark.rule("blitz.force.south.sra")
def test_southern_republican_army() -> None:
    text = of("South", JAGERS, JAGERS.replace("CO", "CGL") + "support IN\n Infantry Squad", list="SRA")
    models = fielded(text)
    staffed = JAGERS.replace("CO", "CGL").replace("3x Jager", "Jager: 2iC\n 2x Jager")
    assert [model.points for model in fielded(of("South", JAGERS, staffed, list="SRA"))] == [1, 0, 0, 0, 1, 0, 0, 0]
    assert [model.points for model in models] == [1, *[0] * 8]
    chief, leader = ready(models[0].card), ready(models[4].card)
    assert (chief.traits["CMD"], leader.traits["CMD"]) == (2, 1)
    assert (chief.weapons["LVB"].most, ready(models[1].card).weapons["LVB"].most) == (1000, 0)


@pytest.mark.rule("blitz.force.south.milicia")
def test_milicia() -> None:
    text = of("South", JAGERS.replace("3x Jager", "3x Jager: Conscript"), list="MILICIA")
    assert (found(text), cost(text)) == ([], cost(of("South", JAGERS)) - 6)
    assert ready(fielded(text)[1].card).traits["Conscript"] == 1
    assert "force.south.milicia" in broken(text.replace("Conscript", "Conscript, Vet"))
    assert broken(of("South", JAGERS + "support FS\n Spitting Cobra", list="MILICIA")) == ["force.south.milicia"]
    assert broken(text.replace("list MILICIA\n", "")) == ["force.south.milicia"]


@pytest.mark.rule("blitz.force.south.mk")
def test_mekong_dominion() -> None:
    veterans = JAGERS.replace("GP", "GP: veteran")
    assert broken(of("South", JAGERS, list="MK")) == ["force.south.mk"]
    police = "primary MP: veteran\n Cobra MP: CGL\n 3x Cobra MP\n"
    text = of("South", veterans, police, list="MK")
    assert found(text) == []
    assert cost(text) == cost(of("South", veterans)) + cost(of("South", police.replace(": veteran", ""))) + 4
    assert cost(of("South", veterans.replace("veteran", "veteran, MHG"), list="MK")) == cost(of("South", veterans)) + 2
    allied = "primary SK\n Jaguar: CGL\n 3x Jaguar"
    assert found(of("South", veterans, allied, list="MK", allies="North")) == []
    wrong = the_one(of("South", veterans, allied, list="MK"))
    assert (wrong.rule, "line 'allies'" in wrong.fix) == ("blitz.force.south.mk", True)
    assert broken(of("South", veterans, allied.replace("SK", "PT"), list="MK", allies="North")) == ["force.south.mk"]
    assert "force.south.mk" in broken(of("South", veterans, list="MK", allies="North, NuCoal"))
    assert "force.south.mk" in broken(of("South", veterans, list="MK", allies="CEF"))


@pytest.mark.rule("blitz.force.south.ese")
def test_eastern_sun_emirates() -> None:
    text = of("South", "primary GP\n Jager: CO, Basilisk\n Jager: XO\n Jager: 2iC\n Jager", list="ESE", allies="North")
    assert (found(text), cost(text)) == ([], cost(of("South", JAGERS)) + 2)
    assert cost(text.replace("Jager: XO", "Jager")) == cost(of("South", JAGERS))
    assert (first(text).card.move, ready(first(text).card).traits["Basilisk"]) == (6, 1)
    foreign = "primary SK\n Jaguar: CGL, Basilisk\n 3x Jaguar"
    assert broken(text + "group\n" + foreign) == ["force.south.ese"]
