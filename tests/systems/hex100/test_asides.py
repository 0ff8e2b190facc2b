"""What happens unseen shows nowhere: not in who is waited for, in counts, in what undo needs, where films are cut."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Faces, Roll, Seeded
from gearlock.kernel.log import dumps, loads
from gearlock.kernel.orders import Decline, Order
from gearlock.kernel.seat import Seat
from gearlock.kernel.veil import told_until
from gearlock.server.films import Film
from gearlock.server.room import Room
from gearlock.server.store import StoredSeat
from gearlock.systems.hex100 import SYSTEM
from gearlock.systems.hex100.attacks.attack import FireReserve
from gearlock.systems.hex100.detection.sight import Detected
from gearlock.systems.hex100.electronic_warfare import MassJam
from gearlock.systems.hex100.movement.moving import Move
from gearlock.systems.hex100.state import State
from server.tabletop import Client, Tables, any_order, tables
from systems.hex100.kit import E, Position, W, east, events, machine, plain

TEGU = "tegu-siege"
CROC = "crocodile-lasers"
CHEAP = "tegu-hauler"
PEOPLE = [StoredSeat("red", "human", "", ""), StoredSeat("blue", "human", "", "")]


class Same:
    """Dice that always show the same, so that unseen ones change nothing seen."""

    def roll(self, roll: Roll, number: int) -> Faces:
        return (roll.low + roll.sides // 2,) * roll.count


def battle_of(position: Position) -> Battle[State]:
    return Battle.begin(SYSTEM, position.setup, Same(), position.state)


def on_the_way(held: bool) -> Position:
    """Blue is about to walk past red, which may or may not hold an attack in reserve."""
    position = Position(plain(), [(CROC, (0, 0), E)], [(TEGU, (6, 0), W)], acting="blue-1")
    if held:
        red = position.unit("red-1")
        red.held, red.trigger, red.held_weapons = "attack", "moves", ["crocodile-combat-laser"]
    return position


def walk(position: Position) -> Move:
    q, r = position.unit("blue-1").hex
    return Move("blue-1", ((q - 1, r), (q - 2, r)), W)


def open_room(opened: Tables, battle: Battle[Any]) -> Room:
    room = Room("same", battle, PEOPLE, opened.keeper, opened.thinkers)
    room.place_of = lambda token: (token, token) if token else None  # type: ignore[method-assign]
    opened.keeper.keep = _nothing  # type: ignore[assignment]
    return room


async def _nothing(*_: object) -> None:
    """Nothing is written down here."""


async def decline(room: Room, red: Client) -> int:
    """Red turns everything down that it is asked; how often that was."""
    asked = 0
    while red.asked:
        await red.answer(msgspec.to_builtins(Decline()))
        asked += 1
    return asked


async def moved(opened: Tables, held: bool) -> tuple[Room, Client, int]:
    """Blue has moved, and red has turned down whatever it was asked."""
    position = on_the_way(held)
    room = open_room(opened, battle_of(position))
    blue, red = Client(room, "blue"), Client(room, "red")
    blue.listen()
    blue.heard.clear()
    await blue.answer(msgspec.to_builtins(walk(position)))
    asked = await decline(room, red)
    blue.listen()
    return room, blue, asked


def test_the_one_who_moves_is_told_the_same_whether_a_reserve_was_offered_in_secret_or_not() -> None:
    async def go() -> None:
        with tables() as opened:
            pairs = [await moved(opened, held) for held in (False, True)]
            assert [asked for _, _, asked in pairs] == [0, 2]
            told = [blue.heard for _, blue, _ in pairs]
            assert told[0] == told[1]
            assert len(told[0]) == 1, "one order, one update"
            reels = [film(room.battle, "blue") for room, _, _ in pairs]
            assert reels[0] == reels[1]
            assert [seen.now["undo"] for _, seen, _ in pairs] == ["consent", "consent"]

    asyncio.run(go())


def film(battle: Battle[Any], seat: str) -> list[Any]:
    """A seat's replay of a battle that goes on, as the server shows it."""
    shown = Film(loads(dumps(battle)), seat, told_until(battle, seat))
    return [*shown.frames, *(shown.picture(number) for number in range(len(shown.frames)))]


