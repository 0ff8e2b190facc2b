"""Positions laid out by hand: worked examples as files, and what is read, refused and kept of a position."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from gearlock.bots.arena import play_out
from gearlock.bots.uniform import RandomBot
from gearlock.kernel.asks import named_option
from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import is_for
from gearlock.kernel.errors import BadDice, BadFile
from gearlock.kernel.log import dumps, loads
from gearlock.kernel.positions import Position, load_position, read_position
from gearlock.kernel.positionwriting import write_position
from gearlock.kernel.rulebook import load_rulebook
from gearlock.kernel.verify import prove
from gearlock.systems.brigands import SYSTEM
from gearlock.systems.brigands.positions import PURPOSES
from gearlock.systems.brigands.state import BRACED, FIELDED, RIDING, WAITING, WRECK

FOLDER = Path(__file__).with_name("positions")
ANSWERS: dict[str, dict[str, Any]] = tomllib.loads((FOLDER / "answers.toml").read_text("utf-8"))
FILES = sorted(path for path in FOLDER.glob("*.toml") if path.stem != "answers")


def pair(**settings: Any) -> Position:
    """Two Hunters ten inches apart."""
    position = Position("brigands", **settings)
    return position.model("red-1", "hunter", at=(10, 10)).model("blue-1", "hunter", at=(10, 20))


def findings(position: Position) -> str:
    with pytest.raises(BadFile) as caught:
        position.battle()
    return str(caught.value)


@pytest.mark.rule("brigands.1.2j", "brigands.5.7a", "brigands.5.6e")
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_worked_example_comes_to_what_the_book_says(path: Path) -> None:
    answer = ANSWERS[path.stem]
    assert answer["rule"] in load_rulebook(SYSTEM.package)
    battle = load_position(path).battle()
    happened = [msgspec.to_builtins(event) for entry in battle.entries for event in entry.events]
    for wanted in answer["events"]:
        assert any(wanted.items() <= event.items() for event in happened), (wanted, happened)
    assert not battle.dice.left  # type: ignore[attr-defined]  # dice by purpose


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_is_written_reads_as_it_was(path: Path) -> None:
    once = write_position(load_position(path))
    assert write_position(read_position(once)) == once
    assert read_position(once) == load_position(path)
    assert read_position(once).battle().hash() == load_position(path).battle().hash()


def test_a_position_in_python_lies_on_the_table_as_it_is_said() -> None:
    position = Position("brigands", active="red-1", posture="braced", round=3)
    position.piece("hill", (5, 5, 15, 15), top=2, rating="heavy", footing=True)
    position.model("red-1", "hunter", at=(10, 10), facing="west", stats={"gunnery": 5}, hull=2, standby=1)
    position.model("red-2", "hunter", status="wreck", at=(20, 10.125))
    position.model("blue-1", "hunter", at=(10, 30, 1.5), facing=45.5, activated=True)
    state = position.battle().state
    red, wreck, blue = state.units.values()
    assert (red.x, red.y, red.z, red.facing, red.stance) == (10_000, 10_000, 2_000, 1_800, BRACED)
    assert (red.line.gunnery, red.hull, red.structure, red.standby, red.actions) == (5, 2, 2, 1, 1)
    assert (wreck.status, wreck.hull, wreck.y) == (WRECK, 0, 10_125)
    assert (blue.z, blue.facing, blue.activated, blue.line.gunnery) == (1_500, 455, True, 3)
    assert (state.round, state.turn, state.group, state.full) == (3, "red", 1, True)


def test_who_is_nowhere_waits_or_rides_and_drones_are_put_down_by_their_own_ids() -> None:
    position = pair()
    position.model("red-2", "badger", at=(30, 10)).model("red-3", "north-infantry-squad", carrier="red-2")
    position.model("red-4", "hunter", drones=["recon-drone"], at=(20, 10)).model("red-4a", at=(22, 10))
    position.model("red-5", "hunter")
    units = position.battle().state.units
    assert (units["red-3"].status, units["red-3"].x, units["red-3"].carrier) == (RIDING, 30_000, "red-2")
    assert (units["red-4a"].status, units["red-4a"].carrier, units["red-4a"].x) == (FIELDED, "", 22_000)
    assert units["red-5"].status == WAITING


def test_ranks_are_as_said_or_else_the_first_of_each_group_leads() -> None:
    position = Position("brigands").model("red-1", "hunter", at=(5, 5)).model("red-2", "hunter", at=(8, 5), group=2)
    position.model("blue-1", "hunter", at=(5, 40)).model("blue-2", "hunter", at=(8, 40), rank="foc")
    units = position.battle().state.units
    assert [unit.rank for unit in units.values()] == ["foc", "cgl", "", "foc"]
    assert [unit.group for unit in units.values()] == [1, 2, 1, 1]


def test_a_position_is_logged_proved_and_taken_back_like_any_battle() -> None:
    position = pair(active="red-1").dice("attack", 5, 2, 1).dice("defence", 1, 1)
    for model in position.tables["model"]:
        model["command"] = 0
    position.tables["model"][1]["actions"] = 0
    battle = position.battle()
    before, option = battle.hash(), named_option(battle.options("red"), "LAC (Ballistic) at the Blue Hunter 1")
    battle.answer("red", option.order)
    after = battle.hash()
    battle.undo("red", consent=True)
    assert battle.hash() == before
    battle.answer("red", option.order)
    assert battle.hash() == after
    log = loads(dumps(battle))
    proof = prove(log)
    assert proof.difference is None
    assert "the set-up: somebody laid this position out by hand" in proof.unproved
    assert not any(words.startswith("the first state") for words in proof.unproved)
    assert log.battle().hash() == after


def test_a_set_up_without_a_position_says_nothing_of_one() -> None:
    setup = SYSTEM.prepare("duel", 1, {})
    assert "position" not in setup.data
    assert "position" in pair().setup().data


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"hul": 3}, "No key here is called 'hul'. Did you mean hull"),
        ({"hull": 9}, "the Hunter has 4 Hull at most"),
        ({"hull": "two"}, "'hull': expected a whole number, got text"),
        ({"hull": -1}, "no number here is below nought"),
        ({"posture": "fast"}, "There are: braced, combat speed, top speed."),
        ({"stats": {"gunery": 3}}, "No entry of a stat line is called 'gunery'. Did you mean gunnery?"),
        ({"stats": {"traits": ["Coms:1"]}}, "there is no model trait 'Coms:1'"),
        ({"stats": {"weapons": ["XYZ"]}}, "No weapon is called 'XYZ'"),
        ({"stats": {"gunnery": 7}}, "skills go from 0 to 6"),
        ({"stats": {"hull": 5000}}, "no number of a stat line is above 999"),
        ({"used": ["HAC"]}, "No 'used' is called 'HAC'"),
        ({"carrier": "red-9"}, "No 'carrier' is called 'red-9'"),
        ({"at": (10, 20.2)}, "The Blue Hunter 1 stands there. [brigands.2.6]"),
        ({"at": (10, 20.2, 0)}, "The Blue Hunter 1 (blue-1) stands there. [brigands.2.6]"),
        ({"at": (0.1, 20)}, "would stand off the table. [brigands.2.2]"),
        ({"at": 10}, "'at' is [x, y] in inches"),
        ({"facing": "up"}, "'facing' is east, northeast"),
        ({"rank": "boss"}, "No rank is called 'boss'"),
        ({"drones": ["kite"]}, "No drone is called 'kite'"),
        ({"model": "huntr"}, "Did you mean hunter"),
        ({"id": "red-3"}, "the models of red are numbered from 1 without a gap or a double, not red-1, red-3"),
        ({"id": "green-1"}, "'id' is red-1, red-2"),
    ],
)
def test_what_is_wrong_with_a_model_is_said(said: dict[str, Any], words: str) -> None:
    model: dict[str, Any] = {"id": "red-2", "model": "hunter", "at": (30, 30), **said}
    position = Position("brigands").model("blue-1", "hunter", at=(10, 20)).model("red-1", "hunter", at=(10, 10))
    assert words in findings(position.model(model.pop("id"), model.pop("model"), **model))


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"trun": "red"}, "Did you mean turn"),
        ({"turn": "green"}, "No turn is called 'green'"),
        ({"phase": "tea"}, "No phase is called 'tea'"),
        ({"scenario": "siege"}, "No scenario is called 'siege'"),
        ({"map": "nowhere"}, "No map is called 'nowhere'"),
        ({"map": "400x400"}, "A side of the table is 12 to 264 in, not 400x400."),
        ({"active": "red-7"}, "No active is called 'red-7'"),
        ({"active": "red-1", "posture": "lazy"}, "No posture is called 'lazy'"),
        ({"active": "blue-1", "activation": {"leaps": 1}}, "'activation' is a table of x, y"),
        ({"smoke": [[1, 2]]}, "'smoke' is a list of [x, y, height of its foot, radius] in inches"),
        ({"buildings": {"barn": [1, 1]}}, "No piece is called 'barn'"),
        ({"zones": {"red": "up"}}, "'zones' names the side of each seat"),
        ({"options": {"dice": "loaded"}}, "'dice=loaded': standard or augment."),
        ({"seed": "x"}, "'seed' must be a whole number"),
        ({"round": 1.5}, "'round': expected a whole number"),
    ],
)
def test_what_is_wrong_with_the_whole_is_said(said: dict[str, Any], words: str) -> None:
    assert words in findings(pair(**said))


def test_everything_wrong_is_said_at_once_with_its_line() -> None:
    text = (
        write_position(pair()).replace('model = "hunter"', 'model = "hutner"')
        + '[[dice]]\nfor = "atack"\nfaces = [6]\n'
    )
    text += '[[piece]]\nkind = "wall"\nrectangle = [1, 1, 2, 2]\n[[order]]\norder = "dance"\n'
    lines = text.splitlines()
    with pytest.raises(BadFile) as caught:
        read_position(text, "mine.toml").battle()
    found = {finding.line: finding.message for finding in caught.value.findings}
    for word, about in (("hutner", "No model"), ("atack", "throw of dice"), ("wall", "terrain"), ("dance", "No order")):
        line = next(number for number, content in enumerate(lines, 1) if word in content)
        assert about in found[line]
    assert len(found) == 5


def test_orders_are_given_first_and_refused_with_the_rule() -> None:
    position = pair(active="red-1")
    position.tables["order"].append({"choose": "Standby"})
    assert position.battle().state.units["red-1"].standby == 1
    position.tables["order"].append({"choose": "Standby"})
    assert "order 2: No option is called 'Standby'" in findings(position)
    behind = pair(active="red-1").order("Move")
    assert "may be Move: " in findings(behind)
    assert "leaves something to say" in findings(pair(active="red-1").order("Move: Walker"))
    through = pair(active="red-1")
    through.tables["order"].append({"order": "end", "unit": "blue-1"})
    assert "order 1: " in findings(through)


def test_dice_that_run_out_say_what_is_asked_for_and_what_is_left() -> None:
    position = pair(active="red-1").dice("defence", 1, 1).order("LAC (Ballistic) at the Blue Hunter 1")
    position.tables["model"][1]["actions"] = 0
    assert "No dice are laid out for attack (3d6 of red-1). Left are defence: 1 1." in findings(position)
    position.head["seed"] = 3
    assert len(position.battle().thrown) >= 2


def test_too_much_of_anything_is_refused_before_any_work() -> None:
    many = pair()
    many.tables["model"] *= 401
    assert "it has 802 tables [[model]]; 800 is the most" in findings(many)
    assert "'faces' are 1 to 200 numbers" in findings(pair().dice("attack", *[1] * 201))
    thrown = pair()
    thrown.tables["dice"] = [{"for": "attack", "faces": [1]}] * 1_001
    assert "1,000 is the most" in findings(thrown)


def test_unknown_systems_and_tables_are_named() -> None:
    assert "No system is called 'brigand'. Did you mean brigands?" in findings(Position("brigand"))
    assert "'model' is written as [[model]] tables" in findings(read_position('system = "brigands"\nmodel = 3\n'))


@pytest.mark.parametrize("purpose", PURPOSES)
def test_dice_are_laid_out_for_every_purpose(purpose: str) -> None:
    assert pair().dice(purpose, 6).setup()


def test_every_throw_of_a_battle_has_a_purpose_that_can_be_laid_out() -> None:
    battle = Battle.begin(SYSTEM, SYSTEM.prepare("command", 5, {}))
    play_out(battle, {"red": RandomBot(1), "blue": RandomBot(2)})
    thrown = {roll.purpose for roll, _ in battle.thrown}
    assert {"attack", "defence", "Initiative", "deployment roll-off"} <= thrown
    assert all(any(is_for(known, purpose) for known in PURPOSES) for purpose in thrown)
    with pytest.raises(BadDice, match="No dice are laid out for Initiative"):
        pair(phase="initiative").dice("attack", 1).battle()
