"""Rule pointers and rulebook files."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest

from gearlock.kernel import rulebook
from gearlock.kernel.errors import BadFile
from gearlock.kernel.rulebook import (
    cited_by_code,
    heeds,
    homes_in_code,
    import_chapters,
    load_rulebook,
    parse_rulebook,
    rule,
)

GOOD = '''# A small book.

[[rule]]
id = "demo.1"
title = "Moving"
lines = "1-4"
area = "movement"
level = "core"
status = "todo"
summary = """A piece moves
id = 3 is not a key here"""

[[rule]]
id = "demo.2"
title = "Shooting"
lines = "5-9"
area = "attack"
level = "core"
status = "done"
summary = "A piece shoots."
gap = "How far?"
ruling = "Twelve inches."
'''


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """Citations made in a test stay in it."""
    monkeypatch.setattr(rulebook, "_homes", {})
    monkeypatch.setattr(rulebook, "_heeded", {})


def findings_of(text: str) -> list[str]:
    with pytest.raises(BadFile) as caught:
        parse_rulebook(text, "demo.toml", "demo")
    return [str(finding) for finding in caught.value.findings]


@pytest.mark.usefixtures("fresh")
def test_a_pointer_returns_the_function_itself_and_remembers_where_it_stands() -> None:
    def plain() -> int:
        return 7

    assert rule("demo.1", "demo.2")(plain) is plain
    place = f"{__name__}:{plain.__qualname__}"
    assert cited_by_code() == {"demo.1": (place,), "demo.2": (place,)}


@pytest.mark.usefixtures("fresh")
def test_a_pointer_may_stand_on_a_class_and_on_a_property() -> None:
    @rule("demo.1")
    class Piece:
        @property
        @rule("demo.1", "demo.2")
        def speed(self) -> int:
            return 5

    assert Piece().speed == 5
    assert [place.rpartition(".")[2] for place in cited_by_code()["demo.1"]] == ["speed", "Piece"]


@pytest.mark.usefixtures("fresh")
def test_citing_twice_from_one_place_counts_once() -> None:
    def plain() -> None: ...

    rule("demo.1")(plain)
    rule("demo.1")(plain)
    assert len(cited_by_code()["demo.1"]) == 1


@pytest.mark.usefixtures("fresh")
def test_whoever_heeds_a_rule_is_named_after_its_home_and_is_none_itself() -> None:
    def heeding() -> None: ...

    def home() -> None: ...

    assert heeds("demo.1")(heeding) is heeding
    rule("demo.1")(home)
    assert [place.rpartition(".")[2] for place in cited_by_code()["demo.1"]] == ["home", "heeding"]
    assert [place.rpartition(".")[2] for place in homes_in_code()["demo.1"]] == ["home"]


def test_a_good_book_keeps_book_order_and_knows_its_lines() -> None:
    book = parse_rulebook(GOOD, "demo.toml", "demo")
    assert [(entry.id, entry.line) for entry in book.values()] == [("demo.1", 3), ("demo.2", 13)]
    assert book["demo.2"].ruling == "Twelve inches."
    assert book["demo.1"].gap == ""


def test_entries_in_an_inline_list_are_read_too() -> None:
    keys = ("title", "lines", "area", "level", "summary")
    fields = ", ".join(f'{key} = "x"' for key in keys)
    book = parse_rulebook(f'rule = [{{id = "demo.1", status = "todo", {fields}}}]', "demo.toml", "demo")
    assert list(book) == ["demo.1"]


def test_all_findings_come_at_once_with_their_lines() -> None:
    text = (
        GOOD.replace('title = "Moving"\n', "")
        .replace('status = "done"', 'status = "nearly"')
        .replace('gap = "How far?"', "gap = 4\ncolour = 'red'")
        .replace('id = "demo.2"', 'id = "other.2"')
    )
    assert findings_of(text) == [
        "demo.toml:3: demo.1: 'title' is missing",
        "demo.toml:13: other.2: ids of this rulebook begin with 'demo.'",
        "demo.toml:18: other.2: status is 'nearly', not one of done, todo, not-a-rule",
        "demo.toml:20: other.2: 'gap' must be text",
        "demo.toml:21: other.2: unknown key 'colour'",
    ]


def test_an_id_given_twice_is_found() -> None:
    assert findings_of(GOOD.replace("demo.2", "demo.1")) == ["demo.toml:14: demo.1: this id stands already at line 3"]


@pytest.mark.parametrize("text", ["", "rule = 3", "rule = []", "[rule]\nid = 'demo.1'"])
def test_a_file_without_rules_is_refused(text: str) -> None:
    assert findings_of(text) == ["demo.toml: no [[rule]] entries"]


def test_broken_toml_is_reported_with_its_line() -> None:
    (finding,) = findings_of(GOOD.replace('title = "Shooting"', "title = Shooting"))
    assert finding.startswith("demo.toml:15: ")


def test_keys_outside_the_rules_are_reported() -> None:
    assert findings_of(f"edition = 2\n{GOOD}") == ["demo.toml: unknown key 'edition' outside the rules"]


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A system's package on disk: two chapters, one of them in a folder."""
    root = tmp_path / "demosystem"
    (root / "late").mkdir(parents=True)
    for file in ("__init__.py", "late/__init__.py"):
        (root / file).write_text("")
    for file, rule_id in (("early.py", "demosystem.1"), ("late/chapter.py", "demosystem.2")):
        (root / file).write_text(f'from gearlock.kernel.rulebook import rule\n\n@rule("{rule_id}")\ndef play(): ...\n')
    (root / "rulebook.toml").write_text(GOOD.replace('"demo.', '"demosystem.'))
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(rulebook, "_homes", {})
    monkeypatch.setattr(rulebook, "_heeded", {})
    for name in [name for name in sys.modules if name.partition(".")[0] == "demosystem"]:
        monkeypatch.delitem(sys.modules, name)
    importlib.invalidate_caches()
    load_rulebook.cache_clear()
    return "demosystem"


def test_every_chapter_of_a_system_is_imported(package: str) -> None:
    import_chapters(package)
    assert cited_by_code() == {
        "demosystem.1": ("demosystem.early:play",),
        "demosystem.2": ("demosystem.late.chapter:play",),
    }


def test_a_rulebook_is_found_in_its_package(package: str) -> None:
    assert list(load_rulebook(package)) == ["demosystem.1", "demosystem.2"]


def test_a_missing_rulebook_is_said_in_words(package: str, tmp_path: Path) -> None:
    (tmp_path / package / "rulebook.toml").unlink()
    with pytest.raises(BadFile, match=r"rulebook\.toml: cannot be read: No such file"):
        load_rulebook(package)
