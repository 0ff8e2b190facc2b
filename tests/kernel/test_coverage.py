"""Coverage: what tests cite, and what does not add up."""

from __future__ import annotations

from pathlib import Path

import pytest

import gearlock
from gearlock.kernel.coverage import cited_by_tests, measure_coverage, unknown_systems
from gearlock.kernel.errors import BadFile
from gearlock.kernel.rulebook import FILE, RuleEntry, parse_rulebook

MARKED = '''
import pytest
from pytest import mark

pytestmark = [pytest.mark.rule("demo.module"), pytest.mark.soak]

CASES = [pytest.param(1, marks=pytest.mark.rule("demo.list"))]


@pytest.mark.rule("demo.1", "demo.2")
def test_one(): ...


@mark.rule("demo.1")
async def test_two(): ...


@pytest.mark.rule("demo.class")
class TestMany:
    pytestmark = pytest.mark.rule("demo.inner")

    @pytest.mark.parametrize("x", [pytest.param(1, marks=[pytest.mark.rule("demo.param")]), 2])
    def test_three(self, x): ...


def test_words():
    """Not a mark: pytest.mark.rule("demo.words")"""
    book.rule("demo.other")
    pytest.mark.rule(NAME)
'''


def entry(rule_id: str, status: str = "todo", gap: str = "", ruling: str = "", reason: str = "") -> RuleEntry:
    return RuleEntry(rule_id, "Title", "1-2", "area", "core", "Words.", status, "", gap, ruling, reason, line=7)


def book_of(*entries: RuleEntry) -> dict[str, RuleEntry]:
    return {one.id: one for one in entries}


def test_marks_are_found_wherever_pytest_takes_them(tmp_path: Path) -> None:
    (tmp_path / "tests" / "deep").mkdir(parents=True)
    (tmp_path / "tests" / "deep" / "test_x.py").write_text(MARKED)
    file = "tests/deep/test_x.py"
    assert cited_by_tests(tmp_path / "tests") == {
        "demo.module": (file,),
        "demo.list": (file,),
        "demo.1": (f"{file}::test_one", f"{file}::test_two"),
        "demo.2": (f"{file}::test_one",),
        "demo.class": (f"{file}::TestMany",),
        "demo.inner": (f"{file}::TestMany",),
        "demo.param": (f"{file}::TestMany::test_three",),
    }


def test_all_unreadable_test_files_are_named(tmp_path: Path) -> None:
    (tmp_path / "test_a.py").write_text("def broken(:\n")
    (tmp_path / "test_b.py").write_bytes(b"# \xff\xfe\n")
    with pytest.raises(BadFile) as caught:
        cited_by_tests(tmp_path)
    assert [(finding.file.rpartition("/")[2], finding.line) for finding in caught.value.findings] == [
        ("test_a.py", 1),
        ("test_b.py", 0),
    ]


def test_counts_tell_rules_from_entries_that_are_none() -> None:
    book = book_of(
        entry("demo.1", "done"), entry("demo.2"), entry("demo.3"), entry("demo.4", "not-a-rule", reason="Advice.")
    )
    code = {"demo.1": ("m:f",), "demo.2": ("m:g",)}
    tests = {"demo.1": ("t",), "demo.2": ("t",)}
    result = measure_coverage("demo", book, code, tests, code)
    assert (result.rules, result.implemented, result.tested, result.not_rules) == (3, 1, 2, 1)
    assert result.missing == ("demo.2", "demo.3")
    assert result.ready == ("demo.2",)
    assert result.problems == ()


@pytest.mark.parametrize(
    ("one", "code", "tests", "problem"),
    [
        (
            entry("demo.1", "done"),
            {},
            {"demo.1": ("t",)},
            "rulebook.toml:7: demo.1 is done, but no function is its home: mark the one that carries it out with @rule",
        ),
        (
            entry("demo.1"),
            {"demo.1": ("m:f", "m:g")},
            {},
            "rulebook.toml:7: demo.1 has several homes, m:f, m:g: one keeps @rule, the others get @heeds",
        ),
        (entry("demo.1", "done"), {"demo.1": ("m",)}, {}, "rulebook.toml:7: demo.1 is done, but no test cites it"),
        (entry("demo.1", "not-a-rule"), {}, {}, "rulebook.toml:7: demo.1 is not a rule, but no reason says why"),
        (entry("demo.1", gap="How?"), {}, {}, "rulebook.toml:7: demo.1 has a gap, but no ruling"),
        (entry("demo.1"), {"demo.9": ("m:f",)}, {}, "the code at m:f cites 'demo.9', which is not in the rulebook"),
        (entry("demo.1"), {}, {"demo.9": ("t",)}, "the test t cites 'demo.9', which is not in the rulebook"),
    ],
)
def test_every_contradiction_is_a_problem(
    one: RuleEntry, code: dict[str, tuple[str, ...]], tests: dict[str, tuple[str, ...]], problem: str
) -> None:
    assert measure_coverage("demo", book_of(one), code, tests, code).problems == (problem,)


def test_a_rule_that_is_only_heeded_has_no_home() -> None:
    book, heeded = book_of(entry("demo.1", "done")), {"demo.1": ("m:f",)}
    (problem,) = measure_coverage("demo", book, heeded, {"demo.1": ("t",)}, {}).problems
    assert "no function is its home" in problem


def test_rules_of_other_systems_are_left_to_them() -> None:
    code = {"demolition.1": ("m",)}
    result = measure_coverage("demo", book_of(entry("demo.1")), code, {"other.1": ("t",)}, code)
    assert result.problems == ()


def test_citations_of_no_installed_system_are_named() -> None:
    problems = unknown_systems(("demo",), {"demo.1": ("m:f",), "demolition.1": ("m:g",)}, {"x": ("t",)})
    assert problems == (
        "m:g: cites 'demolition.1', a rule of no installed system",
        "t: cites 'x', a rule of no installed system",
    )


BOOKS = sorted(Path(gearlock.__file__).parent.glob(f"systems/*/{FILE}"))


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.parent.name)
def test_the_books_of_our_own_systems_leave_no_gap_unruled(path: Path) -> None:
    book = parse_rulebook(path.read_text(encoding="utf-8"), str(path), path.parent.name)
    assert [one.id for one in book.values() if one.gap and not one.ruling] == []
    assert [one.id for one in book.values() if one.status == "not-a-rule" and not one.reason] == []
