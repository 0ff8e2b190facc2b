"""Coming to a table while the database cannot be read: words, and a code the page waits by."""

from __future__ import annotations

from typing import Any

import pytest
from litestar.testing import TestClient
from sqlalchemy.exc import OperationalError

from gearlock.server.socket import AWAY
from server.visitor import Visitor, lay_out


def test_whoever_comes_while_the_database_is_away_is_told_so_and_comes_in_later(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    links = lay_out(client, "brigands", "duel", "human", "human", seed=3)
    store = client.app.state.keeper.store

    def away(*_: object) -> None:
        raise OperationalError("SELECT", {}, OSError("connection refused"))

    with monkeypatch.context() as patched:
        patched.setattr(type(store), "battle", away)
        with client.websocket_connect(f"/api/battles/{links['battle']}/table") as socket:
            visitor = Visitor.__new__(Visitor)
            visitor._socket, visitor.heard = socket, []
            code, words = visitor.closing()
        assert code == AWAY == 4503
        assert words == "The battles cannot be read just now. Trying again."
    with Visitor(client, links["battle"], links["seats"]["red"]) as red:
        assert red.welcome["you"] == "red"
