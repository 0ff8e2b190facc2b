"""Looking after the battles that are kept: are they whole, a copy of them all, and which may go."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from gearlock.kernel.errors import BadInput
from gearlock.kernel.log import loads
from gearlock.kernel.verify import verify
from gearlock.server.store import BATTLES, CLOCKS, LINES, SAYINGS, SEATS, Store, StoredBattle
from gearlock.server.tenure import Hold, file_of

DAY = 24 * 3600 * 1000
AT_ONCE = 200
"""Battles deleted in one go."""


class Condition(Enum):
    """How a kept battle is."""

    PROVED = "proved"
    """The rules as they are now give its log again."""
    WATCHABLE = "only to be watched"
    """The rules do not follow it any more, or it was changed; its events can still be shown."""
    BROKEN = "broken"
    """It cannot even be read."""


class Examined(msgspec.Struct, frozen=True):
    """A battle that was looked at, and in words what is wrong with it."""

    battle: StoredBattle
    condition: Condition
    fault: str = ""


@contextmanager
def opened_as_it_is(address: str, alone: bool = False) -> Iterator[Store]:
    """The store at an address, neither made nor changed. Alone, nobody else writes to it meanwhile."""
    path = file_of(address)
    if path is not None and not path.is_file():
        raise BadInput(f"No battles are kept at {path}: there is no such file. Name the right one with --database.")
    _refuse_foreign(address)
    hold = Hold(address) if alone else None
    try:
        store = Store(address, as_it_is=True, hold=hold)
        try:
            yield store
        finally:
            store.close()
    finally:
        if hold is not None:
            hold.release()


def _refuse_foreign(address: str) -> None:
    store = Store(address, as_it_is=True)
    try:
        if not sa.inspect(store.engine).has_table(BATTLES.name):
            raise BadInput("There are no battles of Gearlock in that database. Name the right one with --database.")
    finally:
        store.close()


def faults(store: Store) -> list[str]:
    """What the database itself finds wrong, and battles whose lines have gaps."""
    found: list[str] = []
    with store.engine.connect() as connection:
        if store.engine.dialect.name == "sqlite":
            said = connection.exec_driver_sql("PRAGMA integrity_check(20)").scalars()
            found += [str(line) for line in said if line != "ok"]
            strays = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
            found += [f"{len(strays)} rows belong to battles that are not there"] if strays else []
        last, count = sa.func.max(LINES.c.number), sa.func.count()
        gaps = sa.select(LINES.c.battle).group_by(LINES.c.battle).having(last + 1 != count)
        found += [f"lines of battle {battle} are missing" for battle in connection.execute(gaps).scalars()]
    return found


def examine(store: Store, battles: Iterable[StoredBattle]) -> Iterator[Examined]:
    """Prove each battle's log or, where that fails, see whether it can at least be watched."""
    for battle in battles:
        try:
            lines = store.lines(battle.id)
        except (SQLAlchemyError, UnicodeError) as error:
            yield Examined(battle, Condition.BROKEN, _first_line(error))
        else:
            yield Examined(battle, *_condition(lines, battle.id))


def _condition(lines: list[bytes], id_: str) -> tuple[Condition, str]:
    try:
        log = loads(b"\n".join(lines) + b"\n", id_)
    except Exception as error:  # a damaged log may be anything
        return Condition.BROKEN, _first_line(error)
    try:
        difference = verify(log)
        if difference is None:
            return Condition.PROVED, ""
        fault = _first_line(difference.text())
    except Exception as error:  # rules that have changed may fall over an old log in any way
        fault = _first_line(error)
    try:
        for _ in log.film():
            pass
    except Exception as error:  # and so may applying its events
        return Condition.BROKEN, f"{fault}; {_first_line(error)}"
    return Condition.WATCHABLE, fault


def _first_line(said: object) -> str:
    return str(said).strip().partition("\n")[0][:200] or type(said).__name__


def back_up(store: Store, path: Path) -> int:
    """Copy all battles as they stand at one moment, while others go on writing; the size of the copy in bytes."""
    if store.engine.dialect.name != "sqlite":
        raise BadInput("A PostgreSQL database is copied with its own tools: pg_dump takes the same address.")
    if path.exists():
        raise BadInput(f"{path} is there already, and is not written over. Name another file.")
    if not path.parent.is_dir():
        raise BadInput(f"There is no folder {path.parent} for the copy. Make it, or name another.")
    import sqlite3

    part = path.with_name(f"{path.name}.part")
    part.unlink(missing_ok=True)
    source: Any = store.engine.raw_connection()
    copy = sqlite3.connect(part)
    try:
        source.driver_connection.backup(
            copy
        )  # in one go: what is written meanwhile is not in it, and waits for nothing
        copy.execute("PRAGMA journal_mode=DELETE")  # one file, with nothing beside it
        said = copy.execute("PRAGMA integrity_check(1)").fetchone()[0]
    finally:
        copy.close()
        source.close()
    if said != "ok":
        part.unlink()
        raise BadInput(f"The copy would be damaged ({said}), and was not kept. `gearlock tables check` says more.")
    os.replace(part, path)
    return path.stat().st_size


def may_go(battles: Iterable[StoredBattle], older_than: float | None, over: bool | None) -> list[StoredBattle]:
    """Battles nothing has happened in for so many days, or finished ones, or those that are not: all that is said."""
    before = None if older_than is None else time.time() * 1000 - older_than * DAY
    return [
        battle
        for battle in battles
        if (before is None or battle.changed < before) and (over is None or battle.over is over)
    ]


def delete(store: Store, battles: Iterable[StoredBattle]) -> None:
    """Delete battles with all that belongs to them, and hand the room back."""
    ids = [battle.id for battle in battles]
    for at in range(0, len(ids), AT_ONCE):
        some = ids[at : at + AT_ONCE]
        with store.writing() as connection:
            for table in (LINES, SAYINGS, SEATS, CLOCKS):
                connection.execute(table.delete().where(table.c.battle.in_(some)))
            connection.execute(BATTLES.delete().where(BATTLES.c.id.in_(some)))
    if store.engine.dialect.name == "sqlite":
        with store.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.exec_driver_sql("VACUUM")
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
