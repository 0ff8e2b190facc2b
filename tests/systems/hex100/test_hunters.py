"""The cards of those who hide and seek, and the weapon list as a whole."""

from __future__ import annotations

import pytest

from gearlock.systems.hex100.forces.cards import items, units, weapons
from gearlock.systems.hex100.lint import lint
from systems.hex100.test_arsenal import check


@pytest.mark.rule("hex100.weapons-medium")
def test_medium_weapons() -> None:
    check(
        [
            ("x-bow", "", "100 2 65 1 5 6 2 20"),
            ("medium-auto-cannon", "", "100 2 60 2 5 3 1 8"),
            ("gauss-rifle", "", "250 2 75 1 7 5 1 20 ap 2@7"),
            ("frag-cannon", "", "150 2 70 2 3 4 1 8 blast 2/0"),
        ]
    )
    assert weapons()["x-bow"][0].has("silenced")


@pytest.mark.rule("hex100.weapons-throwable")
def test_throwables() -> None:
    check(
        [
            ("demolition-charge", "", "75 1 70 1 3 12 3 30 blast 8/1 blast 4/2 spalling 2 uses 1"),
            ("emp-charge", "", "75 1 70 1 3 4 1 20 blast 2/1 uses 1"),
            ("canisterate", "", "25 1 70 1 3 0 0 0 blast 0/2 uses 1"),
        ]
    )


@pytest.mark.rule("hex100.weapon-list")
def test_the_weapon_list_is_whole_and_says_nothing_that_no_rule_knows() -> None:
    assert sum(len(modes) for modes in weapons().values()) == 73
    assert lint() == []


CARDS = [
    ("zenith-mbt", "1000 6 tracked 18 5 50", [4, 2, 2, 2], 3),
    ("fat-mann", "1000 4 tracked 20 4 20", [6, 2, 3], 1),
    ("squire", "800 8 tracked 14 6 40", [4, 2, 1], 4),
    ("lord-mk2", "1000 3 legged 14 8 50", [3, 3, 2, 2], 4),
    ("predator-1e", "1000 3 legged 14 8 50", [2, 2, 3, 2], 2),
    ("errant-mk2", "1000 4 legged 16 8 40", [2, 2, 2, 2, 2], 3),
    ("cirrus-mk2", "1000 4 legged 16 8 50", [1, 1, 2, 1, 1, 1, 1, 1], 2),
]


@pytest.mark.parametrize(
    ("unit", "stats", "sizes", "specialities"),
    [pytest.param(*card, marks=pytest.mark.rule(f"hex100.unit-{card[0]}"), id=card[0]) for card in CARDS],
)
def test_a_card(unit: str, stats: str, sizes: list[int], specialities: int) -> None:
    card = units()[unit]
    numbers = (card.cost, card.movement, card.movement_type, card.hp, card.vision, card.e_war)
    assert " ".join(map(str, numbers)) == stats
    assert [place.size for place in card.hardpoints] == sizes
    mine = [id_ for id_, item in items().items() if item.only == unit]
    mine += [id_ for id_, modes in weapons().items() if modes[0].only == unit]
    assert len(mine) == specialities, mine


@pytest.mark.rule("hex100.unit-lord-mk2", "hex100.unit-predator-1e", "hex100.unit-errant-mk2", "hex100.unit-cirrus-mk2")
def test_mecha_dodge_by_their_agility() -> None:
    agility = {unit: units()[unit].agility for unit in ("lord-mk2", "predator-1e", "errant-mk2", "cirrus-mk2")}
    assert agility == {"lord-mk2": 40, "predator-1e": 50, "errant-mk2": 50, "cirrus-mk2": 60}


@pytest.mark.rule("hex100.unit-zenith-mbt", "hex100.unit-fat-mann", "hex100.unit-squire")
@pytest.mark.parametrize(
    ("unit", "armour"), [("zenith-mbt", (2, 1, 1, 1)), ("fat-mann", (3, 2, 0, 1)), ("squire", (1, 1, 1, 1))]
)
def test_tanks_have_the_armour_of_their_cards(unit: str, armour: tuple[int, ...]) -> None:
    card = units()[unit].armour
    assert (card.front, card.flank, card.rear, card.top) == armour
