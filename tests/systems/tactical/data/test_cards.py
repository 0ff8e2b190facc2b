"""The cards: every figure against a copy of what the book's cards say or what fills their gaps, and every mark."""

from __future__ import annotations

import msgspec
import pytest

from gearlock.systems.tactical.datacards import KINDS, Card, actions_of, combat_speed, most_mass, stands_on
from gearlock.systems.tactical.unit_files import all_cards, doubts, gun_turrets, is_as_printed, our_units, standing
from gearlock.table.measure import INCH

FIGURES = """
hunter          | 301  | 236 | 6  | 1 1 | 0 0   | 0/2   | 0/10 | W4/7 G6/12  | 15 | printed
jaguar          | 439  | 284 | 6  | 1 1 | 1 1   | 0/2   | 1/10 | W5/9 G7/14  | 16 | proposed
cheetah         | 547  | 422 | 6  | 1 1 | 2 0   | 2/3   | 1/10 | W6/11 G8/15 | 10 | reconstructed
grizzly         | 522  | 172 | 7  | 1 1 | -1 0  | 0/2   | 0/10 | W3/6 G6/11  | 18 | reconstructed
jaeger          | 301  | 236 | 6  | 1 1 | 0 0   | 0/2   | 0/10 | W4/7 G6/12  | 15 | reconstructed
black-mamba     | 470  | 315 | 6  | 1 1 | 1 1   | 1/2   | 1/10 | W5/9 G7/14  | 17 | reconstructed
iguana          | 547  | 422 | 6  | 1 1 | 2 0   | 2/3   | 1/10 | W6/11 G8/15 | 10 | reconstructed
spitting-cobra  | 504  | 174 | 7  | 1 1 | -1 0  | 0/2   | 0/10 | W3/6 G5/10  | 18 | proposed
mammoth         | 1500 | 0   | 9  | 2 2 | -2 0  | 1/3   | 0/10 | W3/5        | 25 | reconstructed
assault-mammoth | 991  | 0   | 9  | 2 2 | -2 0  | 0/2   | 0/10 | W3/5        | 25 | reconstructed
klemm           | 1867 | 0   | 10 | 4 3 | -1 0  | 0/1   | 0/10 | G6/12       | 25 | proposed
aller           | 2817 | 0   | 14 | 4 3 | -2 0  | 0/2   | 0/20 | G5/10       | 40 | printed
naga            | 1645 | 0   | 8  | 2 2 | -2 0  | 0/4   | 0/12 | W4/7 G6/12  | 23 | reconstructed
long-fang-naga  | 651  | 0   | 8  | 2 2 | -2 0  | 0/4   | 0/12 | W4/7 G6/12  | 23 | reconstructed
hun             | 927  | 0   | 10 | 2 2 | -1 0  | 0/2   | 0/10 | G6/12       | 25 | proposed
visigoth        | 2585 | 0   | 13 | 4 3 | -2 0  | 0/2   | 0/20 | G5/10       | 40 | reconstructed
caiman          | 190  | 0   | 8  | 2 2 | -3 -1 | 0/1.5 | 0/8  | G5/10       | 13 | proposed
alligator       | 242  | 0   | 8  | 2 2 | -3 -1 | 0/1.5 | 0/8  | G6/12       | 13 | reconstructed
badger          | 190  | 0   | 8  | 2 2 | -1 0  | 0/1.5 | 0/8  | G8/15       | 13 | proposed
rabid-badger    | 591  | 0   | 8  | 2 2 | -1 0  | 0/1.5 | 0/8  | G10/19      | 13 | proposed
badger-cavalry  | 450  | 0   | 8  | 2 2 | -1 0  | 0/1.5 | 0/8  | G10/19      | 13 | proposed
ht-68           | 2000 | 0   | 10 | 2 2 | -1 1  | 1/2   | 1/20 | H8/15       | 36 | proposed
ht-72           | 1500 | 0   | 9  | 2 2 | 0 1   | 1/2   | 1/20 | H9/17       | 25 | proposed
truck           | 10   | 0   | 8  | 1 1 | -1 0  | 0/2   | 0/10 | G4/7        | 9  | proposed
gun-turret-mac  | 0    | 0   | 6  | 1 1 | 0 0   | 0/2   | 0/10 |             | 25 | proposed
gun-turret-hrp  | 0    | 0   | 6  | 1 1 | 0 0   | 0/2   | 0/10 |             | 25 | proposed
c3-vehicle      | 0    | 0   | 8  | 2 2 | -3 0  | 1/2   | 1/20 |             | 13 | proposed
"""
"""TV, base TV, Size, crew and Actions, Maneuver and Fire Control, Sensors, Communications, speeds, Armor, mark."""
ARMED = """
hunter          | LAC F 60 p, APGL FF 6 r
jaguar          | MAC F 40 p, APGL FF 6 p
cheetah         | LAC F 60 r, LRP/8 F 8 r, APGL FF 6 p
grizzly         | HAC F 30 p, MRP/36 F 36 p
jaeger          | LAC F 60 p, APGL FF 6 r
black-mamba     | MAC F 40 p, APGL FF 6 -
iguana          | LAC F 60 p, LRP/8 F 8 p, APGL FF 6 p
spitting-cobra  | MAC F 40 -, MRP/36 F 36 -
mammoth         | MAC F 200 r, ATM F 8 -, SC F 20 -, LMG FF 600 -
assault-mammoth | HAC F 150 -, SC F 25 -, LMG FF 600 -
klemm           | ATM T 6 -, LAC F 200 r, APGL T 16 -
aller           | HRG T 20 -, MAC T 60 -, LMG T 1200 -
naga            | MAC F 200 -, ATM F 4 r, ATM F 4 r
long-fang-naga  | LFG F 12 r, LFG F 12 r, MAC F 200 -
hun             | HAC T 40 r, LLC T 10 r, MRP/36 FF 32 r
visigoth        | HFG T 25 r, HAC T 300 -, LLC T 6 r, MRP/9 F 9 r, MRP/9 F 9 r
caiman          | MAC T 40 -, LMG T 800 r
alligator       | MAC T 40 -, LMG T 800 r
badger          | LAC F 60 -, LAC F 60 -
rabid-badger    | AGM T 12 r
badger-cavalry  | MRP/36 T 36 -, MRP/36 T 36 -, LAC F 60 p, LAC F 60 p
ht-68           | HPA T 60 p, LPA FF 60 p
ht-72           | HPA T 60 r, ATM FF 6 -, CR FF None r
truck           |
gun-turret-mac  | MAC T 200 p, MAC T 200 p
gun-turret-hrp  | HRP/24 T 24 p, HRP/24 T 24 p
c3-vehicle      |
"""
"""Weapon, arc, rounds and mark: - printed, r reconstructed, p proposed."""
PERKS = {
    "mammoth": ({"Backup Sensors", "Improved Off-Road Ability", "Reinforced Armor", "Target Designator"}, 2),
    "assault-mammoth": (
        {"Backup Sensors", "Battle Arm", "Improved Off-Road Ability", "Reinforced Armor", "Target Designator"}, 2,
    ),
    "aller": (
        {"Pintle Mount", "Reinforced Armor", "Reinforced Crew Compartment", "Rugged Movement Systems",
         "Smoke Launchers", "Sniper Systems"}, 2,
    ),
    "alligator": ({"Amphibious", "Passenger Seating", "Reinforced Crew Compartment"}, 0),
    "ht-68": ({"Airdroppable", "Backup Sensors", "Urban Friendly"}, 1),
    "ht-72": ({"Airdroppable", "Jump Jets", "Target Designator", "Urban Friendly"}, 3),
    "black-mamba": ({"Airdroppable", "Manipulator Arm"}, 0),
}  # fmt: skip
"""Perks, and how many flaws."""
MARKS = {"-": "printed", "r": "reconstructed", "p": "proposed"}
VEHICLES = [line.split("|") for line in FIGURES.strip().splitlines()]
LOADS = [line.split("|") for line in ARMED.strip().splitlines()]


