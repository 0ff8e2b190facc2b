"""Opening the place where battles are kept: its address, a lock so that one server has it alone, words if it fails."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

import sqlalchemy as sa
from alembic.util.exc import CommandError
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from gearlock.kernel.errors import BadInput
from gearlock.server.keeper import Keeper
from gearlock.server.store import ForeignTables

if sys.platform != "win32":
    import fcntl

POSTGRES = "postgresql+psycopg"
LOCK = 0x6765_6172
"""The number of the lock in a PostgreSQL database."""
NEEDS_DRIVER = "PostgreSQL needs a driver that is not installed: pip install 'gearlock[postgres]'."


def address_of(named: str) -> str:
    """What was named as a database, a file or an address, as an address."""
    if "://" not in named:
        return f"sqlite:///{named}"
    scheme, _, rest = named.partition("://")
    return f"{POSTGRES if scheme in ('postgres', 'postgresql') else scheme}://{rest}"


def file_of(address: str) -> Path | None:
    """The file an SQLite database lies in; None for one in memory or elsewhere."""
    url = sa.make_url(address)
    if not url.drivername.startswith("sqlite") or url.database in (None, "", ":memory:"):
        return None
    return Path(os.path.realpath(str(url.database).removeprefix("file:").partition("?")[0]))


def open_keeper(address: str) -> tuple[Keeper, Hold]:
    """A keeper of the battles at an address, and the hold that keeps other servers away; BadInput in words if not."""
    with in_words(address):
        hold = Hold(address)
        try:
            return Keeper(address), hold
        except BaseException:
            hold.release()
            raise


@contextmanager
def in_words(address: str) -> Iterator[None]:
    """What goes wrong with the database at an address meanwhile is a BadInput that says so."""
    try:
        yield
    except Exception as error:
        words = _words(error, _shown(address))
        if words:
            raise BadInput(words) from error
        raise


class Hold:
    """The right to write to a database, as long as this process lives or until it is released.

    Beside a file it is a lock on another file, which ends with the process that took it, however that ends; in
    PostgreSQL it is a lock of a connection.
    """

    def __init__(self, address: str) -> None:
        self._file: IO[str] | None = None
        self._connection: sa.Connection | None = None
        path = file_of(address)
        if path is not None:
            _refuse_place(path)
            self._file = _locked(path)
        elif address.startswith("postgresql"):
            self._connection = _locked_connection(address)

    def release(self) -> None:
        """Let others have it."""
        if self._file is not None:
            self._file.close()
        if self._connection is not None:
            with suppress(DBAPIError):
                self._connection.close()
            self._connection.engine.dispose()


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
        raise BadInput(f"{served} Stop it first, or name another --database.") from error
    file.truncate(0)
    file.write(f"{os.getpid()}\n")
    file.flush()
    return file


def _locked_connection(address: str) -> sa.Connection:
    engine = sa.create_engine(address, hide_parameters=True)
    connection = engine.connect().execution_options(isolation_level="AUTOCOMMIT")
    if not connection.execute(sa.select(sa.func.pg_try_advisory_lock(LOCK))).scalar_one():
        connection.close()
        engine.dispose()
        raise BadInput("Another Gearlock has the battles in that database. Stop it first, or name another --database.")
    return connection


def _words(error: BaseException, shown: str) -> str:
    """What went wrong with a database and what to do, or nothing if that is not known."""
    match error:
        case ForeignTables():
            return f"{shown} is a database of another program. Name another --database: a new file will do."
        case ModuleNotFoundError():
            driver = error.name or "a driver"
            return NEEDS_DRIVER if driver == "psycopg" else f"{shown} needs {driver}, which is not installed."
        case NoSuchModuleError() | ArgumentError() | ValueError():
            return f"{shown} is no address of a database: name a file, or postgresql://USER@HOST/NAME."
        case CommandError():
            return f"{shown} was written by a newer Gearlock, or by another program. Use that, or another --database."
        case DBAPIError():
            return _dbapi_words(error, shown)
        case OSError():
            return f"The battles cannot be kept at {shown}: {error.strerror or error}. Name another --database."
    return ""


def _dbapi_words(error: DBAPIError, shown: str) -> str:
    said = str(error.orig or error).strip().partition("\n")[0]
    if "not a database" in said:
        return f"{shown} is a file, but no database. Name another --database: a new file will do."
    if "malformed" in said or "disk image" in said:
        return f"{shown} is damaged ({said}). `gearlock tables check` says how far; a backup can take its place."
    if "readonly" in said or "read-only" in said:
        return f"{shown} cannot be written to. Give yourself the right to, or name another --database."
    return f"The database {shown} cannot be opened: {said}. Is the address right, and is it running?"


def _shown(address: str) -> str:
    """An address as it may be shown: a file by its path, anything else without its password."""
    try:
        url = sa.make_url(address)
    except ArgumentError:
        return address
    return str(url.database) if url.drivername == "sqlite" else url.render_as_string(hide_password=True)
