"""Opening the database: words where it cannot be, and one server at a time."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
import sqlalchemy as sa

from gearlock.kernel.errors import BadInput
from gearlock.server.engines import Unfit
from gearlock.server.mishaps import UNFIT, Away, words_for
from gearlock.server.opening import NEEDS_DRIVER, address_of, open_keeper
from gearlock.server.shelf import KeptForce, keep_force
from gearlock.server.store import Store, StoredSeat, new_battle
from gearlock.server.tenure import Displaced, file_of


def refused(address: str) -> str:
    with pytest.raises(BadInput) as error:
        open_keeper(address_of(address))
    return str(error.value)


@pytest.mark.of_a_file
def test_what_is_no_database_is_said_in_words_with_a_way_out(tmp_path: Path) -> None:
    other, text = tmp_path / "other.db", tmp_path / "text.db"
    text.write_text("not at all a database\n" * 100)
    with sqlite3.connect(other) as database:
        database.execute("CREATE TABLE songs (id INTEGER)")
    database.close()
    Store(f"sqlite:///{tmp_path / 'ours.db'}").close()
    assert "is a folder" in refused(str(tmp_path))
    assert "no database" in refused(str(text))
    assert "another program" in refused(str(other))
    assert "cannot be kept" in refused(str(text / "tables.db"))
    assert "cannot be written to" in refused(f"sqlite:///file:{tmp_path / 'ours.db'}?mode=ro&uri=true")
    assert "no address" in refused("nonsense://here")
    assert "no address" in refused("://")
    with sqlite3.connect(other) as database:
        assert database.execute("SELECT name FROM sqlite_master").fetchall() == [("songs",)], "left as it was"
    database.close()


@pytest.mark.of_a_file
def test_a_database_of_a_newer_gearlock_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    Store(f"sqlite:///{path}").close()
    with sqlite3.connect(path) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    database.close()
    assert "newer Gearlock" in refused(str(path))


def test_a_postgres_without_its_driver_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    assert refused("postgresql://somebody:secret@localhost:1/tables") == NEEDS_DRIVER


def test_addresses_are_read_as_people_write_them(tmp_path: Path) -> None:
    assert address_of("tables.db") == "sqlite:///tables.db"
    assert address_of("postgres://a/b") == address_of("postgresql://a/b") == "postgresql+psycopg://a/b"
    assert address_of("mysql://a/b") == "mysql://a/b"
    assert file_of("sqlite://") is None
    assert file_of("postgresql+psycopg://a/b") is None
    assert file_of(f"sqlite:///{tmp_path / 'a.db'}") == tmp_path.resolve() / "a.db"


def test_a_second_server_is_kept_away_from_the_same_file(tmp_path: Path) -> None:
    path, link = tmp_path / "tables.db", tmp_path / "by-another-name.db"
    keeper, hold = open_keeper(address_of(str(path)))
    link.symlink_to(path)
    for name in (path, link):
        words = refused(str(name))
        assert f"process {os.getpid()}" in words
        assert "Stop it first" in words
    keeper.close()
    hold.release()
    keeper, hold = open_keeper(address_of(str(link)))
    keeper.close()
    hold.release()


def test_where_the_lock_was_deleted_only_the_later_server_writes(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    first, hold = open_keeper(address_of(str(path)))
    (tmp_path / "tables.db.lock").unlink()
    second, other = open_keeper(address_of(str(path)))
    seats = [StoredSeat("red", "human", "a", "b")]
    asyncio.run(second.keep(second.store.add, new_battle("one", "brigands", "Duel"), "seed", seats, [b"{}"]))
    with pytest.raises(Displaced):
        asyncio.run(first.keep(first.store.append, "one", 1, [b"{}"]))
    assert first.lost is not None
    assert second.store.count("one") == 1
    for keeper, held in ((first, hold), (second, other)):
        keeper.close()
        held.release()


@pytest.mark.parametrize("named", ["postgres:/tables@h/x", "postgresql:x", "postgres//u@h/x", "sqlite:/tables.db"])
def test_an_address_with_something_missing_is_no_file(
    named: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadInput, match="no file and no address"):
        address_of(named)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("named", ["tables.db", "postgres.db", "C:/tables.db", "./postgres:/x", "a/b:c/d.db"])
def test_a_file_may_have_many_names(named: str) -> None:
    assert address_of(named) == f"sqlite:///{named}"


def test_a_text_that_is_none_is_refused_as_postgres_would(tmp_path: Path) -> None:
    keeper, hold = open_keeper(address_of(str(tmp_path / "tables.db")))
    force = KeptForce("f", "brigands", "North", "", True, 0, "two\0parts")
    with pytest.raises(BadInput, match="NUL"):
        asyncio.run(keeper.keep(keep_force, keeper.store, force, "key", True))
    battle = new_battle("one", "brigands", "Duel", ("red", "w\0n"))
    with pytest.raises(Unfit) as error:
        asyncio.run(keeper.keep(keeper.store.add, battle, "seed", [StoredSeat("red", "human", "a", "b")], [b"{}"]))
    assert words_for(error.value) == UNFIT
    assert keeper.store.battles() == []
    keeper.close()
    hold.release()


def test_trouble_is_told_by_what_it_is() -> None:
    full = sa.exc.OperationalError("", {}, sqlite3.OperationalError("database or disk is full"))
    assert "disk full" in words_for(full)
    assert words_for(Displaced("gone")) == "gone"
    assert "does not answer" in words_for(Away("..."))
    assert "as it was sent" in words_for(sa.exc.DataError("", {}, ValueError("too long")))


HOLDER = """
import sys, time
from gearlock.server.opening import address_of, open_keeper
held = open_keeper(address_of(sys.argv[1]))
print("held", flush=True)
time.sleep(60)
"""


def test_the_lock_of_a_process_that_was_killed_is_taken_over(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    with subprocess.Popen([sys.executable, "-c", HOLDER, str(path)], stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        assert f"process {holder.pid}" in refused(str(path))
        holder.send_signal(signal.SIGKILL)
    keeper, hold = open_keeper(address_of(str(path)))
    assert (tmp_path / "tables.db.lock").read_text() == f"{os.getpid()}\n"
    keeper.close()
    hold.release()


def test_no_password_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise sa.exc.OperationalError("", {}, OSError("connection refused"))

    monkeypatch.setattr("gearlock.server.opening.Keeper", broken)
    words = refused("postgresql://somebody:secret@localhost:1/tables")
    assert "connection refused" in words
    assert "secret" not in words
