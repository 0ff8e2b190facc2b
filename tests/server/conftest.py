from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from gearlock.server.app import Settings, make_app


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Litestar]]:
    """A server of its own for each file of tests, with a database that ends with it."""
    folder: Path = tmp_path_factory.mktemp("tables")
    app = make_app(Settings(f"sqlite:///{folder / 'tables.db'}", web=folder / "none"))
    with TestClient(app, base_url="http://127.0.0.1") as open_client:
        yield open_client
