"""A.2.5: sub-lists of Peace River, NuCoal and the CEF, the leagueless, and Utopia."""

from __future__ import annotations

import pytest

from gearlock.systems.blitz.models import ready
from systems.blitz.roll_call import broken, cost, fielded, first, found, of, the_one

WARRIORS = "primary GP\n Warrior: CO\n 3x Warrior\n"
CHASSEURS = "primary GP\n Chasseur: CO\n 3x Chasseur\n"
RIDERS = "primary SR\n Sandriders Squad: CO\n 3x Sandriders Squad\n"


@pytest.mark.rule("blitz.force.peace-river.prdf")
def test_peace_river_defense_force() -> None:
    text = of("Peace River", WARRIORS, "primary GF\n Generic Fighter: CGL\n Generic Fighter", list="PRDF")
    models = fielded(text)
    assert all("Resolve" in ready(model.card).traits for model in models)
    works = of("Peace River", WARRIORS + "support Any\n AC Turret", list="PRDF")
    turret = ready(fielded(works)[-1].card)
    assert (turret.id, turret.height, turret.radius) == ("ac-turret+prdf", 2000, 750)
    assert ["Air Superiority" in ready(model.card).traits for model in models] == [False] * 4 + [True] * 2


@pytest.mark.rule("blitz.force.peace-river.poc")
def test_peace_officer_corps() -> None:
    hounds = WARRIORS.replace("3x Warrior", "3x Warrior\n Greyhound")
    assert found(of("Peace River", hounds, list="POC")) == []
    assert "5.1" in broken(of("Peace River", hounds))
    assert broken(
        of("Peace River", hounds.replace(" Greyhound", " 2x Greyhound").replace("3x Warrior", "Warrior"), list="POC")
    ) == ["5.2"]
    allied = "primary SK\n Jaguar: CGL\n 3x Jaguar\n Greyhound"
    assert found(of("Peace River", WARRIORS, allied, list="POC", allies="North")) == []
    police = WARRIORS.replace("GP", "GP: Military Police, MHG")
    text = of("Peace River", police, list="POC")
    assert (found(text), cost(text)) == ([], cost(of("Peace River", WARRIORS)) + 2)
    armed = ready(first(text).card)
    assert (armed.traits["Shield"], [code for code in armed.weapons if code.endswith("RP")]) == (1, [])
    second = police.replace("CO", "CGL")
    assert broken(of("Peace River", police, second, list="POC")) == ["force.peace-river.poc"]
    scouts = "primary RC: Military Police\n Skirmisher: CO\n 3x Skirmisher"
    assert broken(of("Peace River", scouts, list="POC")) == ["force.peace-river.poc"]


@pytest.mark.rule("blitz.force.peace-river.hgsf")
def test_home_guard_security_forces() -> None:
    modern = WARRIORS.replace("3x Warrior", "Warrior\n 2x Fusilade Jackal")
    assert found(of("Peace River", modern, list="HGSF")) == []
    assert broken(of("Peace River", WARRIORS, list="HGSF")) == ["force.peace-river.hgsf"]
    works = modern + "support Any\n Bunker\n Minefield"
    price = cost(of("Peace River", modern))
    assert found(of("Peace River", works, size=price + 2, list="HGSF")) != []
    free = of("Peace River", works, size=100, list="HGSF")
    assert (found(free), cost(free)) == ([], price)
    assert cost(of("Peace River", works, size=50, list="HGSF")) == price + 5
    assert broken(of("Peace River", modern, list="HGSF", elite="yes")) == ["force.peace-river.hgsf"]


