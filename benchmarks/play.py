"""Battles for benchmarks: laid out by seed, played at random, stopped where a benchmark wants to look."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gearlock.bots.arena import play_out
from gearlock.bots.players import Player, make_bot
from gearlock.bots.uniform import RandomBot
from gearlock.kernel.battle import Battle
from gearlock.kernel.registry import get_system
from gearlock.kernel.seat import Seat

SIZE = {
    "brigands": {"size": "100"},
    "blitz": {"size": "100"},
    "fieldmanual": {"size": "600"},
    "tactical": {"red": "north-middle", "blue": "south-middle"},
}
"""Full battles of about the same number of models, by system: 600 TV of the one are as many as 100 of the others."""


def lay_out(system_id: str, scenario: str, seed: int, options: dict[str, str] | None = None) -> Battle[Any]:
    """A battle at its first decision."""
    system = get_system(system_id)
    return Battle.begin(system, system.prepare(scenario, seed, options or {}))


def players(battle: Battle[Any], bot: str, seed: int) -> dict[str, Player]:
    """The same bot in every seat."""
    return {seat: make_bot(bot, seed + n) for n, seat in enumerate(battle.system.seats)}


def played(system_id: str, scenario: str, seed: int, bot: str = "bot:random") -> Battle[Any]:
    """A whole battle."""
    battle = lay_out(system_id, scenario, seed)
    return play_out(battle, players(battle, bot, seed))


def played_until(battle: Battle[Any], seed: int, stop: Callable[[Battle[Any]], bool], limit: int = 5000) -> bool:
    """Play at random until a decision satisfies `stop`; False if none came."""
    bot = RandomBot(seed)
    for _ in range(limit):
        if battle.over:
            return False
        if stop(battle):
            return True
        seat = battle.waiting_for()[0]
        battle.answer(seat, bot.decide(Seat(battle, seat)))
    return False
