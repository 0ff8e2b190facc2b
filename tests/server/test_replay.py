"""Watching again: frames for each seat, play on from any of them, and battles the rules have outgrown."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest
from litestar.testing import TestClient

from gearlock.kernel.log import LoadedLog, dumps
from gearlock.server.rooms import Outdated
from server.tabletop import lay_out, play_on, tables
from server.visitor import Visitor
from server.visitor import lay_out as lay_out_over

PEOPLE = {"red": "human", "blue": "human"}


@pytest.mark.parametrize(("system", "scenario"), [("brigands", "duel"), ("hex100", "close-quarters")])
def test_a_battle_handed_in_is_watched_and_branched(client: TestClient[Any], system: str, scenario: str) -> None:
    battle = lay_out(system, scenario, 3)
    play_on(battle, 10_000, random.Random(3))
    links = client.post("/api/replays", content=dumps(battle)).json()
    where = f"/api/battles/{links['battle']}"
    assert client.get(where).json()["over"]
    assert next(each for each in client.get("/api/battles").json() if each["id"] == links["battle"])["over"]
    stories = {}
    for eyes in ("red", "blue", ""):
        reel = client.get(f"{where}/replay?eyes={eyes}").json()
        assert reel["outcome"]["reason"] == (battle.outcome and battle.outcome.reason)
        assert "entry" not in reel["frames"][0]
        stories[eyes] = [line["text"] for frame in reel["frames"] for line in frame["lines"]]
        last = len(reel["frames"]) - 1
        picture = client.get(f"{where}/replay/{last}?eyes={eyes}").json()
        shown = battle.view(eyes or None)
        assert [piece["id"] for piece in picture["pieces"]] == [piece.id for piece in shown.pieces]
        for wrong in (-1, last + 1):
            assert client.get(f"{where}/replay/{wrong}?eyes={eyes}").status_code in (400, 404)
    assert len(stories[""]) >= len(stories["red"])
    assert client.get(f"{where}/replay?eyes=green").status_code == 400
    for frame, status in ((0, 201), (last // 2, 201), (-1, 400), (-(10**9), 400), (last, 400), (10**9, 400)):
        response = client.post(f"{where}/branch", json={"frame": frame, "players": PEOPLE})
        assert response.status_code == status, (frame, response.text)
    branch = client.post(f"{where}/branch", json={"frame": 0, "players": PEOPLE}).json()
    mover = battle.waiting_for() or ("red",)
    with Visitor(client, branch["battle"], branch["seats"][mover[0]]) as player:
        assert not player.now["outcome"]
    bad = client.post(f"{where}/branch", json={"frame": 0, "players": {"red": "human"}})
    assert bad.status_code == 400


def test_a_replay_after_a_take_back_is_of_the_battle_as_it_is(client: TestClient[Any]) -> None:
    links = lay_out_over(client, "brigands", "duel", "human", "bot:random", seed=5)
    chooser = random.Random(1)
    with Visitor(client, links["battle"], links["seats"]["red"]) as red:
        for _ in range(6):
            red.wait()
            red.answer(red.any_order(chooser))
            red.wait()
            red.send({"kind": "take-back"})
            red.catch_up()
            red.wait()
            reel = client.get(f"/api/battles/{links['battle']}/replay?eyes=red").json()
            red.catch_up()
            assert [line["text"] for frame in reel["frames"] for line in frame["lines"]] == red.story
            red.answer(red.any_order(chooser))


def test_a_battle_the_rules_have_outgrown_can_still_be_watched(monkeypatch: pytest.MonkeyPatch) -> None:
    async def go() -> None:
        with tables() as opened:
            room, _ = await opened.lay_out("brigands", "duel")
            room.close()

            def fall_over(*_: object, **__: object) -> None:
                raise KeyError("a rule that is no more")

            monkeypatch.setattr(LoadedLog, "battle", fall_over)
            with pytest.raises(Outdated, match="watch its replay"):
                await opened.rooms.find(room.id)
            record = await opened.rooms.record(room.id)
            assert record.place_of("") == ("", None)
            assert (await opened.rooms.log(room.id)).entries

    asyncio.run(go())
