"""What was told is kept: through `kill -9`, a failing disk, and older databases."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import sqlalchemy as sa
from sqlalchemy.exc import OperationalError
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from gearlock.kernel.dice import Seeded
from gearlock.kernel.log import loads
from gearlock.kernel.record import Answered
from gearlock.kernel.verify import verify
from gearlock.server.hearing import hear
from gearlock.server.store import METADATA, Store, StoredSeat, new_battle
from server.tabletop import Client, any_order, tables
from server.visitor import PATIENCE

SCENARIOS = [("brigands", "duel"), ("hex100", "close-quarters"), ("hex100", "skirmish")]


class Server:
    """A real server in a process of its own, with so many handles if that is said; it logs beside its database."""

    def __init__(self, database: Path, handles: int = 0) -> None:
        self._database, self._handles = database, handles

    def __enter__(self) -> Server:
        command = [sys.executable, "-c", "from gearlock.cli.main import run; run()", "serve", "--port", "0"]
        command += ["--database", str(self._database)]
        if self._handles:
            command = ["bash", "-c", f'ulimit -n {self._handles}; exec "$@"', "server", *command]
        environment = {**os.environ, "PYTHONUNBUFFERED": "1", "COLUMNS": "200"}
        with (self._database.parent / "log").open("ab") as log:
            self.process = subprocess.Popen(
                command,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=environment,
                start_new_session=True,
            )
        assert self.process.stdout
        told = self.process.stdout.readline()
        self.port = int(told.split("localhost:")[1].split("/")[0])
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def kill(self) -> None:
        """Kill -9, with all its bots."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        if self.process.stdout:
            self.process.stdout.close()

    async def lay_out(self, number: int) -> dict[str, Any]:
        system, scenario = SCENARIOS[number % len(SCENARIOS)]
        players = {"red": "human", "blue": "bot:random" if number % 2 else "human"}
        wanted = {"system": system, "scenario": scenario, "players": players, "seed": number}
        async with httpx.AsyncClient(base_url=f"http://localhost:{self.port}", timeout=PATIENCE) as client:
            while True:
                try:
                    answer = await client.post("/api/battles", json=wanted)
                except httpx.TransportError:
                    await asyncio.sleep(0.05)
                    continue
                if answer.status_code != 429:
                    links: dict[str, Any] = answer.json()
                    return links
                await asyncio.sleep(0.2)

    def sit_down(self, battle: str) -> connect:
        return connect(f"ws://localhost:{self.port}/api/battles/{battle}/table", max_size=None, open_timeout=PATIENCE)


class Told:
    """The last a person was told of a battle: the decisions of everybody, by the number of its question."""

    def __init__(self, links: dict[str, Any]) -> None:
        self.links, self.story, self.decision, self.answers = links, [], 0, 0  # type: ignore[var-annotated]
        self._options: list[Any] = []

    async def play(self, server: Server, seat: str, chooser: random.Random) -> None:
        """Until the server dies."""
        try:
            async with server.sit_down(self.links["battle"]) as socket:
                await socket.send(msgspec.json.encode({"kind": "hello", "token": self.links["seats"][seat]}).decode())
                while True:
                    await self._hear(socket, seat, chooser)
        except (OSError, WebSocketException):
            return

    async def _hear(self, socket: ClientConnection, seat: str, chooser: random.Random) -> None:
        message = msgspec.json.decode(await socket.recv())
        if message["kind"] == "suggested":
            if message["ways"]:
                await self._answer(socket, chooser.choice(message["ways"])["order"])
            else:
                await self._choose(socket, chooser)
        if message["kind"] not in ("welcome", "update"):
            return
        if seat == "red":
            self.story[message["keeps"] :] = [line["text"] for line in message["story"]]
        asked = message["now"]["asked"]
        if asked and asked["decision"] != self.decision:
            self.decision, self._options = asked["decision"], asked["options"]
            await self._choose(socket, chooser)

    async def _choose(self, socket: ClientConnection, chooser: random.Random) -> None:
        """Answer with an option, or ask how it could be completed."""
        number, option = chooser.choice(list(enumerate(self._options)))
        if option["kind"] in ("pick", "target"):
            await self._answer(socket, option["order"])
        else:
            question = {"kind": "suggest", "ref": 1, "decision": self.decision, "option": number}
            await socket.send(msgspec.json.encode(question).decode())

    async def _answer(self, socket: ClientConnection, order: object) -> None:
        self.answers += 1
        message = {"kind": "answer", "decision": self.decision, "order": order}
        await socket.send(msgspec.json.encode(message).decode())


