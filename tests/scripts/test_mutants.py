"""The tool that changes rules in small ways and sees whether tests notice, tried on a made-up package."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from gearlock.kernel.registry import system_ids
from mutants import LISTS, open_sites
from mutation.changes import Source, changes_in
from mutation.mutants import draw, sites_of

ROOT = Path(__file__).parents[2]
RULES = '''
from functools import cache

LIMIT = 3


def rule(*ids):
    return lambda place: place


@rule("toy.range")
def refuse(number: int) -> str | None:
    """Why a number will not do."""
    if number < 0 or number > LIMIT:
        return f"{1 + 1} reasons"
    return None


@cache
def table() -> dict[str, int]:
    return {"a": 5}


@rule("toy.walk")
def walk(steps: int) -> int:
    while steps > 0:
        steps = steps - 1
    return steps


def unheard_of(number: int) -> bool:
    return not number
'''
TESTS = """
import pytest
from toy.rules import refuse, table, walk

def test_the_table_is_there():
    assert table()

def test_the_table_is_right():
    assert table()["a"] == 5

@pytest.mark.rule("toy.range")
def test_numbers():
    assert [bool(refuse(number)) for number in (-1, 1, 3, 4)] == [True, False, False, True]

@pytest.mark.rule("toy.walk")
def test_walking():
    assert walk(3) == 0
"""
EXCUSED = """
[[excused]]
file = "rules.py"
before = "if number < 0 or number > LIMIT:"
after = "if number < 1 or number > LIMIT:"
reason = "Nought is no number here."
"""


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    for name, text in {
        "toy/__init__.py": "",
        "toy/rules.py": RULES,
        "toy/plain.py": "def more(number: int) -> int:\n    return number + 1\n",
        "tests/test_toy.py": TESTS,
        "excused.toml": EXCUSED,
        "pytest.ini": "[pytest]\nmarkers = rule(id)\n",
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def tried(toy: Path, *words: str) -> subprocess.CompletedProcess[str]:
    script = ROOT / "scripts" / "mutants.py"
    places = ["--source", "toy", "--tests", "tests", "--excused", "excused.toml", "--patience", "0.5"]
    path = os.pathsep.join([str(toy), str(ROOT / "scripts")])
    return subprocess.run(
        [sys.executable, str(script), *places, *words],
        cwd=toy,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
    )


def test_survivors_are_shown_with_their_change_and_rules_and_nothing_is_written(toy: Path) -> None:
    done = tried(toy, "--n", "99")
    assert done.returncode == 1, done.stdout + done.stderr
    survivors = done.stdout.split("SURVIVED ")[1:]
    changes = {tuple(line.strip() for line in each.splitlines() if line[2:3] in ("-", "+")) for each in survivors}
    told = {(change[0].lstrip("- "), change[1].lstrip("+ ")) for change in changes}
    assert told == {
        ("if number < 0 or number > LIMIT:", "if number <= 0 or number > LIMIT:"),
        ("return not number", "return number"),
    }
    assert "rules: toy.range\n" in survivors[0]
    assert "(no test comes by)" in survivors[1]
    assert "rules: toy.range, toy.walk\n" in survivors[1]
    assert "17 of 19 noticed: 89.5 % (at least 92 % wanted)" in done.stdout
    assert (toy / "toy" / "rules.py").read_text() == RULES


def test_it_can_be_aimed_and_enough_is_enough(toy: Path) -> None:
    done = tried(toy, "--rule", "toy.range", "--module", "rules.py:14", "--least", "80")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "5 of 6 noticed: 83.3 %" in done.stdout
    assert "5 of 9 noticed" in tried(toy, "--module", "rules.py:14,plain.py").stdout
    assert tried(toy, "--module", "nowhere").returncode == 2


LAMBDAS = """
FITS = {
    "long": lambda number: number > 3,
    "never": lambda number: number > 7,
}

def rule(*ids):
    return lambda place: place

@rule("toy.fit")
def nearest(numbers: list[int]) -> int:
    return min(numbers, key=lambda each: 4 - each) if len(numbers) > 1 else numbers[0]
"""
TESTS_OF_LAMBDAS = """
from toy.table import FITS, nearest

def test_fits():
    assert [FITS["long"](number) for number in (3, 4)] == [False, True]