@pytest.mark.rule("blitz.force.peace-river.ctf")
def test_combined_task_force() -> None:
    strike = "primary SK\n Warrior IV: CO\n 3x Warrior IV"
    text = of("Peace River", strike, list="CTF")
    assert (found(text), cost(text)) == ([], cost(of("Peace River", strike)) + 8)
    assert [model.points for model in fielded(text)] == [1, 0, 0, 0]
    two = of("Peace River", strike, strike.replace("CO", "CGL"), list="CTF")
    assert [model.points for model in fielded(two)] == [1, *[0] * 7]
    assert "force.peace-river.ctf" in broken(of("Peace River", WARRIORS, list="CTF"))
    jammers = of("Peace River", strike.replace("CO", "CO, Warrior IV Chieftain"), list="CTF")
    assert ready(first(jammers).card).traits["SJ"] == 1


@pytest.mark.rule("blitz.force.nucoal.hapf")
def test_humanist_alliance_peace_force() -> None:
    assert broken(of("NuCoal", CHASSEURS, list="HAPF")).count("force.nucoal.hapf") == 2
    hover = "primary HV\n Fusilier: CO\n Fusilier"
    assert found(of("NuCoal", hover + "\nsupport GP\n Jager\n Chasseur", list="HAPF")) == []
    assert "A.2.5" in broken(of("NuCoal", hover + "\nsupport GP\n Jager\n Chasseur", list="LP"))
    shared = "primary HV\n Fusilier: CO\n Hetairoi"
    assert found(of("NuCoal", shared, list="HAPF")) == []
    assert broken(of("NuCoal", shared.replace("Fusilier", "Hetairoi"), list="HAPF")) == ["force.nucoal.hapf"]
    tanks = "primary HT\n Voltigeur: CO\n Voltigeur"
    assert set(broken(of("NuCoal", tanks, list="HAPF"))) == {"force.nucoal.hapf"}


@pytest.mark.rule("blitz.force.nucoal.pak")
def test_port_arthur_korps() -> None:
    hover = "primary HV\n Fusilier: CO\n Fusilier\n"
    assert broken(of("NuCoal", CHASSEURS, list="PAK")) == ["force.nucoal.pak"]
    assert found(of("NuCoal", hover, list="PAK")) == []
    cars = "primary RC\n HC-3A: CGL\n 3x HC-3A\n"
    assert found(of("NuCoal", hover, cars, list="PAK")) == []
    assert broken(of("NuCoal", hover, cars, cars, list="PAK")) == ["force.nucoal.pak"]
    frames = "primary RC\n F6-16 Frame (no pack): CGL\n 3x HC-3A"
    assert "force.nucoal.pak" in broken(of("NuCoal", hover, frames, list="PAK"))
    tanks = "primary LT{}\n LHT-71: CGL\n LHT-71"
    assert found(of("NuCoal", hover, tanks.format(": veteran"), list="PAK")) == []
    assert set(broken(of("NuCoal", hover, tanks.format(""), list="PAK"))) == {"force.nucoal.pak"}
    assert "force.nucoal.pak" in broken(of("NuCoal", hover, "primary HT\n HHT-90: CGL\n 2x GREL", list="PAK"))


@pytest.mark.rule("blitz.force.nucoal.lp")
def test_lance_point() -> None:
    gears = fielded(of("NuCoal", CHASSEURS, list="LP"))
    assert all("Pathfinder" in ready(model.card).traits for model in gears)
    tanks = "primary LT\n Hun: CGL\n Hun"
    text = of("NuCoal", CHASSEURS, tanks, list="LP")
    assert "Pathfinder" not in ready(fielded(text)[-1].card).traits
    assert broken(of("NuCoal", CHASSEURS, "primary MP\n Cobra MP: CGL\n 3x Cobra MP", list="LP")) == ["force.nucoal.lp"]


@pytest.mark.rule("blitz.force.nucoal.fn")
def test_fort_neil() -> None:
    guests = "primary SK\n Cuirassier: CO\n 2x Cuirassier\n Sidewinder"
    assert found(of("NuCoal", guests, list="FN")) == []
    assert broken(of("NuCoal", guests)) == ["A.2.5", "force.nucoal"]
    foreign = "primary GP\n Sidewinder: CO\n Sidewinder\n 2x Sidewinder Sniper"
    assert "force.nucoal.fn" in broken(of("NuCoal", foreign, list="FN"))
    pilots = (
        CHASSEURS.replace("3x Chasseur", "2x Chasseur\n Chasseur: Vet, Ace Gunner") + "support FS\n Chasseur: Vet\n"
    )
    text = of("NuCoal", pilots, pilots.replace("CO", "CGL"), list="FN")
    assert found(text) == []
    assert "5.5" in broken(text.replace("list FN\n", ""))


