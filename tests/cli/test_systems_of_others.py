"""A system of somebody else, without forces, goals or a measure of luck: what it lacks is said, not tripped over."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest

from cli.command import Command
from gearlock.cli import luck
from gearlock.kernel.registry import get_system
from gearlock.lab.luck import luck_of_log
from gearlock.server import workshop
from gearlock.testing import MARKER, pytest_configure


def test_luck_says_that_a_system_does_not_measure_any(
    gearlock: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "x.jsonl"
    assert gearlock("battle", "brigands", "-o", "rounds=1", "--log", log).code == 0
    assert "does not measure luck" not in gearlock("luck", log).out
    monkeypatch.setattr(
        luck, "luck_of_log", lambda log: msgspec.structs.replace(luck_of_log(log), unit="", about="", sides=())
    )
    done = gearlock("luck", log)
    assert (done.code, done.out) == (0, "Blitz Brigands does not measure luck.\n")


def test_luck_says_that_nothing_was_rolled_that_counts(
    gearlock: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "x.jsonl"
    assert gearlock("battle", "brigands", "-o", "rounds=1", "--log", log).code == 0
    monkeypatch.setattr(luck, "luck_of_log", lambda log: msgspec.structs.replace(luck_of_log(log), sides=()))
    assert "No dice that count as luck were rolled." in gearlock("luck", log).out


def test_a_system_without_forces_has_none_ready_made(monkeypatch: pytest.MonkeyPatch) -> None:
    assert workshop.ReadyMade("brigands").do()
    monkeypatch.setattr(workshop, "get_system", lambda name: SimpleNamespace(id=name, force=None))
    assert workshop.ReadyMade("brigands").do() == ()


def test_a_system_without_scenarios_to_draw_says_where_its_own_are(gearlock: Command) -> None:
    done = gearlock("scenario", "draw", "blitz")
    assert done.code == 2
    assert "gearlock systems blitz" in done.err
    assert "tactical" in done.err
    assert get_system("blitz").generator is None


def test_coverage_without_tests_says_what_to_do(gearlock: Command, tmp_path: Path) -> None:
    done = gearlock("rules", "coverage", "brigands", "--checkout", tmp_path)
    assert done.code == 2
    assert "--checkout FOLDER" in done.err
    assert "the one with `tests` in it" in done.err


def test_the_smallest_system_is_among_the_documents(gearlock: Command) -> None:
    assert "examples/toy.py" in gearlock("docs").out
    assert "TOY" in gearlock("docs", "examples/toy.py").out


def test_the_marker_for_rules_comes_with_the_library() -> None:
    lines: list[tuple[str, str]] = []
    pytest_configure(SimpleNamespace(addinivalue_line=lambda *words: lines.append(words)))
    assert lines == [("markers", MARKER)]
