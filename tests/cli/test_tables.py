"""Looking after kept battles: checking, copying and deleting them."""

from __future__ import annotations

import random
import sqlite3
import threading
import time
from pathlib import Path

import pytest

from cli.command import Command
from gearlock.kernel.log import dumps, loads
from gearlock.kernel.verify import verify
from gearlock.server.opening import address_of, open_keeper
from gearlock.server.store import Store, StoredSeat, new_battle
from server.tabletop import lay_out, play_on

SEATS = [StoredSeat("red", "human", "a", "b"), StoredSeat("blue", "human", "c", "d")]
DAY = 24 * 3600 * 1000


def log_of(seed: int, decisions: int = 12) -> list[bytes]:
    battle = lay_out("brigands", "duel", seed)
    play_on(battle, decisions, random.Random(seed))
    return dumps(battle).splitlines()


LOGS = {f"battle-{seed}": log_of(seed) for seed in (1, 2, 3)}


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Three battles: one of today, one of ten days ago that is over, one of a hundred days ago that is not."""
    path = tmp_path / "tables.db"
    store = Store(f"sqlite:///{path}")
    for name, lines in LOGS.items():
        store.add(new_battle(name, "brigands", "Duel"), "seed", SEATS, lines)
        store.say(name, 0, "red", "well met")
    store.close()
    now = int(time.time() * 1000)
    change(path, f"UPDATE battles SET changed = {now - 10 * DAY}, over = 1, winner = 'red' WHERE id = 'battle-2'")
    change(path, f"UPDATE battles SET changed = {now - 100 * DAY} WHERE id = 'battle-3'")
    return path


def change(path: Path, *statements: str) -> None:
    database = sqlite3.connect(path)
    with database:
        for statement in statements:
            database.execute(statement)
    database.close()


def names(path: Path) -> list[str]:
    store = Store(f"sqlite:///{path}", as_it_is=True)
    found = sorted(battle.id for battle in store.battles())
    store.close()
    return found


def test_whole_battles_are_proved(gearlock: Command, database: Path) -> None:
    done = gearlock("tables", "check", "--database", database)
    assert (done.code, done.out) == (0, "3 battles: 3 proved.\n"), done.err


def test_what_is_not_whole_is_named(gearlock: Command, database: Path) -> None:
    change(
        database,
        'UPDATE lines SET body = replace(body, \'"seat":"red"\', \'"seat":"blue"\') WHERE battle = \'battle-1\'',
        "UPDATE lines SET body = 'nonsense' WHERE battle = 'battle-2' AND number = 3",
        "DELETE FROM lines WHERE battle = 'battle-3' AND number = 5",
        "INSERT INTO lines VALUES ('nobody', 0, '{}')",
    )
    done = gearlock("tables", "check", "--database", database)
    assert done.code == 1
    assert "battle-2 (Duel) is broken" in done.err
    assert "lines of battle battle-3 are missing" in done.err
    assert "1 rows belong to battles that are not there" in done.err
    assert "proved" not in done.out
    assert "Traceback" not in done.err


def test_a_damaged_file_is_told_from_a_whole_one(gearlock: Command, database: Path) -> None:
    raw = bytearray(database.read_bytes())
    for at in range(4096, len(raw), 4096):
        raw[at + 100 : at + 3000] = b"\xff" * 2900
    database.write_bytes(bytes(raw))
    done = gearlock("tables", "check", "--database", database)
    assert done.code in (1, 2)
    assert done.err.strip()
    assert "Traceback" not in done.err


def test_a_battle_the_rules_do_not_follow_can_still_be_watched(
    gearlock: Command, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def changed(*_: object) -> None:
        raise RuntimeError("the rules are others now")

    monkeypatch.setattr("gearlock.server.upkeep.verify", changed)
    done = gearlock("tables", "check", "--database", database)
    assert done.code == 0
    assert done.out == "3 battles: 3 only to be watched.\n"
    assert "the rules are others now" in done.err


def test_a_copy_is_whole_though_others_write_meanwhile(gearlock: Command, database: Path, tmp_path: Path) -> None:
    keeper, hold = open_keeper(address_of(str(database)))  # the table is open
    stop = threading.Event()

    def write() -> None:
        number = 0
        store = Store(f"sqlite:///{database}")
        while not stop.is_set():
            store.say("battle-1", 1 + number, "red", "x" * 400)
            number += 1
        store.close()

    writing = threading.Thread(target=write)
    writing.start()
    try:
        done = gearlock("tables", "backup", tmp_path / "copy.db", "--database", database)
    finally:
        stop.set()
        writing.join()
        keeper.close()
        hold.release()
    assert done.code == 0, done.err
    assert "All battles are in" in done.out
    store = Store(f"sqlite:///{tmp_path / 'copy.db'}")
    for name, lines in LOGS.items():
        assert store.lines(name) == lines
        assert verify(loads(b"\n".join(lines) + b"\n")) is None
        assert store.sayings(name)[0] == ("red", "well met")
    store.close()
    assert not list(tmp_path.glob("*.part"))
    again = gearlock("tables", "backup", tmp_path / "copy.db", "--database", database)
    assert again.code == 2
    assert "is not written over" in again.err


@pytest.mark.parametrize(
    ("wish", "left"),
    [
        (["--older-than", "50"], ["battle-1", "battle-2"]),
        (["--older-than", "5"], ["battle-1"]),
        (["--older-than", "5", "--finished"], ["battle-1", "battle-3"]),
        (["--finished"], ["battle-1", "battle-3"]),
        (["--unfinished"], ["battle-2"]),
        (["--older-than", "1000"], ["battle-1", "battle-2", "battle-3"]),
    ],
)
def test_only_what_was_asked_for_goes(gearlock: Command, database: Path, wish: list[str], left: list[str]) -> None:
    before = names(database)
    going = sorted(set(before) - set(left))
    would = gearlock("tables", "prune", *wish, "--dry-run", "--database", database)
    assert would.code == 0
    assert names(database) == before, "nothing goes while one only looks"
    assert all(name in would.out for name in going)
    assert not any(name in would.out for name in left)
    done = gearlock("tables", "prune", *wish, "--yes", "--database", database)
    assert done.code == 0, done.err
    assert names(database) == left
    store = Store(f"sqlite:///{database}")
    for name in going:
        assert (store.lines(name), store.sayings(name), store.seats(name)) == ([], [], [])
    for name in left:
        assert store.lines(name) == LOGS[name]
    store.close()
    assert gearlock("tables", "check", "--database", database).code == 0


def test_nothing_goes_without_being_asked_for(gearlock: Command, database: Path) -> None:
    everything = gearlock("tables", "prune", "--yes", "--database", database)
    assert everything.code == 2
    assert "Say which" in everything.err
    unsure = gearlock("tables", "prune", "--finished", "--database", database)
    assert unsure.code == 2
    assert "--yes" in unsure.err
    assert len(names(database)) == 3


def test_nothing_goes_while_the_table_is_open(gearlock: Command, database: Path) -> None:
    keeper, hold = open_keeper(address_of(str(database)))
    try:
        done = gearlock("tables", "prune", "--finished", "--yes", "--database", database)
        assert gearlock("tables", "prune", "--finished", "--dry-run", "--database", database).code == 0
        assert gearlock("tables", "check", "--database", database).code == 0, "looking disturbs nobody"
    finally:
        keeper.close()
        hold.release()
    assert done.code == 2
    assert "Stop it first" in done.err
    assert len(names(database)) == 3


@pytest.mark.parametrize("words", [("check",), ("backup", "copy.db"), ("prune", "--finished", "--yes")])
def test_where_nothing_is_kept_nothing_is_made(gearlock: Command, tmp_path: Path, words: tuple[str, ...]) -> None:
    missing, text, other = tmp_path / "missing.db", tmp_path / "text.db", tmp_path / "other.db"
    text.write_text("not a database\n" * 400)
    change(other, "CREATE TABLE songs (id INTEGER)")
    for path, said in ((missing, "no such file"), (text, "no database"), (other, "no battles of Gearlock")):
        done = gearlock("tables", *words, "--database", path)
        assert done.code == 2
        assert said in done.err
    assert not missing.exists()


def test_all_that_is_kept_is_copied_to_another_database(gearlock: Command, database: Path, tmp_path: Path) -> None:
    copied = tmp_path / "copied.db"
    done = gearlock("tables", "copy", database, copied)
    assert done.code == 0, done.err
    assert "3 battles copied" in done.out
    old, new = sqlite3.connect(database), sqlite3.connect(copied)
    try:
        tables = [name for (name,) in old.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        assert {"battles", "lines", "seats", "sayings", "clocks", "forces", "campaigns"} < set(tables)
        for name in set(tables) - {"leases"}:
            rows = f"SELECT * FROM {name} ORDER BY 1, 2"
            if name != "alembic_version":
                assert new.execute(rows).fetchall() == old.execute(rows).fetchall(), name
    finally:
        old.close()
        new.close()
    assert gearlock("tables", "check", "--database", copied).code == 0
    again = gearlock("tables", "copy", database, copied)
    assert again.code == 2
    assert "already" in again.err
    itself = gearlock("tables", "copy", database, database)
    assert itself.code == 2


def test_nothing_is_copied_while_either_is_served(gearlock: Command, database: Path, tmp_path: Path) -> None:
    for served in (database, tmp_path / "new.db"):
        keeper, hold = open_keeper(address_of(str(served)))
        try:
            done = gearlock("tables", "copy", database, tmp_path / "new.db")
        finally:
            keeper.close()
            hold.release()
        assert done.code == 2
        assert "Stop it first" in done.err
    change(database, "UPDATE alembic_version SET version_num = '0004'")
    done = gearlock("tables", "copy", database, tmp_path / "new.db")
    assert done.code == 2
    assert "Serve them once" in done.err


def test_the_environment_may_name_the_database(
    gearlock: Command, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GEARLOCK_DATABASE", str(database))
    assert gearlock("tables", "check").out == "3 battles: 3 proved.\n"