@pytest.mark.rule("blitz.force.nucoal.pg")
def test_prince_gable() -> None:
    text = of("NuCoal", CHASSEURS.replace("CO", "CO, Satellite Specialist"), list="PG")
    assert (found(text), cost(text)) == ([], cost(of("NuCoal", CHASSEURS)) + 1)
    assert ready(first(text).card).traits["SatUp"] == 4
    crews = CHASSEURS.replace("3x Chasseur", "3x Chasseur: Satellite Specialist")
    assert broken(of("NuCoal", crews, list="PG")) == ["force.nucoal.pg"]
    assert "force.nucoal.pg" in broken(of("NuCoal", CHASSEURS, "primary GP\n Jager: CGL\n 3x Jager", list="PG"))


@pytest.mark.rule("blitz.force.nucoal.en")
def test_erech_and_ninerveh() -> None:
    text = of("NuCoal", CHASSEURS + "support IN\n Infantry Squad", list="EN", allies="North")
    plain = fielded(of("NuCoal", CHASSEURS + "support IN\n Infantry Squad"))
    assert [a.card.move - b.card.move for a, b in zip(fielded(text), plain, strict=True)] == [1, 1, 1, 1, 0]


@pytest.mark.rule("blitz.force.nucoal.kada")
def test_khayr_ad_din() -> None:
    duel = CHASSEURS + "support SK\n Jaguar: Duelist\n"
    strider = CHASSEURS.replace("CO", "CGL") + "support ST\n {}: Duelist\n"
    text = of("NuCoal", duel, strider.format("Hussar"), list="KADA")
    assert found(text) == []
    assert "Duelist" in ready(first(text).card).traits
    assert found(of("NuCoal", CHASSEURS.replace("CO", "CO, Extra Action"), list="KADA")) == []
    assert len(broken(of("NuCoal", duel, strider.format("Hussar"), strider.format("Hussar"), list="KADA"))) == 1
    assert "force.nucoal" in broken(of("NuCoal", duel))


@pytest.mark.rule("blitz.force.nucoal.th")
def test_temple_heights() -> None:
    assert found(of("NuCoal", RIDERS, CHASSEURS.replace("CO", "CGL"), list="TH")) == []
    assert the_one(of("NuCoal", CHASSEURS, list="TH")).rule == "blitz.force.nucoal.th"
    pilots = CHASSEURS.replace("CO", "CGL, Jannite Pilot")
    text = of("NuCoal", RIDERS, pilots, list="TH")
    gear = fielded(text)[4]
    assert (gear.card.actions, gear.tv, "Autopilot" in ready(gear.card).traits) == (2, gear_price(), False)
    koreshi = "primary SR\n En Koreshi: CO\n 2x En Koreshi"
    assert found(of("NuCoal", koreshi, list="TH")) == []
    assert "5.2" in broken(of("NuCoal", koreshi))


def gear_price() -> int:
    return fielded(of("NuCoal", CHASSEURS))[0].tv + 4


@pytest.mark.rule("blitz.force.leagueless")
def test_leagueless_forces_mix_lists_one_of_each() -> None:
    text = "primary GP\n Hunter: CO\n Jager\n Chasseur\n Warrior\n{}"
    assert found(of("Leagueless", text.format(""))) == []
    assert found(of("Leagueless", text.format(" 2x Hunter"))) == []
    assert broken(of("Leagueless", text.format(" 2x Tiger"))) == ["5.2"]
    assert "force.leagueless" in broken(of("Leagueless", "primary IN\n GREL: CO\n GREL\n"))
    paras = "primary PT\n Para Hunter: CO\n 3x Para Hunter"
    assert "force.leagueless" in broken(of("Leagueless", paras))
    assert all("Pathfinder" in ready(model.card).traits for model in fielded(of("Leagueless", text.format(""))))


