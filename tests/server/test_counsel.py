"""Asking a bot at the table: it answers in its own time, to the one who asked alone."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from gearlock.bots.thoughts import MEANINGS
from gearlock.server.thinkers import NoAnswer, Thinkers
from server.tabletop import Client, tables
from server.test_thinkers import task
from server.visitor import PATIENCE


async def consulted(client: Client, **parts: object) -> dict[str, Any]:
    """Ask, and wait for the bot."""
    decision = client.now["asked"]["decision"] if client.now["asked"] else 0
    client.refusals, client.answers = [], []
    await client.send({"kind": "consult", "ref": 7, "decision": decision, **parts})
    if client.guest.seat in client.room.counsels:
        await client.room.counsels[client.guest.seat]
    client.listen()
    (answer,) = [*client.refusals, *client.answers]
    assert answer["ref"] == 7
    return answer


@pytest.mark.parametrize(("system", "scenario", "before"), [("brigands", "duel", 6), ("hex100", "close-quarters", 8)])
def test_a_bot_says_what_it_would_do_and_its_first_order_can_be_given(system: str, scenario: str, before: int) -> None:
    async def go() -> None:
        with tables() as here:
            room, links = await here.lay_out(system, scenario, seed=4)
            both, chooser = [Client(room, links.seats[seat]) for seat in ("red", "blue")], random.Random(1)
            for _ in range(before):
                assert any([await client.play(chooser) for client in both if client.asked])
            mine, other = sorted(both, key=lambda client: client.asked is None)
            heard = len(other.heard)
            told = await consulted(mine)
            assert (told["kind"], told["bot"]) == ("counselled", "tactician")
            assert mine.asked is not None
            best = told["ways"][0]
            assert best["steps"][0] == mine.asked["options"][best["option"]]["label"]
            assert [way["worth"] for way in told["ways"]] == sorted((w["worth"] for w in told["ways"]), reverse=True)
            for way in told["ways"]:
                assert all(term["meaning"] == MEANINGS[term["name"]] for term in way["terms"])
                assert (await mine.ask("weigh", order=way["order"]))["kind"] == "weighed"
            other.listen()
            assert len(other.heard) == heard
            await mine.answer(best["order"])

    asyncio.run(go())


def test_who_is_not_asked_or_asks_nobody_who_weighs_is_refused() -> None:
    async def go() -> None:
        with tables() as here:
            room, links = await here.lay_out("brigands", "duel", seed=4)
            both = [Client(room, links.seats[seat]) for seat in ("red", "blue")]
            mine, other = sorted(both, key=lambda client: client.asked is None)
            assert mine.asked is not None
            assert (await consulted(other, decision=mine.asked["decision"]))["code"] == "stale"
            assert (await consulted(Client(room)))["code"] == "not-asked"
            assert (await consulted(mine, decision=999))["code"] == "stale"
            assert "No player is called" in (await consulted(mine, bot="wizard"))["message"]
            assert "weighs nothing" in (await consulted(mine, bot="random"))["message"]

    asyncio.run(go())


def test_a_bot_that_comes_to_nothing_says_so_and_one_thinks_at_a_time() -> None:
    async def go() -> None:
        with tables() as here:
            room, links = await here.lay_out("brigands", "duel", seed=4)
            mine = next(c for c in (Client(room, links.seats[s]) for s in ("red", "blue")) if c.asked)
            here.thinkers.advised.append(NoAnswer("found no answer within 2 seconds"))
            refused = await consulted(mine)
            assert (refused["code"], refused["message"]) == (
                "no-advice",
                "The tactician found no answer within 2 seconds.",
            )
            assert mine.asked is not None
            question = {"kind": "consult", "ref": 7, "decision": mine.asked["decision"]}
            here.thinkers.may_speak.clear()
            await mine.send(question)
            assert await mine.refused(question | {"ref": 8}) == "busy"
            mine.answers = []
            await mine.play(random.Random(1))  # decides before the bot has thought: its advice is of no use any more
            here.thinkers.may_speak.set()
            await room.counsels[mine.guest.seat]
            mine.listen()
            assert mine.answers == []
            assert mine.refusals[-1]["code"] == "stale"

    asyncio.run(go())


def test_a_process_weighs_ways() -> None:
    async def go() -> None:
        hired = Thinkers(1, PATIENCE)
        try:
            ways = await hired.advise(task(6, "bot:greedy")[1])
            assert not isinstance(ways, NoAnswer)
            assert all(way.order is not None for way in ways)
            assert ways
            assert await hired.advise(task(6, "bot:nobody")[1]) == NoAnswer("broke down")
        finally:
            hired.close()

    asyncio.run(go())
