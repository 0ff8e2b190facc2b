"""Bots at work in processes of their own: one that is slow or breaks is put away, and the battle goes on without it."""

from __future__ import annotations

import asyncio
import logging
import random
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import msgspec

from gearlock.bots.advice import as_adviser, ways_weighed
from gearlock.bots.memory import NOTHING_KEPT, kept_in_mind, remind
from gearlock.bots.own import admit
from gearlock.bots.players import make_bot
from gearlock.bots.registered import REGISTERED
from gearlock.bots.thoughts import Thought
from gearlock.kernel.battle import Battle
from gearlock.kernel.orders import Order
from gearlock.kernel.record import Input
from gearlock.kernel.registry import get_system
from gearlock.kernel.seat import Seat
from gearlock.kernel.system import Setup
from gearlock.server.processes import Worker, take_up_the_games
from gearlock.server.queue import Served, Urgency

_log = logging.getLogger(__name__)


IN_THE_LOG = "You need do nothing; what went wrong is in the server's log."
MORE_TIME = "If this happens often, choose a quicker bot next time, or start the server with a longer deadline."


class NoAnswer(msgspec.Struct, frozen=True):
    """Why a bot has no order, in words that give nothing away: what exactly went wrong is for the server's log."""

    why: str
    remedy: str = IN_THE_LOG
    """What people can do about it."""


class Task(msgspec.Struct, frozen=True):
    """A decision a bot has to make: the position it is in, its name and temper, and what it had in mind."""

    system: str
    setup: Setup
    state: bytes
    inputs: tuple[Input, ...]
    seat: str
    bot: str
    temper: int
    """The seed it is made with, anew for every decision: with the same in mind it thinks the same."""
    memory: bytes = NOTHING_KEPT
    advises: bool = False
    """What it weighs is wanted too."""


class Decided(msgspec.Struct, frozen=True):
    """A bot's order, and what it keeps in mind for its next decision, which nobody but the bot can read."""

    order: Order
    memory: bytes = NOTHING_KEPT
    thoughts: tuple[Thought, ...] = ()
    """What it weighed, the best first, where that is wanted."""


def task_for(battle: Battle[Any], seat: str, bot: str, memory: bytes = NOTHING_KEPT) -> Task:
    """What a bot is handed for the decision a battle waits for. The dice to come are not part of it."""
    state, inputs = battle.position()
    temper = battle.setup.seed * 1_000_003 + len(battle.entries)
    return Task(battle.system.id, battle.setup, state, inputs, seat, bot, temper, memory)


def think(task: Task) -> Decided:
    """Decide, here and now."""
    bot, seat = make_bot(task.bot, task.temper), _seat(task)
    remind(bot, task.memory)
    decided = Decided(bot.decide(seat), kept_in_mind(bot))
    if not task.advises:
        return decided
    return msgspec.structs.replace(decided, thoughts=ways_weighed(as_adviser(bot, task.bot), seat))


def _seat(task: Task) -> Seat:
    system = get_system(task.system)
    return Seat(Battle.rerun(system, task.setup, system.decode(task.state, task.setup), task.inputs), task.seat)


def any_legal_order(battle: Battle[Any], seat: str) -> Order:
    """What is answered for a bot that has none: anything the rules allow."""
    return make_bot("random", random.randrange(1 << 30)).decide(Seat(battle, seat))


class _Thinker(Worker):
    """One process that thinks, and the line to it; bots of one's own that may play here are known there by name."""

    def __init__(self) -> None:
        own = {name: known.spec for name, known in REGISTERED.items()}
        super().__init__(partial(_think_knowing, own) if own else think, prepare=partial(_make_ready, own))


def _make_ready(own: dict[str, str]) -> None:
    """Load all that a bot may need, so that none of it is on the clock."""
    take_up_the_games()
    for name, spec in own.items():
        admit(spec, name)


def _think_knowing(own: dict[str, str], task: Task) -> Decided:
    """Load the bot that is asked for, if it is somebody's own; one that cannot be loaded is no other bot's trouble."""
    name = task.bot.removeprefix("bot:")
    if name in own and name not in REGISTERED:
        admit(own[name], name)
    return think(task)


def _broken(task: Task, said: object) -> NoAnswer:
    _log.error("%s broke: %s", task.bot, said)
    return NoAnswer("broke down")


class Thinkers:
    """A few processes that decide for bots, each decision within a deadline."""

    def __init__(self, count: int, deadline: float) -> None:
        self.deadline = deadline
        self._free: Served[_Thinker] = Served()
        self._free.size = count
        self._all: set[_Thinker] = set()
        self._closed = False
        self._spare: _Thinker | None = None
        """One more that has come up, or soon will have: it takes the place of the next that is lost."""
        self._threads = ThreadPoolExecutor(count + 1, "thinker")
        for _ in range(count):
            self._hire()

    def _hire(self) -> None:
        if not self._closed:
            self._free.give_back(self._new())

    def _new(self) -> _Thinker:
        thinker = _Thinker()
        self._all.add(thinker)
        return thinker

    def _replace(self, lost: _Thinker) -> None:
        """Another for one that is of no more use; a spare one is kept from now on: more will be lost."""
        self._all.discard(lost)
        lost.put_away()
        if not self._closed:
            self._free.give_back(self._spare or self._new())
            self._spare = self._new()

    async def decide(self, task: Task, urgency: Urgency = Urgency.PERSON) -> Decided | NoAnswer:
        """The bot's order, or why there is none: it broke, or its time was up."""
        answer = await self._work_out(task, urgency)
        return answer if isinstance(answer, Decided | NoAnswer) else _broken(task, answer)

    async def advise(self, task: Task) -> tuple[Thought, ...] | NoAnswer:
        """What the bot weighs, the best first, or why there is nothing."""
        answer = await self.think_aloud(task)
        return answer if isinstance(answer, NoAnswer) else answer.thoughts

    async def think_aloud(self, task: Task) -> Decided | NoAnswer:
        """The bot's order with what it weighs, or why there is none."""
        return await self.decide(msgspec.structs.replace(task, advises=True), Urgency.ADVICE)

    async def _work_out(self, task: Task, urgency: Urgency) -> object:
        thinker = await self._free.take(urgency)
        kept = False
        try:
            answer = await asyncio.get_running_loop().run_in_executor(self._threads, self._ask, thinker, task)
            kept = True
            return answer
        except TimeoutError:
            return NoAnswer(f"found no answer within {self.deadline:g} seconds", MORE_TIME)
        except Exception:  # a broken pipe, or something that cannot be read: this process is of no more use
            _log.exception("a thinker was lost")
            return NoAnswer("stopped working")
        finally:
            if kept:
                self._free.give_back(thinker)
            else:
                self._replace(thinker)

    def _ask(self, thinker: _Thinker, task: Task) -> object:
        return thinker.ask(task, self.deadline)

    def close(self) -> None:
        """Send them all home."""
        self._closed = True
        for thinker in self._all:
            thinker.put_away()
        self._all.clear()
        self._threads.shutdown(wait=False, cancel_futures=True)
