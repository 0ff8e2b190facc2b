"""One game of a match: played out by the clock, and lost by the bot that fails."""

from __future__ import annotations

import hashlib
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import msgspec

from gearlock.bots.arena import play_out
from gearlock.bots.blunders import Watch
from gearlock.bots.faults import reason_of, way_to, where_it_failed
from gearlock.bots.own import admit_once
from gearlock.bots.players import Player, make_bot
from gearlock.kernel.battle import Battle
from gearlock.kernel.counterparts import Losses
from gearlock.kernel.errors import IllegalOrder
from gearlock.kernel.log import dumps
from gearlock.kernel.orders import Concede, Decline, Order, no_order
from gearlock.kernel.registry import get_system
from gearlock.kernel.seat import Seat
from gearlock.lab.match import CONTENDERS, Game, Match
from gearlock.lab.tally import Tally

PATIENCE = 60.0
"""Seconds after which a bot that does not answer has lost; its own limit is far below."""
ENDLESS = 100_000
"""Decisions after which a battle is taken to have no end."""


class Played(msgspec.Struct, frozen=True):
    """A game that was played: all that a report needs. Only `seconds` and `thinking` may differ when it is repeated.

    `fault` says what went wrong, if anything did; the contender in `blame` has lost by it. When nobody is to blame
    (the rules themselves failed) the game counts for nobody.
    """

    number: int
    scenario: str
    seed: int
    seats: dict[str, str]
    winner: str
    reason: str
    score: dict[str, int]
    rounds: int
    decisions: int
    hash: str
    log: str
    fault: str = ""
    blame: str = ""
    seconds: float = 0.0
    thinking: dict[str, Tally] = {}
    blunders: dict[str, dict[str, int]] = {}
    """What each contender did that a player would laugh at: how often, by kind."""
    losses: dict[str, Losses] = {}
    """What each contender lost, where the system counts it."""
    trace: str = ""
    """How it came to the fault: the end of Python's traceback."""


class Fault(Exception):
    """A bot failed to give an answer."""


class _TooSlow(BaseException):
    """Time is up. Not an Exception, so that no bot takes it for one of its own."""


class _Clocked:
    """A bot with a clock beside it; whatever it does wrong becomes a fault with its reason."""

    def __init__(self, player: Player, orders: tuple[type[Order], ...]) -> None:
        self._player, self._orders = player, (*orders, Decline, Concede)
        self.tally, self.watch = Tally(), Watch()

    def decide(self, seat: Seat) -> Order:
        """The bot's answer, timed."""
        start = time.perf_counter_ns()
        try:
            with _time_limit(PATIENCE):
                order = self._player.decide(seat)
        except _TooSlow:
            raise Fault(f"gave no answer within {PATIENCE:.0f} s") from None
        except Exception as error:
            raise Fault(f"failed: {where_it_failed(error)}") from error
        self.tally.add((time.perf_counter_ns() - start) // 1000)
        if type(order) not in self._orders:
            raise Fault(no_order(order))
        if seat.refuse(order) is None:
            self.watch.see(seat, order)
        return order


def play_game(match: Match, game: Game) -> Played:
    """Play one game from its set-up to its end; never raises for what a bot or the rules do wrong."""
    start = time.perf_counter()
    system = get_system(match.system)
    try:
        battle = Battle.begin(system, match.setup(game))
    except Exception as error:
        return written_off(game, f"could not be laid out: {reason_of(error)}")
    battle.seats_of = {seat: f"bot:{match.bot(who)}" for seat, who in game.seats.items()}
    clocks: dict[str, _Clocked] = {}
    fault = blame = trace = ""
    try:
        for place, seat in enumerate(system.seats):
            admit_once(battle.seats_of[seat])
            bot = make_bot(battle.seats_of[seat], game.seed * 2 + place)  # as `gearlock battle` seats them
            clocks[seat] = _Clocked(bot, system.orders)
        play_out(battle, clocks, _stop_if_endless)
    except Fault as error:
        fault, blame = str(error), game.seats[battle.waiting_for()[0]]
        trace = way_to(error.__cause__) if error.__cause__ is not None else ""
    except IllegalOrder as error:
        fault, blame = f"gave an illegal order: {error}", game.seats[battle.waiting_for()[0]]
    except Exception as error:
        fault, trace = f"the rules failed: {reason_of(error)}", way_to(error)
    for clock in clocks.values():
        clock.watch.end()
    played = _result(battle, game, (fault, blame), time.perf_counter() - start)
    thinking = {game.seats[seat]: clock.tally for seat, clock in clocks.items()}
    blunders = {game.seats[seat]: clock.watch.counts for seat, clock in clocks.items()}
    return msgspec.structs.replace(played, thinking=thinking, blunders=blunders, trace=trace)


def written_off(game: Game, fault: str) -> Played:
    """A game that could not be played, through no contender's fault."""
    return Played(game.number, game.scenario, game.seed, game.seats, "", fault, {}, 0, 0, "", "", fault)


def _stop_if_endless(battle: Battle[Any]) -> None:
    if len(battle.entries) > ENDLESS and battle.decisions > ENDLESS:
        raise RuntimeError(f"no end after {ENDLESS} decisions")


def _result(battle: Battle[Any], game: Game, failed: tuple[str, str], seconds: float) -> Played:
    fault, blame = failed
    outcome = battle.outcome if not fault else None
    winner = (
        game.seats.get(outcome.winner, "") if outcome else next((w for w in CONTENDERS if blame and w != blame), "")
    )
    return Played(
        number=game.number,
        scenario=game.scenario,
        seed=game.seed,
        seats=game.seats,
        winner=winner,
        reason=outcome.reason if outcome else f"{game.seat_of(blame)} {fault}" if blame else fault,
        score=outcome.score if outcome else {},
        rounds=battle.view(None).round,
        decisions=battle.decisions,
        hash=battle.hash(),
        log=hashlib.blake2b(dumps(battle), digest_size=12).hexdigest(),
        fault=fault,
        blame=blame,
        seconds=round(seconds, 4),
        losses=_losses(battle, game),
    )


def _losses(battle: Battle[Any], game: Game) -> dict[str, Losses]:
    beside = battle.system.counterparts
    return {game.seats[seat]: lost for seat, lost in beside.losses(battle.state).items()} if beside else {}


@contextmanager
def _time_limit(seconds: float) -> Iterator[None]:
    """Raise _TooSlow in the middle of whatever goes on, where the machine has alarm clocks for that."""
    if sys.platform == "win32" or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGALRM, _ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _ring(number: int, frame: FrameType | None) -> None:  # noqa: ARG001 - what a signal brings along
    raise _TooSlow
