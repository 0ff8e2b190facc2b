"""Taking back, coming back, and what is done for people."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import pytest

from gearlock.kernel.asks import OPEN_OPTIONS
from gearlock.kernel.log import loads
from gearlock.kernel.orders import Decline
from gearlock.kernel.record import Answered
from gearlock.server.guest import Guest
from gearlock.server.queue import Urgency
from gearlock.server.room import Room
from gearlock.server.thinkers import Decided, NoAnswer, Task
from gearlock.server.troubles import TABLE
from server.tabletop import Client, Near, Tables, any_order, lay_out, play_on, settle, tables

SYSTEMS = [("brigands", "duel"), ("hex100", "close-quarters"), ("blitz", "battle"), ("fieldmanual", "skirmish")]
BOT = {"red": "human", "blue": "bot:random"}


async def at_table(
    opened: Tables, system: str, scenario: str, seed: int, decisions: int
) -> tuple[Room, dict[str, str]]:
    battle = lay_out(system, scenario, seed)
    play_on(battle, decisions, random.Random(seed))
    room, links = await opened.open(battle)
    return room, links.seats


async def take_back(people: dict[str, Client], seat: str) -> None:
    """By consent, if need be."""
    await people[seat].send({"kind": "take-back"})
    for client in people.values():
        await client.send({"kind": "consent", "yes": True})


def come_back(room: Room, token: str, before: Client) -> Client:
    """A browser that was away, with what it had on the screen."""
    back = Client(room, token, shown=len(before.story), edition=before.now["edition"])
    kept = json.loads(back.heard[0])["keeps"]
    back.story[:kept] = before.story[:kept]
    return back


@pytest.mark.parametrize(("scenario", "is_open"), [("duel", True), ("battle", False)])
def test_in_an_open_scenario_of_a_system_with_secrets_anybody_may_look_on(scenario: str, is_open: bool) -> None:
    async def go() -> None:
        with tables() as opened:
            room, links = await opened.lay_out("blitz", scenario)
            record = await opened.rooms.record(links.battle)
            assert room.battle.has_secrets is record.has_secrets is not is_open
            assert (room.place_of("") is not None) is (record.place_of("") is not None) is is_open

    asyncio.run(go())


@pytest.mark.parametrize(("system", "scenario"), SYSTEMS)
def test_one_who_drops_out_at_any_moment_misses_nothing(system: str, scenario: str) -> None:
    async def go() -> None:
        chooser = random.Random(7)
        with tables() as opened:
            room, seats = await at_table(opened, system, scenario, 2, 5)
            there = {seat: Client(room, token) for seat, token in seats.items()}
            loyal = {seat: Client(room, token) for seat, token in seats.items()}
            away: dict[str, Client] = {}
            for _ in range(60):
                if room.battle.over:
                    break
                mover = room.battle.waiting_for()[0]
                await loyal[mover].play(chooser)
                if chooser.random() < 0.2:
                    await take_back(loyal, chooser.choice(list(loyal)))
                for seat, client in list(there.items()):
                    if chooser.random() < 0.3 and seat not in away:
                        client.listen()
                        client.leave()
                        away[seat] = client
                    elif seat in away and chooser.random() < 0.4:
                        there[seat] = come_back(room, seats[seat], away.pop(seat))
            for seat, client in away.items():
                there[seat] = come_back(room, seats[seat], client)
            for seat, client in loyal.items():
                client.listen()
                there[seat].listen()
                assert there[seat].pieces == client.pieces
                assert there[seat].story == client.story
                assert there[seat].now == client.now

    asyncio.run(go())


def test_two_windows_on_one_seat_see_the_same_and_only_one_answer_counts() -> None:
    async def go() -> None:
        with tables() as opened:
            room, seats = await at_table(opened, "brigands", "duel", 1, 6)
            mover = room.battle.waiting_for()[0]
            one, two = Client(room, seats[mover]), Client(room, seats[mover])
            asked = two.asked
            assert asked
            await one.play(random.Random(1))
            stale = {"kind": "answer", "decision": asked["decision"], "order": {"order": "decline"}}
            assert await two.refused(stale) == "stale"
            one.listen()
            assert one.now == two.now
            assert one.story == two.story
            two.leave()
            one.listen()
            assert next(seat for seat in one.now["seats"] if seat["seat"] == mover)["present"]

    asyncio.run(go())


def test_behind_dice_the_opponent_is_asked_and_may_say_no_or_yes() -> None:
    async def go() -> None:
        with tables() as opened:
            room, seats = await at_table(opened, "brigands", "duel", 3, 0)
            there = {seat: Client(room, token) for seat, token in seats.items()}
            chooser = random.Random(2)
            while not room.battle.veil("red"):
                await there[room.battle.waiting_for()[0]].play(chooser)
            red, blue = there["red"], there["blue"]
            blue.listen()
            before, story = room.battle.hash(), list(blue.story)
            red.listen()
            assert red.now["undo"] == "consent"
            await red.send({"kind": "take-back"})
            blue.listen()
            assert blue.now["wish"] == "red"
            assert await red.refused({"kind": "consent", "yes": True}) == "undo-refused"
            await blue.send({"kind": "consent", "yes": False})
            assert blue.now["wish"] == ""
            assert room.battle.hash() == before
            await red.send({"kind": "take-back"})
            await blue.send({"kind": "consent", "yes": True})
            assert room.battle.hash() != before
            assert len(blue.story) < len(story)
            assert blue.story == story[: len(blue.story)]
            assert red.asked
            kept = loads(b"\n".join(await opened.keeper.do(opened.keeper.store.lines, room.id)) + b"\n")
            assert kept.battle().hash() == room.battle.hash()

    asyncio.run(go())


def test_against_a_bot_one_takes_back_freely_and_past_what_was_no_choice() -> None:
    async def go() -> None:
        with tables() as opened:
            room, links = await opened.lay_out("brigands", "duel", BOT, seed=4)
            red, chooser = Client(room, links.seats["red"]), random.Random(3)
            taken = 0
            while not room.battle.over and taken < 12:
                await settle(room)
                asked, before = red.asked, room.battle.hash()
                if asked is None:
                    break
                await red.play(chooser)
                await settle(room)
                red.listen()
                if red.now["outcome"]:
                    break
                assert red.now["undo"] == "free"
                await red.send({"kind": "take-back"})
                assert room.battle.hash() == before
                again = red.asked
                assert again
                assert again["options"] == asked["options"], "the very question that was answered"
                await red.play(chooser)
                taken += 1
            assert taken

    asyncio.run(go())


def test_where_there_is_one_choice_it_is_made_and_marked_as_such() -> None:
    async def go() -> int:
        made = 0
        with tables() as opened:
            for seed in range(6):
                room, seats = await at_table(opened, "brigands", "duel", seed, 0)
                there = {seat: Client(room, token) for seat, token in seats.items()}
                chooser = random.Random(seed)
                for _ in range(60):
                    if room.battle.over:
                        break
                    mover = room.battle.waiting_for()[0]
                    options = room.battle.options(mover)
                    assert len(options) > 1 or isinstance(options[0], OPEN_OPTIONS)
                    await there[mover].play(chooser)
                made += sum(
                    isinstance(entry.input, Answered)
                    and entry.input.auto
                    and not isinstance(entry.input.order, Decline)
                    for entry in room.battle.entries
                )
        return made

    assert asyncio.run(go())


class Gated(Near):
    """A bot that thinks until it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = asyncio.Event()
        self.asked = asyncio.Event()

    async def decide(self, task: Task, urgency: Urgency = Urgency.PERSON) -> Decided | NoAnswer:
        self.asked.set()
        await self.gate.wait()
        return await super().decide(task, urgency)


