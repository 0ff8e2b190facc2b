"""What strangers send is read in processes of its own: slow, greedy and broken reading ends in words."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
import time
from collections.abc import Iterator

import pytest
from litestar.exceptions import ServiceUnavailableException

from gearlock.kernel.bounds import MOST_WAITING
from gearlock.kernel.errors import BadFile, BadInput, Finding, UnknownName
from gearlock.server.errands import Layout, Recruiting
from gearlock.server.pools import Pool
from gearlock.server.processes import Broke, Worker
from gearlock.server.readers import Readers

DUEL = Layout("brigands", "duel", 1, {"map": "m.toml"}, {"m.toml": 'name = "x"\nwidth = 24\nheight = 24\n'})


def misbehave(task: object) -> object:
    """What a reader may come to, done in its process."""
    match task:
        case "sleep":
            time.sleep(60)
        case "hoard":
            return len(bytearray(1 << 31))
        case "break":
            raise KeyError("x")
        case "refuse":
            raise BadFile([Finding("f", 3, "wrong")])
        case "unknown":
            raise UnknownName("bot", "hal", ("greedy",), "rule.1")
        case "die":
            os.kill(os.getpid(), signal.SIGKILL)
    return task


@pytest.fixture
def worker() -> Iterator[Worker]:
    hired = Worker(misbehave, memory=1 << 29)
    yield hired
    hired.put_away()


def test_whatever_comes_of_a_task_is_told(worker: Worker) -> None:
    assert worker.ask("fine", 20) == "fine"
    assert worker.ask("break", 20) == Broke("KeyError: 'x'")
    assert worker.ask("hoard", 20) == Broke("MemoryError", is_memory=True)
    said = worker.ask("refuse", 20)
    assert isinstance(said, BadFile)
    assert said.findings == (Finding("f", 3, "wrong"),)
    said = worker.ask("unknown", 20)
    assert isinstance(said, UnknownName)
    assert str(said) == "No bot is called 'hal'. There are: greedy. [rule.1]"
    with pytest.raises(TimeoutError):
        worker.ask("sleep", 0.1)


def test_a_process_that_ends_is_noticed(worker: Worker) -> None:
    with pytest.raises(EOFError):
        worker.ask("die", 20)


class Misbehaving(Readers):
    """Readers that do as they are told, whatever it is."""

    def _hire(self) -> Worker:
        reader = Worker(misbehave, 1 << 29)
        self._all.add(reader)
        return reader


def test_slow_greedy_broken_and_dead_readers_are_words_and_the_next_is_served() -> None:
    async def go() -> None:
        readers = Misbehaving(1)
        readers.seconds = 20
        try:
            for errand, words in (
                ("break", "What you sent along could not be read; what went wrong is in the server's log."),
                ("hoard", "What you sent along needs more memory than the 1024 MB there are for reading it."),
                ("die", "What you sent along could not be read: it took more than there is for reading it."),
                ("refuse", "f:3: wrong"),
            ):
                with pytest.raises(BadInput) as caught:
                    await readers._read(errand, 20, "What you sent along")  # type: ignore[arg-type]
                assert str(caught.value) == words
            assert await readers._read("fine", 20, "x") == "fine"  # type: ignore[arg-type]
            (before,) = readers._all
            with pytest.raises(BadInput, match=r"Your roster took longer than 0.1 s to read. Make it smaller"):
                await readers._read("sleep", 0.1, "Your roster")  # type: ignore[arg-type]
            assert not before.process.is_alive()
            assert await readers._read("fine", 20, "x") == "fine"  # type: ignore[arg-type]
        finally:
            readers.close()

    asyncio.run(go())


def test_no_more_wait_for_a_reader_than_can_be_served() -> None:
    async def go() -> None:
        readers = Misbehaving(1)
        slow = [asyncio.create_task(readers._read("sleep", 60, "x")) for _ in range(MOST_WAITING + 1)]  # type: ignore[arg-type]
        await asyncio.sleep(0)
        with pytest.raises(ServiceUnavailableException, match="try again in a moment"):
            await readers._read("fine", 20, "x")  # type: ignore[arg-type]
        for task in slow:
            task.cancel()
        await asyncio.gather(*slow, return_exceptions=True)
        assert not readers._all, "whoever was reading for somebody gone was put away"
        readers.close()

    asyncio.run(go())


def test_a_battle_a_verdict_and_a_force_come_back_from_the_process() -> None:
    async def go() -> None:
        readers = Readers(1)
        try:
            setup = await readers.lay_out(DUEL)
            assert setup.data["map"]["width"] == 24_000
            text = await readers.recruit(Recruiting("brigands", "", 100, ""))
            assert (await readers.inspect(text, "brigands")).legal
            with pytest.raises(UnknownName):
                await readers.recruit(Recruiting("brigands", "", 100, "nonsense"))
            with pytest.raises(BadInput, match="1 to 1,000 TV"):
                await readers.recruit(Recruiting("brigands", "", 10_000, ""))
            verdict = await readers.inspect("system brigands\nprimary GP\n" + "Huntr\n" * 90, "brigands")
            assert len(verdict.violations) == 20
            assert verdict.more > 60
            assert len(readers._all) == 1
        finally:
            readers.close()

    asyncio.run(go())


def test_work_of_one_kind_does_not_keep_another_waiting() -> None:
    async def go() -> None:
        slow, quick, stop = Pool(2, "slow"), Pool(1, "quick"), threading.Event()
        waiting = [asyncio.create_task(slow.do(stop.wait, 60)) for _ in range(20)]
        assert await quick.do(lambda: 7) == 7
        with pytest.raises(ZeroDivisionError):
            await quick.do(lambda: 1 // 0)
        assert not any(task.done() for task in waiting)
        stop.set()
        assert all(await asyncio.gather(*waiting))
        names = [thread.name for thread in threading.enumerate() if thread.name.startswith(("slow", "quick"))]
        assert sorted(names) == ["quick-1", "slow-1", "slow-2"]
        assert all(thread.daemon for thread in threading.enumerate() if thread.name in names)
        slow.close()
        quick.close()

    asyncio.run(go())
