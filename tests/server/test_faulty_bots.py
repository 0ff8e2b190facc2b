"""Bots of one's own that make the commonest mistakes: it is said at the table, and the battle goes on."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from gearlock.kernel.orders import Order
from server.tabletop import Client, lay_out, legal_order, settle, tables

BOT = {"red": "human", "blue": "bot:random"}


class Foreign(Order, frozen=True, tag="foreign"):
    """An order no game knows."""


def of_another_game() -> Order:
    """An order of the brigands."""
    battle = lay_out("brigands", "duel")
    return legal_order(battle, battle.waiting_for()[0], random.Random(1))


@pytest.mark.parametrize("returned", [None, "fire", 7, {"order": "move"}, Foreign(), of_another_game()], ids=repr)
def test_a_bot_that_returns_no_order_of_this_game_stops_no_table(returned: Any) -> None:
    async def go() -> None:
        with tables() as opened:
            opened.thinkers.said.append(returned)
            room, links = await opened.lay_out("fieldmanual", "duel", BOT)
            chooser = random.Random(2)
            red = Client(room, links.seats["red"])
            for _ in range(50):
                await settle(room)
                if not opened.thinkers.said or room.battle.over or not red.asked:
                    break
                await red.play(chooser)
            await settle(room)
            red.listen()
            (said,) = [answer["text"] for answer in red.answers if answer["kind"] == "said"]
            assert said.startswith("The bot of blue ")
            assert "the battle goes on" in said
            assert room.battle.over or room.battle.waiting_for()[0] == "red"

    asyncio.run(go())