async def play_until_killed(server: Server, battles: int, answers: int) -> list[Told]:
    chooser = random.Random(battles)
    async with asyncio.timeout(PATIENCE):
        told = [Told(await server.lay_out(number)) for number in range(battles)]
    playing = [asyncio.create_task(each.play(server, "red", chooser)) for each in told]
    others = [Told(each.links) for number, each in enumerate(told) if not number % 2]
    playing += [asyncio.create_task(each.play(server, "blue", chooser)) for each in others]
    async with asyncio.timeout(PATIENCE):
        while sum(each.answers for each in (*told, *others)) < answers * battles:
            await asyncio.sleep(0.01)
    server.kill()
    await asyncio.wait(playing, timeout=PATIENCE)
    return told


async def come_back(server: Server, each: Told) -> list[str]:
    async with server.sit_down(each.links["battle"]) as socket:
        await socket.send(msgspec.json.encode({"kind": "hello", "token": each.links["seats"]["red"]}).decode())
        welcome = msgspec.json.decode(await socket.recv())
        assert welcome["kind"] == "welcome"
        return [line["text"] for line in welcome["story"]]


def check_kept(database: Path, told: list[Told]) -> int:
    """Every stored log re-runs to the state its lines end with; how many decisions there are."""
    store = Store(f"sqlite:///{database}")
    decided = 0
    for each in told:
        found = store.battle(each.links["battle"])
        assert found
        log = loads(b"\n".join(store.lines(each.links["battle"])) + b"\n")
        difference = verify(log)
        assert difference is None, difference.text()
        *_, (_, _, film) = log.film()
        assert log.system.hash(film) == log.battle(Seeded(found[1])).hash()
        decided += sum(isinstance(entry.input, Answered) for entry in log.entries)
    store.close()
    return decided


async def all_come_back(server: Server, told: list[Told]) -> None:
    for each in told:
        story = await come_back(server, each)
        assert story[: len(each.story)] == each.story, "a line was told and lost"


def survive(folder: Path, battles: int, answers: int) -> None:
    """The server is killed when so many answers have been given for every battle."""
    database = folder / "tables.db"
    with Server(database) as server:
        told = asyncio.run(play_until_killed(server, battles, answers))
    decided = check_kept(database, told)
    assert decided > battles, "the battles must have got somewhere"
    with Server(database) as again:
        asyncio.run(all_come_back(again, told))


@pytest.mark.of_a_file
def test_a_server_killed_in_mid_play_loses_nothing_it_told(tmp_path: Path) -> None:
    survive(tmp_path, battles=6, answers=4)


@pytest.mark.soak
def test_fifty_battles_survive_a_kill(tmp_path: Path) -> None:
    survive(tmp_path, battles=50, answers=10)


def test_what_cannot_be_saved_is_not_done_and_the_table_is_laid_out_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    async def go() -> None:
        chooser = random.Random(1)
        with tables() as opened:
            room, links = await opened.lay_out("hex100", "close-quarters")
            there = {seat: Client(room, token) for seat, token in links.seats.items()}
            mover = room.battle.waiting_for()[0]
            before, lines = room.battle.hash(), room.lines

            def full(*_: object, **__: object) -> None:
                raise OperationalError("INSERT INTO lines", {"body": "a secret"}, OSError("disk full"))

            with monkeypatch.context() as broken:
                broken.setattr(Store, "append", full)
                order = any_order(room.battle, mover, chooser)
                decision = room.audience.decision(mover)
                raw = msgspec.json.encode({"kind": "answer", "decision": decision, "order": order}).decode()
                await hear(room, there[mover].guest, raw)
            assert room.closed
            for client in there.values():
                waiting = [client.guest.line.get_nowait() for _ in range(client.guest.line.qsize())]
                assert waiting[-1] is None, "everybody is sent home"
                assert b"a secret" not in b"".join(raw or b"" for raw in waiting)
            again = await opened.rooms.find(room.id)
            assert again is not room
            assert (again.battle.hash(), again.lines) == (before, lines)
            mine = Client(again, links.seats[mover])
            await mine.play(chooser)
            with monkeypatch.context() as broken:
                broken.setattr(Store, "say", full)
                await hear(again, mine.guest, '{"kind":"say","text":"hello"}')
            assert again.closed

    asyncio.run(go())