def row(card: Card) -> list[str]:
    """A card as the table above has it."""
    km = f"{card.sensor_km}.{card.sensor_m // 100}" if card.sensor_m else str(card.sensor_km)
    speeds = " ".join(f"{mode}{it.combat}/{it.top}" for mode, it in card.modes.items())
    return [
        card.id, str(card.tv), str(card.base_tv), str(card.size), f"{card.crew} {card.actions}",
        f"{card.maneuver} {card.fire_control}", f"{card.sensors}/{km}", f"{card.communications}/{card.comm_km}",
        speeds, str(card.armor), card.status,
    ]  # fmt: skip


@pytest.mark.rule("tactical.ref-datacards")
@pytest.mark.parametrize("cells", VEHICLES, ids=lambda cells: cells[0].strip())
def test_every_figure_of_every_card(cells: list[str]) -> None:
    wanted = [cell.strip() for cell in cells]
    assert row(all_cards()[wanted[0]]) == wanted


@pytest.mark.rule("tactical.ref-datacards", "tactical.2.3.4-fire-arcs")
@pytest.mark.parametrize("cells", LOADS, ids=lambda cells: cells[0].strip())
def test_every_weapon_row_with_its_mark(cells: list[str]) -> None:
    name, text = (cell.strip() for cell in cells)
    marks = {mark: letter for letter, mark in MARKS.items()}
    rows = [f"{it.weapon.id} {it.arc} {it.ammo} {marks[it.mark]}" for it in all_cards()[name].weapons]
    assert rows == [part.strip() for part in text.split(",") if part.strip()]
    ids = [it.id for it in all_cards()[name].weapons]
    assert len(set(ids)) == len(ids)


