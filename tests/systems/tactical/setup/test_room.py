"""Tables of one's own on which a side could not be put down are refused before the battle."""

from __future__ import annotations

from pathlib import Path

import pytest

from gearlock import play_out
from gearlock.bots.players import make_bot
from gearlock.kernel.errors import BadFile
from gearlock.library import new_battle

SYSTEM = "tactical"
HOUSE = 'id = "house"\nname = "House"\nkind = "building"\ntop = 6'
LAKE = 'id = "lake"\nname = "Lake"\nkind = "water"\nprops = { depth = 5000 }'


def written(folder: Path, piece: str, box: list[int]) -> Path:
    file = folder / "mine.toml"
    file.write_text(f'name = "Mine"\nwidth = 30\nheight = 24\n[[piece]]\n{piece}\nrectangle = {box}\n')
    return file


@pytest.mark.rule("tactical.2.6.2-step0-deployment")
@pytest.mark.parametrize(
    ("piece", "box", "cramped"),
    [(HOUSE, [0, 0, 30, 7], "red"), (HOUSE, [0, 17, 30, 24], "blue"), (LAKE, [0, 0, 30, 8], "red")],
)
def test_a_table_without_room_for_a_side_is_refused(tmp_path: Path, piece: str, box: list[int], cramped: str) -> None:
    file = written(tmp_path, piece, box)
    with pytest.raises(BadFile, match=f"the deployment zone of {cramped} has no room") as refused:
        new_battle(SYSTEM, "skirmish", options={"map": file})
    assert len(refused.value.findings) == 1


@pytest.mark.rule("tactical.2.6.5-water")
def test_what_can_be_in_water_has_room_there(tmp_path: Path) -> None:
    file = written(tmp_path, LAKE, [0, 0, 30, 24])
    assert new_battle(SYSTEM, "duel", options={"map": file, "units": "ht-68"}).setup.options["units"] == "ht-68"


@pytest.mark.rule("tactical.4.1.3-scouting")
def test_a_generated_battle_wants_room_along_every_edge(tmp_path: Path) -> None:
    file = written(tmp_path, HOUSE, [0, 0, 8, 24])
    new_battle(SYSTEM, "skirmish", options={"map": file})
    with pytest.raises(BadFile, match="the deployment zone of blue along the west edge has no room"):
        new_battle(SYSTEM, "battle", options={"map": file, "red": "hunter*5", "blue": "hunter*5"})


def test_a_little_room_is_enough_to_begin(tmp_path: Path) -> None:
    file = written(tmp_path, HOUSE, [0, 0, 22, 24])
    battle = new_battle(SYSTEM, "skirmish", options={"map": file, "rounds": 1})
    play_out(battle, {seat: make_bot("random", 1) for seat in battle.system.seats})
    assert battle.over
