"""4.1.3: artillery is called by one spotter, with an Action and a Leadership roll."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from gearlock.kernel.asks import Ask, Option, Pick, Place, decline
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.system import Aim, Chooser
from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import result
from gearlock.systems.tactical.assets import ARTILLERY, is_barred, salvos, spotter_of, stock_of
from gearlock.systems.tactical.attacks.acting import refuse_acting
from gearlock.systems.tactical.attacks.areas import blast_reach
from gearlock.systems.tactical.command.leading import low_priority_lines
from gearlock.systems.tactical.damage.condition import comms_now, refuse_comms
from gearlock.systems.tactical.damage.crew import extra_lines
from gearlock.systems.tactical.dice_tests.tests import LEADERSHIP, Test, skill_lines, throw_test
from gearlock.systems.tactical.line_of_sight.looks import look_at_point
from gearlock.systems.tactical.sensors.communication import BY_HAND
from gearlock.systems.tactical.sensors.jamming import jamming_threshold
from gearlock.systems.tactical.state import State, Unit, opponent
from gearlock.systems.tactical.support.events import AGAIN, MISSED, NOTHING_TO_DO, PASSED, BarrageCalled, CallAnswered
from gearlock.systems.tactical.support.orders import CallBarrage

RULE: Final = "tactical.4.1.3-artillery"
CALL: Final = "call"
"""The question at the end of Step Three, for a spotter who has kept an Action."""
THRESHOLD: Final = 5
REPEATED: Final = 1
OFFERED: Final = 5
"""Points that are offered ready-made for each size of salvo."""


@heeds("tactical.4.1.3-artillery", "tactical.4.1.4-low-priority")
def call_lines(state: State, unit: Unit) -> tuple[Modifier, ...]:
    """Leadership and the Communications of the spotter; 1 more in the round right after a call that was not heard."""
    rating = BY_HAND if unit.is_infantry else comms_now(unit)
    again = state.points.get(MISSED + unit.seat, 0)
    repeated = REPEATED if again and again == state.round - 1 else 0
    added = (result(rating, "Communications", RULE), result(repeated, "Called last round", RULE))
    more = (*low_priority_lines(state, unit.seat), *extra_lines(unit))
    return (*skill_lines(unit, LEADERSHIP), *(line for line in added if line.value), *more)


@heeds("tactical.4.1.3-artillery", "tactical.3.3.1-ecm", "tactical.2.3.3")
def call_threshold(state: State, unit: Unit) -> int:
    """What a call has to beat: 5, or enemy ECM over the spotter that is stronger."""
    return max(THRESHOLD, jamming_threshold(state, unit))


@rule("tactical.4.1.3-artillery")
def refuse_call(state: State, question: Ask, order: CallBarrage) -> Refusal | None:
    """Why a call cannot be made: who calls, what for, the Action, the radio, and the sight of the point."""
    unit, seat = state.units.get(order.unit), question.seat
    if unit is None or unit.seat != seat or not unit.is_fielded or unit.carrier:
        return Refusal("unit", RULE, f"{order.unit or 'Nobody'} is no unit of yours on the table.")
    if unit.id != spotter_of(state, seat):
        return Refusal("spotter", RULE, f"The {unit.name} is not the spotter of your side: no other may call.")
    if is_barred(state, seat, ARTILLERY):
        return Refusal("barred", RULE, "Your side has no artillery in this battle.")
    if not stock_of(state, seat).salvos.get(order.salvo):
        have = stock_of(state, seat).words()
        return Refusal("salvo", RULE, f"You have no '{order.salvo[:30]}' left; of your support there is {have}.")
    refusal = refuse_acting(unit, hanging=True) or refuse_comms(unit)
    return refusal or refuse_point(state, unit, order.x, order.y)


@heeds("tactical.4.1.3-artillery", "tactical.2.6.6-firing-arcs")
def refuse_point(state: State, unit: Unit, x: int | None, y: int | None) -> Refusal | None:
    """A point of the table that the spotter sees, in the arc of one of its weapons."""
    if x is None or y is None:
        return Refusal("point", RULE, "Name the point: a place, a feature or a building, never a unit.")
    if not (0 <= x <= state.ground.width and 0 <= y <= state.ground.height):
        return Refusal("table", RULE, "This point is off the table.")
    return look_at_point(state, unit, x, y).reason


@heeds("tactical.4.1.3-artillery", "tactical.3.3.1-ecm", "tactical.ref-fumble-effects")
def resolve_call(ctx: Ctx[State], order: CallBarrage) -> Script[None]:
    """An Action and a Leadership roll: more than 5, and the salvo comes down in Step Four of this round."""
    assert order.x is not None and order.y is not None, "the order was judged before"  # noqa: PT018 - one fact
    ctx.emit(BarrageCalled(order.unit))
    unit = ctx.state.units[order.unit]
    against = call_threshold(ctx.state, unit)
    test = Test("call for artillery", unit.id, call_lines(ctx.state, unit), RULE, against)
    rolled = yield from throw_test(ctx, test)
    heard = not rolled.fumbled and rolled.total > against
    reach = blast_reach(ctx.state, salvos()[order.salvo].weapon)
    ctx.emit(CallAnswered(order.unit, order.salvo, order.x, order.y, reach, heard))


def ready_spotter(state: State, seat: str) -> Unit | None:
    """The spotter of a side, if there is anything it could call now."""
    unit = state.units.get(spotter_of(state, seat))
    if unit is None or unit.seat != seat or not unit.is_fielded or unit.carrier or not stock_of(state, seat).salvos:
        return None
    if is_barred(state, seat, ARTILLERY) or refuse_acting(unit, hanging=True) is not None:
        return None
    return unit if refuse_comms(unit) is None else None


@heeds("tactical.4.1.3-artillery")
def resolve_late_call(ctx: Ctx[State], seat: str) -> Script[str]:
    """At the end of Step Three a spotter who has kept Actions may call: it does so at any time."""
    unit = ready_spotter(ctx.state, seat)
    if unit is None:
        return NOTHING_TO_DO
    prompt = f"The {unit.name} has an Action left: call for artillery?"
    order = yield from ask(Ask(seat, CALL, unit.id, rule=RULE, prompt=prompt, optional=True))
    if not isinstance(order, CallBarrage):
        return PASSED
    yield from resolve_call(ctx, order)
    return AGAIN


def offer_calls(state: State, unit: Unit) -> Iterator[Option]:
    """Salvos on the places where enemies stand that are seen, and on any other point in sight."""
    if unit.id != spotter_of(state, unit.seat) or ready_spotter(state, unit.seat) is None:
        return
    question = Ask(unit.seat, CALL, unit.id)
    for name in stock_of(state, unit.seat).salvos:
        orders = ((foe, CallBarrage(unit.id, name, foe.x, foe.y)) for foe in state.fielded(opponent(unit.seat)))
        seen = [(foe, order) for foe, order in orders if refuse_call(state, question, order) is None]
        for foe, order in seen[:OFFERED]:
            yield Pick(f"Call a {name} on the place where the {foe.name} stands", order, RULE)
        yield Place(f"Call a {name} on a point in sight", CallBarrage(unit.id, name), RULE, unit.id, "table")


def offer_late_calls(state: State, question: Ask) -> Iterator[Option]:
    """The same, or none."""
    yield from offer_calls(state, state.units[question.unit])
    yield decline("No call", RULE)


def guess_call(state: State, _ask: Ask, order: CallBarrage, chooser: Chooser, _attempt: int) -> Order | None:
    """Where some enemy stands."""
    foes = list(state.fielded(opponent(state.units[order.unit].seat)))
    if not foes:
        return None
    foe = chooser.choice(foes)
    return CallBarrage(order.unit, order.salvo, foe.x, foe.y)


def aim_call(_state: State, _ask: Ask, order: CallBarrage, spot: Aim) -> Order:
    """At the point somebody pointed at."""
    return CallBarrage(order.unit, order.salvo, spot.x, spot.y)
