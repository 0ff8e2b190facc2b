"""How commands end: one style of error, errors as JSON, closed pipes, exit codes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cli.command import Command
from gearlock.cli.helping import readable
from gearlock.cli.main import app

NO_REPORT = {
    "play", "serve", "force convert", "map new", "briefing new", "campaign new", "campaign repair", "campaign spend",
    "campaign battle", "campaign report", "campaign end", "campaign recover", "tables backup", "tables copy",
    "tables prune",
}  # fmt: skip
"""Commands that play, ask, write a file or change something: they report nothing that a program would read."""
BOX = set("╭╮╰╯│─")


def commands(command: Any, path: tuple[str, ...] = ()) -> dict[str, Any]:
    below = getattr(command, "commands", {})
    if not below:
        return {" ".join(path): command}
    return {name: each for word, sub in below.items() for name, each in commands(sub, (*path, word)).items()}


def test_everything_that_reports_does_so_as_json() -> None:
    found = commands(readable(app))
    without = {name for name, each in found.items() if not any("--json" in param.opts for param in each.params)}
    assert without == NO_REPORT


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("lab", "match", "brigands", "--a", "greedy"), "Missing option '--b'. See gearlock lab match --help."),
        (("systms",), "No such command 'systms'. Did you mean 'systems'? See gearlock --help."),
        (("odds", "brigands", "--rang", "5"), "See gearlock odds --help."),
        (("lab", "match", "brigands", "--a", "x", "--b", "y", "--games", "many"), "See gearlock lab match --help."),
        (("force", "check"), "Missing argument 'ROSTER'. See gearlock force check --help."),
        (("systems", "brigand"), "No system is called 'brigand'. Did you mean brigands?"),
    ],
)
def test_what_is_wrong_is_one_line_without_a_box(gearlock: Command, words: tuple[str, ...], says: str) -> None:
    done = gearlock(*words)
    assert (done.code, done.out) == (2, "")
    assert done.err.strip().endswith(says)
    assert len(done.err.strip().splitlines()) == 1
    assert not BOX & set(done.err)


@pytest.mark.parametrize("words", [(), ("lab",), ("rules",)])
def test_nothing_asked_for_is_answered_with_help_and_is_no_error(gearlock: Command, words: tuple[str, ...]) -> None:
    done = gearlock(*words)
    assert done.code == 0
    assert "Usage: gearlock" in done.out + done.err


@pytest.mark.parametrize(
    "words",
    [("systems", "brigand"), ("lab", "match", "brigands"), ("systems", "--jason"), ("replay", "nowhere.jsonl")],
)
def test_an_error_is_a_document_where_json_is_wanted(gearlock: Command, words: tuple[str, ...]) -> None:
    done = gearlock(*words, "--json")
    assert done.code == 2
    assert done.json()["format"] == "gearlock.error/1"
    assert done.json()["exit_code"] == 2
    assert done.json()["error"] == done.err.strip()


def test_the_faults_of_a_file_are_listed_where_json_is_wanted(gearlock: Command, tmp_path: Path) -> None:
    file = tmp_path / "map.toml"
    file.write_text('system = "brigands"\nnonsense = 3\n')
    done = gearlock("replay", file, "--json")
    assert done.code == 2
    (finding, *_) = done.json()["findings"]
    assert finding["file"].endswith("map.toml")


@pytest.mark.parametrize(
    "words", [("systems",), ("rules", "list", "tactical"), ("systems", "--json"), ("--help",), ("docs", "library")]
)
def test_a_reader_who_has_read_enough_is_no_error(words: tuple[str, ...]) -> None:
    run = [sys.executable, "-m", "gearlock", *words]
    with subprocess.Popen(
        run, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, "COLUMNS": "80"}
    ) as done:
        assert done.stdout is not None
        assert done.stderr is not None
        done.stdout.close()
        said = done.stderr.read()
        assert (done.wait(60), said) == (0, b"")


def test_a_line_across_is_no_longer_than_a_page(
    gearlock: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "x.jsonl"
    assert gearlock("battle", "brigands", "-o", "rounds=1", "--log", log).code == 0
    monkeypatch.delenv("COLUMNS")
    out = gearlock("replay", log, "--table").out
    assert max(len(line) for line in out.splitlines() if "Round 1" in line and "─" in line) <= 100


def test_a_sheet_pages_and_a_chronicle_are_told_as_json(gearlock: Command) -> None:
    sheet = gearlock("force", "print", "brigands:north-50", "--json").json()
    assert sheet["legal"]
    assert sheet["sheet"]["groups"]
    pages = gearlock("docs", "--json").json()["pages"]
    assert {"page": "library", "title": "The library"} in pages
    page = gearlock("docs", "library", "--json").json()
    assert page["text"].startswith("# The library")
