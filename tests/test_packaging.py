"""What an installed program needs besides its modules comes with it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.specifiers import SpecifierSet

import gearlock
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
        assert set(modules) - named <= {"click"}, "these come with others"


def test_what_the_door_builds_on_has_bounds_and_the_locked_versions_are_within() -> None:
    """`server/door.py` builds on the insides of uvicorn: a version nobody has tried is not installed unasked."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    locked = (ROOT / "requirements" / "play.txt").read_text()
    for name in ("uvicorn", "websockets"):
        (bounds,) = re.findall(rf"^{name}(>=[\d.]+,<[\d.]+)$", "\n".join(extras["serve"]), re.M)
        (version,) = re.findall(rf"^{name}==(\S+)", locked, re.M)
        assert SpecifierSet(bounds).contains(version), f"{name} {version}"


def test_the_tests_of_postgres_have_their_driver() -> None:
    for name in ("dev", "postgres"):
        assert re.search(r"^psycopg-binary==", (ROOT / "requirements" / f"{name}.txt").read_text(), re.M)


def test_locked_files_name_no_index() -> None:
    for path in (ROOT / "requirements").glob("*.txt"):
        lines = path.read_text().splitlines()
        assert [line for line in lines if "://" in line or line.startswith("-")] == []


def test_the_version_stands_in_one_place_and_the_changelog_has_it() -> None:
    made = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert "version" not in made["project"]
    assert made["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "gearlock.__version__"}
    versions = re.findall(r"^## (\d+\.\d+\.\d+) \((?:unreleased|\d{4}-\d{2}-\d{2})\)$", changelog(), re.M)
    assert versions[0] == gearlock.__version__
    assert len(versions) == len(re.findall(r"^## ", changelog(), re.M))
    assert changelog().count("(unreleased)") <= 1


def test_the_changelog_is_in_sections() -> None:
    """Every line stands in a section of a version, no section twice."""
    for version in re.split(r"^## ", changelog(), flags=re.M)[1:]:
        _, *rest = version.split("\n### ")
        sections = [each.partition("\n")[0] for each in rest]
        assert sections == [name for name in ("Added", "Changed", "Fixed", "Removed") if name in sections]
        assert "\n- " not in version.split("\n### ")[0], "a line outside the sections"


def changelog() -> str:
    return (ROOT / "CHANGELOG.md").read_text()


SAYS = "import setup as made; made.provide_pages()"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """As much of a checkout as the pages need, with nothing built."""
    (tmp_path / "ui" / "src").mkdir(parents=True)
    (tmp_path / "ui" / "src" / "main.ts").write_text("")
    text = (ROOT / "setup.py").read_text().replace("\nsetup(", "\nif 0: setup(")
    (tmp_path / "setup.py").write_text(text)
    return tmp_path


def provide(checkout: Path, path: Path) -> subprocess.CompletedProcess[str]:
    bare = {**os.environ, "PATH": str(path), "PYTHONPATH": str(checkout)}
    code = f"import sys; sys.executable = {str(path / 'python')!r}; {SAYS}"
    return subprocess.run(
        [sys.executable, "-c", code], cwd=checkout, env=bare, capture_output=True, text=True, check=False
    )


def test_a_package_without_pages_is_refused_with_what_to_do(checkout: Path) -> None:
    done = provide(checkout, checkout)
    assert done.returncode == 1
    assert "are not built, and there is no Node.js" in done.stderr
    assert "make ui" in done.stderr
    assert "Traceback" not in done.stderr
    index = checkout / "src/gearlock/server/web/index.html"
    index.parent.mkdir(parents=True)
    index.write_text("")
    assert provide(checkout, checkout).returncode == 0
    os.utime(index, (0, 0))
    assert "older than their sources" in provide(checkout, checkout).stderr
    (checkout / "PKG-INFO").write_text("")
    assert provide(checkout, checkout).returncode == 0, "a source archive carries its pages"


def test_pages_are_built_where_node_is(checkout: Path) -> None:
    for name, body in {"node": "exit 0", "npm": 'echo "$1" >> told'}.items():
        (checkout / name).write_text(f"#!/bin/sh\n{body}\n")
        (checkout / name).chmod(0o755)
    assert provide(checkout, checkout).returncode == 0
    assert (checkout / "ui" / "told").read_text().split() == ["ci", "run"]
    (checkout / "npm").write_text("#!/bin/sh\nexit 3\n")
    assert "`npm ci` failed" in provide(checkout, checkout).stderr
    (checkout / "node").write_text("#!/bin/sh\nexit 1\n")
    assert "too old" in provide(checkout, checkout).stderr
