"""The weapon lists and the unit cards of the book, line by line."""

from __future__ import annotations

import pytest

from gearlock.systems.hex100.forces.cards import Weapon, items, units, weapons

Line = tuple[str, str, str]
"""Weapon, mode, and the stat line: cost size accuracy rate range damage critical penetration, then what is special."""


def stat_line(weapon: Weapon) -> str:
    """A weapon as the book prints it."""
    numbers = (weapon.cost, weapon.size, weapon.accuracy, weapon.rof, weapon.range or "melee", weapon.damage)
    line = " ".join(map(str, (*numbers, weapon.critical, weapon.penetration)))
    line += "".join(f" blast {damage}/{radius}" for damage, radius in weapon.blast)
    line += "".join(f" ap {points}@{within}" for points, within in weapon.armour_penetration)
    named = ("tracking", "graze", "spalling", "uses", "minimum_range")
    return line + "".join(f" {name} {getattr(weapon, name)}" for name in named if getattr(weapon, name))


def check(lines: list[Line]) -> None:
    for id_, mode, printed in lines:
        (found,) = [weapon for weapon in weapons()[id_] if weapon.mode == mode]
        assert stat_line(found) == printed, f"{id_} {mode}"


@pytest.mark.rule("hex100.weapons-light")
def test_light_weapons() -> None:
    check(
        [
            ("hmg", "", "50 1 50 5 3 1 1 3"),
            ("smart-gun", "", "100 1 50 4 4 1 1 3 tracking 45"),
            ("light-auto-cannon", "", "75 1 60 2 4 2 1 5"),
        ]
    )


@pytest.mark.rule("hex100.weapons-other-large")
def test_other_large_weapons() -> None:
    check(
        [
            ("high-energy-laser", "", "400 3 85 1 7 8 1 10 graze 3"),
            ("bullet-hose", "single target", "300 3 60 4 5 3 1 5 blast 1/0 uses 4"),
            ("bullet-hose", "area saturation", "300 3 60 2 5 2 1 5 blast 2/1 uses 4"),
            ("heavy-auto-cannon", "he rounds", "150 3 60 3 6 3 1 8 blast 1/0 graze 1"),
            ("heavy-auto-cannon", "ap rounds", "150 3 60 3 6 3 1 15"),
            ("railgun", "ap slug", "500 4 70 1 10 8 2 40 ap 4@10"),
            ("railgun", "hollow point slug", "500 4 70 1 10 4 4 20 blast 1/0 spalling 1"),
            ("heavy-particle-cannon", "ion beam", "600 4 85 1 8 8 2 40 graze 4"),
            ("heavy-particle-cannon", "plasma blast", "600 4 70 1 6 8 2 20 blast 4/1"),
        ]
    )


@pytest.mark.rule("hex100.weapons-large-cannons")
def test_large_cannons() -> None:
    check(
        [
            ("sb-120-tank-gun", "apds rounds", "350 4 60 1 8 8 2 35 ap 2@8 ap 4@4"),
            ("sb-120-tank-gun", "he rounds", "350 4 60 1 8 6 2 15 blast 3/1"),
            ("sb-120-tank-gun", "heat rounds", "350 4 60 1 8 10 3 20"),
            ("mk1-e-lancer-cannon", "ap rounds", "250 3 65 1 10 5 2 40 ap 2@8"),
            ("mk1-e-lancer-cannon", "he rounds", "250 3 65 1 10 4 1 15 blast 2/1"),
        ]
    )


@pytest.mark.rule("hex100.weapons-gun-launchers")
def test_gun_launchers() -> None:
    check(
        [
            ("type-d-gun-launcher", "hesh rounds", "350 4 60 1 5 10 3 15 blast 5/1 spalling 1"),
            ("type-d-gun-launcher", "heat rounds", "350 4 60 1 5 12 3 20"),
            ("type-d-gun-launcher", "esd rounds", "350 4 60 1 5 2 1 15 blast 2/1"),
            ("type-r-gun-launcher", "canister rounds", "300 3 70 1 3 6 2 20 blast 3/0 ap 2@1"),
            ("type-r-gun-launcher", "atgm", "300 3 20 1 8 8 2 15"),
            ("type-g-gun-launcher", "bee hive rounds", "300 3 75 1 5 8 1 10 blast 4/0"),
            ("type-g-gun-launcher", "hesh", "300 3 75 1 5 8 2 15 blast 4/1 spalling 1"),
        ]
    )


@pytest.mark.rule("hex100.weapons-launchers", "hex100.attr-large-projectile")
def test_launchers_all_fire_large_projectiles() -> None:
    check(
        [
            ("rocket-pod", "", "75 1 60 3 4 3 1 5 blast 1/0 uses 2"),
            ("emp-missile", "", "100 1 20 2 6 2 1 10 uses 2"),
            ("hunter-killer-missile", "", "200 1 20 1 10 10 3 30 uses 1"),
            ("swarmer-micro-missiles", "", "150 1 20 6 5 2 1 10 uses 2"),
            ("long-bow-missiles", "", "100 1 20 1 12 6 2 15 uses 2"),
            ("hammer-rockets", "", "100 1 70 1 5 8 2 15 ap 4@5 uses 2"),
        ]
    )
    large = {id_ for id_, modes in weapons().items() for weapon in modes if weapon.has("large-projectile")}
    thrown_far = {id_ for id_, modes in weapons().items() if {"launcher", "artillery"} & set(modes[0].types)}
    assert large == thrown_far | {"type-r-gun-launcher", "rain-maker-tank-gun"}


