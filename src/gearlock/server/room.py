"""A table with a battle on it: takes answers, writes down what happened, and lets bots play."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, ParamSpec

from sqlalchemy.exc import SQLAlchemyError

from gearlock.bots.thoughts import Thought
from gearlock.kernel.asks import OPEN_OPTIONS
from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Faces
from gearlock.kernel.errors import GearlockError, IllegalOrder, NotAsked, UndoRefused
from gearlock.kernel.handed import IllMade
from gearlock.kernel.orders import BreakOff, Order
from gearlock.kernel.scribe import Scribe
from gearlock.server.audience import Audience
from gearlock.server.bot_seats import BotSeats
from gearlock.server.clocks import Clocks, Timekeeper, milliseconds, on_the_clock
from gearlock.server.enquiries import Enquiries
from gearlock.server.guest import Guest
from gearlock.server.keeper import Keeper
from gearlock.server.mishaps import words_for
from gearlock.server.reckoners import Inline, Reckoning
from gearlock.server.referee import DiceWanted, TypedDice, set_off
from gearlock.server.store import StoredSeat, place_of
from gearlock.server.thinkers import NoAnswer, Thinkers, task_for
from gearlock.server.troubles import MOVED_ON, TABLE, Broken, NotKept, Stale, UnderWay
from gearlock.server.wire import Refused, Said

RESTED = "Nobody was watching, so the bots rested. They play on now."
_log = logging.getLogger(__name__)
P = ParamSpec("P")


class Held(NamedTuple):
    """A change that waits for dice: what is done once they are typed, whether it goes back, and which dice."""

    change: Callable[[], object]
    went_back: bool
    wanted: DiceWanted


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
        reckoning: Reckoning | None = None,
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
        self.enquiries = Enquiries(self.audience, reckoning or Inline(), self.quiet)
        self.counsels: dict[str, asyncio.Task[None]] = {}
        """The bot that thinks for a person, by that person's seat."""
        self.seen_at = time.monotonic()
        """When somebody was here last."""
        self.lock = asyncio.Lock()
        self.bots = BotSeats(self, thinkers)
        self.held: Held | None = None
        """What is done once somebody has typed what the dice show."""
        self._timer: Timekeeper | None = None
        self._story_is_new = False
        """The battle was run again, so that no feed can go on where it was."""

    @property
    def is_idle(self) -> bool:
        """Nobody is here and nobody thinks."""
        return not self.audience.guests and not self.lock.locked() and self.bots.are_idle

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
        if self.bots.rest:
            self.bots.rest = False
            guest.tell(Said(TABLE, RESTED))
            self.bots.wake()

    def shared_seats(self, tokens: Iterable[str]) -> frozenset[str]:
        """The seats that these tokens give: those of one screen that is handed over."""
        return frozenset(place[0] for place in map(self.place_of, tokens) if place is not None and place[0])

    def leave(self, guest: Guest) -> None:
        """Somebody goes."""
        if guest in self.audience.guests:
            self.audience.guests.discard(guest)
            self.enquiries.leave(guest)
            self.seen_at = time.monotonic()
            if guest.seat:
                if not any(other.seat == guest.seat for other in self.audience.guests):
                    self.audience.left[guest.seat] = milliseconds()
                self.tell_presence()
            self.run_clocks()

    def tell_presence(self) -> None:
        """Who is here and who thinks; while something is being written down it is told with that."""
        if self.quiet.is_set():
            self.audience.tell_presence()

    async def answer(self, seat: str, decision: int, order: Order) -> None:
        """A seat's answer. Raises IllegalOrder, NotAsked, Stale, UnderWay, Broken or NotKept; nothing changes then."""
        async with self.lock:
            if decision != self.audience.decision(seat):
                raise Stale(MOVED_ON)
            self.refuse_while_under_way(seat)
            await self.do(lambda: self.battle.answer(seat, order))
        self.bots.wake()

    def refuse_while_under_way(self, seat: str) -> None:
        """Raises UnderWay while another seat is asked aside about what this one ordered, or dice are being rolled."""
        if self.held is not None:
            raise UnderWay("First say what the dice show that were asked for.")
        if self.battle.as_told(seat) is not self.battle:
            raise UnderWay("What you ordered is still being carried out; wait a moment.")

    async def set_off(self) -> None:
        """Begin a battle whose first dice people roll."""
        async with self.lock:
            await self.do(lambda: set_off(self.battle))
        self.bots.wake()

    async def type_dice(self, number: int, faces: Faces) -> None:
        """What the dice show that were waited for. Raises BadDice, or Stale if they are no longer."""
        async with self.lock:
            held, dice = self.held, self.battle.dice
            if held is None or held.wanted.number != number or not isinstance(dice, TypedDice):
                raise Stale("These dice are not waited for any more.")
            dice.type(held.wanted.roll, number, faces)
            try:
                await self.do(held.change, held.went_back)
            except GearlockError:
                self._drop_held()
                self.tell_presence()
                raise
        self.bots.wake()

    def _drop_held(self) -> None:
        """No dice are waited for any more, and those that were typed for what was not done are forgotten."""
        self.held = self.audience.dice = None
        if isinstance(self.battle.dice, TypedDice):
            self.battle.dice.forget_after(len(self.battle.thrown))

    async def note(self, seat: str, text: str) -> None:
        """A word to everybody, kept like everything else, from one who holds the lock."""
        await self._kept(self._keeper.store.say, self.id, len(self.audience.said), seat, text)
        self.audience.say(Said(seat, text))

    async def do(self, change: Callable[[], object], went_back: bool = False) -> None:
        """Change the battle, write it down, tell everybody; what waited for dice is dropped."""
        if self.closed:
            raise NotKept("This table was closed; come back to it.")
        try:
            self._carry_out(change)
        except DiceWanted as wanted:
            self.held, self.audience.dice = Held(change, went_back, wanted), wanted.asked
            return self.audience.tell_presence()
        self._drop_held()
        if went_back:
            self.bots.memories.clear()
        self.quiet.clear()
        try:
            await self._write_down(went_back)
        finally:
            self.quiet.set()

    def wind_up(self, clocks: Clocks) -> None:
        """People want clocks."""
        store = self._keeper.store
        keep = lambda left: self._kept(store.keep_clocks, self.id, clocks.timing, left)  # noqa: E731
        self.audience.clocks, self._timer = (
            clocks,
            Timekeeper(clocks, self.lock, keep, self._time_is_over, self.tell_presence),
        )

    def run_clocks(self) -> None:
        """Let the clock run of whoever decides, while anybody is here."""
        if self._timer is not None and self._timer.let_run(on_the_clock(self.battle) if self.audience.guests else ""):
            self.tell_presence()

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
        self.audience.offers.move_on()
        self.run_clocks()
        if self._timer is not None:
            await self._timer.keep()
        self.audience.tell_change(went_back or self._story_is_new)
        self.enquiries.move_on()
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

    async def advise(self, seat: str, bot: str) -> tuple[Thought, ...] | NoAnswer:
        """What a bot weighs in a seat's place. The battle may have moved on when it has thought."""
        self.refuse_while_under_way(seat)
        return await self._thinkers.advise(task_for(self.battle, seat, bot))

    def close(self, why: Refused | None = None) -> None:
        """Send everybody home, with a word if there is a reason; they may come back to a table laid out anew."""
        self.closed = True
        if self._timer is not None:
            self._timer.stop()
        self.bots.stop()
        self.enquiries.close()
        self.audience.send_home(why)
