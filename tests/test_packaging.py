"""What an installed program needs besides its modules comes with it."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from gearlock.extras import BRINGS

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "gearlock"
MADE = {".py", ".pyc", ".so"}
"""Modules, and what is made from them."""


def test_every_data_file_is_packed() -> None:
    packed = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["package-data"]["gearlock"]
    covered = {path for pattern in packed for path in PACKAGE.glob(pattern)}
    left_out = [path for path in PACKAGE.rglob("*") if path.is_file() and path not in covered]
    assert [path.relative_to(PACKAGE) for path in left_out if path.suffix not in MADE] == []
    assert [pattern for pattern in packed if "web" not in pattern and not any(PACKAGE.glob(pattern))] == []


def test_the_core_needs_one_package_and_every_door_has_an_extra() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    assert [each.partition(">")[0] for each in project["dependencies"]] == ["msgspec"]
    assert extras["all"] == ["gearlock[cli,serve,lab]"]
    for extra, modules in BRINGS.items():
        named = {re.split(r"[>\[]", each)[0].replace("-python", "").replace("-", "_") for each in extras[extra]}
        assert set(modules) - named <= {"click", "gymnasium"}, "these come with others"


def test_locked_files_name_no_index() -> None:
    for path in (ROOT / "requirements").glob("*.txt"):
        lines = path.read_text().splitlines()
        assert [line for line in lines if "://" in line or line.startswith("-")] == []
