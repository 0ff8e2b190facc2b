"""What sets Gearlock up: which build is made, what is said where there is no compiler, which Pythons are tested."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import build_fast
import try_versions as versions

ROOT = Path(__file__).parents[2]


def made(tmp_path: Path, *tools: str) -> str:
    """What `make play` would do where there are only these tools."""
    for tool in ("sh", "find", "make", *tools):
        found = shutil.which(tool)
        assert found
        (tmp_path / tool).symlink_to(found)
    command = ["make", "-n", "-C", str(ROOT), f"VENV={tmp_path / 'venv'}", "play"]
    bare = {**os.environ, "PATH": str(tmp_path)}
    return subprocess.run(command, env=bare, capture_output=True, text=True, check=True).stdout


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
def test_without_a_compiler_it_is_said_what_that_costs_and_one_that_comes_later_is_used(tmp_path: Path) -> None:
    without = made(tmp_path)
    assert "bots think slower. Install gcc" in without
    assert "Compiling" not in without
    (tmp_path / "venv").mkdir()
    (tmp_path / "venv" / ".fast-none").touch()
    for name in ("sh", "find", "make"):
        (tmp_path / name).unlink()
    if shutil.which("cc"):
        assert "Compiling the fast modules" in made(tmp_path, "cc")


def test_what_takes_the_compiled_modules_away_has_them_built_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(build_fast, "ROOT", tmp_path)
    monkeypatch.setattr(build_fast, "SOURCES", tmp_path / "src")
    monkeypatch.setattr(build_fast, "WORK", tmp_path / "build")
    monkeypatch.setattr(sys, "argv", ["build_fast.py", "--clean"])
    (tmp_path / "src").mkdir()
    (tmp_path / ".venv").mkdir()
    module, stamp = tmp_path / "src" / "sight.so", tmp_path / ".venv" / ".fast-cc"
    module.touch()
    stamp.touch()
    assert build_fast.main() == 0
    assert not module.exists()
    assert not stamp.exists(), "the next `make play` compiles"
    assert "`make play` or `make fast` builds them again" in capsys.readouterr().out
    assert build_fast.main() == 0
    assert "again" not in capsys.readouterr().out, "nothing was there"


def test_every_python_is_found_once() -> None:
    found = versions.found()
    assert platform.python_version() in found
    for version, python in found.items():
        said = subprocess.run([python, "--version"], capture_output=True, text=True, check=True).stdout
        assert said.split() == ["Python", version]
        assert tuple(map(int, version.split(".")[:2])) >= (3, 11)


def python_that_cannot(place: Path, version: str) -> Path:
    """Something that says it is a Python, and has no venv."""
    place.mkdir(parents=True)
    body = f'case "$1" in -c) echo CPython {version} True True;; *) echo "No module named venv" >&2; exit 1;; esac'
    path = place / "python3"
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return path


@pytest.mark.parametrize(("version", "code"), [("3.12.99", 1), ("3.99.1", 0)])
def test_a_python_without_venv_is_named_and_fails_the_run_if_it_is_promised(
    version: str, code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = python_that_cannot(tmp_path / "bin", version)
    monkeypatch.setattr(versions, "candidates", lambda: iter([path]))
    monkeypatch.setattr(versions, "ROOT", tmp_path)
    monkeypatch.setattr(versions, "listed", lambda: {"3.12"})
    monkeypatch.setattr(sys, "argv", ["try_versions.py", "tests/kernel"])
    assert versions.main() == code
    said = capsys.readouterr().out
    assert f"PYTHON {version} WAS NOT TESTED" in said
    assert "No module named venv" in said


def test_what_is_promised_is_looked_for() -> None:
    assert {"3.11", "3.12", "3.13"} <= versions.listed()
    assert "make test-versions" in (ROOT / ".ci" / "run").read_text()