@pytest.mark.rule("hex100.weapons-artillery", "hex100.minimum-range")
def test_artillery() -> None:
    check(
        [
            ("mortar", "", "150 2 60 1 6 4 1 10 blast 2/1"),
            ("light-howitzer", "", "200 3 60 1 10 6 1 10 blast 3/1 minimum_range 4"),
            ("howitzer", "", "400 4 60 1 12 8 2 15 blast 4/1 spalling 1 minimum_range 4"),
            ("heavy-mortar", "", "250 3 60 1 7 8 3 10 blast 4/2 spalling 1 minimum_range 3"),
        ]
    )


@pytest.mark.rule("hex100.weapons-melee")
def test_melee_weapons() -> None:
    check(
        [
            ("electro-spike", "", "75 1 75 1 melee 6 1 30 ap 1@0"),
            ("heavy-spike", "", "100 2 75 1 melee 8 2 30 ap 3@0"),
            ("mace", "bash", "75 2 75 1 melee 10 2 10 spalling 1"),
            ("mace", "sweep", "75 2 75 1 melee 5 1 5"),
            ("chain-blade", "grind", "250 3 60 1 melee 12 4 40"),
            ("chain-blade", "slash", "250 3 75 1 melee 6 2 20"),
        ]
    )


CARDS = [
    pytest.param(
        "rampart",
        "1000 5 tracked 20 0 4 30",
        ("attack", "wildcard", "commander"),
        "Primary Turret Mount 4, Pintle Mount 2, Chassis Upgrades 3",
        {"rampart-siege-cannon", "rampart-point-defence-turret", "siege-stabilizers", "siege-plough"},
        marks=pytest.mark.rule("hex100.unit-rampart"),
    ),
    pytest.param(
        "onager-mk2",
        "1200 2 legged 22 25 6 40",
        ("move", "attack", "wildcard", "focus"),
        "Left Arm Mount 3, Right Arm Mount 3, Chassis Upgrades 3",
        {"onager-siege-cannon", "onager-interceptor"},
        marks=pytest.mark.rule("hex100.unit-onager-mk2"),
    ),
    pytest.param(
        "cobra-ka1",
        "500 3 legged 12 60 8 40",
        ("move", "attack", "wildcard", "focus"),
        "Torso Primary Mount 3, Torso Secondary Mount 2, Left Arm Mount 1, Right Arm Mount 1, Chassis Upgrades 2",
        {"cobra-fang-esdp"},
        marks=pytest.mark.rule("hex100.unit-cobra-ka1"),
    ),
    pytest.param(
        "crocodile-mk2",
        "600 3 legged 16 50 8 40",
        ("move", "attack", "wildcard", "focus"),
        "Torso Internal Mount 2, Torso External Mount 1, Left Arm Mount 2, Right Arm Mount 2, Chassis Upgrades 2",
        {"crocodile-combat-laser"},
        marks=pytest.mark.rule("hex100.unit-crocodile-mk2"),
    ),
    pytest.param(
        "summit-mk2",
        "1200 4 legged 18 50 8 50",
        ("move", "attack", "wildcard", "focus"),
        "Right Torso Mount 2, Left Torso Mount 2, Left Arm Mount 2, Right Arm Mount 2, Chassis Upgrades 2",
        {"plasma-edge", "ion-lance"},
        marks=pytest.mark.rule("hex100.unit-summit-mk2"),
    ),
]


@pytest.mark.parametrize(("unit", "stats", "pool", "places", "specialities"), CARDS)
def test_a_card(unit: str, stats: str, pool: tuple[str, ...], places: str, specialities: set[str]) -> None:
    card = units()[unit]
    numbers = (card.cost, card.movement, card.movement_type, card.hp, card.agility, card.vision, card.e_war)
    assert " ".join(map(str, numbers)) == stats
    assert sorted(card.pool) == sorted(pool)
    assert ", ".join(f"{place.name} {place.size}" for place in card.hardpoints) == places
    mine = {id_ for id_, item in items().items() if item.only == unit}
    mine |= {id_ for id_, modes in weapons().items() if modes[0].only == unit}
    assert mine == specialities


@pytest.mark.rule("hex100.unit-rampart", "hex100.unit-cobra-ka1", "hex100.unit-crocodile-mk2", "hex100.unit-summit-mk2")
@pytest.mark.rule("hex100.unit-onager-mk2")
def test_speciality_weapons() -> None:
    check(
        [
            ("rampart-siege-cannon", "", "400 4 70 1 6 12 3 10 blast 6/1 blast 4/2 spalling 2"),
            ("rampart-point-defence-turret", "", "350 2 60 3 4 2 1 5"),
            ("onager-siege-cannon", "", "400 3 65 1 5 12 3 10 blast 6/1 blast 4/2 spalling 2"),
            ("cobra-fang-esdp", "", "250 3 65 1 10 6 2 35 ap 2@8"),
            ("crocodile-combat-laser", "", "150 2 85 1 6 6 1 10 graze 2"),
            ("plasma-edge", "stab", "300 2 75 1 melee 10 2 40"),
            ("plasma-edge", "slash", "300 2 75 1 melee 4 1 20"),
            ("ion-lance", "", "200 2 85 1 6 6 1 20 graze 2"),
        ]
    )
    card = units()["rampart"].armour
    assert (card.front, card.flank, card.rear, card.top) == (3, 2, 1, 1)
