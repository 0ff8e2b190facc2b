"""The 31 units of the lists and the four drones: every field against a copy of the figures, and every mark."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from gearlock.systems.fieldmanual.datacards import FIELDS_UNIT_FILES as FIELDS
from gearlock.systems.fieldmanual.datacards import KINDS, Card, Row, Skills, all_cards, stands_on
from gearlock.systems.fieldmanual.weapons import read_perk, split_entries

with (Path(__file__).parent / "unit-figures.csv").open(encoding="utf-8", newline="") as file:
    FIGURES = list(csv.DictReader(file))
"""What each card must say, copied from the conversion: costs are TV, SP, Actions and Size; electronics Detect, Sensors,
Comm and Auto Comm; hull Armor, Overkill and track; weapons name, arc, RoF, traits and rounds of each row."""
MARKED = (
    "tv",
    "sp_cost",
    "actions",
    "mode1",
    "mode1_combat",
    "mode1_top",
    "mode1_def_stop",
    "mode1_def_cbt",
    "mode1_def_top",
    "mode2",
    "mode2_combat",
    "mode2_top",
    "mode2_def_stop",
    "mode2_def_cbt",
    "mode2_def_top",
    "attack_stop",
    "attack_cbt",
    "attack_top",
    "size",
    "detect",
    "sensors",
    "comm",
    "autocomm",
    "armor",
    "overkill",
    "damage_track",
    "skill_att",
    "skill_def",
    "skill_ew",
    "skill_ld",
    "weapons",
    "perks",
    "flaws",
    "aux",
)
"""The fields whose marks stand in the column marks, a letter for each: printed, roster, derived, x for proposed."""
LETTERS = {"p": "printed", "r": "roster", "d": "derived", "x": "proposed"}
DRONES = ("Demo Drone", "Hunter-Killer Drone", "Recon Drone", "AA Drone")


def by_name() -> dict[str, Card]:
    return {card.name: card for card in all_cards().values()}


def every_unit(test: Callable[[dict[str, str]], None]) -> Any:
    return pytest.mark.parametrize("row", FIGURES, ids=[row["name"] for row in FIGURES])(test)


def test_all_units_are_there_in_order_and_drones_behind_them() -> None:
    assert list(by_name()) == [row["name"] for row in FIGURES] + list(DRONES)
    assert len(by_name()) == 35


@pytest.mark.rule(
    "fieldmanual.card-actions", "fieldmanual.card-modifiers", "fieldmanual.card-size", "fieldmanual.card-electronics",
    "fieldmanual.card-armor", "fieldmanual.skills",
)  # fmt: skip
@every_unit
def test_every_figure_of_every_card(row: dict[str, str]) -> None:
    card = by_name()[row["name"]]
    assert f"{card.tv} {card.sp} {card.actions} {card.size}" == row["costs"]
    shown = [f"{mode}:{'/'.join(map(str, speeds))}" for mode, speeds in card.rows.items()]
    assert [*shown, "-", "-"][:2] == row["modes"].split()
    assert "/".join(map(str, card.attack)) == row["attack"]
    assert f"{card.detect} {card.sensors} {card.comm} {card.auto_comm}" == row["electronics"]
    track = f"{card.bases}_bases" if card.bases else card.boxes or "-"
    assert f"{card.armor} {card.overkill} {track}" == row["hull"]
    assert "/".join(map(str, card.skills)) == row["skills"]
    assert f"{card.status} {'yes' if card.default_force else 'no'}" == row["status"]


@pytest.mark.rule("fieldmanual.datacards-lost")
@every_unit
def test_every_field_bears_its_mark(row: dict[str, str]) -> None:
    card = by_name()[row["name"]]
    given = {field: LETTERS[letter] for field, letter in zip(MARKED, row["marks"], strict=True) if letter != "."}
    assert {field: mark for field, mark in card.provenance.items() if field != "turns"} == given
    assert set(MARKED) | {"turns"} == set(FIELDS)
    assert card.reasons.keys() <= card.provenance.keys()


@pytest.mark.rule("fieldmanual.card-perks-flaws")
@every_unit
def test_every_perk_and_flaw_of_every_card(row: dict[str, str]) -> None:
    card = by_name()[row["name"]]
    perks, flaws, aux = ([read_perk(text) for text in split_entries(row[key])] for key in ("perks", "flaws", "aux"))
    assert card.perks == {perk.name: perk.rating for perk in (*perks, *aux)}
    assert card.flaws == {flaw.name: flaw.rating for flaw in flaws}
    assert card.aux == tuple(perk.name for perk in aux)


@pytest.mark.rule("fieldmanual.card-weapons")
@every_unit
def test_every_weapon_row_of_every_card(row: dict[str, str]) -> None:
    card = by_name()[row["name"]]
    entries = [entry.split() for entry in row["weapons"].split("; ") if entry]
    assert len(card.weapons) == len(entries)
    for mount, (weapon, arc, rof, traits, rounds) in zip(card.weapons, entries, strict=True):
        assert (mount.name, mount.arc or "-", mount.weapon.rof) == (weapon.replace("_", " "), arc, int(rof))
        rated = ("AE", "MB", "Blast")
        shown = [f"{code}{rating}" if code in rated else code for code, rating in mount.weapon.traits.items()]
        assert (",".join(shown) or ".").replace("Stab", "Stabilizer") == traits
        assert str(mount.rounds or "-") == rounds
        assert card.weapon(mount.id) is mount
    assert card.weapon("Trebuchet") is None


@pytest.mark.rule("fieldmanual.sample-card")
def test_the_sample_card() -> None:
    card = by_name()["Jäger"]
    assert (card.id, card.kind, card.faction, card.army, card.primary) == ("jager", "gear", "South", "MILICIA", "W")
    assert card.rows == {"W": Row(4, 7, -1, 0, 1), "G": Row(6, 12, -2, 0, 1)}
    assert (card.attack, card.armor, card.overkill, card.boxes) == ((1, 0, -3), 15, 60, "SLHC")
    assert card.skills == Skills(attack=2, defense=2, ew=1, leadership=0)
    assert [mount.name for mount in card.weapons] == ["LAC", "LRP/24", "APGL", "HG", "VB", "PHYSICAL"]
    assert [mount.rounds for mount in card.weapons] == [None, None, 6, 3, None, None]
    assert card.perks == {"Arms": 1}
    assert (card.provenance["armor"], card.provenance["size"], card.status) == ("printed", "roster", "roster")


def test_families_name_the_vehicle_whose_options_a_variant_may_take() -> None:
    families = {card.name: card.family for card in by_name().values() if card.family != card.name}
    assert families == {
        "Command Jäger": "Jäger",
        "Jäger (LAC swapped for LBZK)": "Jäger",
        "Jäger (third row option, with LGL)": "Jäger",
        "Spitting Cobra (VLFG and VHAC options)": "Spitting Cobra",
        "Headhunter": "Hunter",
        "Assault Mammoth": "Mammoth",
        "Long Fang Naga": "Naga",
    }


def test_kinds() -> None:
    counted = {kind: sum(card.kind == kind for card in by_name().values()) for kind in KINDS}
    assert counted == {
        "gear": 13, "tank": 2, "strider": 4, "vehicle": 2, "infantry": 1, "drone": 4, "aircraft": 3, "static": 6,
    }  # fmt: skip


def test_a_combined_model_has_bases_and_no_track() -> None:
    squad = by_name()["Infantry squad (proposed)"]
    assert (squad.bases, squad.boxes, squad.is_combined, squad.is_infantry) == (4, "", True, True)
    assert squad.rating("Improved Off-Road") == 1
    assert not by_name()["Jäger"].is_combined


def test_aircraft_have_turns_and_moves_between_two_lengths() -> None:
    turns = {
        name: (by_name()[name].turns, by_name()[name].rows["A"][:2]) for name in ("Fighter", "Fighter-bomber", "Bomber")
    }
    assert turns == {"Fighter": (2, (6, 18)), "Fighter-bomber": (1, (8, 16)), "Bomber": (0, (10, 15))}
    assert by_name()["Fighter"].provenance["turns"] == "printed"


@pytest.mark.rule("fieldmanual.card-perks-flaws")
def test_perks_by_name_with_rating_arc_and_aux() -> None:
    tank, carrier = by_name()["Aller"], by_name()["Caiman"]
    assert (tank.rating("Reinforced Front"), tank.rating("Large Sensor Profile")) == (5, 2)
    assert (tank.has("Sensor Dependent"), tank.has("Stealth"), tank.rating("Stealth")) == (True, False, 0)
    assert tank.aux == ("Smoke Launchers",)
    assert carrier.details == {"Transport": "one infantry squad"}


def test_drones_have_what_the_book_gives_them() -> None:
    demo, killer, recon, aa = (by_name()[name] for name in DRONES)
    assert (demo.skills.attack, [(mount.name, mount.rounds) for mount in demo.weapons]) == (2, [("SDG", 1)])
    assert killer.perks == {"Anti-Personnel Charges": 1}
    assert (recon.detect, recon.sensors, recon.size, recon.perks) == (2, 0, 2, {"Target Designator": 2})
    assert aa.sp == 1
    assert {card.status for card in (demo, killer, recon, aa)} == {"printed"}


def test_bases_and_heights_are_ours_by_size() -> None:
    stands = {name: (by_name()[name].radius, by_name()[name].height) for name in ("Jäger", "Naga", "Aller", "Caiman")}
    assert stands == {"Jäger": (500, 1200), "Naga": (750, 1600), "Aller": (1000, 1750), "Caiman": (750, 1000)}
    for name in ("Heavy Bunker", "Observation Bunker"):
        assert (by_name()[name].radius, by_name()[name].height) == (1000, 1000)
    assert by_name()["Blind"].radius == 1000
    assert (by_name()["Infantry squad (proposed)"].radius, by_name()["Infantry squad (proposed)"].height) == (500, 500)
    assert (by_name()["Fighter"].radius, by_name()["Fighter"].height) == (750, 500)
    assert (by_name()["HAC Turret"].radius, by_name()["HAC Turret"].height) == (500, 1000)
    assert (by_name()["Mammoth"].radius, by_name()["Blind"].height) == (750, 1500)
    assert stands_on("Small", "gear", 2) == (500, 500)
    assert [stands_on("Any", "strider", size)[0] for size in (7, 8, 9, 10)] == [500, 750, 750, 1000]


def test_a_card_goes_into_a_set_up_and_comes_back() -> None:
    for card in all_cards().values():
        assert msgspec.convert(msgspec.to_builtins(card), Card) == card
    assert len({hash(card) for card in all_cards().values()}) == 35
