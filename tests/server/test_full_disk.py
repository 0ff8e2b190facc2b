"""A disk that is full: whoever wanted something kept is told that it was not, and nothing else is lost."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
from litestar.testing import TestClient

from gearlock.server.app import Settings, make_app
from gearlock.server.hearing import hear
from gearlock.server.keeper import Keeper
from gearlock.server.store import Store
from server.tabletop import Client, any_order, tables
from server.visitor import Visitor, lay_out

DUEL = {"system": "brigands", "scenario": "duel", "players": {"red": "human", "blue": "human"}}


@contextmanager
def full_disk(keeper: Keeper) -> Iterator[None]:
    """SQLite itself finds no room: its file may not grow by a single page."""
    engine = keeper.store.engine

    def no_page_more(connection: Any, *_: object) -> None:
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count={pages}")

    def room_again(connection: Any, *_: object) -> None:
        connection.execute("PRAGMA max_page_count=1000000")

    sa.event.listen(engine, "checkout", no_page_more)
    try:
        yield
    finally:
        sa.event.remove(engine, "checkout", no_page_more)
        sa.event.listen(engine, "checkout", room_again)


def told(client: Client) -> list[dict[str, Any]]:
    waiting = [client.guest.line.get_nowait() for _ in range(client.guest.line.qsize())]
    assert waiting[-1] is None, "everybody is sent home"
    return [msgspec.json.decode(raw) for raw in waiting[:-1] if raw is not None]


def test_everybody_at_the_table_is_told_before_it_closes(monkeypatch: pytest.MonkeyPatch) -> None:
    async def go() -> None:
        with tables() as here:
            room, links = await here.lay_out("brigands", "duel", seed=4)
            there = [Client(room, token) for token in (*links.seats.values(), links.watch["red"])]
            mover = room.battle.waiting_for()[0]
            mine = next(client for client in there if client.guest.seat == mover)

            def full(*_: object, **__: object) -> None:
                raise sa.exc.OperationalError("INSERT", {}, OSError("disk full"))

            monkeypatch.setattr(Store, "append", full)
            order = any_order(room.battle, mover, random.Random(1))
            raw = msgspec.json.encode(
                {"kind": "answer", "decision": room.audience.decision(mover), "order": order}
            ).decode()
            await hear(room, mine.guest, raw)
            for client in there:
                *_, words = told(client)
                assert (words["kind"], words["code"]) == ("refused", "not-kept")
                assert "could not be saved" in words["message"]

    asyncio.run(go())


@pytest.fixture
def server(tmp_path: Path) -> Iterator[tuple[TestClient[Any], Keeper]]:
    keeper = Keeper(f"sqlite:///{tmp_path / 'tables.db'}")
    app = make_app(Settings("", web=tmp_path / "none"), keeper)
    with TestClient(app, base_url="http://127.0.0.1") as client:
        yield client, keeper


@pytest.mark.of_a_file
def test_with_a_full_disk_play_stops_in_words_and_goes_on_when_there_is_room(
    server: tuple[TestClient[Any], Keeper],
) -> None:
    client, keeper = server
    links = lay_out(client, "brigands", "duel", "human", "human")
    with Visitor(client, links["battle"], links["seats"]["red"]) as red:
        red.catch_up()
        mover = red.now["waiting_for"][0]
    chooser = random.Random(1)
    with full_disk(keeper):
        unsaved = client.post("/api/battles", json=DUEL)
        assert unsaved.status_code == 503
        assert unsaved.json()["code"] == "not-kept"
        assert "disk" in unsaved.json()["message"]
        with Visitor(client, links["battle"], links["seats"][mover]) as mine:
            order, decision = mine.any_order(chooser), mine.now["asked"]["decision"]
            long = "x" * 500
            for _ in range(200):  # until what SQLite still has free in its pages is used up
                mine.send({"kind": "say", "text": long})
            refusal = mine.hear("refused")
            assert refusal["code"] == "not-kept"
            assert mine.closing()[0] == 4408
        assert client.get(f"/api/battles/{links['battle']}/replay").status_code == 200, "reading goes on"
    with Visitor(client, links["battle"], links["seats"][mover]) as again:
        assert again.now["asked"]["decision"] == decision, "the same question stands"
        assert again.answer(order)["kind"] == "update"


def test_what_cannot_be_read_is_said_too(
    server: tuple[TestClient[Any], Keeper], monkeypatch: pytest.MonkeyPatch
) -> None:
    client, _ = server

    def damaged(*_: object) -> None:
        raise sa.exc.DatabaseError("SELECT", {}, OSError("disk image is malformed"))

    monkeypatch.setattr(Store, "battles", damaged)
    answer = client.get("/api/battles")
    assert (answer.status_code, answer.json()["code"]) == (503, "not-kept")
    assert "malformed" not in answer.text
