"""A PostgreSQL server of the tests' own: started where its programs are found, reached on loopback only."""

from __future__ import annotations

import importlib.util
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import sqlalchemy as sa

from gearlock.server.opening import address_of

UNPRIVILEGED = ("postgres", "nobody")
"""Whom a PostgreSQL server may run as where the tests run as the one who may do everything."""
NOT_RUN = "THE TESTS OF POSTGRESQL WERE NOT RUN"


def programs() -> Path | None:
    """Where the programs of a PostgreSQL server lie."""
    found = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[4].partition(".")[0])
    )
    named = shutil.which("pg_ctl")
    return found[-1].parent if found else Path(named).resolve().parent if named else None


def why_not() -> str:
    """Why no test can be run with PostgreSQL here; nothing if they can."""
    if importlib.util.find_spec("psycopg") is None:
        return f"{NOT_RUN}: psycopg is not installed (pip install 'gearlock[postgres]')"
    if os.environ.get("GEARLOCK_POSTGRES") or programs() is not None:
        return ""
    return f"{NOT_RUN}: no server here, and GEARLOCK_POSTGRES names none (apt install postgresql)"


def _user() -> str | None:
    """Whom a server runs as here."""
    return next((name for name in UNPRIVILEGED if _has_user(name)), None) if os.getuid() == 0 else None


def _has_user(name: str) -> bool:
    try:
        pwd.getpwnam(name)
    except KeyError:
        return False
    return True


@contextmanager
def running() -> Iterator[str]:
    """The address of a database as people write it: the one that is named, or one of a server started here."""
    if named := os.environ.get("GEARLOCK_POSTGRES"):
        yield named
        return
    if reason := why_not():
        pytest.skip(reason)
    place, user = tempfile.mkdtemp(prefix="gearlock-pg-"), _user()
    if user is not None:
        os.chown(place, pwd.getpwnam(user).pw_uid, -1)
    folder = programs()
    assert folder is not None
    try:
        with Cluster(folder, place, user) as port:
            yield f"postgresql://tables@127.0.0.1:{port}/postgres"
    finally:
        shutil.rmtree(place, ignore_errors=True)


class Cluster:
    """A server of its own in a folder, reached by a socket in it and on loopback."""

    def __init__(self, programs: Path, place: str, user: str | None) -> None:
        self._programs, self._place, self._user = programs, place, user

    def __enter__(self) -> int:
        data, port = f"{self._place}/data", _free_port()
        self._run("initdb", "-D", data, "-U", "tables", "-A", "trust", "--no-sync")
        quiet = f"-k {self._place} -c listen_addresses=127.0.0.1 -p {port} -c fsync=off -c max_connections=200"
        self._run("pg_ctl", "-D", data, "-o", quiet, "-l", f"{self._place}/log", "-w", "-t", "60", "start")
        return port

    def __exit__(self, *_: object) -> None:
        self._run("pg_ctl", "-D", f"{self._place}/data", "-m", "immediate", "-w", "stop")

    def _run(self, program: str, *words: str) -> None:
        said = subprocess.DEVNULL
        command = [str(self._programs / program), *words]
        subprocess.run(command, check=True, user=self._user, cwd=self._place, stdout=said, stderr=said, timeout=120)


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def execute(address: str, *statements: str) -> list[sa.Row]:  # type: ignore[type-arg]  # of whatever was asked
    """Say something to a database, from outside; what the last of it gives."""
    engine = sa.create_engine(address_of(address), poolclass=sa.NullPool)
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        found = [connection.execute(sa.text(statement)) for statement in statements][-1]
        return list(found.all()) if found.returns_rows else []


def terminate(address: str) -> None:
    """End every other connection to a database, as a restart or a failover would."""
    others = "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
    assert execute(address, f"{others} AND datname = current_database()"), "there was one"


class Databases:
    """Databases on one server: empty ones, or such that have our tables already."""

    READY = "gearlock_ready"

    def __init__(self, server: str) -> None:
        self.server, self._count, self._is_ready = server, 0, False

    def named(self, name: str) -> str:
        return sa.make_url(address_of(self.server)).set(database=name).render_as_string(hide_password=False)

    def empty(self) -> str:
        return self.new("template1")

    def new(self, template: str = READY) -> str:
        """A database with our tables in it, without rows."""
        if template == self.READY and not self._is_ready:
            from gearlock.server.store import Store

            execute(self.server, f"DROP DATABASE IF EXISTS {self.READY} WITH (FORCE)", f"CREATE DATABASE {self.READY}")
            Store(self.named(self.READY)).close()
            self._is_ready = True
        self._count += 1
        name = f"gearlock_{os.getpid()}_{self._count}"
        execute(self.server, f"DROP DATABASE IF EXISTS {name}", f"CREATE DATABASE {name} TEMPLATE {template}")
        return self.named(name)

    def drop_all(self) -> None:
        """Leave a server that is not ours as it was."""
        for number in range(1, self._count + 1):
            execute(self.server, f"DROP DATABASE IF EXISTS gearlock_{os.getpid()}_{number} WITH (FORCE)")
