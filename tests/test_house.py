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


def test_a_chapter_is_a_file_and_other_files_stay_small() -> None:
    """A chapter of a book is cut at a section above some 800 lines; code that is no chapter stays below 400."""
    for path in [*sources(), *(ROOT / "tests").rglob("*.py"), *(ROOT / "benchmarks").glob("*.py")]:
        most = 850 if (PACKAGE / "systems") in path.parents else 410
        assert len(path.read_text().splitlines()) <= most, f"{path.relative_to(ROOT)}: cut it at a section"


def test_the_systems_are_chapters_not_crumbs() -> None:
    files = [path for path in (PACKAGE / "systems").rglob("*.py") if path.name != "__init__.py"]
    small = [path for path in files if len(path.read_text().splitlines()) < 60]
    assert len(files) <= 350
    assert len(small) <= 0.12 * len(files), [str(path.relative_to(ROOT)) for path in small]


def test_no_file_of_a_system_holds_one_kind_of_thing() -> None:
    """Order, event, words, refusal and script of a rule stand together, in a file named for its chapter."""
    kinds = {"orders.py", "events.py", "words.py", "answers.py", "chapter.py"}
    kept = {"blitz/orders.py"}  # the book's chapter 15.4: Orders
    found = {
        str(path.relative_to(PACKAGE / "systems")) for path in (PACKAGE / "systems").rglob("*.py") if path.name in kinds
    }
    assert found <= kept, found - kept


@pytest.mark.parametrize("layer", ["kernel", "systems"])
def test_rules_have_no_clock_and_no_randomness_of_their_own(layer: str) -> None:
    forbidden = {"random", "time", "datetime", "secrets", "uuid"}
    for path in (PACKAGE / layer).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            bad = forbidden & {name.split(".")[0] for name in names}
            assert not bad, f"{path.relative_to(ROOT)} imports {bad}"


def test_types_are_read_into_at_one_place() -> None:
    """Elsewhere two threads might read into a type that is half known, which crashes the process."""
    for path in sources():
        if path != PACKAGE / "kernel" / "typed.py":
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Call) and (name := ast.unparse(node.func)).startswith("msgspec."):
                    given = {each.arg for each in node.keywords}
                    reads = name.endswith((".convert", ".Decoder")) or (name.endswith(".decode") and "type" in given)
                    assert not reads, f"{path.relative_to(ROOT)}:{node.lineno}: use gearlock.kernel.typed"


def test_no_machine_path_or_host_is_committed() -> None:
    place = re.compile(r"(?<![\w.])/(?:work|root|farm|tmp|home)/[\w.-]+")
    host = re.compile(r"https?://(?!127\.0\.0\.1|localhost)[\w.-]+")
    for path in tracked():
        if path.suffix in TEXT and path != Path(__file__):
            text = path.read_text(errors="replace")
            assert not place.search(text), f"{path.relative_to(ROOT)}: {place.search(text)}"
            assert not host.search(text), f"{path.relative_to(ROOT)}: {host.search(text)}"
    assert not (ROOT / "uv.lock").exists()


def test_no_group_of_a_pattern_repeats_possessively() -> None:
    """Before Python 3.11.5 (Debian 12 has 3.11.2) such a group matches wrongly; an atomic one, (?>...), is right."""
    possessive = re.compile(r"\)(?:[*+?]|\{[\d,]*\})\+")
    for folder in ("src", "scripts", "tests", "benchmarks", "examples"):
        for path in (ROOT / folder).rglob("*.py"):
            for number, line in enumerate(path.read_text().splitlines(), 1):
                assert not possessive.search(line), f"{path.relative_to(ROOT)}:{number}"


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


@pytest.mark.parametrize("module", ["audience", "feed", "advice", "counsel", "socket", "hearing"])
def test_what_guests_hear_goes_through_a_seat_or_a_feed(module: str) -> None:
    """Who talks to guests has no way of its own to the state, to questions and answers, or to what happened."""
    text = (ROOT / f"src/gearlock/server/{module}.py").read_text()
    ways = "state|options|ask_for|preview|refuse|aim|sample|entries|thrown|veil|pending|view|start"
    assert not re.findall(rf"\bbattle\.(?:{ways})\b", text)


def test_shared_parts_compute_and_leave_asking_telling_and_citing_to_the_books() -> None:
    """No rule id, no order or event, nothing of scripts but the throw of a die, in what books share."""
    quoted = re.compile(rf"""["'](?:{"|".join(map(re.escape, system_ids()))})\b|@rule\b|@heeds\b""")
    closed = {"gearlock.kernel." + name for name in ("asks", "events", "script", "rulebook", "chapters", "system")}
    for path in (PACKAGE / "mechanics").rglob("*.py"):
        place, text = path.relative_to(ROOT), path.read_text()
        assert not quoted.search(text), f"{place} cites a rule"
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.ClassDef):
                bases = {base.id for base in node.bases if isinstance(base, ast.Name)}
                assert not bases & {"Order", "Event", "Ask", "State"}, f"{place}: {node.name} belongs to a book"
            if isinstance(node, ast.ImportFrom) and node.module in closed:
                names = {alias.name for alias in node.names}
                chance = {"gearlock.kernel.script": {"Script", "throw"}, "gearlock.kernel.system": {"Chooser"}}
                assert names <= chance.get(node.module, set()), f"{place} imports {sorted(names)} of {node.module}"
            if isinstance(node, ast.FunctionDef):
                taken = len(node.args.args) + len(node.args.kwonlyargs)
                private = node.name.startswith("_")
                assert private or taken - is_method(node) <= 5, f"{place}: {node.name} takes more than five arguments"


def is_method(function: ast.FunctionDef) -> bool:
    return bool(function.args.args) and function.args.args[0].arg in ("self", "cls")


def test_a_shared_part_refuses_without_a_rule() -> None:
    """The book adds the rule by the code of the refusal."""
    for path in (PACKAGE / "mechanics").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refusal":
                named = isinstance(node.args[1], ast.Constant) and node.args[1].value
                assert not named, f"{path.relative_to(ROOT)}:{node.lineno} names a rule"
