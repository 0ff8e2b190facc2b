"""A draw on offer and a wish to take back: with secrets they tell nothing of what is decided unseen."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import msgspec
import pytest
from litestar.testing import TestClient

from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Seeded
from gearlock.kernel.log import dumps, loads
from gearlock.kernel.registry import all_systems
from gearlock.kernel.seat import Seat
from gearlock.server.feed import Feed
from server.tabletop import PEOPLE, Client, lay_out, legal_order, tables
from server.visitor import Visitor

MOMENTS = 3


class Moment(NamedTuple):
    """A battle in which a seat decides next, what it decides, and the other, who is told nothing of it."""

    log: bytes
    seed: int
    decider: str
    other: str
    order: Any


def secretive() -> Iterator[tuple[str, str]]:
    """A scenario with secrets of every system that has one."""
    for system in all_systems():
        for id_ in system.scenarios():
            if system.has_secrets(system.prepare(id_, 1, {})):
                yield system.id, id_
                break


SECRETIVE = list(secretive())


def known_to(battle: Battle[Any], seat: str) -> object:
    """All that a seat goes by."""
    feed, view = Feed(battle, seat), Seat(battle, seat)
    return feed.view, feed.edition, view.ask, view.waiting_for, view.decided


@cache
def moments(system: str, scenario: str) -> tuple[Moment, ...]:
    """Decisions that the other seat is told nothing of, where that seat has decided something before."""
    found: list[Moment] = []
    for seed in range(40):
        battle, chooser = lay_out(system, scenario, seed), random.Random(seed)
        mine = 0
        for _ in range(120):
            if battle.over or mine == 1:
                break
            decider = battle.waiting_for()[0]
            other = next(seat for seat in battle.system.seats if seat != decider)
            before, raw = known_to(battle, other), dumps(battle)
            wanted = battle.last_decision(other) is not None and battle.as_told(other) is battle
            wanted = wanted and bool(battle.veil(other))
            order = legal_order(battle, decider, chooser)
            battle.answer(decider, order)
            if wanted and not battle.over and known_to(battle, other) == before:
                found.append(Moment(raw, seed, decider, other, order))
                mine += 1
        if len(found) == MOMENTS:
            break
    return tuple(found)


def battle_at(moment: Moment) -> Battle[Any]:
    return loads(moment.log).battle(Seeded(f"dice {moment.seed}"))


@pytest.mark.parametrize(("system", "scenario"), SECRETIVE)
def test_no_offer_tells_at_a_table_what_the_other_decides_unseen(system: str, scenario: str) -> None:
    async def go() -> int:
        compared = 0
        for moment in moments(system, scenario):
            with tables() as opened:
                room, links = await opened.open(battle_at(moment))
                mine, theirs = (Client(room, links.seats[seat]) for seat in (moment.other, moment.decider))
                over_my_shoulder = Client(room, links.watch[moment.other])
                await mine.send({"kind": "take-back"})
                await mine.send({"kind": "draw", "yes": True})
                over_my_shoulder.listen()
                assert (mine.now["wish"], mine.now["draw"]) == (moment.other, moment.other)
                before = known_to(room.battle, moment.other)
                numbers, shown = (mine.number, over_my_shoulder.number), mine.now
                if not theirs.asked:
                    continue
                await theirs.answer(json.loads(json.dumps(order_of(moment))))
                mine.listen()
                over_my_shoulder.listen()
                if known_to(room.battle, moment.other) != before:  # what had only one answer was taken after it
                    continue
                compared += 1
                assert (mine.number, over_my_shoulder.number) == numbers, "an update came for nothing"
                again = Client(room, links.seats[moment.other])
                assert {**again.now, "seats": 0} == {**shown, "seats": 0}
        return compared

    assert asyncio.run(go()) >= 1


def order_of(moment: Moment) -> Any:
    return msgspec.to_builtins(moment.order)


@pytest.mark.parametrize(("system", "scenario"), SECRETIVE)
def test_no_offer_tells_over_the_wire_what_the_other_decides_unseen(
    client: TestClient[Any], system: str, scenario: str
) -> None:
    """Two seats and a watcher at a real server."""
    compared = 0
    for moment in moments(system, scenario)[:2]:
        battle = battle_at(moment)
        with client.portal() as portal:
            links = portal.call(client.app.state.rooms.open, battle, PEOPLE)
        me, you, watch = links.seats[moment.other], links.seats[moment.decider], links.watch[moment.other]
        with (
            Visitor(client, links.battle, me) as mine,
            Visitor(client, links.battle, you) as theirs,
            Visitor(client, links.battle, watch) as watcher,
        ):
            mine.send({"kind": "take-back"})
            mine.send({"kind": "draw", "yes": True})
            for each in (mine, theirs, watcher):
                each.catch_up()
            assert (mine.now["wish"], watcher.now["draw"]) == (moment.other, moment.other)
            before, shown, numbers = known_to(battle, moment.other), mine.now, (mine.number, watcher.number)
            if not theirs.now["asked"]:
                continue
            decision = theirs.now["asked"]["decision"]
            theirs.send({"kind": "answer", "decision": decision, "order": order_of(moment)})
            theirs.catch_up()
            assert not [raw for raw in theirs.heard if json.loads(raw)["kind"] == "refused"]
            if known_to(battle, moment.other) != before:
                continue
            compared += 1
            mine.catch_up()
            watcher.catch_up()
            assert (mine.number, watcher.number) == numbers
            assert mine.now == shown
    assert compared >= 1


def test_what_is_allowed_goes_back_to_the_decision_that_was_asked_for() -> None:
    async def go() -> None:
        moment = moments(*SECRETIVE[0])[0]
        with tables() as opened:
            room, links = await opened.open(battle_at(moment))
            mine, theirs = (Client(room, links.seats[seat]) for seat in (moment.other, moment.decider))
            at = room.battle.last_decision(moment.other)
            await mine.send({"kind": "take-back"})
            await theirs.answer(order_of(moment))
            await theirs.send({"kind": "consent", "yes": True})
            assert len(room.battle.entries) == at
            assert mine.asked
            assert mine.now["wish"] == ""

    asyncio.run(go())


def test_a_wish_can_be_taken_back_by_whoever_had_it() -> None:
    async def go() -> None:
        moment = moments(*SECRETIVE[0])[0]
        with tables() as opened:
            room, links = await opened.open(battle_at(moment))
            mine, theirs = (Client(room, links.seats[seat]) for seat in (moment.other, moment.decider))
            await mine.send({"kind": "take-back"})
            await mine.send({"kind": "consent", "yes": True})
            assert mine.refusals[-1]["code"] == "undo-refused", "nobody allows what they asked for"
            await mine.send({"kind": "consent", "yes": False})
            theirs.listen()
            assert theirs.now["wish"] == ""
            assert theirs.answers[-1]["text"] == f"{moment.other} no longer asks to take it back."

    asyncio.run(go())


def test_a_draw_is_offered_once_between_two_decisions() -> None:
    """Offers that are taken back at once fill nobody's chat."""

    async def go() -> None:
        with tables() as opened:
            room, links = await opened.lay_out("fieldmanual", "duel")
            red, blue = (Client(room, links.seats[seat]) for seat in ("red", "blue"))
            for _ in range(20):
                await red.send({"kind": "draw", "yes": True})
                await red.send({"kind": "draw", "yes": False})
            blue.listen()
            said = [answer for answer in blue.answers if answer["kind"] == "said"]
            assert len(said) == 2
            assert red.refusals[-1]["message"] == "You offered a draw already. Offer again after your next decision."
            chooser = random.Random(1)
            while not (room.battle.decisions_of("red") or room.battle.over):
                await (red if red.asked else blue).play(chooser)
            await red.send({"kind": "draw", "yes": True})
            assert red.now["draw"] == "red"

    asyncio.run(go())


def test_where_nothing_is_hidden_whoever_plays_on_has_answered() -> None:
    async def go() -> None:
        with tables() as opened:
            room, links = await opened.lay_out("fieldmanual", "duel")
            people = {seat: Client(room, links.seats[seat]) for seat in ("red", "blue")}
            decides = room.battle.waiting_for()[0]
            other = next(seat for seat in people if seat != decides)
            await people[other].send({"kind": "draw", "yes": True})
            await people[decides].play(random.Random(1))
            people[other].listen()
            assert people[other].now["draw"] == ""

    asyncio.run(go())
