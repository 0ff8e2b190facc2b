"""4.3: what is settled before the sides are placed: who is late, who is Stevens, where the chits lie."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from gearlock.kernel.asks import Ask, Option, Pick, Place
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.system import Aim, Chooser
from gearlock.systems.tactical.deployment.events import Appointed
from gearlock.systems.tactical.deployment.orders import Appoint
from gearlock.systems.tactical.deployment.places import standing
from gearlock.systems.tactical.deployment.tactics import candidates, offer_appointments, refuse_appoint
from gearlock.systems.tactical.line_of_sight.standing import ground_type
from gearlock.systems.tactical.line_of_sight.terrain import WATERS
from gearlock.systems.tactical.scenarios import chits as c
from gearlock.systems.tactical.scenarios.counting import BEGAN, force_of
from gearlock.systems.tactical.scenarios.events import (
    LATE,
    ChitPlaced,
    ForcesCounted,
    SquadronDelayed,
    StevensNamed,
    VehicleNoted,
)
from gearlock.systems.tactical.scenarios.last_stand import stevens
from gearlock.systems.tactical.scenarios.orders import KeepBack, NameStevens, NoteVehicle, PlaceChit
from gearlock.systems.tactical.scenarios.printed import (
    BRIDGEHEAD,
    CHITS,
    LAST_STAND,
    NORTH,
    SOUTH,
    is_played,
    printed_of,
)
from gearlock.systems.tactical.state import SEATS, State
from gearlock.table.measure import INCH, distance, inches_text

LATE_ASK, STEVENS_ASK, CHIT_ASK, NOTE_ASK = "who is late", "who is Stevens", "place a chit", "which is the vehicle"
LATE_RULE, STEVENS_RULE, CHIT_RULE = "tactical.4.3.2", "tactical.4.3.4", "tactical.4.3.6"
GUESSES: Final = 60


def is_eve(state: State) -> bool:
    """Whether something is left to settle before Commanders are named."""
    if printed_of(state) is None:
        return False
    return BEGAN + SOUTH not in state.points or _next_question(state) is not None


def _next_question(state: State) -> Ask | None:
    """What is asked next, of whom."""
    if is_played(state, BRIDGEHEAD) and LATE not in state.points and len(groups(state, NORTH)) > 1:
        prompt = "Which of your combat groups is late? The others are placed now."
        return Ask(NORTH, LATE_ASK, rule=LATE_RULE, prompt=prompt)
    if is_played(state, LAST_STAND) and stevens(state) is None and drivable(state, NORTH):
        prompt = "Which vehicle does Colonel Stevens drive? It gets a Veteran crew and commands."
        return Ask(NORTH, STEVENS_ASK, rule=STEVENS_RULE, prompt=prompt)
    if is_played(state, CHITS) and c.TRUTH not in state.facts:
        placed = len(c.chits(state))
        if placed < c.COUNT:
            prompt = f"Place chit {placed + 1} of {c.COUNT}: in your half, at least 10 in from the others."
            return Ask(SOUTH, CHIT_ASK, rule=CHIT_RULE, prompt=prompt)
        return Ask(SOUTH, NOTE_ASK, rule=CHIT_RULE, prompt="Which chit is the C3 vehicle? Nobody else will know.")
    return None


def groups(state: State, seat: str) -> list[int]:
    """The combat groups of a side."""
    return sorted({unit.group for unit in force_of(state, seat)})


def resolve_eve(ctx: Ctx[State]) -> Script[None]:
    """The next thing to settle."""
    if BEGAN + SOUTH not in ctx.state.points:
        ctx.emit(ForcesCounted({seat: len(force_of(ctx.state, seat)) for seat in SEATS}))
    question = _next_question(ctx.state)
    if question is None:
        return
    order = yield from ask(question)
    settle(ctx, order)


@heeds("tactical.4.3.2", "tactical.4.3.4", "tactical.4.3.6")
def settle(ctx: Ctx[State], order: Order) -> None:
    """What an answer means."""
    if isinstance(order, KeepBack):
        ctx.emit(SquadronDelayed(NORTH, order.group))
    elif isinstance(order, NameStevens):
        ctx.emit(StevensNamed(order.unit))
        ctx.emit(Appointed(NORTH, order.unit, order.second))
    elif isinstance(order, PlaceChit):
        ctx.emit(ChitPlaced(f"{c.CHIT}{len(c.chits(ctx.state)) + 1}", order.x, order.y))
    elif isinstance(order, NoteVehicle):
        ctx.emit(VehicleNoted(order.chit))


def refuse_keep_back(state: State, question: Ask, order: KeepBack) -> Refusal | None:
    """A combat group of one's own."""
    known = groups(state, question.seat)
    if order.group in known:
        return None
    return Refusal("group", LATE_RULE, f"Your combat groups are {', '.join(map(str, known))}.")