FIRST_FORM = """
CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY);
INSERT INTO alembic_version VALUES ('0001');
CREATE TABLE battles (id VARCHAR(32) NOT NULL PRIMARY KEY, system VARCHAR(40) NOT NULL, title VARCHAR(200) NOT NULL,
  created BIGINT NOT NULL, changed BIGINT NOT NULL, seed VARCHAR(80) NOT NULL, over BOOLEAN NOT NULL,
  winner VARCHAR(40) NOT NULL, reason TEXT NOT NULL);
CREATE TABLE seats (battle VARCHAR(32) NOT NULL REFERENCES battles (id) ON DELETE CASCADE, seat VARCHAR(40) NOT NULL,
  player VARCHAR(40) NOT NULL, token VARCHAR(64) NOT NULL, watch VARCHAR(64) NOT NULL, PRIMARY KEY (battle, seat));
CREATE TABLE lines (battle VARCHAR(32) NOT NULL REFERENCES battles (id) ON DELETE CASCADE, number INTEGER NOT NULL,
  body TEXT NOT NULL, PRIMARY KEY (battle, number));
CREATE TABLE sayings (battle VARCHAR(32) NOT NULL REFERENCES battles (id) ON DELETE CASCADE, number INTEGER NOT NULL,
  seat VARCHAR(40) NOT NULL, body TEXT NOT NULL, PRIMARY KEY (battle, number));
INSERT INTO battles VALUES ('old', 'brigands', 'Duel', 1, 2, 'seed', 0, '', '');
INSERT INTO seats VALUES ('old', 'red', 'human', 'a', 'b');
INSERT INTO lines VALUES ('old', 0, '{}');
INSERT INTO sayings VALUES ('old', 0, 'red', 'well met');
"""


@pytest.mark.of_a_file
def test_a_database_of_the_first_form_opens_and_opening_twice_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    with sqlite3.connect(path) as database:
        database.executescript(FIRST_FORM)
    database.close()
    forms = []
    for _ in range(2):
        store = Store(f"sqlite:///{path}")
        found = store.battle("old")
        assert found
        assert (found[0].title, found[1]) == ("Duel", "seed")
        assert [seat.seat for seat in store.seats("old")] == ["red"]
        assert store.lines("old")[0] == b"{}"
        assert store.sayings("old") == [("red", "well met")]
        store.append("old", store.count("old"), [b"{}"])
        store.close()
        engine = sa.create_engine(f"sqlite:///{path}")
        with engine.connect() as connection:
            forms.append(connection.execute(sa.text("SELECT sql FROM sqlite_master ORDER BY name")).all())
        engine.dispose()
    assert forms[0] == forms[1]


@pytest.mark.of_a_file
def test_a_new_database_has_the_form_the_code_speaks_of(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'new.db'}")
    store.close()
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'new.db'}")
    found = sa.inspect(engine)
    for table in METADATA.sorted_tables:
        assert {column["name"] for column in found.get_columns(table.name)} == set(table.columns.keys())
        assert found.get_pk_constraint(table.name)["constrained_columns"] == [c.name for c in table.primary_key]
    engine.dispose()


def test_two_writers_of_one_line_are_not_both_believed(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'new.db'}")
    store.add(new_battle("one", "brigands", "Duel"), "seed", [StoredSeat("red", "human", "a", "b")], [b"{}"])
    store.append("one", 1, [b"{}"])
    with pytest.raises(sa.exc.IntegrityError):
        store.append("one", 1, [b"{}"], ("red", "won"))
    found = store.battle("one")
    assert found
    assert not found[0].over
    store.close()
