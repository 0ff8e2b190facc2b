"""Dice that people roll: asked for, refused when they cannot show that, asked again after taking or coming back."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from gearlock.kernel.errors import BadInput
from gearlock.kernel.record import Rolled
from gearlock.kernel.verify import prove
from gearlock.server.clocks import Timing
from gearlock.server.room import Room
from gearlock.server.rooms import Links, Wanted
from server.tabletop import Client, Tables, any_order, settle, tables

PEOPLE = {"red": "human", "blue": "human"}


async def seated(opened: Tables, players: dict[str, str]) -> tuple[Room, Links, dict[str, Client]]:
    """A duel with real dice, and everybody who plays it."""
    links = await opened.rooms.lay_out(Wanted("brigands", "duel", players, seed=3, dice="typed"))
    room = await opened.rooms.find(links.battle)
    people = {seat: Client(room, token) for seat, token in links.seats.items() if players[seat] == "human"}
    return room, links, people


async def roll(client: Client, chooser: random.Random) -> list[int]:
    """Roll what is asked for, and type it."""
    client.listen()
    dice: dict[str, Any] = client.now["dice"]
    faces = [chooser.randrange(dice["low"], dice["low"] + dice["sides"]) for _ in range(dice["count"])]
    await client.send({"kind": "dice", "number": dice["number"], "faces": faces})
    return faces


async def play(room: Room, people: dict[str, Client], decisions: int, chooser: random.Random) -> list[list[int]]:
    """Decide and roll until so much is decided; every throw that was typed."""
    typed: list[list[int]] = []
    first = next(iter(people.values()))
    while decisions and not room.battle.over:
        await settle(room)
        first.listen()
        if first.now["dice"]:
            typed.append(await roll(first, chooser))
            continue
        asked = [client for client in people.values() if client.asked]
        if not asked:
            await asyncio.sleep(0.01)
            continue
        await asked[0].answer(any_order(room.battle, asked[0].guest.seat, chooser))
        decisions -= 1
    return typed


@pytest.mark.parametrize("players", [PEOPLE, {"red": "human", "blue": "bot:random"}])
def test_a_battle_goes_on_with_what_is_typed_and_its_log_says_so(players: dict[str, str]) -> None:
    async def go() -> None:
        with tables() as opened:
            room, links, people = await seated(opened, players)
            assert next(iter(people.values())).now["dice"]["number"] == 0
            typed = await play(room, people, 14, random.Random(1))
            await settle(room)
            log = await opened.rooms.log(links.battle)
            assert log.header.dice == "hand"
            kept = [list(e.input.faces) for e in log.entries if isinstance(e.input, Rolled) and e.input.faces]
            assert kept == typed[: len(kept)]
            assert len(typed) >= 3
            assert prove(log).difference is None

    asyncio.run(go())


def test_what_dice_cannot_show_is_refused_and_asked_for_again() -> None:
    async def go() -> None:
        with tables() as opened:
            _, _, people = await seated(opened, PEOPLE)
            red = people["red"]
            for faces in ([7, 1], [1], [0, 0], [1, 2, 3]):
                await red.send({"kind": "dice", "number": 0, "faces": faces})
                assert "expected 2 numbers from 1 to 6" in red.refusals[-1]["message"]
                assert red.now["dice"]["number"] == 0
            await red.send({"kind": "dice", "number": 4, "faces": [1, 2]})
            assert red.refusals[-1]["code"] == "stale"
            await red.send({"kind": "dice", "number": 0, "faces": [6, 1]})
            assert red.asked or people["blue"].asked

    asyncio.run(go())


def test_while_dice_are_waited_for_nobody_decides_and_a_table_put_away_asks_again() -> None:
    async def go() -> None:
        with tables() as opened:
            room, links, people = await seated(opened, PEOPLE)
            assert not any(client.asked for client in people.values())
            await people["red"].send({"kind": "take-back"})
            assert people["red"].refusals[-1]["code"] == "under-way"
            room.close()
            again = await opened.rooms.find(links.battle)
            assert again is not room
            back = Client(again, links.seats["red"])
            assert back.now["dice"]["number"] == 0
            await roll(back, random.Random(2))
            await play(again, {"red": back, "blue": Client(again, links.seats["blue"])}, 4, random.Random(3))
            state = again.battle.hash()
            again.close()
            assert (await opened.rooms.find(links.battle)).battle.hash() == state

    asyncio.run(go())


def test_dice_that_were_taken_back_are_rolled_anew() -> None:
    async def go() -> None:
        with tables() as opened:
            room, _, people = await seated(opened, PEOPLE)
            await play(room, people, 3, random.Random(1))
            thrown = len(room.battle.thrown)
            for _ in range(3):
                await people["red"].send({"kind": "take-back"})
                for client in people.values():
                    await client.send({"kind": "consent", "yes": True})
            assert len(room.battle.thrown) <= thrown
            assert all(number < len(room.battle.thrown) for number in room.battle.dice._typed)  # type: ignore[attr-defined]
            await play(room, people, 3, random.Random(5))

    asyncio.run(go())


def test_a_battle_with_secrets_is_not_laid_out_with_real_dice() -> None:
    async def go() -> None:
        with tables() as opened, pytest.raises(BadInput, match="secrets"):
            await opened.rooms.lay_out(Wanted("hex100", "skirmish", PEOPLE, dice="typed"))

    asyncio.run(go())


async def until_dice_are_wanted(room: Room, people: dict[str, Client], chooser: random.Random) -> str:
    """Play until an order of a seat waits for dice while the other wishes to take something back; whose order."""
    for _ in range(200):
        seat = room.battle.waiting_for()[0] if room.battle.waiting_for() else "red"
        other = "blue" if seat == "red" else "red"
        people[seat].listen()
        if not people[seat].now["dice"]:
            if room.battle.veil(other):
                await people[other].send({"kind": "take-back"})
            await people[seat].play(chooser)
        elif people[seat].now["wish"] == other:
            return seat
        else:
            await roll(people[seat], chooser)
    raise AssertionError("no dice were wanted")


@pytest.mark.parametrize("settled", ["take-back", "draw", "time"])
def test_whatever_is_settled_while_dice_are_waited_for_drops_them(settled: str) -> None:
    async def go() -> None:
        with tables() as opened:
            room, _, people = await seated(opened, PEOPLE)
            seat = await until_dice_are_wanted(room, people, random.Random(4))
            mine, theirs = people[seat], people["blue" if seat == "red" else "red"]
            number = mine.now["dice"]["number"]
            if settled == "take-back":
                await mine.send({"kind": "consent", "yes": True})
            elif settled == "draw":
                await theirs.send({"kind": "draw", "yes": True})
                await mine.send({"kind": "draw", "yes": True})
            else:
                async with room.lock:
                    await room._time_is_over(seat, True)
            for client in people.values():
                client.listen()
                assert client.now["dice"] is None
            await mine.send({"kind": "dice", "number": number, "faces": [1, 2]})
            assert mine.refusals[-1]["code"] == "stale"
            if settled == "take-back":
                assert theirs.asked or mine.asked, "the battle goes on"
                await play(room, people, 3, random.Random(6))
            else:
                assert mine.now["outcome"]

    asyncio.run(go())


def test_an_order_that_comes_to_nothing_with_its_dice_leaves_the_table_as_it_was(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def go() -> None:
        with tables() as opened:
            room, _, people = await seated(opened, PEOPLE)
            seat = await until_dice_are_wanted(room, people, random.Random(4))
            mine = people[seat]

            def fall_over(*_: object) -> None:
                raise ValueError("the rules fell over it")

            number = mine.now["dice"]["number"]
            with monkeypatch.context() as patched:
                patched.setattr(type(room.battle), "answer", fall_over)
                await roll(mine, random.Random(1))
            assert mine.refusals[-1]["code"] == "broken"
            assert mine.now["dice"] is None
            assert mine.asked, "whoever ordered it is asked again, without coming back to the table"
            assert number not in room.battle.dice._typed, "what was typed for it is no dice of the next order"  # type: ignore[attr-defined]

    asyncio.run(go())


def test_before_its_first_dice_no_battle_is_drawn() -> None:
    async def go() -> None:
        with tables() as opened:
            _, _, people = await seated(opened, PEOPLE)
            for client in people.values():
                await client.send({"kind": "draw", "yes": True})
                assert client.refusals[-1]["message"] == "The battle has not started. Roll the first dice."

    asyncio.run(go())


def test_a_battle_with_real_dice_has_the_clocks_that_were_wanted() -> None:
    async def go() -> None:
        with tables() as opened:
            wanted = Wanted("brigands", "duel", PEOPLE, seed=3, dice="typed", clocks=Timing(10))
            links = await opened.rooms.lay_out(wanted)
            red = Client(await opened.rooms.find(links.battle), links.seats["red"])
            assert [clock["left"] for clock in red.now["clocks"]] == [600_000, 600_000]

    asyncio.run(go())
