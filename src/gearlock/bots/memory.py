"""What a bot keeps in mind from one decision to the next, as bytes that can be put by and handed back.

A bot without a memory needs nothing. One whose memory cannot be written down, or not be read again, begins anew.
"""

from __future__ import annotations

import logging
import pickle
from typing import Protocol, runtime_checkable

from gearlock.bots.players import Player

NOTHING_KEPT = b""
_log = logging.getLogger(__name__)


@runtime_checkable
class Remembering(Protocol):
    """A bot that goes on with what it had in mind; all of that is in its memory."""

    memory: object


def kept_in_mind(bot: Player) -> bytes:
    """A bot's memory, written down; only for `remind`, of a bot of the same name in the same seat and battle."""
    if not isinstance(bot, Remembering):
        return NOTHING_KEPT
    try:
        return pickle.dumps(bot.memory)
    except Exception:  # a bot may keep anything in mind, and a memory is no reason to lose its order
        _log.exception("the memory of %s cannot be written down", type(bot).__name__)
        return NOTHING_KEPT


def remind(bot: Player, memory: bytes) -> None:
    """Give a bot back what it had in mind."""
    if memory and isinstance(bot, Remembering):
        try:
            bot.memory = pickle.loads(memory)
        except Exception:  # written by another edition of the bot, say
            _log.exception("the memory of %s cannot be read", type(bot).__name__)
