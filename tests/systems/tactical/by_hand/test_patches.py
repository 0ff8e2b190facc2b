"""Minefields, fires, smoke and zones under fire of a position are laid in inches and held to the book."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock import BadFile
from gearlock.kernel.positions import Position, read_position
from gearlock.kernel.positionwriting import write_position
from gearlock.systems.tactical.movement.course import Move
from gearlock.systems.tactical.state import Patch
from systems.tactical.play import duel, give, unit

MODULES = ["minefields", "incendiaries", "burst fire"]


def laid(*patches: dict[str, Any], modules: object = MODULES) -> list[Patch]:
    found: list[Patch] = duel(modules=modules, patches=list(patches)).battle().state.patches
    return found


@pytest.mark.rule("tactical.3.2.6", "tactical.3.4.4-firestarting", "tactical.7.2-smoke", "tactical.3.4.5-saturation")
def test_patches_are_laid_in_inches_with_what_the_rules_make_usual() -> None:
    assert laid({"kind": "minefield", "at": [20.3, 12.9], "type": "anti-armor"}) == [
        Patch("minefield", 20_500, 12_500, 500, word="Anti-Armor")
    ]
    assert [(one.x, one.y) for one in laid({"kind": "minefield", "box": [20, 12, 22, 13], "type": "Anti-Armor"})] == [
        (20_500, 12_500),
        (21_500, 12_500),
    ]
    assert laid({"kind": "fire", "at": [20, 12]}) == [Patch("fire", 20_500, 12_500, 500, 10)]
    assert laid({"kind": "smoke", "at": [20, 12.5]}, modules=[]) == [Patch("smoke", 20_000, 12_500, 1_000, 2, left=1)]
    assert laid({"kind": "smoke", "at": [20, 12], "radius": 1.5, "obscurement": 1}) == [
        Patch("smoke", 20_000, 12_000, 1_500, 1, left=1)
    ]
    zone = {"kind": "saturation", "at": [20, 12], "threshold": 8, "dm": 8, "unit": "blue-1", "weapon": "LAC"}
    assert laid(zone) == [Patch("saturation", 20_000, 12_000, 1_000, 8, "blue", "blue-1", "LAC", 1, 8)]


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"kind": "bog", "at": [1, 1]}, "No kind of patch is called 'bog'"),
        ({"kind": "minefield", "at": [20, 12], "type": "Nuclear"}, "No type of minefield is called 'Nuclear'"),
        ({"kind": "minefield", "at": [20, 12]}, "No type of minefield is called ''"),
        ({"kind": "minefield", "box": [20, 12, 99, 13], "type": "Anti-Armor"}, "off the table"),
        ({"kind": "fire", "at": [20, 12], "intensity": 30}, "20 and 99 rounds are the most"),
        ({"kind": "fire", "at": [20, 12], "word": "launcher"}, "No type of fire"),
        ({"kind": "smoke"}, r"'at' is \[x, y\] in inches"),
        ({"kind": "smoke", "at": [20, 12], "colour": 1}, "No entry of a smoke is called 'colour'"),
        ({"kind": "saturation", "at": [20, 12], "threshold": 8}, "No unit is called ''"),
        ({"kind": "saturation", "at": [20, 12], "unit": "blue-1", "weapon": "XX"}, "No weapon of the Blue Hunter 1"),
    ],
)
def test_a_patch_of_no_such_kind_is_refused_in_words(said: dict[str, Any], words: str) -> None:
    with pytest.raises(BadFile, match=words):
        laid(said)


def test_a_patch_whose_module_is_off_is_refused_with_what_to_do() -> None:
    with pytest.raises(BadFile, match=r'modules = \["minefields"\]'):
        laid({"kind": "minefield", "at": [20, 12], "type": "Anti-Armor"}, modules=[])


@pytest.mark.rule("tactical.3.2.6")
def test_mines_of_a_file_strike_who_walks_into_them() -> None:
    mines = {"kind": "minefield", "at": [20, 12], "type": "Heavy Anti-Armor"}
    position = Position("tactical", active="red-1", modules=MODULES, patches=[mines])
    position.model("red-1", "hunter", at=(20, 10)).model("blue-1", "hunter", at=(20, 30), actions=0)
    position = read_position(write_position(position))
    battle = give(position.dice("minefield", 1, 3).battle(), Move("red-1", ((0, 3_000),)))
    assert unit(battle).status == "destroyed"
