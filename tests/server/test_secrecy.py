"""Nothing that is sent to a seat depends on what the seat cannot know."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
import sqlite3
from pathlib import Path
from typing import Any, cast

import pytest
from litestar.testing import TestClient

from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Seeded
from gearlock.kernel.log import dumps, loads
from gearlock.kernel.loglines import told_lines
from gearlock.kernel.orders import Concede
from gearlock.kernel.scribe import Scribe
from gearlock.kernel.seat import Seat
from gearlock.kernel.verify import prove
from gearlock.server.feed import Feed
from gearlock.server.films import Film
from gearlock.server.room import Room
from gearlock.server.store import SLOT, StoredSeat
from gearlock.server.wire import AnyToServer, Now, Update, Welcome
from server.tabletop import Client, Tables, any_order, lay_out, play_on, tables
from server.test_bad_calls import turned_away
from server.visitor import Visitor
from server.visitor import lay_out as lay_out_over

HIDDEN = "hex100"
SEATS = [StoredSeat("red", "human", "", ""), StoredSeat("blue", "human", "", "")]


def twins(system: str, scenario: str, seed: int, seat: str) -> tuple[Battle[Any], Battle[Any]] | None:
    """Two battles at the same point that differ only in what a seat cannot know; None where a script is under way."""
    chooser = random.Random(seed)
    battle = lay_out(system, scenario, seed)
    play_on(battle, chooser.randrange(120), chooser)
    raw, since = battle.position()
    if battle.over or since:
        return None
    rules, setup = battle.system, battle.setup
    state = rules.decode(raw, setup)
    other = rules.disguise(state, seat, chooser)
    one, two = (Battle.begin(rules, setup, Seeded("same"), truth) for truth in (state, other))
    return (one, two) if one.pending == two.pending and one.hash() != two.hash() else None


def open_room(opened: Tables, battle: Battle[Any]) -> Room:
    return Room("same", battle, SEATS, opened.keeper, opened.thinkers)


class Asker(Client):
    """A guest who remembers what it has asked."""

    def __init__(self, room: Room, token: str = "") -> None:
        super().__init__(room, token)
        self.kinds: set[str] = set()

    async def send(self, message: Any) -> None:
        self.kinds.add(message["kind"])
        await super().send(message)


async def look_everywhere(room: Room, seat: str, seed: int, ids: list[str], kinds: set[str]) -> list[str]:
    """All that is sent to a seat that asks about everything there is; `kinds` are those of its questions."""
    chooser = random.Random(seed)
    room.place_of = lambda token: (token, token) if token else ("", seat)  # type: ignore[method-assign]
    me, over_my_shoulder = Asker(room, seat), Client(room)
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
        await me.send({"kind": "consult", "ref": 1, "decision": asked["decision"], "bot": "greedy"})
        await room.counsels[seat]
    await survey(me, ids, chooser)
    for stray in stray_orders(room, seat, chooser, ids):
        await me.send({"kind": "weigh", "ref": 1, "decision": room.audience.decision(seat), "order": stray})
    await me.send({"kind": "answer", "decision": 7, "order": {"order": "decline"}})
    await me.send({"kind": "hello", "token": seat, "shown": 2, "edition": me.now["edition"], "also": [other]})
    await me.send({"kind": "consent", "yes": True})
    await me.send({"kind": "take-back"})
    await me.send({"kind": "dice", "number": 0, "faces": [1]})
    await me.send({"kind": "deploy"})
    await me.send({"kind": "beat"})
    await me.send({"kind": "draw", "yes": False})
    await me.send({"kind": "draw", "yes": True})
    await me.send({"kind": "say", "text": "well"})
    you.leave()
    kinds |= me.kinds
    me.listen()
    over_my_shoulder.listen()
    assert not over_my_shoulder.now["asked"]
    return [*me.heard, *over_my_shoulder.heard]


async def survey(me: Client, ids: list[str], chooser: random.Random) -> None:
    """Look from everywhere at everything, there or not."""
    for mine in [id_ for id_, piece in me.pieces.items() if piece["side"] == me.guest.seat][:3]:
        for spot in (None, {"x": chooser.randrange(12), "y": chooser.randrange(12), "facing": 0}):
            for kind in ("bear", "fear", *(("heat",) if spot is None else ())):
                place = {} if kind == "heat" else {"spot": spot}
                await me.send({"kind": kind, "ref": 1, "piece": mine, **place})
            for id_ in ids:
                decision = me.now["asked"]["decision"] if me.now["asked"] else 0
                await me.send({"kind": "why-not", "ref": 1, "decision": decision, "piece": id_})
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


FROM_THE_VIEW = {"round", "rounds", "phase", "active", "zones", "markers", "score", "notes", "goals"}
FROM_THE_VIEW |= {"table", "pieces", "gone"}
FROM_THE_STORY = {"edition", "keeps", "story"}
FROM_THE_SEAT = {"waiting_for", "waiting", "asked", "undo", "outcome"}
OPEN_TO_ALL = {
    "battle",
    "system",
    "system_name",
    "scenario",
    "title",
    "about",
    "goal",
    "hidden",
    "commitment",
    "private",
    "lesson",
    "setup_phases",
    "typed",
}
ABOUT_PEOPLE = {"dice", "seats", "thinking", "wish", "draw", "clocks", "at", "said", "you", "watching", "now"}
ITS_OWN_COUNT = {"number"}


def test_everything_a_table_says_unasked_has_a_source_that_is_compared() -> None:
    """Who adds a field says here where it comes from: from what is compared, or from what everybody may know."""
    known = FROM_THE_VIEW | FROM_THE_STORY | FROM_THE_SEAT | OPEN_TO_ALL | ABOUT_PEOPLE | ITS_OWN_COUNT
    assert {field for message in (Welcome, Update, Now) for field in message.__struct_fields__} == known


@pytest.mark.parametrize("seat", ["red", "blue"])
@pytest.mark.parametrize(
    ("system", "scenario"),
    [(HIDDEN, "skirmish"), (HIDDEN, "close-quarters"), ("blitz", "battle"), ("fieldmanual", "battle")],
)
def test_two_tables_that_differ_in_secrets_tell_a_seat_the_same(system: str, scenario: str, seat: str) -> None:
    async def go() -> int:
        compared, kinds = 0, set[str]()
        wanted = {message.__struct_config__.tag for message in AnyToServer.__args__}
        with tables() as opened:
            for seed in range(80):
                pair = twins(system, scenario, seed, seat)
                if pair is None or (pair[0].waiting_for() != (seat,) and compared % 3):
                    continue
                ids = sorted({piece.id for battle in pair for piece in battle.view(None).pieces} | {"nobody"})
                rooms = [open_room(opened, battle) for battle in pair]
                one, two = [await look_everywhere(room, seat, seed, ids, kinds) for room in rooms]
                for here, there in zip(one, two, strict=True):
                    assert here == there, f"seed {seed}"
                assert reel(pair[0], seat) == reel(pair[1], seat)
                compared += 1
                if compared >= 4 and kinds == wanted:
                    break
        assert kinds == wanted
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


def test_once_over_a_seat_sees_whom_it_fought() -> None:
    battle = lay_out(HIDDEN, "close-quarters", 3)
    play_on(battle, 8, random.Random(3))
    assert not battle.over
    feed = Feed(battle, "red")
    assert {piece.id for piece in feed.view.pieces} < {piece.id for piece in battle.view(None).pieces}
    seat = battle.waiting_for()[0]
    battle.answer(seat, Concede())
    change = feed.look_again(went_back=False)
    assert feed.view.pieces == battle.view(None).pieces
    assert {piece.id for piece in change.pieces if piece.side == "blue"}


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


def test_a_log_under_way_keeps_an_answer_that_is_under_seal(client: TestClient[Any]) -> None:
    """Everybody may read the log of an open battle; what one seat has answered in secret is not in it yet."""
    battle, chooser = lay_out("tactical", "toy", 3), random.Random(3)
    while not Seat(battle, "red").is_sealed:
        play_on(battle, 1, chooser)
    battle.answer("red", next(option.order for option in battle.options("red")))
    raw = dumps(battle)
    links = client.post("/api/replays", content=raw).json()
    token = {"Authorization": f"Bearer {links['seats']['blue']}"}
    told = client.get(f"/api/battles/{links['battle']}/log", headers=token).content
    assert raw.splitlines()[-1] not in told
    assert told.count(b"show-sign") == raw.count(b"show-sign") - 1
    assert client.get(f"/api/battles/{links['battle']}/replay", headers=token).status_code == 200


def test_a_log_under_way_keeps_an_answer_that_was_under_seal_and_taken_back(client: TestClient[Any]) -> None:
    """What somebody answered in secret and took back may be answered again: the other may not read it meanwhile."""
    battle, chooser = lay_out("tactical", "toy", 3), random.Random(3)
    while not Seat(battle, "red").is_sealed:
        play_on(battle, 1, chooser)
    with client.portal() as portal:
        rooms = client.app.state.rooms
        links = portal.call(rooms.open, battle, {"red": "human", "blue": "human"})
        kept = rooms._rooms[links.battle].lines
        with Visitor(client, links.battle, links.seats["red"]) as red:
            for _ in range(2):
                red.answer(red.now["asked"]["options"][0]["order"])
                red.send({"kind": "take-back"})
                red.catch_up()
            red.wait()
        lines = portal.call(rooms.keeper.do, rooms.keeper.store.lines, links.battle)
    token = {"Authorization": f"Bearer {links.seats['blue']}"}
    told = client.get(f"/api/battles/{links.battle}/log", headers=token).content.splitlines()
    assert any(line.startswith(b'{"undo"') for line in lines[kept:])
    assert told == lines[:kept], "neither the answers nor that they were taken back"
    assert prove(loads(b"\n".join(told) + b"\n")).difference is None


def test_a_log_under_way_tells_what_was_decided_after_something_was_taken_back() -> None:
    battle, chooser = lay_out("brigands", "duel", 3), random.Random(3)
    scribe = Scribe(battle)
    lines = [*scribe.opening(), *scribe.news()]
    for back in (False, True, False, False, True, False):
        play_on(battle, 3, chooser)
        lines += scribe.news()
        if back:
            battle.undo(next(iter(reversed(battle.system.seats))), consent=True)
            lines += scribe.news()
    told = loads(b"\n".join(told_lines(lines)) + b"\n")
    sealed = len(battle.entries) - len(told.entries)
    assert told.entries == battle.entries[: len(told.entries)]
    assert all(not entry.events for entry in battle.entries[len(told.entries) :]), sealed
    assert prove(told).difference is None


def test_what_is_decided_unseen_shows_neither_in_long_work_nor_in_the_list(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Who has the ground around a piece weighed all the time, or reads the list, counts no hidden decisions."""
    hours = itertools.count(7 * SLOT)
    monkeypatch.setattr("gearlock.server.store._now", lambda: next(hours))

    async def go() -> int:
        unseen, chooser = 0, random.Random(5)
        with tables() as opened:
            room, links = await opened.lay_out(HIDDEN, "close-quarters", seed=5)
            red, blue = (Client(room, links.seats[seat]) for seat in ("red", "blue"))
            while unseen < 2 and not room.battle.over:
                if room.battle.ask_for("red"):
                    await red.play(chooser)
                    continue
                mine = [id_ for id_, piece in red.pieces.items() if piece["side"] == "red"]
                listed, told = await opened.keeper.do(opened.keeper.store.battle, room.id), red.number
                red.refusals, red.answers = [], []
                heat = {"kind": "heat", "ref": 1, "piece": mine[0] if mine else ""}
                weighing = asyncio.create_task(red.send(heat))
                await asyncio.sleep(0)
                assert await blue.play(chooser)
                await weighing
                if mine and red.number == told and not room.battle.over:
                    unseen += 1
                    assert [answer["kind"] for answer in red.answers] == ["heated"], red.refusals
                    assert await opened.keeper.do(opened.keeper.store.battle, room.id) == listed
        return unseen

    assert asyncio.run(go()) == 2


def test_no_table_is_fetched_for_who_has_no_link_to_it(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A long battle is a lot of work to play again: nobody has it done by knocking."""
    links = lay_out_over(client, HIDDEN, "close-quarters", "human", "human", seed=9)
    rooms, fetched = client.app.state.rooms, list[str]()
    monkeypatch.setattr(rooms, "_rooms", {})
    fetch = rooms._fetch

    async def noted(id_: str) -> Room:
        fetched.append(id_)
        return cast("Room", await fetch(id_))

    monkeypatch.setattr(rooms, "_fetch", noted)
    for token in ("", "guess", "x" * 100):
        hello = json.dumps({"kind": "hello", "token": token})
        assert turned_away(client, links["battle"], hello) == 4404
    assert fetched == []
    with Visitor(client, links["battle"], links["seats"]["red"]):
        assert fetched == [links["battle"]]
