"""Opening the place where battles are kept: its address, a hold so that one server has it alone, words if it fails."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import sqlalchemy as sa
from alembic.util.exc import CommandError
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from gearlock.kernel.errors import BadInput
from gearlock.server.keeper import Keeper
from gearlock.server.store import ForeignTables
from gearlock.server.tenure import Hold

POSTGRES = "postgresql+psycopg"
_MISTYPED = re.compile(r"[A-Za-z][\w+.-]+:/|postgres\w*(?::|//|\S*@)")
"""What looks like an address with something missing; a drive's letter does not."""
NEEDS_DRIVER = "PostgreSQL needs a driver that is not installed: pip install 'gearlock[postgres]'."


def address_of(named: str) -> str:
    """What was named as a database, a file or an address, as an address."""
    if "://" not in named:
        if _MISTYPED.match(named):
            raise BadInput(f"{named} is no file and no address: write postgresql://USER@HOST/NAME, or ./{named}.")
        return f"sqlite:///{named}"
    scheme, _, rest = named.partition("://")
    return f"{POSTGRES if scheme in ('postgres', 'postgresql') else scheme}://{rest}"


def open_keeper(address: str) -> tuple[Keeper, Hold]:
    """A keeper of the battles at an address, and the hold that keeps other servers away; BadInput in words if not."""
    with in_words(address):
        hold = Hold(address)
        try:
            return Keeper(address, hold), hold
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


def _words(error: BaseException, shown: str) -> str:
    """What went wrong with a database and what to do, or nothing if that is not known."""
    match error:
        case ForeignTables():
            way_out = "make a new one (createdb)" if "://" in shown else "a new file will do"
            return f"{shown} is a database of another program. Name another --database: {way_out}."
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
    if what_to_do := _POSTGRES_WORDS.get(_state(error, said)):
        return f"The database {shown} cannot be opened: {said}. {what_to_do}"
    if "not a database" in said:
        return f"{shown} is a file, but no database. Name another --database: a new file will do."
    if "malformed" in said or "disk image" in said:
        return f"{shown} is damaged ({said}). `gearlock tables check` says how far; a backup can take its place."
    if "readonly" in said or "read-only" in said:
        return f"{shown} cannot be written to. Give yourself the right to, or name another --database."
    return f"The database {shown} cannot be opened: {said}. Is the address right, and is it running?"


_POSTGRES_WORDS = {
    "42501": "Give that user the right to make tables: GRANT CREATE ON SCHEMA public TO ..., in that database.",
    "3D000": "Make it with createdb, or name another --database.",
    "28P01": "Is the password right? It may stand in ~/.pgpass or in PGPASSWORD.",
    "28000": "Is there such a user (createuser), and may they come from here (pg_hba.conf of the server)?",
    "25006": "It is a copy that only follows another server. Name the one that is written to.",
    "53300": "Too many others are connected. Raise max_connections there, or try again.",
}
"""What to do, by what PostgreSQL calls the trouble."""
_SAID = {
    "database .* does not exist": "3D000",
    "role .* does not exist": "28000",
    "password": "28P01",
    "pg_hba": "28000",
    "too many": "53300",
}
"""Trouble with a connection that never came about has no such name, only words."""


def _state(error: DBAPIError, said: str) -> str:
    state: str | None = getattr(error.orig, "sqlstate", "")
    if state is not None:
        return state
    return next((known for words, known in _SAID.items() if re.search(words, said)), "")


def _shown(address: str) -> str:
    """An address as it may be shown: a file by its path, anything else without its password."""
    try:
        url = sa.make_url(address)
    except ArgumentError:
        return address
    return str(url.database) if url.drivername == "sqlite" else url.render_as_string(hide_password=True)
