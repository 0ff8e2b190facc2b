from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from litestar import Litestar
from litestar.testing import TestClient

from gearlock.server.app import Settings, make_app
from gearlock.server.store import Store
from server.postgres import Databases, running
from server.tabletop import stop_the_clock
from server.visitor import PATIENCE


@pytest.fixture
def no_time_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long calls take, no caller is granted another for having waited."""
    stop_the_clock(monkeypatch)


@pytest.fixture(scope="session")
def databases() -> Iterator[Databases]:
    """A PostgreSQL server to make databases on."""
    with running() as server:
        made = Databases(server)
        yield made
        if "GEARLOCK_POSTGRES" in os.environ:
            made.drop_all()


@pytest.fixture
def address(databases: Databases) -> str:
    """A PostgreSQL database without tables."""
    return databases.empty()


@pytest.fixture(scope="session", autouse=True)
def other_database(request: pytest.FixtureRequest) -> Iterator[None]:
    """With --database postgres, battles are kept there wherever a test would have them in a file."""
    if request.config.getoption("--database") != "postgres":
        yield
        return
    databases: Databases = request.getfixturevalue("databases")
    found: dict[str, str] = {}
    begin = Store.__init__

    def elsewhere(self: Store, url: str, *more: Any, **named: Any) -> None:
        if sa.make_url(url).database is None:
            url = databases.new()
        elif url.startswith("sqlite"):
            if url not in found:
                found[url] = databases.new()
            url = found[url]
        begin(self, url, *more, **named)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Store, "__init__", elsewhere)
        yield


@pytest.fixture(autouse=True)
def only_of_a_file(request: pytest.FixtureRequest) -> None:
    """What is about the file itself is not asked of PostgreSQL."""
    if request.config.getoption("--database") == "postgres" and request.node.get_closest_marker("of_a_file"):
        pytest.skip("is about the file of SQLite")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the server of a file of tests keeps its battles."""
    return tmp_path_factory.mktemp("tables")


@pytest.fixture(scope="module")
def client(folder: Path) -> Iterator[TestClient[Litestar]]:
    """A server of its own for each file of tests, with a database that ends with it."""
    app = make_app(Settings(f"sqlite:///{folder / 'tables.db'}", web=folder / "none", deadline=PATIENCE))
    with TestClient(app, base_url="http://127.0.0.1") as open_client:
        yield open_client