def test_nearest():
    assert nearest([9]) == 9
"""


def test_a_lambda_in_a_table_is_come_by_like_any_function(toy: Path) -> None:
    (toy / "toy" / "table.py").write_text(LAMBDAS)
    (toy / "tests" / "test_toy.py").write_text(TESTS_OF_LAMBDAS)
    done = tried(toy, "--module", "table.py:3")
    assert "4 of 4 noticed" in done.stdout, done.stdout + done.stderr
    assert tried(toy, "--module", "table.py:4").stdout.count("(no test comes by)") == 4
    survivors = tried(toy, "--module", "table.py:12").stdout.split("SURVIVED ")[1:]
    nobody = [next(line for line in each.splitlines() if line.startswith("  +")) for each in survivors if "by)" in each]
    assert len(nobody) == 3
    assert not any("4 - each" in line for line in nobody)


def test_an_excuse_for_what_is_no_more_is_an_error(toy: Path) -> None:
    (toy / "excused.toml").write_text(EXCUSED.replace("number < 0 or", "number < 7 or"))
    done = tried(toy)
    assert done.returncode == 2
    assert "no such change in rules.py any more: if number < 7 or number > LIMIT:" in done.stdout


def test_tests_that_fail_anyway_prove_nothing(toy: Path) -> None:
    with (toy / "tests" / "test_toy.py").open("a") as file:
        file.write("\ndef test_wrong():\n    assert walk(1) == 1\n")
    done = tried(toy)
    assert done.returncode == 2
    assert "These fail without any change: tests/test_toy.py::test_wrong" in done.stdout + done.stderr


@pytest.mark.parametrize(
    ("code", "becomes"),
    [
        ("a < b", {"a <= b", "a >= b"}),
        ("a < b <= c", {"a <= b <= c", "a >= b <= c", "a < b < c", "a < b > c"}),
        ("a is not None", {"a is None"}),
        ("a not in (b)", {"a in (b)"}),
        ("a and b and c", {"a or b and c", "a and b or c"}),
        ("not a", {"a"}),
        ("(a) - b", {"(a) + b"}),
        ("a + 'b'", set[str]()),
        ("[a] + b", set[str]()),
        ("1", {"2", "0"}),
        ("0", {"1", "(-1)"}),
        ("True", {"False"}),
        ("'a'", set[str]()),
        ("max(a, b)", {"min(a, b)"}),
        ("é < b", {"é <= b", "é >= b"}),
    ],
)
def test_what_can_be_changed(code: str, becomes: set[str]) -> None:
    source, tree = Source(code.encode()), ast.parse(code, mode="eval")
    found = [source.changed(change).decode() for change in changes_in(tree.body, source, False)]
    assert sorted(found) == sorted(becomes)


def test_checks_of_our_own_words_types_and_marks_are_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "rules.py"
    path.write_text(
        "from typing import Literal\n"
        "@rule('toy.a')\n"
        "@mark(1)\n"
        "def f(a: Literal[1]) -> Literal[2]:\n"
        "    assert a > 1, 'never'\n"
        "    b: Literal[3]\n"
        "    return f'{a + 1}'\n"
    )
    assert list(sites_of(path, "rules.py")) == []


def test_the_same_seed_draws_the_same(tmp_path: Path) -> None:
    path = tmp_path / "rules.py"
    path.write_text(RULES)
    sites = list(sites_of(path, "rules.py"))
    first, again, other = (draw(sites, 4, seed) for seed in (1, 1, 2))
    assert first == again != other
    assert len(draw(sites, 1000, 1)) == len({(mutant.line, mutant.after) for mutant in draw(sites, 1000, 1)})
    assert all(mutant.rules for mutant in first)
    path.write_text(RULES.replace("LIMIT = 3\n", "LIMIT = 3\nMORE = 4\n"))
    shifted = draw(list(sites_of(path, "rules.py")), 4, 1)
    assert len({mutant.after for mutant in first} & {mutant.after for mutant in shifted}) >= 3


@pytest.mark.parametrize("system", system_ids())
def test_no_excuse_is_out_of_date(system: str) -> None:
    sites, complaint = open_sites(ROOT / "src" / "gearlock" / "systems" / system, LISTS / f"{system}.toml")
    assert not complaint
    assert sites
