"""Where battles live: every line of every battle in a database, written before anybody is told of it.

SQLite in WAL mode by default, PostgreSQL by its address. Tokens are kept as fingerprints only.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from sqlalchemy.exc import IntegrityError

from gearlock.kernel.typed import read_typed
from gearlock.server.clocks import Clocks, Timing
from gearlock.server.engines import make_engine

if TYPE_CHECKING:
    from gearlock.server.tenure import Hold

SLOT = 600_000
"""Milliseconds: no more exactly is it told when a battle with secrets was last gone on with."""
METADATA = sa.MetaData()
BATTLES = sa.Table(
    "battles",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("system", sa.String(40), nullable=False),
    sa.Column("title", sa.String(200), nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("changed", sa.BigInteger, nullable=False),
    sa.Column("seed", sa.String(80), nullable=False),
    sa.Column("over", sa.Boolean, nullable=False),
    sa.Column("winner", sa.String(40), nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
)
SEATS = sa.Table(
    "seats",
    METADATA,
    sa.Column("battle", sa.ForeignKey("battles.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seat", sa.String(40), primary_key=True),
    sa.Column("player", sa.String(200), nullable=False),
    sa.Column("token", sa.String(64), nullable=False),
    sa.Column("watch", sa.String(64), nullable=False),
)
LINES = sa.Table(
    "lines",
    METADATA,
    sa.Column("battle", sa.ForeignKey("battles.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("body", sa.Text, nullable=False),
)
SAYINGS = sa.Table(
    "sayings",
    METADATA,
    sa.Column("battle", sa.ForeignKey("battles.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("seat", sa.String(40), nullable=False),
    sa.Column("body", sa.Text, nullable=False),
)
CLOCKS = sa.Table(
    "clocks",
    METADATA,
    sa.Column("battle", sa.ForeignKey("battles.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("timing", sa.String(200), nullable=False),
    sa.Column("left", sa.String(400), nullable=False),
)


class StoredSeat(msgspec.Struct, frozen=True):
    """A seat of a stored battle: who plays it, and the fingerprints of the links to sit there and to look on."""

    seat: str
    player: str
    token: str
    watch: str


class StoredBattle(msgspec.Struct, frozen=True):
    """A battle as the lobby lists it."""

    id: str
    system: str
    title: str
    created: int
    changed: int
    over: bool
    winner: str
    reason: str


def fingerprint(token: str) -> str:
    """What is kept of a token: enough to know it again, not enough to make it."""
    return hashlib.blake2b(token.encode(), digest_size=24, person=b"gearlock-seat").hexdigest()


def place_of(seats: Iterable[StoredSeat], token: str, open_to_all: bool) -> tuple[str, str | None] | None:
    """The seat a token gives and the eyes it looks through (None sees all); None if it opens nothing here.

    Without a token one may look on where that is open to all.
    """
    mine = fingerprint(token) if token else ""
    for seat in seats:
        if mine == seat.token:
            return seat.seat, seat.seat
        if mine == seat.watch:
            return "", seat.seat
    return ("", None) if open_to_all and not token else None


class ForeignTables(Exception):
    """There are tables in the database, but not ours."""


class Store:
    """The database. What writes is not to be called from two threads at once: whoever owns it gives it one of its own.

    Writing to PostgreSQL has a connection of its own, so that reading may have another thread. With a hold, what is
    written is written as its holder or not at all.
    """

    def __init__(self, url: str, as_it_is: bool = False, hold: Hold | None = None) -> None:
        self._engine = self._writer = make_engine(url, in_haste=not as_it_is)
        self.is_remote = self._engine.dialect.name == "postgresql"
        if self.is_remote:
            self._writer = make_engine(url, in_haste=not as_it_is, pool_size=1, max_overflow=0)
        self._together: sa.Connection | None = None
        self._hold = hold
        try:
            self._begin(as_it_is)
        except BaseException:
            self._writer.dispose()
            self._engine.dispose()
            raise

    def _begin(self, as_it_is: bool) -> None:
        if self._hold is not None:
            self._hold.guard(self._writer)
        if not as_it_is:
            migrate(self._writer)
            self._refuse_read_only()
        if self._hold is not None:
            self._hold.take(self._writer)

    @property
    def engine(self) -> sa.Engine:
        """The database behind it, for those who read or look after it."""
        return self._engine

    def _refuse_read_only(self) -> None:
        """What can be read but not written is no place for battles; it is known before the first of them is lost."""
        with self._writer.begin() as connection:
            connection.execute(BATTLES.update().where(sa.false()), {"over": False})

    @contextmanager
    def together(self) -> Iterator[None]:
        """What is written meanwhile is kept as a whole or not at all."""
        with self.writing() as connection:
            self._together = connection
            try:
                yield
            finally:
                self._together = None

    @contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        """A connection to write by: what is written in one go is kept as a whole or not at all."""
        if self._together is not None:
            yield self._together
            return
        try:
            with self._writer.begin() as connection:
                yield connection
                if self._hold is not None:
                    self._hold.check(connection)
        except IntegrityError:
            self.look()  # whoever has taken over has written it before us
            raise

    def look(self) -> None:
        """See whether the database answers and is still ours. Raises Displaced."""
        if self._hold is not None:
            self._hold.look(self._writer)

    def ping(self) -> None:
        """Read a little, to see that it can be done."""
        with self._engine.connect() as connection:
            connection.execute(sa.select(BATTLES.c.id).limit(1)).all()

    def add(self, battle: StoredBattle, seed: str, seats: Iterable[StoredSeat], lines: Iterable[bytes]) -> None:
        """A new battle with its first lines."""
        with self.writing() as connection:
            add_battle(connection, battle, seed, seats, lines)

    def append(
        self,
        battle: str,
        first: int,
        lines: Iterable[bytes],
        over: tuple[str, str] | None = None,
        has_secrets: bool = False,
    ) -> None:
        """What happened since, from line number `first` on; `over` is winner and reason when that was the end.

        Everybody reads in the list when a battle was gone on with. Where there are secrets that is the slot only, or
        it would be told how often a side decided something unseen.
        """
        now = _now()
        slot = now - now % SLOT
        later = sa.case((BATTLES.c.changed < slot, slot), else_=BATTLES.c.changed)
        with self.writing() as connection:
            _insert_lines(connection, battle, first, lines)
            change: dict[str, Any] = {
                "changed": later if has_secrets and over is None else now,
                "over": over is not None,
            }
            change |= {"winner": over[0], "reason": over[1]} if over else {"winner": "", "reason": ""}
            connection.execute(BATTLES.update().where(BATTLES.c.id == battle).values(change))

    def say(self, battle: str, number: int, seat: str, text: str) -> None:
        """Keep what somebody said."""
        with self.writing() as connection:
            connection.execute(SAYINGS.insert(), {"battle": battle, "number": number, "seat": seat, "body": text})

    def keep_clocks(self, battle: str, timing: Timing, left: dict[str, int]) -> None:
        """Keep what the clocks of a battle show."""
        row = {"timing": msgspec.json.encode(timing).decode(), "left": msgspec.json.encode(left).decode()}
        with self.writing() as connection:
            if not connection.execute(CLOCKS.update().where(CLOCKS.c.battle == battle), row).rowcount:
                connection.execute(CLOCKS.insert(), {"battle": battle, **row})

    def clocks(self, battle: str) -> Clocks | None:
        """The clocks of a battle as they stood last; None if nobody wanted any."""
        with self._engine.connect() as connection:
            row = connection.execute(sa.select(CLOCKS).where(CLOCKS.c.battle == battle)).mappings().first()
        if row is None:
            return None
        left = read_typed(row["left"], dict[str, int])
        return Clocks(read_typed(row["timing"], Timing), left)

    def battles(self, limit: int | None = 200, named: Iterable[str] | None = None) -> list[StoredBattle]:
        """The battles there are, or those of these names, the latest first."""
        query = sa.select(BATTLES).order_by(BATTLES.c.changed.desc(), BATTLES.c.id).limit(limit)
        if named is not None:
            query = query.where(BATTLES.c.id.in_([name for name in named if "\0" not in name]))
        with self._engine.connect() as connection:
            return [_battle(row) for row in connection.execute(query).mappings()]

    def battle(self, battle: str) -> tuple[StoredBattle, str] | None:
        """One battle and the seed of its dice; None if there is none of that name."""
        with self._engine.connect() as connection:
            row = connection.execute(sa.select(BATTLES).where(BATTLES.c.id == battle)).mappings().first()
            return (_battle(row), row["seed"]) if row is not None else None

    def seats(self, battle: str) -> list[StoredSeat]:
        """The seats of a battle."""
        columns = (SEATS.c.seat, SEATS.c.player, SEATS.c.token, SEATS.c.watch)
        with self._engine.connect() as connection:
            rows = connection.execute(sa.select(*columns).where(SEATS.c.battle == battle))
            return [StoredSeat(*row) for row in rows]

    def lines(self, battle: str, most: int | None = None) -> list[bytes]:
        """The log of a battle, line by line; so many at most."""
        query = sa.select(LINES.c.body).where(LINES.c.battle == battle).order_by(LINES.c.number).limit(most)
        with self._engine.connect() as connection:
            return [body.encode() for (body,) in connection.execute(query)]

    def count(self, battle: str) -> int:
        """How many lines the log of a battle has."""
        query = sa.select(sa.func.count()).select_from(LINES).where(LINES.c.battle == battle)
        with self._engine.connect() as connection:
            return int(connection.execute(query).scalar_one())

    def sayings(self, battle: str) -> list[tuple[str, str]]:
        """What was said at a table: seat and words."""
        query = sa.select(SAYINGS.c.seat, SAYINGS.c.body).where(SAYINGS.c.battle == battle).order_by(SAYINGS.c.number)
        with self._engine.connect() as connection:
            return [(seat, body) for seat, body in connection.execute(query)]

    def close(self) -> None:
        """Let the database go."""
        if self._hold is not None:
            self._hold.give_back(self._writer)
        self._writer.dispose()
        self._engine.dispose()


def add_battle(
    connection: sa.Connection, battle: StoredBattle, seed: str, seats: Iterable[StoredSeat], lines: Iterable[bytes]
) -> None:
    """Write a new battle by a connection that may write more with it."""
    connection.execute(BATTLES.insert(), {**msgspec.structs.asdict(battle), "seed": seed})
    connection.execute(SEATS.insert(), [{"battle": battle.id, **msgspec.structs.asdict(seat)} for seat in seats])
    _insert_lines(connection, battle.id, 0, lines)


def new_battle(id_: str, system: str, title: str, over: tuple[str, str] | None = None) -> StoredBattle:
    """A battle that begins now, or is kept from now on; `over` is winner and reason of one that is over already."""
    now = _now()
    return StoredBattle(id_, system, title[:200], now, now, over is not None, *(over or ("", "")))


def migrate(engine: sa.Engine) -> None:
    """Bring a database, new or old, to the form this Gearlock writes."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    with engine.begin() as connection:
        known = set(sa.inspect(connection).get_table_names())
        if known and "alembic_version" not in known:
            raise ForeignTables
        if engine.dialect.name == "postgresql":
            connection.exec_driver_sql("SET LOCAL statement_timeout = 0")  # a grown table takes its time
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _insert_lines(connection: sa.Connection, battle: str, first: int, lines: Iterable[bytes]) -> None:
    rows = [{"battle": battle, "number": first + at, "body": line.decode()} for at, line in enumerate(lines)]
    if rows:
        connection.execute(LINES.insert(), rows)


def _battle(row: sa.RowMapping) -> StoredBattle:
    return StoredBattle(**{name: row[name] for name in StoredBattle.__struct_fields__})


def _now() -> int:
    return int(time.time() * 1000)
