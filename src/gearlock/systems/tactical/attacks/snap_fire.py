"""2.6.2: Snap Fire at a unit on the move, from whoever has not been activated yet."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Facing, Option, Pick, decline
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.systems.tactical.attacks.acting import refuse_acting
from gearlock.systems.tactical.attacks.answers import offer_attacks
from gearlock.systems.tactical.attacks.designating import offer_designating, refuse_designating, resolve_designating
from gearlock.systems.tactical.attacks.events import HELD, FireHeld
from gearlock.systems.tactical.attacks.firing import resolve_attack
from gearlock.systems.tactical.attacks.observing import offer_observing, refuse_observing, resolve_observing
from gearlock.systems.tactical.attacks.orders import Attack, Designate, HoldFire, Observe
from gearlock.systems.tactical.attacks.targets import refuse_attack
from gearlock.systems.tactical.command.orders import ABOUT_FACE, EXTRA_ACTION, SpendPoint
from gearlock.systems.tactical.command.points import RULES, pool_of, refuse_use, resolve_spending
from gearlock.systems.tactical.sensors.active_sensors import offer_sweeps, refuse_sweep, resolve_sweep
from gearlock.systems.tactical.sensors.orders import Sweep
from gearlock.systems.tactical.speed import MP, mp_left
from gearlock.systems.tactical.state import EVADING, NO_GROUP, State, Unit, opponent
from gearlock.systems.tactical.under_way import STANDS, Activation
from gearlock.table.measure import HALF_TURN, bearing, turn_between

RULE = "tactical.2.6.2-snap-fire"
SNAP = "snap fire"


@heeds("tactical.2.6.2-snap-fire")
def may_snap(state: State, unit: Unit) -> bool:
    """Whether a unit may fire at the one on the move: not activated yet, with an Action, and 1 MP after its last shot.

    Or when the mover has ended its movement: between two stretches of it a Movement Point lies all the same.
    """
    return refuse_acting(unit, hanging=True) is None and _is_free(state, unit)


@heeds("tactical.2.6.2-snap-fire")
def has_ended_movement(state: State, now: Activation) -> bool:
    """Whether the unit on the move goes no further: it says so, was stopped, or has no Movement Points left."""
    if now.path:
        return False
    return STANDS in now.marks or now.halted or mp_left(state, state.units[now.unit], now) <= 0


@heeds("tactical.2.6.2-snap-fire")
def awaits_last_shots(state: State) -> bool:
    """Whether somebody fired at the unit on the move and could again as soon as that ends its movement."""
    now = state.activation
    if now is None or not now.snapped or has_ended_movement(state, now):
        return False
    ended = state.clone()
    assert ended.activation is not None, "it was just looked at"
    ended.activation.marks.append(STANDS)
    waiting = [unit for unit in _not_held(ended) if unit.id in now.snapped and not may_snap(state, unit)]
    return any(can_snap(ended, unit) for unit in waiting)


@heeds("tactical.2.6.2-snap-fire")
def _is_free(state: State, unit: Unit) -> bool:
    now = state.activation
    if now is None or unit.done or unit.group == NO_GROUP or unit.carrier:
        return False
    before = now.snapped.get(unit.id)
    return before is None or now.spent - before >= MP or has_ended_movement(state, now)


def _not_held(state: State) -> list[Unit]:
    """The enemies of the unit on the move that were not activated and do not hold their fire."""
    now = state.activation
    if now is None:
        return []
    held = {mark.removeprefix(HELD) for mark in now.marks if mark.startswith(HELD)}
    enemies = state.fielded(opponent(state.units[now.unit].seat))
    return [unit for unit in enemies if unit.id not in held and not unit.done and unit.group != NO_GROUP]


def ready_to_snap(state: State) -> list[Unit]:
    """Those of them that could do something about it now or later, by a Command Point if need be."""
    waiting = _not_held(state)
    able = [unit.id for unit in waiting if refuse_acting(unit, hanging=True) is None]
    return [unit for unit in waiting if unit.id in able or could_be_given_an_action(state, unit)]


def could_be_given_an_action(state: State, unit: Unit) -> bool:
    """Whether a Command Point would let a unit without an Action fire."""
    if unit.actions > 0 or unit.token(EVADING) or not pool_of(state, unit.seat):
        return False
    return refuse_use(state, unit, EXTRA_ACTION) is None


def watchers(state: State) -> list[Unit]:
    """Those of them that may fire at this point of the way."""
    return [unit for unit in _not_held(state) if may_snap(state, unit)]


def offer_deeds(state: State, unit: Unit) -> Iterator[Option]:
    """All a unit could do against the one on the move, where that is now: fire, observe it, mark it."""
    now = state.activation
    if now is not None and may_snap(state, unit):
        yield from offer_attacks(state, unit, now.unit)
        yield from offer_observing(state, unit, now.unit)
        yield from offer_designating(state, unit, now.unit)
        yield from offer_sweeps(state, unit, now.unit)


def can_snap(state: State, unit: Unit) -> bool:
    """Whether it has anything to fire at the unit on the move, where that is now."""
    return next(offer_deeds(state, unit), None) is not None


@heeds("tactical.2.6.4-extra-action", "tactical.2.6.4-about-face", "tactical.2.6.2-snap-fire")
def offer_help(state: State, unit: Unit) -> Iterator[Option]:
    """What a Command Point would do for a unit that could fire then: another Action, or an about-face to the mover."""
    now = state.activation
    if now is None or not pool_of(state, unit.seat) or not _is_free(state, unit) or unit.token(EVADING):
        return
    mover = state.units[now.unit]
    if unit.actions <= 0:
        armed = unit.clone()
        armed.actions = 1
        if refuse_use(state, unit, EXTRA_ACTION) is None and can_snap(state.with_unit(armed), armed):
            order = SpendPoint(unit.id, EXTRA_ACTION)
            yield Pick(f"Command Point: an Action for the {unit.name}", order, RULES[EXTRA_ACTION])
        return
    angle = turn_between(unit.facing, bearing(unit.x, unit.y, mover.x, mover.y))
    if not angle or unit.is_infantry or refuse_use(state, unit, ABOUT_FACE, angle) is not None:
        return
    turned_round = unit.clone()
    turned_round.facing = (unit.facing + angle) % 3600
    if not can_snap(state, unit) and can_snap(state.with_unit(turned_round), turned_round):
        label = f"Command Point: turn the {unit.name} round to the {mover.name}"
        yield Facing(label, SpendPoint(unit.id, ABOUT_FACE, angle or HALF_TURN), RULES[ABOUT_FACE], unit.id)


def is_concerned(state: State, unit: Unit) -> bool:
    """Whether there is anything to ask about a unit at this point of the way."""
    return can_snap(state, unit) or next(offer_help(state, unit), None) is not None


def resolve_snap_fire(ctx: Ctx[State]) -> Script[None]:
    """Ask those who could fire, until nobody of them will or can."""
    while True:
        now = ctx.state.activation
        if now is None or not ctx.state.units[now.unit].is_fielded:
            return
        able = [unit for unit in _not_held(ctx.state) if is_concerned(ctx.state, unit)]
        if not able:
            return
        mover = ctx.state.units[now.unit]
        prompt = f"The {mover.name} is on the move. Snap Fire?"
        question = Ask(able[0].seat, SNAP, about=(mover.id,), rule=RULE, prompt=prompt, optional=True)
        order = yield from ask(question)
        if isinstance(order, HoldFire):
            ctx.emit(FireHeld(tuple(unit.id for unit in _not_held(ctx.state)) if not order.unit else (order.unit,)))
        elif isinstance(order, Attack):
            yield from resolve_attack(ctx, order, mover.id)
        elif isinstance(order, Observe):
            yield from resolve_observing(ctx, order)
        elif isinstance(order, Designate):
            yield from resolve_designating(ctx, order)
        elif isinstance(order, Sweep):
            yield from resolve_sweep(ctx, order)
        elif isinstance(order, SpendPoint):
            yield from resolve_spending(ctx, order)
        else:
            return


def refuse_snap(state: State, question: Ask, order: Attack | Observe | Designate | Sweep) -> Refusal | None:
    """A deed against the unit on the move by somebody who may do it: an attack, observing, marking, a sweep for it."""
    unit = state.units.get(order.unit)
    if unit is None or unit.seat != question.seat:
        return Refusal("unit", RULE, f"{order.unit or 'Nobody'} is no unit of yours.")
    if not may_snap(state, unit):
        message = (
            f"The {unit.name} cannot fire now: Snap Fire is for units that were not activated this round, with an "
            "Action left, and the target spends 1 MP between two shots."
        )
        return Refusal("snap", RULE, message)
    if isinstance(order, Attack):
        return refuse_attack(state, order, question.about[0])
    if isinstance(order, Sweep):
        if order.target != question.about[0]:
            return Refusal("target", RULE, "This goes at the unit on the move and nobody else.")
        return refuse_sweep(state, order)
    if isinstance(order, Observe):
        return refuse_observing(state, order, question.about[0])
    return refuse_designating(state, order, question.about[0])


def refuse_hold(state: State, question: Ask, order: HoldFire) -> Refusal | None:
    """Everybody, or one of one's own, holds fire."""
    known = not order.unit or (order.unit in state.units and state.units[order.unit].seat == question.seat)
    return None if known else Refusal("unit", RULE, f"{order.unit} is no unit of yours.")


def offer_snaps(state: State, question: Ask) -> Iterator[Option]:
    """Every shot at the mover; Command Points that would help; or to let it go on its way."""
    units = [unit for unit in _not_held(state) if unit.seat == question.seat]
    for unit in units:
        yield from offer_deeds(state, unit)
    for unit in units:
        yield from offer_help(state, unit)
    yield decline("Not yet", RULE)
    yield Pick("Hold all fire for the rest of this move", HoldFire(), RULE)
