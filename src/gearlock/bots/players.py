"""Who may sit at a table: bots by name, and the way they are written on the command line."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Protocol

from gearlock.bots.greedy import GreedyBot
from gearlock.bots.patience import SECONDS
from gearlock.bots.registered import REGISTERED
from gearlock.bots.strategist import StrategistBot
from gearlock.bots.tactician import TacticianBot
from gearlock.bots.tempers import USUAL, tempers
from gearlock.bots.uniform import RandomBot
from gearlock.kernel.errors import BadInput, UnknownName
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
THINKERS: dict[str, type[TacticianBot]] = {"tactician": TacticianBot, "strategist": StrategistBot}
"""Bots that come in several tempers and may be given more time, or less."""
MOST_SECONDS = 600.0
HUMAN = "human"
NOT_ADMITTED = (
    "is no bot of Gearlock. If it is code of your own, name it yourself where you start the battle "
    "(--red, --blue or --against mybots.py:Hugger, at the browser table gearlock serve --bot): no file can have it run."
)


def player_names() -> tuple[str, ...]:
    """Everything that may be written for a side; a bot that thinks may carry a temper, as in bot:tactician:cautious."""
    return (HUMAN, *(f"bot:{name}" for name in (*BOTS, *REGISTERED)))


def is_human(spec: str) -> bool:
    """This side is played by a person."""
    return spec == HUMAN


def make_bot(spec: str, seed: int) -> Player:
    """The bot written as `bot:greedy` or `bot:strategist:cautious:0.3s`; the same seed plays the same way.

    A bot that thinks takes a temper, a time limit (`0.3s`) and a limit of orders it looks at (`500n`), in any order.
    A bot of one's own is made if it was admitted (`bots.own`): a name alone loads no code.
    """
    written = spec.removeprefix("bot:")
    if written in REGISTERED:
        own: Player = REGISTERED[written].make(seed)
        return own
    name, *manner = written.split(":")
    if manner and name not in BOTS:
        raise BadInput(f"{written} {NOT_ADMITTED}")
    if name not in BOTS or (manner and name not in THINKERS):
        raise UnknownName("player", spec, player_names())
    if not manner:
        return BOTS[name](seed)
    temper, limits = USUAL, dict[str, float]()
    for word in manner:
        limit = re.fullmatch(r"(\d{1,6}(?:\.\d{1,3})?)(s|n)", word)
        if limit is not None:
            limits[limit[2]] = float(limit[1])
        elif word in tempers():
            temper = word
        else:
            raise UnknownName("player", spec, tuple(f"bot:{name}:{each}" for each in (*tempers(), "0.3s", "500n")))
    seconds = min(limits.get("s", SECONDS), MOST_SECONDS)
    thinker = THINKERS[name]
    return thinker(seed, temper, int(limits.get("n", thinker.looks)), seconds)
