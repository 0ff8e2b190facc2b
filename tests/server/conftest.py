from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from gearlock.server.app import Settings, make_app
from server.tabletop import stop_the_clock
from server.visitor import PATIENCE


@pytest.fixture
def no_time_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long calls take, no caller is granted another for having waited."""
    stop_the_clock(monkeypatch)


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
