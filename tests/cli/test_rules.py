"""`gearlock rules` on a small system of its own."""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from cli.command import Command
from gearlock.cli import rulefinding, rules
from gearlock.kernel import rulebook
from gearlock.kernel.errors import BadInput, UnknownName

BOOK = """
[[rule]]
id = "toybook.1.1"
title = "Moving [fast]"
lines = "1-4"
area = "movement"
level = "core"
status = "done"
summary = "A piece moves."
example = "Five inches."

[[rule]]
id = "toybook.1.2"
title = "Shooting | far"
lines = "5-9"
area = "attack"
level = "core"
status = "todo"
summary = "A piece shoots."
gap = "How far?"
ruling = "Twelve inches."

[[rule]]
id = "toybook.2"
title = "Painting"
lines = "10-11"
area = "hobby"
level = "optional"
status = "not-a-rule"
reason = "Advice on brushes."
summary = "Paint well."
"""
CHAPTER = 'from gearlock.kernel.rulebook import rule\n\n\n@rule("toybook.1.1")\ndef move(): ...\n'
TEST = 'import pytest\n\n\n@pytest.mark.rule("toybook.1.1")\ndef test_moving(): ...\n'


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A source folder with one system, registered as the only one."""
    package = tmp_path / "src" / "toybook"
    package.mkdir(parents=True)
    (tmp_path / "tests").mkdir()
    (package / "__init__.py").write_text("")
    (package / "movement.py").write_text(CHAPTER)
    (package / "rulebook.toml").write_text(BOOK)
    (tmp_path / "tests" / "test_movement.py").write_text(TEST)
    system = SimpleNamespace(id="toybook", name="Toy Book", package="toybook")

    def get_system(system_id: str) -> Any:
        if system_id != "toybook":
            raise UnknownName("system", system_id, ["toybook"])
        return system

    monkeypatch.syspath_prepend(str(tmp_path / "src"))
    monkeypatch.setattr(rules, "get_system", get_system)
    monkeypatch.setattr(rulefinding, "get_system", get_system)
    monkeypatch.setattr(rules, "all_systems", lambda: (system,))
    monkeypatch.setattr(rulefinding, "all_systems", lambda: (system,))
    monkeypatch.setattr(rules, "system_ids", lambda: ("toybook",))
    monkeypatch.setattr(rulefinding, "system_ids", lambda: ("toybook",))
    monkeypatch.setattr(rulebook, "_homes", {})
    monkeypatch.setattr(rulebook, "_heeded", {})
    for name in [name for name in sys.modules if name.partition(".")[0] == "toybook"]:
        monkeypatch.delitem(sys.modules, name)
    importlib.invalidate_caches()
    rulebook.load_rulebook.cache_clear()
    return tmp_path


def run(*words: str) -> Result:
    return CliRunner().invoke(rules.app, list(words))


def coverage(checkout: Path, *words: str) -> Result:
    return run("coverage", "--checkout", str(checkout), *words)


@pytest.mark.parametrize(
    ("words", "ids"),
    [
        ((), ["toybook.1.1", "toybook.1.2", "toybook.2"]),
        (("--status", "todo"), ["toybook.1.2"]),
        (("--area", "movement"), ["toybook.1.1"]),
        (("--area", "movement", "--status", "todo"), []),
    ],
)
def test_list_picks_by_status_and_area(checkout: Path, words: tuple[str, ...], ids: list[str]) -> None:
    result = run("list", "toybook", "--json", *words)
    assert result.exit_code == 0
    assert [entry["id"] for entry in json.loads(result.stdout)["rules"]] == ids


def test_list_prints_titles_as_they_are(checkout: Path) -> None:
    result = run("list", "toybook")
    assert "Moving [fast]" in result.stdout
    assert "3 of 3." in result.stdout


def test_show_tells_rule_ruling_code_and_tests(checkout: Path) -> None:
    shown = json.loads(run("show", "toybook.1.1", "--checkout", str(checkout), "--json").stdout)
    assert shown["summary"] == "A piece moves."
    assert shown["code"] == ["toybook.movement:move"]
    assert shown["tests"] == ["tests/test_movement.py::test_moving"]
    assert "Moving [fast]" in run("show", "toybook.1.1", "--checkout", str(checkout)).stdout
    words = run("show", "toybook.1.2", "--checkout", str(checkout)).stdout
    assert "How far?" in words
    assert "Twelve inches." in words
    assert "Code" not in words


def test_show_works_where_there_are_no_tests(checkout: Path) -> None:
    shown = json.loads(run("show", "toybook.1.1", "--checkout", str(checkout / "src"), "--json").stdout)
    assert shown["tests"] == []


@pytest.mark.parametrize(
    ("words", "error", "message"),
    [
        (("show", "toybook.1.3"), UnknownName, r"No rule is called 'toybook\.1\.3'\. Did you mean toybook\.1"),
        (("show", "toybook.zzzzzzzzzzzzzzzzz"), BadInput, r"`gearlock rules list toybook` lists them"),
        (("show", "toybok.1.1"), UnknownName, r"No system is called 'toybok'\. Did you mean toybook\?"),
        (("list", "toybook", "--status", "don"), UnknownName, r"Did you mean done"),
        (("list", "toybook", "--area", "movment"), UnknownName, r"Did you mean movement"),
        (("coverage", "nosuch"), UnknownName, r"No system is called 'nosuch'"),
        (("coverage", "--checkout", "nowhere"), BadInput, r"no tests in nowhere.tests"),
    ],
)
def test_unknown_words_are_answered_with_suggestions(
    checkout: Path, words: tuple[str, ...], error: type[BadInput], message: str
) -> None:
    result = run(*words)
    assert isinstance(result.exception, error)
    with pytest.raises(error, match=message):
        raise result.exception


@pytest.mark.usefixtures("checkout")
def test_an_unknown_rule_ends_with_exit_code_two_and_words(gearlock: Command) -> None:
    done = gearlock("rules", "show", "toybook.1.3", "--json")
    assert (done.code, done.json()["format"]) == (2, "gearlock.error/1")
    assert done.json()["error"] == done.err.strip()
    assert "Did you mean toybook.1" in done.err
    assert "Traceback" not in done.err


def test_a_broken_rulebook_ends_with_exit_code_two_and_every_finding(gearlock: Command, checkout: Path) -> None:
    book = checkout / "src" / "toybook" / "rulebook.toml"
    book.write_text(BOOK.replace('level = "core"', "level = 5").replace('status = "done"', 'status = "almost"'))
    done = gearlock("rules", "coverage", "--write", "--checkout", checkout)
    assert done.code == 2
    assert [line.partition("rulebook.toml:")[2].partition(":")[0] for line in done.err.splitlines()] == ["7", "8", "17"]
    assert not (checkout / "docs").exists()


def test_coverage_counts_as_json(checkout: Path) -> None:
    result = coverage(checkout, "--json")
    assert result.exit_code == 0
    assert json.loads(result.stdout)["systems"] == {
        "toybook": {
            "system": "toybook",
            "rules": 2,
            "implemented": 1,
            "tested": 1,
            "missing": ["toybook.1.2"],
            "ready": [],
            "not_rules": 1,
            "problems": [],
        }
    }


def test_coverage_prints_a_table(checkout: Path) -> None:
    result = coverage(checkout, "toybook")
    assert result.exit_code == 0
    assert result.stdout.split()[-9:] == ["toybook", "3", "2", "1", "1", "1", "0", "1", "0"]


def test_contradictions_end_with_exit_code_one_and_json_stays_whole(checkout: Path) -> None:
    (checkout / "tests" / "test_movement.py").write_text(TEST.replace("toybook.1.1", "toybook.7"))
    result = coverage(checkout, "--json")
    assert result.exit_code == 1
    assert len(json.loads(result.stdout)["systems"]["toybook"]["problems"]) == 2
    assert "cites 'toybook.7'" in result.stderr


def test_citations_of_strange_systems_count_when_all_are_measured(checkout: Path) -> None:
    (checkout / "tests" / "test_strange.py").write_text(TEST.replace("toybook.1.1", "chess.1"))
    assert coverage(checkout, "toybook").exit_code == 0
    result = coverage(checkout)
    assert result.exit_code == 1
    assert "'chess.1', a rule of no installed system" in result.stderr


def test_write_makes_the_same_page_every_time(checkout: Path) -> None:
    assert coverage(checkout, "--write").exit_code == 0
    page = checkout / "docs" / "rules" / "toybook.md"
    text = page.read_text()
    assert "| toybook.1.1 | Moving [fast] | yes | `toybook.movement:move` | 1 |" in text
    assert "Shooting \\| far" in text
    assert "- **toybook.1.2** Shooting | far. How far? *Ruling:* Twelve inches." in text
    assert "- **toybook.2** Painting. Advice on brushes." in text
    coverage(checkout, "--write")
    assert page.read_text() == text
