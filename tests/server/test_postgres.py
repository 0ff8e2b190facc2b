"""Battles in a PostgreSQL database: run where one can be started or is named, and otherwise reported as not run.

GEARLOCK_POSTGRES may name a database by its address, over TCP or by a socket: others are made beside it.
"""

from __future__ import annotations

import asyncio
import random
import sqlite3
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext

import gearlock.server.store
from cli.command import Command
from gearlock.kernel.dice import Seeded
from gearlock.kernel.errors import BadInput
from gearlock.kernel.log import dumps, loads
from gearlock.kernel.verify import verify
from gearlock.server.clocks import Timing
from gearlock.server.engines import Unfit
from gearlock.server.mishaps import UNFIT, words_for
from gearlock.server.opening import open_keeper
from gearlock.server.shelf import KeptForce, keep_force, kept_force
from gearlock.server.store import METADATA, Store, StoredSeat, new_battle
from server.postgres import execute, terminate
from server.tabletop import Client, lay_out, play_on, tables

SEATS = [StoredSeat("red", "human", "a", "b")]


def test_battles_are_kept_as_in_a_file(address: str) -> None:
    store = Store(address)
    store.add(new_battle("one", "brigands", "Duel am Übergang"), "seed", SEATS, [b'{"a":"\xc3\xa4"}'])
    store.append("one", 1, [b"{}"], ("red", "won"))
    store.say("one", 0, "red", "well met")
    with pytest.raises(sa.exc.IntegrityError):
        store.append("one", 1, [b"{}"])
    store.close()
    again = Store(address)
    found = again.battle("one")
    assert found
    assert (found[0].over, found[0].winner, found[1]) == (True, "red", "seed")
    assert again.lines("one") == [b'{"a":"\xc3\xa4"}', b"{}"]
    assert again.sayings("one") == [("red", "well met")]
    assert again.seats("one") == SEATS
    assert [battle.id for battle in again.battles(named=["one", "two"])] == ["one"]
    again.close()


def test_a_battle_is_played_and_comes_back_and_is_proved(address: str) -> None:
    async def go() -> None:
        chooser = random.Random(3)
        with tables(address) as here:
            room, links = await here.lay_out("brigands", "duel", seed=4)
            both = [Client(room, links.seats[seat]) for seat in ("red", "blue")]
            for _ in range(20):
                assert any([await client.play(chooser) for client in both])
            told, before = list(both[0].story), room.battle.hash()
        with tables(address) as here:
            room = await here.rooms.find(links.battle)
            assert room.battle.hash() == before
            assert Client(room, links.seats["red"]).story == told
            lines = here.keeper.store.lines(links.battle)
        log = loads(b"\n".join(lines) + b"\n")
        assert verify(log) is None
        assert log.battle(Seeded("any")).hash() == before

    asyncio.run(go())


def test_a_connection_that_broke_is_made_anew(address: str) -> None:
    store = Store(address)
    store.add(new_battle("one", "brigands", "Duel"), "seed", SEATS, [b"{}"])
    terminate(address)
    assert store.lines("one") == [b"{}"]
    store.append("one", 1, [b"{}"])
    store.close()


def test_one_server_at_a_time_has_it(address: str) -> None:
    for _ in range(2):
        keeper, hold = open_keeper(address)
        with pytest.raises(BadInput, match="Stop it first"):
            open_keeper(address)
        keeper.close()
        hold.release()


@pytest.mark.parametrize("wrong", [{"host": "/nowhere"}, {"port": 1}, {"query": {"host": "/nowhere"}}])
def test_a_database_that_does_not_answer_is_said_in_words(address: str, wrong: dict[str, Any]) -> None:
    url = sa.make_url(address).set(password="secret", **wrong)
    with pytest.raises(BadInput, match="cannot be opened") as error:
        open_keeper(url.render_as_string(hide_password=False))
    assert "secret" not in str(error.value)


