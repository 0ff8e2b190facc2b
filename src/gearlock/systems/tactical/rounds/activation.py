"""2.6.2, Step Three: combat groups are activated in alternation, unit by unit."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gearlock.kernel.asks import Ask, Option, Pick
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.mechanics.turns import next_seat
from gearlock.systems.tactical.command.orders import SpendPoint
from gearlock.systems.tactical.command.points import resolve_spending
from gearlock.systems.tactical.damage.driving import refuse_driving
from gearlock.systems.tactical.line_of_sight.conditions import refuse_broken_down, stays_out_of_tempest
from gearlock.systems.tactical.movement.least import could_go_on, must_go_on
from gearlock.systems.tactical.rounds.events import (
    CALLED,
    Activated,
    ActivationEnded,
    GroupPassed,
    Settled,
    TurnPassed,
)
from gearlock.systems.tactical.rounds.hiding import Reveal, hidden_units, hidden_waiting, reveal
from gearlock.systems.tactical.rounds.orders import Activate, EndActivation, PassGroup, Settle
from gearlock.systems.tactical.speed import PACE_WORDS, allowance, class_of, refuse_pace, refuse_settle
from gearlock.systems.tactical.state import CLASSES, COMBAT, NO_GROUP, SEATS, TOP, State, Unit

RULE = "tactical.2.6.2-step3"
ACTIVATE, ACT = "activate", "act"
Resolve = Callable[[Ctx[State], Order], Script[None]]


@heeds("tactical.2.6.4-activate")
def is_waiting(unit: Unit) -> bool:
    """Whether a unit is still to be activated with its group: also who was called before and has Actions left."""
    if not unit.is_fielded or unit.group == NO_GROUP:
        return False
    return not unit.done or (unit.token(CALLED) == 1 and unit.actions > 0)


def waiting_groups(state: State, seat: str) -> set[int]:
    """The combat groups of a side that have somebody left to activate, hidden ones among them."""
    hidden = {unit.group for unit in hidden_units(state, seat) if not unit.done and unit.group != NO_GROUP}
    return hidden | {unit.group for unit in state.fielded(seat) if is_waiting(unit)}


def activatable(state: State, seat: str) -> list[Unit]:
    """Those who may be next: of the group under way, or of any that was not activated while none is."""
    groups = {state.group} if state.group else waiting_groups(state, seat)
    return [unit for unit in state.fielded(seat) if unit.group in groups and is_waiting(unit)]


@rule("tactical.2.6.2-alternation", "tactical.2.5.1")
def resolve_activation(ctx: Ctx[State], resolve: Resolve | None = None) -> Script[None]:
    """The next unit of the group; when all are done the other side activates one of its groups.

    Who has groups left when the other side has none goes on alone. `resolve` carries out what else may be answered.
    """
    state, seat = ctx.state, ctx.state.turn
    if not activatable(state, seat) and not hidden_waiting(state, seat):
        left = {each for each in SEATS if waiting_groups(state, each)}
        ctx.emit(TurnPassed(next_seat(seat, left)))
        return
    prompt = "Which unit do you activate, and how fast will it go?"
    order = yield from ask(Ask(seat, ACTIVATE, rule=RULE, prompt=prompt))
    if isinstance(order, SpendPoint):
        yield from resolve_spending(ctx, order)
        return
    if isinstance(order, PassGroup):
        rest = (*activatable(state, seat), *hidden_waiting(state, seat))
        ctx.emit(GroupPassed(tuple(unit.id for unit in rest)))
        return
    if isinstance(order, Reveal):
        reveal(ctx, order.unit)
        return
    if isinstance(order, Activate):
        ctx.emit(Activated(order.unit, order.pace))
    else:
        assert resolve is not None, f"{order} activates nobody"
        yield from resolve(ctx, order)


@heeds("tactical.3.7-tempest")
def refuse_activate(state: State, ask: Ask, order: Activate) -> Refusal | None:
    """A unit of one's own that was not activated, of the group under way, at a speed it can have."""
    unit = state.units.get(order.unit)
    if unit is None or unit.seat != ask.seat or not unit.is_fielded or unit.group == NO_GROUP:
        message = f"{order.unit or 'Nobody'} is no unit of yours on the table that could be activated."
        return Refusal("unit", RULE, message)
    if ask.unit and ask.unit != unit.id:
        called = state.units[ask.unit].name
        return Refusal("called", "tactical.2.6.4-activate", f"The Command Point activates the {called}, nobody else.")
    if stays_out_of_tempest(state, unit) and unit.done:
        message = f"The {unit.name} sits the tempest out: only sealed vehicles take part in it."
        return Refusal("tempest", "tactical.3.7-tempest", message)
    if not is_waiting(unit):
        return Refusal("done", RULE, f"The {unit.name} has been activated, or was passed over, in this round.")
    if state.group and unit.group != state.group and not ask.unit:
        message = f"Combat group {state.group} is being activated; the {unit.name} is in group {unit.group}."
        return Refusal("group", RULE, message, {"active": state.group, "group": unit.group})
    if not state.group and unit.group not in waiting_groups(state, ask.seat) and not ask.unit:
        message = f"Combat group {unit.group} has been activated in this round."
        return Refusal("group", "tactical.2.6.2-alternation", message, {"group": unit.group})
    return refuse_pace(state, unit, order.pace)


