"""Bots in processes of their own: slow ones, broken ones and dead ones stop nothing."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import time
from collections.abc import Iterator
from typing import Any

import pytest

from gearlock.server.thinkers import MORE_TIME, Decided, NoAnswer, Task, Thinkers, any_legal_order, task_for, think
from server.tabletop import lay_out, play_on
from server.visitor import PATIENCE


def task(decisions: int, bot: str = "bot:random") -> tuple[Any, Task]:
    battle = lay_out("brigands", "duel", 2)
    play_on(battle, decisions, random.Random(2))
    return battle, task_for(battle, battle.waiting_for()[0], bot)


@pytest.fixture
def thinkers() -> Iterator[Thinkers]:
    async def hire() -> Thinkers:
        return Thinkers(1, PATIENCE)

    hired = asyncio.run(hire())
    yield hired
    hired.close()


def test_a_bot_decides_the_same_in_a_process_and_here(thinkers: Thinkers) -> None:
    battle, wanted = task(7)
    answer = asyncio.run(thinkers.decide(wanted))
    assert isinstance(answer, Decided)
    assert answer == think(wanted)
    assert battle.refuse(wanted.seat, answer.order) is None


def test_slow_broken_and_dead_bots_give_no_answer_and_the_next_is_served(thinkers: Thinkers) -> None:
    _, wanted = task(7)

    async def go() -> None:
        broken = await thinkers.decide(task(7, "bot:nobody")[1])
        assert broken == NoAnswer("broke down")
        (one,) = thinkers._all
        assert one.process.pid
        os.kill(one.process.pid, signal.SIGSTOP)
        thinkers.deadline = 0.2
        assert await thinkers.decide(wanted) == NoAnswer("found no answer within 0.2 seconds", MORE_TIME)
        thinkers.deadline = PATIENCE
        (two,) = thinkers._all - {thinkers._spare}
        assert two is not one
        assert not one.process.is_alive()
        assert two.process.pid
        os.kill(two.process.pid, signal.SIGKILL)
        assert await thinkers.decide(wanted) == NoAnswer("stopped working")
        assert isinstance(await thinkers.decide(wanted), Decided)

    asyncio.run(go())


def test_what_is_chosen_for_a_bot_is_legal() -> None:
    for decisions in range(0, 20, 3):
        battle, wanted = task(decisions)
        assert battle.refuse(wanted.seat, any_legal_order(battle, wanted.seat)) is None


def test_a_task_holds_no_dice_to_come() -> None:
    battle, wanted = task(7)
    assert battle.dice.seed not in str(wanted)
    assert not hasattr(wanted, "dice")


def test_one_that_takes_the_place_of_a_slow_one_has_no_more_time_than_others() -> None:
    """A bot that never answers costs its deadline each time: coming up is not on the clock, and no grace either."""

    async def go() -> None:
        thinkers, wanted = Thinkers(1, PATIENCE), task(7)[1]
        assert isinstance(await thinkers.decide(wanted), Decided)
        for turn in range(3):
            (one,) = thinkers._all - {thinkers._spare}
            while not (one._is_up or one.pipe.poll()):
                await asyncio.sleep(0.05)
            assert one.process.pid
            os.kill(one.process.pid, signal.SIGSTOP)
            thinkers.deadline = 0.3
            began = time.monotonic()
            assert await thinkers.decide(wanted) == NoAnswer("found no answer within 0.3 seconds", MORE_TIME)
            assert time.monotonic() - began < 10, turn
            thinkers.deadline = PATIENCE
            assert thinkers._spare is not None, "the next is coming up already"
        assert isinstance(await thinkers.decide(wanted), Decided)
        thinkers.close()

    asyncio.run(go())
