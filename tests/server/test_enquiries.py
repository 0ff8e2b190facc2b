"""What players ask while they think: it stops nobody, holds as long as nothing new is told, and is called off then."""

from __future__ import annotations

import asyncio
import json
import random
import time
from asyncio import events
from collections.abc import Callable
from typing import Any

import pytest

from gearlock.kernel.asks import Path
from gearlock.kernel.battle import Battle
from gearlock.kernel.seat import Seat
from gearlock.server.enquiries import MOST_WAITING
from gearlock.server.guest import Guest
from gearlock.server.hearing import hear
from gearlock.server.questions import Question, answer_of, answered, question_of
from gearlock.server.reckoners import Inline, Reckoners
from gearlock.server.room import Room
from gearlock.server.wire import Bear, Fear, Heat, Point, Reach, Suggest, ToClient, WeighAll, WhyNot
from gearlock.table.suggesting import in_one_go
from server.tabletop import Client, Tables, lay_out, play_on, tables

LONG_MOVES = ("tactical", "skirmish")


class Counting(Inline):
    """Works here, counts what it is asked, and waits until it may answer."""

    def __init__(self) -> None:
        self.asked: list[Question] = []
        self.called_off = 0
        self.may_answer = asyncio.Event()
        self.may_answer.set()

    async def answer(self, question: Question, pays: Callable[[float], None]) -> ToClient:
        self.asked.append(question)
        try:
            await self.may_answer.wait()
        except asyncio.CancelledError:
            self.called_off += 1
            raise
        return await super().answer(question, pays)


async def moving(opened: Tables, system: str = "fieldmanual", scenario: str = "duel") -> tuple[Room, Any, str, int]:
    """A table where a seat may complete an open option."""
    battle, chooser = lay_out(system, scenario, 3), random.Random(1)
    while (number := leading_somewhere(battle)) is None:
        play_on(battle, 1, chooser)
    room, links = await opened.open(battle)
    return room, links, room.battle.waiting_for()[0], number


def leading_somewhere(battle: Battle[Any]) -> int | None:
    """An option of a move that leads somewhere, if there is one."""
    seat = Seat(battle, battle.waiting_for()[0])
    found = (n for n, option in enumerate(seat.options()) if isinstance(option, Path) and seat.reach(option))
    return next(found, None)


@pytest.mark.parametrize(
    ("system", "scenario"),
    [
        ("tactical", "skirmish"),
        ("hex100", "skirmish"),
        ("blitz", "duel"),
        ("brigands", "duel"),
        ("fieldmanual", "duel"),
    ],
)
def test_an_answer_from_another_process_is_the_one_that_is_given_here(system: str, scenario: str) -> None:
    """What travels is enough: the position as the seat was told of it."""
    battle, chooser, compared = lay_out(system, scenario, 5), random.Random(5), set[str]()
    for _ in range(6):
        play_on(battle, chooser.randrange(1, 8), chooser)
        if battle.over:
            break
        for name in battle.system.seats:
            seat = Seat(battle, name)
            asked = range(len(seat.options())) if seat.ask else ()
            mine = [piece.id for piece in seat.view().pieces if piece.side == name][:1]
            for message in (
                WeighAll(0, 0),
                *(Suggest(0, 1, number) for number in asked[:2]),
                *(Reach(0, 1, number) for number in asked[:2]),
                *(Point(0, 1, number, 3, 4) for number in asked[:2]),
                *(kind(0, id_) for id_ in mine for kind in (Heat, Fear, Bear)),
                *(WhyNot(0, 0, id_) for id_ in mine),
            ):
                here = in_one_go(answer_of(seat, message))
                assert in_one_go(answered(question_of(battle, name, message))) == here
                compared.add(type(here).__name__)
    assert len(compared) >= 4, compared


def test_where_moves_lead_is_worked_out_while_the_loop_serves_everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    """The loop's time for the dearest question there is, against the time that its answer takes."""
    pieces: list[float] = []
    run = events.Handle._run

    def timed(handle: events.Handle) -> None:
        began = time.thread_time()
        run(handle)
        pieces.append(time.thread_time() - began)

    async def go() -> None:
        reckoners = Reckoners(1)
        await reckoners.warm()
        with tables() as opened:
            opened.rooms.reckoning = reckoners
            room, links, seat, number = await moving(opened, *LONG_MOVES)
            client = Client(room, links.seats[seat])
            began = time.thread_time()
            here = Seat(room.battle, seat).reach(room.battle.options(seat)[number])
            long = time.thread_time() - began
            await client.ask("weigh-all")
            monkeypatch.setattr(events.Handle, "_run", timed)
            answer = await client.ask("reach", option=number)
            monkeypatch.setattr(events.Handle, "_run", run)
            assert len(answer["bands"]) == len(here) >= 1
            assert max(pieces) < max(0.02, long / 4), (max(pieces), long)
        reckoners.close()

    asyncio.run(go())