def refuse_pass(state: State, ask: Ask, _order: PassGroup) -> Refusal | None:
    """Only a group that has begun can let the rest of it pass; a whole group does so unit by unit.

    Who is at Top Speed goes on: it has to spend more than its Combat Speed, or be activated and find that it cannot.
    """
    if ask.unit or not (activatable(state, ask.seat) or hidden_waiting(state, ask.seat)):
        return Refusal("called", RULE, "There is no combat group to let pass.")
    if not state.group and len(waiting_groups(state, ask.seat)) > 1:
        message = "Begin with a unit of the group first: then the rest of that group may let its turn pass."
        return Refusal("group", RULE, message)
    fast = next((unit for unit in activatable(state, ask.seat) if rushes_on(unit)), None)
    if fast is not None:
        message = f"The {fast.name} is at Top Speed and cannot just stand: activate it and go on."
        return Refusal("top", "tactical.2.6.5-top-speed", message)
    return None


@heeds("tactical.2.6.5-top-speed")
def rushes_on(unit: Unit) -> bool:
    """Whether a unit is at Top Speed and nothing keeps it from moving."""
    able = refuse_driving(unit) is None and refuse_broken_down(unit) is None
    return unit.speed == TOP and not unit.token(CALLED) and able and allowance(unit, TOP) > allowance(unit, COMBAT)


def offer_activations(state: State, ask: Ask) -> Iterator[Option]:
    """Every unit that may be next, at every speed it can have; and letting the rest of a group pass."""
    units = [state.units[ask.unit]] if ask.unit else activatable(state, ask.seat)
    for unit in units:
        paces = [pace for pace in CLASSES if refuse_pace(state, unit, pace) is None]
        for pace in paces[:1] if unit.token(CALLED) else paces:
            yield Pick(f"{unit.name}: {PACE_WORDS[pace]}", Activate(unit.id, pace), RULE)
    if refuse_pass(state, ask, PassGroup()) is None:
        yield Pick("The rest of the group does nothing this round", PassGroup(), RULE)


def refuse_settling(state: State, _ask: Ask, order: Settle) -> Refusal | None:
    """Commit oneself to a lower speed."""
    return refuse_settle(state, state.units[order.unit], order.pace)


def resolve_settling(ctx: Ctx[State], order: Settle) -> None:
    """From now on no more Movement Points than that speed has."""
    ctx.emit(Settled(order.unit, order.pace))


def offer_settling(state: State, unit: Unit) -> Iterator[Option]:
    """Lower speeds that steady its aim, while it has Actions to attack with."""
    if unit.actions <= 0:
        return
    for pace in CLASSES:
        if refuse_settle(state, unit, pace) is None:
            yield Pick(f"Commit to {PACE_WORDS[pace]} for this round", Settle(unit.id, pace), RULE)


@heeds("tactical.2.6.5-top-speed")
def refuse_end(state: State, ask: Ask, order: EndActivation) -> Refusal | None:
    """At Top Speed a unit goes on until it has spent more than its Combat Speed, as long as it can."""
    now = state.activation
    if now is None or now.unit != ask.unit:
        return Refusal("unit", RULE, "Nobody is being activated.")
    unit = state.units[order.unit]
    if must_go_on(state, unit) and could_go_on(state, unit):
        message = f"At Top Speed the {unit.name} must spend more Movement Points than its Combat Speed: go on."
        return Refusal("top", "tactical.2.6.5-top-speed", message)
    return None


def offer_end(state: State, unit: Unit) -> Iterator[Option]:
    """The way out of an activation."""
    order = EndActivation(unit.id)
    if refuse_end(state, Ask(unit.seat, ACT, unit.id), order) is None:
        yield Pick("End the activation", order, RULE)


def resolve_end(ctx: Ctx[State], order: EndActivation) -> None:
    """What the unit did is recorded; who could not keep up Top Speed falls back."""
    end_activation(ctx, order.unit)


@heeds("tactical.2.6.5-top-speed", "tactical.2.6.7-target-speed")
def end_activation(ctx: Ctx[State], unit_id: str) -> None:
    """Record how far and how fast the unit being activated went."""
    state, unit = ctx.state, ctx.state.units[unit_id]
    now = state.activation
    assert now is not None, "somebody is being activated"
    slows = must_go_on(state, unit)
    ctx.emit(ActivationEnded(unit_id, class_of(unit, now.spent, now.mode), now.gone, slows))
