"""`gearlock position`: a question of rules is a small file and one command."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.command import Command
from gearlock.kernel.positions import Position, read_position
from gearlock.kernel.positionwriting import write_position
from gearlock.kernel.registry import all_systems

WALLED = """
system = "brigands"
title = "Through a wall?"
active = "red-1"

[[piece]]
kind = "instance"
rectangle = [8, 14, 12, 14.5]
top = 3
rating = "heavy"

[[model]]
id = "red-1"
model = "hunter"
at = [10, 10]

[[model]]
id = "blue-1"
model = "hunter"
at = [10, 18]
actions = 0
"""
ATTACK = '{"order": "attack", "unit": "red-1", "weapon": "LAC", "category": "Ballistic", "targets": ["blue-1"]}'


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    monkeypatch.setenv("COLUMNS", "160")
    return Command(capsys, monkeypatch)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "wall.toml"
    path.write_text(WALLED)
    return path


def test_it_shows_the_table_whose_decision_it_is_and_the_options(run: Command, file: Path) -> None:
    done = run("position", file)
    assert done.code == 0
    for words in ("Through a wall?", "R1", "Red Hunter 1", "red decides: What does the Red Hunter 1 do?", "Standby"):
        assert words in done.out


def test_an_order_that_the_rules_refuse_is_answered_with_the_rule(run: Command, file: Path) -> None:
    done = run("position", file, "--order", ATTACK)
    assert done.code == 1
    assert "No: Heavy terrain hides all of the Blue Hunter 1" in done.out
    assert "[brigands.4.4-full]" in done.out


def test_orders_are_given_by_words_numbers_and_places(run: Command, file: Path) -> None:
    done = run("position", file, "--order", "Move: Walker 10 13 90", "--order", "Standby", "--json")
    moved, stood = done.json()["orders"]
    assert (moved["given"]["order"], stood["given"]["order"]) == ("move", "standby")
    assert moved["story"][0]["text"].startswith("Red Hunter 1")
    (unit,) = [piece for piece in done.json()["table"]["pieces"] if piece["id"] == "red-1"]
    assert (unit["x"], unit["y"]) == (10_000, 13_000)
    assert done.json()["decisions"][0]["options"][0]["number"] == 1
    told = run("position", file, "--order", "Standby", "--why")
    assert "gives" in told.out
    assert "goes on Standby" in told.out


@pytest.mark.parametrize(
    ("order", "words"),
    [
        ("99", "There is no option 99: they are numbered 1 to"),
        ("dance", "No option is called 'dance'"),
        ("Move: Walker", "'Move: Walker' is open: two numbers say where"),
        ('{"order": "dance"}', "No order is called 'dance'"),
        ('{"order": "attack", "unit": 3}', "expected text, got a whole number"),
        ("{", "An order is written as logs hold it"),
        ("", "No option is called ''"),
    ],
)
def test_what_is_no_order_is_said(run: Command, file: Path, order: str, words: str) -> None:
    done = run("position", file, "--order", order)
    assert done.code == 2
    assert words in done.err.replace("\n", " ")


def test_it_is_saved_as_a_log_to_go_on_from(run: Command, file: Path, tmp_path: Path) -> None:
    log = tmp_path / "wall.jsonl"
    assert run("position", file, "--order", "Standby", "--save", log).code == 0
    done = run("replay", log, "--verify", "--json")
    assert done.json()["difference"] is None
    assert done.json()["seats"] == {"red": "human", "blue": "human"}


def test_a_file_with_errors_is_refused_with_its_lines(run: Command, file: Path) -> None:
    file.write_text(WALLED.replace('"hunter"', '"hutner"'))
    done = run("position", file)
    assert done.code == 2
    assert f"{file}:14: model red-1: No model is called 'hutner'" in done.err


def test_positions_of_every_system_can_be_laid_out() -> None:
    for system in all_systems():
        assert system.positions is not None, f"{system.id} cannot lay positions out"


def test_texts_of_several_lines_keep_them_in_a_file() -> None:
    position = Position("brigands", title='a "b"\nc', map="it's\n'")
    text = write_position(position)
    assert text.startswith("system = \"brigands\"\ntitle = '''\na \"b\"\nc'''\n")
    assert read_position(text) == position
