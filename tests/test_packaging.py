"""What an installed program needs besides its modules comes with it."""

from __future__ import annotations

import tomllib
from pathlib import Path

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
