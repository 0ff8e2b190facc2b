"""Files, texts and numbers of strangers: beyond measure they are words at once, and nobody else waits for them."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.testing import TestClient

from gearlock.kernel.bounds import LARGEST_ORDER, LARGEST_PLACE
from server.tabletop import Client, tables

PEOPLE = {"red": "human", "blue": "human"}
HEAD = 'name = "x"\nwidth = 48\nheight = 48\n'
SMALL = HEAD.replace("48", "24")


def outline(corners: int) -> str:
    places = ", ".join(f"[{1 + n % 40}, {1 + n % 41}]" for n in range(corners))
    return f'{HEAD}[[piece]]\nid = "a"\nname = "a"\nkind = "area"\noutline = [{places}]\n'


def briefing(columns: int, rows: int, zones: str = "", more: str = "") -> str:
    drawn = "\n".join(". " * columns for _ in range(rows))
    return (
        f"title = \"x\"\nmap = '''\n{drawn}\n'''\n[legend]\n\".\" = \"open\"\n{zones}{more}"
        '[zones.top]\nrows = [0, 0]\n[zones.bottom]\nrows = [1, 1]\n[[objective]]\nkind = "destroy"\n'
        '[red]\nforce = "tegu-siege"\n[[red.deploy]]\nzone = "top"\n'
        '[blue]\nforce = "tegu-siege"\n[[blue.deploy]]\nzone = "bottom"\n'
    )


def with_map(text: str) -> dict[str, Any]:
    wanted = {"system": "brigands", "scenario": "duel", "players": PEOPLE}
    return {**wanted, "options": {"map": "m.toml"}, "files": {"m.toml": text}}


def with_briefing(text: str) -> dict[str, Any]:
    wanted = {"system": "hex100", "scenario": "briefing", "players": PEOPLE}
    return {**wanted, "options": {"briefing": "b.toml"}, "files": {"b.toml": text}}


def with_roster(text: str, name: str = "r.txt") -> dict[str, Any]:
    wanted = {"system": "brigands", "scenario": "battle", "players": PEOPLE}
    return {**wanted, "options": {"red": name, "unchecked": "yes"}, "files": {name: text}}


ENDLESS_ZONES = "".join(f"[zones.z{n}]\nrows = [0, 1]\n" for n in range(4_000))
DUEL = {"system": "brigands", "scenario": "duel", "players": PEOPLE}
CRAMPED = (
    HEAD.replace("48", "264")
    + '[[piece]]\nid = "w"\nname = "w"\nkind = "water"\nrectangle = [0, 0, 264, 264]\nprops = { depth = 900 }\n'
)
BODIES = {
    "many corners": (with_map(outline(3_000)), "m.toml:8: piece a: it has 3,000 corners; 64 is the most"),
    "a table without end": (with_map(HEAD.replace("width = 48", "width = 100000")), "12 to 264"),
    "a number without end": (with_map(HEAD.replace("width = 48", "width = 1e999990")), "m.toml:2: 1e999990: numbers"),
    "more than a decimal": (with_map(HEAD.replace("width = 48", "width = 1e99999999")), "m.toml:2: 1e99999999"),
    "water everywhere": (with_map(CRAMPED), "no room for its models"),
    "water everywhere in a battle": (
        with_map(CRAMPED.replace("900", "9000")) | {"system": "blitz", "scenario": "battle"},
        "m.toml: the deployment zone of blue has no room for its models",
    ),
    "nowhere to stand": (
        with_map(CRAMPED.replace("water", "area").replace("depth = 900", 'going = "impassable"'))
        | {"system": "fieldmanual", "scenario": "skirmish"},
        "m.toml: the deployment zone of red has no room for its models",
    ),
    "a file too large": (with_map(" " * 200_001), "text no longer than 200000"),
    "a hex map too large": (with_briefing(briefing(120, 120)), "100 by 100 hexes is the most"),
    "endless zones": (with_briefing(briefing(9, 9, ENDLESS_ZONES)), "more than 300 keys"),
    "65 zones": (with_briefing(briefing(9, 9, "".join(ENDLESS_ZONES.splitlines(True)[:130]))), "64 is the most"),
    "zones of the whole map": (
        with_briefing(briefing(100, 100, "".join(f"[zones.z{n}]\nrows = [0, 99]\n" for n in range(60)))),
        "more than 20,000 hexes together",
    ),
    "a dotted key": (with_briefing(".".join("a" * 20_000) + " = 1\n"), "b.toml:1: a key has at most 120 parts"),
    "deep lists": (with_map("a = " + "[" * 50_000), "deep"),
    "dear terrain": (
        with_briefing(
            briefing(
                9,
                9,
                more='[[terrain]]\nname = "mud"\nconcealment = 0\ncover = 0\nblocks_sight = false\n'
                "cost = { infantry = 1, legged = 300, tracked = 1, flying = 1 }\n",
            )
        ),
        "a hex costs 0 to 20 points",
    ),
    "spread without end": (
        with_briefing(briefing(9, 9, more='[[objective]]\nkind = "hold"\nspread = 999999\n')),
        "the middle row has not so many hexes",
    ),
    "units without end": (
        with_briefing(briefing(9, 9).replace('zone = "top"', f'zone = "top"\nunits = [{"1," * 9_000}]')),
        "units: expected a list of at most 400",
    ),
    "a roster without end": (with_roster("system brigands\nprimary GP\n" + "99x Hunter\n" * 9_000), "is the most"),
    "a force without end": (
        with_roster("system brigands\nfaction North\ngroup A\n" + "primary GP\n  90x Hunter\n" * 5),
        "450 models would take the field; 400 is the most",
    ),
    "unknown keys": (
        with_roster(json.dumps({"system": "brigands", **{f"k{n}": 1 for n in range(10_000)}}), "r.json"),
        "and 180 more; it was read no further",
    ),
    "commas": ({**DUEL, "options": {"models": "," * 2_000}}, "names more models and drones than the 96 that fit"),
    "too many commas": ({**DUEL, "options": {"models": "," * 2_001}}, "text no longer than 2000"),
    "unknown models": ({**DUEL, "options": {"models": "x," * 90}}, "No model is called 'x'. There are: aa-turret"),
    "a long number": ({**DUEL, "options": {"models": f"hunter*{'9' * 1_900}"}}, "how many is a number from 1 to 96"),
    "long rounds": ({**DUEL, "options": {"rounds": "9" * 1_900}}, "a number from 1 to 99"),
    "machines": (
        {"system": "hex100", "scenario": "skirmish", "players": PEOPLE, "options": {"red": "x," * 999}},
        "999 machines; 400 is the most",
    ),
    "options": ({**DUEL, "options": {f"o{n}": "" for n in range(41)}}, "options: expected at most so many keys: 40"),
    "a great seed": ({**DUEL, "seed": 2**80}, "seed: expected a whole number up to"),
    "a true seed": ({**DUEL, "seed": True}, "seed: expected"),
    "a long name": ({**DUEL, "scenario": "x" * 101}, "scenario: expected text no longer than 100"),
}


@pytest.mark.parametrize("name", BODIES)
def test_a_battle_beyond_measure_is_refused_in_words(client: TestClient[Any], name: str) -> None:
    wanted, words = BODIES[name]
    response = client.post("/api/battles", json=wanted)
    assert response.status_code == 400, response.text
    assert words in response.json()["message"], response.text
    assert len(response.content) < 20_000


def test_what_is_within_measure_is_laid_out(client: TestClient[Any]) -> None:
    for wanted in (with_map(SMALL), with_briefing(briefing(100, 100)), with_briefing(briefing(9, 9))):
        response = client.post("/api/battles", json=wanted)
        assert response.status_code == 201, response.text


@pytest.mark.parametrize(
    ("path", "body", "words"),
    [
        ("random", {"system": "brigands", "size": 10_000}, "1 to 1,000 TV a side"),
        ("random", {"system": "brigands", "size": 2**80}, "size: expected a whole number up to"),
        ("random", {"system": "brigands", "size": True}, "size: expected a whole number, got true or false"),
        ("random", {"system": "x" * 101}, "system: expected text no longer than 100"),
        ("random", {"system": "hex100", "faction": "", "style": "y" * 100}, "No style is called"),
        ("check", {"text": "x" * 200_001}, "text: expected text no longer than 200000"),
        ("check", {"text": "system brigands\n" + "\n" * 10_001}, "10,000 lines"),
        ("check", {"text": "{" + '"a": {' * 30_000}, "deep"),
        ("check", {"text": json.dumps({f"k{n}": 1 for n in range(14_000)})}, "and 180 more; it was read no further"),
        ("check", {"text": "system hex100\nmachine Tegu MBT\n" + "20x HMG\n" * 900}, "100 is the most"),
    ],
)
def test_a_roster_beyond_measure_is_refused_in_words(
    client: TestClient[Any], path: str, body: object, words: str
) -> None:
    response = client.post(f"/api/rosters/{path}", json=body)
    assert response.status_code in (400, 404), response.text
    assert words in response.json()["message"], response.text
    assert len(response.content) < 20_000


def test_a_verdict_tells_the_first_violations_and_how_many_more(client: TestClient[Any]) -> None:
    text = "system brigands\nfaction North\ngroup A\n" + "primary GP\n" * 1_500
    verdict = client.post("/api/rosters/check", json={"text": text}).json()
    assert len(verdict["violations"]) == 20
    assert verdict["more"] > 1_000


def stopped(client: TestClient[Any]) -> list[int]:
    """Every reader there is, standing still: whatever is sent to it is read for as long as we like."""
    pids = [worker.process.pid for worker in client.app.state.rooms.readers._all]
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    return pids


def test_others_are_answered_while_something_slow_is_read(client: TestClient[Any]) -> None:
    assert client.post("/api/battles", json=with_map(SMALL)).status_code == 201
    client.app.state.rooms.readers.seconds = 300.0  # long enough on any machine
    pids = stopped(client)
    assert pids
    with ThreadPoolExecutor(4) as callers:
        # The last reader to be free is the first to be asked, so both are busy with these.
        slow = [callers.submit(client.post, "/api/battles", json=with_map(SMALL)) for _ in range(3)]
        try:
            assert client.get("/api/systems").status_code == 200
            laid_out = client.post("/api/battles", json=DUEL)
            assert laid_out.status_code == 201
            battle = laid_out.json()["battle"]
            assert client.get(f"/api/battles/{battle}/replay").status_code == 200
            assert not slow[0].done(), "it is still being read"
        finally:
            for pid in pids:
                os.kill(pid, signal.SIGCONT)
        assert [each.result(300).status_code for each in slow] == [201, 201, 201]


def test_reading_that_takes_too_long_is_given_up_with_words(client: TestClient[Any]) -> None:
    readers = client.app.state.rooms.readers
    assert client.post("/api/battles", json=with_map(SMALL)).status_code == 201
    before, readers.seconds = readers.seconds, 0.2
    pids = stopped(client)
    try:
        for reader in readers._all:
            reader._grace = 0.0
        response = client.post("/api/battles", json=with_map(SMALL))
    finally:
        readers.seconds = before
    assert response.status_code == 400
    assert (
        response.json()["message"] == "What you sent along took longer than 0.2 s to read. Make it smaller or simpler."
    )
    for reader in [worker for worker in readers._all if worker.process.pid in pids]:
        os.kill(reader.process.pid, signal.SIGCONT)
    assert client.post("/api/battles", json=with_map(SMALL)).status_code == 201


def test_ctrl_c_ends_a_server_that_is_reading(tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    sluggish = "import gearlock.server.readers as r; from server.sluggish import dawdle; r.run = dawdle; "
    command = [sys.executable, "-c", f"{sluggish}from gearlock.cli.main import run; run()", "serve", "--port", "0"]
    tests = str(Path(__file__).parents[1])
    environment = {**os.environ, "PYTHONUNBUFFERED": "1", "COLUMNS": "200", "PYTHONPATH": tests}
    environment |= {"GEARLOCK_DAWDLING": str(begun)}
    server = subprocess.Popen(
        [*command, "--database", str(tmp_path / "tables.db")],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment, start_new_session=True,
    )  # fmt: skip
    try:
        assert server.stdout
        port = int(server.stdout.readline().split("localhost:")[1].split("/")[0])

        def call() -> None:
            with pytest.raises(httpx.HTTPError):
                httpx.post(f"http://localhost:{port}/api/battles", json=with_map(SMALL), timeout=100).raise_for_status()

        caller = threading.Thread(target=call)
        caller.start()
        while not begun.exists():
            time.sleep(0.05)
        server.send_signal(signal.SIGINT)
        server.wait(60)  # far below what the reading takes
        caller.join()
    finally:
        if server.poll() is None:
            os.killpg(server.pid, signal.SIGKILL)
            server.wait()
        if server.stdout:
            server.stdout.close()


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        ({"via": [[1, 1]] * 33}, "a list of at most 32 - at `$.via`"),
        ({"via": [[1, 2**80]]}, "a whole number up to 1000000 - at `$.via[0][1]`"),
        ({"via": [[1, LARGEST_PLACE + 1]]}, "a whole number up to 1000000 - at `$.via[0][1]`"),
        ({"via": [[True, 1]]}, "expected a whole number, got true or false"),
        ({"x": -LARGEST_PLACE - 1}, "a whole number from -1000000 - at `$.x`"),
        ({"x": 2**80}, "a whole number up to 1000000 - at `$.x`"),
        ({"facing": 2**40}, "a whole number up to 1000000 - at `$.facing`"),
        ({"option": 2**54}, "a whole number up to"),
        ({"option": True}, "expected a whole number, got true or false"),
    ],
)
@pytest.mark.parametrize("system", ["brigands", "hex100"])
def test_a_question_beyond_measure_is_refused_in_words(system: str, parts: dict[str, object], words: str) -> None:
    async def go() -> None:
        with tables() as opened:
            room, links = await opened.lay_out(system, "duel" if system == "brigands" else "close-quarters")
            mover = Client(room, links.seats[room.battle.waiting_for()[0]])
            said = await mover.ask("point", **{"option": 0, "x": 1, "y": 1, **parts})
            assert said["code"] == "unreadable"
            assert words in said["message"], said

    asyncio.run(go())


@pytest.mark.parametrize(
    "message",
    [
        {"kind": "look", "ref": 1, "piece": "x" * 101, "target": "y"},
        {"kind": "fear", "ref": 1, "piece": "x", "spot": {"x": 2**80, "y": 0}},
        {"kind": "consult", "ref": 1, "decision": 0, "bot": "b" * 101},
        {"kind": "hello", "token": "t" * 101},
        {"kind": "hello", "shown": 2**80},
        {"kind": "say", "text": "z" * 5_001},
        {"kind": "answer", "decision": 0, "order": {"order": "move", "unit": "u" * LARGEST_ORDER}},
        {"kind": "weigh", "ref": 1, "decision": 0, "order": {"order": "move", "path": [[1, 1]] * 2_000}},
    ],
)
def test_no_text_or_number_of_a_message_is_without_bound(message: dict[str, object]) -> None:
    async def go() -> None:
        with tables() as opened:
            room, links = await opened.lay_out("hex100", "close-quarters")
            mover = Client(room, links.seats[room.battle.waiting_for()[0]])
            assert mover.asked
            if "decision" in message:
                message["decision"] = mover.asked["decision"]
            assert await mover.refused(message) == "unreadable"

    asyncio.run(go())