@pytest.mark.rule("tactical.2.3.4-perks")
@pytest.mark.parametrize("name", PERKS)
def test_perks_and_flaws_of_cards(name: str) -> None:
    card = all_cards()[name]
    assert (set(card.perks), len(card.flaws)) == PERKS[name]
    assert set(card.aux) <= set(card.perks)


def test_ratings_and_details() -> None:
    aller, tank = all_cards()["aller"], all_cards()["ht-72"]
    assert (aller.rating("Reinforced Armor"), aller.details["Reinforced Armor"]) == (5, "F")
    assert (aller.details["Sniper Systems"], aller.details["Pintle Mount"]) == ("HRG", "LMG")
    assert set(aller.aux) == {"Smoke Launchers", "Sniper Systems"}
    assert (tank.rating("Weak Point"), tank.details["Weak Point"], tank.rating("Jump Jets")) == (6, "Movement", 2)
    hunter = all_cards()["hunter"]
    assert (hunter.rating("Manipulator Arm"), hunter.details["Manipulator Arm"], hunter.aux) == (
        6, "x2", ("Manipulator Arm",),
    )  # fmt: skip


def test_a_figure_of_a_card_wins_over_the_list() -> None:
    hun, visigoth = all_cards()["hun"].mount("LLC"), all_cards()["visigoth"].mount("LLC")
    assert hun is not None
    assert visigoth is not None
    assert (hun.weapon.accuracy, visigoth.weapon.accuracy) == (0, 1)


@pytest.mark.rule("tactical.5-gun-turret")
def test_turrets_stand_still_with_a_linked_pair() -> None:
    assert {card.id for card in gun_turrets()} == {"gun-turret-mac", "gun-turret-hrp"}
    for card in gun_turrets():
        assert (card.armor, card.modes, card.kind, card.primary, card.fieldable) == (25, {}, "turret", "", False)
        assert len(card.weapons) == 2
        assert {mount.link for mount in card.weapons} == {card.weapons[0].weapon.id}


def test_the_cavalry_has_reloads() -> None:
    assert [mount.clips for mount in all_cards()["badger-cavalry"].weapons] == [1, 1, 0, 0]


def test_all_cards_are_there() -> None:
    squads = {"infantry-squad", "rookie-squad", "qualified-squad", "veteran-squad", "grel-squad"}
    assert set(all_cards()) == {cells[0].strip() for cells in VEHICLES} | squads
    assert {card.kind for card in all_cards().values()} <= set(KINDS)
    assert {id for id, card in all_cards().items() if not card.fieldable} == {
        "truck", "gun-turret-mac", "gun-turret-hrp", "c3-vehicle",
    }  # fmt: skip


