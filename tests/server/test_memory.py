"""A bot at the table keeps its plan: for its own seat and battle alone, and never beyond what is taken back."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from typing import Any

import pytest

from gearlock.bots.memory import NOTHING_KEPT, kept_in_mind, remind
from gearlock.bots.planning import Planner
from gearlock.bots.tactician import Plan, TacticianBot
from gearlock.bots.uniform import RandomBot
from gearlock.kernel.battle import Battle
from gearlock.server.queue import Urgency
from gearlock.server.thinkers import Decided, NoAnswer, Task, Thinkers, task_for, think
from server.tabletop import Client, Near, Tables, lay_out, play_on, settle, tables
from server.visitor import PATIENCE

QUICK = "bot:tactician:60n"


@pytest.fixture
def plans(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The seats that made a plan, in order."""
    made: list[str] = []
    make = Planner.plans

    def counted(self: Planner, *args: Any) -> Any:
        made.append(self._seat.name)
        return make(self, *args)

    monkeypatch.setattr(Planner, "plans", counted)
    return made


def plan_of(memory: bytes) -> Plan:
    bot = TacticianBot(1)
    remind(bot, memory)
    return bot.memory


def with_a_plan() -> tuple[Battle[Any], str, Decided]:
    """A battle in which a bot has just decided something it planned to go on from."""
    battle = lay_out("brigands", "duel", 2)
    play_on(battle, 12, random.Random(2))
    while True:
        seat = battle.waiting_for()[0]
        decided = think(task_for(battle, seat, QUICK))
        battle.answer(seat, decided.order)
        if plan_of(decided.memory).orders and seat in battle.waiting_for():
            return battle, seat, decided


def test_with_its_memory_a_bot_goes_on_as_planned_and_without_it_plans_again(plans: list[str]) -> None:
    battle, seat, decided = with_a_plan()
    plan, before = plan_of(decided.memory), len(plans)
    goes_on = think(task_for(battle, seat, QUICK, decided.memory))
    assert goes_on.order == plan.orders[0]
    assert plan_of(goes_on.memory).orders == plan.orders[1:]
    assert len(plans) == before
    think(task_for(battle, seat, QUICK))
    assert len(plans) == before + 1


def test_a_memory_goes_to_a_process_and_comes_back() -> None:
    battle, seat, decided = with_a_plan()

    async def go() -> Decided | NoAnswer:
        hired = Thinkers(1, PATIENCE)
        try:
            return await hired.decide(task_for(battle, seat, QUICK, decided.memory))
        finally:
            hired.close()

    answer = asyncio.run(go())
    assert isinstance(answer, Decided)
    plan = plan_of(decided.memory)
    assert (answer.order, *plan_of(answer.memory).orders) == plan.orders


def test_a_bot_without_a_memory_or_with_one_that_cannot_be_kept_begins_anew(caplog: pytest.LogCaptureFixture) -> None:
    assert kept_in_mind(RandomBot(1)) == NOTHING_KEPT
    remind(RandomBot(1), kept_in_mind(TacticianBot(1)))
    bot = TacticianBot(1)
    bot.memory = lambda: None  # type: ignore[assignment]
    assert kept_in_mind(bot) == NOTHING_KEPT
    assert "cannot be written down" in caplog.text
    anew = TacticianBot(1)
    remind(anew, b"no memory at all")
    assert anew.memory == Plan()
    assert "cannot be read" in caplog.text


class Overheard(Near):
    """Bots whose tasks and answers are written down."""

    def __init__(self) -> None:
        super().__init__()
        self.tasks: list[Task] = []
        self.answers: list[Decided | NoAnswer] = []

    async def decide(self, task: Task, urgency: Urgency = Urgency.PERSON) -> Decided | NoAnswer:
        self.tasks.append(task)
        answer = await super().decide(task)
        self.answers.append(answer)
        await asyncio.sleep(0)
        return answer

    def handed_on(self) -> Iterator[tuple[bytes, bytes]]:
        """For each task of a seat the memory of its answer before, and the one it was given."""
        last: dict[str, bytes] = {}
        for task, answer in zip(self.tasks, self.answers, strict=True):
            yield last.get(task.seat, NOTHING_KEPT), task.memory
            last[task.seat] = answer.memory if isinstance(answer, Decided) else NOTHING_KEPT


def overheard(opened: Tables) -> Overheard:
    opened.rooms.thinkers = near = Overheard()
    return near


def test_two_bots_at_a_table_keep_their_plans_apart(plans: list[str]) -> None:
    async def go() -> Overheard:
        with tables() as opened:
            near = overheard(opened)
            room, _ = await opened.lay_out("brigands", "duel", {"red": QUICK, "blue": QUICK}, seed=4)
            while len(near.tasks) < 60 and not room.is_idle:
                await asyncio.sleep(0)
            room.close()
            del near.tasks[len(near.answers) :]
            return near

    near = asyncio.run(go())
    assert all(given == before for before, given in near.handed_on())
    assert {task.seat for task in near.tasks if plan_of(task.memory).orders} == {"red", "blue"}
    assert len(plans) < 0.6 * len(near.tasks)


def test_what_is_taken_back_or_chosen_for_a_bot_is_forgotten() -> None:
    async def go() -> None:
        with tables() as opened:
            near = overheard(opened)
            room, links = await opened.lay_out("brigands", "duel", {"red": "human", "blue": QUICK}, seed=4)
            red, chooser = Client(room, links.seats["red"]), random.Random(3)
            for _ in range(12):
                await settle(room)
                await red.play(chooser)
            await settle(room)
            assert room.bots.memories.keys() == {"blue"}
            await red.send({"kind": "take-back"})
            assert not room.bots.memories
            room.bots.memories["blue"] = kept_in_mind(TacticianBot(1))
            near.said = [NoAnswer("broke down")]
            while near.said:
                await settle(room)
                await red.play(chooser)
            after = next(at for at, answer in enumerate(near.answers) if isinstance(answer, NoAnswer)) + 1
            while len(near.tasks) <= after:
                await red.play(chooser)
                await settle(room)
            assert near.tasks[after].memory == NOTHING_KEPT

    asyncio.run(go())
