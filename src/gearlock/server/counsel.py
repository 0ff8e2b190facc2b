"""Asking a bot at the table: what it would do in a player's place, and why."""

from __future__ import annotations

import msgspec

from gearlock.bots.advice import adviser
from gearlock.bots.choosing import table_players
from gearlock.bots.players import player_names
from gearlock.bots.thoughts import LEAST, MEANINGS, Thought, are_weighed
from gearlock.kernel.asks import OPEN_OPTIONS, Option
from gearlock.kernel.errors import UnknownName
from gearlock.kernel.seat import Seat
from gearlock.kernel.view import View
from gearlock.server.room import Room
from gearlock.server.thinkers import NoAnswer
from gearlock.server.troubles import MOVED_ON, NoAdvice, Stale
from gearlock.server.ways import Term, Way
from gearlock.server.wire import Consult, Counselled

WAYS = 5
NO_OPTION = -1
_encode = msgspec.json.Encoder().encode


async def counsel(room: Room, seat: Seat, message: Consult) -> Counselled:
    """What a bot would do in this seat's place, seen with its eyes."""
    if f"bot:{message.bot.removeprefix('bot:')}" not in table_players():
        raise UnknownName("player", message.bot, player_names())
    adviser(message.bot, 0)
    options, view = seat.options(), seat.view()
    thoughts = await room.advise(seat.name, message.bot)
    await room.quiet.wait()
    if message.decision != room.audience.decision(seat.name):
        raise Stale(MOVED_ON)
    weighed = told(thoughts, message.bot)
    advised = weighed if are_weighed(weighed) else ()
    return Counselled(message.ref, message.bot, ways_of(advised, options, view))


def told(answer: tuple[Thought, ...] | NoAnswer, bot: str) -> tuple[Thought, ...]:
    """What a bot thought; NoAdvice in words if it came to nothing."""
    if isinstance(answer, NoAnswer):
        raise no_advice(answer, bot)
    return answer


def no_advice(answer: NoAnswer, bot: str) -> NoAdvice:
    """Why nothing is advised, in words."""
    return NoAdvice(f"The {bot.removeprefix('bot:')} {answer.why}.")


def ways_of(thoughts: tuple[Thought, ...], options: tuple[Option, ...], view: View) -> tuple[Way, ...]:
    """The best few as they go over the wire."""
    return tuple(_way(thought, options, view) for thought in thoughts[:WAYS])


def _way(thought: Thought, options: tuple[Option, ...], view: View) -> Way:
    terms = sorted(thought.terms.items(), key=lambda term: -abs(term[1]))
    return Way(
        thought.steps,
        thought.worth,
        tuple(Term(name, value, MEANINGS.get(name, "")) for name, value in terms if abs(value) >= LEAST),
        _option_of(thought, options),
        msgspec.Raw(_encode(thought.order)),
        thought.leads_to(view),
    )


def _option_of(thought: Thought, options: tuple[Option, ...]) -> int:
    """The number of the option a way begins with: the one with that order or, completed, that label and unit."""
    unit = getattr(thought.order, "unit", "")
    for number, option in enumerate(options):
        if option.order == thought.order:
            return number
        is_meant = isinstance(option, OPEN_OPTIONS) and option.label == thought.steps[0]
        if is_meant and getattr(option, "unit", "") in ("", unit):
            return number
    return NO_OPTION
