"""`/health`: whoever looks after a table asks whether it can read and write."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from litestar.testing import TestClient

from gearlock.server.app import Settings, make_app
from gearlock.server.keeper import Keeper
from gearlock.server.store import Store


@pytest.fixture
def keeper(tmp_path: Path) -> Keeper:
    return Keeper(f"sqlite:///{tmp_path / 'tables.db'}")


def test_a_table_that_is_well_says_so_and_one_that_is_not_says_so_soon(
    keeper: Keeper, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gearlock.server.health.SOON", 0.5)
    app = make_app(Settings("", web=tmp_path / "none", is_private=True), keeper)
    with TestClient(app, base_url="http://127.0.0.1") as client:
        well = client.get("/health")
        assert (well.status_code, well.json()) == (200, {"status": "well"})
        assert "/health" not in client.get("/api/schema/openapi.json").json()["paths"]
        gate = threading.Event()
        hanging = keeper._writer.submit(gate.wait, 60)
        assert client.get("/health").status_code == 503
        gate.set()
        assert hanging.result()
        assert client.get("/health").status_code == 200

        def damaged(*_: Any) -> None:
            raise sa.exc.DatabaseError("SELECT", {}, OSError("disk image is malformed"))

        monkeypatch.setattr(Store, "ping", damaged)
        ill = client.get("/health")
        assert ill.status_code == 503
        assert "malformed" not in ill.text