def test_taking_back_while_the_bot_thinks_makes_its_thought_void(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gearlock.server.bot_seats.NOTICEABLE", 0.0)

    async def go() -> None:
        with tables() as opened:
            gated = Gated()
            gated.gate.set()
            opened.rooms.thinkers = gated
            room, links = await opened.lay_out("brigands", "duel", BOT, seed=4)
            red, chooser = Client(room, links.seats["red"]), random.Random(3)
            await settle(room)
            while room.battle.waiting_for() != ("blue",):
                await settle(room)
                gated.gate.clear()
                gated.asked.clear()
                before = room.battle.hash()
                await red.play(chooser)
            await gated.asked.wait()
            while red.now["thinking"] != "blue":
                await asyncio.sleep(0)
                red.listen()
            await red.send({"kind": "take-back"})
            assert room.battle.hash() == before
            gated.gate.set()
            await settle(room)
            red.listen()
            assert room.battle.hash() == before
            assert red.now["thinking"] == ""
            assert red.asked

    asyncio.run(go())


def test_a_bot_that_fails_is_helped_out_and_people_are_told(caplog: pytest.LogCaptureFixture) -> None:
    async def go() -> None:
        with tables() as opened:
            room, links = await opened.lay_out("brigands", "duel", BOT, seed=4)
            red, chooser = Client(room, links.seats["red"]), random.Random(3)
            near = opened.thinkers
            near.said = [NoAnswer("found no answer within 5 seconds"), Decline(), "no order at all"]  # type: ignore[list-item]
            while near.said:
                assert not room.battle.over
                await settle(room)
                await red.play(chooser)
            await settle(room)
            red.listen()
            told = [message["text"] for message in red.answers if message["kind"] == "said"]
            assert len(told) >= 2
            assert told[0].startswith("The bot of blue found no answer within 5 seconds. ")
            assert told[1].startswith("The bot of blue chose something that cannot be done. ")
            assert all("the battle goes on" in text for text in told)
            said = await opened.keeper.do(opened.keeper.store.sayings, room.id)
            assert [(TABLE, text) for text in told] == said
            assert not room.closed

    asyncio.run(go())


def test_rules_that_fall_over_an_order_leave_everything_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    async def go() -> None:
        chooser = random.Random(5)
        with tables() as opened:
            room, seats = await at_table(opened, "brigands", "duel", 1, 8)
            there = {seat: Client(room, token) for seat, token in seats.items()}
            mover = there[room.battle.waiting_for()[0]]
            before, lines = room.battle.hash(), room.lines
            advance = type(room.battle)._advance

            def fall_over(self: Any, reply: object) -> None:
                advance(self, reply)
                if reply is not None:
                    raise KeyError("a bug of ours")

            monkeypatch.setattr(type(room.battle), "_advance", fall_over)
            asked = mover.asked
            assert asked
            order = any_order(room.battle, mover.guest.seat, chooser)
            with_order = {"kind": "answer", "decision": asked["decision"], "order": order}
            await mover.send(with_order)
            codes = [refusal["code"] for refusal in mover.refusals]
            monkeypatch.setattr(type(room.battle), "_advance", advance)
            assert codes == ["broken"]
            assert (room.battle.hash(), room.lines) == (before, lines)
            for _ in range(10):
                if room.battle.over:
                    break
                await there[room.battle.waiting_for()[0]].play(chooser)
            for client in there.values():
                client.listen()
                assert client.story == [line.text for line in room.audience.feed(client.guest.eyes).story]
            assert not room.closed
            assert "a bug of ours" not in json.dumps([client.heard for client in there.values()])

    asyncio.run(go())


def test_the_edition_of_the_story_outlives_a_restart() -> None:
    async def go() -> None:
        chooser = random.Random(2)
        with tables() as opened:
            room, seats = await at_table(opened, "brigands", "duel", 1, 8)
            there = {seat: Client(room, token) for seat, token in seats.items()}
            gone = Client(room, seats["red"])
            gone.leave()
            mover = there[room.battle.waiting_for()[0]]
            await mover.play(chooser)
            await take_back(there, mover.guest.seat)
            mover.listen()
            asked, edition = mover.asked, mover.now["edition"]
            assert edition
            room.close()
            again = await opened.rooms.find(room.id)
            assert again is not room
            fresh = Client(again, seats[mover.guest.seat])
            assert fresh.asked == asked
            assert fresh.now["edition"] == edition
            assert come_back(again, seats["red"], gone).story == Client(again, seats["red"]).story

    asyncio.run(go())


def test_one_who_comes_while_something_is_written_down_is_told_when_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def go() -> None:
        with tables() as opened:
            room, seats = await at_table(opened, "brigands", "duel", 1, 8)
            mover = Client(room, seats[room.battle.waiting_for()[0]])
            disk, keep = asyncio.Event(), opened.keeper.keep

            async def slow(*args: Any) -> None:
                await disk.wait()
                await keep(*args)

            monkeypatch.setattr(opened.keeper, "keep", slow)
            playing = asyncio.create_task(mover.play(random.Random(1)))
            looker = Client(room)
            before = list(looker.heard)
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            assert not room.quiet.is_set()
            looking = asyncio.create_task(looker.send({"kind": "hello"}))
            leaver = Guest("", None)
            room.audience.guests.add(leaver)
            room.leave(leaver)
            await asyncio.sleep(0.01)
            looker.listen()
            assert looker.heard == before, "nothing is told that could be lost"
            disk.set()
            await asyncio.gather(playing, looking)
            looker.listen()
            assert len(looker.heard) > len(before)

    asyncio.run(go())


def test_a_long_question_is_void_when_the_battle_moves_on_meanwhile() -> None:
    async def go() -> None:
        with tables() as opened:
            room, seats = await at_table(opened, "brigands", "duel", 1, 0)
            there = {seat: Client(room, token) for seat, token in seats.items()}
            number = None
            while number is None:
                mover = there[room.battle.waiting_for()[0]]
                asked = mover.asked
                assert asked
                kinds = [option["kind"] for option in asked["options"]]
                number = kinds.index("path") if "path" in kinds else None
                if number is None:
                    await mover.play(random.Random(1))
            asking = asyncio.create_task(mover.ask("suggest", option=number))
            again = Client(room, seats[mover.guest.seat])
            await asyncio.gather(asking, again.play(random.Random(1)), return_exceptions=True)
            mover.listen()
            assert [refusal["code"] for refusal in mover.refusals] == ["stale"]

    asyncio.run(go())
