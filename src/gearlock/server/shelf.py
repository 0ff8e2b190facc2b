"""Forces that people keep on the server: so many at most, the oldest making room; a key lets its owner change one."""

from __future__ import annotations

import time

import msgspec
import sqlalchemy as sa

from gearlock.kernel.errors import BadInput
from gearlock.server.limits import LeadsNowhere, leads_nowhere
from gearlock.server.store import METADATA, Store, fingerprint

MOST_KEPT = 2_000
MOST_LISTED = 200
FORCES = sa.Table(
    "forces",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("system", sa.String(40), nullable=False),
    sa.Column("title", sa.String(200), nullable=False),
    sa.Column("facts", sa.String(400), nullable=False),
    sa.Column("legal", sa.Boolean, nullable=False),
    sa.Column("listed", sa.Boolean, nullable=False),
    sa.Column("changed", sa.BigInteger, nullable=False),
    sa.Column("key", sa.String(64), nullable=False),
    sa.Column("body", sa.Text, nullable=False),
)
NO_TEXT = "The force has a character in it that is no text (NUL). Delete it and save again."
NOT_YOURS = "This force was kept by somebody else; keep yours under a name of its own."


class KeptForce(msgspec.Struct, frozen=True):
    """A force as it is listed."""

    id: str
    system: str
    title: str
    facts: str
    legal: bool
    changed: int
    text: str = ""
    """Its roster, where one asked for it."""


def keep_force(store: Store, force: KeptForce, key: str, listed: bool) -> None:
    """Keep a force, new or changed. Raises BadInput if it is somebody else's, or no text."""
    if any("\0" in text for text in (force.id, force.title, force.facts, force.text)):
        raise BadInput(NO_TEXT)
    said = {"system": force.system, "title": force.title[:200], "facts": force.facts[:400], "legal": force.legal}
    row = {**said, "listed": listed, "changed": int(time.time() * 1000), "body": force.text}
    with store.writing() as connection:
        _refuse_stranger(connection, force.id, key)
        connection.execute(FORCES.delete().where(FORCES.c.id == force.id))
        connection.execute(FORCES.insert(), {"id": force.id, "key": fingerprint(key), **row})
        newest = sa.select(FORCES.c.id).order_by(FORCES.c.changed.desc(), FORCES.c.id).limit(MOST_KEPT)
        connection.execute(FORCES.delete().where(FORCES.c.id.not_in(newest)))


def drop_force(store: Store, id_: str, key: str) -> None:
    """Let a force of one's own go. Raises BadInput if it is somebody else's; one that is gone already may go."""
    with store.writing() as connection:
        _refuse_stranger(connection, id_, key)
        connection.execute(FORCES.delete().where(FORCES.c.id == id_))


def kept_force(store: Store, id_: str) -> KeptForce:
    """One force with its roster. Raises LeadsNowhere."""
    with store.engine.connect() as connection:
        found = sa.select(FORCES).where(FORCES.c.id == id_)
        row = None if leads_nowhere(id_) else connection.execute(found).mappings().first()
    if row is None:
        raise LeadsNowhere("force", id_)
    return _force(row, row["body"])


def is_there(store: Store, id_: str) -> bool:
    """Whether a force is kept under this name."""
    with store.engine.connect() as connection:
        return connection.execute(sa.select(FORCES.c.id).where(FORCES.c.id == id_)).first() is not None


def kept_forces(store: Store, system: str) -> list[KeptForce]:
    """Those that are shown to everybody, the latest first."""
    query = sa.select(FORCES).where(FORCES.c.listed).order_by(FORCES.c.changed.desc(), FORCES.c.id).limit(MOST_LISTED)
    query = query.where(FORCES.c.system == system) if system else query
    with store.engine.connect() as connection:
        return [_force(row) for row in connection.execute(query).mappings()]


def _refuse_stranger(connection: sa.Connection, id_: str, key: str) -> None:
    whose = connection.execute(sa.select(FORCES.c.key).where(FORCES.c.id == id_)).scalar()
    if whose is not None and whose != fingerprint(key):
        raise BadInput(NOT_YOURS)


def _force(row: sa.RowMapping, text: str = "") -> KeptForce:
    return KeptForce(row["id"], row["system"], row["title"], row["facts"], row["legal"], row["changed"], text)
