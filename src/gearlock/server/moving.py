"""From one database to another: all that is kept, row by row, while nobody writes to either."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import sqlalchemy as sa
from alembic.migration import MigrationContext

from gearlock.kernel.errors import BadInput
from gearlock.server import campaign_store, shelf  # noqa: F401 - their tables are moved too
from gearlock.server.opening import in_words
from gearlock.server.store import METADATA, Store
from gearlock.server.tenure import LEASES, Hold
from gearlock.server.upkeep import opened_as_it_is

AT_ONCE = 1_000
"""Rows read and written in one go."""


def copy_all(source: str, target: str, told: Callable[[str, int], None]) -> dict[str, int]:
    """Copy all rows into a database that has none, as a whole or not at all; how many there are, by table.

    Both are held meanwhile. `told` hears of each table, and how many rows it has.
    """
    if source == target:
        raise BadInput("Both are the same database. Name another to copy to.")
    with ExitStack() as stack:
        stack.enter_context(in_words(source))
        old = stack.enter_context(opened_as_it_is(source, alone=True))
        stack.enter_context(in_words(target))
        hold = Hold(target)
        stack.callback(hold.release)
        new = Store(target, hold=hold)
        stack.callback(new.close)
        _refuse_other_form(old, new)
        _refuse_rows(new)
        copied: dict[str, int] = {}
        with new.writing() as connection:
            for table in _tables():
                copied[table.name] = _copy(old, connection, table)
                told(table.name, copied[table.name])
        for table in _tables():
            if (there := _count(new, table)) != copied[table.name]:
                raise BadInput(f"Of {copied[table.name]} rows of {table.name} {there} arrived. Use the old database.")
        return copied


def _tables() -> list[sa.Table]:
    """Those that belong to battles, each behind what it refers to; whose turn it is belongs to the database."""
    return [table for table in METADATA.sorted_tables if table is not LEASES]


def _refuse_other_form(old: Store, new: Store) -> None:
    forms = []
    for store in (old, new):
        with store.engine.connect() as connection:
            forms.append(MigrationContext.configure(connection).get_current_revision())
    if forms[0] != forms[1]:
        raise BadInput(
            "The battles were saved by an older or newer Gearlock. Serve them once with this one, then copy."
        )


def _refuse_rows(new: Store) -> None:
    if any(_count(new, table) for table in _tables()):
        raise BadInput("There are battles in that database already. Copy to one that is empty.")


def _copy(old: Store, connection: sa.Connection, table: sa.Table) -> int:
    count = 0
    for rows in _rows(old, table):
        connection.execute(table.insert(), rows)
        count += len(rows)
    return count


def _rows(store: Store, table: sa.Table) -> Iterator[list[dict[str, Any]]]:
    query = sa.select(table).order_by(*table.primary_key.columns)
    with store.engine.connect().execution_options(yield_per=AT_ONCE) as connection:
        for rows in connection.execute(query).mappings().partitions():
            yield [{name: _text(value) for name, value in row.items()} for row in rows]


def _text(value: Any) -> Any:
    """PostgreSQL takes no NUL, and older tables let them into the rosters of forces."""
    return value.replace("\0", " ") if isinstance(value, str) else value


def _count(store: Store, table: sa.Table) -> int:
    with store.engine.connect() as connection:
        return int(connection.execute(sa.select(sa.func.count()).select_from(table)).scalar_one())
