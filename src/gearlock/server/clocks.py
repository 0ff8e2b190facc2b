"""Clocks of people who want them: kept by the server, standing while nobody is there, and kept over a restart."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from gearlock.kernel.battle import Battle
from gearlock.server.now import ClockInfo

MINUTE = 60_000
KEEP = 15.0
"""Seconds after which what a clock shows is written down at the latest."""
BEAT = 1.0
"""Seconds between two signs of life of a clock that runs."""
STILL = 5.0
"""Seconds without one that may pass: when the server itself stood still for longer, no player pays for it."""


class Timing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Clocks as the host wants them: minutes for each person, and seconds more for each turn.

    When the time of one is over it is said, or the battle is lost.
    """

    minutes: Annotated[int, Meta(ge=1, le=1000)]
    extra: Annotated[int, Meta(ge=0, le=3600)] = 0
    out: Literal["warn", "lose"] = "warn"


def milliseconds() -> int:
    """What time it is on the wall: to be shown, never to be counted by."""
    return int(time.time() * 1000)


def ticks() -> int:
    """Milliseconds by a clock that only ever goes forward; where it began says nothing."""
    return int(time.monotonic() * 1000)


_BEGAN = milliseconds() - ticks()


def steady() -> int:
    """What time it is, by the wall as it was when the server started and by no clock that is put right since."""
    return _BEGAN + ticks()


class Clocks:
    """How much time each person has left, and whose runs. Time that is over goes on being counted, below nothing.

    What counts is the time that went by, whatever the clock on the wall says. Time in which the server stood still, or
    the machine slept, is nobody's.
    """

    def __init__(self, timing: Timing, left: dict[str, int]) -> None:
        self.timing, self.left = timing, left
        self.running = ""
        self._since = self._beat_at = 0
        self._told: set[str] = {seat for seat, has in left.items() if has <= 0}
        """Whose time is over, and that was said."""

    @classmethod
    def fresh(cls, timing: Timing, people: Iterable[str]) -> Clocks:
        """Wound up for these."""
        return cls(timing, {seat: timing.minutes * MINUTE for seat in people})

    def let_run(self, seat: str) -> bool:
        """Let one run and the others stand; whether that is a change. Of a seat without a clock none does."""
        mine, before = seat if seat in self.left else "", self.running
        if mine == before:
            return False
        self.left, self.running = self.counted(), mine
        self._since = self._beat_at = ticks()
        if before and seat:  # somebody else's turn
            self.left[before] += self.timing.extra * 1000
        return True

    def beat(self) -> bool:
        """The server is alive; whether it stood still before, so that the clock that runs ends later than was told."""
        now = ticks()
        stood = now - self._beat_at
        self._beat_at = now
        if stood <= (BEAT + STILL) * 1000:
            return False
        self._since += stood
        return True

    def counted(self) -> dict[str, int]:
        """What everybody has left at this moment."""
        self.beat()
        used = ticks() - self._since
        return {seat: has - (used if seat == self.running else 0) for seat, has in self.left.items()}

    def shown(self) -> tuple[ClockInfo, ...]:
        """As they are told: the one that runs by the moment at which its time is over."""
        ends = _BEGAN + self._since
        return tuple(ClockInfo(seat, has, ends + has if seat == self.running else 0) for seat, has in self.left.items())

    @property
    def seconds_left(self) -> float | None:
        """Until something is to be said of the one that runs; None if none does, or all is said."""
        if not self.running or self.running in self._told:
            return None
        return max(0.0, self.counted()[self.running] / 1000)

    def run_out(self) -> str:
        """Whose time has just come to its end; empty if nobody's. It is told once."""
        seat = self.running
        if not seat or seat in self._told or self.counted()[seat] > 0:
            return ""
        self._told.add(seat)
        return seat


def on_the_clock(battle: Battle[Any]) -> str:
    """Who decides; where somebody is asked in secret, whose turn it is. While both decide at once nobody."""
    waiting = battle.waiting_for()
    if len(waiting) != 1:
        return ""
    return battle.system.turn(battle.state) if battle.is_aside else waiting[0]


class Timekeeper:
    """Watches the clocks of a table: has them written down, and says whose time is over."""

    def __init__(
        self,
        clocks: Clocks,
        lock: asyncio.Lock,
        keep: Callable[[dict[str, int]], Awaitable[None]],
        over: Callable[[str, bool], Awaitable[None]],
        moved: Callable[[], None],
    ) -> None:
        self.clocks, self._lock, self._keep, self._over, self._moved = clocks, lock, keep, over, moved
        self._kept = ticks()
        self._task: asyncio.Task[None] | None = None

    def let_run(self, seat: str) -> bool:
        """Let one clock run; whether that is a change."""
        changed = self.clocks.let_run(seat)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._watch())
        return changed

    async def keep(self) -> None:
        """Write down what they show."""
        await self._keep(self.clocks.counted())
        self._kept = ticks()

    async def _watch(self) -> None:
        """Beat while a clock runs; write down now and then, and when its time is over."""
        while self.clocks.running:
            left = self.clocks.seconds_left
            await asyncio.sleep(BEAT if left is None else min(left, BEAT) + 0.01)
            if self.clocks.beat():
                self._moved()
            if self.clocks.seconds_left == 0 or ticks() - self._kept > KEEP * 1000:
                async with self._lock:
                    await self.keep()
                    if seat := self.clocks.run_out():
                        await self._over(seat, self.clocks.timing.out == "lose")

    def stop(self) -> None:
        """Watch no longer."""
        if self._task is not None and self._task is not asyncio.current_task():
            self._task.cancel()