def test_battles_are_looked_after_as_in_a_file(
    address: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    gearlock = Command(capsys, monkeypatch)
    Store(address).close()
    assert gearlock("tables", "check", "--database", address).out.startswith("0 battles")
    copied = gearlock("tables", "backup", tmp_path / "copy.db", "--database", address)
    assert copied.code == 2
    assert "pg_dump" in copied.err
    store = Store(address)
    store.add(new_battle("one", "brigands", "Duel", ("red", "won")), "seed", SEATS, [b"{}"])
    store.close()
    assert gearlock("tables", "check", "--database", address).code == 1
    assert gearlock("tables", "prune", "--finished", "--yes", "--database", address).code == 0
    store = Store(address)
    assert store.battles() == []
    assert store.lines("one") == []
    store.close()


def test_battles_of_a_file_go_to_postgres_and_back(
    address: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    gearlock = Command(capsys, monkeypatch)
    old, back = tmp_path / "old.db", tmp_path / "back.db"
    battle = lay_out("brigands", "duel", 2)
    play_on(battle, 12, random.Random(2))
    store = Store(f"sqlite:///{old}")
    store.add(new_battle("one", "brigands", "Duel"), "seed", [*SEATS], dumps(battle).splitlines())
    store.add(new_battle("two", "brigands", "Übergang", ("red", "won")), "seed", SEATS, [b"{}"])
    store.say("one", 0, "red", "well met")
    store.keep_clocks("one", Timing(20), {"red": 3})
    keep_force(store, KeptForce("f", "brigands", "North", "facts", True, 0, "text"), "key", True)
    store.close()
    with sqlite3.connect(old) as file:
        file.execute("UPDATE forces SET body = 'a' || char(0) || 'b'")
    file.close()
    assert gearlock("tables", "copy", old, address).code == 0
    again = gearlock("tables", "copy", old, address)
    assert again.code == 2
    assert "already" in again.err
    assert "1 proved" in gearlock("tables", "check", "--database", address).out
    assert gearlock("tables", "copy", address, back).code == 0
    here, there = Store(f"sqlite:///{old}"), Store(f"sqlite:///{back}")
    assert there.battles() == here.battles()
    for name in ("one", "two"):
        assert (there.lines(name), there.seats(name)) == (here.lines(name), here.seats(name))
    assert there.sayings("one") == [("red", "well met")]
    clocks = there.clocks("one")
    assert clocks
    assert (clocks.timing, clocks.left) == (Timing(20), {"red": 3})
    assert kept_force(there, "f").text == "a b"
    here.close()
    there.close()


def migrated_to(address: str, revision: str) -> sa.Engine:
    """A database in the form of an older Gearlock."""
    config = Config()
    config.set_main_option("script_location", str(Path(gearlock.server.store.__file__).parent / "migrations"))
    engine = sa.create_engine(address)
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
    return engine


def test_a_database_of_an_older_gearlock_has_its_rows_and_our_form_afterwards(address: str) -> None:
    engine = migrated_to(address, "0004")
    with engine.begin() as connection:
        row = "'one', 'brigands', 'Duel', 1, 1, 'seed', false, '', ''"
        connection.execute(sa.text(f"INSERT INTO battles VALUES ({row})"))
        connection.execute(sa.text("INSERT INTO seats VALUES ('one', 'red', 'human', 'a', 'b')"))
    keeper, hold = open_keeper(address)
    assert keeper.store.seats("one") == SEATS
    bot = StoredSeat("blue", f"bot:{'x' * 96}", "c", "d")
    asyncio.run(keeper.keep(keeper.store.add, new_battle("two", "brigands", "Duel"), "seed", [bot], [b"{}"]))
    assert keeper.store.seats("two") == [bot]
    keeper.close()
    hold.release()
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, METADATA) == []
    engine.dispose()


def test_what_postgres_does_not_take_is_told_as_that(address: str) -> None:
    store = Store(address)
    for text, error in (("a\0b", Unfit), ("x" * 300, sa.exc.DataError)):
        with pytest.raises(error) as caught:
            store.add(new_battle("one", "brigands", "Duel", (text, "won")), "seed", SEATS, [b"{}"])
        assert words_for(caught.value) == UNFIT
    store.close()


@pytest.mark.parametrize(
    ("spoiled", "says"),
    [
        ({"database": "nowhere"}, "createdb"),
        ({"username": "stranger"}, "createuser"),
    ],
)
def test_what_is_wrong_with_a_database_is_said_with_what_to_do(
    address: str, spoiled: dict[str, str], says: str
) -> None:
    with pytest.raises(BadInput, match=says):
        open_keeper(sa.make_url(address).set(**spoiled).render_as_string(hide_password=False))  # type: ignore[arg-type]


def test_a_weak_user_and_a_foreign_database_are_told_what_to_do(address: str) -> None:
    execute(address, "DROP ROLE IF EXISTS weak", "CREATE ROLE weak LOGIN")
    with pytest.raises(BadInput, match="GRANT CREATE") as error:
        open_keeper(sa.make_url(address).set(username="weak").render_as_string(hide_password=False))
    assert "is it running" not in str(error.value)
    execute(address, "CREATE TABLE songs (id integer)")
    with pytest.raises(BadInput, match="createdb"):
        open_keeper(address)
