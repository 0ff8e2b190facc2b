"""Terrain of a position by the book's types of terrain."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock import BadFile
from gearlock.kernel.positions import Position, read_position
from gearlock.systems.tactical.damage.structures import capacity_of
from gearlock.systems.tactical.line_of_sight.terrain import KIND_OF, TYPES, type_called, type_of
from gearlock.systems.tactical.movement.course import Move
from gearlock.systems.tactical.movement.ground import type_now
from gearlock.table.terrain import KINDS
from systems.tactical.play import code, duel

MODELS = """
[[model]]
id = "red-1"
model = "hunter"
at = [10, 10]
[[model]]
id = "blue-1"
model = "hunter"
at = [10, 20]
"""


def laid(kind: str, **more: object) -> Position:
    return duel().piece(kind, (30, 30, 32, 32), **more)


@pytest.mark.rule("tactical.2.6.5-terrain-costs", "tactical.2.4")
@pytest.mark.parametrize("name", TYPES)
def test_every_type_of_terrain_is_laid_by_its_name(name: str) -> None:
    piece = laid(name.title()).battle().state.ground.pieces[0]
    assert (type_of(piece), KIND_OF[name] in KINDS) == (name, True)


@pytest.mark.rule("tactical.2.6.5-terrain-costs")
def test_other_words_for_a_type_of_terrain() -> None:
    words = ("Sand/Snow", "snow", "woods", "woodlands", "dense-urban", "deep_water", "marsh")
    assert [type_called(word) for word in words] == [
        "sand",
        "sand",
        "woodland",
        "woodland",
        "dense urban",
        "deep water",
        "",
    ]


@pytest.mark.rule("tactical.3.8.1-walls")
def test_walls_and_houses_have_a_height_unless_one_is_said() -> None:
    tops = [laid(kind, **more).battle().state.ground.pieces[0].top for kind, more in (
        ("wall", {}), ("urban", {}), ("urban", {"base": 1}), ("wall", {"top": 2}), ("sand", {}),
    )]  # fmt: skip
    assert tops == [300, 1_000, 2_000, 2_000, 0]


@pytest.mark.parametrize(
    ("kind", "props", "words"),
    [
        ("jungel", {}, "No kind or type of terrain is called 'jungel'. Did you mean jungle"),
        ("xyzzy", {}, "There are: area, bridge, building, clear"),
        ("area", {"going": "wods"}, "No type of terrain is called 'wods'"),
        ("sand", {"going": "jungle"}, "it is said to be sand and jungle"),
    ],
)
def test_an_unknown_type_of_terrain_is_refused(kind: str, props: dict[str, str], words: str) -> None:
    with pytest.raises(BadFile, match=words):
        laid(kind, **({"props": props} if props else {})).battle()


def test_an_unknown_type_of_terrain_is_refused_with_its_line() -> None:
    text = f'system = "tactical"\n[[piece]]\nkind = "jungel"\nrectangle = [1, 1, 2, 2]\n{MODELS}'
    with pytest.raises(BadFile) as caught:
        read_position(text).battle()
    assert [finding.line for finding in caught.value.findings] == [3]


@pytest.mark.rule("tactical.3.8.1-buildings")
@pytest.mark.parametrize(("kind", "more"), [("urban", {}), ("area", {"props": {"going": "urban"}, "rating": "light"})])
def test_urban_terrain_at_skirmish_scale_is_one_building_of_all_its_square_inches(kind: str, more: Any) -> None:
    def house(**head: Any) -> Position:
        return duel(scale="skirmish", modules="all", **head).piece(kind, (18, 12, 21, 13.5), id="house", **more)

    with pytest.raises(BadFile, match="closed to the Red Hunter 1 until half of it"):
        house().order(Move("red-1", ((0, 1_800),))).battle()
    assert capacity_of(house().battle().state, "house") == 16 * 5
    assert code(house(structures={"house": 39}).battle(), Move("red-1", ((0, 1_800),))) == "building"
    half = house(structures={"house": 40}).battle()
    assert code(half, Move("red-1", ((0, 3_000),))) == ""
    assert type_now(half.state, half.state.ground.piece("house")) == "rough"
    tactical = duel(modules="all").piece(kind, (18, 12, 21, 13.5), id="house", **more).battle()
    assert code(tactical, Move("red-1", ((0, 2_000),))) == ""
