"""One server has the battles, whatever becomes of its connections; one that was displaced writes nothing more."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import msgspec
import pytest
from websockets.sync.client import connect

from cli.command import Command
from gearlock.kernel.errors import BadInput
from gearlock.server.keeper import Keeper
from gearlock.server.opening import open_keeper
from gearlock.server.store import Store, StoredSeat, new_battle
from gearlock.server.tenure import GRACE, Displaced, Hold
from server.postgres import execute, terminate

SEATS = [StoredSeat("red", "human", "a", "b")]
DUEL = {"system": "brigands", "scenario": "duel", "players": {"red": "human", "blue": "human"}}
SERVE = (
    "import gearlock.server.pages as pages; pages.are_built = lambda _: True; from gearlock.cli.main import run; run()"
)
NEXT = "UPDATE leases SET epoch = epoch + 1, holder = 'another'"


def append(keeper: Keeper, number: int) -> None:
    asyncio.run(keeper.keep(keeper.store.append, "one", number, [b"{}"]))


@contextmanager
def kept(address: str) -> Iterator[Keeper]:
    keeper, hold = open_keeper(address)
    try:
        yield keeper
    finally:
        keeper.close()
        hold.release()


def lay_out(keeper: Keeper) -> None:
    asyncio.run(keeper.keep(keeper.store.add, new_battle("one", "brigands", "Duel"), "seed", SEATS, [b"{}"]))


def test_when_all_connections_were_cut_others_are_still_turned_away(
    address: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    gearlock = Command(capsys, monkeypatch)
    with kept(address) as keeper:
        lay_out(keeper)
        terminate(address)
        pruned = gearlock("tables", "prune", "--older-than", "0", "--yes", "--database", address)
        assert pruned.code == 2
        assert "Another Gearlock" in pruned.err
        terminate(address)
        with pytest.raises(BadInput, match="Stop it first"):
            open_keeper(address)
        append(keeper, 1)
        assert keeper.store.count("one") == 2, "nothing is lost, and nobody noticed"
        assert keeper.lost is None


def test_whoever_was_displaced_writes_nothing_more(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gearlock.server.keeper.LOOKS", 3600.0)  # it sleeps while the other comes
    with kept(address) as first:
        lay_out(first)
        called = threading.Event()
        first.when_lost(called.set)
        terminate(address)
        with kept(address) as second:
            append(second, 1)
            for number in (1, 2):  # one the other has written, one nobody has
                with pytest.raises(Displaced, match="taken over"):
                    append(first, number)
            assert called.is_set()
            with pytest.raises(Displaced):
                asyncio.run(first.do(first.store.count, "one"))
            append(second, 2)
            assert second.store.count("one") == 3
            assert second.lost is None


def test_a_writing_that_was_let_through_is_over_before_another_takes_its_place(address: str) -> None:
    hold, other = Hold(address), Hold(address)
    store, late = Store(address, hold=hold), Store(address)
    taking = threading.Thread(target=other.take, args=(late._writer,))
    with store.writing() as connection:
        hold.check(connection)
        taking.start()
        taking.join(0.5)
        assert taking.is_alive(), "it waits for the end of what is being written"
    taking.join(10)
    assert not taking.is_alive()
    with pytest.raises(Displaced), store.writing():
        pass
    store.close()
    late.close()


def test_after_a_proper_end_nobody_waits_and_after_another_for_a_moment(address: str) -> None:
    with kept(address):
        pass
    began = time.monotonic()
    keeper, hold = open_keeper(address)
    assert time.monotonic() - began < GRACE
    keeper._is_over.set()
    keeper.store._writer.dispose()  # as if it had been killed
    began = time.monotonic()
    with kept(address):
        assert time.monotonic() - began >= GRACE
    hold.release()


@contextmanager
def serving(address: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server in a process of its own, and where it listens."""
    command = [sys.executable, "-u", "-c", SERVE, "serve", "--port", "0", "--bots", "1", "--database", address]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            found = re.search(r"localhost:(\d+)", server.stdout.readline())
            assert found, server.stderr and server.stderr.read()
            yield server, f"127.0.0.1:{found[1]}"
        finally:
            server.kill()


def test_a_server_that_was_displaced_says_so_at_its_tables_and_ends(address: str) -> None:
    with serving(address) as (server, at):
        links: dict[str, Any] = httpx.post(f"http://{at}/api/battles", json=DUEL, timeout=60).json()
        assert httpx.get(f"http://{at}/health", timeout=60).status_code == 200
        with connect(f"ws://{at}/api/battles/{links['battle']}/table") as guest:
            guest.send(msgspec.json.encode({"kind": "hello", "token": links["seats"]["red"]}).decode())
            assert msgspec.json.decode(guest.recv(60))["kind"] == "welcome"
            execute(address, NEXT)
            refused = next(said for said in map(msgspec.json.decode, guest) if said["kind"] == "refused")
        assert refused["code"] == "not-kept"
        assert "taken over" in refused["message"]
        _, words = server.communicate(timeout=60)
        assert server.returncode == 2
        assert "taken over the battles" in words
        assert "Traceback" not in words
