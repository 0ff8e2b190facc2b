"""A table without a network, for tests: rooms with guests whose messages go straight to the handler."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from gearlock.bots.players import HUMAN
from gearlock.bots.thoughts import Thought
from gearlock.kernel.asks import OPEN_OPTIONS
from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Seeded
from gearlock.kernel.orders import Order
from gearlock.kernel.registry import get_system
from gearlock.kernel.seat import Seat
from gearlock.server.guest import Guest
from gearlock.server.hearing import hear
from gearlock.server.keeper import Keeper
from gearlock.server.queue import Urgency
from gearlock.server.room import Room
from gearlock.server.rooms import Links, Rooms
from gearlock.server.thinkers import Decided, NoAnswer, Task, Thinkers, think

PEOPLE = {"red": HUMAN, "blue": HUMAN}


class Near(Thinkers):
    """Bots that think here and now, in no process of their own. `said` is answered instead, if there is any."""

    def __init__(self) -> None:
        self.said: list[Order | NoAnswer] = []
        self.advised: list[tuple[Thought, ...] | NoAnswer] = []
        self.may_speak = asyncio.Event()
        self.may_speak.set()

    async def decide(self, task: Task, urgency: Urgency = Urgency.PERSON) -> Decided | NoAnswer:
        if not self.said:
            return think(task)
        said = self.said.pop(0)
        return said if isinstance(said, NoAnswer) else Decided(said)

    async def advise(self, task: Task) -> tuple[Thought, ...] | NoAnswer:
        await self.may_speak.wait()
        return self.advised.pop(0) if self.advised else think(msgspec.structs.replace(task, advises=True)).thoughts

    def close(self) -> None:
        self.said.clear()


class Client:
    """One guest and what a browser would make of the messages: pieces and story, from updates alone."""

    def __init__(
        self, room: Room, token: str = "", shown: int = 0, edition: int = 0, shares: frozenset[str] = frozenset()
    ) -> None:
        place = room.place_of(token)
        assert place is not None, "this token opens nothing"
        self.room, self.guest = room, Guest(*place, shares)
        self.pieces: dict[str, Any] = {}
        self.story: list[str] = [""] * shown
        self.now: dict[str, Any] = {}
        self.number = 0
        self.heard: list[str] = []
        self.refusals: list[dict[str, Any]] = []
        self.answers: list[dict[str, Any]] = []
        room.enter(self.guest, shown, edition)
        self.listen()

    @property
    def asked(self) -> dict[str, Any] | None:
        self.listen()
        found: dict[str, Any] | None = self.now["asked"]
        return found

    def leave(self) -> None:
        self.room.leave(self.guest)

    def listen(self) -> None:
        while not self.guest.line.empty():
            raw = self.guest.line.get_nowait()
            if raw is not None:
                self.heard.append(raw.decode())
                self._take_in(json.loads(raw))

    def _take_in(self, message: dict[str, Any]) -> None:
        match message["kind"]:
            case "refused":
                assert message["code"], message
                assert message["message"], message
                self.refusals.append(message)
            case "welcome" | "update":
                if message["kind"] == "welcome":
                    self.pieces = {}
                else:
                    assert message["number"] == self.number + 1, "an update was missed"
                self.number, self.now = message["number"], message["now"]
                for gone in message.get("gone", ()):
                    del self.pieces[gone]
                self.pieces |= {piece["id"]: piece for piece in message["pieces"]}
                self.story[message["keeps"] :] = [line["text"] for line in message["story"]]
            case _:
                self.answers.append(message)

    async def send(self, message: object) -> None:
        await hear(self.room, self.guest, message if isinstance(message, str) else json.dumps(message))
        await self.room.enquiries.settled(self.guest)
        self.listen()

    async def ask(self, kind: str, **parts: object) -> dict[str, Any]:
        """Put a question; the last thing that was said to it."""
        decision = self.now["asked"]["decision"] if self.now["asked"] else 0
        self.refusals, self.answers = [], []
        await self.send({"kind": kind, "ref": 7, "decision": decision, **parts})
        (answer,) = [*self.refusals, *self.answers]
        assert answer["ref"] == 7
        return answer

    async def refused(self, message: object) -> str:
        """Say something that must be refused; the code."""
        self.refusals = []
        await self.send(message)
        (refusal,) = self.refusals
        return str(refusal["code"])

    async def answer(self, order: object) -> None:
        """Decide; it must be taken."""
        assert self.asked is not None
        self.refusals = []
        await self.send({"kind": "answer", "decision": self.asked["decision"], "order": order})
        assert not self.refusals, self.refusals

    async def play(self, chooser: random.Random) -> bool:
        """Decide at random, if there is something to decide."""
        if self.asked is None:
            return False
        await self.answer(any_order(self.room.battle, self.guest.seat, chooser))
        return True


def stop_the_clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The clock that measures how often somebody calls stands still, however long the calls take; the hour it shows."""
    hour = [0.0]
    monkeypatch.setattr("gearlock.server.limits.time", SimpleNamespace(monotonic=lambda: hour[0]))
    return hour


def legal_order(battle: Battle[Any], seat: str, chooser: random.Random) -> Order:
    """Some legal order."""
    options, view = list(battle.options(seat)), Seat(battle, seat)
    chooser.shuffle(options)
    for option in options:
        order = view.sample(option, chooser) if isinstance(option, OPEN_OPTIONS) else option.order
        if order is not None:
            return order
    raise AssertionError(f"no option of {battle.ask_for(seat)} could be completed")


def any_order(battle: Battle[Any], seat: str, chooser: random.Random) -> Any:
    """Some legal order as it goes over the wire."""
    return msgspec.to_builtins(legal_order(battle, seat, chooser))


def lay_out(system: str, scenario: str, seed: int = 1) -> Battle[Any]:
    """A battle at its beginning."""
    rules = get_system(system)
    return Battle.begin(rules, rules.prepare(scenario, seed, {}), Seeded(f"dice {seed}"))


def play_on(battle: Battle[Any], decisions: int, chooser: random.Random) -> None:
    """So many decisions at random, or to the end."""
    for _ in range(decisions):
        if not battle.over:
            seat = battle.waiting_for()[0]
            battle.answer(seat, legal_order(battle, seat, chooser))


class Tables:
    """Rooms over a database in memory, with bots that think here."""

    def __init__(self, url: str = "sqlite://") -> None:
        self.keeper, self.thinkers = Keeper(url), Near()
        self.rooms = Rooms(self.keeper, self.thinkers)

    async def lay_out(
        self, system: str, scenario: str, players: dict[str, str] | None = None, seed: int = 1
    ) -> tuple[Room, Links]:
        return await self.open(lay_out(system, scenario, seed), players)

    async def open(self, battle: Battle[Any], players: dict[str, str] | None = None) -> tuple[Room, Links]:
        links = await self.rooms.open(battle, players or PEOPLE)
        return await self.rooms.find(links.battle), links

    def close(self) -> None:
        self.rooms.close()
        self.keeper.close()


@contextmanager
def tables(url: str = "sqlite://") -> Iterator[Tables]:
    """Tables for one test; to be opened inside its event loop."""
    opened = Tables(url)
    try:
        yield opened
    finally:
        opened.close()


async def settle(room: Room) -> None:
    """Until no bot plays any more."""
    while not room.bots.are_idle:
        await asyncio.sleep(0)
