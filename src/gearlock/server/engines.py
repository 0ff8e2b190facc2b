"""The ways to a database: a file of SQLite, or PostgreSQL with limits on how long it may take."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

REACH = {
    "connect_timeout": 5,
    "keepalives_idle": 15,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
"""How long a PostgreSQL server that says nothing is believed to be there: seconds, and milliseconds for the last."""
SIGNS_OF_LIFE = {"tcp_keepalives_idle": 15, "tcp_keepalives_interval": 5, "tcp_keepalives_count": 3}
"""The same for the other end: the lock of a machine that is gone must not last for hours."""
IN_HASTE = {"statement_timeout": 8_000, "lock_timeout": 5_000}
"""Milliseconds that PostgreSQL may take over one statement, and wait for what others have locked."""


class Unfit(SQLAlchemyError):
    """A text that cannot be kept everywhere; in a file it is refused as well, so that battles can go elsewhere."""


def make_engine(url: str, in_haste: bool, **more: Any) -> sa.Engine:
    """A way to the database. In haste, no statement may hang: people wait for it.

    An error's words must not tell a battle's secrets; a connection that broke meanwhile is made anew.
    """
    address = sa.make_url(url)
    if not address.drivername.startswith("postgresql"):
        engine = sa.create_engine(url, hide_parameters=True, pool_pre_ping=True)
        sa.event.listen(engine, "before_cursor_execute", _refuse_unfit)
        if engine.dialect.name == "sqlite":
            sa.event.listen(engine, "connect", _prepare_sqlite)
        return engine
    reach = {name: value for name, value in REACH.items() if name not in address.query}
    engine = sa.create_engine(url, hide_parameters=True, pool_pre_ping=True, connect_args=reach, **more)
    settings = SIGNS_OF_LIFE | (IN_HASTE if in_haste else {})
    words = ", ".join(f"set_config('{name}', '{value}', false)" for name, value in settings.items())

    def prepare(connection: Any, _: object) -> None:
        connection.execute(f"SELECT {words}")
        connection.commit()

    sa.event.listen(engine, "connect", prepare)
    sa.event.listen(engine, "before_cursor_execute", _refuse_unfit)
    return engine


def _refuse_unfit(_: object, __: object, ___: object, parameters: Any, *____: object) -> None:
    """No text with a NUL in it: PostgreSQL takes none."""
    for row in parameters if isinstance(parameters, list) else [parameters]:
        values = row.values() if isinstance(row, dict) else row
        if any(isinstance(value, str) and "\0" in value for value in values):
            raise Unfit("a text with a NUL in it")


def _prepare_sqlite(connection: Any, _: object) -> None:
    """Durable at every commit, readable while written, and patient with a second program."""
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        connection.execute(f"PRAGMA {pragma}")
