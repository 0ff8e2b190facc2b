"""Why a bot did what it did: in the replay of a finished battle it thinks its decision again, with the same seed."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from litestar import get
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery

from gearlock.bots.advice import adviser
from gearlock.bots.players import is_human
from gearlock.kernel.battle import Battle
from gearlock.kernel.errors import BadInput
from gearlock.kernel.record import Answered
from gearlock.kernel.seat import Seat
from gearlock.server.battles import Call, film_of
from gearlock.server.counsel import told, ways_of
from gearlock.server.films import Film
from gearlock.server.thinkers import task_for
from gearlock.server.ways import Way


class Why(msgspec.Struct, frozen=True):
    """A decision of a bot: what it was asked, and the best ways it weighs there."""

    seat: str
    bot: str
    question: str
    ways: tuple[Way, ...]
    taken: int
    """The way that begins as was played; -1 if none of these does."""


@get("/api/battles/{battle:str}/why/{frame:int}")
async def why(
    battle: FromPath[str], frame: FromPath[int], request: Call, state: State, eyes: FromQuery[str] = ""
) -> Why:
    """What the bot weighed whose decision led to a frame. A battle that goes on keeps its bots' thoughts to itself."""
    record, film = await film_of(battle, request, state, eyes)
    if not record.battle.over:
        raise BadInput("What a bot thought is told when the battle is over.")
    at, answered = _decision(film, frame)
    bot = film.log.header.seats.get(answered.seat, "")
    if not bot or is_human(bot):
        raise BadInput(f"A person decided this for {answered.seat}: only bots can be asked why.")
    adviser(bot, 0)
    async with state.explaining:  # one at a time: bots that play come first
        then = await asyncio.to_thread(_before, film, at)
        thoughts = told(await state.thinkers.advise(task_for(then, answered.seat, bot)), bot)
    seat = Seat(then, answered.seat)
    ask, ways = seat.ask, ways_of(thoughts, seat.options(), seat.view())
    taken = next((number for number, way in enumerate(thoughts[: len(ways)]) if way.order == answered.order), -1)
    return Why(seat.name, bot, (ask.prompt or ask.kind) if ask else "", ways, taken)


def _decision(film: Film, frame: int) -> tuple[int, Answered]:
    """The decision that led to a frame, and how many entries came before it."""
    for at in range(film.entry(frame), -1, -1):
        by = film.log.entries[at].input
        if isinstance(by, Answered) and not by.auto:
            return at, by
    raise BadInput("Nobody had decided anything yet.")


def _before(film: Film, at: int) -> Battle[Any]:
    """The battle as the one who decided found it."""
    log = film.log
    try:
        return Battle.rerun(log.system, log.header.setup, log.start, [entry.input for entry in log.entries[:at]])
    except Exception as error:  # rules that have changed may fall over an old log in any way
        raise BadInput("The rules as they are now do not lead there any more; it can only be watched.") from error
