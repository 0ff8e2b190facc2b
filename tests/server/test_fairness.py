"""Bots and people: who waits for whom, who may think for how long, and what stops when nobody looks."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import msgspec
import pytest

from gearlock.server.queue import Served, Urgency
from gearlock.server.room import RESTED, Room
from gearlock.server.thinkers import Decided, NoAnswer, Task
from server.tabletop import Client, Near, lay_out, settle, tables
from server.test_counsel import consulted

BOTS = {"red": "bot:random", "blue": "bot:random"}


def served(count: int, wishes: list[Urgency]) -> list[Urgency]:
    """In which order wishes are granted that all came while everything was in use, in this order."""
    order: list[Urgency] = []

    async def go() -> None:
        queue: Served[int] = Served()
        queue.size = count
        for number in range(count):
            queue.give_back(number)
        held = [await queue.take(Urgency.PERSON) for _ in range(count)]

        async def wish(urgency: Urgency) -> None:
            thing = await queue.take(urgency)
            order.append(urgency)
            await asyncio.sleep(0)
            queue.give_back(thing)

        waiting = [asyncio.create_task(wish(urgency)) for urgency in wishes]
        await asyncio.sleep(0)
        for thing in held:
            queue.give_back(thing)
        await asyncio.wait_for(asyncio.gather(*waiting), 5)

    asyncio.run(go())
    return order


@pytest.mark.parametrize("count", [1, 2, 3])
def test_people_are_served_first_then_advice_then_bots_among_themselves(count: int) -> None:
    wishes = [Urgency.ALONE, Urgency.ADVICE, Urgency.ALONE, Urgency.PERSON, Urgency.ADVICE, Urgency.PERSON]
    assert served(count, wishes) == sorted(wishes)


def test_bots_among_themselves_never_take_the_last_that_is_free() -> None:
    async def go() -> None:
        queue: Served[str] = Served()
        queue.size = 2
        queue.give_back("one")
        queue.give_back("two")
        await queue.take(Urgency.ALONE)
        alone = asyncio.create_task(queue.take(Urgency.ALONE))
        await asyncio.sleep(0)
        assert not alone.done()
        assert await asyncio.wait_for(queue.take(Urgency.PERSON), 1) == "two", "a person need not wait"
        queue.give_back("two")
        queue.give_back("one")
        assert await asyncio.wait_for(alone, 1)

    asyncio.run(go())


def test_who_gives_up_waiting_takes_nothing_along() -> None:
    async def go() -> None:
        queue: Served[str] = Served()
        queue.size = 1
        waiting = asyncio.create_task(queue.take(Urgency.PERSON))
        served = asyncio.create_task(queue.take(Urgency.ADVICE))
        await asyncio.sleep(0)
        waiting.cancel()
        queue.give_back("one")  # granted to one who is just leaving
        assert await asyncio.wait_for(served, 1) == "one"
        with pytest.raises(asyncio.CancelledError):
            await waiting

    asyncio.run(go())


class Listed(Near):
    """Bots that write down how urgent their decisions were."""

    def __init__(self) -> None:
        super().__init__()
        self.urgencies: list[Urgency] = []

    async def decide(self, task: Task, urgency: Urgency = Urgency.PERSON) -> Decided | NoAnswer:
        self.urgencies.append(urgency)
        await asyncio.sleep(0)
        return await super().decide(task, urgency)


def test_a_decision_is_urgent_where_a_person_sits() -> None:
    async def go() -> None:
        with tables() as here:
            bots = Listed()
            here.rooms.thinkers = bots
            room, links = await here.lay_out("brigands", "duel", {"red": "human", "blue": "bot:random"}, seed=4)
            await settle(room)
            me = Client(room, links.seats["red"])
            bots.urgencies.clear()
            while not bots.urgencies:
                await me.play(random.Random(1))
                await settle(room)
            assert set(bots.urgencies) == {Urgency.PERSON}
            bots.urgencies.clear()
            alone, watch = await here.lay_out("brigands", "duel", BOTS, seed=4)
            Client(alone, watch.watch["red"])
            await settle(alone)
            assert set(bots.urgencies) == {Urgency.ALONE}

    asyncio.run(go())


def test_bots_that_nobody_watches_rest_and_go_on_with_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gearlock.server.bot_seats.LEFT_ALONE", 0.0)

    async def go() -> None:
        with tables() as here:
            room, links = await here.lay_out("brigands", "duel", BOTS, seed=4)
            await settle(room)
            assert not is_over(room), "nobody looked"
            before = room.lines
            await rest_again(here.rooms.find, room)
            looker = Client(room, links.watch["red"])
            await settle(room)
            looker.listen()
            assert [said["text"] for said in looker.answers] == [RESTED]
            assert is_over(room)
            assert room.lines > before
            assert here.rooms.put_away_idle() == 0
            looker.leave()
            again = await here.lay_out("brigands", "duel", BOTS, seed=5)
            await settle(again[0])
            assert here.rooms.put_away_idle() == 2
            fetched = await here.rooms.find(again[1].battle)
            await settle(fetched)
            assert not is_over(fetched), "fetching alone wakes nobody"
            other = Client(fetched)
            await settle(fetched)
            other.listen()
            assert [said["text"] for said in other.answers] == [RESTED]
            assert is_over(fetched)

    asyncio.run(go())


def is_over(room: Room) -> bool:
    return room.battle.over


async def rest_again(find: Any, room: Room) -> None:
    """Looking a table up wakes nobody."""
    assert await find(room.id) is room
    await settle(room)
    assert room.bots.rest


def test_bots_that_are_watched_play_to_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gearlock.server.bot_seats.LEFT_ALONE", 0.0)

    async def go() -> None:
        with tables() as here:
            bots = Listed()
            here.rooms.thinkers = bots
            links = await here.rooms.open(lay_out("brigands", "duel", 4), BOTS)
            room = await here.rooms.find(links.battle)
            looker = Client(room)
            await settle(room)
            looker.listen()
            assert is_over(room)
            assert looker.answers == []

    asyncio.run(go())


def test_a_seat_asks_one_bot_at_a_time_from_however_many_tabs() -> None:
    async def go() -> None:
        with tables() as here:
            room, links = await here.lay_out("brigands", "duel", seed=4)
            tabs = [Client(room, links.seats[room.battle.waiting_for()[0]]) for _ in range(3)]
            question = {"kind": "consult", "ref": 7, "decision": tabs[0].now["asked"]["decision"]}
            here.thinkers.may_speak.clear()
            await tabs[0].send(question)
            assert await tabs[1].refused(question) == "busy"
            assert await tabs[2].refused(question) == "busy"
            here.thinkers.may_speak.set()
            assert (await _answered(tabs[0]))["kind"] == "counselled"
            assert (await consulted(tabs[1]))["kind"] == "counselled"

    asyncio.run(go())


async def _answered(client: Client) -> dict[str, Any]:
    await client.room.counsels[client.guest.seat]
    client.listen()
    return client.answers[-1]


@pytest.mark.parametrize("bot", ["strategist:600s:999999n", "tactician:0.1s", "bot:strategist:5n", "human", ""])
def test_strangers_do_not_say_how_long_a_bot_thinks(bot: str) -> None:
    async def go() -> None:
        with tables() as here:
            room, links = await here.lay_out("brigands", "duel", seed=4)
            mine = next(c for c in (Client(room, links.seats[s]) for s in ("red", "blue")) if c.asked)
            assert "No player is called" in (await consulted(mine, bot=bot))["message"]
            assert (await consulted(mine, bot="tactician:cautious"))["kind"] == "counselled"

    asyncio.run(go())


def test_whoever_says_hello_all_the_time_is_slowed_down_and_nobody_else_hears_of_it() -> None:
    async def go() -> None:
        with tables() as here:
            room, links = await here.lay_out("brigands", "duel", seed=4)
            red = Client(room, links.seats["red"])
            looker = Client(room)
            heard = len(red.heard)
            began = asyncio.get_running_loop().time()
            for _ in range(2):
                await looker.send({"kind": "hello"})
            took = asyncio.get_running_loop().time() - began
            red.listen()
            assert len(red.heard) == heard, "who looks on is no news"
            assert took > 1
            looker.leave()
            red.listen()
            assert len(red.heard) == heard
            blue = Client(room, links.seats["blue"])
            red.listen()
            assert len(red.heard) == heard + 1, "who sits down is"
            assert msgspec.json.decode(red.heard[-1])["now"]["seats"][1]["present"]
            await blue.send({"kind": "hello", "token": links.seats["blue"]})
            red.listen()
            assert len(red.heard) == heard + 1

    asyncio.run(go())
