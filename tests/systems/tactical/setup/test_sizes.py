"""A table may be named by its size, in a position and in a new battle alike."""

from __future__ import annotations

import pytest

from gearlock import new_battle
from gearlock.kernel.errors import BadFile, BadInput
from gearlock.kernel.positions import Position
from gearlock.systems.tactical import SYSTEM
from gearlock.table.measure import INCH


def sides(battle: object) -> tuple[int, int]:
    ground = battle.state.ground  # type: ignore[attr-defined]
    return ground.width // INCH, ground.height // INCH


@pytest.mark.parametrize("scenario", ["skirmish", "duel", "battle"])
@pytest.mark.parametrize(("size", "found"), [("144x96", (144, 96)), ("24x264", (24, 264)), ("12x12", (12, 12))])
def test_a_new_battle_takes_the_size_that_a_position_takes(scenario: str, size: str, found: tuple[int, int]) -> None:
    position = Position("tactical", map=size)
    position.model("red-1", "hunter", at=(5, 5)).model("blue-1", "hunter", at=(9, 9))
    assert sides(position.battle()) == found
    battle = new_battle("tactical", scenario, seed=1, options={"map": size})
    assert sides(battle) == found
    assert not [*battle.state.ground.pieces]


@pytest.mark.parametrize("scenario", ["skirmish", "battle", "toy"])
@pytest.mark.parametrize("size", ["11x48", "48x265", "0x0", "999x999"])
def test_a_size_that_is_too_small_or_large_is_refused_by_both_in_the_same_words(scenario: str, size: str) -> None:
    words = f"A side of the table is 12 to 264 in, not {size}."
    with pytest.raises(BadInput, match=words):
        SYSTEM.prepare(scenario, 1, {"map": size})
    with pytest.raises(BadFile, match=words):
        Position("tactical", map=size).model("red-1", "hunter").model("blue-1", "hunter").battle()


@pytest.mark.parametrize("scenario", ["skirmish", "battle", "toy", "pressure-point"])
def test_what_is_no_map_is_told_how_a_size_is_written(scenario: str) -> None:
    for name in ("nowhere", "48 x 48", "48x48x2", "4 8"):
        with pytest.raises(BadInput, match="A size is written 48x48"):
            SYSTEM.prepare(scenario, 1, {"map": name})


def test_a_table_of_a_size_has_to_have_room_for_both_sides() -> None:
    with pytest.raises(BadFile, match="no room"):
        SYSTEM.prepare("skirmish", 1, {"map": "12x12", "units": "hunter*60"})
    with pytest.raises(BadInput, match="no piece"):
        SYSTEM.prepare("pressure-point", 1, {"map": "48x48"})
