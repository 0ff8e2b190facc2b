"""Positions laid out by hand on hexes: what is read, refused and kept of them."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.bots.arena import play_out
from gearlock.bots.uniform import RandomBot
from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import is_for
from gearlock.kernel.errors import BadFile
from gearlock.kernel.log import dumps, loads
from gearlock.kernel.positions import Position, read_position
from gearlock.kernel.positionwriting import write_position
from gearlock.kernel.verify import prove
from gearlock.systems.hex100 import SYSTEM
from gearlock.systems.hex100.forces.cards import machines
from gearlock.systems.hex100.positions import PURPOSES
from gearlock.table.hexes import from_offset

TEXT = """
system = "hex100"
title = "Does the tank in the woods hide?"
active = "red-1"
round = 2
map = '''
................
....WW..........
................
'''

[[model]]
id = "red-1"
model = "tegu-siege"
at = [0, 1]

[[model]]
id = "red-2"
model = "crocodile-mk2"
mounts = [["drone-controller"]]
drones = ["recon-drone"]
at = [0, 0]

[[model]]
id = "red-2-drone-1"
at = [1, 0]
facing = "southeast"
mode = "loiter"

[[model]]
id = "blue-1"
model = "tegu-siege"
at = [15, 1]
hp = 3
stats = { agility = 1 }
jammed = true
"""


def findings(position: Position) -> str:
    with pytest.raises(BadFile) as caught:
        position.battle()
    return str(caught.value)


def duel(**settings: Any) -> Position:
    position = Position("hex100", **settings).model("red-1", "tegu-siege", at=(0, 1))
    return position.model("blue-1", "tegu-siege", at=(15, 1))


def test_a_position_lies_on_the_map_as_it_is_said() -> None:
    battle = read_position(TEXT).battle()
    state, units = battle.state, battle.state.units
    assert (state.turn, state.active, state.acting, state.phase) == (2, "red", "red-1", "units")
    assert battle.pending[0].kind == "act"
    drone, blue = units["red-2-drone-1"], units["blue-1"]
    assert (drone.hex, drone.facing, drone.mode, drone.docked) == (from_offset(1, 0), 5, "loiter", False)
    assert (blue.hp, blue.jammed, blue.facing, state.machine("blue-1").unit.agility) == (3, True, 3, 1)
    assert machines()["tegu-siege"].unit.agility == 0
    assert units["red-1"].pool


def test_what_is_written_reads_as_it_was_and_the_log_is_proved() -> None:
    position = read_position(TEXT)
    text = write_position(position)
    assert write_position(read_position(text)) == text
    battle = read_position(text).battle()
    assert battle.hash() == position.battle().hash()
    log = loads(dumps(battle))
    assert log.battle().hash() == battle.hash()
    assert prove(log).difference is None
    assert not any(words.startswith("the first state") for words in prove(log).unproved)
    assert "position" not in SYSTEM.prepare("skirmish", 1, {}).data


def test_the_other_side_may_have_its_phase_and_nobody_need_act_yet() -> None:
    assert duel(turn="blue").battle().state.active == "blue"
    two = duel().model("red-2", "tegu-siege", at=(0, 2))
    assert two.battle().pending[0].kind == "unit"
    before = Position("hex100", round=0).model("red-1", "tegu-siege").model("blue-1", "tegu-siege")
    assert before.dice("who goes first", 9, 80).battle().state.first == "blue"


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"at": (0, 1)}, "red-1 stands there; a hex holds one unit"),
        ({"at": (40, 1)}, "the map has no hex in column 40, row 1"),
        ({"at": "here"}, "'at': expected"),
        ({"facing": "up"}, "'facing' is east, northeast, northwest"),
        ({"hpp": 3}, "No key here is called 'hpp'. Did you mean hp"),
        ({"hp": -3}, "no number here is below nought"),
        ({"model": "tegu"}, "No machine or unit is called 'tegu'"),
        ({"model": "crocodile-mk2", "mounts": [["no-such-item"]]}, "No item is called 'no-such-item'"),
        ({"model": "crocodile-mk2", "mounts": [["drone-controller"]] * 40}, "hardpoints"),
        ({"model": "crocodile-mk2", "drones": ["recon-drone"]}, "each drone needs a controller"),
        ({"stats": {"agilty": 3}}, "No entry of a unit card is called 'agilty'. Did you mean agility?"),
        ({"stats": {"hp": 99_999}}, "hp is 10,000 at most"),
        ({"card": {"id": "x"}}, "'card': object missing required field"),
        ({"id": "red-9"}, "the units of red are numbered from 1 without a gap, not red-1, red-9"),
        ({"id": "red-1"}, "there are two of red-1"),
        ({"id": "red-1-drone-1", "model": ""}, "no unit brings such a drone"),
    ],
)
def test_what_is_wrong_with_a_unit_is_said(said: dict[str, Any], words: str) -> None:
    model: dict[str, Any] = {"id": "red-2", "model": "tegu-siege", "at": (3, 3), **said}
    assert words in findings(duel().model(model.pop("id"), model.pop("model"), **model))


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"map": "nowhere"}, "No map is called 'nowhere'"),
        ({"map": "..\n.x"}, "line 4 of the map"),
        ({"active": "blue-1", "turn": "red"}, "it is the phase of red"),
        ({"active": "red-7"}, "No active is called 'red-7'"),
        ({"first": "green"}, "No first is called 'green'"),
        ({"objectives": 3}, "'objectives': expected true or false"),
        ({"tunr": "red"}, "Did you mean turn"),
        ({"round": 99}, "'round' must be a whole number from 0 to 10"),
    ],
)
def test_what_is_wrong_with_the_whole_is_said(said: dict[str, Any], words: str) -> None:
    assert words in findings(duel(**said))


def test_every_throw_of_a_battle_has_a_purpose_that_can_be_laid_out() -> None:
    battle = Battle.begin(SYSTEM, SYSTEM.prepare("skirmish", 3, {}))
    play_out(battle, {"red": RandomBot(1), "blue": RandomBot(2)})
    thrown = {roll.purpose for roll, _ in battle.thrown}
    assert "to hit" in thrown
    assert all(any(is_for(known, purpose) for known in PURPOSES) for purpose in thrown)