def test_the_same_question_is_worked_out_once_as_long_as_nothing_new_is_told() -> None:
    async def go() -> None:
        with tables() as opened:
            counting = opened.rooms.reckoning = Counting()
            room, links, seat, number = await moving(opened)
            one, two = Client(room, links.seats[seat]), Client(room, links.seats[seat])
            counting.may_answer.clear()
            both = asyncio.gather(*(client.ask("reach", option=number) for client in (one, two)))
            await asyncio.sleep(0.05)
            counting.may_answer.set()
            first, second = await both
            assert first == second == await one.ask("reach", option=number)
            assert len(counting.asked) == 1
            await one.play(random.Random(3))
            decides = Client(room, links.seats[room.battle.waiting_for()[0]])
            await decides.ask("weigh-all")
            assert len(counting.asked) == 2

    asyncio.run(go())


def test_work_is_called_off_when_the_battle_moves_on_and_when_whoever_asked_is_gone() -> None:
    async def go() -> None:
        with tables() as opened:
            counting = opened.rooms.reckoning = Counting()
            room, links, seat, number = await moving(opened)
            client, other_window = Client(room, links.seats[seat]), Client(room, links.seats[seat])
            counting.may_answer.clear()
            asking = asyncio.create_task(client.ask("reach", option=number))
            await asyncio.sleep(0.05)
            await other_window.play(random.Random(3))
            assert (await asking)["code"] == "stale"
            assert counting.called_off == 1
            decision = room.audience.decision(room.battle.waiting_for()[0])
            guest = Guest(room.battle.waiting_for()[0], room.battle.waiting_for()[0])
            room.enter(guest)
            await hear(room, guest, json.dumps({"kind": "weigh-all", "ref": 1, "decision": decision}))
            await asyncio.sleep(0.05)
            room.leave(guest)
            await asyncio.sleep(0.05)
            assert counting.called_off == 2

    asyncio.run(go())


def test_an_order_need_not_wait_for_a_question_and_nobody_asks_without_end() -> None:
    async def go() -> None:
        with tables() as opened:
            counting = opened.rooms.reckoning = Counting()
            room, links, seat, number = await moving(opened)
            client = Client(room, links.seats[seat])
            counting.may_answer.clear()
            decision = room.audience.decision(seat)
            guest = Guest(seat, seat)
            room.enter(guest)
            for ref in range(MOST_WAITING + 2):
                question = {"kind": "reach", "ref": ref, "decision": decision, "option": number}
                await hear(room, guest, json.dumps(question))
            await asyncio.sleep(0.05)
            assert len(counting.asked) == 1, "one at a time"
            told = [json.loads(guest.line.get_nowait() or b"{}") for _ in range(guest.line.qsize())]
            assert [each["ref"] for each in told if each.get("code") == "busy"] == [MOST_WAITING, MOST_WAITING + 1]
            await client.play(random.Random(1))
            assert room.audience.decision(seat) != decision, "the order was carried out meanwhile"

    asyncio.run(go())


def test_a_question_that_held_the_loop_up_is_worked_out_elsewhere_the_next_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def go() -> None:
        with tables() as opened:
            counting = opened.rooms.reckoning = Counting()
            room, links, seat, _ = await moving(opened)
            client = Client(room, links.seats[seat])
            mine = next(id_ for id_, piece in client.pieces.items() if piece["side"] == seat)
            fear = {"kind": "fear", "ref": 1, "piece": mine}
            await client.send(fear)
            assert not counting.asked
            monkeypatch.setattr("gearlock.server.enquiries.TOO_DEAR", -1.0)
            await client.send(fear)
            assert not counting.asked
            monkeypatch.undo()
            await client.send(fear)
            assert [answer["kind"] for answer in client.answers] == ["feared"] * 3
            assert len(counting.asked) == 1

    asyncio.run(go())


def test_work_that_is_called_off_in_another_process_ends_there() -> None:
    """A process that is wanted for something else is free again after the next step."""

    async def go() -> None:
        battle, paid = lay_out("brigands", "duel", 3), list[float]()
        play_on(battle, 30, random.Random(3))
        seat = battle.waiting_for()[0]
        mine = next(piece.id for piece in battle.view(seat).pieces if piece.side == seat)
        reckoners = Reckoners(1)
        await reckoners.warm()
        long = question_of(battle, seat, Heat(0, mine))
        await reckoners.answer(long, paid.append)
        for _ in range(3):
            asking = asyncio.create_task(reckoners.answer(long, paid.append))
            await asyncio.sleep(0.01)
            asking.cancel()
            answer = await reckoners.answer(question_of(battle, seat, WeighAll(0, 0)), paid.append)
            assert type(answer).__name__ == "WeighedAll"
        assert len(reckoners._all) == 1, "it is still the same process"
        reckoners.close()

    asyncio.run(go())
