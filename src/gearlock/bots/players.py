"""Who may sit at a table: bots by name, and the way they are written on the command line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from gearlock.bots.greedy import GreedyBot
from gearlock.bots.strategist import StrategistBot
from gearlock.bots.tactician import TacticianBot
from gearlock.bots.tempers import tempers
from gearlock.bots.uniform import RandomBot
from gearlock.kernel.errors import UnknownName
from gearlock.kernel.orders import Order
from gearlock.kernel.seat import Seat


class Player(Protocol):
    """Anything that decides for a seat."""

    def decide(self, seat: Seat) -> Order:
        """Answer what the seat is asked."""
        ...


BOTS: dict[str, Callable[[int], Player]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "tactician": TacticianBot,
    "strategist": StrategistBot,
}
"""The weakest first."""
THINKERS: dict[str, Callable[[int, str], Player]] = {"tactician": TacticianBot, "strategist": StrategistBot}
"""Bots that come in several tempers."""
HUMAN = "human"


def player_names() -> tuple[str, ...]:
    """Everything that may be written for a side; a bot that thinks may carry a temper, as in bot:tactician:cautious."""
    return (HUMAN, *(f"bot:{name}" for name in BOTS))


def is_human(spec: str) -> bool:
    """This side is played by a person."""
    return spec == HUMAN


def make_bot(spec: str, seed: int) -> Player:
    """The bot written as `bot:greedy` or `bot:tactician:cautious`; the same seed plays the same way."""
    name, colon, temper = spec.removeprefix("bot:").partition(":")
    if name not in BOTS or (colon and name not in THINKERS):
        raise UnknownName("player", spec, player_names())
    if not colon:
        return BOTS[name](seed)
    if temper not in tempers():
        raise UnknownName("player", spec, tuple(f"bot:{name}:{each}" for each in tempers()))
    return THINKERS[name](seed, temper)
