"""Rules of the house that a machine can check."""

from __future__ import annotations

import ast
import re
import subprocess
from pathlib import Path

import pytest

from gearlock.kernel.obtaining import GATHERED
from gearlock.kernel.registry import system_ids
from gearlock.kernel.seat import Seat

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "gearlock"
TEXT = {".py", ".md", ".toml", ".txt", ".yml", ".cfg", ".sh", ".csv", ".json", ""}


def tracked() -> list[Path]:
    names = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    return [ROOT / name for name in names if (ROOT / name).is_file()]


def sources() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def test_nothing_outside_the_systems_knows_a_system_by_name() -> None:
    names = re.compile(rf"\b({'|'.join(map(re.escape, system_ids()))})\b")
    for path in sources():
        if (PACKAGE / "systems") not in path.parents:
            found = names.search(path.read_text())
            assert found is None, f"{path.relative_to(ROOT)} names {found and found.group()}"


def test_files_stay_small() -> None:
    for path in [*sources(), *(ROOT / "tests").rglob("*.py"), *(ROOT / "benchmarks").glob("*.py")]:
        assert len(path.read_text().splitlines()) <= 400, f"{path.relative_to(ROOT)}: split it by subject"


@pytest.mark.parametrize("layer", ["kernel", "systems"])
def test_rules_have_no_clock_and_no_randomness_of_their_own(layer: str) -> None:
    forbidden = {"random", "time", "datetime", "secrets", "uuid"}
    for path in (PACKAGE / layer).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            bad = forbidden & {name.split(".")[0] for name in names}
            assert not bad, f"{path.relative_to(ROOT)} imports {bad}"


def test_no_machine_path_or_host_is_committed() -> None:
    place = re.compile(r"(?<![\w.])/(?:work|root|farm|tmp|home)/[\w.-]+")
    host = re.compile(r"https?://(?!127\.0\.0\.1|localhost)[\w.-]+")
    for path in tracked():
        if path.suffix in TEXT and path != Path(__file__):
            text = path.read_text(errors="replace")
            assert not place.search(text), f"{path.relative_to(ROOT)}: {place.search(text)}"
            assert not host.search(text), f"{path.relative_to(ROOT)}: {host.search(text)}"
    assert not (ROOT / "uv.lock").exists()


def test_the_first_screen_of_the_readme_says_how_to_play_and_test() -> None:
    first_screen = "\n".join((ROOT / "README.md").read_text().splitlines()[:30])
    assert "make play" in first_screen
    assert "make test" in first_screen


def test_locked_requirements_are_hashed() -> None:
    for path in (ROOT / "requirements").glob("*.txt"):
        pinned = re.findall(r"^[\w.-]+==\S+.*$", path.read_text(), re.M)
        assert pinned
        assert all(line.rstrip().endswith("\\") for line in pinned), path
        assert path.read_text().count("--hash=sha256:") >= len(pinned)


def test_everything_a_seat_offers_is_gathered_where_it_is_compared() -> None:
    """A new way to know something is compared between twins from the day it is there."""
    offered = {name for name in vars(Seat) if not name.startswith("_")} - {"name"}
    assert set(GATHERED) == offered


@pytest.mark.parametrize("module", ["audience", "feed", "advice", "counsel", "socket"])
def test_what_guests_hear_goes_through_a_seat_or_a_feed(module: str) -> None:
    """Who talks to guests has no way of its own to the state, to questions and answers, or to what happened."""
    text = (ROOT / f"src/gearlock/server/{module}.py").read_text()
    ways = "state|options|ask_for|preview|refuse|aim|sample|entries|thrown|veil|pending|view|start"
    assert not re.findall(rf"\bbattle\.(?:{ways})\b", text)
