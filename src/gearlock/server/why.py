"""Why a bot did what it did: in the replay of a finished battle it thinks its decision again, with the same seed."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import get
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery

from gearlock.bots.advice import adviser
from gearlock.bots.memory import NOTHING_KEPT, Remembering
from gearlock.bots.players import is_human
from gearlock.bots.thoughts import Thought, keeps_to_a_plan
from gearlock.kernel.battle import Battle
from gearlock.kernel.errors import BadInput
from gearlock.kernel.orders import Order
from gearlock.kernel.record import Answered
from gearlock.kernel.seat import Seat
from gearlock.server.battles import Call, film_of
from gearlock.server.counsel import no_advice, ways_of
from gearlock.server.films import Film
from gearlock.server.thinkers import NoAnswer, Thinkers, task_for
from gearlock.server.ways import Way

MOST_STEPS = 8
"""Steps of a plan that are traced back."""


class Why(msgspec.Struct, frozen=True):
    """A decision of a bot: what it was asked, and the best ways it weighs there."""

    seat: str
    bot: str
    question: str
    ways: tuple[Way, ...]
    """Where it kept to a plan, what it weighed when it made that."""
    ago: int
    """How many decisions of its own before this one it made the plan; 0 if it thought here."""
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
    steps = MOST_STEPS if isinstance(adviser(bot, 0), Remembering) else 0
    async with state.explaining:  # one at a time: bots that play come first
        past = await state.rooms.fetching.do(_activation, film, at, answered.seat, steps)
        thought, ago = await _thought_again(state.thinkers, past, bot)
    seat = Seat(thought.battle, answered.seat)
    ask, ways = past[-1].battle.ask_for(seat.name), ways_of(thought.ways, seat.options(), seat.view())
    taken = next((number for number, way in enumerate(thought.ways[: len(ways)]) if way.order == thought.order), -1)
    return Why(seat.name, bot, (ask.prompt or ask.kind) if ask else "", ways, ago, taken)


class _Moment(msgspec.Struct):
    """A decision of a battle: how it stood, what was decided, and the ways a bot weighs there when it thinks again."""

    battle: Battle[Any]
    seat: str
    order: Order
    ways: tuple[Thought, ...] = ()


async def _thought_again(thinkers: Thinkers, past: list[_Moment], bot: str) -> tuple[_Moment, int]:
    """The moment of an activation at which the bot thought of what it did last, and how long before that it was.

    It is given its memory from one decision to the next, as it was at the table, as long as it decides the same.
    """
    memory, thought = NOTHING_KEPT, 0
    for number, moment in enumerate(past):
        answer = await thinkers.think_aloud(task_for(moment.battle, moment.seat, bot, memory))
        if isinstance(answer, NoAnswer):
            raise no_advice(answer, bot)
        moment.ways = answer.thoughts
        memory = answer.memory if answer.order == moment.order else NOTHING_KEPT
        nothing_to_weigh = not moment.ways and moment is not past[-1]  # a plan outlasts what had to be done anyway
        if not keeps_to_a_plan(moment.ways) and not nothing_to_weigh:
            thought = number
    return past[thought], len(past) - 1 - thought


def _activation(film: Film, at: int, seat: str, steps: int) -> list[_Moment]:
    """The decision after so many entries, and so many before it, at most, that may have been one plan with it."""
    found: list[_Moment] = []
    unit = ""
    for number in range(at, -1, -1):
        by = film.log.entries[number].input
        if not isinstance(by, Answered) or by.seat != seat or by.auto:
            continue
        moment = _Moment(_before(film, number), seat, by.order)
        ask = moment.battle.ask_for(seat)
        if found and ask is not None and ask.optional:
            continue  # a plan outlasts offers
        if found and (ask is None or ask.unit not in (unit, "")):
            break
        unit = unit or (ask.unit if ask else "") or getattr(by.order, "unit", "")
        found.insert(0, moment)
        if len(found) > steps or (ask and ask.optional):
            break
    return found


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
