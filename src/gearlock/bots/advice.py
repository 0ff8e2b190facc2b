"""Asking a bot what it would do: it weighs another's decision through that seat, and sees no more than it does."""

from __future__ import annotations

from typing import Protocol

from gearlock.bots.players import BOTS, Player, make_bot
from gearlock.bots.thoughts import Thinking, Thought, are_weighed, told_apart
from gearlock.kernel.errors import BadInput
from gearlock.kernel.seat import Seat

NO_ADVICE = "has no advice on this: as far as it can tell, any answer is as good as another"
ADVISER = "tactician"
"""Who is asked if nobody is named."""


class Adviser(Player, Thinking, Protocol):
    """A bot that decides and can say why."""


def adviser(spec: str, seed: int) -> Adviser:
    """A bot that can be asked, by its name."""
    return as_adviser(make_bot(spec, seed), spec)


def as_adviser(bot: Player, spec: str) -> Adviser:
    """A bot by this name, if it can be asked; one that weighs nothing is refused in words."""
    if not isinstance(bot, Thinking):
        able = [name for name in BOTS if isinstance(make_bot(name, 0), Thinking)]
        raise BadInput(f"{spec.removeprefix('bot:')} weighs nothing, and has no advice: ask {' or '.join(able)}.")
    return bot


def advise(seat: Seat, spec: str, seed: int) -> tuple[Thought, ...]:
    """The ways a bot weighs at this seat's decision, the best first; only such as can be begun.

    None where it can tell no way from another: who goes first, say. What it would do there is chance, not advice.
    """
    bot = adviser(spec, seed)
    bot.decide(seat)
    ways = ways_weighed(bot, seat)
    return ways if are_weighed(ways) else ()


def ways_weighed(bot: Thinking, seat: Seat) -> tuple[Thought, ...]:
    """The ways a bot has weighed at the decision it has just made."""
    ways = told_apart(bot.thoughts())
    return tuple(way for way in ways if way.order is not None and seat.refuse(way.order) is None)