@pytest.mark.rule("blitz.force.cef.tank")
def test_hover_tank_battalion() -> None:
    tanks = "primary LT\n LHT-71: CO, {}\n LHT-71{}\n"
    text = of("CEF", tanks.format("AA LATM", ""), list="TANK")
    assert (found(text), cost(text)) == ([], 36)
    assert cost(of("CEF", tanks.format("AA LATM", ": AA LATM"), list="TANK")) == 37
    assert broken(of("CEF", "primary IN\n GREL: CO\n GREL", list="TANK")) == ["force.cef.tank"]
    support = tanks.format("2iC", "").replace(", 2iC", "") + "support LT\n LHT-67"
    assert broken(of("CEF", support, list="TANK")) == ["force.cef.tank"]


@pytest.mark.rule("blitz.force.cef.grel")
def test_grel_infantry_battalion() -> None:
    cars = "primary RC\n HC-3A: CO\n 3x HC-3A\n"
    squads = "primary IN\n GREL: CGL\n GREL\n"
    assert found(of("CEF", cars, squads, list="GREL")) == []
    assert broken(of("CEF", squads.replace("CGL", "CO"), list="GREL")) == ["force.cef.grel"]
    assert "force.cef.grel" in broken(of("CEF", cars, "primary LT\n LHT-71: CGL\n LHT-71", list="GREL"))


@pytest.mark.rule("blitz.force.cef.grel")
@pytest.mark.parametrize(("rest", "points"), [(5, 1), (4, 0)])
def test_six_grels_make_their_leader_proud(rest: int, points: int) -> None:
    cars = "primary RC\n HC-3A: CO\n 3x HC-3A\n"
    text = of("CEF", cars, f"primary FL\n FLAIL: CGL\n {rest}x FLAIL", list="GREL")
    leader = fielded(text)[4]
    assert (leader.points, ready(leader.card).traits.get("Pride", 0)) == (points, points)


@pytest.mark.rule("blitz.force.utopia-special")
def test_utopia() -> None:
    swarm = "primary RC\n Recce Armiger: CO\n {}x Recon N-KIDU"
    assert found(of("Utopia", swarm.format(3))) == []
    drones = "primary RC\n Recon N-KIDU: {}\n {}x Recon N-KIDU"
    assert broken(of("Utopia", drones.format("CO", 3))) == ["force.utopia-special"]
    assert found(of("Utopia", swarm.format(3), drones.format("CGL", 7))) == []
    assert broken(of("Utopia", swarm.format(3), drones.format("CGL", 8))) == ["5.4"]
    assert broken(of("Utopia", swarm.format(3).replace("3x Recon N-KIDU", "3x Recon N-KIDU: Recon Drone"))) != []
    suits = "primary RC\n Recce Armiger: CO\n Recce Armiger\n Close Support Recce Armiger"
    assert "force.utopia-special" in broken(of("Utopia", suits))
    models = fielded(of("Utopia", swarm.format(3)))
    assert ["N-KIDU" in ready(model.card).traits for model in models] == [False, True, True, True]


@pytest.mark.rule("blitz.force.eden")
def test_utopian_apes_serve_utopia() -> None:
    swarm = (
        "primary RC\n Recce Armiger: CO\n 3x Recon N-KIDU\nsupport AL\n Constable Golem: Constable Golem Utopia Apes"
    )
    text = of("Utopia", swarm)
    assert found(text) == []
    assert {"Stealth", "Profile"} <= set(ready(fielded(text)[-1].card).traits)
    golems = "primary AL\n Marshal Golem: CO\n 4x Constable Golem: Constable Golem Utopia Apes"
    assert "force.eden" in broken(of("Eden", golems))
