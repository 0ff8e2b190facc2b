"""A database that hangs: tables are told, what need not write goes on, and the server can be ended."""

from __future__ import annotations

import asyncio
import signal
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress

import httpx
import pytest
import sqlalchemy as sa

from gearlock.kernel.errors import BadInput
from gearlock.server.engines import IN_HASTE, REACH
from gearlock.server.keeper import LAST_MOMENTS, Keeper
from gearlock.server.mishaps import Away
from gearlock.server.opening import open_keeper
from gearlock.server.store import Store, StoredSeat, new_battle
from server.postgres import execute
from server.test_postgres_taken import DUEL, serving

SEATS = [StoredSeat("red", "human", "a", "b")]


class Line:
    """A line to a database's server that can go silent without breaking: what is sent then arrives when it can."""

    def __init__(self, host: str, port: int) -> None:
        self._there = (host, port)
        self._open = threading.Event()
        self._open.set()
        self._ends: list[socket.socket] = []
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port = self._door.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def fall_silent(self) -> None:
        self._open.clear()

    def speak_again(self) -> None:
        self._open.set()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._door.accept()
                far = socket.create_connection(self._there)
                self._ends += [near, far]
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self._pass_on, args=(one, other), daemon=True).start()

    def _pass_on(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(65536):
                self._open.wait()
                other.sendall(data)
        for end in (one, other):
            end.close()

    def close(self) -> None:
        self._open.set()
        for end in (self._door, *self._ends):
            end.close()


@pytest.fixture
def line(address: str) -> Iterator[Line]:
    url = sa.make_url(address)
    made = Line(url.host or "127.0.0.1", url.port or 5432)
    yield made
    made.close()


@pytest.fixture
def far(address: str, line: Line) -> str:
    """The database at the other end of the line."""
    return sa.make_url(address).set(host="127.0.0.1", port=line.port).render_as_string(hide_password=False)


def test_while_others_hold_a_table_writing_is_refused_and_reading_goes_on(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(IN_HASTE, "lock_timeout", 700)

    async def go(keeper: Keeper) -> None:
        store = keeper.store
        await keeper.keep(store.add, new_battle("one", "brigands", "Duel"), "seed", SEATS, [b"{}"])
        locking = sa.create_engine(address)
        with locking.begin() as connection:
            connection.execute(sa.text("LOCK TABLE lines IN ACCESS EXCLUSIVE MODE"))
            began = time.monotonic()
            writing = [asyncio.create_task(keeper.keep(store.append, "one", at, [b"{}"])) for at in range(1, 20)]
            await asyncio.sleep(0.1)
            assert [battle.id for battle in await keeper.do(store.battles)] == ["one"]
            assert time.monotonic() - began < 0.6, "reading does not wait for writing"
            told = await asyncio.gather(*writing, return_exceptions=True)
            assert {type(each) for each in told} == {sa.exc.OperationalError}
            assert time.monotonic() - began < 5, "not one after the other"
        locking.dispose()
        await keeper.keep(store.append, "one", 1, [b"{}"])
        assert await keeper.do(store.count, "one") == 2

    keeper, hold = open_keeper(address)
    asyncio.run(go(keeper))
    keeper.close()
    hold.release()


def test_a_database_that_says_nothing_is_waited_for_with_patience(
    address: str, far: str, line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gearlock.server.keeper.PATIENCE", 1.0)
    monkeypatch.setattr("gearlock.server.keeper.LAST_MOMENTS", 1.0)

    async def go(keeper: Keeper) -> None:
        store = keeper.store
        await keeper.keep(store.add, new_battle("one", "brigands", "Duel"), "seed", SEATS, [b"{}"])
        line.fall_silent()
        for number in (1, 2):
            with pytest.raises(Away, match="does not answer"):
                await keeper.keep(store.append, "one", number, [b"{}"])
        with pytest.raises(Away):
            await keeper.do(store.battles)
        with pytest.raises(Away):
            await keeper.ask_whether_well()
        line.speak_again()
        for _ in range(50):
            with suppress(Away):
                await keeper.ask_whether_well()
                break
        count = await keeper.do(store.count, "one")
        assert count in (1, 2), "the first may have been written; what waited behind it was left out"
        await keeper.keep(store.append, "one", count, [b"{}"])
        line.fall_silent()

    keeper, hold = open_keeper(far)
    asyncio.run(go(keeper))
    began = time.monotonic()
    keeper.close()
    assert time.monotonic() - began < 3
    hold.release()


def test_a_machine_that_never_answers_is_said_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(REACH, "connect_timeout", 2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        began = time.monotonic()
        with pytest.raises(BadInput, match="cannot be opened"):
            open_keeper(f"postgresql://somebody@127.0.0.1:{silent.getsockname()[1]}/tables")
        assert time.monotonic() - began < 30


def test_a_hanging_database_does_not_keep_a_server_from_ending(address: str, far: str, line: Line) -> None:
    with serving(far) as (server, at):
        assert httpx.post(f"http://{at}/api/battles", json=DUEL, timeout=60).status_code == 201
        line.fall_silent()
        assert httpx.get(f"http://{at}/health", timeout=60).status_code == 503
        assert httpx.get(f"http://{at}/api/systems", timeout=60).status_code == 200, "what is not kept there goes on"
        unsaved = httpx.post(f"http://{at}/api/battles", json=DUEL, timeout=60)
        assert (unsaved.status_code, unsaved.json()["code"]) == (503, "not-kept")
        assert "does not answer" in unsaved.json()["message"]
        began = time.monotonic()
        server.send_signal(signal.SIGTERM)
        server.wait(60)
        assert time.monotonic() - began < 2 * LAST_MOMENTS + 5


def test_limits_hold_for_every_connection_and_those_of_the_address_go_first(address: str) -> None:
    store = Store(address)
    for engine in (store.engine, store._writer):
        with engine.connect() as connection:
            for name, wanted in IN_HASTE.items():
                said = connection.execute(sa.text(f"SELECT setting FROM pg_settings WHERE name = '{name}'")).scalar()
                assert said == str(wanted)
    store.close()
    Store(
        sa.make_url(address).update_query_dict({"connect_timeout": "3"}).render_as_string(hide_password=False)
    ).close()
    assert execute(address, "SELECT version_num FROM alembic_version") == [("0005",)]
