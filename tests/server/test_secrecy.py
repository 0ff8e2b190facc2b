"""Nothing that is sent to a seat depends on what the seat cannot know."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Seeded
from gearlock.kernel.log import dumps, loads
from gearlock.server.films import Film
from gearlock.server.room import Room
from gearlock.server.store import StoredSeat
from server.tabletop import Client, Tables, any_order, lay_out, play_on, tables
from server.visitor import Visitor
from server.visitor import lay_out as lay_out_over

HIDDEN = "hex100"
SEATS = [StoredSeat("red", "human", "", ""), StoredSeat("blue", "human", "", "")]


def twins(scenario: str, seed: int, seat: str) -> tuple[Battle[Any], Battle[Any]] | None:
    """Two battles at the same point that differ only in what a seat cannot know; None where a script is under way."""
    chooser = random.Random(seed)
    battle = lay_out(HIDDEN, scenario, seed)
    play_on(battle, chooser.randrange(120), chooser)
    raw, since = battle.position()
    if battle.over or since:
        return None
    system, setup = battle.system, battle.setup
    state = system.decode(raw, setup)
    other = system.disguise(state, seat, chooser)
    one, two = (Battle.begin(system, setup, Seeded("same"), truth) for truth in (state, other))
    return (one, two) if one.pending == two.pending and one.hash() != two.hash() else None


def open_room(opened: Tables, battle: Battle[Any]) -> Room:
    return Room("same", battle, SEATS, opened.keeper, opened.thinkers)


async def look_everywhere(room: Room, seat: str, seed: int, ids: list[str]) -> list[str]:
    """All that is sent to a seat that asks about everything there is."""
    chooser = random.Random(seed)
    room.place_of = lambda token: (token, token) if token else ("", seat)  # type: ignore[method-assign]
    me, over_my_shoulder = Client(room, seat), Client(room)
    other = next(name for name in room.seats if name != seat)
    you = Client(room, other)
    asked = me.asked
    for number, option in enumerate(asked["options"] if asked else ()):
        if option["kind"] in ("pick", "target"):
            await me.ask("weigh", order=option["order"])
            continue
        suggested = await me.ask("suggest", option=number)
        for way in suggested["ways"]:
            await me.ask("weigh", order=way["order"])
        await me.ask("reach", option=number)
        for _ in range(4):
            await me.ask("point", option=number, x=chooser.randrange(-2, 16), y=chooser.randrange(-2, 16))
    if asked:
        await me.ask("weigh-all")
    await survey(me, ids, chooser)
    for stray in stray_orders(room, seat, chooser, ids):
        await me.send({"kind": "weigh", "ref": 1, "decision": room.audience.decision(seat), "order": stray})
    await me.send({"kind": "take-back"})
    await you.send({"kind": "say", "text": "well"})
    you.leave()
    me.listen()
    over_my_shoulder.listen()
    assert not over_my_shoulder.now["asked"]
    return [*me.heard, *over_my_shoulder.heard]


async def survey(me: Client, ids: list[str], chooser: random.Random) -> None:
    """Look from everywhere at everything, there or not."""
    for mine in [id_ for id_, piece in me.pieces.items() if piece["side"] == me.guest.seat][:3]:
        for spot in (None, {"x": chooser.randrange(12), "y": chooser.randrange(12), "facing": 0}):
            for kind in ("bear", "fear"):
                await me.send({"kind": kind, "ref": 1, "piece": mine, "spot": spot})
            for id_ in ids:
                await me.send({"kind": "look", "ref": 1, "piece": mine, "target": id_, "spot": spot})
                await me.send({"kind": "fear", "ref": 1, "piece": id_, "spot": spot})


def stray_orders(room: Room, seat: str, chooser: random.Random, ids: list[str]) -> list[Any]:
    """Orders about units that may be there or not: whatever is said to them must not tell which are."""
    if room.battle.ask_for(seat) is None:
        return []
    order = any_order(room.battle, seat, chooser)
    return [{**order, key: id_} for key in order if isinstance(order[key], str) and key != "order" for id_ in ids]


def reel(battle: Battle[Any], seat: str) -> list[Any]:
    film = Film(loads(dumps(battle)), seat)
    return [*film.frames, *(film.picture(number) for number in range(len(film.frames)))]


@pytest.mark.parametrize("seat", ["red", "blue"])
@pytest.mark.parametrize("scenario", ["skirmish", "close-quarters"])
def test_two_tables_that_differ_in_secrets_tell_a_seat_the_same(scenario: str, seat: str) -> None:
    async def go() -> int:
        compared = 0
        with tables() as opened:
            for seed in range(40):
                pair = twins(scenario, seed, seat)
                if pair is None or (pair[0].waiting_for() != (seat,) and compared % 3):
                    continue
                ids = sorted({piece.id for battle in pair for piece in battle.view(None).pieces} | {"nobody"})
                rooms = [open_room(opened, battle) for battle in pair]
                one, two = [await look_everywhere(room, seat, seed, ids) for room in rooms]
                for here, there in zip(one, two, strict=True):
                    assert here == there, f"seed {seed}"
                assert reel(pair[0], seat) == reel(pair[1], seat)
                compared += 1
                if compared == 4:
                    break
        return compared

    assert asyncio.run(go()) >= 3


def test_while_a_battle_with_secrets_goes_on_everybody_sees_with_their_own_eyes(client: TestClient[Any]) -> None:
    links = lay_out_over(client, HIDDEN, "close-quarters", "human", "human", seed=4)
    where = f"/api/battles/{links['battle']}"
    red = {"authorization": f"Bearer {links['seats']['red']}"}
    watcher = {"authorization": f"Bearer {links['watch']['red']}"}
    for headers in ({}, {"authorization": "Bearer guess"}, {"authorization": "nonsense"}):
        for path in ("", "/log", "/replay", "/replay?eyes=red", "/replay/0"):
            assert client.get(where + path, headers=headers).status_code == 401, path
    for headers in (red, watcher):
        assert client.get(where, headers=headers).json()["eyes"] == "red"
        assert client.get(f"{where}/replay?eyes=red", headers=headers).status_code == 200
        assert client.get(f"{where}/replay/0?eyes=red", headers=headers).status_code == 200
        for path in ("/log", "/replay", "/replay?eyes=blue", "/replay/0?eyes=blue", "/replay/0"):
            answer = client.get(where + path, headers=headers)
            assert answer.status_code == 401, path
            assert "secrets" in answer.json()["message"]
        branch = client.post(f"{where}/branch", json={"frame": 0, "players": {}}, headers=headers)
        assert branch.status_code == 401
    with Visitor(client, links["battle"], links["seats"]["red"]) as player:
        player.wait_turn_and_concede(client, links)
    for path in ("", "/log", "/replay", "/replay?eyes=blue", "/replay/0"):
        assert client.get(where + path).status_code == 200, path


def test_once_over_nothing_can_be_taken_back(client: TestClient[Any]) -> None:
    links = lay_out_over(client, HIDDEN, "close-quarters", "human", "human", seed=4)
    with Visitor(client, links["battle"], links["seats"]["red"]) as red:
        red.wait_turn_and_concede(client, links)
        assert red.now["undo"] == ""
        assert red.refused({"kind": "take-back"}) == "undo-refused"


def test_tokens_are_told_once_and_kept_nowhere(client: TestClient[Any], folder: Path) -> None:
    links = lay_out_over(client, HIDDEN, "close-quarters", "human", "human", seed=9)
    secrets = [*links["seats"].values(), *links["watch"].values()]
    assert len(set(secrets)) == 4
    assert all(len(token) >= 24 for token in secrets)
    with Visitor(client, links["battle"], links["seats"]["red"]) as red:
        red.answer(red.any_order(random.Random(1))) if red.now["asked"] else None
        red.send({"kind": "say", "text": "hello"})
        red.catch_up()
        red.wait_turn_and_concede(client, links)
        told = "".join(red.heard)
    where = f"/api/battles/{links['battle']}"
    told += "".join(client.get(where + path).text for path in ("", "/log", "/replay", "/replay/0"))
    told += client.get("/api/battles").text
    with sqlite3.connect(folder / "tables.db") as database:
        told += "\n".join(database.iterdump())
    database.close()
    assert json.dumps(links["battle"])[1:-1] in told
    assert not [token for token in secrets if token in told]