def test_while_another_is_asked_aside_a_seat_stays_where_it_was() -> None:
    async def go() -> None:
        with tables() as opened:
            position = on_the_way(held=True)
            room = open_room(opened, battle_of(position))
            blue = Client(room, "blue")
            reel, before = film(room.battle, "blue"), blue.asked
            assert before
            heard = len(blue.heard)
            await blue.answer(msgspec.to_builtins(walk(position)))
            red = Client(room, "red")
            assert room.battle.waiting_for() == ("red",)
            assert red.now["waiting_for"] == ["red"]
            blue.listen()
            (presence,) = blue.heard[heard:]
            assert '"waiting_for":["blue"]' in presence, "that red came to the table is told, and nothing else"
            back = Client(room, "blue")
            assert back.now == blue.now
            assert back.asked == before
            assert back.pieces == blue.pieces
            assert film(room.battle, "blue") == reel
            again = {"kind": "answer", "decision": before["decision"], "order": msgspec.to_builtins(walk(position))}
            assert await blue.refused(again) == "under-way"
            assert await blue.refused({"kind": "take-back"}) == "under-way"
            assert (await blue.ask("weigh-all"))["kind"] == "weighed-all"

    asyncio.run(go())


def test_at_a_shared_screen_it_is_told_who_is_needed() -> None:
    async def go() -> None:
        with tables() as opened:
            position = on_the_way(held=True)
            room = open_room(opened, battle_of(position))
            battle = room.battle
            battle.answer("blue", walk(position))
            shares = room.shared_seats(("red",))
            assert shares == {"red"}
            both = Client(room, "blue", shares=shares)
            assert both.now["waiting_for"] == ["red"]
            assert Client(room, "blue").now["waiting_for"] == ["blue"]

    asyncio.run(go())


def test_a_reserve_that_is_fired_is_told_with_the_move_it_interrupts() -> None:
    position = on_the_way(held=True)
    battle = battle_of(position)
    blue = Seat(battle, "blue")
    told = len(blue.story())
    battle.answer("blue", walk(position))
    assert len(blue.story()) == told
    assert blue.ask is not None
    battle.answer("red", FireReserve("red-1", "contact-1"))
    lines = [line.text for line in blue.story()[told:]]
    assert any("from reserve" in line for line in lines)
    assert blue.veil


def jamming(unseen: bool) -> tuple[Position, Order]:
    """Red jams all around it; behind a building an enemy may be and resist, and dice are rolled for it."""
    bare = machine("cumulus", ["nimbus-ecm-system"])
    position = Position("...B............", [(bare, (0, 0), E)], [(TEGU, (6, 0), W)])
    position.unit("blue-1").placed, position.unit("blue-1").resisting = unseen, True
    return position, MassJam("red-1")


def walking(unseen: bool) -> tuple[Position, Order]:
    """Red takes a step; an enemy whom it does not find may find it."""
    position = Position("." * 16, [(TEGU, (0, 0), E)], [("errant-saboteur", (15, 0), W)])
    position.unit("blue-1").placed = unseen
    return position, Move("red-1", east(position.unit("red-1"), 1), E)


@pytest.mark.parametrize("situation", [jamming, walking])
def test_whether_undo_is_free_does_not_tell_what_happened_unseen(
    situation: Callable[[bool], tuple[Position, Order]],
) -> None:
    veils, happened = [], []
    for unseen in (False, True):
        position, order = situation(unseen)
        assert not position.state.known["red"]
        battle = battle_of(position)
        battle.answer("red", order)
        veils.append(Seat(battle, "red").veil)
        happened.append((len(battle.thrown), len(events(battle, Detected))))
    assert happened[0] != happened[1]
    assert veils[0] == veils[1]


def test_a_seat_cannot_count_hidden_units_by_what_it_is_told() -> None:
    """However many machines are out of sight, tanks or mecha: the other side hears as much, with the same numbers.

    That sides place in turn is open to all: with one machine of its own it sees one turn of the others.
    """

    async def told(opened: Tables, force: str) -> list[Any]:
        setup = SYSTEM.prepare("skirmish", 3, {"red": force, "blue": CHEAP})
        room = open_room(opened, Battle.begin(SYSTEM, setup, Seeded(3)))
        room.take_only_choices()
        there = {seat: Client(room, seat) for seat in SYSTEM.seats}
        heard, numbers, chooser = len(there["blue"].heard), [], random.Random(5)
        while there["blue"].now["round"] < 3:
            (seat,) = room.battle.waiting_for()
            asked = there[seat].asked
            assert asked
            if seat == "blue":
                numbers.append(asked["decision"])
            orders = [option["order"] for option in asked["options"]]
            ends = [order for order in orders if order["order"] == "end-turn"]
            placed = any_order(room.battle, seat, chooser if seat == "red" else random.Random(1))
            await there[seat].answer(ends[0] if ends else placed)
        there["blue"].listen()
        assert len(there["blue"].pieces) == 1, "the others are hidden"
        return [numbers, len(there["blue"].heard) - heard, there["blue"].number]

    async def go() -> None:
        with tables() as opened:
            forces = ([CHEAP], [CHEAP] * 2, [CHEAP] * 4, [CROC], [CROC, CHEAP])
            one, *others = [await told(opened, ",".join(force)) for force in forces]
            assert [one] * len(others) == others
            assert len(set(one[0])) == len(one[0]) > 2

    asyncio.run(go())
