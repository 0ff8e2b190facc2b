"""Where campaigns are kept: line by line like battles, with who sits where and which battles are theirs."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence

import msgspec
import sqlalchemy as sa

from gearlock.server.limits import LeadsNowhere, leads_nowhere
from gearlock.server.store import METADATA, Store, StoredBattle, StoredSeat, add_battle

MOST_LISTED = 100
CAMPAIGNS = sa.Table(
    "campaigns",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("system", sa.String(40), nullable=False),
    sa.Column("title", sa.String(200), nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("changed", sa.BigInteger, nullable=False),
    sa.Column("day", sa.Integer, nullable=False),
    sa.Column("fought", sa.Integer, nullable=False),
    sa.Column("over", sa.Boolean, nullable=False),
    sa.Column("winner", sa.String(40), nullable=False),
)
CHAIRS = sa.Table(
    "campaign_seats",
    METADATA,
    sa.Column("campaign", sa.ForeignKey("campaigns.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seat", sa.String(40), primary_key=True),
    sa.Column("player", sa.String(200), nullable=False),
    sa.Column("token", sa.String(64), nullable=False),
    sa.Column("watch", sa.String(64), nullable=False),
    sa.Column("wish", sa.Text, nullable=False),
)
PAGES = sa.Table(
    "campaign_lines",
    METADATA,
    sa.Column("campaign", sa.ForeignKey("campaigns.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("body", sa.Text, nullable=False),
)
FIELDS = sa.Table(
    "campaign_battles",
    METADATA,
    sa.Column("campaign", sa.ForeignKey("campaigns.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("battle", sa.String(32), nullable=False),
)


class StoredCampaign(msgspec.Struct, frozen=True):
    """A campaign as the lobby lists it."""

    id: str
    system: str
    title: str
    created: int
    changed: int
    day: int
    fought: int
    over: bool
    winner: str


class Chair(msgspec.Struct, frozen=True):
    """A seat of a campaign, and what whoever sits there wants to do next; empty for nothing yet."""

    seat: StoredSeat
    wish: str = ""


class Kept(msgspec.Struct, frozen=True):
    """Everything that is kept of a campaign."""

    row: StoredCampaign
    chairs: tuple[Chair, ...]
    lines: tuple[bytes, ...]
    battles: dict[int, str]


class NewBattle(msgspec.Struct, frozen=True):
    """A battle that begins with a line of a campaign: they are kept together."""

    number: int
    row: StoredBattle
    seed: str
    seats: Sequence[StoredSeat]
    lines: Sequence[bytes]


def add_campaign(store: Store, kept: Kept) -> None:
    """Keep a new campaign."""
    with store.writing() as connection:
        connection.execute(CAMPAIGNS.insert(), msgspec.structs.asdict(kept.row))
        chairs = [{**msgspec.structs.asdict(each.seat), "wish": each.wish} for each in kept.chairs]
        connection.execute(CHAIRS.insert(), [{"campaign": kept.row.id, **chair} for chair in chairs])
        _insert(connection, kept.row.id, 0, kept.lines)
        rows = [{"campaign": kept.row.id, "number": at, "battle": battle} for at, battle in kept.battles.items()]
        if rows:
            connection.execute(FIELDS.insert(), rows)


def append_lines(
    store: Store,
    row: StoredCampaign,
    first: int,
    lines: Sequence[bytes],
    battle: NewBattle | None = None,
    seen_by_all: bool = True,
) -> None:
    """More decisions, with the battle they begin if they begin one. Two at the same place cannot be kept.

    What a seat keeps to itself leaves no time in the list, where the others would read that it did something.
    """
    with store.writing() as connection:
        _insert(connection, row.id, first, lines)
        said = {"day": row.day, "fought": row.fought, "over": row.over, "winner": row.winner}
        now = {"changed": _now()} if seen_by_all else {}
        connection.execute(CAMPAIGNS.update().where(CAMPAIGNS.c.id == row.id), {**said, **now})
        if battle is not None:
            add_battle(connection, battle.row, battle.seed, battle.seats, battle.lines)
            here = (FIELDS.c.campaign == row.id) & (FIELDS.c.number == battle.number)
            connection.execute(FIELDS.delete().where(here))
            link = {"campaign": row.id, "number": battle.number, "battle": battle.row.id}
            connection.execute(FIELDS.insert(), link)
            connection.execute(CHAIRS.update().where(CHAIRS.c.campaign == row.id), {"wish": ""})


def keep_wish(store: Store, campaign: str, seat: str, wish: str) -> None:
    """What a seat wants to do next."""
    with store.writing() as connection:
        whose = (CHAIRS.c.campaign == campaign) & (CHAIRS.c.seat == seat)
        connection.execute(CHAIRS.update().where(whose), {"wish": wish})


def kept_campaign(store: Store, id_: str) -> Kept:
    """Everything of a campaign. Raises LeadsNowhere."""
    if leads_nowhere(id_):
        raise LeadsNowhere("campaign", id_)
    with store.engine.connect() as connection:
        row = connection.execute(sa.select(CAMPAIGNS).where(CAMPAIGNS.c.id == id_)).mappings().first()
        if row is None:
            raise LeadsNowhere("campaign", id_)
        chairs = connection.execute(sa.select(CHAIRS).where(CHAIRS.c.campaign == id_)).mappings().all()
        query = sa.select(PAGES.c.body).where(PAGES.c.campaign == id_).order_by(PAGES.c.number)
        lines = tuple(body.encode() for (body,) in connection.execute(query))
        fields = sa.select(FIELDS.c.number, FIELDS.c.battle).where(FIELDS.c.campaign == id_)
        battles = {int(number): str(battle) for number, battle in connection.execute(fields)}
    return Kept(_row(row), tuple(map(_chair, chairs)), lines, battles)


def kept_campaigns(store: Store, named: Iterable[str] | None, limit: int | None = MOST_LISTED) -> list[StoredCampaign]:
    """The campaigns there are, or those of these names, the latest first."""
    query = sa.select(CAMPAIGNS).order_by(CAMPAIGNS.c.changed.desc(), CAMPAIGNS.c.id).limit(limit)
    if named is not None:
        query = query.where(CAMPAIGNS.c.id.in_([name for name in named if "\0" not in name]))
    with store.engine.connect() as connection:
        return [_row(row) for row in connection.execute(query).mappings()]


def held_battles(store: Store) -> set[str]:
    """Battles that a campaign still waits for: they are under way, or over and not counted yet."""
    if not sa.inspect(store.engine).has_table(CAMPAIGNS.name):
        return set()
    query = sa.select(FIELDS.c.battle).join(CAMPAIGNS, CAMPAIGNS.c.id == FIELDS.c.campaign)
    with store.engine.connect() as connection:
        return set(connection.execute(query.where(FIELDS.c.number > CAMPAIGNS.c.fought)).scalars())


def new_campaign(id_: str, system: str, title: str) -> StoredCampaign:
    """A campaign that begins now."""
    now = _now()
    return StoredCampaign(id_, system, title[:200], now, now, 1, 0, False, "")


def _insert(connection: sa.Connection, campaign: str, first: int, lines: Sequence[bytes]) -> None:
    rows = [{"campaign": campaign, "number": first + at, "body": line.decode()} for at, line in enumerate(lines)]
    if rows:
        connection.execute(PAGES.insert(), rows)


def _row(row: sa.RowMapping) -> StoredCampaign:
    return StoredCampaign(**{name: row[name] for name in StoredCampaign.__struct_fields__})


def _chair(row: sa.RowMapping) -> Chair:
    return Chair(StoredSeat(row["seat"], row["player"], row["token"], row["watch"]), row["wish"])


def _now() -> int:
    return int(time.time() * 1000)
