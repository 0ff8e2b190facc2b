"""Actions against damage: a Stun counter shaken off, a fire put out, standing up after a fall."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick, decline
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.systems.fieldmanual.damage.events import FireQuenched, StoodUp, StunShaken
from gearlock.systems.fieldmanual.damage.orders import Quench, ShakeStun, StandUp
from gearlock.systems.fieldmanual.dice_tests.tests import stun_lines
from gearlock.systems.fieldmanual.lock_and_cover.measuring import gap, touches
from gearlock.systems.fieldmanual.paying import refuse_idle
from gearlock.systems.fieldmanual.state import BURNING, FALLEN, STUN, State, Unit

STUNNED = "stun"
"""The question whether a model shakes its Stun counter off before it rolls."""


@heeds("fieldmanual.stun", "fieldmanual.action-costs")
def refuse_shake(state: State, order: ShakeStun) -> Refusal | None:
    """There must be a counter and an Action."""
    unit = state.units[order.unit]
    if not unit.token(STUN):
        return Refusal("no-stun", "fieldmanual.stun", f"The {unit.name} has no Stun counter to be rid of.")
    return refuse_idle(unit, 1, "fieldmanual.stun")


def resolve_shake(ctx: Ctx[State], order: ShakeStun) -> None:
    """The counter goes."""
    ctx.emit(StunShaken(order.unit))


@heeds("fieldmanual.stun")
def offer_relief(ctx: Ctx[State], unit_id: str, skill: str) -> Script[None]:
    """An Action removes a Stun counter at any time: ask before a roll that the counter would hinder."""
    unit = ctx.state.units[unit_id]
    if unit.actions < 1 or not stun_lines(unit, skill):
        return
    prompt = f"The {unit.name} is stunned (-1). Spend an Action to be rid of the counter before it rolls?"
    order = yield from ask(Ask(unit.seat, STUNNED, unit_id, (skill,), "fieldmanual.stun", prompt, True))
    if isinstance(order, ShakeStun):
        resolve_shake(ctx, order)


@heeds("fieldmanual.option-walker-knockdown")
def refuse_stand_up(state: State, order: StandUp) -> Refusal | None:
    """Only who fell, and for an Action."""
    unit = state.units[order.unit]
    if not unit.token(FALLEN):
        return Refusal("standing", "fieldmanual.option-walker-knockdown", f"The {unit.name} is on its feet.")
    return refuse_idle(unit, 1, "fieldmanual.option-walker-knockdown")


def resolve_stand_up(ctx: Ctx[State], order: StandUp) -> None:
    """It stands again."""
    ctx.emit(StoodUp(order.unit))


@heeds("fieldmanual.wt-sustained-burn", "fieldmanual.action-costs")
def refuse_quench(state: State, order: Quench) -> Refusal | None:
    """A fire of one's own, or of a model in base contact."""
    unit, target = state.units[order.unit], state.units.get(order.target or order.unit)
    if target is None or not target.is_fielded:
        there = ", ".join(other.id for other in burning_near(state, unit)) or "nobody near burns"
        message = f"There is no {order.target} on the table to put out; there is: {there}."
        return Refusal("target", "fieldmanual.wt-sustained-burn", message)
    if not target.token(BURNING):
        return Refusal("no-fire", "fieldmanual.wt-sustained-burn", f"The {target.name} does not burn.")
    if target.id != unit.id and not touches(unit, target):
        away = gap(unit, target)
        message = f"The {unit.name} must touch the {target.name} to put it out."
        return Refusal("contact", "fieldmanual.wt-sustained-burn", message, {"distance": away})
    return refuse_idle(unit, 1, "fieldmanual.wt-sustained-burn")


def resolve_quench(ctx: Ctx[State], order: Quench) -> None:
    """The fire is out."""
    ctx.emit(FireQuenched(order.unit, order.target or order.unit))


def burning_near(state: State, unit: Unit) -> Iterator[Unit]:
    """Who burns and can be helped: the model itself first, then whoever touches it, friend or enemy."""
    if unit.token(BURNING):
        yield unit
    for other in state.units.values():
        if other.is_fielded and other.id != unit.id and other.token(BURNING) and touches(unit, other):
            yield other


def offer_recovery(state: State, unit: Unit) -> Iterator[Option]:
    """Everything a model can do about damage with an Action."""
    if refuse_shake(state, ShakeStun(unit.id)) is None:
        yield Pick("Shake off the Stun counter", ShakeStun(unit.id), "fieldmanual.stun")
    if refuse_stand_up(state, StandUp(unit.id)) is None:
        yield Pick("Stand up", StandUp(unit.id), "fieldmanual.option-walker-knockdown")
    for target in burning_near(state, unit):
        order = Quench(unit.id, target.id)
        if refuse_quench(state, order) is None:
            yield Pick(f"Put out the fire on the {target.name}", order, "fieldmanual.wt-sustained-burn")


def offer_stun(state: State, asked: Ask) -> Iterator[Option]:
    """Be rid of the counter, or not."""
    if refuse_shake(state, ShakeStun(asked.unit)) is None:
        yield Pick("Spend an Action: shake off the Stun counter", ShakeStun(asked.unit), "fieldmanual.stun")
    yield decline("Keep the Action", "fieldmanual.stun")
