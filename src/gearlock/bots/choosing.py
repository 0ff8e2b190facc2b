"""Bots as people choose them at a table: what each is like in a line, and the tempers it comes in."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec

from gearlock.bots.players import BOTS, HUMAN, THINKERS
from gearlock.bots.registered import REGISTERED
from gearlock.bots.tempers import USUAL, tempers
from gearlock.kernel.typed import as_typed


class BotInfo(msgspec.Struct, frozen=True):
    """A bot to choose, as it is written for a side."""

    player: str
    about: str
    tempers: dict[str, str] = {}
    """What each of its tempers is like; the usual one comes first and need not be written."""


class _Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    about: str


def bots_to_choose() -> tuple[BotInfo, ...]:
    """Every bot, the weakest first, then those of somebody's own that were admitted here."""
    own = (BotInfo(f"bot:{name}", known.about) for name, known in REGISTERED.items())
    return (*_bots_of_the_house(), *own)


@cache
def _bots_of_the_house() -> tuple[BotInfo, ...]:
    text = files("gearlock.bots").joinpath("data", "bots.toml").read_text(encoding="utf-8")
    words = as_typed(msgspec.toml.decode(text), dict[str, _Words])
    usual_first = sorted(tempers(), key=lambda name: name != USUAL)
    manners = {name: tempers()[name].about for name in usual_first}
    return tuple(BotInfo(f"bot:{name}", words[name].about, manners if name in THINKERS else {}) for name in BOTS)


def table_players() -> frozenset[str]:
    """Whoever may be seated at a table: people, and bots in every temper; how long they think is the table's affair."""
    bots = bots_to_choose()
    tempered = (f"{bot.player}:{temper}" for bot in bots for temper in bot.tempers)
    return frozenset((HUMAN, *(bot.player for bot in bots), *tempered))
