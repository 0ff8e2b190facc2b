"""A table with a battle on it: takes answers, writes down what happened, and lets bots play."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable
from typing import Any, ParamSpec

from sqlalchemy.exc import SQLAlchemyError

from gearlock.bots.memory import NOTHING_KEPT
from gearlock.bots.thoughts import Thought
from gearlock.kernel.asks import OPEN_OPTIONS, Place
from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Faces
from gearlock.kernel.errors import GearlockError, IllegalOrder, NotAsked, UndoRefused
from gearlock.kernel.handed import IllMade
from gearlock.kernel.orders import BreakOff, Order
from gearlock.kernel.scribe import Scribe
from gearlock.kernel.seat import Seat
from gearlock.server.audience import Audience
from gearlock.server.clocks import Clocks, Timekeeper, milliseconds, on_the_clock
from gearlock.server.guest import Guest
from gearlock.server.keeper import Keeper
from gearlock.server.mishaps import words_for
from gearlock.server.queue import Urgency
from gearlock.server.referee import DiceWanted, TypedDice, set_off
from gearlock.server.store import StoredSeat, place_of
from gearlock.server.thinkers import Decided, NoAnswer, Thinkers, any_legal_order, task_for
from gearlock.server.wire import Refused, Said

NOTICEABLE = 0.3
"""Seconds after which people are told that a bot is thinking."""
DEPUTY = "bot:greedy"
"""Who puts the pieces of people who want that on the table."""
TRIES = 5
"""Orders that are tried for a bot whose own could not be carried out."""
LEFT_ALONE = 20.0
"""Seconds that bots play on among themselves when nobody watches."""
RESTED = "Nobody was watching, so the bots rested. They play on now."
TABLE = ""
"""Who says what nobody at the table said: the table itself."""
_log = logging.getLogger(__name__)
P = ParamSpec("P")


class NotKept(GearlockError):
    """What happened could not be written down: the table is closed, and laid out anew from what was."""


class Stale(GearlockError):
    """An answer to a decision that is no longer the one to make."""


class UnderWay(GearlockError):
    """Something more of a seat whose last order is not carried out to its end."""


class Broken(GearlockError):
    """The rules fell over an order: it was not carried out, and everything is as it was."""


class Room:
    """A battle and everybody around it. One change at a time; each is written down before anybody is told of it."""

    def __init__(
        self,
        id_: str,
        battle: Battle[Any],
        seats: Iterable[StoredSeat],
        keeper: Keeper,
        thinkers: Thinkers,
        is_private: bool = False,
    ) -> None:
        self.id, self.battle = id_, battle
        self.seats = {seat.seat: seat for seat in seats}
        self.audience = Audience(id_, battle, {name: seat.player for name, seat in self.seats.items()}, is_private)
        self.scribe = Scribe(battle)
        self.closed = False
        self.lines = 0
        """Lines of the log that are kept."""
        self._keeper, self._thinkers = keeper, thinkers
        self.quiet = asyncio.Event()
        """Nothing has happened that is not written down yet: whoever looks now is told nothing that could be lost."""
        self.quiet.set()
        self.counsels: dict[str, asyncio.Task[None]] = {}
        """The bot that thinks for a person, by that person's seat."""
        self.rests = False
        """Bots alone, and nobody to watch them: they have stopped."""
        self._seen_at = time.monotonic()
        """When somebody was here last."""
        self.lock = asyncio.Lock()
        self._bots: asyncio.Task[None] | None = None
        self._memories: dict[str, bytes] = {}
        """What the bot of each seat keeps in mind. It is lost with the table, and then the bot plans anew."""
        self._deputised: set[str] = set()
        """Seats of people whose pieces a bot puts on the table."""
        self._held: tuple[Callable[[], object], bool, DiceWanted] | None = None
        """What is done once somebody has typed what the dice show, whether it goes back, and which dice."""
        self._timer: Timekeeper | None = None
        self._story_is_new = False
        """The battle was run again, so that no feed can go on where it was."""

    @property
    def is_idle(self) -> bool:
        """Nobody is here and nobody thinks."""
        return not self.audience.guests and not self.lock.locked() and (self._bots is None or self._bots.done())

    def place_of(self, token: str) -> tuple[str, str | None] | None:
        """The seat a token gives and the eyes it looks through; None if it opens nothing here.

        Without a token one may look on where there are no secrets, or none any more, and the table is not private.
        """
        is_open = not self.audience.is_private and (not self.battle.has_secrets or self.battle.over)
        return place_of(self.seats.values(), token, is_open)

    def enter(self, guest: Guest, shown: int = 0, edition: int = 0) -> None:
        """Somebody comes, or says hello again; bots that rested go on."""
        guest.tell(self.audience.enter(guest, shown, edition))
        self.run_clocks()
        if self.rests:
            self.rests = False
            guest.tell(Said(TABLE, RESTED))
            self.wake_bots()

    def shared_seats(self, tokens: Iterable[str]) -> frozenset[str]:
        """The seats that these tokens give: those of one screen that is handed over."""
        return frozenset(place[0] for place in map(self.place_of, tokens) if place is not None and place[0])

    def leave(self, guest: Guest) -> None:
        """Somebody goes."""
        if guest in self.audience.guests:
            self.audience.guests.discard(guest)
            self._seen_at = time.monotonic()
            if guest.seat:
                if not any(other.seat == guest.seat for other in self.audience.guests):
                    self.audience.left[guest.seat] = milliseconds()
                self._tell_presence()
            self.run_clocks()

    def _tell_presence(self) -> None:
        """Who is here and who thinks; while something is being written down it is told with that."""
        if self.quiet.is_set():
            self.audience.tell_presence()

    async def answer(self, seat: str, decision: int, order: Order) -> None:
        """A seat's answer. Raises IllegalOrder, NotAsked, Stale, UnderWay, Broken or NotKept; nothing changes then."""
        async with self.lock:
            if decision != self.audience.decision(seat):
                raise Stale("The battle has moved on since that question was asked; look again.")
            self.refuse_while_under_way(seat)
            await self.do(lambda: self.battle.answer(seat, order))
            if self.audience.draw not in ("", seat):  # who plays on has answered
                self.audience.draw = ""
        self.wake_bots()

    def refuse_while_under_way(self, seat: str) -> None:
        """Raises UnderWay while another seat is asked aside about what this one ordered, or dice are being rolled."""
        if self._held is not None:
            raise UnderWay("First say what the dice show that were asked for.")
        if self.battle.as_told(seat) is not self.battle:
            raise UnderWay("What you ordered is still being carried out; wait a moment.")

    def deploy_for(self, seat: str) -> None:
        """Let a bot put a person's pieces on the table. Raises NotAsked if there are none to put."""
        if not self._puts_pieces(seat) and not Seat(self.battle, seat).waiting_pieces():
            raise NotAsked("All your pieces are on the table.")
        self._deputised.add(seat)
        self.wake_bots()

    def _puts_pieces(self, seat: str) -> bool:
        """Whether a seat is asked where a piece shall stand, before the first round."""
        ask = self.battle.ask_for(seat)
        if ask is None or self.battle.view(seat).round:
            return False
        return any(isinstance(option, Place) and option.unit for option in self.battle.options(seat))

    def _is_for_a_bot(self, seat: str) -> bool:
        """Whether a bot decides for this seat now: it plays it, or puts its pieces."""
        if not self.audience.is_human(seat):
            return True
        return seat in self._deputised and self._puts_pieces(seat)

    async def set_off(self) -> None:
        """Begin a battle whose first dice people roll."""
        async with self.lock:
            await self.do(lambda: set_off(self.battle))
        self.wake_bots()

    async def type_dice(self, number: int, faces: Faces) -> None:
        """What the dice show that were waited for. Raises BadDice, or Stale if they are no longer."""
        async with self.lock:
            held, dice = self._held, self.battle.dice
            if held is None or held[2].number != number or not isinstance(dice, TypedDice):
                raise Stale("These dice are not waited for any more.")
            dice.type(held[2].roll, number, faces)
            self._held = self.audience.dice = None
            await self.do(held[0], held[1])
        self.wake_bots()

    async def note(self, seat: str, text: str) -> None:
        """A word to everybody, kept like everything else, from one who holds the lock."""
        await self._kept(self._keeper.store.say, self.id, len(self.audience.said), seat, text)
        self.audience.say(Said(seat, text))

    async def do(self, change: Callable[[], object], went_back: bool = False) -> None:
        """Change the battle, write it down, tell everybody."""
        if self.closed:
            raise NotKept("This table was closed; come back to it.")
        try:
            self._carry_out(change)
        except DiceWanted as wanted:
            return self._wait_for_dice(change, went_back, wanted)
        if went_back:
            self._memories.clear()
            if isinstance(self.battle.dice, TypedDice):
                self.battle.dice.forget_after(len(self.battle.thrown))
        self.quiet.clear()
        try:
            await self._write_down(went_back)
        finally:
            self.quiet.set()

    def _wait_for_dice(self, change: Callable[[], object], went_back: bool, wanted: DiceWanted) -> None:
        """Nothing has happened yet; people are asked for dice."""
        self._held, self.audience.dice = (change, went_back, wanted), wanted.asked
        self.audience.tell_presence()

    def wind_up(self, clocks: Clocks) -> None:
        """People want clocks."""
        store = self._keeper.store
        keep = lambda left: self._kept(store.keep_clocks, self.id, clocks.timing, left)  # noqa: E731
        self.audience.clocks, self._timer = clocks, Timekeeper(clocks, self.lock, keep, self._time_is_over)

    def run_clocks(self) -> None:
        """Let the clock run of whoever decides, while anybody is here."""
        if self._timer is not None and self._timer.let_run(on_the_clock(self.battle) if self.audience.guests else ""):
            self._tell_presence()

    async def _time_is_over(self, seat: str, loses: bool) -> None:
        if not loses:
            return await self.note(TABLE, f"The time of {seat} is over; the battle goes on.")
        asked, winner = self.battle.waiting_for()[0], next(other for other in self.seats if other != seat)
        await self.do(lambda: self.battle.answer(asked, BreakOff(winner, f"the time of {seat} ran out")))

    async def _write_down(self, went_back: bool) -> None:
        self.take_only_choices()
        lines = list(self.scribe.news())
        outcome = self.battle.outcome
        over = (outcome.winner, outcome.reason) if outcome else None
        await self._kept(self._keeper.store.append, self.id, self.lines, lines, over, self.battle.has_secrets)
        self.lines += len(lines)
        self.audience.wish = ""
        if self.battle.over:
            self.audience.draw = ""
        self.run_clocks()
        if self._timer is not None:
            await self._timer.keep()
        self.audience.tell_change(went_back or self._story_is_new)
        self._story_is_new = False

    def _carry_out(self, change: Callable[[], object]) -> None:
        """Change the battle or, whatever happens, leave it as it was."""
        before = len(self.battle.entries)
        try:
            change()
        except (IllegalOrder, IllMade, NotAsked, UndoRefused):
            raise
        except DiceWanted:
            self._go_back_to(before)
            raise
        except Exception as error:
            _log.exception("the rules fell over an order in battle %s", self.id)
            self._go_back_to(before)
            raise Broken("The rules could not carry this out, and nothing was done. Try another way.") from error

    def _go_back_to(self, before: int) -> None:
        """As it was after so many entries."""
        if len(self.battle.entries) > before:
            self.battle.rewind(before)
            self._story_is_new = True

    async def _kept(self, work: Callable[P, None], *args: P.args, **kwargs: P.kwargs) -> None:
        """Have something written down; a table whose battle cannot be is closed."""
        if self.closed:
            raise NotKept("This table was closed; come back to it.")
        try:
            await self._keeper.keep(work, *args, **kwargs)
        except (SQLAlchemyError, OSError) as error:
            _log.exception("battle %s could not be kept", self.id)
            words = words_for(error)
            self.close(Refused("not-kept", words))
            raise NotKept(words) from error

    def take_only_choices(self) -> None:
        """Where a person has one option and nothing to say about it, it is taken."""
        while (waiting := self.battle.waiting_for()) and self.audience.is_human(waiting[0]):
            options = self.battle.options(waiting[0])
            if len(options) != 1 or isinstance(options[0], OPEN_OPTIONS):
                return
            seat, only = waiting[0], options[0].order
            try:
                self._carry_out(lambda seat=seat, only=only: self.battle.answer(seat, only, auto=True))  # type: ignore[misc]
            except GearlockError:
                return

    def resume(self) -> None:
        """Go on with a battle fetched from the store; bots among themselves only when somebody comes to watch."""
        self.rests = not self.battle.over and not any(map(self.audience.is_human, self.seats))
        if not self.rests:
            self.wake_bots()

    def wake_bots(self) -> None:
        """Let bots decide as long as it is theirs to decide."""
        if not self.closed and (self._bots is None or self._bots.done()):
            self._bots = asyncio.create_task(self._let_bots_play())

    @property
    def _is_left_alone(self) -> bool:
        """Bots play among themselves, and nobody watches."""
        if self.audience.guests or any(map(self.audience.is_human, self.seats)):
            return False
        return time.monotonic() - self._seen_at > LEFT_ALONE

    @property
    def _urgency(self) -> Urgency:
        """How soon bots should decide: somebody here may wait for it."""
        return Urgency.PERSON if any(guest.seat for guest in self.audience.guests) else Urgency.ALONE

    async def _let_bots_play(self) -> None:
        while seat := next(filter(self._is_for_a_bot, self.battle.waiting_for()), ""):
            if self._held is not None:
                return
            if self._is_left_alone:
                self.rests = True
                return
            lines = self.lines
            answer = await self._think(seat)
            async with self.lock:
                thought_aloud, self.audience.thinking = bool(self.audience.thinking), ""
                if lines == self.lines:
                    try:
                        await self._play_for(seat, answer)
                    except GearlockError:  # not kept, and the table is closed; or nothing at all can be done here
                        return
                elif thought_aloud:
                    self._tell_presence()

    async def _play_for(self, seat: str, answer: Decided | NoAnswer) -> None:
        """A bot's order or, if it has none that can be carried out, any that can; people are told of it."""
        self._memories.pop(seat, None)
        if isinstance(answer, Decided):
            order = answer.order
            try:
                await self.do(lambda: self.battle.answer(seat, order))
                self._memories[seat] = answer.memory
                return None
            except (IllegalOrder, NotAsked, Broken):
                _log.error("the bot of %s in battle %s chose what cannot be done: %r", seat, self.id, order)
                answer = NoAnswer("chose something that cannot be done")
        failed = f"The bot of {seat} {answer.why}"
        for _ in range(TRIES):
            try:
                await self.do(lambda: self.battle.answer(seat, any_legal_order(self.battle, seat)))
            except (IllegalOrder, NotAsked, Broken):
                continue
            said = f"{failed}. Something the rules allow was chosen for it, and the battle goes on. {answer.remedy}"
            return await self.note(TABLE, said)
        await self.note(TABLE, f"{failed}, and nothing that was chosen for it could be done. Take something back.")
        raise Broken("nothing can be done")

    async def _think(self, seat: str) -> Decided | NoAnswer:
        """What a bot would do; people hear of it when it takes its time."""
        player = DEPUTY if self.audience.is_human(seat) else self.seats[seat].player
        task = task_for(self.battle, seat, player, self._memories.get(seat, NOTHING_KEPT))
        thought = asyncio.create_task(self._thinkers.decide(task, self._urgency))
        done, _ = await asyncio.wait({thought}, timeout=NOTICEABLE)
        if not done:
            self.audience.thinking = seat
            self._tell_presence()
        return await thought

    async def advise(self, seat: str, bot: str) -> tuple[Thought, ...] | NoAnswer:
        """What a bot weighs in a seat's place. The battle may have moved on when it has thought."""
        self.refuse_while_under_way(seat)
        return await self._thinkers.advise(task_for(self.battle, seat, bot))

    def close(self, why: Refused | None = None) -> None:
        """Send everybody home, with a word if there is a reason; they may come back to a table laid out anew."""
        self.closed = True
        if self._timer is not None:
            self._timer.stop()
        if self._bots is not None and self._bots is not asyncio.current_task():
            self._bots.cancel()
        self.audience.send_home(why)
