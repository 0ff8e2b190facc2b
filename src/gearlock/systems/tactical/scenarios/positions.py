"""4.3.1: hull-down positions that a side begins in, taken after everybody is placed."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick, decline, only_declines
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.systems.tactical.movement.hull_down import covers_here
from gearlock.systems.tactical.scenarios.events import HullDownBegun, PreparationsOver
from gearlock.systems.tactical.scenarios.orders import BeginHullDown
from gearlock.systems.tactical.scenarios.printed import BEGIN_HULL_DOWN
from gearlock.systems.tactical.state import HULL_DOWN, SEATS, TOP, State
from gearlock.systems.tactical.switches import HULL_DOWN_POSITIONS

DIG_IN = "dig in"
RULE = "tactical.4.3.1"


@heeds("tactical.4.3.1", "tactical.3.2.4")
def resolve_digging_in(ctx: Ctx[State]) -> Script[None]:
    """The side that may says one after the other who begins hull-down; then the first round."""
    seat = ctx.state.switches.get(BEGIN_HULL_DOWN, "")
    if seat in SEATS and ctx.state.turn != seat:
        ctx.emit(PreparationsOver(DIG_IN, seat))
    prompt = "Which of your units begin hull-down, or hidden completely?"
    question = Ask(seat, DIG_IN, rule=RULE, prompt=prompt, optional=True)
    if seat not in SEATS or only_declines(tuple(offer_digging_in(ctx.state, question))):
        ctx.emit(PreparationsOver("round"))
        return
    order = yield from ask(question)
    if isinstance(order, BeginHullDown):
        ctx.emit(HullDownBegun(order.unit, order.terrain, order.whole))
    else:
        ctx.emit(PreparationsOver("round"))


def refuse_digging_in(state: State, question: Ask, order: BeginHullDown) -> Refusal | None:
    """A unit that stands at cover, is not there already, and did not begin at Top Speed."""
    unit = state.units.get(order.unit)
    if unit is None or unit.seat != question.seat or not unit.is_fielded or unit.is_infantry:
        return Refusal("unit", RULE, f"{order.unit or 'Nobody'} is no vehicle of yours on the table.")
    if not state.switch(HULL_DOWN_POSITIONS):
        return Refusal("module", RULE, "Hull-down positions are not in use in this battle.")
    if unit.token(HULL_DOWN):
        return Refusal("same", RULE, f"The {unit.name} has its position already.")
    if unit.speed == TOP:
        return Refusal("top", RULE, f"The {unit.name} begins at Top Speed: it cannot be behind cover.")
    here = covers_here(state, unit)
    if order.terrain not in here:
        words = ", ".join(here) or "none"
        message = f"'{order.terrain[:40]}' gives the {unit.name} no position here; there is: {words}."
        return Refusal("terrain", "tactical.3.2.4-table", message)
    return None


def offer_digging_in(state: State, question: Ask) -> Iterator[Option]:
    """Each unit at each cover it stands at, and no more."""
    for unit in state.fielded(question.seat):
        for terrain in () if unit.token(HULL_DOWN) or unit.is_infantry else covers_here(state, unit):
            for whole in (False, True):
                order = BeginHullDown(unit.id, terrain, whole)
                if refuse_digging_in(state, question, order) is None:
                    words = "hidden completely" if whole else "hull-down"
                    yield Pick(f"The {unit.name} begins {words} ({terrain})", order, RULE)
    yield decline("Nobody else", RULE)
