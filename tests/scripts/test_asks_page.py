"""The page of questions is written from the rules, and says of every one who is asked and what answers it."""

from __future__ import annotations

from importlib import import_module

import make_asks_page
from gearlock.kernel.registry import AnySystem, all_systems


def test_the_page_is_up_to_date() -> None:
    assert make_asks_page.PAGE.read_text(encoding="utf-8") == make_asks_page.page(), "run scripts/make_asks_page.py"


def section(system: AnySystem) -> list[list[str]]:
    """The rows of a system, cell by cell."""
    page = make_asks_page.PAGE.read_text(encoding="utf-8")
    rows = page.split(f"## {system.name}\n")[1].split("\n## ")[0].splitlines()
    return [[cell.strip() for cell in row.strip("|").split(" | ")] for row in rows if row.startswith("| `")]


def test_every_kind_of_question_stands_there_with_all_that_answers_it() -> None:
    for system in all_systems():
        answers = import_module(f"{system.package}.book").BOOK.answers()
        told = {row[0].strip("` "): row for row in section(system)}
        assert set(told) == set(answers)
        for kind, orders in answers.items():
            assert orders, f"nothing answers '{kind}' of {system.id}"
            assert told[kind][-1].split(", ") == [f"`{order.__struct_config__.tag}`" for order in orders]
            assert told[kind][1]
