"""Who has the battles: one server at a time, by a lock, and beyond doubt by a number that every writing is held to."""

from __future__ import annotations

import os
import socket
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from gearlock.kernel.errors import BadInput
from gearlock.server.store import METADATA

if sys.platform != "win32":
    import fcntl

LOCK = 0x6765_6172
"""The number of the lock in a PostgreSQL database."""
WHOLE = "tables"
"""The lease of everything that is kept. There may be others, for parts of it."""
GRACE = 3.0
"""Seconds a server that did not end properly has to show that it lives, before another takes its place."""
LEASES = sa.Table(
    "leases",
    METADATA,
    sa.Column("name", sa.String(40), primary_key=True),
    sa.Column("epoch", sa.BigInteger, nullable=False),
    sa.Column("holder", sa.String(200), nullable=False),
)
"""Whose turn it is: the epoch grows with each holder, and no holder means that the last one ended properly."""
_TRY = sa.select(sa.func.pg_try_advisory_lock(LOCK))
_HELD = sa.text(
    "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = :lock AND granted"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
).bindparams(lock=LOCK)
STOP_IT = "Stop it first, or name another --database."
TAKEN = f"Another Gearlock has the battles in that database. {STOP_IT}"
TAKEN_OVER = "Another Gearlock has taken over the battles, so this one saves nothing more and ends."


class Displaced(SQLAlchemyError):
    """Another server has the database now: what this one wanted written was not written."""


class Hold:
    """The right to write to a database, as long as this process lives or until it is released.

    Beside a file it is a lock on another file, which ends with the process that took it, however that ends. In
    PostgreSQL it is a lock of the connection that writes; one that breaks is made anew with its lock. In both it is
    also an epoch, a number in a row: whoever finds another number there has been displaced, whatever it believed.
    """

    def __init__(self, address: str) -> None:
        self._file: IO[str] | None = None
        self._has_lock = True
        self._epoch: int | None = None
        path = file_of(address)
        if path is not None:
            _refuse_place(path)
            self._file = _locked(path)

    def guard(self, writer: sa.Engine) -> None:
        """Have every connection that writes take the lock. Raises BadInput if another server has it."""
        if writer.dialect.name != "postgresql":
            return
        sa.event.listen(writer, "connect", self._lock_connection)
        with writer.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            if not self._has_lock:
                raise BadInput(TAKEN)
            if not _was_left(connection):
                self._let_others_show_up(connection)

    def _lock_connection(self, connection: Any, _: object) -> None:
        """A lock that cannot be had may be that of our own last connection: the epoch decides, not the lock."""
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_try_advisory_lock(%s)", (LOCK,))
            self._has_lock = bool(cursor.fetchone()[0])
        connection.commit()

    def _let_others_show_up(self, connection: sa.Connection) -> None:
        """Whoever had it has not given it back: it may have lost its connection, and be about to make another."""
        connection.execute(sa.select(sa.func.pg_advisory_unlock(LOCK)))
        until = time.monotonic() + GRACE
        while time.monotonic() < until:
            time.sleep(0.1)
            if connection.execute(_HELD).scalar_one():
                raise BadInput(TAKEN)
        self._has_lock = bool(connection.execute(_TRY).scalar_one())
        if not self._has_lock:
            raise BadInput(TAKEN)

    def take(self, writer: sa.Engine) -> None:
        """Begin an epoch: whoever wrote before may not write any more."""
        with writer.begin() as connection:
            if not sa.inspect(connection).has_table(LEASES.name):
                return  # of an older Gearlock, and left as it is: there the lock has to do
            holder = f"process {os.getpid()} on {socket.gethostname()}"[:200]
            mine = LEASES.c.name == WHOLE
            next_one = LEASES.update().where(mine).values(epoch=LEASES.c.epoch + 1, holder=holder)
            if not connection.execute(next_one).rowcount:
                connection.execute(LEASES.insert(), {"name": WHOLE, "epoch": 1, "holder": holder})
            self._epoch = int(connection.execute(sa.select(LEASES.c.epoch).where(mine)).scalar_one())

    def check(self, connection: sa.Connection) -> None:
        """At the end of a writing: is it still ours? Nobody can take it until the transaction is over."""
        if self._epoch is None:
            return
        row = sa.select(LEASES.c.epoch).where(LEASES.c.name == WHOLE).with_for_update(read=True)
        if connection.execute(row).scalar() != self._epoch:
            raise Displaced(TAKEN_OVER)

    def look(self, writer: sa.Engine) -> None:
        """See to it that the lock is ours while nothing is written. Raises Displaced."""
        with writer.begin() as connection:
            if not self._has_lock:
                self._has_lock = bool(connection.execute(_TRY).scalar_one())
            self.check(connection)

    def give_back(self, writer: sa.Engine) -> None:
        """Say that this server ended properly, so that the next need not wait."""
        if self._epoch is None:
            return
        mine = (LEASES.c.name == WHOLE) & (LEASES.c.epoch == self._epoch)
        with suppress(SQLAlchemyError), writer.begin() as connection:
            connection.execute(LEASES.update().where(mine), {"holder": ""})
        self._epoch = None

    def release(self) -> None:
        """Let others have it."""
        if self._file is not None:
            self._file.close()


def file_of(address: str) -> Path | None:
    """The file an SQLite database lies in; None for one in memory or elsewhere."""
    url = sa.make_url(address)
    if not url.drivername.startswith("sqlite") or url.database in (None, "", ":memory:"):
        return None
    return Path(os.path.realpath(str(url.database).removeprefix("file:").partition("?")[0]))


def _was_left(connection: sa.Connection) -> bool:
    """Whether the last holder ended properly, or there was none."""
    if not sa.inspect(connection).has_table(LEASES.name):
        return True
    return not connection.execute(sa.select(LEASES.c.holder).where(LEASES.c.name == WHOLE)).scalar()


def _refuse_place(path: Path) -> None:
    if path.is_dir():
        raise BadInput(f"{path} is a folder: name a file in it, such as --database {path / 'tables.db'}.")
    path.parent.mkdir(parents=True, exist_ok=True)


def _locked(path: Path) -> IO[str] | None:
    if sys.platform == "win32":  # where no such lock is to be had
        return None
    file = Path(f"{path}.lock").open("a+")  # noqa: SIM115 - held for as long as the server lives
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        file.seek(0)
        who = file.read().strip()
        file.close()
        served = f"Another Gearlock{f' (process {who})' if who else ''} has the battles in {path}."
        raise BadInput(f"{served} {STOP_IT}") from error
    file.truncate(0)
    file.write(f"{os.getpid()}\n")
    file.flush()
    return file
