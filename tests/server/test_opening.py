"""Opening the database: words where it cannot be, and one server at a time."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
import sqlalchemy as sa

from gearlock.kernel.errors import BadInput
from gearlock.server.opening import NEEDS_DRIVER, address_of, open_keeper
from gearlock.server.store import Store
from gearlock.server.tenure import file_of


def refused(address: str) -> str:
    with pytest.raises(BadInput) as error:
        open_keeper(address_of(address))
    return str(error.value)


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
