"""Whatever is sent to a table, the battle goes on as if only what the rules allow had been said."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gearlock.kernel.asks import OPEN_OPTIONS
from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Seeded
from gearlock.kernel.log import dumps, loads
from gearlock.kernel.registry import system_ids
from gearlock.server.advice import read_order
from gearlock.server.wire import AnyToServer
from server.tabletop import Client, any_order, lay_out, play_on, tables

BATTLES = [("hex100", "close-quarters"), *((system, "duel") for system in system_ids() if system != "hex100")]
LARGE = st.sampled_from([-1, 0, 1, 2, 7, 3600, 10**6, -(10**9), 2**63, 10**30, -(10**40)])
WORDS = st.sampled_from(
    ["", "red", "blue", "move", "concede", "decline", "<script>", "\u202e\u0000", "r1", "b1", "é" * 50]
)
SCALARS = LARGE | WORDS | st.none() | st.booleans() | st.sampled_from([0.5, -1e300])
JUNK = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3), max_leaves=6
)
ASKED = ["point", "weigh", "weigh-all", "suggest", "reach", "look", "look", "bear", "fear", "why-not"]
ENVELOPES = st.fixed_dictionaries(
    {"kind": st.sampled_from(["hello", "answer", "consent", "say", "beat", *ASKED])},
    optional={"facing": LARGE | st.none(), "token": WORDS, "shown": LARGE, "text": WORDS, "yes": st.booleans() | WORDS}
    | dict.fromkeys(("ref", "decision", "option", "x", "y"), LARGE)
    | dict.fromkeys(("order", "more", "via", "spot", "piece", "target"), JUNK),
)
NEEDS: dict[str, tuple[str, ...]] = {kind: ("ref", "decision", "option") for kind in ("point", "suggest", "reach")}
NEEDS |= {"point": (*NEEDS["point"], "x", "y", "via"), "weigh-all": ("ref", "decision"), "look": ("ref", "target")}
NEEDS |= {"why-not": ("ref", "decision", "piece")}
NEEDS |= {kind: (*NEEDS.get(kind, ("ref",)), "piece", "spot") for kind in ("look", "bear", "fear")}
MONSTERS = {"nested": '{"kind":"answer","order":' * 2000, "deep": "[" * 50_000, "long": "x" * 70_000, "binary": ""}
TEXTS = st.text(max_size=20) | st.sampled_from(sorted(MONSTERS))
SENDERS = st.sampled_from(["red", "blue", "watcher"])
KINDS = ["play"] * 5 + ["bend"] * 8 + ["envelope"] * 4 + ["undo"] * 2 + ["yes", "no", "replay", "other", "raw"]
MOVES = st.tuples(st.sampled_from(KINDS), JUNK | ENVELOPES | TEXTS)


def bent(value: Any, chooser: random.Random, put: Any, words: list[str]) -> Any:
    """A legal thing with something in it that should not be there."""
    if isinstance(value, dict) and value and chooser.random() < 0.9:
        key = chooser.choice(list(value))
        kept = {k: v for k, v in value.items() if k != key or chooser.random() < 0.8}
        return {**kept, key: bent(value[key], chooser, put, words)} if key in kept else kept
    if isinstance(value, list) and value and chooser.random() < 0.8:
        at = chooser.randrange(len(value))
        return [*value[:at], bent(value[at], chooser, put, words), *value[at + 1 :]]
    if isinstance(value, int) and chooser.random() < 0.8:
        return chooser.choice([value + 1, -value, 2, 60, 10**5, -(10**9), 10**18, 2**80])
    if isinstance(value, str) and chooser.random() < 0.8:
        return chooser.choice(words)
    return put


class Storm:
    """A table in a storm of messages, and a twin battle that hears only of what was taken."""

    def __init__(self, opened: Any, seed: int) -> None:
        self._tables, self._chooser = opened, random.Random(seed)
        self._sent: list[str] = []

    async def begin(self, system: str, scenario: str) -> None:
        battle = lay_out(system, scenario, seed=1)
        play_on(battle, self._chooser.randrange(70), self._chooser)
        self.twin = loads(dumps(battle)).battle(Seeded("dice 1"))
        self.room, links = await self._tables.open(battle)
        hidden = self.room.battle.has_secrets
        self.clients = {seat: Client(self.room, token) for seat, token in links.seats.items()}
        self.clients["watcher"] = Client(self.room, links.watch["blue"] if hidden else "")
        take_only_choices(self.twin)

    def message(self, sender: str, move: str, junk: Any) -> str:
        """What is sent: something legal, something bent, something else."""
        battle, decision, chooser = self.room.battle, self.decision(), self._chooser
        if move in ("undo", "yes", "no"):
            return json.dumps({"kind": "take-back"} if move == "undo" else {"kind": "consent", "yes": move == "yes"})
        if move == "replay" and self._sent:
            return chooser.choice(self._sent)
        if move in ("raw", "replay"):
            return MONSTERS.get(junk, junk) if isinstance(junk, str) else json.dumps(junk)
        if move == "envelope" and isinstance(junk, dict) and "kind" in junk:
            return json.dumps(self.question(junk))
        (seat, *_) = battle.waiting_for() or ("red",)
        order = {"order": "decline"} if battle.over else any_order(battle, seat, chooser)
        kind = chooser.choice(["answer", "answer", "weigh"])
        whole: Any = {"kind": kind, "decision": decision, "order": order} | ({"ref": 1} if kind == "weigh" else {})
        if move == "bend":
            words = [piece.id for piece in battle.view(None).pieces] + ["", "red", str(junk)]
            whole["order"] = bent(order, chooser, junk, words)
            whole = bent(whole, chooser, junk, words) if chooser.random() < 0.1 else whole
        return json.dumps(whole)

    def decision(self) -> int:
        """The number of the question that is open."""
        return next((self.room.audience.decision(seat) for seat in self.room.battle.waiting_for()), 0)

    def question(self, junk: dict[str, Any]) -> dict[str, Any]:
        """Most often a question that can be asked now, with what is asked about at random."""
        chooser, ids = self._chooser, [piece.id for piece in self.room.battle.view(None).pieces]
        x, y = chooser.choice([(3, 4), (-1, 99), (20_000, 30_000), (10**12, -(10**12)), (2**70, 0)])
        parts: dict[str, Any] = {"ref": 1, "decision": self.decision(), "option": chooser.randrange(4)}
        parts |= {"x": x, "y": y, "via": [[x, y]]}
        parts |= {"piece": chooser.choice([*ids, "x"]), "target": chooser.choice([*ids, "x"])}
        parts["spot"] = chooser.choice([None, {"x": x, "y": y}, {"x": x, "y": y, "facing": x}])
        wanted = NEEDS.get(junk["kind"], ("decision",))
        return {"kind": junk["kind"], **{key: parts[key] for key in wanted}} if chooser.random() < 0.8 else junk

    async def blow(self, sender: str, move: str, junk: Any) -> None:
        """One message, and the twin told of it if it was taken."""
        if move in ("play", "bend", "envelope"):
            sender = next(iter(self.room.battle.waiting_for()), sender)
        raw = self.message(sender, move, junk)
        before, wish = self.room.lines, self.room.audience.offers.wish
        client = self.clients[sender]
        refused = len(client.refusals)
        await client.send(raw)
        self._sent.append(raw)
        if self.room.lines != before:
            assert sender != "watcher"
            self._follow(sender, msgspec.json.decode(raw, type=AnyToServer), wish)
        assert "broken" not in [refusal["code"] for refusal in client.refusals[refused:]], raw
        assert self.twin.hash() == self.room.battle.hash()

    def _follow(self, sender: str, message: Any, wish: str) -> None:
        kind = type(message).__name__
        if kind == "Answer":
            self.twin.answer(sender, read_order(self.twin.system.id, message.order))
        else:
            assert kind in ("TakeBack", "Consent")
            self.twin.undo(sender if kind == "TakeBack" else wish, consent=True)
        take_only_choices(self.twin)

    async def check(self) -> None:
        """Everybody saw the same battle, and it can be played on."""
        assert self.twin.entries == self.room.battle.entries
        for client in self.clients.values():
            client.listen()
            feed = self.room.audience.feed(client.guest.eyes)
            assert client.story == [line.text for line in feed.story]
            assert client.pieces == {piece.id: json.loads(msgspec.json.encode(piece)) for piece in feed.view.pieces}
        for seat in self.room.battle.waiting_for():
            assert await self.clients[seat].play(self._chooser)
            break


def take_only_choices(battle: Battle[Any]) -> None:
    while battle.waiting_for():
        seat = battle.waiting_for()[0]
        options = battle.options(seat)
        if len(options) != 1 or isinstance(options[0], OPEN_OPTIONS):
            return
        battle.answer(seat, options[0].order, auto=True)


async def weather(system: str, scenario: str, seed: int, storm: list[tuple[str, tuple[str, Any]]]) -> None:
    with tables() as opened:
        table = Storm(opened, seed)
        await table.begin(system, scenario)
        for sender, (move, junk) in storm:
            await table.blow(sender, move, junk)
        await table.check()


STORMS = st.lists(st.tuples(SENDERS, MOVES), min_size=20, max_size=40)


@pytest.mark.parametrize(("system", "scenario"), BATTLES)
@settings(max_examples=15, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 1000), storm=STORMS)
def test_a_storm_of_messages_changes_nothing_but_what_the_rules_allow(
    system: str, scenario: str, seed: int, storm: list[tuple[str, tuple[str, Any]]]
) -> None:
    asyncio.run(weather(system, scenario, seed, storm))


@pytest.mark.soak
@pytest.mark.parametrize(("system", "scenario"), BATTLES)
@settings(max_examples=350, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 1000), storm=STORMS)
def test_ten_thousand_messages(system: str, scenario: str, seed: int, storm: list[tuple[str, tuple[str, Any]]]) -> None:
    asyncio.run(weather(system, scenario, seed, storm))
