"""Battles in a PostgreSQL database: run where one can be started or is named, and otherwise reported as not run.

GEARLOCK_POSTGRES may name a database by its address; the tables in it are thrown away.
"""

from __future__ import annotations

import asyncio
import importlib.util
import os
import pwd
import random
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from cli.command import Command
from gearlock.kernel.dice import Seeded
from gearlock.kernel.errors import BadInput
from gearlock.kernel.log import loads
from gearlock.kernel.verify import verify
from gearlock.server.opening import address_of, open_keeper
from gearlock.server.store import METADATA, Store, StoredSeat, new_battle
from server.tabletop import Client, tables

SEATS = [StoredSeat("red", "human", "a", "b")]
UNPRIVILEGED = ("postgres", "nobody")
"""Whom a PostgreSQL server may run as where the tests run as the one who may do everything."""


def programs() -> Path | None:
    """Where the programs of a PostgreSQL server lie."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    named = shutil.which("pg_ctl")
    return found[-1].parent if found else Path(named).resolve().parent if named else None


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """The address of a database."""
    if importlib.util.find_spec("psycopg") is None:
        pytest.skip("THE TESTS OF POSTGRESQL WERE NOT RUN: psycopg is not installed (pip install 'gearlock[postgres]')")
    if named := os.environ.get("GEARLOCK_POSTGRES"):
        yield address_of(named)
        return
    folder = programs()
    if folder is None:
        pytest.skip("THE TESTS OF POSTGRESQL WERE NOT RUN: no server here, and GEARLOCK_POSTGRES names none")
    place = tempfile.mkdtemp(prefix="gearlock-pg-")
    user = next((name for name in UNPRIVILEGED if _has_user(name)), None) if os.getuid() == 0 else None
    if user is not None:
        os.chown(place, pwd.getpwnam(user).pw_uid, -1)
    try:
        with Cluster(folder, place, user):
            yield address_of(f"postgresql://tables@/postgres?host={place}")
    finally:
        shutil.rmtree(place, ignore_errors=True)


def _has_user(name: str) -> bool:
    try:
        pwd.getpwnam(name)
    except KeyError:
        return False
    return True


class Cluster:
    """A server of its own in a folder, reached by a socket in it and by nothing else."""

    def __init__(self, programs: Path, place: str, user: str | None) -> None:
        self._programs, self._place, self._user = programs, place, user

    def __enter__(self) -> None:
        data = f"{self._place}/data"
        self._run("initdb", "-D", data, "-U", "tables", "-A", "trust", "--no-sync")
        quiet = f"-k {self._place} -c listen_addresses= -c fsync=off"
        self._run("pg_ctl", "-D", data, "-o", quiet, "-l", f"{self._place}/log", "-w", "-t", "60", "start")

    def __exit__(self, *_: object) -> None:
        self._run("pg_ctl", "-D", f"{self._place}/data", "-m", "immediate", "-w", "stop")

    def _run(self, program: str, *words: str) -> None:
        said = subprocess.DEVNULL
        command = [str(self._programs / program), *words]
        subprocess.run(command, check=True, user=self._user, cwd=self._place, stdout=said, stderr=said, timeout=120)


@pytest.fixture
def address(server: str) -> str:
    """A database without tables."""
    engine = sa.create_engine(server)
    with engine.begin() as connection:
        METADATA.drop_all(connection)
        connection.execute(sa.text("DROP TABLE IF EXISTS alembic_version"))
    engine.dispose()
    return server


def test_battles_are_kept_as_in_a_file(address: str) -> None:
    store = Store(address)
    store.add(new_battle("one", "brigands", "Duel am Übergang"), "seed", SEATS, [b'{"a":"\xc3\xa4"}'])
    store.append("one", 1, [b"{}"], ("red", "won"))
    store.say("one", 0, "red", "well met")
    with pytest.raises(sa.exc.IntegrityError):
        store.append("one", 1, [b"{}"])
    store.close()
    again = Store(address)
    found = again.battle("one")
    assert found
    assert (found[0].over, found[0].winner, found[1]) == (True, "red", "seed")
    assert again.lines("one") == [b'{"a":"\xc3\xa4"}', b"{}"]
    assert again.sayings("one") == [("red", "well met")]
    assert again.seats("one") == SEATS
    assert [battle.id for battle in again.battles(named=["one", "two"])] == ["one"]
    again.close()


def test_a_battle_is_played_and_comes_back_and_is_proved(address: str) -> None:
    async def go() -> None:
        chooser = random.Random(3)
        with tables(address) as here:
            room, links = await here.lay_out("brigands", "duel", seed=4)
            both = [Client(room, links.seats[seat]) for seat in ("red", "blue")]
            for _ in range(20):
                assert any([await client.play(chooser) for client in both])
            told, before = list(both[0].story), room.battle.hash()
        with tables(address) as here:
            room = await here.rooms.find(links.battle)
            assert room.battle.hash() == before
            assert Client(room, links.seats["red"]).story == told
            lines = here.keeper.store.lines(links.battle)
        log = loads(b"\n".join(lines) + b"\n")
        assert verify(log) is None
        assert log.battle(Seeded("any")).hash() == before

    asyncio.run(go())


def test_a_connection_that_broke_is_made_anew(address: str) -> None:
    store = Store(address)
    store.add(new_battle("one", "brigands", "Duel"), "seed", SEATS, [b"{}"])
    cut = sa.create_engine(address)
    with cut.connect() as connection:
        others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
        assert connection.execute(sa.text(f"{others} AND datname = current_database()")).all()
    cut.dispose()
    time.sleep(0.1)
    assert store.lines("one") == [b"{}"]
    store.append("one", 1, [b"{}"])
    store.close()


def test_one_server_at_a_time_has_it(address: str) -> None:
    keeper, hold = open_keeper(address)
    with pytest.raises(BadInput, match="Stop it first"):
        open_keeper(address)
    keeper.close()
    hold.release()
    keeper, hold = open_keeper(address)
    keeper.close()
    hold.release()


def test_a_database_that_does_not_answer_is_said_in_words(server: str) -> None:
    with pytest.raises(BadInput, match="cannot be opened") as error:
        open_keeper(server.replace("tables@", "tables:secret@").replace("host=", "host=/nowhere"))
    assert "secret" not in str(error.value)


def test_battles_are_looked_after_as_in_a_file(
    address: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    gearlock = Command(capsys, monkeypatch)
    Store(address).close()
    assert gearlock("tables", "check", "--database", address).out.startswith("0 battles")
    copied = gearlock("tables", "backup", tmp_path / "copy.db", "--database", address)
    assert copied.code == 2
    assert "pg_dump" in copied.err
    store = Store(address)
    store.add(new_battle("one", "brigands", "Duel", ("red", "won")), "seed", SEATS, [b"{}"])
    store.close()
    assert gearlock("tables", "check", "--database", address).code == 1
    assert gearlock("tables", "prune", "--finished", "--yes", "--database", address).code == 0
    store = Store(address)
    assert store.battles() == []
    assert store.lines("one") == []
    store.close()