def test_names_without_a_card_say_why() -> None:
    lost = our_units().unfielded
    assert len(lost) == 20
    assert {"Weasel", "Kodiak", "Brawler Black Mamba", "Black Box Iguana"} <= set(lost)
    assert all("named only" in reason for _, reason in lost.values())


@pytest.mark.rule("tactical.ref-datacards")
def test_every_figure_that_is_not_printed_has_a_reason() -> None:
    for card in all_cards().values():
        assert card.status == "printed" or card.reason
        for doubt in doubts(card):
            assert doubt.mark in ("reconstructed", "proposed")
            assert doubt.reason, (card.name, doubt)
            assert doubt.reason in doubt.words


def test_what_is_in_doubt_about_a_card() -> None:
    assert is_as_printed(all_cards()["aller"])
    hunter = {doubt.what: doubt.mark for doubt in doubts(all_cards()["hunter"])}
    assert hunter == {
        "Communications range, Sensor range": "proposed", "load": "proposed", "weapon LAC": "proposed",
        "weapon APGL": "reconstructed",
    }  # fmt: skip
    assert (standing(all_cards()["hunter"]), standing(all_cards()["aller"])) == ("proposed", "printed")
    jaguar = {field: mark for field, mark in all_cards()["jaguar"].provenance.items() if mark != "printed"}
    assert jaguar == {
        "armor": "proposed", "sensor_km": "proposed", "comm_km": "proposed", "walker": "reconstructed",
        "ground": "reconstructed", "perks": "reconstructed",
    }  # fmt: skip


@pytest.mark.rule("tactical.2.3.4-sensors", "tactical.2.3.4-communications")
def test_ranges_are_kilometres() -> None:
    caiman, aller = all_cards()["caiman"], all_cards()["aller"]
    assert caiman.sensor_mils(20 * INCH) == 30 * INCH
    assert aller.sensor_mils(20 * INCH) == 40 * INCH
    assert aller.comm_mils(100 * INCH) == 2000 * INCH


def test_thresholds_are_multiples_of_the_armor_that_is_left() -> None:
    assert all_cards()["hunter"].thresholds() == (15, 30, 45)
    assert all_cards()["hunter"].thresholds(3) == (12, 24, 36)
    assert all_cards()["hunter"].thresholds(20) == (0, 0, 0)


@pytest.mark.rule("tactical.2.3.4-crew")
@pytest.mark.parametrize(("crew", "actions"), [(0, 0), (1, 1), (2, 2), (3, 2), (4, 3), (9, 3)])
def test_more_crew_gives_more_actions(crew: int, actions: int) -> None:
    assert actions_of(crew) == actions


@pytest.mark.rule("tactical.2.3.4-size")
@pytest.mark.parametrize(
    ("size", "tons"), [(1, "0.08"), (2, "0.3"), (3, "1.1"), (6, "7.3"), (7, "10"), (10, "30"), (11, "40"), (14, "82")]
)
def test_size_comes_from_mass(size: int, tons: str) -> None:
    assert float(most_mass(size)) == float(tons)


@pytest.mark.rule("tactical.2.3.4-speed")
@pytest.mark.parametrize(("top", "combat"), [(7, 4), (12, 6), (11, 6), (9, 5), (15, 8), (5, 3), (19, 10), (10, 5)])
def test_combat_speed_is_half_of_top_rounded_up(top: int, combat: int) -> None:
    assert combat_speed(top) == combat


def test_models_stand_on_bases_of_ours() -> None:
    assert stands_on("gear", 6) == (500, 1200)
    assert stands_on("strider", 9) == (750, 1800)
    assert stands_on("tank", 14) == (1000, 1750)
    assert stands_on("vehicle", 3) == (500, 500)
    assert stands_on("infantry", 1) == stands_on("turret", 10) == (500, 500)


def test_cards_survive_a_set_up() -> None:
    for card in all_cards().values():
        assert msgspec.convert(msgspec.to_builtins(card), Card) == card
