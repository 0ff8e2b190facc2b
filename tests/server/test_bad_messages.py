"""What a table says to messages it cannot use: a code, words, and nothing else happens."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from gearlock.server.guest import Guest
from gearlock.server.limits import LARGEST_MESSAGE, Bucket, Buckets, is_our_host, is_our_page
from gearlock.server.wire import LONGEST_SAYING, Alive
from server.tabletop import Client, any_order, stop_the_clock, tables
from server.visitor import PATIENCE, Visitor, lay_out

WEB = "http:" + "//"
LADDER = '{"kind":"weigh","ref":1,"decision":1,"order":' + "[" * 20_000 + "]" * 20_000 + "}"


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ("", "unreadable"),
        ("not json", "unreadable"),
        ("[" * 60_000, "unreadable"),
        (LADDER, "unreadable"),
        ('{"kind":"storm"}', "unreadable"),
        ('{"kind":"beat","more":1}', "unreadable"),
        ('{"kind":"say"}', "unreadable"),
        ('{"kind":"say","text":"\\ud800"}', "unreadable"),
        ({"kind": "answer", "decision": "7", "order": {}}, "unreadable"),
        ({"kind": "say", "text": "x" * LARGEST_MESSAGE}, "too-large"),
        ({"kind": "answer", "decision": 0, "order": {"order": "decline"}}, "stale"),
        ({"kind": "answer", "decision": 10**9, "order": {"order": "decline"}}, "stale"),
        ({"kind": "answer", "decision": 10**40, "order": {"order": "decline"}}, "unreadable"),
        ({"kind": "take-back"}, "undo-refused"),
        ({"kind": "consent", "yes": True}, "undo-refused"),
        ({"kind": "hello", "token": "somebody else's"}, "seated"),
    ],
    ids=str,
)
def test_a_bad_message_is_refused_with_a_code_and_the_table_stands(message: object, code: str) -> None:
    async def go() -> None:
        with tables() as opened:
            room, links = await opened.lay_out("brigands", "duel")
            red = Client(room, links.seats["red"])
            before = room.battle.hash(), room.lines
            assert await red.refused(message) == code
            assert (room.battle.hash(), room.lines) == before
            assert not room.audience.said
            await red.send({"kind": "beat"})
            assert red.answers[-1]["kind"] == "alive"

    asyncio.run(go())


def test_a_question_about_an_option_that_is_not_there_is_refused() -> None:
    async def go() -> None:
        with tables() as opened:
            room, links = await opened.lay_out("brigands", "duel")
            mover = Client(room, links.seats[room.battle.waiting_for()[0]])
            assert mover.asked
            for option in (-1, 999, 10**12):
                assert (await mover.ask("suggest", option=option))["code"] == "no-such-option"
                assert (await mover.ask("point", option=option, x=1))["code"] == "no-such-option"
            assert (await mover.ask("weigh", order={"order": "nothing"}))["code"] == "unreadable"

    asyncio.run(go())


@pytest.mark.parametrize(("system", "scenario"), [("brigands", "duel"), ("hex100", "close-quarters")])
def test_pointing_beyond_the_world_is_answered_at_once(system: str, scenario: str) -> None:
    async def go() -> None:
        chooser = random.Random(4)
        with tables() as opened:
            room, links = await opened.lay_out(system, scenario)
            people = [Client(room, token) for token in links.seats.values()]
            for _ in range(30):
                mover = next(client for client in people if client.asked)
                asked = mover.asked
                assert asked
                for number, option in enumerate(asked["options"]):
                    if option["kind"] in ("path", "place", "facing", "amount"):
                        for far in (10**6, -(10**6), 10**9, 2**70):
                            async with asyncio.timeout(PATIENCE):  # and not after a walk to the place
                                said = await mover.ask("point", option=number, x=far, y=far, facing=far)
                            assert said["kind"] in ("pointed", "refused")
                            assert said.get("code") != "broken", said
                await mover.play(chooser)

    asyncio.run(go())


def test_nobody_answers_for_another_seat_or_from_the_side_or_twice() -> None:
    async def go() -> None:
        with tables() as opened:
            room, links = await opened.lay_out("brigands", "duel")
            seats = {seat: Client(room, token) for seat, token in links.seats.items()}
            mine = room.battle.waiting_for()[0]
            mover = seats.pop(mine)
            decision = room.audience.decision(mine)
            order = {"kind": "answer", "decision": decision, "order": any_order(room.battle, mine, random.Random(1))}
            before = room.battle.hash()
            for other in seats.values():
                assert await other.refused(order) == "stale", "the number of a question is its seat's alone"
            for looker in (Client(room), Client(room, links.watch[mine])):
                assert await looker.refused(order) == "not-asked"
            for kind in ("take-back", "consent", "say"):
                more: dict[str, object] = {"consent": {"yes": True}, "say": {"text": "hello"}}.get(kind, {})  # type: ignore[assignment]
                assert await Client(room).refused({"kind": kind, **more}) == "not-asked"
            assert room.battle.hash() == before
            await mover.send(order)
            assert not mover.refusals
            assert await mover.refused(order) == "stale"

    asyncio.run(go())


def test_a_saying_is_cut_and_kept_as_plain_text() -> None:
    async def go() -> None:
        with tables() as opened:
            room, links = await opened.lay_out("brigands", "duel")
            red = Client(room, links.seats["red"])
            for text in ("<b>hi</b>", "a\u0000b\u202ec\n", "  \u0007 ", "y" * 2000):
                await red.send({"kind": "say", "text": text})
            said = [answer["text"] for answer in red.answers]
            assert said == ["<b>hi</b>", "a b c", "y" * LONGEST_SAYING]
            again = await opened.keeper.do(opened.keeper.store.sayings, room.id)
            assert again == [("red", text) for text in said]

    asyncio.run(go())


def test_one_who_does_not_listen_is_shown_out_and_the_rest_play_on() -> None:
    async def go() -> None:
        with tables() as opened:
            room, links = await opened.lay_out("brigands", "duel")
            red, deaf = Client(room, links.seats["red"]), Client(room, links.seats["blue"])
            for _ in range(Guest.PATIENCE + 10):
                await red.send({"kind": "say", "text": "?"})
            assert deaf.guest.line.get_nowait() is None
            assert deaf.guest.line.empty()
            deaf.leave()
            assert not red.refusals
            back = Client(room, links.seats["blue"])
            assert back.now["seats"][1]["present"]

    asyncio.run(go())


def test_last_words_are_sent_before_the_end() -> None:
    async def go() -> None:
        guest = Guest("red", "red")
        guest.tell(Alive(1))
        guest.finish()
        guest.tell(Alive(2))
        assert guest.line.get_nowait() == b'{"kind":"alive","number":1}'
        assert guest.line.get_nowait() is None
        assert guest.line.empty()

    asyncio.run(go())


def test_unknown_tables_and_tokens_and_rude_beginnings_are_turned_away(client: TestClient[Any]) -> None:
    links = lay_out(client, "hex100", "close-quarters", "human", "human")
    place = f"/api/battles/{links['battle']}/table"
    for path, hello in (
        ("/api/battles/nowhere/table", {"kind": "hello"}),
        (place, {"kind": "hello", "token": "guess"}),
        (place, {"kind": "hello"}),
        (place, {"kind": "beat"}),
        (place, "x" * 100_000),
        (place, "[" * 60_000),
    ):
        with client.websocket_connect(path) as socket:
            socket.send_text(hello if isinstance(hello, str) else json.dumps(hello))
            with pytest.raises(WebSocketDisconnect) as closed:
                socket.receive_text(timeout=PATIENCE)
            assert closed.value.code == 4404
            assert closed.value.detail


def test_another_page_and_another_name_are_turned_away(client: TestClient[Any]) -> None:
    links = lay_out(client, "brigands", "duel", "human", "human")
    path = f"/api/battles/{links['battle']}/table"
    for headers in ({"origin": WEB + "evil.example"}, {"origin": "null"}, {"host": "evil.example"}, {"host": "["}):
        with pytest.raises(WebSocketDisconnect) as closed, client.websocket_connect(path, headers=headers):
            pass
        assert closed.value.code == 4403


def test_one_who_says_too_much_hears_why_and_may_come_back(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    stop_the_clock(monkeypatch)
    links = lay_out(client, "brigands", "duel", "human", "human")
    with Visitor(client, links["battle"], links["seats"]["red"]) as loud:
        for _ in range(400):
            loud.send({"kind": "beat"})
        assert loud.hear("refused")["code"] == "too-fast"
        assert loud.closing()[0] == 4429
    with Visitor(client, links["battle"], links["seats"]["red"]) as back:
        back.catch_up()


def test_binary_messages_are_no_messages(client: TestClient[Any]) -> None:
    links = lay_out(client, "brigands", "duel", "human", "human")
    with Visitor(client, links["battle"], links["seats"]["red"]) as red:
        red.send_bytes(b"\xff\x00")
        assert red.hear("refused")["code"] == "unreadable"
        red.catch_up()


def test_names_of_ours_and_of_others() -> None:
    assert is_our_host("localhost:8420", (), False)
    assert is_our_host("[::1]:8420", (), False)
    assert is_our_host("Table.Example", ("table.EXAMPLE",), True)
    assert is_our_host("192.168.0.7:8420", (), True)
    assert not is_our_host("192.168.0.7:8420", (), False)
    for foreign in ("", "[", "evil.example", "localhost.evil.example", "127.0.0.1.evil.example"):
        assert not is_our_host(foreign, (), True), foreign
    assert is_our_page("", "localhost:8420")
    assert is_our_page("http://localhost:8420", "LOCALHOST:8420")
    for foreign in ("null", "http://[", "http://localhost", "http://localhost:8421", WEB + "evil.example"):
        assert not is_our_page(foreign, "localhost:8420"), foreign


def test_a_bucket_empties_and_fills(monkeypatch: pytest.MonkeyPatch) -> None:
    now = stop_the_clock(monkeypatch)
    bucket = Bucket(burst=3, rate=2)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    now[0] = 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]
    callers = Buckets(burst=1, rate=1)
    assert callers.take("a")
    assert callers.take("b")
    assert not callers.take("a")
