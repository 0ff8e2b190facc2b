"""One game of a match: played out by the clock, and lost by the bot that fails."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec

from gearlock.bots.arena import play_out
from gearlock.bots.blunders import Watch
from gearlock.bots.faults import reason_of, way_to, where_it_failed
from gearlock.bots.guarding import guarded, is_ours_to_stop
from gearlock.bots.own import admit_once
from gearlock.bots.players import Player, make_bot
from gearlock.bots.tuning import tuned
from gearlock.kernel.battle import Battle
from gearlock.kernel.counterparts import Losses
from gearlock.kernel.errors import BadInput, IllegalOrder, Unanswerable
from gearlock.kernel.handed import check_order
from gearlock.kernel.log import dumps
from gearlock.kernel.orders import Concede, Decline, Order, no_order
from gearlock.kernel.registry import get_system
from gearlock.kernel.seat import Seat
from gearlock.kernel.system import Setup
from gearlock.lab.fallen import Entered, Fallen, fallen_in, models_of
from gearlock.lab.match import Game
from gearlock.lab.studies import Study
from gearlock.lab.tally import Tally
from gearlock.lab.watch import TooSlow, time_limit

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
    models: dict[str, dict[str, Entered]] = {}
    """What each contender brought, by the names of the models, and what became of it."""
    fallen: tuple[Fallen, ...] = ()
    """Who was struck down by whom, in order."""
    trace: str = ""
    """How it came to the fault: the end of Python's traceback."""


class Fault(Exception):
    """The bot of a seat failed to give an answer, or could not even be made."""

    def __init__(self, seat: str, reason: str) -> None:
        super().__init__(reason)
        self.seat = seat


class _Clocked:
    """A bot with a clock beside it; whatever it does wrong becomes a fault with its reason."""

    def __init__(self, player: Player, orders: tuple[type[Order], ...]) -> None:
        self._player, self._orders = player, (*orders, Decline, Concede)
        self.tally, self.watch = Tally(), Watch()

    def decide(self, seat: Seat) -> Order:
        """The bot's answer, timed."""
        start = time.perf_counter_ns()
        with _answerable(seat.name):
            order = self._player.decide(seat)
        self.tally.add((time.perf_counter_ns() - start) // 1000)
        if type(order) not in self._orders:
            raise Fault(seat.name, no_order(order))
        try:
            check_order(order)
        except BadInput as error:
            raise Fault(seat.name, f"gave no order: {error}") from error
        if seat.refuse(order) is None:
            self.watch.see(seat, order)
        return order


@contextmanager
def _answerable(seat: str) -> Iterator[None]:
    """Let the bot of a seat do something; whatever way it fails, time among them, is a fault of that seat."""
    try:
        with guarded(), time_limit(PATIENCE):
            yield
    except Unanswerable:
        raise  # whoever has no answer to give is not to blame
    except TooSlow:
        raise Fault(seat, f"gave no answer within {PATIENCE:.0f} s") from None
    except BaseException as error:
        if is_ours_to_stop(error):
            raise
        raise Fault(seat, f"failed: {where_it_failed(error)}") from error


def play_game(match: Study, game: Game, setup: Setup | None = None) -> Played:
    """Play one game from its set-up to its end; never raises for what a bot or the rules do wrong.

    Where the set-up comes from files that are not here, it is handed over.
    """
    start = time.perf_counter()
    system = get_system(match.system)
    try:
        battle = Battle.begin(system, setup or match.setup(game))
    except Exception as error:
        return written_off(game, f"could not be laid out: {reason_of(error)}")
    battle.seats_of = {seat: f"bot:{match.bot(who)}" for seat, who in game.seats.items()}
    clocks: dict[str, _Clocked] = {}
    fault = blame = trace = ""
    try:
        for place, seat in enumerate(system.seats):
            admit_once(battle.seats_of[seat])
            settings = game.settings.get(game.seats[seat])
            with _answerable(seat):
                bot = make_bot(battle.seats_of[seat], game.seed * 2 + place)  # as `gearlock battle` seats them
                bot = tuned(bot, settings) if settings else bot
            clocks[seat] = _Clocked(bot, system.orders)
        play_out(battle, clocks, _stop_if_endless)
    except Fault as error:
        fault, blame = str(error), game.seats[error.seat]
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
    others = [who for who in game.seats.values() if blame and who != blame]
    winner = game.seats.get(outcome.winner, "") if outcome else next(iter(others), "")
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
        **_fates(battle, game),
    )


def _fates(battle: Battle[Any], game: Game) -> dict[str, Any]:
    """What became of the models of both contenders, where the system tells them."""
    beside, who = battle.system.counterparts, {**game.seats, "": ""}
    if beside is None:
        return {}
    models = models_of(beside.fielded(battle.state))
    return {
        "losses": {who[seat]: lost for seat, lost in beside.losses(battle.state).items()},
        "models": {who[seat]: brought for seat, brought in models.items()},
        "fallen": tuple(fell._replace(whose=who[fell.whose], by=who[fell.by]) for fell in fallen_in(battle)),
    }
