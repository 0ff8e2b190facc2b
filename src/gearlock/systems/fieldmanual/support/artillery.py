"""Artillery: any model calls it by a Forward Observation, of a model or of a place, and may correct its fire."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick, Place, Target, decline
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.system import Aim, Chooser
from gearlock.systems.fieldmanual.command.tests import resolve_comm_event, resolve_test
from gearlock.systems.fieldmanual.dice_tests.tests import (
    LEADERSHIP,
    Test,
    damage_lines,
    margin,
    skill_dice,
    stun_lines,
)
from gearlock.systems.fieldmanual.lock_and_cover.locks import sees_point
from gearlock.systems.fieldmanual.paying import refuse_idle
from gearlock.systems.fieldmanual.reactions.stand_by import answer_observation
from gearlock.systems.fieldmanual.sensors.active_lock import has_active_lock
from gearlock.systems.fieldmanual.sensors.events import Observed
from gearlock.systems.fieldmanual.sensors.observation import designates, is_free
from gearlock.systems.fieldmanual.state import ALOFT, FIELDED, State, Unit, opponent
from gearlock.systems.fieldmanual.support.events import STRIKE, CallPaid, FireCorrected, StrikeCalled
from gearlock.systems.fieldmanual.support.guns import type_of
from gearlock.systems.fieldmanual.support.options import ARTILLERY, Choice, read_choice
from gearlock.systems.fieldmanual.support.orders import CallArtillery, CorrectFire
from gearlock.systems.fieldmanual.support.sheet import entries, used_key

RULE = "fieldmanual.artillery-call"
THRESHOLD = 4


def strikes_left(state: State, seat: str) -> list[tuple[int, Choice]]:
    """The artillery choices of a side that have a strike left, by number."""
    found = [(number, read_choice(fact.value)) for number, fact in entries(state, seat)]
    guns = [(number, choice) for number, choice in found if choice.option in ARTILLERY]
    return [
        (n, choice) for n, choice in guns if state.points.get(used_key(seat, n), 0) < type_of(choice.option).strikes
    ]


@rule("fieldmanual.artillery-call")
@heeds("fieldmanual.forward-observation", "fieldmanual.active-lock")
def refuse_call(state: State, order: CallArtillery) -> Refusal | None:
    """Why a strike cannot be called: none left, nothing observed, or no Action.

    A model must be under Active Lock, whose free Action pays; a place must be seen, and costs an Action.
    """
    unit = state.units.get(order.unit)
    if unit is None or not state.is_active(unit) or unit.status not in (FIELDED, ALOFT):
        return Refusal("unit", RULE, f"{order.unit or 'Nobody'} is not being activated.")
    if order.number not in [number for number, _ in strikes_left(state, unit.seat)]:
        return Refusal("choice", RULE, f"Number {order.number} on your sheet is no artillery with a strike left.")
    if not order.target:
        return refuse_idle(unit, 1, RULE) or _refuse_place(state, unit, order)
    target = state.units.get(order.target)
    if target is None or target.seat == unit.seat or target.status != FIELDED:
        return Refusal("target", RULE, f"{order.target} is no enemy on the table.")
    if not has_active_lock(unit, target):
        message = f"The {unit.name} has no Active Lock on the {target.name}: that comes before a Forward Observation."
        return Refusal("lock", RULE, message)
    return None if is_free(state, unit, target.id) else refuse_idle(unit, 1, RULE)


def _refuse_place(state: State, unit: Unit, order: CallArtillery) -> Refusal | None:
    if not (0 <= order.x <= state.ground.width and 0 <= order.y <= state.ground.height):
        return Refusal("table", RULE, "This point is not on the table.", {"x": order.x, "y": order.y})
    if not sees_point(state, unit, order.x, order.y, state.ground.elevation(order.x, order.y)):
        return Refusal("sight", RULE, f"Solid objects hide this point from the {unit.name}.")
    return None


@heeds("fieldmanual.artillery-call", "fieldmanual.comm-events", "fieldmanual.perk-target-designator")
@heeds("fieldmanual.stand-by")
def resolve_call(ctx: Ctx[State], order: CallArtillery) -> Script[None]:
    """An Action and a Comm Event. The observation of a model serves all; that of a place artillery alone."""
    unit = ctx.state.units[order.unit]
    free = bool(order.target) and is_free(ctx.state, unit, order.target)
    ctx.emit(CallPaid(order.unit, "artillery", free))
    if not (yield from resolve_comm_event(ctx, order.unit, "Forward Observation")):
        return
    state, unit = ctx.state, ctx.state.units[order.unit]
    seat, x, y = unit.seat, order.x, order.y
    if order.target:
        target = state.units[order.target]
        x, y = target.x, target.y
        ctx.emit(Observed(unit.id, target.id, designates(state, unit, target, False)))
        yield from answer_observation(ctx, order.unit, order.target)
    written = dict(strikes_left(ctx.state, seat))[order.number].written()
    number = next_strike(ctx.state, seat)
    ctx.emit(StrikeCalled(seat, number, order.number, written, order.unit, order.target, x, y))
    yield from resolve_correction(ctx, order.unit, number)


def next_strike(state: State, seat: str) -> int:
    """The number of the next strike of a side in this round."""
    number = 1
    while f"{STRIKE}:{seat}:{number}" in state.facts:
        number += 1
    return number


@heeds("fieldmanual.artillery-call")
def resolve_correction(ctx: Ctx[State], unit_id: str, number: int) -> Script[None]:
    """With the free Action of the observation: Leadership against 4, for better or worse."""
    unit = ctx.state.units[unit_id]
    prompt = f"Does the {unit.name} roll Leadership against {THRESHOLD} to correct the fire? A failure makes it worse."
    answer = yield from ask(Ask(unit.seat, "correct fire", unit_id, rule=RULE, prompt=prompt, optional=True))
    if not isinstance(answer, CorrectFire):
        return
    unit = ctx.state.units[unit_id]
    lines = (skill_dice(unit, LEADERSHIP), *damage_lines(unit), *stun_lines(unit, LEADERSHIP))
    made = yield from resolve_test(ctx, Test("correct fire", unit_id, lines, RULE, THRESHOLD))
    ctx.emit(FireCorrected(ctx.state.units[unit_id].seat, number, margin(made.total, THRESHOLD)))


def refuse_correction(_state: State, question: Ask, order: CorrectFire) -> Refusal | None:
    """The observer itself."""
    if order.unit == question.unit:
        return None
    return Refusal("unit", RULE, f"The question is about {question.unit}, not about {order.unit or 'nobody'}.")


def offer_correction(_state: State, question: Ask) -> Iterator[Option]:
    """To roll, or not."""
    yield Pick("Roll Leadership to correct the fire", CorrectFire(question.unit), RULE)
    yield decline("Let it come as it is", RULE)


def offer_calls(state: State, unit: Unit) -> Iterator[Option]:
    """Each type of artillery that is left: on whoever is under Active Lock, or on a place."""
    seen: set[str] = set()
    for number, choice in strikes_left(state, unit.seat):
        if choice.written() in seen:
            continue
        seen.add(choice.written())
        name = f"{'guided ' * choice.guided}{choice.option.replace('-', ' ')}"
        for target in state.fielded(opponent(unit.seat)):
            order = CallArtillery(unit.id, number, target.id)
            if refuse_call(state, order) is None:
                yield Target(f"Call {name} on the {target.name}", order, RULE, target.id)
        if refuse_idle(unit) is None:
            yield Place(f"Call {name} on a place", CallArtillery(unit.id, number), RULE, unit.id, "table")


def guess_call(state: State, _ask: Ask, order: CallArtillery, chooser: Chooser, _attempt: int) -> Order | None:
    """Some place near some enemy."""
    if order.target:
        return order
    enemies = list(state.fielded(opponent(state.units[order.unit].seat)))
    if not enemies:
        return None
    near = chooser.choice(enemies)
    x, y = near.x + chooser.randrange(-2000, 2001), near.y + chooser.randrange(-2000, 2001)
    x, y = min(max(0, x), state.ground.width), min(max(0, y), state.ground.height)
    return CallArtillery(order.unit, order.number, "", x, y)


def aim_call(_state: State, _ask: Ask, order: CallArtillery, spot: Aim) -> Order:
    """The spot."""
    return CallArtillery(order.unit, order.number, order.target, spot.x, spot.y)
