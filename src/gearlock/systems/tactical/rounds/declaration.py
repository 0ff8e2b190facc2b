"""2.6.2, Step One, and 2.6.9: extra Actions and evasive maneuvers are declared before anything else."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.systems.tactical.rounds.events import Declared, DeclaringEnded
from gearlock.systems.tactical.rounds.orders import Declare, EndDeclaring
from gearlock.systems.tactical.state import EVADING, NO_EVASION, NO_GROUP, SEATS, State, Unit, opponent

RULE = "tactical.2.6.2-step1"
DECLARE = "declare"
MOST_EXTRA = 9
"""More than so many extra Actions help nobody: each costs a point on all of them."""


def declares_first(state: State) -> str:
    """The side that speaks first: not the one that won the last roll, of Tactics or of Initiative."""
    last = state.switches.get("last winner", SEATS[1])
    return opponent(last) if last in SEATS else SEATS[0]


@rule("tactical.2.6.2-step1")
def resolve_declaration(ctx: Ctx[State]) -> Script[None]:
    """One declaration, or the end of a side's declaring; then the other side, then Initiative."""
    first = declares_first(ctx.state)
    seat = ctx.state.turn or first
    if not any(True for unit in ctx.state.fielded(seat) if may_declare(unit)):
        ctx.emit(DeclaringEnded(opponent(seat) if seat == first else ""))
        return
    prompt = "Which units take extra Actions or evade this round?"
    order = yield from ask(Ask(seat, DECLARE, rule=RULE, prompt=prompt))
    if isinstance(order, Declare):
        ctx.emit(Declared(order.unit, order.extra, order.evade))
    else:
        ctx.emit(DeclaringEnded(opponent(seat) if seat == first else ""))


def may_declare(unit: Unit) -> bool:
    """Whether there is anything a unit could declare: it has an Action, and has not said yet that it evades."""
    return unit.actions > 0 and unit.group != NO_GROUP and not unit.token(EVADING)


@rule("tactical.2.6.9")
@heeds("tactical.2.6.3", "tactical.4.3.5")
def refuse_declare(state: State, ask: Ask, order: Declare) -> Refusal | None:
    """Evasion takes an Action and forbids all others, so nobody evades and takes extra Actions too."""
    unit = state.units.get(order.unit)
    if unit is None or unit.seat != ask.seat or not unit.is_fielded or unit.group == NO_GROUP:
        return Refusal("unit", RULE, f"{order.unit or 'Nobody'} is no unit of yours on the table.")
    if unit.token(EVADING):
        return Refusal("evading", "tactical.2.6.9", f"The {unit.name} evades this round and does nothing else.")
    if order.evade and unit.token(NO_EVASION):
        return Refusal("heavy", "tactical.4.3.5", f"The {unit.name} cannot go evasive.")
    if order.evade and (order.extra or unit.extra):
        message = f"The {unit.name} either evades or takes extra Actions: evasion forbids every other Action."
        return Refusal("both", "tactical.2.6.9", message)
    if unit.actions <= 0:
        message = f"The {unit.name} has no Action this round to declare anything with."
        return Refusal("actions", "tactical.2.6.3", message)
    if not order.evade and not 1 <= order.extra <= MOST_EXTRA - unit.extra:
        message = f"Declare 1 to {MOST_EXTRA} extra Actions, or evasive maneuvers; {order.extra} is neither."
        return Refusal("extra", RULE, message, {"extra": order.extra})
    return None


def offer_declarations(state: State, ask: Ask) -> Iterator[Option]:
    """One or two extra Actions or evasion for each unit; and no more."""
    yield Pick("Declare nothing more", EndDeclaring(), RULE)
    for unit in state.fielded(ask.seat):
        for extra in (1, 2):
            order = Declare(unit.id, extra)
            if refuse_declare(state, ask, order) is None:
                label = f"{unit.name}: {extra} extra Action{'s' if extra > 1 else ''} (-{unit.extra + extra} on each)"
                yield Pick(label, order, "tactical.2.6.3")
        if refuse_declare(state, ask, Declare(unit.id, 0, True)) is None:
            yield Pick(
                f"{unit.name}: evasive maneuvers (+3 Defense, no Actions)", Declare(unit.id, 0, True), "tactical.2.6.9"
            )
