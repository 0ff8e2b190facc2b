"""The cards come from the decoded tables, and every number of the tables is on a card."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from card_tables.effects import EFFECTS, INTEGRATED, REDUCTION, WEAPON_EFFECTS
from card_tables.tables import item, slug, unit, weapon
from gearlock.systems.hex100.forces.cards import items, units, weapons

SOURCES = Path(__file__).parents[3] / "data-sources"


def table(name: str) -> list[dict[str, str]]:
    with (SOURCES / f"hex100-{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_all_units_weapons_and_items_are_there() -> None:
    kinds = [card.kind for card in units().values()]
    assert (kinds.count("tank"), kinds.count("mech"), kinds.count("drone")) == (6, 11, 4)
    assert sum(len(modes) for modes in weapons().values()) == sum(1 for row in table("equipment") if row["accuracy"])
    printed = [row for row in table("equipment") if not row["accuracy"] and row["group"] != "drone"]
    assert len(items()) == len(printed) - 1, "the Castellan is printed with smoke and with mines, and is one launcher"


@pytest.mark.rule("hex100.weapon-list", "hex100.type-specialist")
def test_the_62_general_and_39_speciality_items_of_the_book_are_all_cards() -> None:
    """An item is a card for each version that is bought apart; parts of drones are neither general nor speciality."""
    owners = {row["name"]: row["category"] for row in table("units")}
    sorts: dict[str, set[str]] = {"general": set(), "speciality": set(), "drone": set()}
    for row in table("equipment"):
        drone = row["group"] == "drone" or owners.get(row["unit"]) == "drone"
        sort = "drone" if drone else "speciality" if row["unit"] in owners else "general"
        sorts[sort].add(row["id"].partition(".")[0])
    assert {sort: len(found) for sort, found in sorts.items()} == {"general": 62, "speciality": 39, "drone": 4 + 2}
    versions = {item.id.removesuffix("-light").removesuffix("-heavy") for item in items().values()}
    assert sorts["general"] | sorts["speciality"] <= versions | set(weapons())
    bound = {item.id.removesuffix("-light").removesuffix("-heavy") for item in items().values() if item.only}
    bound |= {weapon for weapon, (mode, *_) in weapons().items() if mode.only}
    assert bound == sorts["speciality"] | {"cram-turret", "repair-tool"}


@pytest.mark.parametrize("row", table("units"), ids=lambda row: row["id"])
def test_a_unit_card_has_the_numbers_of_its_row(row: dict[str, str]) -> None:
    card = units()[row["id"]]
    printed = [int(row[name] or 0) for name in ("cost", "movement", "hp", "agility", "vision", "e_war")]
    assert printed == [card.cost, card.movement, card.hp, card.agility, card.vision, card.e_war]
    places = [place for place in table("hardpoints") if place["unit_id"] == row["id"]]
    assert [(place.name, place.size) for place in card.hardpoints] == [(p["hardpoint"], int(p["size"])) for p in places]


@pytest.mark.parametrize("row", [row for row in table("equipment") if row["accuracy"]], ids=lambda row: row["id"])
def test_a_fire_mode_has_the_numbers_of_its_row(row: dict[str, str]) -> None:
    modes = weapons()[row["id"].partition(".")[0]]
    (found,) = [mode for mode in modes if mode.mode == row["mode"].lower()]
    printed = [int(row[name] or 0) for name in ("accuracy", "rof", "damage", "critical_damage", "penetration", "cost")]
    assert printed == [found.accuracy, found.rof, found.damage, found.critical, found.penetration, found.cost]
    assert found.melee == (row["range"] == "melee")


def test_attributes_become_numbers_pairs_and_marks() -> None:
    row = dict.fromkeys(table("equipment")[0], "")
    row |= {"id": "gun.ap", "mode": "AP", "accuracy": "60", "rof": "1", "range": "8", "damage": "3", "blast": "6/1;4/2"}
    row |= {
        "attributes": "armour-penetration 2@8; tracking 20; graze 1",
        "attributes_ruling": "linked",
        "unit": "Squire",
    }
    row |= {"unit": "Squire", "min_range": "4 (indirect fire only)", "confidence": "low", "note": "guessed"}
    found = weapon(row, {"Squire": "squire"})
    assert (found["id"], found["mode"], found["only"]) == ("gun", "ap", "squire")
    assert (found["armour_penetration"], found["tracking"], found["graze"]) == ([[2, 8]], 20, 1)
    assert (found["blast"], found["attributes"]) == ([[6, 1], [4, 2]], ["linked"])
    assert (found["minimum_range"], found["minimum_range_for_indirect_fire_only"]) == (4, True)


def test_attributes_of_items_become_effects() -> None:
    row = dict.fromkeys(table("equipment")[0], "")
    row |= {
        "id": "thing.light",
        "mode": "light",
        "name": "Thing",
        "attributes": "interceptor 3/4; signature-dampening 2",
    }
    row |= {"attributes_ruling": "requires-power; data-link", "confidence": "high", "limited_ammo": "4"}
    found = item(row, {})
    assert (found["id"], found["name"], found["mode"], found["uses"]) == ("thing-light", "Light Thing", "", 4)
    assert found["effects"] == {"interceptor": 3, "interceptor_reach": 4, "dampening": 2, "data_link": 1}
    assert found["attributes"] == ["requires-power"]


def test_effects_are_given_to_things_that_exist() -> None:
    known = {slug(row["id"]) for row in table("equipment")}
    assert EFFECTS.keys() <= known | {"castellan-utility-launcher"}
    assert WEAPON_EFFECTS.keys() <= known
    assert REDUCTION.keys() <= known
    assert INTEGRATED.keys() <= units().keys()
    assert unit(table("units")[0], table("hardpoints"))["pool"] == ["move", "attack", "commander"]


def test_every_item_does_something() -> None:
    assert [one.id for one in items().values() if not (one.effects or one.reduction)] == []
