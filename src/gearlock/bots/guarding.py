"""Somebody else's code at work: what it prints goes beside the report, what it does wrong is told as its own fault."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout

from gearlock.bots.faults import where_it_failed
from gearlock.bots.players import Player, make_bot
from gearlock.bots.registered import REGISTERED
from gearlock.kernel.errors import GearlockError
from gearlock.kernel.orders import Order
from gearlock.kernel.seat import Seat


class BotFailed(GearlockError):
    """A bot of somebody's own did not decide, or could not be made."""


class _Answerable:
    """A bot of somebody's own, whose failures are said with file and line."""

    def __init__(self, bot: Player, called: str) -> None:
        self._bot, self._called = bot, called

    def decide(self, seat: Seat) -> Order:
        """What the bot decides."""
        with _told_of(f"{seat.name} ({self._called})"):
            return self._bot.decide(seat)


def answerable(bot: Player, spec: str) -> Player:
    """A bot as it is to be asked where nobody counts faults: what fails in code of somebody's own raises BotFailed."""
    called = spec.removeprefix("bot:")
    return _Answerable(bot, called) if called in REGISTERED else bot


def made(spec: str, seed: int) -> Player:
    """A bot by name. Raises BotFailed if it is somebody's own and cannot be made from this seed."""
    called = spec.removeprefix("bot:")
    if called not in REGISTERED:
        return make_bot(spec, seed)
    with _told_of(called):
        return make_bot(spec, seed)


@contextmanager
def _told_of(who: str) -> Iterator[None]:
    try:
        yield
    except (Exception, SystemExit) as error:
        raise BotFailed(f"{who} failed: {where_it_failed(error)}.") from error


@contextmanager
def guarded() -> Iterator[None]:
    """Let a bot think: its words go to standard error, and a copy it made of this process ends where it would go on.

    Standard output is for what was asked for, one JSON document perhaps; two processes would write every result twice.
    """
    ours = os.getpid()
    with redirect_stdout(sys.stderr):
        try:
            yield
        finally:
            if os.getpid() != ours:
                os._exit(0)


def is_ours_to_stop(error: BaseException) -> bool:
    """Whether this is Ctrl-C, pressed by whoever started the program, and no exception of a bot's own making.

    Processes that play for others are deaf to Ctrl-C, and so are threads beside the main one.
    """
    if not isinstance(error, KeyboardInterrupt) or threading.current_thread() is not threading.main_thread():
        return False
    return signal.getsignal(signal.SIGINT) is not signal.SIG_IGN