def offer_keeping_back(state: State, question: Ask) -> Iterator[Option]:
    """Each group, by who is in it."""
    for group in groups(state, question.seat):
        names = [unit.card.name for unit in force_of(state, question.seat) if unit.group == group]
        listed = ", ".join(f"{names.count(name)} {name}" for name in dict.fromkeys(names))
        yield Pick(f"Group {group} is late ({listed})", KeepBack(group), LATE_RULE)


@heeds("tactical.4.3.4")
def drivable(state: State, seat: str) -> list[str]:
    """The vehicles of a side that Stevens could drive: he leads no squad on foot."""
    return [unit.id for unit in candidates(state, seat) if not unit.is_infantry]


def refuse_stevens(state: State, question: Ask, order: NameStevens) -> Refusal | None:
    """A vehicle of the North, and another unit as Second in Command where there is one."""
    able = candidates(state, question.seat)
    if order.unit not in drivable(state, question.seat):
        return Refusal("vehicle", STEVENS_RULE, f"{order.unit or 'Nobody'} is no vehicle of yours that he could drive.")
    if len(able) > 1:
        return refuse_appoint(state, question, Appoint(order.unit, order.second))
    if able and order.unit == able[0].id and not order.second:
        return None
    return Refusal("unit", STEVENS_RULE, f"{order.unit or 'Nobody'} is no unit of yours that could command.")


def offer_stevens(state: State, question: Ask) -> Iterator[Option]:
    """Each unit, with some others as Second."""
    able, vehicles = candidates(state, question.seat), drivable(state, question.seat)
    if len(able) == 1:
        yield Pick(f"Stevens drives the {able[0].name}", NameStevens(able[0].id), STEVENS_RULE)
    for option in offer_appointments(state, question):
        order = option.order
        assert isinstance(order, Appoint), "appointments are offered"
        if order.commander not in vehicles:
            continue
        words = (
            f"Stevens drives the {state.units[order.commander].name}, Second is the {state.units[order.second].name}"
        )
        yield Pick(words, NameStevens(order.commander, order.second), STEVENS_RULE)


@heeds("tactical.4.3.6")
def refuse_chit(state: State, _ask: Ask, order: PlaceChit) -> Refusal | None:
    """In the Southern half, no two within 10 in of each other, where the vehicle could stand."""
    if not (0 <= order.x <= state.ground.width and 0 <= 2 * order.y <= state.ground.height):
        return Refusal("half", CHIT_RULE, "Chits are placed on the Southern half of the table.")
    for name, at in c.chits(state).items():
        far = distance(order.x, order.y, *at)
        if far < c.APART:
            words = f"Chit {name.partition(':')[2]} is {inches_text(far)} in away; they lie at least 10 in apart."
            return Refusal("apart", CHIT_RULE, words, {"distance": far})
    unit = c.vehicle(state)
    stand = None if unit is None else standing(state, unit, order.x, order.y)
    if isinstance(stand, Refusal):
        return stand
    wet = ground_type(state, order.x, order.y) in WATERS
    return Refusal("water", CHIT_RULE, "The vehicle cannot stand in water.") if wet else None


def offer_chits(_state: State, question: Ask) -> Iterator[Option]:
    """Anywhere."""
    yield Place("Place a chit", PlaceChit(), question.rule, "", "chits")


def guess_chit(state: State, _ask: Ask, _order: PlaceChit, chooser: Chooser, attempt: int) -> Order | None:
    """Somewhere in the half; each chit in a strip of its own, so that there is room for all four."""
    wide, high, number = state.ground.width, state.ground.height // 2, len(c.chits(state))
    strip = wide // c.COUNT
    left = number * strip + (c.APART // 2 + INCH if number else INCH)
    right = max(left + 1, (number + 1) * strip - c.APART // 2)
    if attempt > GUESSES // 2:
        left, right = 0, wide
    return PlaceChit(chooser.randrange(left, right), chooser.randrange(4 * INCH, high - INCH))


def aim_chit(_state: State, _ask: Ask, _order: PlaceChit, spot: Aim) -> Order | Refusal:
    """Where somebody pointed."""
    return PlaceChit(spot.x, spot.y)


def refuse_noting(state: State, _ask: Ask, order: NoteVehicle) -> Refusal | None:
    """One of the chits."""
    known = c.chits(state)
    return None if order.chit in known else Refusal("chit", CHIT_RULE, f"Say one of {', '.join(known)}.")


def offer_noting(state: State, _ask: Ask) -> Iterator[Option]:
    """Each chit."""
    for name in c.chits(state):
        yield Pick(f"Chit {name.partition(':')[2]} is the vehicle", NoteVehicle(name), CHIT_RULE)
