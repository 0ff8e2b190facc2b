"""The documents in the terminal, and the man page that is written from the commands."""

from __future__ import annotations

import re

import pytest
from typer.testing import CliRunner

from gearlock.cli.docs import pages
from gearlock.cli.main import app
from gearlock.kernel.errors import UnknownName
from make_man_page import PAGE, man_page, plain

RUN = CliRunner()


def test_pages_are_listed_and_printed() -> None:
    listed = RUN.invoke(app, ["docs"]).output
    assert all(name in listed for name in ("library", "rules/brigands", "decisions/"))
    assert RUN.invoke(app, ["docs", "docs/library.md"]).output == pages()["library"].read_text(encoding="utf-8")


def test_what_pages_speak_of_is_printed_too() -> None:
    listed = RUN.invoke(app, ["docs"]).output
    assert re.search(r"^json-schema.json +What gearlock --json prints$", listed, re.MULTILINE)
    assert re.search(r"^examples/careless.py +A bot", listed, re.MULTILINE)
    assert re.search(r"^examples/hosting/nginx.conf +Gearlock behind nginx", listed, re.MULTILINE)
    assert "proxy_pass" in RUN.invoke(app, ["docs", "examples/hosting/nginx.conf"]).output
    assert "class Careless" in RUN.invoke(app, ["docs", "examples/careless.py"]).output


def test_a_page_that_is_not_there_is_answered_with_near_names() -> None:
    result = RUN.invoke(app, ["docs", "libary"])
    assert isinstance(result.exception, UnknownName)
    assert "library" in str(result.exception)


@pytest.mark.parametrize("page", ["../README", "/etc/passwd", "rules"])
def test_nothing_but_pages_is_printed(page: str) -> None:
    assert isinstance(RUN.invoke(app, ["docs", page]).exception, UnknownName)


def test_the_man_page_that_wheels_carry_is_current() -> None:
    """python scripts/make_man_page.py writes it anew."""
    assert PAGE.read_text(encoding="utf-8") == man_page()


def test_the_man_page_tells_every_command() -> None:
    page = man_page()
    for words in ('"gearlock battle SYSTEM"', '"gearlock docs [PAGE]"', "gearlock lab screen", "\\-\\-until\\-sure"):
        assert words in page
    assert plain(".TH of nothing") == "\\&.TH of nothing"
