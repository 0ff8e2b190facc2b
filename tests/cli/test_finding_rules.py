"""Rules by words, by half an id, and near ones for what is not there; help that reads well; what programs end with."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest

from cli.command import Command


def test_words_are_looked_for_in_titles_first(gearlock: Command) -> None:
    found = gearlock("rules", "find", "agile", "--json").json()["rules"]
    assert found[0] == {"id": "blitz.trait.agile", "title": "Agile", "where": "title"}
    assert "brigands.trait.agile" in [each["id"] for each in found]
    assert not [each for each in found if each["where"] == "title" and "ragile" in each["title"]]
    alone = gearlock("rules", "find", "SNAP", "fire", "--system", "brigands")
    assert alone.code == 0
    assert "brigands.6.3" in alone.out
    nothing = gearlock("rules", "find", "zeppelin")
    assert nothing.code == 1
    assert "0 found" in nothing.out


def test_a_rule_is_shown_without_its_system_if_one_book_has_it(gearlock: Command) -> None:
    whole = gearlock("rules", "show", "brigands.wtrait.snap", "--checkout", "nowhere").out
    assert gearlock("rules", "show", "wtrait.snap", "--checkout", "nowhere").out == whole
    said = "Several books have a rule trait.agile: say blitz.trait.agile or brigands.trait.agile."
    assert gearlock("rules", "show", "trait.agile").err == f"{said}\n"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("agile", "These speak of it: blitz.trait.agile (Agile), brigands.trait.agile (Agile)"),
        ("brigands.agile", "Did you mean brigands.trait.agile"),
        ("zeppelin", "No rule is called 'zeppelin'. Look for words: gearlock rules find"),
    ],
)
def test_what_is_not_there_is_answered_with_what_comes_near(gearlock: Command, name: str, said: str) -> None:
    done = gearlock("rules", "show", name)
    assert done.code == 2
    assert said in done.err


def test_the_list_fits_into_eighty_columns(gearlock: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    lines = gearlock("rules", "list", "brigands").out.splitlines()
    folded = [line for line in lines[1:-1] if line.startswith("   ")]
    assert len(folded) < len(lines) / 10


@pytest.mark.parametrize("word", ["-h", "--help"])
def test_help_speaks_of_files_and_numbers_not_of_types(gearlock: Command, word: str) -> None:
    told = gearlock("battle", word).out
    assert "Usage: gearlock battle [OPTIONS] {SYSTEM}" in told
    assert "--seed              NUMBER" in told
    assert "--log               FILE" in told
    assert "<" not in told


def test_shells_complete_commands_and_systems(gearlock: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_GEARLOCK_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", "gearlock battle b")
    monkeypatch.setenv("COMP_CWORD", "2")
    assert gearlock().out.split() == ["blitz", "brigands"]


@pytest.mark.parametrize("port", ["99999", "-5"])
def test_a_port_that_cannot_be_is_refused_in_a_sentence(gearlock: Command, port: str) -> None:
    done = gearlock("serve", "--port", port)
    assert (done.code, done.err) == (2, f"A port is a number from 1 to 65535, or 0 for a free one, not {port}.\n")


def test_the_end_of_input_is_no_success(gearlock: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("battle", "brigands", "--red", "human", "--seed", 1, "--log", tmp_path / "b.jsonl")
    monkeypatch.setattr("sys.stdin", StringIO(""))
    assert gearlock(*words).code == 1
    monkeypatch.setattr("sys.stdin", StringIO("q\n"))
    assert gearlock(*words).code == 0


def test_a_log_makes_no_folders(gearlock: Command, tmp_path: Path) -> None:
    done = gearlock("battle", "brigands", "--seed", 1, "--log", tmp_path / "tpyo" / "b.jsonl")
    assert done.code == 2
    assert "There is no folder" in done.err
    assert not (tmp_path / "tpyo").exists()
