"""A real server and a real Chromium. Where no Chromium is found the tests are reported as not run, loudly."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, expect, sync_playwright

from gearlock.server.pages import WEB

ROOT = Path(__file__).parents[2]
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PATIENCE = 90_000
"""Milliseconds after which something that should come is taken not to come, on however busy a machine."""
QUIET = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update")


def find_chromium() -> str:
    """A Chromium of this machine; nothing if there is none."""
    named = os.environ.get("GEARLOCK_CHROMIUM", "")
    return named or next((found for name in NAMES if (found := shutil.which(name))), "")


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Ends with this folder: as long as it is driven no other test can run an event loop of its own."""
    path = find_chromium()
    if not path or not (WEB / "index.html").is_file():
        missing = "no Chromium on this machine" if not path else "the pages are not built (make ui)"
        pytest.skip(f"THE BROWSER TESTS WERE NOT RUN: {missing}")
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as driver:
        running = driver.chromium.launch(executable_path=path, args=[*QUIET])
        yield running
        running.close()


@contextmanager
def serving(database: Path, port: int = 0, *words: str, first: str = "") -> Iterator[str]:
    """Where a server listens, for as long as it is needed; its tables are kept in the database.

    More words may follow the command, and `first` is Python that is run before it.
    """
    command = [sys.executable, "-u", "-c", f"{first}\nfrom gearlock.cli.main import run; run()", "serve", *words]
    command += ["--port", str(port), "--database", str(database), "--deadline", str(PATIENCE // 1000)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            said = server.stdout.readline()
            found = re.search(r"http://\S+/", said)
            assert found, f"the server said: {said}"
            yield found.group()
        finally:
            server.terminate()


@contextmanager
def reserved_port() -> Iterator[int]:
    """A port that nobody else is given meanwhile; a server that is told so may listen there, come and go."""
    with socket.socket() as place:
        place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        place.bind(("127.0.0.1", 0))
        yield place.getsockname()[1]


@pytest.fixture(scope="package")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a server of its own listens, with a database that ends with it."""
    with serving(tmp_path_factory.mktemp("tables") / "tables.db") as found:
        yield found


class Complaints(list[str]):
    """What the page's console and its scripts complained of."""


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    fresh = browser.new_context(viewport={"width": 1280, "height": 860}, reduced_motion="reduce")
    fresh.set_default_timeout(PATIENCE)
    yield fresh
    fresh.close()


@pytest.fixture
def page(context: BrowserContext, address: str) -> Iterator[Page]:
    """A page at the lobby; it must not complain of anything before the test ends."""
    opened, complaints = context.new_page(), Complaints()
    listen(opened, complaints)
    opened.goto(address)
    yield opened
    assert not complaints


def listen(page: Page, complaints: Complaints) -> None:
    """Take down what a page complains of; a refused request is the page's own business to explain."""

    def error(found: Error) -> None:
        complaints.append(found.message)

    page.on("pageerror", error)
    page.on(
        "console",
        lambda said: complaints.append(said.text) if said.type == "error" and "status of 4" not in said.text else None,
    )
