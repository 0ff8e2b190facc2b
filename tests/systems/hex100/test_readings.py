"""Reconstructed values: every value that is not printed is marked, with a reason, in the data and wherever it shows."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from card_tables.readings import equipment_readings, unit_readings
from card_tables.tables import is_weapon
from gearlock.muster.printing import print_sheet
from gearlock.muster.reading import read_roster
from gearlock.systems.hex100 import SYSTEM
from gearlock.systems.hex100.forces.cards import (
    all_readings,
    items,
    machines,
    readings,
    reasons,
    reconstructed,
    units,
    weapons,
)
from gearlock.systems.hex100.forces.on_paper import unit_stats, weapon_line
from systems.hex100.kit import E, Position, W, machine, plain

SOURCES = Path(__file__).parents[3] / "data-sources"
Row = dict[str, str]


def table(name: str) -> list[Row]:
    with (SOURCES / f"hex100-{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


PRINTED = {(row["item"], row["field"]) for row in table("decoding")}
WEAPON_NUMBERS = {"accuracy": "accuracy", "damage": "damage", "critical_damage": "critical"}
WEAPON_NUMBERS |= {"penetration": "penetration", "limited_ammo": "ammunition"}
UNIT_NUMBERS = {"movement": "movement", "hp": "hit points", "vision": "vision", "e_war": "e-war", "agility": "agility"}


@pytest.mark.rule("hex100.unit-cards")
@pytest.mark.parametrize("row", table("units"), ids=lambda row: row["id"])
def test_every_number_of_a_unit_is_printed_or_marked(row: Row) -> None:
    marked = reconstructed(row["id"])
    for field, value in UNIT_NUMBERS.items():
        assert not row[field] or (row["id"], field) in PRINTED or value in marked, value
    assert {"structure", "actions"} <= marked
    assert ("armour" in marked) is (row["armour_levels"] != "")


@pytest.mark.rule("hex100.weapon-list", "hex100.attr-symbols")
@pytest.mark.parametrize("row", [row for row in table("equipment") if is_weapon(row)], ids=lambda row: row["id"])
def test_every_number_and_icon_of_a_weapon_is_printed_or_marked(row: Row) -> None:
    marked = reconstructed(row["id"].partition(".")[0], row["mode"].lower())
    for field, value in WEAPON_NUMBERS.items():
        assert row[field] in ("", "0") or (row["id"], field) in PRINTED or value in marked, value
    if row["blast"]:
        assert {(row["id"], "blast0.x"), (row["id"], "blast0.y")} <= PRINTED or "blast" in marked
    ruled = {part.split()[0] for part in row["attributes_ruling"].split(";") if part.strip()}
    assert ruled <= marked
    assert not row["damage_type"] or "damage type" in marked


def test_whatever_the_tables_doubt_has_its_reason_in_the_data() -> None:
    reasons_given = {each.reason for each in all_readings()}
    for row in [*table("equipment"), *table("units")]:
        doubted = row["confidence"] in ("medium", "low") or "stats=" in row["confidence"].replace("stats=high", "")
        if doubted and row["note"] and not row["id"].endswith("-spike"):
            assert row["note"] in reasons_given, row["id"]


def test_readings_are_those_of_the_importer_and_speak_of_cards_that_exist() -> None:
    known = {(id_, mode.mode) for id_, modes in weapons().items() for mode in modes}
    known |= {(id_, "") for id_ in (*items(), *units())}
    assert {(each.card, each.mode) for each in all_readings()} <= known
    whole = sum(1 for row in table("units") for _ in unit_readings(row))
    whole += sum(1 for row in table("equipment") if row["group"] != "drone" for _ in equipment_readings(row))
    assert sum(1 for _ in all_readings()) == whole


def test_marks_stand_behind_the_values_and_nowhere_else() -> None:
    (plasma,) = [weapon for weapon in weapons()["heavy-particle-cannon"] if weapon.mode == "plasma blast"]
    line = weapon_line(plasma)
    assert "critical 2 at 20%*" in line
    assert "blast 4 within 1*" in line
    assert line.startswith("70% x1, range 6, damage 8 energy*")
    assert dict(unit_stats(units()["tegu-mbt"]))["vision"] == "5*"
    assert dict(unit_stats(units()["squire"]))["vision"] == "6"
    assert dict(unit_stats(units()["squire"], 6))["hit points"] == "14 + 6"


def test_one_reason_is_given_once_for_all_it_explains() -> None:
    rows = list(reasons([machines()["tegu-siege"], machines()["cobra-hunter"]]))
    assert len({text.partition(". ")[2] for _, text in rows}) == len(rows)
    assert any(title == "Tegu MBT" and text.startswith("movement, hit points, vision, e-war. ") for title, text in rows)
    assert readings("squire-stealth-enhancement")[0].values == ("size", "dampening")


def test_force_sheet_and_record_card_show_marks_and_reasons() -> None:
    reading = read_roster("system hex100\nmachine Tegu MBT: HMG", "mine.txt")
    assert reading.rules is not None
    printed = print_sheet(reading.rules.sheet(reading.roster), [], "mine.txt")
    assert "vision 5*" in printed
    assert "* Tegu MBT: movement, hit points, vision, e-war. The stat string" in printed
    tank = machine("tegu-mbt", [], [], ["hmg"])
    position = Position(plain(), [(tank, (0, 0), E)], [("squire-lancer", (3, 0), W)])
    for piece in SYSTEM.view(position.state, "red", ()).pieces:
        cards = {card.title: dict(card.rows) for card in piece.cards}
        assert cards["Reconstructed (marked *)"]
        if piece.side == "red":
            assert cards["Tegu MBT, Main Battle Tank"]["vision"] == "5*"
            assert cards["Weapons"]["HMG"].endswith("linked*.")


@pytest.mark.rule("hex100.unit-cards")
def test_the_record_card_adds_up_to_the_hit_points_of_the_table_whatever_is_mounted() -> None:
    position = Position(plain(), [("crocodile-packmaster", (0, 0), E)], [("squire-lancer", (3, 0), W)])
    position.field("red-1-drone-1", (1, 0), "lurk")
    pieces = {piece.id: piece for piece in position.play().view("red").pieces}
    said = {id_: dict(piece.cards[0].rows).get("hit points") for id_, piece in pieces.items() if piece.side == "red"}
    assert said == {"red-1": "16 + 16", "red-1-drone-1": "2*"}
    assert pieces["red-1"].tracks[0].full == 16 + 16
